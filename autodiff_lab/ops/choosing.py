"""Choosing by conditions and by numbers: compress, extract, choose, select, piecewise, apply_along_axis."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from ..engine.tensor import Operand
from .arguments import operand, plain
from .gathering import place_op, take
from .indexing import getitem
from .registry import Each, answers, composed, linear
from .shape import astype, expand_dims, flattened, refuse_out, reshape


def _chosen(*choices: Any, places: Any) -> Any:
    """At each place the choice with the number that stands there."""
    result = choices[-1]
    for number, choice in enumerate(choices[:-1]):
        result = np.where(places == number, choice, result)
    return result


def _choice_rule(slot: int, g: Any, y: Any, *choices: Any, places: Any) -> Any:
    return np.where(places == slot, g, 0)


choose_op = linear(lambda *choices, places: np.choose(places, choices), Each(_choice_rule), name="choose")
select_op = linear(
    lambda *choices, places: np.select(
        [places == n for n in range(len(choices) - 1)], choices[:-1], choices[-1]
    ),
    Each(_choice_rule),
    name="select",
)


@answers(np.choose)
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    """``np.choose``."""
    refuse_out("np.choose", out)
    places = np.asarray(plain(a))
    choices = [operand(c) for c in choices]
    if mode == "wrap":
        places = places % len(choices)
    elif mode == "clip":
        places = np.clip(places, 0, len(choices) - 1)
    return choose_op(*choices, places=places)


@answers(np.select)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """``np.select``: the first condition that holds decides."""
    if len(condlist) != len(choicelist):
        raise ValueError(
            f"np.select got {len(condlist)} conditions and {len(choicelist)} choices. Give one for each."
        )
    conditions = [np.asarray(plain(c)) for c in condlist]
    places = np.select(conditions, list(range(len(conditions))), len(conditions))
    choices = [c if type(c) in (int, float, complex) else operand(c) for c in (*choicelist, default)]
    dtype = np.result_type(*(getattr(c, "dtype", c) for c in choices))
    return select_op(*(c if isinstance(c, Operand) else dtype.type(c) for c in choices), places=places)


@composed(np.compress)
def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    """``np.compress``: what the condition holds for is taken."""
    refuse_out("np.compress", out)
    return take(a, np.flatnonzero(np.asarray(plain(condition))), axis)


@composed(np.extract)
def extract(condition: Any, arr: Any) -> Any:
    """``np.extract``: what the condition holds for is taken."""
    return take(arr, np.flatnonzero(np.asarray(plain(condition))))


@composed(np.piecewise)
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """``np.piecewise``: each function sees its own part, and its results are put where the part came from."""
    x = operand(x)
    conditions = np.asarray(plain(condlist), bool)
    if conditions.shape == x.shape and (x.ndim or conditions.ndim == 0):
        conditions = conditions[None]
    if len(funclist) == len(conditions) + 1:
        conditions = np.concatenate([conditions, ~np.any(conditions, axis=0, keepdims=True)])
    if len(funclist) != len(conditions):
        raise ValueError(
            f"np.piecewise got {len(conditions)} conditions and {len(funclist)} functions. Give one function "
            "for each, and at most one more for the rest."
        )
    result: Any = operand(np.zeros(x.shape, x.dtype)[()])
    for condition, function in zip(conditions, funclist, strict=True):
        if not callable(function):
            result = np.where(condition, astype(operand(function), x.dtype), result)
        elif np.any(condition):
            part = astype(operand(function(getitem(x, condition), *args, **kw)), x.dtype)
            result = place_op(result, part, index=condition)
    return result


@composed(np.apply_along_axis)
def apply_along_axis(func1d: Callable, axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """``np.apply_along_axis``: the function runs on one row after the other, and the results are stacked."""
    arr = operand(arr)
    axis = normalize_axis_index(axis, arr.ndim)
    around = (*arr.shape[:axis], *arr.shape[axis + 1 :])
    if not math.prod(around):
        raise ValueError("np.apply_along_axis cannot run on an array without rows.")
    rows = reshape(np.moveaxis(arr, axis, -1), (math.prod(around), arr.shape[axis]))
    results = np.stack([operand(func1d(row, *args, **kwargs)) for row in rows])
    inner = results.shape[1:]
    stacked = reshape(results, (*around, *inner))
    ends = range(len(around), len(around) + len(inner))
    return np.moveaxis(stacked, tuple(ends), tuple(range(axis, axis + len(inner)))) if inner else stacked


@composed(np.apply_over_axes)
def apply_over_axes(func: Callable, a: Any, axes: Any) -> Any:
    """``np.apply_over_axes``: the function runs along one axis after the other."""
    a = operand(a)
    for axis in np.atleast_1d(axes):
        i = normalize_axis_index(int(axis), a.ndim)
        found = operand(func(a, i))
        a = found if found.ndim == a.ndim else expand_dims(found, i)
    return a


@composed(np.sort_complex)
def sort_complex(a: Any) -> Any:
    """``np.sort_complex``."""
    a = operand(a)
    return np.sort(a if a.dtype.kind == "c" else astype(a, np.result_type(a.dtype, np.complex64)), axis=-1)


@composed(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    """``np.bincount``: with weights they are added up; without, it counts."""
    numbers = np.asarray(plain(x))
    length = max(int(numbers.max(initial=-1)) + 1, int(minlength))
    if weights is None:
        return operand(np.bincount(numbers, minlength=minlength))
    from .indexing import scatter

    return scatter(astype(flattened(operand(weights)), np.float64), shape=(length,), index=numbers)
