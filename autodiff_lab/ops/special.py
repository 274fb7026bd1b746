"""More functions of single numbers: angles, logarithms, safe quotients.

Corners: ``hypot`` has slope 0/0 (nan) at the origin, as the square root of a sum of squares has;
``logaddexp`` shares its gradient equally between equal arguments; ``fmax`` and ``fmin`` give a tie to
the first argument and never to a nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .activation import sigmoid
from .elementwise import multiply_no_nan, sign
from .registry import answers, elementwise, linear, own, own_function

# ---- angles and sizes --------------------------------------------------------------------------

arctan2 = elementwise(
    np.arctan2, lambda g, y, a, b: g * b / (a * a + b * b), lambda g, y, a, b: -g * a / (a * a + b * b)
)
hypot = elementwise(np.hypot, lambda g, y, a, b: g * a / y, lambda g, y, a, b: g * b / y)
radians = elementwise(np.radians, lambda g, y, x: g * (math.pi / 180))
degrees = elementwise(np.degrees, lambda g, y, x: g * (180 / math.pi))
answers(np.deg2rad)(radians.call)
answers(np.rad2deg)(degrees.call)

# ---- one argument wins ------------------------------------------------------------------------

fmax = elementwise(
    np.fmax,
    lambda g, y, a, b: np.where((a >= b) | np.isnan(b), g, 0),
    lambda g, y, a, b: np.where((a >= b) | np.isnan(b), 0, g),
)
fmin = elementwise(
    np.fmin,
    lambda g, y, a, b: np.where((a <= b) | np.isnan(b), g, 0),
    lambda g, y, a, b: np.where((a <= b) | np.isnan(b), 0, g),
)
copysign = elementwise(
    np.copysign, lambda g, y, a, b: g * np.sign(a) * np.copysign(1, b), lambda g, y, a, b: np.zeros_like(g)
)

# ---- powers and logarithms ---------------------------------------------------------------------


def _rsqrt(x: Any) -> Any:
    return 1 / np.sqrt(x)


def _squared_difference(a: Any, b: Any) -> Any:
    return (a - b) * (a - b)


cbrt = elementwise(np.cbrt, lambda g, y, x: g / (3 * y * y))
exp2 = elementwise(np.exp2, lambda g, y, x: multiply_no_nan(y * math.log(2), g))


def _lead(a: Any, b: Any) -> Any:
    """``a - b``, and 0 between equal infinities."""
    return np.where(np.isinf(a) & (a == b), 0, a - b)


logaddexp = elementwise(
    np.logaddexp, lambda g, y, a, b: g * sigmoid(_lead(a, b)), lambda g, y, a, b: g * sigmoid(_lead(b, a))
)
logaddexp2 = elementwise(
    np.logaddexp2,
    lambda g, y, a, b: g * sigmoid(_lead(a, b) * math.log(2)),
    lambda g, y, a, b: g * sigmoid(_lead(b, a) * math.log(2)),
)
rsqrt, rsqrt_op = own(_rsqrt, lambda g, y, x: multiply_no_nan(-0.5 * y * y * y, g))
squared_difference, squared_difference_op = own(
    _squared_difference, lambda g, y, a, b: g * 2 * (a - b), lambda g, y, a, b: g * -2 * (a - b)
)


# ---- products and quotients that are 0 where one part is ------------------------------------------


def _divide_no_nan(a: Any, b: Any) -> Any:
    zero = b == 0
    return np.where(zero, 0, a / np.where(zero, 1, b))[()]


def _xlogy(a: Any, b: Any) -> Any:
    return np.where(a == 0, 0, a * np.log(np.where(a == 0, 1, b)))[()]


def _xdivy(a: Any, b: Any) -> Any:
    return np.where(a == 0, 0, a / np.where(a == 0, 1, b))[()]


def _xlog1py(a: Any, b: Any) -> Any:
    return np.where(a == 0, 0, a * np.log1p(np.where(a == 0, 0, b)))[()]


# Rules that name their own function.
divide_no_nan: Callable
xdivy: Callable
xlogy: Callable
xlog1py: Callable

divide_no_nan, divide_no_nan_op = own(
    _divide_no_nan, lambda g, y, a, b: divide_no_nan(g, b), lambda g, y, a, b: divide_no_nan(-g * y, b)
)
xdivy, xdivy_op = own(
    _xdivy, lambda g, y, a, b: g * xdivy(a != 0, b), lambda g, y, a, b: -g * xdivy(xdivy(a, b), b)
)
# As in TensorFlow, the logarithm's slope does not arrive where its factor is 0.
xlogy, xlogy_op = own(_xlogy, lambda g, y, a, b: g * xlogy(a != 0, b), lambda g, y, a, b: g * xdivy(a, b))
xlog1py, xlog1py_op = own(
    _xlog1py, lambda g, y, a, b: g * xlog1py(a != 0, b), lambda g, y, a, b: g * xdivy(a, 1 + b)
)


@answers(np.sign)
def _sign(x: Any) -> Any:
    """``np.sign``: a step for real numbers, the direction ``x / |x|`` of complex ones."""
    dtype = getattr(x, "dtype", None)
    return divide_no_nan(x, np.abs(x)) if dtype is not None and dtype.kind == "c" else sign.call(x)


# ---- complex numbers -------------------------------------------------------------------------------


@own_function
def _joined(a: Any, b: Any) -> Any:
    a, b = np.broadcast_arrays(a, b)
    joined = np.empty(a.shape, np.result_type(a, b, np.complex64))
    joined.real, joined.imag = a, b
    return joined[()]


# The sweep keeps the real part for a real input.
complex_op = linear(_joined, lambda g, y, a, b: g, lambda g, y, a, b: g * 1j, name="complex")
answers(_joined)(complex_op)
