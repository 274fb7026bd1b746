"""Gradients of complex numbers point uphill, as in TensorFlow."""

import numpy as np
import pytest

import autodiff_lab as adl

RNG = np.random.default_rng(4)
Z = RNG.uniform(-1, 1, (3, 3)) + 1j * RNG.uniform(-1, 1, (3, 3)) + 3 * np.eye(3)

CALLS = {
    "real base": lambda z: np.power(np.real(z), z),
    "complex base": lambda z: z**z,
    "matmul": lambda z: z @ z,
    "vdot": lambda z: np.vdot(z, z * z),
    "vecdot": lambda z: np.vecdot(z, z[::-1]),
    "einsum": lambda z: np.einsum("ij,jk,ki->i", z, np.conj(z), z),
    "kron": lambda z: np.kron(z, z[0]),
    "correlate": lambda z: np.correlate(z[0], z[1], "same"),
    "trace": lambda z: np.trace(z @ np.conj(z)),
    "inv": np.linalg.inv,
    "solve": lambda z: np.linalg.solve(z, np.conj(z)),
    "det": np.linalg.det,
    "slogdet": lambda z: np.linalg.slogdet(z)[0] * np.linalg.slogdet(z)[1],
    "pinv": lambda z: np.linalg.pinv(z[:2]),
    "norm": np.linalg.norm,
    "nuclear norm": lambda z: np.linalg.norm(z, "nuc"),
    "cholesky": lambda z: np.linalg.cholesky(z @ np.conj(z.T)),
    "qr": lambda z: np.linalg.qr(z)[0],
    "eigvalsh": lambda z: np.linalg.eigvalsh(z + np.conj(z.T)),
    "eigvals": np.linalg.eigvals,
    "svdvals": np.linalg.svdvals,
    "fft": np.fft.fft,
    "ifft2": np.fft.ifft2,
    "irfft": lambda z: np.fft.irfft(z, 5),
    "hfft": np.fft.hfft,
    "polyval": lambda z: np.polyval(z[0], z[1:]),
    "vander": lambda z: np.vander(z[0]),
}


def loss(call, z):
    y = call(z)
    weights = np.linspace(0.5, 1.5, y.size).reshape(y.shape)
    return np.sum(np.real(y) * weights) + np.sum(np.imag(y) * weights**2)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_uphill(call):
    z = adl.constant(Z)
    with adl.GradientTape() as tape:
        tape.watch(z)
        y = loss(call, z)
    gradient = np.asarray(tape.gradient(y, z))
    assert gradient.dtype == np.complex128
    step = 1e-5
    for place in np.ndindex(Z.shape):
        nudge = np.zeros(Z.shape)
        nudge[place] = step
        slopes = [(loss(call, Z + d) - loss(call, Z - d)) / (2 * step) for d in (nudge, 1j * nudge)]
        assert gradient[place] == pytest.approx(complex(*slopes), rel=1e-6, abs=1e-7)


def test_a_complex_number_of_python_beside_a_float64():
    x = adl.constant(np.float64(2.0))
    for y in (1j * x, 1j + x, 1j - x, 1j / x, x * 1j):
        assert y.dtype == np.complex128
    assert (1j * adl.constant(2.0)).dtype == np.complex64


def test_a_complex64_stays_one():
    z = adl.constant(Z.astype(np.complex64))
    with adl.GradientTape() as tape:
        tape.watch(z)
        y = np.sum(np.abs(np.fft.fft(np.linalg.inv(z))))
    assert y.dtype == np.float32
    assert tape.gradient(y, z).dtype == np.complex64
