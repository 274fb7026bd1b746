"""Arrays made with ``like=``, which NumPy hands over, and settings of ufuncs that change no slope."""

import numpy as np
import pytest

import autodiff_lab as adl


def test_an_array_of_tensors_is_recorded():
    a, b = adl.Variable(2.0), adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = np.sum(np.array([a * b, b], like=a) * np.array([1.0, 10.0], np.float32))
    assert [float(g) for g in tape.gradient(y, [a, b])] == [3.0, 12.0]


def test_full_repeats_a_tensor():
    a = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        y = np.full((2, 3), a * a, like=a)
    assert y.shape == (2, 3)
    assert float(tape.gradient(y, a)) == 6 * 4.0


def test_dtype_and_ndmin():
    a = adl.Variable([1.0, 2.0])
    made = np.asarray([a[0], a[1]], dtype="float64", like=a)
    assert (made.dtype, made.shape) == (np.float64, (2,))
    assert np.array(a, ndmin=3, like=a).shape == (1, 1, 2)


@pytest.mark.parametrize(
    "make",
    [
        lambda **like: np.zeros((2, 3), **like),
        lambda **like: np.ones(2, np.float32, **like),
        lambda **like: np.eye(3, k=1, **like),
        lambda **like: np.identity(2, **like),
        lambda **like: np.tri(3, **like),
        lambda **like: np.arange(1.0, 3.0, 0.5, **like),
    ],
)
def test_constants(make):
    got = make(like=adl.constant(1.0))
    assert isinstance(got, adl.Tensor)
    assert got.dtype == make().dtype
    np.testing.assert_array_equal(got, make())


def test_a_ufunc_takes_a_dtype():
    x = adl.Variable(np.array([1.0, 2.0]))
    with adl.GradientTape() as tape:
        y = np.multiply(x, x, dtype=np.float32, casting="same_kind", order="C")
    assert y.dtype == np.float32
    gradient = tape.gradient(y, x)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, [2.0, 4.0])


def test_powers_are_flat_to_any_order():
    """The third derivative of a square is 0, at 0 too, where ``0 * x ** -1`` would not be a number."""
    for n in (1, 2, 3):
        f = lambda x, n=n: x**n
        for _ in range(n + 1):
            f = adl.grad(f)
        assert float(f(0.0)) == 0.0
