"""The ops' own functions, and NumPy's rarer ones, on all members of a `Batched` at once.

See `autodiff_lab.engine.batch`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from ..engine.batch import Batched, axes_ahead, batched, element_by_element, lined_up
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


# ---- products ---------------------------------------------------------------------------------------

batched(np.dot)(lambda a, b: np.matmul(a, b))
batched(np.cross)(lambda a, b: element_by_element(np.cross, a, b))
batched(np.outer)(lambda a, b: np.reshape(a, (a.size, 1)) * np.reshape(b, (1, b.size)))


@batched(np.kron)
def _kron(a: Any, b: Any) -> Any:
    ndim = max(a.ndim, b.ndim)
    of_a, of_b = ((1,) * (ndim - x.ndim) + tuple(x.shape) for x in (a, b))
    left = np.reshape(a, tuple(n for i in of_a for n in (i, 1)))
    right = np.reshape(b, tuple(n for i in of_b for n in (1, i)))
    return np.reshape(left * right, tuple(i * j for i, j in zip(of_a, of_b, strict=True)))


@batched(np.convolve)
def _convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """Read the windows of the members, and multiply them with the plain vector turned round."""
    members, plain = (a, v) if isinstance(a, Batched) else (v, a)
    if isinstance(plain, Batched):
        return NotImplemented
    n, m = members.size, plain.size
    padded: Any = np.pad(members, ((m - 1, m - 1),))  # type: ignore[arg-type]
    full = padded[np.arange(n + m - 1)[:, None] + np.arange(m)] @ np.flip(plain)
    start, length = {"full": (0, n + m - 1), "same": ((min(n, m) - 1) // 2, max(n, m))}.get(
        mode, (min(n, m) - 1, abs(n - m) + 1)
    )
    return full[start : start + length]


# ---- along an axis ----------------------------------------------------------------------------------


def _along(function: Callable, place: int) -> None:
    """Shift the axis, which stands at a place among the settings or comes by name."""

    def handler(a: Batched, *args: Any, **settings: Any) -> Batched:
        if "axis" in settings:
            settings["axis"] = normalize_axis_index(settings["axis"], a.ndim) + 1
        else:
            axis = normalize_axis_index(args[place], a.ndim) + 1
            args = (*args[:place], axis, *args[place + 1 :])
        return Batched(function(a.value, *args, **settings))

    batched(function)(handler)


for _function, _place in ((np.diff, 1), (np.gradient, 1), (np.fft.rfft, 1), (np.fft.irfft, 1)):
    _along(_function, _place)


@batched(np.rot90)
def _rot90(a: Batched, k: int, axes: tuple) -> Batched:
    first, second = (normalize_axis_index(i, a.ndim) + 1 for i in axes)
    return Batched(np.rot90(a.value, k, (first, second)))


@batched(np.linspace)
def _linspace(start: Any, stop: Any, num: int, endpoint: bool = True, axis: int = 0) -> Batched:
    ndim = max(np.ndim(start), np.ndim(stop))
    ends = lined_up(start, ndim), lined_up(stop, ndim)
    points = np.linspace(*ends, num, endpoint, axis=-1)
    return Batched(np.moveaxis(points, -1, normalize_axis_index(axis, ndim + 1) + 1))


@batched(np.choose)
def _choose(places: Any, choices: Any) -> Batched:
    ndim = max(np.ndim(x) for x in (places, *choices))
    return Batched(np.choose(places, [lined_up(x, ndim) for x in choices]))


@batched(np.select)
def _select(conditions: Any, choices: Any, default: Any = 0) -> Batched:
    ndim = max(np.ndim(x) for x in (*conditions, *choices, default))
    lined = [lined_up(x, ndim) for x in choices]
    return Batched(np.select(conditions, lined, lined_up(default, ndim)))
