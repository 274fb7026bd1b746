"""Arithmetic and functions of single numbers, each beside its derivative.

Rules are written for the plain (transposed) convention; TensorFlow's conjugate of a complex
gradient is taken once, where the tape answers.

Corners follow TensorFlow: ``abs`` has slope 0 at 0; a power's exponent gets 0 where the base is not
positive, since its logarithm is no real number there. Where no gradient arrives at a square root, a
reciprocal or an exponential, none is passed on, even at a point where the slope is infinite (see
`multiply_no_nan`).
"""

import math
import operator
from typing import Any

import numpy as np

from .registry import answers, elementwise, own_function


def _has_log(a: Any) -> Any:
    """Tell where the logarithm of a base is a number: above 0, or anywhere but 0 for a complex base."""
    return a != 0 if getattr(a, "dtype", np.dtype(float)).kind == "c" else a > 0


def _with_log(a: Any, b: Any) -> Any:
    """The base where it has a logarithm, and 1 elsewhere; for a complex exponent it is a complex base."""
    if getattr(b, "dtype", np.dtype(float)).kind == "c" and a.dtype.kind != "c":
        a = a + 0j
    return np.where(_has_log(a), a, 1)


@own_function
def multiply_no_nan(x: Any, y: Any) -> Any:
    """``x * y``, and 0 wherever `y` is 0, even where `x` is infinite or not a number."""
    product = x * y
    lost = product != product
    found = lost.any()
    if type(found) is not np.bool_ or found:  # a lazy array is not asked, since that would compute it
        return np.where(lost & (y == 0), 0, product)[()]
    return product


def _power_share(g: Any, a: Any, b: Any) -> Any:
    """``g * b * a ** (b - 1)``; of ``a ** 1`` just `g`: the slope of ``a ** 0`` at 0 would be nan."""
    return g if isinstance(b, int | float) and b == 1 else g * b * a ** (b - 1)


multiply_no_nan_op = elementwise(
    multiply_no_nan,
    lambda g, y, a, b: multiply_no_nan(g, b),
    lambda g, y, a, b: multiply_no_nan(a, g),
)
answers(multiply_no_nan)(multiply_no_nan_op.call)

add = elementwise(np.add, lambda g, y, a, b: g, lambda g, y, a, b: g, run=operator.add, symbol="+")
subtract = elementwise(np.subtract, lambda g, y, a, b: g, lambda g, y, a, b: -g, run=operator.sub, symbol="-")
multiply = elementwise(
    np.multiply, lambda g, y, a, b: g * b, lambda g, y, a, b: g * a, run=operator.mul, symbol="*"
)
divide = elementwise(
    np.divide, lambda g, y, a, b: g / b, lambda g, y, a, b: -g * y / b, run=operator.truediv, symbol="/"
)
power = elementwise(
    np.power,
    lambda g, y, a, b: _power_share(g, a, b),
    lambda g, y, a, b: g * y * np.log(_with_log(a, b)),
    run=operator.pow,
    symbol="**",
)
remainder = elementwise(
    np.remainder, lambda g, y, a, b: g, lambda g, y, a, b: -g * (a // b), run=operator.mod, symbol="%"
)
negative = elementwise(np.negative, lambda g, y, x: -g, run=operator.neg, symbol="-")
positive = elementwise(np.positive, lambda g, y, x: g, symbol="+")
absolute = elementwise(
    np.absolute, lambda g, y, x: g * (np.sign(x) if x.dtype.kind != "c" else np.conj(np.sign(x))), run=abs
)
sign = elementwise(np.sign, lambda g, y, x: np.zeros_like(g))

square = elementwise(np.square, lambda g, y, x: g * 2 * x)
# TensorFlow passes no gradient on at 0 when none arrives: where(x > 0, sqrt(x), 0) has slope 0 there.
sqrt = elementwise(np.sqrt, lambda g, y, x: multiply_no_nan(0.5 / y, g))
reciprocal = elementwise(np.reciprocal, lambda g, y, x: multiply_no_nan(-y * y, g))
# The same for an overflowing exponential, so that 1 / (1 + exp(-x)) has slope 0 at x = -1000, not nan.
exp = elementwise(np.exp, lambda g, y, x: multiply_no_nan(y, g))
expm1 = elementwise(np.expm1, lambda g, y, x: g * np.exp(x))
log = elementwise(np.log, lambda g, y, x: g / x)
log1p = elementwise(np.log1p, lambda g, y, x: g / (1 + x))
log2 = elementwise(np.log2, lambda g, y, x: g / (x * math.log(2)))
log10 = elementwise(np.log10, lambda g, y, x: g / (x * math.log(10)))

sin = elementwise(np.sin, lambda g, y, x: g * np.cos(x))
cos = elementwise(np.cos, lambda g, y, x: -g * np.sin(x))
tan = elementwise(np.tan, lambda g, y, x: g * (1 + y * y))
arcsin = elementwise(np.arcsin, lambda g, y, x: g / np.sqrt(1 - x * x))
arccos = elementwise(np.arccos, lambda g, y, x: -g / np.sqrt(1 - x * x))
arctan = elementwise(np.arctan, lambda g, y, x: g / (1 + x * x))
sinh = elementwise(np.sinh, lambda g, y, x: g * np.cosh(x))
cosh = elementwise(np.cosh, lambda g, y, x: g * np.sinh(x))
tanh = elementwise(np.tanh, lambda g, y, x: g * (1 - y * y))
arcsinh = elementwise(np.arcsinh, lambda g, y, x: g / np.sqrt(1 + x * x))
arccosh = elementwise(np.arccosh, lambda g, y, x: g / np.sinh(y))  # below -1 not a number, as y is
arctanh = elementwise(np.arctanh, lambda g, y, x: g / (1 - x * x))

conjugate = elementwise(np.conjugate, lambda g, y, x: np.conj(g))
