"""Functions of single numbers that jump, take a number apart, or repair it.

Between the jumps the slope is that of the smooth piece; on a jump no slope is right, and the same
formula answers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import convert
from .arguments import operand, plain_number
from .elementwise import power, remainder
from .flat import WHOLE, flat, floor_divide
from .registry import Op, answers, composed, define, elementwise
from .shape import real

fabs = elementwise(np.fabs, lambda g, y, x: g * np.sign(x))
# As for `power`: the exponent gets nothing where the base has no logarithm.
float_power = elementwise(np.float_power, power.rules[0], power.rules[1])
fmod = elementwise(np.fmod, lambda g, y, a, b: g, lambda g, y, a, b: -g * np.trunc(a / b))
# A step at 0, where the second argument is the result.
heaviside = elementwise(
    np.heaviside, lambda g, y, a, b: np.zeros_like(g), lambda g, y, a, b: np.where(a == 0, g, 0)
)
# The neighbour in the direction of b: it moves along with a.
nextafter = elementwise(np.nextafter, lambda g, y, a, b: g, lambda g, y, a, b: np.zeros_like(g))
modf = define(np.modf, lambda g, y, x: g[0])
answers(np.modf)(modf)

nan_to_num_op = Op(
    "nan_to_num",
    lambda x, nan, posinf, neginf: np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf),
    (lambda g, y, x, nan, posinf, neginf: np.where(np.isfinite(x), g, 0),),
    "elementwise",
)
# What is added are whole turns.
unwrap_op = Op(
    "unwrap",
    lambda x, discont, axis, period: np.unwrap(x, discont, axis, period=period),
    (lambda g, y, x, discont, axis, period: g,),
    "elementwise",
)
ldexp_op = elementwise(np.ldexp, lambda g, y, x, exponent: np.ldexp(g, exponent), None)


@answers(np.ldexp)
def ldexp(x1: Any, x2: Any) -> Any:
    """``np.ldexp``: ``x1 * 2**x2`` for a whole number `x2`."""
    if operand(x2).dtype.kind not in "biu":
        raise TypeError("np.ldexp takes a whole number as its exponent. For any other:  x * 2.0 ** exponent")
    return ldexp_op.call(x1, x2)


def _exponents(x: Any) -> Any:
    return np.frexp(x)[1]


exponents = flat(_exponents, WHOLE)


@composed(np.frexp)
def frexp(x: Any) -> Any:
    """``np.frexp``: the mantissa is the number times a power of two, which is taken as it is."""
    x = operand(x)
    exponent = exponents(x)
    return ldexp_op.call(x, -exponent), exponent


@composed(np.divmod)
def divmod_(x1: Any, x2: Any) -> Any:
    """``np.divmod``: how often it fits, and what is left."""
    return floor_divide(x1, x2), remainder.call(x1, x2)


@answers(np.nan_to_num)
def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """``np.nan_to_num``: what was not finite has no gradient."""
    nan, posinf, neginf = (
        plain_number("np.nan_to_num", name, value)
        for name, value in (("nan", nan), ("posinf", posinf), ("neginf", neginf))
    )
    return nan_to_num_op(operand(x), nan=nan, posinf=posinf, neginf=neginf)


@answers(np.unwrap)
def unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * np.pi) -> Any:
    """``np.unwrap``."""
    discont, period = (
        plain_number("np.unwrap", "discont", discont),
        plain_number("np.unwrap", "period", period),
    )
    p = operand(p)
    return unwrap_op(p, discont=discont, axis=axis % p.ndim, period=period)


@composed(np.angle)
def angle(z: Any, deg: bool = False) -> Any:
    """``np.angle``: that of a real number does not move."""
    z = operand(z)
    turn = np.arctan2(np.imag(z), np.real(z)) if z.dtype.kind == "c" else np.arctan2(0, z)
    return turn * (180 / np.pi) if deg else turn


@composed(np.real_if_close)
def real_if_close(a: Any, tol: float = 100) -> Any:
    """``np.real_if_close``: whether it is close is asked of the plain numbers."""
    a = convert(a)
    return a if np.iscomplexobj(np.real_if_close(a._value, tol)) else real(a)
