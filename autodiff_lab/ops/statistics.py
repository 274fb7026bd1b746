"""Variance, standard deviation and clipping: NumPy's functions, built from other ops."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Operand, convert
from .reduction import mean
from .registry import answers, composed, elementwise
from .shape import refuse_out

# Inside the limits the whole gradient goes on, at a limit too.
clip_op = elementwise(
    np.clip,
    lambda g, y, x, low, high: np.where((x >= low) & (x <= high), g, 0),
    lambda g, y, x, low, high: np.where(x < low, g, 0),
    lambda g, y, x, low, high: np.where(x > high, g, 0),
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
    ddof: int = 0,
    keepdims: bool = False,
    **settings: Any,
) -> Any:
    """``np.var``."""
    refuse_out("np.var", out)
    a = _operand(a)
    ddof = settings.get("correction", ddof)
    off = a - mean(a, axis=axis, keepdims=True)
    squares = np.square(off) if a.dtype.kind != "c" else np.real(off * np.conj(off))
    spread = mean(squares, axis=axis, keepdims=bool(keepdims))
    if not ddof:
        return spread
    n = a.size // (spread.size or 1)
    return spread * (n / (n - ddof))


@composed(np.std)
def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: int = 0,
    keepdims: bool = False,
    **settings: Any,
) -> Any:
    """``np.std``."""
    return np.sqrt(var(a, axis, dtype, out, ddof, keepdims, **settings))


def _operand(value: Any) -> Any:
    return value if isinstance(value, Operand) else convert(value)
