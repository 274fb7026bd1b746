"""Where a Tensor meets plain Python: numbers, truth, text, keys, copies."""

import copy
import math
import pickle

import numpy as np
import pytest

import autodiff_lab as adl

ONE = [adl.constant(2.5), adl.Variable(2.5), adl.constant([[2.5]])]


@pytest.mark.parametrize("x", ONE)
def test_numbers(x):
    assert float(x) == 2.5
    assert int(x) == 2
    assert complex(x) == 2.5 + 0j
    assert x.item() == 2.5
    assert type(x.item()) is float
    assert round(x) == 2
    assert round(x, 1) == 2.5
    assert math.sqrt(x) == math.sqrt(2.5)
    assert f"{x:.2f}|{x:>8}|{x:e}" == "2.50|     2.5|2.500000e+00"
    assert bool(x) is True
    assert not adl.constant(0.0)


@pytest.mark.parametrize(
    "f", [float, int, complex, round, math.sin, lambda x: x.item(), lambda x: f"{x:.2f}"]
)
@pytest.mark.parametrize("values", [[1.0, 2.0], []])
def test_one_number_is_needed(f, values):
    with pytest.raises(TypeError, match=rf"exactly one element, but this one has shape \({len(values)},\)"):
        f(adl.constant(values))


def test_truth_of_many():
    with pytest.raises(ValueError, match=r"np.any\(x > 0\) or np.all\(x > 0\)"):
        bool(adl.constant([1.0, 2.0]) > 0)


def test_as_an_index():
    n = adl.constant(2)
    assert [10, 20, 30][n] == 30
    assert list(range(n)) == [0, 1]
    assert adl.constant([10, 20, 30])[n].item() == 30
    for bad in (adl.constant(2.0), adl.constant([1, 2])):
        with pytest.raises(TypeError, match=r"cannot be used as an index.*int\(x\)"):
            [10, 20, 30][bad]


def test_length_and_iteration():
    x = adl.Variable([[1.0, 2.0], [3.0, 4.0]])
    assert len(x) == 2
    with adl.GradientTape() as tape:
        y = sum(np.sum(row) * k for k, row in enumerate(x, 1))
    assert tape.gradient(y, x).numpy().tolist() == [[1.0, 1.0], [2.0, 2.0]]
    for f in (len, iter, list):
        with pytest.raises(TypeError, match="is one number: it has no length"):
            f(adl.constant(1.0))


def test_text():
    x = adl.constant([[1.0, 2.0], [3.0, 4.0]])
    assert repr(x) == str(x) == f"{x}" == "Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)"
    assert repr(adl.constant(np.float64(0.1))) == "Tensor(0.1, shape=(), dtype=float64)"
    assert repr(adl.Variable(1.0, name='w"<\n')) == "Variable(1.0, shape=(), dtype=float32, name='w\"<\\n')"


# ---- equality and keys -------------------------------------------------------------------------------------


def test_equality_compares_values():
    x = adl.constant([1.0, 2.0])
    assert (x == [1.0, 3.0]).numpy().tolist() == [True, False]
    assert (x != np.array([1.0, 3.0])).numpy().tolist() == [False, True]
    assert (x == 1.0).numpy().tolist() == [True, False]
    assert [adl.constant(1.0)].count(adl.constant(1.0)) == 1


@pytest.mark.parametrize("other", [None, "a", b"a", {}, object(), {1.0}, len])
def test_a_tensor_never_equals_something_that_is_no_number(other):
    x = adl.constant([1.0, 2.0])
    assert (x == other) is False
    assert (x != other) is True
    assert (other == x) is False


def test_references_are_keys():
    a, b = adl.Variable(1.0), adl.Variable(1.0)
    names = {a.ref(): "a", b.ref(): "b"}
    assert (names[a.ref()], names[b.ref()]) == ("a", "b")
    assert a.ref() == a.ref() != b.ref()
    assert a.ref().deref() is a
    for x in (a, adl.constant(1.0)):
        with pytest.raises(TypeError, match=r"d\[x.ref\(\)\]"):
            hash(x)
        with pytest.raises(TypeError, match="ref"):
            dict.fromkeys((x,))
        with pytest.raises(TypeError, match="ref"):
            frozenset([x])


# ---- nothing is changed in place ---------------------------------------------------------------------------


@pytest.mark.parametrize("index", [0, slice(None), ..., [0, 1], np.array([True, False])])
@pytest.mark.parametrize("make", [adl.constant, adl.Variable])
def test_entries_cannot_be_written(make, index):
    x = make([1.0, 2.0])
    with pytest.raises(TypeError, match=r"np.where.*v.assign"):
        x[index] = 5.0
    with pytest.raises(TypeError, match="cannot be changed in place"):
        del x[index]


def test_attributes_cannot_be_invented():
    with pytest.raises(AttributeError):
        adl.constant(1.0).grad = 3.0


def test_adding_in_place_on_a_tensor_makes_a_new_one():
    x = y = adl.constant(1.0)
    y += 1.0
    assert (float(x), float(y)) == (1.0, 2.0)


def store(array, index, value):
    array[index] = value


@pytest.mark.parametrize(
    ("shape", "dtype", "index", "value"),
    [
        (2, "float64", 0, lambda b: b[0]),
        (2, "float32", 0, lambda b: b[0] * 2.0),
        (2, "int64", 0, lambda b: b[0]),
        (2, "complex128", 0, lambda b: b[0]),
        (2, "float64", slice(None), np.sin),
        (2, "float64", slice(0, 1), lambda b: b[:1]),
        ((2, 2), "float64", 1, lambda b: b),
        (2, "float64", [0, 1], np.sin),
        (2, "float64", np.array([True, False]), lambda b: b[0]),
    ],
)
def test_a_gradient_that_would_miss_what_was_written_into_an_array_is_refused(shape, dtype, index, value):
    b = adl.Variable([0.5, 4.0])
    with adl.GradientTape(persistent=True) as tape:
        store(np.zeros(shape, dtype), index, value(b))
        y = b * 2.0
    for target in (y, np.zeros(2)):
        with pytest.raises(TypeError, match=r"(?s)array.*np.stack"):
            tape.gradient(target, b)


def test_numbers_may_be_collected_in_an_array():
    b, c = adl.Variable([0.5, 4.0]), np.zeros(2)
    with adl.GradientTape() as tape:
        y = np.sum(b * b)
        store(c, 0, float(b[0]))
        store(c, 1, adl.constant(7.0))
        c[:] += b.numpy()
    store(c, slice(None), tape.gradient(y, b))
    assert c.tolist() == [1.0, 8.0]


# ---- copies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "bool", "complex64"])
@pytest.mark.parametrize("values", [1, [0, 1], [[1], [0]]])
@pytest.mark.parametrize("make", [adl.constant, adl.Variable])
def test_pickling_and_copying(make, values, dtype):
    x = make(np.array(values, dtype), name="x")
    for twin in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x), copy.deepcopy([x])[0]):
        assert type(twin) is type(x)
        assert (twin.dtype, twin.shape, twin.name) == (x.dtype, x.shape, "x")
        np.testing.assert_array_equal(twin.numpy(), x.numpy())


def test_a_copied_variable_goes_its_own_way():
    v = adl.Variable(1.0, trainable=False)
    twin = copy.deepcopy(v)
    twin.assign(5.0)
    assert (float(v), float(twin), twin.trainable) == (1.0, 5.0, False)
    memo = copy.deepcopy([v, v])
    assert memo[0] is memo[1]


def test_arrays():
    x = adl.constant([1.0, 2.0])
    assert np.asarray(x).dtype == np.float32
    assert np.asarray(x, dtype="float64").dtype == np.float64
    assert np.array(x, dtype=int).tolist() == [1, 2]
    assert np.asarray([x, x]).shape == (2, 2)
    assert np.asarray(adl.constant(1.0)).shape == ()
    with pytest.raises(ValueError, match="needs a copy"):
        np.asarray(x, dtype="float64", copy=False)
    assert x.tolist() == [1.0, 2.0]
    assert isinstance(adl.constant(1.0).numpy(), np.float32)


def test_a_log_of_losses_is_no_fault():
    w = adl.Variable(2.0)
    log = np.zeros(3)
    with adl.GradientTape() as tape:
        loss = w * w
        log[0] = loss
        log[1] = loss * 2.0
    assert float(tape.gradient(loss, w)) == 4.0
    assert log.tolist() == [4.0, 8.0, 0.0]


@pytest.mark.parametrize("value", [0.1, [0.1, 0.7], 1 / 3])
def test_a_float64_variable_takes_all_digits(value):
    v = adl.Variable(np.zeros(np.shape(value)))
    assert v.assign(value).numpy().tolist() == value
    assert v.assign_add(value).numpy().tolist() == (np.asarray(value) * 2).tolist()


def test_a_constant_made_of_tensors_keeps_their_path():
    x = adl.Variable([3.0, 4.0])
    with adl.GradientTape() as tape:
        y = np.sum(adl.constant([x[0] * x[1], x[1]]) ** 2)
    assert tape.gradient(y, x).numpy().tolist() == [2 * 12 * 4, 2 * 12 * 3 + 8]
