"""Rows of the further products, of polynomials, interpolation and Fourier transforms."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from ops.case import Case, exactly, numbers


def rows() -> Iterator[Case]:
    yield from of_vectors()
    yield from of_blocks()
    yield from convolutions()
    yield from polynomials()
    yield from interpolations()
    yield from transforms()
    yield from transforms_of_halves()


def parts(z: Any) -> Any:
    """A complex result as two real ones, so that every law holds for them."""
    return np.real(z), np.imag(z)


def pair(op: str, call: Callable, a: tuple, b: tuple, note: str = "") -> Iterator[Case]:
    yield Case(op, call, (numbers(a), numbers(b)), note=f"{note or op} {a}{b}")


def complex_pair(op: str, call: Callable, a: tuple, b: tuple, note: str = "") -> Iterator[Case]:
    """A product of complex numbers, each made of two real ones."""
    both = lambda ar, ai, br, bi: parts(call(ar + 1j * ai, br + 1j * bi))
    args = (numbers(a), numbers(a), numbers(b), numbers(b))
    yield Case(op, both, args, note=f"complex {note or op} {a}{b}")


def complex_one(op: str, call: Callable, shape: tuple, note: str = "") -> Iterator[Case]:
    both = lambda a, b: parts(call(a + 1j * b))
    yield Case(op, both, (numbers(shape), numbers(shape)), note=f"complex {note or op} {shape}")


def of_vectors() -> Iterator[Case]:
    yield from pair("dot", np.vdot, (3,), (3,), "vdot")
    yield from pair("dot", np.vdot, (2, 3), (6,), "vdot")
    yield from complex_pair("dot", np.vdot, (3,), (3,), "vdot")
    yield from pair("dot", np.inner, (3,), (3,), "inner")
    yield from pair("tensordot", np.inner, (2, 3), (4, 3), "inner")
    yield from pair("tensordot", np.inner, (2, 1, 3), (3,), "inner")
    yield from pair("multiply", np.inner, (), (3,), "inner")
    yield from pair("outer", np.outer, (2,), (3,))
    yield from pair("outer", np.outer, (2, 2), (3,))
    yield from pair("outer", np.outer, (), (3,))
    yield from pair("outer", np.outer, (0,), (3,))
    yield from pair("outer", np.linalg.outer, (2,), (3,), "linalg")
    yield from complex_pair("outer", np.outer, (2,), (3,))
    for a, b in [((3,), (3,)), ((2, 3), (3,)), ((2, 3), (4, 1, 3)), ((2, 0), (2, 0))]:
        yield from pair("vecdot", np.vecdot, a, b)
        yield from complex_pair("vecdot", np.vecdot, a, b)
    yield from pair("vecdot", lambda a, b: np.linalg.vecdot(a, b, axis=0), (3, 2), (3, 1), "axis")
    yield from pair("vecdot", lambda a, b: np.vecdot(a, b, axis=0), (3, 2), (3, 2), "ufunc axis")
    if hasattr(np, "matvec"):
        for a, b in [((2, 3), (3,)), ((4, 2, 3), (3,)), ((4, 1, 2, 3), (5, 3))]:
            yield from pair("matmul", np.matvec, a, b, "matvec")
        for a, b in [((3,), (3, 2)), ((4, 3), (3, 2)), ((5, 3), (4, 1, 3, 2))]:
            yield from pair("matmul", np.vecmat, a, b, "vecmat")
        yield from complex_pair("matmul", np.vecmat, (3,), (3, 2), "vecmat")
    yield from pair("matmul", np.linalg.matmul, (2, 3), (3, 2), "linalg")
    yield from complex_pair("matmul", np.matmul, (2, 3), (3, 2))
    yield from complex_pair("tensordot", lambda a, b: np.tensordot(a, b, 1), (2, 3), (3, 2))
    yield from complex_pair("einsum", lambda a, b: np.einsum("ij,ij->j", a, b), (2, 3), (2, 3))


def of_blocks() -> Iterator[Case]:
    for a, b in [((2,), (3,)), ((2, 3), (2, 2)), ((2,), (3, 2)), ((1, 2, 2), (3,)), ((0,), (2,))]:
        yield from pair("kron", np.kron, a, b)
    yield from pair("multiply", np.kron, (), (), "kron")
    yield from complex_pair("kron", np.kron, (2,), (3,))
    yield from pair("cross", np.cross, (3,), (3,))
    yield from pair("cross", np.cross, (2, 3), (4, 1, 3))
    yield from pair("cross", lambda a, b: np.cross(a, b, axis=0), (3, 2), (3, 2), "axis")
    yield from pair("cross", lambda a, b: np.cross(a, b, 0, 1, 0), (3, 2), (2, 3), "axes")
    yield from pair("cross", lambda a, b: np.linalg.cross(a, b, axis=0), (3, 2), (3, 2), "linalg")
    by_hand = lambda a, b: a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    yield Case("multiply", np.cross, (numbers((4, 2)), numbers((2,))), by_hand, note="cross in a plane")
    filled = lambda a, b: np.cross(np.append(a, 0.0), b)
    yield Case("cross", np.cross, (numbers((2,)), numbers((3,))), filled, note="plane and space")


def convolutions() -> Iterator[Case]:
    for mode in ("full", "same", "valid"):
        for a, b in [((4,), (3,)), ((5,), (2,)), ((3,), (4,)), ((2,), (5,)), ((1,), (1,)), ((3,), (3,))]:
            yield from pair("convolve", lambda a, v, m=mode: np.convolve(a, v, m), a, b, f"convolve {mode}")
            yield from pair("convolve", lambda a, v, m=mode: np.correlate(a, v, m), a, b, f"correlate {mode}")
        for a, b in [((4,), (3,)), ((2,), (3,))]:
            yield from complex_pair("convolve", lambda a, v, m=mode: np.correlate(a, v, m), a, b, mode)


def polynomials() -> Iterator[Case]:
    for n, shape in [(4, ()), (3, (2,)), (3, (2, 2)), (1, (2,)), (2, (0,))]:
        yield from pair("polyval", np.polyval, (n,), shape)
    zero = (numbers((3,)), exactly(np.array([0.0, 1.0, -2.0])))
    yield Case("polyval", np.polyval, zero, note="at 0")
    for call, note in [
        (lambda x: np.vander(x), "square"),
        (lambda x: np.vander(x, 2), "fewer"),
        (lambda x: np.vander(x, 5, increasing=True), "increasing"),
        (lambda x: np.vander(x, 1), "one column"),
    ]:
        yield Case("vander", call, (exactly(np.array([0.5, 0.0, -2.0])),), note=note)


def interpolations() -> Iterator[Case]:
    xs = exactly(np.array([-1.0, 0.4, 2.0, 2.7]))
    points = exactly(np.array([0.0, 1.0, 3.0]))
    inside = exactly(np.array([[0.4, 2.0], [2.7, 0.1]]))
    heights = numbers((3,))
    yield Case("multiply", np.interp, (inside, points, heights), note="interp inside")
    yield Case("where", np.interp, (xs, points, heights), note="interp outside")
    yield Case("multiply", np.interp, (exactly(0.4), points, heights), note="interp one number")
    ends = lambda x, xp, fp: np.interp(x, xp, fp, left=-1.0, right=2.0)
    yield Case("where", ends, (xs, points, heights), note="interp left and right")
    wrapped = lambda x, xp, fp: np.interp(x, xp, fp, period=2.5)
    turns = (exactly(np.array([-1.0, 0.4, 4.1])), exactly(np.array([0.2, 3.0, 1.3])), heights)
    yield Case("multiply", wrapped, turns, note="interp period")
    one_point = (exactly(np.array([0.5, 2.0])), exactly(np.array([1.0])), numbers((1,)))
    yield Case("where", np.interp, one_point, note="interp one point")


NORMS: tuple[Any, ...] = (None, "ortho", "forward")


def transforms() -> Iterator[Case]:
    for f in (np.fft.fft, np.fft.ifft):
        op = f.__name__
        for norm in NORMS:
            yield from complex_one(op, lambda z, f=f, n=norm: f(z, norm=n), (4,), f"{norm}")
        for n in (2, 5):
            yield from complex_one(op, lambda z, f=f, n=n: f(z, n, axis=0), (3, 2), f"n={n}")
        yield Case(op, lambda x, f=f: parts(f(x)), (numbers((2, 3)),), note="real")
    for f, op in [
        (np.fft.fftn, "fftn"),
        (np.fft.fft2, "fftn"),
        (np.fft.ifftn, "ifftn"),
        (np.fft.ifft2, "ifftn"),
    ]:
        name = f.__name__
        yield from complex_one(op, f, (2, 3), name)
        yield from complex_one(op, lambda z, f=f: f(z, (3, 2), (0, -1)), (2, 3), f"{name} s")
        yield from complex_one(op, lambda z, f=f: f(z, axes=(1, 0), norm="ortho"), (2, 3, 2), f"{name} axes")
        once = op.replace("n", "")
        yield from complex_one(once, lambda z, f=f: f(z, (3, 2), (0, 0)), (3, 2), f"{name} an axis twice")
    for f in (np.fft.fftshift, np.fft.ifftshift):
        yield Case(f.__name__, f, (numbers((2, 3)),), note="all")
        yield Case(f.__name__, lambda x, f=f: f(x, 1), (numbers((2, 3)),), note="one axis")


def transforms_of_halves() -> Iterator[Case]:
    for norm in NORMS:
        yield Case("rfft", lambda x, n=norm: parts(np.fft.rfft(x, norm=n)), (numbers((5,)),), note=f"{norm}")
        yield from complex_one("irfft", lambda z, n=norm: np.fft.irfft(z, norm=n), (4,), f"{norm}")
        yield from complex_one("irfft", lambda z, n=norm: np.fft.hfft(z, norm=n), (3,), f"hfft {norm}")
        yield Case(
            "rfft", lambda x, n=norm: parts(np.fft.ihfft(x, norm=n)), (numbers((4,)),), note=f"i {norm}"
        )
    for n in (3, 4, 7):
        yield Case("rfft", lambda x, n=n: parts(np.fft.rfft(x, n, 0)), (numbers((4, 2)),), note=f"n={n}")
        yield from complex_one("irfft", lambda z, n=n: np.fft.irfft(z, n, 0), (3, 2), f"n={n}")
    for f in (np.fft.rfft2, np.fft.rfftn):
        yield Case("rfft", lambda x, f=f: parts(f(x)), (numbers((3, 4)),), note=f.__name__)
        cut = lambda x, f=f: parts(f(x, (2, 5), (0, 1)))
        yield Case("rfft", cut, (numbers((3, 4)),), note=f"{f.__name__} s")
    yield Case("rfft", lambda x: parts(np.fft.rfftn(x, axes=(1,))), (numbers((3, 4)),), note="rfftn one axis")
    for f in (np.fft.irfft2, np.fft.irfftn):
        yield from complex_one("irfft", f, (3, 3), f.__name__)
        yield from complex_one("irfft", lambda z, f=f: f(z, (2, 5), (0, 1)), (3, 4), f"{f.__name__} s")
