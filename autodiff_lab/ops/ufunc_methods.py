"""The methods of NumPy's ufuncs: ``np.add.reduce``, ``np.multiply.accumulate``, ``np.add.outer``.

Where a ufunc's method has a name of its own (``np.add.reduce`` is ``np.sum``), that is recorded. Any other is
recorded as what it is: the ufunc, step by step along the axis.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from .. import errors
from ..engine.dispatch import METHODS
from .arguments import operand, refuse
from .flat import all_, any_
from .indexing import getitem
from .reduction import cumprod, cumsum, max_, min_, prod, sum_
from .shape import astype, expand_dims, refuse_out, stack

_no_value = np._NoValue

_REDUCED: dict[Any, Callable] = {
    np.add: sum_,
    np.multiply: prod,
    np.maximum: max_,
    np.minimum: min_,
    np.logical_and: all_,
    np.logical_or: any_,
}
_RUNNING: dict[Any, Callable] = {np.add: cumsum, np.multiply: cumprod}


def _method(call: Callable) -> Callable:
    METHODS[call.__name__.rstrip("_")] = call
    return call


def _name(ufunc: Any, method: str) -> str:
    return f"np.{ufunc.__name__}.{method}"


def _ready(ufunc: Any, method: str, x: Any, axis: Any, dtype: Any, out: Any) -> tuple[Any, int]:
    """Bring the arguments of a walk along one axis to one form."""
    refuse_out(_name(ufunc, method), out)
    if ufunc.nin != 2:
        raise ValueError(f"{method} only supported for binary functions")
    x = operand(x)
    if axis is None and x.ndim == 1:
        axis = 0
    if isinstance(axis, tuple) and len(axis) == 1:
        axis = axis[0]
    if axis is None or isinstance(axis, tuple):
        raise refuse(_name(ufunc, method), "axis", "Take one axis after the other.")
    return x if dtype is None else astype(x, dtype), normalize_axis_index(axis, x.ndim)


def _slices(x: Any, axis: int) -> list:
    return [getitem(x, (slice(None),) * axis + (i,)) for i in range(x.shape[axis])]


@_method
def reduce(
    ufunc: Any,
    x: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = _no_value,
    where: Any = True,
) -> Any:
    """``ufunc.reduce``."""
    named = _REDUCED.get(ufunc)
    settings = {key: value for key, value in (("initial", initial), ("where", where)) if not _unsaid(value)}
    if named is not None:
        refuse_out(_name(ufunc, "reduce"), out)
        x = operand(x) if dtype is None else astype(x, dtype)
        return named(x, axis=axis, keepdims=bool(keepdims), **settings)
    if "where" in settings:
        raise refuse(_name(ufunc, "reduce"), "where", "Choose first, with np.where(condition, x, y).")
    x, axis = _ready(ufunc, "reduce", x, axis, dtype, out)
    steps = _slices(x, axis)
    if "initial" in settings:
        steps.insert(0, initial)
    if not steps:
        raise ValueError(f"zero-size array to reduction operation {ufunc.__name__} which has no identity")
    total = steps[0]
    for step in steps[1:]:
        total = ufunc(total, step)
    return expand_dims(total, axis) if keepdims else total


def _unsaid(value: Any) -> bool:
    return value is _no_value or value is None or value is True


@_method
def accumulate(ufunc: Any, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
    """``ufunc.accumulate``."""
    array, axis = _ready(ufunc, "accumulate", array, axis, dtype, out)
    named = _RUNNING.get(ufunc)
    if named is not None:
        return named(array, axis)
    steps = list(itertools.accumulate(_slices(array, axis), ufunc))
    return stack(steps, axis) if steps else array


@_method
def outer(ufunc: Any, a: Any, b: Any, /, **settings: Any) -> Any:
    """``ufunc.outer``: every entry of `a` with every entry of `b`."""
    a, b = operand(a), operand(b)
    if b.ndim:
        a = expand_dims(a, tuple(range(a.ndim, a.ndim + b.ndim)))
    return ufunc(a, b, **settings)


@_method
def reduceat(ufunc: Any, x: Any, indices: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
    """``ufunc.reduceat``: one reduction from each index to the next one."""
    x, axis = _ready(ufunc, "reduceat", x, axis, dtype, out)
    places = [int(i) for i in indices]
    before = (slice(None),) * axis
    found = []
    for start, end in zip(places, [*places[1:], x.shape[axis]], strict=True):
        part = slice(start, end) if start < end else slice(start, start + 1)
        found.append(reduce(ufunc, getitem(x, (*before, part)), axis))
    return stack(found, axis)


@_method
def at(ufunc: Any, *args: Any, **settings: Any) -> NoReturn:
    """``ufunc.at`` writes into an array, which a Tensor never is."""
    name = _name(ufunc, "at")
    raise TypeError(errors.UFUNC_AT.format(function=name))
