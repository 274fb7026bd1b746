"""Determinants, differentiated by their cofactors, so that a singular matrix is no exception."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arguments import operand
from .indexing import scatter
from .linalg import turned
from .registry import answers, define, own_function

# Up to this size the derivative of cofactors goes through their minors, and is exact for any matrix.
SMALL_MATRIX = 6

# NumPy's own kind of answer, with the fields `sign` and `logabsdet`.
_SlogdetResult: Any = type(np.linalg.slogdet(np.eye(1)))


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
    inverse = turned(np.linalg.inv(x))
    inside = np.sum(g * inverse, axis=(-2, -1), keepdims=True)
    return np.expand_dims(np.linalg.det(x), (-2, -1)) * (inside * inverse - inverse @ turned(g) @ inverse)


cofactors_op = define(cofactors, _cofactors_rule, name="cofactors")
answers(cofactors)(cofactors_op)
det_op = define(np.linalg.det, lambda g, y, x: np.expand_dims(g, (-2, -1)) * cofactors(x), name="det")


def _slogdet_rule(g: Any, y: Any, x: Any) -> Any:
    """A complex determinant's logarithm moves the size by its real part, the sign by its imaginary part."""
    share = g[1] if x.dtype.kind != "c" else g[1] + 1j * np.imag(g[0] * y[0])
    return np.expand_dims(share, (-2, -1)) * turned(np.linalg.inv(x))


slogdet_op = define(lambda x: tuple(np.linalg.slogdet(x)), _slogdet_rule, name="slogdet")


@answers(np.linalg.det)
def det(a: Any) -> Any:
    """``np.linalg.det``."""
    return det_op(operand(a))


@answers(np.linalg.slogdet)
def slogdet(a: Any) -> Any:
    """``np.linalg.slogdet``: the sign (of a real matrix without a gradient) and the logarithm of the size."""
    return _SlogdetResult(*slogdet_op(operand(a)))
