"""The ops' own functions on all members of a `Batched` at once; see `autodiff_lab.engine.batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.batch import Batched, axes_ahead, batched, element_by_element
from . import convolution, gathering, indexing, moving
from .elementwise import multiply_no_nan
from .special import complex_op

# ---- element by element ------------------------------------------------------------------------------------

batched(multiply_no_nan)(lambda *xs: element_by_element(multiply_no_nan, *xs))
batched(complex_op.function)(lambda *xs: element_by_element(complex_op.function, *xs))

# ---- places ------------------------------------------------------------------------------------------------


def _index(index: Any) -> tuple:
    return index if isinstance(index, tuple) else (index,)


def _updates(value: Any, index: tuple) -> Any:
    """Line up what is written: axes that the index moves to the front stand ahead of the members' axis."""
    ahead = axes_ahead(index)
    return np.moveaxis(value, 0, ahead) if ahead else value


@batched(indexing.scatter)
def _scatter(g: Batched, shape: tuple, index: Any) -> Batched:
    index = _index(index)
    whole = (g.value.shape[0], *shape)
    return Batched(indexing.scatter(_updates(g.value, index), shape=whole, index=(slice(None), *index)))


@batched(gathering.place)
def _place(x: Any, updates: Any, index: Any) -> Batched:
    index = _index(index)
    count = next(v.value.shape[0] for v in (x, updates) if isinstance(v, Batched))
    whole, parts = (
        v.value if isinstance(v, Batched) else np.broadcast_to(v, (count, *np.shape(v))) for v in (x, updates)
    )
    return Batched(gathering.place(whole, _updates(parts, index), index=(slice(None), *index)))


@batched(gathering.scatter_along)
def _scatter_along(g: Batched, shape: tuple, indices: Any, axis: int) -> Batched:
    count = g.value.shape[0]
    places = np.broadcast_to(indices, (count, *indices.shape))
    axis = axis + 1 if axis >= 0 else axis
    return Batched(gathering.scatter_along(g.value, shape=(count, *shape), indices=places, axis=axis))


@batched(gathering.place_rows)
def _rows(g: Batched, shape: tuple, indices: Any) -> Any:
    return indexing.scatter(g, shape=shape, index=indices)


@batched(gathering.segment_sum_op.function)
def _segment_sum(x: Batched, ids: Any, count: int) -> Batched:
    shape = (count, *x.shape[ids.ndim :])
    kept = ids >= 0
    return _scatter(x[kept] if not kept.all() else x, shape, ids[kept] if not kept.all() else ids)


# ---- matrices ----------------------------------------------------------------------------------------------


def _as_it_is(function: Callable) -> None:
    """An axis in front changes nothing for a function that counts its axes from the end."""
    batched(function)(lambda a, *args, **settings: Batched(function(a.value, *args, **settings)))


for _function in (moving.diagonal_back, moving.band):
    _as_it_is(_function)

# ---- windows: the members join the batch of pictures ------------------------------------------------------


def _joined(value: Any) -> Any:
    return np.reshape(value, (value.shape[0] * value.shape[1], *value.shape[2:]))


def _parted(value: Any, count: int) -> Batched:
    return Batched(np.reshape(value, (count, value.shape[0] // count, *value.shape[1:])))


@batched(convolution.windows)
def _windows(x: Batched, **settings: Any) -> Batched:
    return _parted(convolution.windows(_joined(x.value), **settings), x.value.shape[0])


@batched(convolution.windows_back)
def _windows_back(p: Batched, shape: tuple, **settings: Any) -> Batched:
    count = p.value.shape[0]
    whole = (count * shape[0], *shape[1:])
    return _parted(convolution.windows_back(_joined(p.value), shape=whole, **settings), count)
