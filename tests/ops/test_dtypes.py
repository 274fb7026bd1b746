"""Functions that compute in a wider type than their input: NumPy's type is the truth for values."""

import numpy as np
import pytest

import autodiff_lab as adl

FUNCTIONS = {
    "cov": np.cov,
    "corrcoef": np.corrcoef,
    "polyder": lambda a: np.polyder(a[0]),
    "polyder twice": lambda a: np.polyder(a[0], 2),
    "polyint": lambda a: np.polyint(a[0]),
    "cov of two": lambda a: np.cov(a[0], a[1]),
    "cov with a type": lambda a: np.cov(a, dtype=np.result_type(a.dtype, np.float32)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64])
def test_the_type_is_numpys(name, dtype):
    x = np.random.default_rng(3).normal(size=(3, 4)).astype(dtype)
    f = FUNCTIONS[name]
    v = adl.Variable(x)
    with adl.GradientTape() as tape:
        y = f(v)
        total = np.sum(np.real(y * np.conj(y)))
    assert y.dtype == f(x).dtype
    np.testing.assert_allclose(y.numpy(), f(x), rtol=1e-6)
    assert tape.gradient(total, v).dtype == dtype  # the gradient has the type of its source


def test_a_correlation_is_never_above_one():
    rng = np.random.default_rng(0)
    for _ in range(50):
        row = rng.normal(size=5)
        c = np.corrcoef(adl.Variable(np.stack([row, row * rng.uniform(0.1, 9.0), -row]))).numpy()
        assert np.abs(c).max() <= 1
