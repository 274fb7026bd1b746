"""Rows of norms, systems and factorisations, of real and of complex matrices."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from ops.case import Case, Draw, exactly, numbers, regular, spread
from ops.rows_products import parts

INF = np.inf


def rows() -> Iterator[Case]:
    yield from norms()
    yield from systems()
    yield from complex_systems()
    yield from triangular()
    yield from eigenvalues()
    yield from singular_values()


def both(op: str, call: Callable, draw: Draw, note: str, other: Draw | None = None) -> Iterator[Case]:
    """A complex matrix made of two real ones; `call` gives one array or several."""

    def run(a: Any, b: Any) -> tuple:
        found = call(a + 1j * b)
        return tuple(p for z in (found if isinstance(found, tuple) else (found,)) for p in parts(z))

    imaginary = other or numbers(draw(np.random.default_rng(0)).shape, (-0.4, 0.4))
    yield Case(op, run, (draw, imaginary), note=f"complex {note}")


def norms() -> Iterator[Case]:
    # numbers away from 0, where the sizes have a corner
    draw = lambda *shape: numbers(shape, (-2.0, -0.5), (0.5, 2.0))
    last = {None: "sqrt", 2: "sqrt", 1: "sum", 3: "power", 0.5: "power", -1: "power", INF: "max", -INF: "min"}
    for ord, op in last.items():
        for axis, keepdims in [(0, False), (-1, True)]:
            call = lambda x, o=ord, a=axis, k=keepdims: np.linalg.norm(x, o, a, k)
            yield Case(op, call, (draw(2, 3),), note=f"norm {ord} {axis} {keepdims}")
        vector = lambda x, o=ord: np.linalg.norm(x, o)
        yield Case(op, vector, (draw(3),), note=f"norm {ord}")
        yield from both(op, lambda z, o=ord: np.linalg.norm(z, o), draw(3), f"norm {ord}", draw(3))
    yield Case("sqrt", np.linalg.norm, (draw(2, 3, 2),), note="norm of all")
    yield Case("sqrt", lambda x: np.linalg.norm(x, keepdims=True), (draw(2, 3),), note="norm of all, kept")
    of_matrices: dict[Any, str] = {
        "fro": "sqrt", "nuc": "sum", 1: "max", -1: "min", 2: "max", -2: "min", INF: "max", -INF: "min",
    }  # fmt: skip
    for ord, op in of_matrices.items():
        yield Case(op, lambda x, o=ord: np.linalg.norm(x, o), (draw(3, 2),), note=f"matrix norm {ord}")
        kept = lambda x, o=ord: np.linalg.norm(x, o, axis=(2, 0), keepdims=True)
        yield Case(op, kept, (draw(2, 2, 3),), note=f"matrix norm {ord} axes")
        yield from both(
            op, lambda z, o=ord: np.linalg.norm(z, o), draw(2, 3), f"matrix norm {ord}", draw(2, 3)
        )
    yield Case("max", lambda x: np.linalg.matrix_norm(x, ord=1), (draw(2, 2, 3),), note="matrix_norm")
    many = lambda x: np.linalg.vector_norm(x, axis=(0, 2), ord=3)
    yield Case("power", many, (draw(2, 2, 3),), note="vector_norm axes")
    yield Case("sqrt", lambda x: np.linalg.vector_norm(x, keepdims=True), (draw(2, 3),), note="vector_norm")
    for p in (None, 2, -2, "fro", 1, INF):
        yield Case(_last_of(p), lambda x, p=p: np.linalg.cond(x, p), (regular(3, 3),), note=f"cond {p}")
    yield Case("divide", lambda x: np.linalg.cond(x), (numbers((2, 3, 2)),), note="cond of several")


def _last_of(p: Any) -> str:
    return "divide" if p in (None, 2, -2) else "multiply"


def systems() -> Iterator[Case]:
    for shape in [(2, 2), (3, 2), (2, 3), (2, 3, 2), (1, 1)]:
        yield Case("pinv", lambda a: np.linalg.pinv(a), (numbers(shape),), note=f"{shape}")
    flat = exactly(np.array([[1.0, 2.0, 0.5], [2.0, 4.0, 1.0]]))  # of rank 1
    one_rank = lambda s, m: np.linalg.pinv(s * m, rcond=1e-10)
    yield Case("pinv", one_rank, (exactly(1.5), flat), fixed=(1,), note="not of full rank")
    stack = (regular(2, 3, 3), numbers((3, 2)))
    yield Case("solve", lambda a, b: np.linalg.solve(a, b), stack, note="one right side for several")
    stack = (regular(3, 3), numbers((2, 3, 1)))
    yield Case("solve", lambda a, b: np.linalg.solve(a, b), stack, note="several right sides for one")
    for shape, right in [((4, 2), (4,)), ((4, 2), (4, 3)), ((2, 2), (2,)), ((2, 3), (2, 2))]:
        call = lambda a, b: np.linalg.lstsq(a, b, rcond=None)[0]
        yield Case("pinv", call, (numbers(shape), numbers(right)), note=f"lstsq {shape}{right}")
        rest = lambda a, b: np.linalg.lstsq(a, b, rcond=None)[1]
        if shape[0] > shape[1]:
            yield Case("sum", rest, (numbers(shape), numbers(right)), note=f"lstsq rest {shape}{right}")
    call = lambda a, b: np.linalg.tensorsolve(np.reshape(a, (2, 3, 3, 2)), b)
    yield Case("solve", call, (regular(6, 6), numbers((2, 3))), note="tensorsolve")
    call = lambda a, b: np.linalg.tensorsolve(np.reshape(a, (3, 2, 2, 3)), b, axes=(0, 2))
    yield Case("solve", call, (_moved(), numbers((2, 3))), note="tensorsolve axes")
    call = lambda a: np.linalg.tensorinv(np.reshape(a, (2, 3, 6)))
    yield Case("inv", call, (regular(6, 6),), note="tensorinv")
    for n in (1, 2, 3, 5, -1, -2):
        call = lambda a, n=n: np.linalg.matrix_power(a, n)
        yield Case(
            "inv" if n < 0 else "matmul" if n > 1 else "add",
            lambda a, c=call: c(a) + a,
            (regular(2, 3, 3),),
            note=f"matrix_power {n}",
        )
    nothing = lambda a: np.linalg.matrix_power(a, 0) * 2.0
    yield Case("where", nothing, (numbers((2, 3, 3)),), note="matrix_power 0")
    for shapes in [
        ((2, 3), (3, 4)),
        ((2, 3), (3, 4), (4, 1)),
        ((3,), (3, 2), (2, 4), (4,)),
        ((3,), (3, 2), (2, 2)),
    ]:
        chain = lambda *xs: np.linalg.multi_dot(xs)
        yield Case("matmul", chain, tuple(map(numbers, shapes)), note=f"multi_dot {shapes}")
    for n in (7, 8):
        yield Case("det", lambda a: np.linalg.det(a / 5), (regular(n, n),), note=f"of {n} rows")


def _moved() -> Draw:
    return lambda rng: np.moveaxis(regular(6, 6)(rng).reshape(2, 3, 3, 2), (2, 3), (0, 2)).reshape(6, 6)


def complex_systems() -> Iterator[Case]:
    square = regular(3, 3)
    yield from both("inv", np.linalg.inv, square, "inv")
    yield from both("det", np.linalg.det, square, "det")
    yield from both("slogdet", lambda z: tuple(np.linalg.slogdet(z)), square, "slogdet")
    yield from both("pinv", lambda z: np.linalg.pinv(z), numbers((3, 2)), "pinv tall")
    yield from both("pinv", lambda z: np.linalg.pinv(z), numbers((2, 3)), "pinv wide")
    yield from both("solve", lambda z: np.linalg.solve(z, z[:, 0]), square, "solve")


def _hermitian(z: Any) -> Any:
    return (z + np.conj(np.swapaxes(z, -1, -2))) / 2


def triangular() -> Iterator[Case]:
    upper = lambda a: np.linalg.cholesky(_hermitian(a), upper=True)
    yield Case("cholesky", upper, (spread(2, 2),), note="upper")
    yield from both("cholesky", lambda z: np.linalg.cholesky(_hermitian(z)), spread(3, 3), "lower")
    for shape in [(3, 3), (4, 2), (2, 3), (2, 3, 2)]:
        draw = exactly(np.random.default_rng(5).uniform(-1, 1, shape) + 2 * np.eye(*shape[-2:]))
        yield Case("qr", lambda a: tuple(np.linalg.qr(a)), (draw,), note=f"{shape}")
        yield Case("qr", lambda a: np.linalg.qr(a, mode="r"), (draw,), note=f"r {shape}")
        yield from both("qr", lambda z: tuple(np.linalg.qr(z)), draw, f"{shape}")
    yield Case("qr", lambda a: tuple(np.linalg.qr(a, "complete")), (regular(2, 2),), note="complete")


def _turned_back(values: Any, vectors: Any) -> tuple:
    """What does not depend on the phase of a vector: the sizes of its entries, and its projection."""
    return values, vectors @ np.conj(
        np.swapaxes(vectors, -1, -2) * np.arange(1.0, vectors.shape[-1] + 1)[:, None]
    )


def eigenvalues() -> Iterator[Case]:
    yield Case("eigh", lambda a: np.linalg.eigvalsh(_hermitian(a)), (spread(3, 3),), note="eigvalsh")
    above = lambda a: tuple(np.linalg.eigh(_hermitian(a), UPLO="U"))
    yield Case("eigh", above, (spread(3, 3),), note="upper")
    yield from both("eigh", lambda z: _turned_back(*np.linalg.eigh(_hermitian(z))), spread(3, 3), "eigh")
    # eigenvalues near 2, 4 and 6: real ones
    apart = lambda *shape: (
        lambda rng: rng.uniform(-0.4, 0.4, shape) + np.diag(2.0 * np.arange(1, shape[-1] + 1))
    )
    for shape in [(3, 3), (2, 2, 2)]:
        yield Case("eig", lambda a: tuple(np.linalg.eig(a)), (apart(*shape),), note=f"{shape}")
    yield Case("eig", lambda a: np.linalg.eigvals(a), (apart(3, 3),), note="eigvals")
    turning = exactly(np.array([[1.0, 2.0, 0.3], [-1.5, 1.2, 0.1], [0.2, -0.4, 3.0]]))
    yield Case("eig", lambda a: parts(np.linalg.eigvals(a)), (turning,), note="complex eigenvalues")
    sizes = lambda a: np.abs(np.linalg.eig(a)[1])
    yield Case("eig", sizes, (turning,), note="complex eigenvectors")
    yield from both("eig", lambda z: np.linalg.eigvals(z), apart(3, 3), "eigvals")
    yield from both("eig", lambda z: _turned_back(*np.linalg.eig(z)), apart(3, 3), "eig")


def singular_values() -> Iterator[Case]:
    for shape in [(3, 3), (3, 2), (2, 3)]:
        draw = exactly(
            np.random.default_rng(3).uniform(-1, 1, shape) + np.diag([3.0, 1.0, 2.0])[: shape[0], : shape[1]]
        )
        yield Case("svd", lambda a: np.linalg.svdvals(a), (draw,), note=f"svdvals {shape}")
        again = lambda a: _products(*np.linalg.svd(a, full_matrices=False))
        yield from both("svd", again, draw, f"{shape}")
    yield Case("svd", lambda a: np.linalg.svd(a, compute_uv=False), (draw,), note="values alone")
    yield Case("svd", lambda a: np.linalg.svd(a)[1], (regular(2, 3, 3),), note="square, full")


def _products(u: Any, s: Any, vh: Any) -> tuple:
    """What does not depend on the phases: one singular direction alone, and the sizes of the entries."""
    return s, u[:, :1] @ vh[:1, :], u[:, 1:2] @ vh[1:2, :], np.abs(u)
