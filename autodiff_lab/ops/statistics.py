"""Variance, standard deviation, norms and clipping: NumPy's functions, built from other ops.

A norm's slope at 0 is 0/0 (nan), as in TensorFlow: the root of a sum of squares has no slope there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Operand, convert
from .reduction import max_, mean, min_, sum_
from .registry import answers, elementwise
from .shape import ravel, refuse_out

# Inside the limits the whole gradient goes on, at a limit too.
clip_op = elementwise(
    np.clip,
    lambda g, y, x, low, high: np.where((x >= low) & (x <= high), g, 0),
    lambda g, y, x, low, high: np.where(x < low, g, 0),
    lambda g, y, x, low, high: np.where(x > high, g, 0),
)


@answers(np.clip)
def clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **limits: Any) -> Any:
    """``np.clip``."""
    refuse_out("np.clip", out)
    low, high = limits.get("min", a_min), limits.get("max", a_max)
    if low is None:
        return a if high is None else np.minimum(a, high)
    return np.maximum(a, low) if high is None else clip_op(a, low, high)


@answers(np.var)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: int = 0,
    keepdims: bool = False,
    **settings: Any,
) -> Any:
    """``np.var``."""
    refuse_out("np.var", out)
    a = _operand(a)
    ddof = settings.get("correction", ddof)
    off = a - mean(a, axis=axis, keepdims=True)
    squares = np.square(off) if a.dtype.kind != "c" else np.real(off * np.conj(off))
    spread = mean(squares, axis=axis, keepdims=bool(keepdims))
    if not ddof:
        return spread
    n = a.size // (spread.size or 1)
    return spread * (n / (n - ddof))


@answers(np.std)
def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: int = 0,
    keepdims: bool = False,
    **settings: Any,
) -> Any:
    """``np.std``."""
    return np.sqrt(var(a, axis, dtype, out, ddof, keepdims, **settings))


@answers(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """``np.linalg.norm`` of vectors and matrices."""
    x = _operand(x)
    if axis is None:
        if ord is None:
            return _shaped(vector_norm(ravel(x), 2, (0,), False), x, keepdims)
        axis = tuple(range(x.ndim))
    axes = (axis,) if isinstance(axis, int | np.integer) else tuple(axis)
    if len(axes) == 1:
        return vector_norm(x, 2 if ord is None else ord, axes, keepdims)
    if len(axes) == 2:
        return matrix_norm(x, "fro" if ord is None else ord, axes, keepdims)
    raise ValueError(f"A norm is over one axis (a vector) or two (a matrix), not {len(axes)}.")


def vector_norm(x: Any, ord: Any, axes: tuple, keepdims: bool) -> Any:
    """The norm of each vector along the axes; `ord` is a number or infinity."""
    size = np.abs(x)
    if ord == np.inf:
        return max_(size, axis=axes, keepdims=keepdims)
    if ord == -np.inf:
        return min_(size, axis=axes, keepdims=keepdims)
    if ord == 0:
        return sum_((x != 0).astype(size.dtype), axis=axes, keepdims=keepdims)
    if ord == 1:
        return sum_(size, axis=axes, keepdims=keepdims)
    if ord == 2:
        return np.sqrt(sum_(_squares(x), axis=axes, keepdims=keepdims))
    if isinstance(ord, str):
        raise ValueError(f"The norm {ord!r} is one of matrices. For vectors give a number or np.inf.")
    return sum_(size ** float(ord), axis=axes, keepdims=keepdims) ** (1 / float(ord))


def matrix_norm(x: Any, ord: Any, axes: tuple, keepdims: bool) -> Any:
    """The norm of each matrix along two axes: "fro", "nuc", 1, 2, infinity and their negatives."""
    if ord == "fro":
        return np.sqrt(sum_(_squares(x), axis=axes, keepdims=keepdims))
    ends = {1: (max_, 0), -1: (min_, 0), np.inf: (max_, 1), -np.inf: (min_, 1)}
    if ord in ends:
        extreme, inner = ends[ord]
        sums = sum_(np.abs(x), axis=axes[inner], keepdims=True)
        found = extreme(sums, axis=axes[1 - inner], keepdims=True)
        return found if keepdims else np.squeeze(found, axes)
    if ord not in (2, -2, "nuc"):
        raise ValueError(f"The norm {ord!r} of a matrix is not known: use 'fro', 'nuc', 1, 2 or np.inf.")
    values = np.linalg.svd(np.moveaxis(x, axes, (-2, -1)), compute_uv=False)
    found = {2: max_, -2: min_, "nuc": sum_}[ord](values, axis=-1)
    return np.expand_dims(found, tuple(i % x.ndim for i in axes)) if keepdims else found


def _squares(x: Any) -> Any:
    return np.square(x) if x.dtype.kind != "c" else np.real(x * np.conj(x))


def _shaped(value: Any, x: Any, keepdims: bool) -> Any:
    return np.reshape(value, (1,) * x.ndim) if keepdims else value


def _operand(value: Any) -> Any:
    return value if isinstance(value, Operand) else convert(value)
