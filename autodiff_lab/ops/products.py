"""More products: of vectors, of stacks of them, Kronecker's, the cross product."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from ..engine.batch import Batched, batched, lined_up
from . import elementwise
from .arguments import operand
from .linalg import conjugated, dot_op, matmul, tensordot
from .registry import answers, composed, product
from .shape import concatenate, expand_dims, moveaxis, ravel, refuse_out, squeeze

# ---- vectors -------------------------------------------------------------------------------------------

outer_op = product(np.outer, lambda g, y, a, b: g @ b, lambda g, y, a, b: a @ g, name="outer")
vecdot_op = product(
    lambda a, b: np.sum(a * b, axis=-1),
    lambda g, y, a, b: np.expand_dims(g, -1) * b,
    lambda g, y, a, b: np.expand_dims(g, -1) * a,
    name="vecdot",
)


@composed(np.vdot)
def vdot(a: Any, b: Any) -> Any:
    """``np.vdot``: the dot product of everything, the first argument conjugated."""
    return dot_op(conjugated(_line(a)), _line(b))


@composed(np.inner)
def inner(a: Any, b: Any) -> Any:
    """``np.inner``: sums over the last axis of both."""
    a, b = operand(a), operand(b)
    if not a.ndim or not b.ndim:
        return elementwise.multiply(a, b)
    return dot_op(a, b) if a.ndim == b.ndim == 1 else tensordot(a, b, axes=(-1, -1))


@answers(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """``np.outer``."""
    refuse_out("np.outer", out)
    return outer_op(_line(a), _line(b))


@answers(np.linalg.outer)
def outer_of_vectors(x1: Any, x2: Any, /) -> Any:
    """``np.linalg.outer``, which takes vectors alone."""
    x1, x2 = operand(x1), operand(x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(
            f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim} and x2.ndim={x2.ndim}."
        )
    return outer_op(x1, x2)


@answers(np.vecdot, np.linalg.vecdot)
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """``np.vecdot``: dot products along an axis, the first argument conjugated."""
    x1, x2 = operand(x1), operand(x2)
    if axis != -1:
        x1, x2 = moveaxis(x1, axis, -1), moveaxis(x2, axis, -1)
    if x1.shape[-1:] != x2.shape[-1:] or not x1.ndim:
        raise ValueError(
            f"np.vecdot needs vectors of the same length, not of shapes {x1.shape} and {x2.shape}."
        )
    return vecdot_op(conjugated(x1), x2)


def matvec(x1: Any, x2: Any, /) -> Any:
    """``np.matvec``: matrices times vectors."""
    x2 = operand(x2)
    return matmul(x1, x2) if x2.ndim == 1 else squeeze(matmul(x1, expand_dims(x2, -1)), -1)


def vecmat(x1: Any, x2: Any, /) -> Any:
    """``np.vecmat``: vectors, conjugated, times matrices."""
    x1 = conjugated(operand(x1))
    return matmul(x1, x2) if x1.ndim == 1 else squeeze(matmul(expand_dims(x1, -2), x2), -2)


if hasattr(np, "matvec"):  # NumPy 2.2 and later
    composed(np.matvec)(matvec)
    composed(np.vecmat)(vecmat)


@batched(np.outer)
def _outer_members(a: Any, b: Any) -> Any:
    return np.expand_dims(a, 1) * np.expand_dims(b, 0)


def _line(x: Any) -> Any:
    x = operand(x)
    return x if x.ndim == 1 else ravel(x)


# ---- Kronecker's product -------------------------------------------------------------------------------


def _blocks(g: Any, a: Any, b: Any) -> Any:
    """Give the axes of `a` and those of `b` their own places, in turn."""
    return np.reshape(g, tuple(n for pair in zip(np.shape(a), np.shape(b), strict=True) for n in pair))


def _every_second(x: Any, first: int) -> Any:
    """Put an axis of length 1 before (0) or after (1) each axis."""
    ones = (1,) * np.ndim(x)
    sizes = (ones, np.shape(x)) if first == 0 else (np.shape(x), ones)
    return np.reshape(x, tuple(n for pair in zip(*sizes, strict=True) for n in pair))


kron_op = product(
    np.kron,
    lambda g, y, a, b: np.sum(
        _blocks(g, a, b) * _every_second(b, 0), axis=tuple(range(1, 2 * np.ndim(b), 2))
    ),
    lambda g, y, a, b: np.sum(
        _blocks(g, a, b) * _every_second(a, 1), axis=tuple(range(0, 2 * np.ndim(a), 2))
    ),
    name="kron",
)


@answers(np.kron)
def kron(a: Any, b: Any) -> Any:
    """``np.kron``."""
    a, b = operand(a), operand(b)
    missing = b.ndim - a.ndim
    if missing > 0:
        a = expand_dims(a, tuple(range(missing)))
    elif missing < 0:
        b = expand_dims(b, tuple(range(-missing)))
    return kron_op(a, b) if a.ndim else elementwise.multiply(a, b)


@batched(np.kron)
def _kron_members(a: Any, b: Any) -> Any:
    sizes = zip(np.shape(a), np.shape(b), strict=True)
    return np.reshape(_every_second(a, 1) * _every_second(b, 0), tuple(n * m for n, m in sizes))


# ---- cross product -------------------------------------------------------------------------------------

cross_op = product(
    lambda a, b: np.cross(a, b),
    lambda g, y, a, b: np.cross(b, g),
    lambda g, y, a, b: np.cross(g, a),
    name="cross",
)


@answers(np.cross)
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    """``np.cross`` of vectors in space; of two vectors in a plane the one number that is left."""
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = operand(a), operand(b)
    if not a.ndim or not b.ndim:
        raise ValueError("At least one array has zero dimension")
    a, b = _to_the_end(a, axisa), _to_the_end(b, axisb)
    lengths = a.shape[-1], b.shape[-1]
    if lengths == (2, 2):
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    if not {*lengths} <= {2, 3}:
        raise ValueError(
            f"np.cross is for vectors with 2 or 3 entries, not with {lengths[0]} and {lengths[1]}."
        )
    found = cross_op(_in_space(a), _in_space(b))
    return found if axisc == -1 else moveaxis(found, -1, axisc)


def _to_the_end(x: Any, axis: int) -> Any:
    axis = normalize_axis_index(axis, x.ndim)
    return x if axis == x.ndim - 1 else moveaxis(x, axis, -1)


@batched(np.cross)
def _cross_members(a: Any, b: Any) -> Any:
    ndim = max(np.ndim(a), np.ndim(b))
    return Batched(np.cross(lined_up(a, ndim), lined_up(b, ndim)))


def _in_space(x: Any) -> Any:
    """Add a third entry, 0, to vectors in a plane."""
    if x.shape[-1] == 3:
        return x
    return concatenate([x, np.zeros((*x.shape[:-1], 1), x.dtype)], axis=-1)


@answers(np.linalg.cross)
def cross_in_space(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """``np.linalg.cross``, which takes vectors with 3 entries alone."""
    x1, x2 = operand(x1), operand(x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors.")
    return cross(x1, x2, axis=axis)
