"""``np.lib.stride_tricks.sliding_window_view``: every window of an array, as a view that costs no memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple
from numpy.lib.stride_tricks import sliding_window_view

from ..engine.batch import Batched, batched
from .arguments import operand
from .indexing import scatter
from .registry import answers, linear


def _places(shape: tuple, window: tuple, axis: tuple, y_ndim: int) -> tuple:
    """For each axis of the array, which entry stands where in the windows."""

    def along(count: int, place: int) -> np.ndarray:
        return np.arange(count).reshape(-1, *(1,) * (y_ndim - 1 - place))

    slides = list(zip(window, axis, strict=True))
    places = [along(n - sum(w - 1 for w, a in slides if a == i), i) for i, n in enumerate(shape)]
    for number, (width, i) in enumerate(slides):
        places[i] = places[i] + along(width, len(shape) + number)
    return tuple(places)


def _windows_rule(g: Any, y: Any, x: Any, window: tuple, axis: tuple) -> Any:
    """An entry gets the shares of all windows that it stands in."""
    return scatter(g, shape=np.shape(x), index=_places(np.shape(x), window, axis, np.ndim(y)))


windows_op = linear(
    lambda x, window, axis: sliding_window_view(x, window, axis), _windows_rule, name="sliding_window_view"
)


@batched(sliding_window_view)
def _windows_of_members(x: Batched, window: tuple, axis: tuple) -> Batched:
    return Batched(sliding_window_view(x.value, window, tuple(i + 1 for i in axis)))


@answers(sliding_window_view)
def windows(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> Any:
    """``np.lib.stride_tricks.sliding_window_view``; a Tensor's windows are read only."""
    x = operand(x)
    window = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    axes = range(x.ndim) if axis is None else normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)
    axes = tuple(axes)
    return windows_op(x, window=tuple(map(int, window)), axis=axes)
