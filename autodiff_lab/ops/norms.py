"""Norms of vectors and matrices.

The root of a sum of squares has no slope at 0: there it is 0/0 (nan), as in TensorFlow. The norm of order 0
counts the entries that are not zero; it has no gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from .arguments import operand
from .decompositions import svdvals
from .reduction import max_, min_, sum_
from .registry import composed
from .shape import ravel


@composed(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """``np.linalg.norm`` of vectors and matrices."""
    x = operand(x)
    if axis is None:
        if ord is None:
            size = vector_norm(ravel(x), 2, (0,), False)
            return np.reshape(size, (1,) * x.ndim) if keepdims else size
        axis = tuple(range(x.ndim))
    axes = normalize_axis_tuple(axis, x.ndim)
    if len(axes) == 1:
        return vector_norm(x, 2 if ord is None else ord, axes, keepdims)
    if len(axes) == 2:
        return matrix_norm(x, "fro" if ord is None else ord, axes, keepdims)
    raise ValueError(f"A norm is over one axis (a vector) or two (a matrix), not {len(axes)}.")


@composed(np.linalg.vector_norm)
def norm_of_vectors(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """``np.linalg.vector_norm``: several axes hold one vector together."""
    x = operand(x)
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    return vector_norm(x, ord, axes, keepdims)


@composed(np.linalg.matrix_norm)
def norm_of_matrices(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """``np.linalg.matrix_norm``, over the last two axes."""
    x = operand(x)
    return matrix_norm(x, ord, (x.ndim - 2, x.ndim - 1), keepdims)


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
    if ord in ("fro", "f"):
        return np.sqrt(sum_(_squares(x), axis=axes, keepdims=keepdims))
    ends = {1: (max_, 0), -1: (min_, 0), np.inf: (max_, 1), -np.inf: (min_, 1)}
    if ord in ends:
        extreme, inner = ends[ord]
        sums = sum_(np.abs(x), axis=axes[inner], keepdims=True)
        found = extreme(sums, axis=axes[1 - inner], keepdims=True)
        return found if keepdims else np.squeeze(found, axes)
    if ord not in (2, -2, "nuc"):
        raise ValueError(f"The norm {ord!r} of a matrix is not known: use 'fro', 'nuc', 1, 2 or np.inf.")
    values = svdvals(np.moveaxis(x, axes, (-2, -1)))
    found = {2: max_, -2: min_, "nuc": sum_}[ord](values, axis=-1)
    return np.expand_dims(found, tuple(i % x.ndim for i in axes)) if keepdims else found


def _squares(x: Any) -> Any:
    return np.square(x) if x.dtype.kind != "c" else np.real(x * np.conj(x))
