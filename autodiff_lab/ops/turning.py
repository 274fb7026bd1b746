"""Turning arrays round: flips and transposes under more names, quarter turns, flat diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .arguments import operand
from .moving import diag
from .registry import answers, composed, linear
from .shape import flattened, flip, transpose

rot90_op = linear(
    lambda x, k, axes: np.rot90(x, k, axes), lambda g, y, x, k, axes: np.rot90(g, -k, axes), name="rot90"
)


@answers(np.rot90)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """``np.rot90``."""
    m = operand(m)
    return rot90_op(m, k=int(k) % 4, axes=normalize_axis_tuple(axes, m.ndim))


@composed(np.flipud)
def flipud(m: Any) -> Any:
    """``np.flipud``, recorded as a flip."""
    return flip(m, 0)


@composed(np.fliplr)
def fliplr(m: Any) -> Any:
    """``np.fliplr``, recorded as a flip."""
    return flip(m, 1)


@composed(np.rollaxis)
def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """``np.rollaxis``, recorded as a transpose."""
    a = operand(a)
    axis = normalize_axis_index(axis, a.ndim)
    start = normalize_axis_index(start, a.ndim + 1)
    order = [i for i in range(a.ndim) if i != axis]
    order.insert(start - (start > axis), axis)
    return transpose(a, order)


@composed(np.matrix_transpose, np.linalg.matrix_transpose)
def matrix_transpose(x: Any, /) -> Any:
    """``np.matrix_transpose``, recorded as a transpose."""
    x = operand(x)
    if x.ndim < 2:
        raise ValueError(f"np.matrix_transpose needs at least two axes, and this Tensor has {x.ndim}.")
    return transpose(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


@composed(np.diagflat)
def diagflat(v: Any, k: int = 0) -> Any:
    """``np.diagflat``."""
    return diag(flattened(operand(v)), k)
