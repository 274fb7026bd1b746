"""NumPy's array methods and Python's protocol, on Tensors and Variables as on arrays."""

import math
import operator

import numpy as np
import pytest

import autodiff_lab as adl

X = np.array([[0.5, -1.5, 2.0], [1.25, 0.75, -0.5]])
SQUARE = X[:, :2] + np.eye(2)

METHODS = {
    "sum": lambda x: x.sum(axis=0),
    "sum kept": lambda x: x.sum(1, keepdims=True),
    "mean": lambda x: x.mean(),
    "prod": lambda x: x.prod(axis=-1),
    "std": lambda x: x.std(axis=1),
    "var": lambda x: x.var(ddof=1),
    "max": lambda x: x.max(axis=0),
    "min": lambda x: x.min(),
    "cumsum": lambda x: x.cumsum(axis=1),
    "cumprod": lambda x: x.cumprod(),
    "clip": lambda x: x.clip(-1.0, 1.0),
    "clip one side": lambda x: x.clip(min=0.0),
    "reshape": lambda x: x.reshape(3, 2),
    "reshape tuple": lambda x: x.reshape((3, -1)),
    "ravel": lambda x: x.ravel(),
    "flatten": lambda x: x.flatten(),
    "transpose": lambda x: x.transpose(),
    "transpose axes": lambda x: x.transpose(1, 0),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "squeeze": lambda x: x.reshape(2, 1, 3).squeeze(1),
    "repeat": lambda x: x.repeat(2, axis=1),
    "take": lambda x: x.take([0, 2, 2], axis=1),
    "compress": lambda x: x.compress([True, False, True], axis=1),
    "diagonal": lambda x: x.diagonal(1),
    "trace": lambda x: x.trace(),
    "dot": lambda x: x.dot([1.0, 2.0, 3.0]),
    "conj": lambda x: x.conj(),
    "conjugate": lambda x: x.conjugate(),
    "real": lambda x: x.real,
    "copy": lambda x: x.copy(),
    "astype": lambda x: x.astype("complex128", copy=False).real,
    "mod": lambda x: divmod(x, 0.7)[1],
    "mod from the right": lambda x: divmod(3.1, x)[1],
    "abs": lambda x: abs(x),
    "remainder": lambda x: x % 0.7,
    "iteration": lambda x: list(x)[1],
    "unpacking": lambda x: np.add(*x),
}


@pytest.mark.parametrize("call", METHODS.values(), ids=METHODS.keys())
@pytest.mark.parametrize("make", [adl.Variable, adl.constant])
def test_a_method_is_as_on_an_array_and_recorded(call, make):
    x = make(X)
    with adl.GradientTape() as tape:
        tape.watch(x)
        y = call(x)
        total = np.sum(y * y)
    assert isinstance(y, adl.Tensor)
    assert y.dtype == np.float64
    np.testing.assert_allclose(y, call(X), rtol=1e-7)
    gradient = tape.gradient(total, x)
    # along the numbers themselves; every call but the clipped ones is smooth near X
    step = 1e-6 * X
    slope = (np.sum(np.square(call(X + step))) - np.sum(np.square(call(X - step)))) / 2e-6
    assert np.sum(gradient * X) == pytest.approx(slope, rel=1e-5)


FLAT = {
    "argmax": lambda x: x.argmax(axis=1),
    "argmin": lambda x: x.argmin(),
    "argsort": lambda x: x.argsort(axis=0),
    "argpartition": lambda x: x.argpartition(1),
    "all": lambda x: x.all(axis=0),
    "any": lambda x: x.any(),
    "round": lambda x: x.round(1),
    "imag": lambda x: x.imag,
    "searchsorted": lambda x: x[0].searchsorted(0.7),
    "floor": lambda x: x // 0.7,
    "divmod": lambda x: divmod(x, 0.7)[0],
    "astype": lambda x: x.astype(int),
    "less": lambda x: x < 0.6,
    "equal": lambda x: x == 0.5,
    "unequal": lambda x: x != 0.5,
}


@pytest.mark.parametrize("call", FLAT.values(), ids=FLAT.keys())
def test_places_truths_and_steps_are_values_alone(call):
    x = adl.Variable(X)
    with adl.GradientTape() as tape:
        y = call(x)
    assert not [note for note in tape._records if note[0].name not in ("getitem", "remainder", "mod")]
    assert isinstance(y, adl.Tensor)
    np.testing.assert_array_equal(y, call(X))


def test_nonzero_and_ptp():
    x = adl.constant(X)
    assert [i.numpy().tolist() for i in x.nonzero()] == [[0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 1, 2]]
    assert x.ptp().item() == 3.5


def test_complex_parts():
    z = adl.constant([1 + 2j, 3 - 4j])
    assert z.real.numpy().tolist() == [1, 3]
    assert z.imag.numpy().tolist() == [2, -4]
    assert z.conj().numpy().tolist() == [1 - 2j, 3 + 4j]
    assert complex(z[0]) == 1 + 2j
    assert abs(z[1]).item() == 5.0


def test_plain_facts():
    x = adl.constant(X.astype("float32"))
    assert (x.shape, x.ndim, x.size, x.itemsize, x.nbytes, len(x)) == ((2, 3), 2, 6, 4, 24, 2)
    assert x.tobytes() == X.astype("float32").tobytes()
    assert x.tolist() == X.tolist()
    assert x.item(1, 2) == x.item(5) == -0.5
    assert 0.75 in x
    assert 7.0 not in x


def test_a_copy_of_a_variable_does_not_follow_it():
    v = adl.Variable([1.0, 2.0])
    before = v.copy()
    v.assign([5.0, 5.0])
    assert before.numpy().tolist() == [1.0, 2.0]


def test_one_number_is_as_pythons_own():
    x = adl.constant(np.float64(2.5))
    assert float(x) == 2.5
    assert int(x) == 2
    assert bool(x)
    assert round(x) == 2
    assert round(x, 1) == 2.5
    assert f"{x:.2f}" == "2.50"
    assert math.sqrt(x) == math.sqrt(2.5)
    assert [10, 20, 30][adl.constant(1)] == 20
    assert operator.index(adl.constant(7)) == 7
    assert 2 < x < 3
    assert max([x, adl.constant(9.0)], key=float).item() == 9.0


@pytest.mark.parametrize("name", ["sort", "fill", "put", "partition", "resize", "itemset", "setfield"])
@pytest.mark.parametrize("make", [adl.Variable, adl.constant])
def test_what_would_change_the_numbers_says_what_to_write_instead(name, make):
    with pytest.raises(TypeError, match=rf"(?s)never changes.*x.{name}\(...\) in place.*y = np\."):
        getattr(make(X), name)(0)


def test_what_shares_memory_is_refused():
    x = adl.constant(X)
    with pytest.raises(TypeError, match="astype"):
        x.view("int64")
    with pytest.raises(AttributeError, match=r"np.ravel\(x\)"):
        _ = x.flat
    with pytest.raises(TypeError, match="out="):
        x.sum(out=np.zeros(()))


def test_methods_tell_what_they_are():
    assert adl.Tensor.sum.__name__ == "sum"
    assert "np.std" in adl.Tensor.std.__doc__
    shared = [name for name in dir(np.ndarray) if name[0] != "_" and hasattr(adl.Tensor, name)]
    assert all(getattr(adl.Tensor, name).__doc__ for name in shared)
