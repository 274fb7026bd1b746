"""``np.sinc``, with slopes that are right at 0 too, to any order.

Written with ``t = πx``, sinc is ``s(t) = sin(t) / t``. Its n-th derivative follows from that of
``t s(t) = sin(t)``, which is ``t s_n + n s_(n-1) = sin(t + nπ/2)``. Near 0, where the quotient cancels, the
series of s is differentiated term by term.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .registry import Op, answers, elementwise, own_function


def _series(t: Any, order: int) -> Any:
    """Add up ``(-1)^k t^(2k - n) / ((2k + 1) (2k - n)!)``."""
    total = 0.0 * t
    for k in range((order + 1) // 2, order + 14):
        total = total + (-1) ** k * t ** (2 * k - order) / ((2 * k + 1) * math.factorial(2 * k - order))
    return total


def _recurrence(t: Any, order: int) -> Any:
    slope = np.sin(t) / t
    for n in range(1, order + 1):
        slope = (np.sin(t + n * (math.pi / 2)) - n * slope) / t
    return slope


def _sinc_slope(x: Any, order: int) -> Any:
    t = math.pi * x
    near = abs(t) <= order + 1
    slope = np.where(
        near, _series(np.where(near, t, 0), order), _recurrence(np.where(near, order + 2, t), order)
    )
    return (math.pi**order * slope)[()]


sinc_slope = own_function(_sinc_slope)
sinc_slope.__name__ = "sinc_slope"
sinc_slope_op = Op(
    "sinc_slope",
    _sinc_slope,
    (lambda g, y, x, order: g * sinc_slope(x, order=order + 1),),
    "elementwise",
)
answers(sinc_slope)(sinc_slope_op)

sinc = elementwise(np.sinc, lambda g, y, x: g * sinc_slope(x, order=1))
answers(np.sinc)(sinc.call)
