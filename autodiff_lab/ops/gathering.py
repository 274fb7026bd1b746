"""Ops that read or write at places given by numbers: take, place, segments, sorting."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from ..engine.record import wrap
from ..engine.slices import Rows
from .arguments import operand
from .flat import plainly
from .indexing import plain_index, scatter
from .registry import answers, define, linear, own_function
from .shape import broadcast_to, flattened, refuse_out

# ---- reading -------------------------------------------------------------------------------------


def _take_rule(g: Any, y: Any, x: Any, indices: Any, axis: int) -> Any:
    return scatter(g, shape=np.shape(x), index=(slice(None),) * axis + (indices,))


def _take(x: Any, indices: Any, axis: int) -> Any:
    return x[(slice(None),) * axis + (indices,)]


take_op = linear(_take, _take_rule, name="take")


def _rows(g: Any, shape: tuple, indices: Any) -> Any:
    """Keep rows and their places; they are added up only where somebody needs the whole."""
    return Rows(np.reshape(g, (indices.size, *shape[1:])), indices.ravel(), tuple(shape))


place_rows = own_function(_rows)
place_rows.__name__ = "place_rows"
answers(place_rows)(_rows)


def _gather_rule(g: Any, y: Any, x: Any, indices: Any, axis: int) -> Any:
    return place_rows(g, np.shape(x), indices) if axis == 0 else _take_rule(g, y, x, indices, axis)


# The same, but the gradient of reading rows stays sparse.
gather_op = linear(_take, _gather_rule, name="gather")


@own_function
def scatter_along(g: Any, shape: tuple, indices: Any, axis: int) -> Any:
    """Add the entries of `g` up where `take_along_axis` read them."""
    zeros = np.zeros(shape, g.dtype)
    places: list[Any] = list(np.ogrid[tuple(slice(n) for n in indices.shape)])
    places[axis] = indices
    np.add.at(zeros, tuple(places), g)
    return zeros


take_along_op = linear(
    lambda x, indices, axis: np.take_along_axis(x, indices, axis),
    lambda g, y, x, indices, axis: scatter_along(g, shape=np.shape(x), indices=indices, axis=axis),
    name="take_along_axis",
)
scatter_along_op = linear(
    scatter_along,
    lambda g, y, x, shape, indices, axis: np.take_along_axis(g, indices, axis),
    name="scatter_along_axis",
)
answers(scatter_along)(
    lambda g, shape, indices, axis: scatter_along_op(g, shape=shape, indices=plain_index(indices), axis=axis)
)


@answers(np.take)
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
    """``np.take``."""
    refuse_out("np.take", out)
    a = operand(a)
    if axis is None:
        a, axis = flattened(a), 0
    axis = normalize_axis_index(int(axis), a.ndim)
    places = np.array(plain_index(indices))
    if mode != "raise":
        n = a.shape[axis]
        places = places % n if mode == "wrap" else np.clip(places, 0, n - 1)
    return take_op(a, indices=places, axis=axis)


@answers(np.take_along_axis)
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    """``np.take_along_axis``."""
    arr = operand(arr)
    if axis is None:
        arr, axis = flattened(arr), 0
    axis = normalize_axis_index(axis, arr.ndim)
    places = np.asarray(plain_index(indices))
    if places.ndim == arr.ndim:  # all axes but this one fit each other by stretching
        shapes = [tuple(n for i, n in enumerate(s) if i != axis) for s in (arr.shape, places.shape)]
        shape = list(np.broadcast_shapes(*shapes))
        shape.insert(axis, places.shape[axis])
        places = np.broadcast_to(places, shape)
        shape[axis] = arr.shape[axis]
        arr = arr if arr.shape == tuple(shape) else broadcast_to(arr, tuple(shape))
    return take_along_op(arr, indices=places, axis=axis)


# ---- writing ---------------------------------------------------------------------------------------


@own_function
def place(x: Any, updates: Any, index: Any) -> Any:
    """Copy `x`, and write `updates` at the places that `index` reads."""
    written = np.array(x)
    written[index] = updates
    return written


def _place_rule(g: Any, y: Any, x: Any, updates: Any, index: Any) -> Any:
    return place(g, np.zeros(np.shape(updates), g.dtype), index=index)


place_op = linear(place, _place_rule, lambda g, y, x, updates, index: g[index], name="place")
answers(place)(place_op)


def _place_max(x: Any, updates: Any, index: Any) -> Any:
    written = np.array(x)
    np.maximum.at(written, index, updates)
    return written


def _place_min(x: Any, updates: Any, index: Any) -> Any:
    written = np.array(x)
    np.minimum.at(written, index, updates)
    return written


def _winners(y: Any, x: Any, updates: Any, index: Any) -> Any:
    """Count, for every place, who reached the result there."""
    reached = np.where(updates == y[index], 1, 0)
    return (x == y) + scatter(reached, shape=np.shape(x), index=index)


def _extreme_rule(g: Any, y: Any, x: Any, updates: Any, index: Any) -> Any:
    return g * (x == y) / _winners(y, x, updates, index)


def _extreme_updates(g: Any, y: Any, x: Any, updates: Any, index: Any) -> Any:
    return g[index] * (updates == y[index]) / _winners(y, x, updates, index)[index]


# Equal extremes share the gradient, those in `x` and those in `updates` alike.
place_max_op = define(_place_max, _extreme_rule, _extreme_updates, name="place_max")
place_min_op = define(_place_min, _extreme_rule, _extreme_updates, name="place_min")

# ---- segments --------------------------------------------------------------------------------------
# Rows with the same number belong together; a negative number drops its row. The segments' own
# axis replaces the axes of the numbers.


def _limit(dtype: Any) -> Any:
    return np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)


@own_function
def _segment_sum(x: Any, ids: Any, count: int) -> Any:
    out = np.zeros((count, *x.shape[ids.ndim :]), x.dtype)
    np.add.at(out, ids, x)
    return out


def _segment_max(x: Any, ids: Any, count: int) -> Any:
    """An empty segment gives the lowest finite number, as in TensorFlow."""
    out = np.full((count, *x.shape[ids.ndim :]), _limit(x.dtype).min, x.dtype)
    np.maximum.at(out, ids, x)
    return out


def _segment_min(x: Any, ids: Any, count: int) -> Any:
    out = np.full((count, *x.shape[ids.ndim :]), _limit(x.dtype).max, x.dtype)
    np.minimum.at(out, ids, x)
    return out


def _segment_contest(g: Any, y: Any, x: Any, ids: Any, count: int) -> Any:
    winners = np.where(x == y[ids], 1, 0)
    shares = scatter(winners, shape=np.shape(y), index=ids)
    return g[ids] * winners / shares[ids]


segment_sum_op = linear(_segment_sum, lambda g, y, x, ids, count: g[ids], name="segment_sum")
answers(_segment_sum)(segment_sum_op)
segment_max_op = define(_segment_max, _segment_contest, name="segment_max")
segment_min_op = define(_segment_min, _segment_contest, name="segment_min")


def segment_prod(x: Any, ids: np.ndarray, count: int) -> Any:
    """Multiply the rows of each segment: they are laid side by side, filled up with ones, and multiplied.

    So the gradient is that of ``np.prod``, right to any order, zeros included.
    """
    rows = np.reshape(x, (ids.size, *np.shape(x)[ids.ndim :]))
    numbers = ids.ravel()
    members = [np.flatnonzero(numbers == segment) for segment in range(count)]
    table = np.full((count, max(map(len, members), default=0)), ids.size)  # the row of ones comes last
    for segment, found in enumerate(members):
        table[segment, : len(found)] = found
    ones = np.ones((1, *np.shape(rows)[1:]), x.dtype)
    return np.prod(np.concatenate([rows, ones])[table], axis=1)


# ---- sorting ---------------------------------------------------------------------------------------


@own_function
def order(x: Any, axis: int, descending: bool) -> Any:
    """The places in sorted order; equal numbers keep theirs."""
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    turned = np.flip(x, axis)
    return np.flip(x.shape[axis] - 1 - np.argsort(turned, axis=axis, kind="stable"), axis)


@answers(order)
def _order_of_tensor(x: Any, axis: int, descending: bool) -> Any:
    return wrap(plainly(order, x, axis, descending))


def _sort_rule(g: Any, y: Any, x: Any, axis: int, descending: bool) -> Any:
    return np.take_along_axis(g, np.argsort(order(x, axis, descending), axis=axis), axis)


sort_op = define(
    lambda x, axis, descending: np.take_along_axis(x, order(x, axis, descending), axis),
    _sort_rule,
    name="sort",
)


@answers(np.sort)
def sort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    """``np.sort``."""
    a = operand(a)
    if axis is None:
        a, axis = flattened(a), 0
    return sort_op(a, axis=normalize_axis_index(axis, a.ndim), descending=False)
