"""Joining, cutting, inserting: recorded as concatenations, slices and takes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from ..engine.tensor import convert
from .arguments import operand, plain
from .flat import plainly
from .gathering import take
from .indexing import getitem
from .registry import composed
from .shape import astype, broadcast_to, concatenate, expand_dims, flattened, reshape

# ---- more axes -------------------------------------------------------------------------------------


def _each(arrays: tuple, one: Any) -> Any:
    """Work on one array, or on several, as the ``atleast`` functions do."""
    found = tuple(one(convert(a)) for a in arrays)
    return found[0] if len(found) == 1 else found


def _one_axis(a: Any) -> Any:
    return a if a.ndim else reshape(a, (1,))


def _two_axes(a: Any) -> Any:
    return a if a.ndim > 1 else expand_dims(a, 0 if a.ndim else (0, 1))


def _three_axes(a: Any) -> Any:
    return a if a.ndim > 2 else expand_dims(a, {0: (0, 1, 2), 1: (0, 2), 2: 2}[a.ndim])


@composed(np.atleast_1d)
def atleast_1d(*arys: Any) -> Any:
    """``np.atleast_1d``."""
    return _each(arys, _one_axis)


@composed(np.atleast_2d)
def atleast_2d(*arys: Any) -> Any:
    """``np.atleast_2d``."""
    return _each(arys, _two_axes)


@composed(np.atleast_3d)
def atleast_3d(*arys: Any) -> Any:
    """``np.atleast_3d``."""
    return _each(arys, _three_axes)


@composed(np.broadcast_arrays)
def broadcast_arrays(*args: Any, subok: bool = False) -> tuple:
    """``np.broadcast_arrays``."""
    parts = [operand(a) for a in args]
    shape = np.broadcast_shapes(*(p.shape for p in parts))
    return tuple(broadcast_to(p, shape) for p in parts)


# ---- joining ---------------------------------------------------------------------------------------


@composed(np.dstack)
def dstack(tup: Any) -> Any:
    """``np.dstack``."""
    return concatenate([_three_axes(operand(a)) for a in tup], 2)


@composed(np.column_stack)
def column_stack(tup: Any) -> Any:
    """``np.column_stack``."""
    parts = [operand(a) for a in tup]
    return concatenate([reshape(a, (-1, 1)) if a.ndim < 2 else a for a in parts], 1)


@composed(np.block)
def block(arrays: Any) -> Any:
    """``np.block``: the innermost lists are joined along the last axis, those around along the one before."""
    depth = _depth(arrays)
    ndim = max(depth, *(operand(leaf).ndim for leaf in _leaves(arrays)), 0)
    return _block(arrays, depth, ndim)


def _depth(tree: Any) -> int:
    if not isinstance(tree, list):
        return 0
    depths = {_depth(part) for part in tree}
    if len(depths) != 1:
        raise ValueError("np.block needs lists that are nested equally deep, and none of them empty.")
    return depths.pop() + 1


def _leaves(tree: Any) -> list:
    return [leaf for part in tree for leaf in _leaves(part)] if isinstance(tree, list) else [tree]


def _block(tree: Any, depth: int, ndim: int) -> Any:
    if depth == 0:
        leaf = operand(tree)
        return leaf if leaf.ndim == ndim else expand_dims(leaf, tuple(range(ndim - leaf.ndim)))
    return concatenate([_block(part, depth - 1, ndim) for part in tree], -depth)


@composed(np.append)
def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    """``np.append``."""
    return concatenate([operand(arr), operand(values)], axis)


# ---- inserting and deleting ------------------------------------------------------------------------


@composed(np.insert)
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> Any:
    """``np.insert``: the new numbers are joined to the old ones, and all are taken in their new order."""
    arr, obj = operand(arr), plain(obj)
    if axis is None:
        arr, axis = flattened(arr), 0
    axis = normalize_axis_index(axis, arr.ndim)
    n = arr.shape[axis]
    values = astype(operand(values), arr.dtype)
    if not isinstance(obj, slice) and not np.ndim(obj):  # one place for several numbers
        values = np.moveaxis(expand_dims(values, tuple(range(arr.ndim - values.ndim))), 0, axis)
        count = values.shape[axis]
    else:
        count = len(np.insert(np.arange(n), obj, 0)) - n
    new = broadcast_to(values, (*arr.shape[:axis], count, *arr.shape[axis + 1 :]))
    order = np.insert(np.arange(n), obj, n + np.arange(count))
    return take(concatenate([arr, new], axis), order, axis)


@composed(np.delete)
def delete(arr: Any, obj: Any, axis: int | None = None) -> Any:
    """``np.delete``: the others are taken."""
    arr = operand(arr)
    if axis is None:
        arr, axis = flattened(arr), 0
    axis = normalize_axis_index(axis, arr.ndim)
    return take(arr, np.delete(np.arange(arr.shape[axis]), plain(obj)), axis)


@composed(np.resize)
def resize(a: Any, new_shape: Any) -> Any:
    """``np.resize``: the numbers are taken over and over, until the shape is full."""
    a = flattened(operand(a))
    shape = tuple(int(n) for n in np.atleast_1d(plain(new_shape)))
    if not a.size:
        return broadcast_to(operand(np.zeros((), a.dtype)[()]), shape)
    return reshape(take(a, np.arange(math.prod(shape)) % a.size, 0), shape)


@composed(np.trim_zeros)
def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """``np.trim_zeros``: a slice."""
    filt = operand(filt)
    axes = range(filt.ndim) if axis is None else np.atleast_1d(axis) % filt.ndim
    ends: list = [slice(None)] * filt.ndim
    for i, places in enumerate(np.nonzero(plainly(np.not_equal, filt, 0))):
        if i in axes:
            first, last = (places.min(), places.max() + 1) if places.size else (0, 0)
            if not places.size and trim.lower() == "f":
                first = last = filt.shape[i]
            front, back = "f" in trim.lower() or not places.size, "b" in trim.lower() or not places.size
            ends[i] = slice(int(first) if front else None, int(last) if back else None)
    return getitem(filt, tuple(ends))


# ---- cutting ---------------------------------------------------------------------------------------


@composed(np.vsplit)
def vsplit(ary: Any, indices_or_sections: Any) -> list:
    """``np.vsplit``."""
    return _split("np.vsplit", operand(ary), indices_or_sections, 2, 0)


@composed(np.hsplit)
def hsplit(ary: Any, indices_or_sections: Any) -> list:
    """``np.hsplit``."""
    ary = operand(ary)
    return _split("np.hsplit", ary, indices_or_sections, 1, min(1, ary.ndim - 1))


@composed(np.dsplit)
def dsplit(ary: Any, indices_or_sections: Any) -> list:
    """``np.dsplit``."""
    return _split("np.dsplit", operand(ary), indices_or_sections, 3, 2)


def _split(function: str, ary: Any, where: Any, least: int, axis: int) -> list:
    if ary.ndim < least:
        raise ValueError(f"{function} needs at least {least} axes, and this Tensor has {ary.ndim}.")
    return np.split(ary, where, axis)


if hasattr(np, "unstack"):  # NumPy 2.1 and later

    @composed(np.unstack)
    def unstack(x: Any, /, *, axis: int = 0) -> tuple:
        """``np.unstack``."""
        x = operand(x)
        axis = normalize_axis_index(axis, x.ndim)
        return tuple(getitem(x, (slice(None),) * axis + (i,)) for i in range(x.shape[axis]))
