"""Variance, standard deviation and clipping: NumPy's functions, built from other ops."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Operand
from .arguments import operand
from .averages import squares_of
from .reduction import how_many
from .reduction import mean as mean_of
from .registry import answers, composed, elementwise
from .shape import astype, refuse_out

_no_value = np._NoValue

# Inside the limits the whole gradient goes on, at a limit too. Where they are crossed, the upper one counts.
clip_op = elementwise(
    np.clip,
    lambda g, y, x, low, high: np.where((x >= low) & (x <= high), g, 0),
    lambda g, y, x, low, high: np.where((x < low) & (low <= high), g, 0),
    lambda g, y, x, low, high: np.where((x > high) | (low > high), g, 0),
)


@answers(np.clip)
def clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **limits: Any) -> Any:
    """``np.clip``."""
    refuse_out("np.clip", out)
    low, high = limits.get("min", a_min), limits.get("max", a_max)
    if low is None:
        return a if high is None else np.minimum(a, high)
    return np.maximum(a, low) if high is None else clip_op(a, low, high)


@composed(np.var)
def var(
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
    """``np.var``: the mean of the squares of what lies off the mean."""
    refuse_out("np.var", out)
    a = operand(a) if dtype is None else astype(operand(a), dtype)
    ddof = ddof if correction is _no_value else correction
    middle = mean_of(a, axis, keepdims=True, where=where) if mean is _no_value else mean
    spread = mean_of(squares_of(a - middle), axis, keepdims=keepdims, where=where)
    if not ddof:
        return spread
    n = np.real(how_many(a, axis, keepdims, where))
    return spread * (n / (n - ddof))


@composed(np.std)
def std(a: Any, *args: Any, **settings: Any) -> Any:
    """``np.std``: its slope at numbers that are all equal is that of a root at 0; one number has none."""
    a = operand(a)
    spread = var(a, *args, **settings)
    return spread if isinstance(spread, Operand) and spread.size == a.size else np.sqrt(spread)
