"""Reading entries of an array, and its reverse: adding them up in an array of zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.guests import is_guest
from ..engine.tensor import Operand
from .registry import answers, linear, own_function


@own_function
def scatter(g: Any, shape: tuple, index: Any) -> Any:
    """Make zeros of a shape, and add the entries of `g` at the places that `index` reads."""
    basic = _is_basic(index)  # such an index reads no place twice
    if is_guest(g):
        zeros: Any = np.zeros_like(g, shape=shape) if basic else np.zeros(shape, g.dtype)
    else:
        zeros = np.zeros(shape, g.dtype)
    if basic:
        zeros[index] = g
    else:
        np.add.at(zeros, index, np.asarray(g))
    return zeros


getitem_op = linear(
    lambda x, index: x[index],
    lambda g, y, x, index: scatter(g, shape=np.shape(x), index=index),
    name="getitem",
)
scatter_op = linear(scatter, lambda g, y, x, shape, index: g[index], name="scatter")
answers(scatter)(scatter_op)


def getitem(x: Any, index: Any) -> Any:
    """``x[index]`` with numbers, slices, ``...``, None, integer arrays, masks, or Tensors of these."""
    return getitem_op(x, index=plain_index(index))


def plain_index(index: Any) -> Any:
    """Take the plain numbers out of an index that holds Tensors, and copy what could change later."""
    if isinstance(index, tuple):
        return tuple(map(plain_index, index))
    if isinstance(index, Operand):
        index._looked_at(index._value)
        index = index._value
        return int(index) if not index.ndim and index.dtype.kind in "iu" else index
    if isinstance(index, slice):
        return slice(*(i if i is None else int(i) for i in (index.start, index.stop, index.step)))
    if isinstance(index, list):
        return np.asarray([plain_index(i) for i in index], dtype=None if index else int)
    if isinstance(index, np.integer):
        return int(index)
    return index.copy() if isinstance(index, np.ndarray) else index


def _is_basic(index: Any) -> bool:
    parts = index if isinstance(index, tuple) else (index,)
    return all(
        p is None or p is Ellipsis or (isinstance(p, int | slice) and not isinstance(p, bool)) for p in parts
    )
