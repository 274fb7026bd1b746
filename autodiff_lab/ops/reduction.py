"""Ops that make one number of many: sums, products, extremes, and running products.

Equal extremes share the gradient, as in TensorFlow. The gradient of a product is the product of
the *others*, computed without dividing, so that zeros among the factors are no exception.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ..engine.shapes import added_up, stretched
from .arguments import operand, plain
from .registry import answers, define, linear
from .shape import astype, flattened, refuse_out

_no_value = np._NoValue


def spread(g: Any, x: Any, axis: tuple | None, keepdims: bool) -> Any:
    """Give every entry that went into a reduction the entry that came out."""
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return stretched(g, x.shape)


def extreme_rule(g: Any, y: Any, x: Any, axis: tuple | None, keepdims: bool) -> Any:
    """The winners of a contest share its gradient equally."""
    winners = x == spread(y, x, axis, keepdims)
    return spread(g, x, axis, keepdims) * winners / np.sum(winners, axis=axis, keepdims=True)


def _mean_rule(g: Any, y: Any, x: Any, axis: tuple | None, keepdims: bool) -> Any:
    return spread(g / (x.size / max(y.size, 1)), x, axis, keepdims)


def _prod_rule(g: Any, y: Any, x: Any, axis: tuple | None, keepdims: bool) -> Any:
    g = spread(g, x, axis, keepdims)
    axes = tuple(range(np.ndim(x))) if axis is None else axis
    kept = np.ndim(x) - len(axes)
    last = tuple(range(kept, np.ndim(x)))
    moved = np.moveaxis(x, axes, last)
    rows = np.reshape(moved, (*np.shape(moved)[:kept], math.prod(np.shape(moved)[kept:])))
    others = np.reshape(products_before(rows) * products_after(rows), np.shape(moved))
    return g * np.moveaxis(others, last, axes)


def products_before(x: Any) -> Any:
    """For each entry the product of all entries before it on the last axis."""
    ones = np.ones((*np.shape(x)[:-1], min(1, np.shape(x)[-1])), x.dtype)
    return np.cumprod(np.concatenate([ones, x[..., :-1]], axis=-1), axis=-1)


def products_after(x: Any) -> Any:
    """For each entry the product of all entries after it on the last axis."""
    return np.flip(products_before(np.flip(x, (np.ndim(x) - 1,))), (np.ndim(x) - 1,))


def _cumprod_rule(g: Any, y: Any, x: Any, axis: int) -> Any:
    """Share i is (product before i) * s_i, where s_i = g_i + x_(i+1) * s_(i+1), a running sum from the end.

    The recurrence is solved by doubling: after each round an entry has absorbed twice as many
    successors. No division, so zeros are no exception.
    """
    g, x = np.moveaxis(g, axis, -1), np.moveaxis(x, axis, -1)
    n = np.shape(x)[-1]
    zero, one = np.zeros((*np.shape(x)[:-1], 1), x.dtype), np.ones((*np.shape(x)[:-1], 1), x.dtype)
    factor, total = np.concatenate([x[..., 1:], zero], axis=-1), g
    reach = 1
    while reach < n:
        pad = (*np.shape(x)[:-1], reach)
        later = np.concatenate([total[..., reach:], np.broadcast_to(zero, pad)], axis=-1)
        total = total + factor * later
        factor = factor * np.concatenate([factor[..., reach:], np.broadcast_to(one, pad)], axis=-1)
        reach *= 2
    return np.moveaxis(products_before(x) * total, -1, axis)


def _mean(x: Any, axis: tuple | None, keepdims: bool) -> Any:
    """Do what ``np.mean`` does for plain arrays in the end, without its detour."""
    if type(x) is np.ndarray and x.dtype.char in "fd" and x.size:
        total = added_up(x, axis, keepdims)
        return total / (x.size / total.size)
    return np.mean(x, axis=axis, keepdims=keepdims)


sum_op = linear(
    added_up,
    lambda g, y, x, axis, keepdims: spread(g, x, axis, keepdims),
    name="sum",
)
mean_op = linear(_mean, _mean_rule, name="mean")
prod_op = define(lambda x, axis, keepdims: np.prod(x, axis=axis, keepdims=keepdims), _prod_rule, name="prod")
max_op = define(lambda x, axis, keepdims: np.max(x, axis=axis, keepdims=keepdims), extreme_rule, name="max")
min_op = define(lambda x, axis, keepdims: np.min(x, axis=axis, keepdims=keepdims), extreme_rule, name="min")
cumsum_op = linear(
    lambda x, axis: np.cumsum(x, axis),
    lambda g, y, x, axis: np.flip(np.cumsum(np.flip(g, (axis,)), axis), (axis,)),
    name="cumsum",
)
cumprod_op = define(lambda x, axis: np.cumprod(x, axis), _cumprod_rule, name="cumprod")


# The usual settings: one number of all.
OF_ALL: dict[str, Any] = {"axis": None, "keepdims": False}


def reduction_settings(
    function: str,
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    keepdims: Any,
    where: Any = _no_value,
    neutral: Any = _no_value,
) -> tuple:
    """Bring a reduction's arguments to their one spelling; what is left out counts as the neutral number."""
    if axis is out is dtype is None and keepdims is _no_value and not is_partial(where):
        return operand(a), OF_ALL
    refuse_out(function, out)
    a = operand(a)
    if dtype is not None:
        a = astype(a, dtype)
    if is_partial(where):
        if neutral is _no_value:
            raise ValueError(f"{function} with where=... needs initial=... as well: the value of no number.")
        a = np.where(plain(where), a, neutral)
    if a.ndim == 0 and axis in (0, -1):  # NumPy lets a single number pass for a row
        axis = None
    axes = None if axis is None else tuple(sorted(normalize_axis_tuple(axis, a.ndim)))
    return a, {"axis": axes, "keepdims": keepdims is not _no_value and bool(keepdims)}


def is_partial(where: Any) -> bool:
    """Tell whether ``where=`` leaves anything out."""
    return where is not _no_value and where is not True


def how_many(a: Any, axis: Any, keepdims: Any = False, where: Any = _no_value) -> Any:
    """Count what a reduction takes in, as plain numbers in the dtype of its mean."""
    there = np.broadcast_to(np.True_ if where is _no_value else plain(where), a.shape)
    dtype = a.dtype if a.dtype.kind in "fc" else np.dtype(float)
    return np.sum(there, axis=axis, dtype=dtype, keepdims=keepdims is not _no_value and bool(keepdims))


def with_initial(op: Any, choose: Any, a: Any, settings: dict, initial: Any) -> Any:
    """Let ``initial=`` take part in the choice of an extreme; of no numbers at all it is the only one."""
    if initial is _no_value:
        return op(a, **settings)
    return choose(op(a, **settings), initial) if a.size else sum_op(a, **settings) + initial


@answers(np.sum)
def sum_(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    initial: Any = _no_value,
    where: Any = _no_value,
) -> Any:
    """``np.sum``."""
    a, settings = reduction_settings("np.sum", a, axis, dtype, out, keepdims, where, 0)
    total = sum_op(a, **settings)
    return total if initial is _no_value else total + initial


@answers(np.mean)
def mean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    *,
    where: Any = _no_value,
) -> Any:
    """``np.mean``."""
    a, settings = reduction_settings("np.mean", a, axis, dtype, out, keepdims)
    if is_partial(where):
        return sum_(a, axis, keepdims=keepdims, where=where) / how_many(a, axis, keepdims, where)
    return mean_op(a, **settings)


@answers(np.prod)
def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    initial: Any = _no_value,
    where: Any = _no_value,
) -> Any:
    """``np.prod``."""
    a, settings = reduction_settings("np.prod", a, axis, dtype, out, keepdims, where, 1)
    total = prod_op(a, **settings)
    return total if initial is _no_value else total * initial


@answers(np.max, np.amax)
def max_(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    initial: Any = _no_value,
    where: Any = _no_value,
) -> Any:
    """``np.max``."""
    a, settings = reduction_settings("np.max", a, axis, None, out, keepdims, where, initial)
    return with_initial(max_op, np.maximum, a, settings, initial)


@answers(np.min, np.amin)
def min_(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    initial: Any = _no_value,
    where: Any = _no_value,
) -> Any:
    """``np.min``."""
    a, settings = reduction_settings("np.min", a, axis, None, out, keepdims, where, initial)
    return with_initial(min_op, np.minimum, a, settings, initial)


def _running(function: str, op: Any, a: Any, axis: Any, dtype: Any, out: Any) -> Any:
    refuse_out(function, out)
    a = operand(a)
    if dtype is not None:
        a = astype(a, dtype)
    if axis is None or (a.ndim == 0 and axis in (0, -1)):
        a, axis = flattened(a), 0
    return op(a, axis=normalize_axis_index(axis, a.ndim))


@answers(np.cumsum)
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """``np.cumsum``."""
    return _running("np.cumsum", cumsum_op, a, axis, dtype, out)


@answers(np.cumprod)
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """``np.cumprod``."""
    return _running("np.cumprod", cumprod_op, a, axis, dtype, out)
