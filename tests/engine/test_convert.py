"""From what a learner gives to a Tensor: dtypes, and errors that say what to do."""

import decimal
import fractions

import numpy as np
import pytest

import autodiff_lab as adl


class Subclass(np.ndarray):
    """An array that does arithmetic as all arrays do, like np.matrix."""


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (3.0, "float32"),
        (3, "int32"),
        (-3, "int32"),
        ([-(2**31), 2**31 - 1], "int32"),
        (2**31, "int64"),
        (True, "bool"),
        (1j, "complex128"),
        ([1.0, 2], "float32"),
        ([[1, 2], [3, 4]], "int32"),
        ((1.0, (2.0)), "float32"),
        (range(3), "int32"),
        ([], "float32"),
        (2**40, "int64"),
        ([1, 2**40], "int64"),
        (np.float64(3), "float64"),
        (np.float16(3), "float16"),
        (np.int8(3), "int8"),
        (np.arange(3), np.arange(3).dtype),
        (np.zeros(2, "float32"), "float32"),
        ([np.float64(1.0), 2.0], "float64"),
        ([np.zeros(2), np.ones(2)], "float64"),
        (adl.Variable(1.0), "float32"),
        (adl.constant(np.float64(1)), "float64"),
        ([adl.constant(1.0), adl.constant(2.0)], "float32"),
        ([[adl.constant(1.0)], [2.0]], "float32"),
    ],
)
@pytest.mark.parametrize("make", [adl.constant, adl.Variable, adl.Tensor])
def test_dtypes(make, value, dtype):
    x = make(value)
    assert x.dtype == dtype
    np.testing.assert_array_equal(x.numpy(), np.array(value, dtype=dtype))


def test_the_asked_for_dtype_and_shape():
    assert adl.constant([1, 2], dtype="float64").numpy().tolist() == [1.0, 2.0]
    assert adl.constant([1, 2, 3, 4], shape=(2, 2)).numpy().tolist() == [[1, 2], [3, 4]]
    assert adl.constant(7.0, shape=(2, 2)).numpy().tolist() == [[7.0, 7.0], [7.0, 7.0]]
    assert adl.Variable(1, dtype="float32").dtype == np.float32
    with pytest.raises(ValueError, match="reshape"):
        adl.constant([1.0, 2.0], shape=(3,))


def test_the_default_dtype_can_be_chosen():
    adl.set_default_dtype("float64")
    try:
        assert adl.constant([0.1]).dtype == np.float64
        assert adl.get_default_dtype() == np.float64
    finally:
        adl.set_default_dtype("float32")
    with pytest.raises(TypeError, match="floating-point"):
        adl.set_default_dtype("int32")


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ("3.0", TypeError, r"'3.0' is text.*float\('3.0'\)"),
        (["1", "2"], TypeError, "is text"),
        (b"3", TypeError, "is text"),
        (np.str_("3"), TypeError, "is text"),
        (None, TypeError, r"None is not a number.*return"),
        ([1.0, None], TypeError, "NoneType"),
        ([[1.0, 2.0], [3.0]], ValueError, "2 entries, 1 entries.*same number of entries"),
        ([[1.0], 2.0], ValueError, "1 entries, a single number"),
        ([[[1], [2, 3]]], ValueError, "1 entries, 2 entries"),
        ([np.zeros(2), np.zeros(3)], ValueError, "2 entries, 3 entries"),
        ([np.array(1.0), [1, 2]], ValueError, "a single number, 2 entries"),
        ({"a": 1.0}, TypeError, "dict"),
        ({1.0}, TypeError, "set"),
        (lambda: 1.0, TypeError, "function"),
        (object(), TypeError, "object"),
        (fractions.Fraction(1, 2), TypeError, "Fraction"),
        (decimal.Decimal(1), TypeError, "Decimal"),
        (np.array([1, None]), TypeError, "NoneType"),
        (np.array([1, 2], dtype=object), TypeError, "object"),
        (np.datetime64("2020-01-01"), TypeError, "datetime64"),
        (np.zeros(2, dtype="i4,f4"), TypeError, "void"),
        (np.ma.masked_array([1.0, 2.0], [False, True]), TypeError, r"mask.*a.filled\(0.0\)"),
        (2**70, OverflowError, "beyond what any NumPy integer holds.*1.0e30"),
    ],
)
@pytest.mark.parametrize("make", [adl.constant, adl.Variable, adl.Tensor])
def test_what_is_not_made_of_numbers(make, value, error, words):
    with pytest.raises(error, match=f"(?s){words}"):
        make(value)


@pytest.mark.parametrize(
    ("value", "dtype", "error", "words"),
    [
        (1.5, "int32", TypeError, "fractions.*round"),
        (300, "int8", OverflowError, "300 does not fit into dtype int8"),
        ([-1], "uint8", OverflowError, "wrap around"),
        (1.0, "U3", TypeError, "numbers"),
        (1.0, "no such", TypeError, "not understood"),
    ],
)
def test_a_dtype_that_does_not_fit(value, dtype, error, words):
    with pytest.raises(error, match=f"(?s){words}"):
        adl.constant(value, dtype=dtype)


def test_a_float_beyond_the_range_is_infinite():
    assert np.isposinf(adl.constant(1e300).numpy())


# ---- operands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "dtype"),
    [
        (2.0, "float32"),
        (2, "float32"),
        (True, "float32"),
        (10**30, "float32"),
        ([1.0, 2.0], "float32"),
        (np.float32(2), "float32"),
        (np.float64(2), "float64"),
        (np.array([1.0, 2.0]), "float64"),
        (np.array([1, 2], dtype="int8"), "float32"),
        (1j, "complex64"),
        (adl.constant(2.0), "float32"),
        (adl.constant(np.float64(2)), "float64"),
        (np.array([1.0, 2.0]).view(Subclass), "float64"),
    ],
)
def test_python_numbers_are_weak_and_numpy_values_are_not(other, dtype):
    x = adl.constant([1.0, 2.0])
    for result in (x * other, np.multiply(x, other), other * x):
        assert isinstance(result, adl.Tensor)
        assert result.dtype == dtype


@pytest.mark.parametrize("other", ["a", {}, {1.0}, object(), b"x", np.array([None]), np.str_("a")])
@pytest.mark.parametrize(
    "use",
    [
        lambda x, o: x + o,
        lambda x, o: o - x,
        lambda x, o: x @ o,
        lambda x, o: x**o,
        lambda x, o: x > o,
        lambda x, o: np.maximum(x, o),
        lambda x, o: np.where(x > 0, o, x),
    ],
)
def test_an_operand_that_is_no_number(use, other):
    with pytest.raises(TypeError, match="cannot combine a Tensor with"):
        use(adl.constant([1.0, 2.0]), other)


def test_an_operand_that_lost_its_mask():
    masked = np.ma.masked_array([1.0, 2.0], [False, True])
    for use in (lambda x: x * masked, lambda x: np.add(x, masked)):
        with pytest.raises(TypeError, match="mask"):
            use(adl.constant([1.0, 2.0]))


def test_a_list_of_tensors_as_operand_asks_to_be_stacked():
    x = adl.constant([1.0, 2.0])
    with pytest.raises(TypeError, match=r"np.stack\(\[a, b\]\)"):
        x * [x[0], x[1]]


def test_a_memory_mapped_array_is_an_array(tmp_path):
    mapped = np.memmap(tmp_path / "numbers", dtype="float64", mode="w+", shape=2)
    mapped[:] = [3.0, 4.0]
    x = adl.Variable(np.array([1.0, 2.0]))
    with adl.GradientTape() as tape:
        y = np.sum(x * mapped)
    mapped[:] = 0.0
    assert tape.gradient(y, x).numpy().tolist() == [3.0, 4.0]


# ---- Variables ---------------------------------------------------------------------------------------------


def test_assigning():
    v = adl.Variable([1.0, 2.0], name="v")
    assert v.assign([3.0, 4.0]) is v
    assert v.assign_add(adl.constant([1.0, 1.0])).numpy().tolist() == [4.0, 5.0]
    assert v.assign_sub(np.array([0.5, 0.5])).numpy().tolist() == [3.5, 4.5]
    assert v.dtype == np.float32
    assert repr(v) == "Variable([3.5 4.5], shape=(2,), dtype=float32, name='v')"


@pytest.mark.parametrize("value", [1.0, [1.0], [[1.0, 2.0]], [1.0, 2.0, 3.0]])
def test_a_variable_keeps_its_shape(value):
    v = adl.Variable([1.0, 2.0])
    with pytest.raises(ValueError, match=r"has shape \(2,\)"):
        v.assign(value)


def test_a_variable_keeps_its_dtype():
    n = adl.Variable([1, 2])
    with pytest.raises(TypeError, match=r"(?s)int32.*on purpose:"):
        n.assign([1.5, 2.5])
    with pytest.raises(TypeError, match="is text"):
        n.assign("ab")
    assert n.numpy().tolist() == [1, 2]
