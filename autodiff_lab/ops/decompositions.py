"""Inverse, determinant, linear systems and factorisations, for stacks of matrices too.

``det`` is differentiated by its cofactors, so that a singular matrix is no exception. Only
``slogdet``, ``inv`` and ``solve`` need an invertible matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Operand, convert
from .indexing import scatter
from .registry import answers, define, own_function
from .shape import expand_dims, squeeze

# Up to this size the derivative of cofactors goes through their minors, and is exact for any matrix.
SMALL_MATRIX = 6


def _turned(x: Any) -> Any:
    return np.swapaxes(x, -1, -2)


# ---- inverse and linear systems ----------------------------------------------------------------------


def _solve_matrix(g: Any, y: Any, a: Any, b: Any) -> Any:
    return -np.linalg.solve(_turned(a), g) @ _turned(y)


inv_op = define(np.linalg.inv, lambda g, y, x: -_turned(y) @ g @ _turned(y), name="inv")
solve_op = define(
    np.linalg.solve, _solve_matrix, lambda g, y, a, b: np.linalg.solve(_turned(a), g), name="solve"
)


@answers(np.linalg.inv)
def inv(a: Any) -> Any:
    """``np.linalg.inv``."""
    return inv_op(_operand(a))


@answers(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    """``np.linalg.solve``."""
    a, b = _operand(a), _operand(b)
    if b.ndim == 1:
        return squeeze(solve_op(a, expand_dims(b, -1)), -1)
    return solve_op(a, b)


# ---- determinants --------------------------------------------------------------------------------------


@own_function
def cofactors(x: Any) -> Any:
    """The derivative of the determinant by each entry, also where the determinant is 0.

    From the singular values s: each direction gets the product of the *other* singular values.
    """
    n = x.shape[-1]
    if not n:
        return np.zeros(x.shape, x.dtype)
    u, s, vt = np.linalg.svd(x)
    others = [np.prod(np.delete(s, i, axis=-1), axis=-1) for i in range(n)]
    orientation = np.linalg.det(u) * np.linalg.det(vt)
    if x.dtype.kind == "c":
        u, vt = np.conj(u), np.conj(vt)
    return orientation[..., None, None] * ((u * np.stack(others, axis=-1)[..., None, :]) @ vt)


def minors(n: int) -> tuple:
    """The index that reads, for each entry, the matrix without its row and column."""
    rest = np.array([np.delete(np.arange(n), i) for i in range(n)], dtype=int).reshape(n, n - 1)
    return ..., rest[:, None, :, None], rest[None, :, None, :]


def _cofactors_rule(g: Any, y: Any, x: Any) -> Any:
    n = np.shape(x)[-1]
    if n <= SMALL_MATRIX:
        index = minors(n)
        signs = (-1.0) ** np.add.outer(np.arange(n), np.arange(n))
        inner = np.expand_dims(g * signs, (-2, -1)) * cofactors(x[index])
        return scatter(inner, shape=np.shape(x), index=index)
    turned = _turned(np.linalg.inv(x))
    inside = np.sum(g * turned, axis=(-2, -1), keepdims=True)
    return np.expand_dims(np.linalg.det(x), (-2, -1)) * (inside * turned - turned @ _turned(g) @ turned)


cofactors_op = define(cofactors, _cofactors_rule, name="cofactors")
answers(cofactors)(cofactors_op)
det_op = define(np.linalg.det, lambda g, y, x: np.expand_dims(g, (-2, -1)) * cofactors(x), name="det")
slogdet_op = define(
    lambda x: tuple(np.linalg.slogdet(x)),
    lambda g, y, x: np.expand_dims(g[1], (-2, -1)) * _turned(np.linalg.inv(x)),
    name="slogdet",
)


@answers(np.linalg.det)
def det(a: Any) -> Any:
    """``np.linalg.det``."""
    return det_op(_operand(a))


@answers(np.linalg.slogdet)
def slogdet(a: Any) -> Any:
    """``np.linalg.slogdet``: the sign, which has no gradient, and the logarithm of the size."""
    return slogdet_op(_operand(a))


# ---- factorisations ------------------------------------------------------------------------------------


def _half(x: Any) -> Any:
    """The lower triangle, its diagonal halved."""
    return np.tril(x) * (1 - 0.5 * np.eye(np.shape(x)[-1], dtype=x.dtype))


def _cholesky_rule(g: Any, y: Any, x: Any) -> Any:
    inner = _half(_turned(y) @ g)
    turned = _turned(y)
    share = np.linalg.solve(turned, _turned(np.linalg.solve(turned, _turned(inner))))
    return (share + _turned(share)) / 2


def _gaps(s: Any) -> Any:
    """One over the differences of squares; 0 on the diagonal."""
    n = np.shape(s)[-1]
    squares = s * s
    gap = np.expand_dims(squares, -2) - np.expand_dims(squares, -1)
    return (1 - np.eye(n, dtype=s.dtype)) / (gap + np.eye(n, dtype=s.dtype))


def _svd_rule(g: Any, y: Any, x: Any) -> Any:
    """The rule for U, s and Vᵀ of a real matrix, thin form; see Giles (2008) and Townsend (2016)."""
    (gu, gs, gvt), (u, s, vt) = (g[0], g[1], g[2]), (y[0], y[1], y[2])
    v, gv = _turned(vt), _turned(gvt)
    gap = _gaps(s)
    row, column = np.expand_dims(s, -2), np.expand_dims(s, -1)
    of_u = gap * (_turned(u) @ gu - _turned(gu) @ u)
    of_v = gap * (vt @ gv - gvt @ v)
    core = of_u * row + column * of_v + np.expand_dims(gs, -2) * np.eye(np.shape(s)[-1], dtype=s.dtype)
    share = u @ core @ vt
    m, n = np.shape(x)[-2:]
    if m > n:
        share = share + (gu / row - u @ (_turned(u) @ (gu / row))) @ vt
    if n > m:
        share = share + u @ (_turned(gv / row) - (_turned(gv / row) @ v) @ vt)
    return share


def _eigh_rule(g: Any, y: Any, x: Any) -> Any:
    (gw, gv), (w, v) = (g[0], g[1]), (y[0], y[1])
    n = np.shape(w)[-1]
    eye = np.eye(n, dtype=w.dtype)
    gap = (1 - eye) / (np.expand_dims(w, -2) - np.expand_dims(w, -1) + eye)
    core = np.expand_dims(gw, -2) * eye + gap * (_turned(v) @ gv)
    share = v @ core @ _turned(v)
    return (share + _turned(share)) / 2


cholesky_op = define(np.linalg.cholesky, _cholesky_rule, name="cholesky")
svd_op = define(lambda x: tuple(np.linalg.svd(x, full_matrices=False)), _svd_rule, name="svd")
eigh_op = define(lambda x: tuple(np.linalg.eigh(x)), _eigh_rule, name="eigh")


@answers(np.linalg.cholesky)
def cholesky(a: Any) -> Any:
    """``np.linalg.cholesky``, the lower factor."""
    return cholesky_op(_operand(a))


@answers(np.linalg.svd)
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """``np.linalg.svd`` of a real matrix, thin form."""
    a = _operand(a)
    if compute_uv and full_matrices and a.shape[-1] != a.shape[-2]:
        raise TypeError("np.linalg.svd on a Tensor gives the thin form: add  full_matrices=False")
    u, s, vt = svd_op(a)
    return (u, s, vt) if compute_uv else s


@answers(np.linalg.eigh)
def eigh(a: Any, UPLO: str = "L") -> Any:
    """``np.linalg.eigh`` of a real symmetric matrix."""
    return eigh_op(_operand(a))


def _operand(value: Any) -> Any:
    return value if isinstance(value, Operand) else convert(value)
