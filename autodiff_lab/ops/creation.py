"""New arrays made of Tensors: ranges between two ends, and arrays full of one number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from ..engine.tensor import Operand
from .arguments import operand, plain
from .flat import SHAPES, flat
from .registry import answers, composed, linear
from .shape import astype, broadcast_to, identity

empty_like = flat(np.empty_like, SHAPES)


def _parts(g: Any, y: Any, num: int, endpoint: bool, axis: int) -> Any:
    """How far each point lies on the way from start to stop: from 0 to 1, laid along the new axis."""
    way = np.linspace(0.0, 1.0, num, endpoint)
    return np.reshape(way, (num, *(1,) * (np.ndim(y) - 1 - axis)))


def _start_rule(g: Any, y: Any, start: Any, stop: Any, num: int, endpoint: bool, axis: int) -> Any:
    return np.sum(g * (1 - _parts(g, y, num, endpoint, axis)), axis=axis)


def _stop_rule(g: Any, y: Any, start: Any, stop: Any, num: int, endpoint: bool, axis: int) -> Any:
    return np.sum(g * _parts(g, y, num, endpoint, axis), axis=axis)


linspace_op = linear(
    lambda start, stop, num, endpoint, axis: np.linspace(start, stop, num, endpoint, axis=axis),
    _start_rule,
    _stop_rule,
    name="linspace",
)


@answers(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Any:
    """``np.linspace``: each point is a mixture of both ends."""
    start, stop = operand(start), operand(stop)
    ndim = len(np.broadcast_shapes(start.shape, stop.shape))
    num = int(num)
    points = linspace_op(
        start, stop, num=num, endpoint=bool(endpoint), axis=normalize_axis_index(axis, ndim + 1)
    )
    if dtype is not None:
        points = astype(points, dtype)
    if not retstep:
        return points
    pieces = num - 1 if endpoint else num
    return points, (stop - start) / pieces if pieces > 0 else operand(np.nan)


@composed(np.logspace)
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """``np.logspace``: the base to the powers of a linspace."""
    if np.ndim(base):
        base = np.expand_dims(base, axis)
    points = base ** linspace(start, stop, num, endpoint, axis=axis)
    return points if dtype is None else astype(points, dtype)


@composed(np.geomspace)
def geomspace(
    start: Any, stop: Any, num: Any = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0
) -> Any:
    """``np.geomspace``: the start times powers of what the stop is of it."""
    start, stop = operand(start), operand(stop)
    if np.any(start._value == 0) or np.any(stop._value == 0):
        raise ValueError("np.geomspace goes by factors, so neither end can be 0.")
    ratio = stop / start
    if ratio.dtype.kind != "c" and np.any(ratio._value < 0):
        raise ValueError("np.geomspace needs both ends on the same side of 0.")
    way = np.linspace(0.0, 1.0, int(num), endpoint)
    axis = normalize_axis_index(axis, ratio.ndim + 1)
    way = way.reshape(-1, *(1,) * (ratio.ndim - axis)).astype(ratio.dtype)
    start = broadcast_to(start, ratio.shape) if start.shape != ratio.shape else start
    points = np.expand_dims(start, axis) * np.expand_dims(ratio, axis) ** way
    return points if dtype is None else astype(points, dtype)


@composed(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """``np.full_like``: the fill is stretched over the shape."""
    a, fill = operand(a), operand(fill_value)
    size = a.shape if shape is None else tuple(int(n) for n in np.atleast_1d(plain(shape)))
    return broadcast_to(astype(fill, a.dtype if dtype is None else dtype), size)


@composed(np.copy)
def copy(a: Any, order: str = "K", subok: bool = False) -> Any:
    """``np.copy``: the same value; a Tensor never changes."""
    return identity(a if isinstance(a, Operand) else operand(a))
