"""Reductions that leave out what is not a number: nansum, nanmean, nanmax and their like.

A missing number gets the gradient 0. Sums, products and means put in the number that changes nothing, and
go on as their plain relatives do; extremes are ops of their own, whose winners are never NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Operand
from .arguments import operand, plain
from .averages import squares_of
from .flat import plainly
from .reduction import cumprod, cumsum, extreme_rule, how_many, prod, reduction_settings, sum_, with_initial
from .registry import answers, composed, define
from .shape import refuse_out

_no_value = np._NoValue

nanmax_op = define(
    lambda x, axis, keepdims: np.nanmax(x, axis=axis, keepdims=keepdims), extreme_rule, name="nanmax"
)
nanmin_op = define(
    lambda x, axis, keepdims: np.nanmin(x, axis=axis, keepdims=keepdims), extreme_rule, name="nanmin"
)


def filled(a: Any, value: Any) -> Any:
    """`a` with a value in place of what is not a number."""
    a = operand(a)
    return np.where(np.isnan(a), value, a) if a.dtype.kind in "fc" else a


def _counted(a: Any, axis: Any, keepdims: Any, where: Any) -> Any:
    """Count the numbers along the axis, as plain numbers of the dtype of `a`."""
    there = ~plainly(np.isnan, a)
    return how_many(a, axis, keepdims, there if where is _no_value else there & plain(where))


@composed(np.nansum)
def nansum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, *more: Any, **settings: Any) -> Any:
    """``np.nansum``."""
    return sum_(filled(a, 0), axis, dtype, out, *more, **settings)


@composed(np.nanprod)
def nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, *more: Any, **settings: Any) -> Any:
    """``np.nanprod``."""
    return prod(filled(a, 1), axis, dtype, out, *more, **settings)


@composed(np.nancumsum)
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """``np.nancumsum``."""
    return cumsum(filled(a, 0), axis, dtype, out)


@composed(np.nancumprod)
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """``np.nancumprod``."""
    return cumprod(filled(a, 1), axis, dtype, out)


@composed(np.nanmean)
def nanmean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    *,
    where: Any = _no_value,
) -> Any:
    """``np.nanmean``: the sum over the count of what is there."""
    refuse_out("np.nanmean", out)
    a = operand(a)
    count = _counted(a, axis, keepdims, where)
    return sum_(filled(a, 0), axis, dtype, None, keepdims, where=where) / count


@composed(np.nanvar)
def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = _no_value,
    *,
    where: Any = _no_value,
    mean: Any = _no_value,
    correction: Any = _no_value,
) -> Any:
    """``np.nanvar``; not a number where no more than `ddof` numbers are there."""
    refuse_out("np.nanvar", out)
    a = operand(a) if dtype is None else operand(a).astype(dtype)
    ddof = ddof if correction is _no_value else correction
    middle = nanmean(a, axis, keepdims=True, where=where) if mean is _no_value else mean
    squares = squares_of(filled(a - middle, 0))
    count = np.real(_counted(a, axis, keepdims, where))
    free = np.where(count > ddof, count - ddof, np.nan)
    return sum_(squares, axis, None, None, keepdims, where=where) / free.astype(squares.dtype)[()]


@composed(np.nanstd)
def nanstd(a: Any, *args: Any, **settings: Any) -> Any:
    """``np.nanstd``; one number has no spread, and no slope of it."""
    a = operand(a)
    spread = nanvar(a, *args, **settings)
    return spread if isinstance(spread, Operand) and spread.size == a.size else np.sqrt(spread)


@answers(np.nanmax)
def nanmax(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    initial: Any = _no_value,
    where: Any = _no_value,
) -> Any:
    """``np.nanmax``: equal winners share."""
    a, settings = reduction_settings("np.nanmax", a, axis, None, out, keepdims, where, initial)
    return with_initial(nanmax_op, np.fmax, a, settings, initial)


@answers(np.nanmin)
def nanmin(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = _no_value,
    initial: Any = _no_value,
    where: Any = _no_value,
) -> Any:
    """``np.nanmin``: equal winners share."""
    a, settings = reduction_settings("np.nanmin", a, axis, None, out, keepdims, where, initial)
    return with_initial(nanmin_op, np.fmin, a, settings, initial)
