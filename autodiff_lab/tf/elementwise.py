"""Functions of single numbers, under TensorFlow's names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.tensor import Operand, Tensor
from ..ops import _elementwise as elementwise
from ..ops import activation, error_function, selection, special
from .calling import floating, pair, plain, tensor, tf_function
from .errors import InvalidArgumentError


def _of_one(name: str, op: Callable, text: str, whole: bool = False) -> Callable[..., Tensor]:
    """Make ``tf.name(x)``; most functions take no whole numbers, as in TensorFlow."""

    def function(x: Any, name: str | None = None) -> Tensor:
        return op(tensor(x) if whole else floating(x, function.__name__))

    return _described(function, name, text)


def _of_two(name: str, op: Callable, text: str, fractions: bool = False) -> Callable[..., Tensor]:
    """Make ``tf.name(x, y)``."""

    def function(x: Any, y: Any, name: str | None = None) -> Tensor:
        x, y = pair(x, y)
        if fractions:
            floating(x if isinstance(x, Operand) else y, function.__name__)
        return op(x, y)

    return _described(function, name, text)


def _described(function: Callable, name: str, text: str) -> Callable[..., Tensor]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return tf_function(function)


def _whole(op: Callable) -> Callable:
    """Refuse to divide whole numbers by 0, which has no answer among them."""

    def divide(x: Any, y: Any) -> Any:
        kinds = {np.asarray(plain(v)).dtype.kind for v in (x, y)}
        if kinds <= {"i", "u", "b"} and (np.asarray(plain(y)) == 0).any():
            raise ValueError("a whole number cannot be divided by 0.")
        return op(x, y)

    return divide


# ---- arithmetic ----------------------------------------------------------------------------------------

add = _of_two("add", elementwise.add.call, "Add, element by element.")
subtract = _of_two("subtract", elementwise.subtract.call, "Subtract, element by element.")
multiply = _of_two("multiply", elementwise.multiply.call, "Multiply, element by element.")
floordiv = _of_two("floordiv", _whole(np.floor_divide), "Divide, and round down.")
floormod = _of_two(
    "floormod", _whole(elementwise.remainder.call), "The remainder after rounding the quotient down."
)
pow = _of_two("pow", elementwise.power.call, "``x`` to the power ``y``.")
maximum = _of_two("maximum", selection.maximum.call, "The larger of two; a tie's gradient goes to ``x``.")
minimum = _of_two("minimum", selection.minimum.call, "The smaller of two; a tie's gradient goes to ``x``.")


def _squared_difference(x: Any, y: Any) -> Any:
    gap = x - y
    if gap.dtype.kind == "c":
        return gap * np.conj(gap)
    return special.squared_difference(x, y)


squared_difference = _of_two(
    "squared_difference", _squared_difference, "``(x - y) ** 2``, of complex numbers ``|x - y| ** 2``."
)
divide_no_nan = _of_two("divide_no_nan", special.divide_no_nan, "``x / y``, and 0 where ``y`` is 0.", True)
multiply_no_nan = _of_two(
    "multiply_no_nan",
    elementwise.multiply_no_nan,
    "``x * y``, and 0 where ``y`` is 0, whatever ``x`` is.",
    True,
)
atan2 = _of_two(
    "atan2", special.arctan2.call, "The angle of the point (``x``, ``y``) given as ``y``, ``x``.", True
)
xlogy = _of_two("xlogy", special.xlogy, "``x * log(y)``, and 0 where ``x`` is 0.", True)
xdivy = _of_two("xdivy", special.xdivy, "``x / y``, and 0 where ``x`` is 0.", True)
xlog1py = _of_two("xlog1py", special.xlog1py, "``x * log(1 + y)``, and 0 where ``x`` is 0.", True)


@tf_function
def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Divide; whole numbers give fractions."""
    x, y = pair(x, y)
    kinds = {v.dtype for v in (x, y) if isinstance(v, Operand)}
    if kinds <= _SHORT:  # NumPy would make float16 of them
        x, y = (tensor(v).astype(np.float32) for v in (x, y))
    return elementwise.divide.call(x, y)


divide = truediv
_SHORT = {np.dtype(t) for t in (np.int8, np.uint8, np.int16, np.uint16)}


@tf_function
def add_n(inputs: Any, name: str | None = None) -> Tensor:
    """Add up a list of tensors of one shape.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.add_n([[1.0, 2.0], [3.0, 4.0]])
    Tensor([4. 6.], shape=(2,), dtype=float32)
    """
    parts = [tensor(v) for v in (inputs if isinstance(inputs, list | tuple) else [inputs])]
    if not parts:
        raise ValueError("the list is empty, so there is no shape for the sum.")
    for part in parts:
        if part.shape != parts[0].shape:
            raise ValueError(f"all tensors need one shape, but got {parts[0].shape} and {part.shape}.")
    total = parts[0] if len(parts) > 1 else +parts[0]
    for part in parts[1:]:
        total = elementwise.add.call(total, part)
    return total


accumulate_n = add_n


@tf_function
def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Tensor:
    """Multiply by a single number."""
    return elementwise.multiply.call(*pair(scalar, x))


@tf_function
def polyval(coeffs: Any, x: Any, name: str | None = None) -> Tensor:
    """The polynomial with these coefficients, the highest power's first.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.math.polyval([1.0, 0.0, -1.0], 3.0)
    Tensor(8.0, shape=(), dtype=float32)
    """
    if not isinstance(coeffs, list | tuple):
        raise TypeError("coeffs has to be a list of coefficients.")
    point = tensor(x)
    total = tensor(0, point.dtype)
    for c in coeffs:
        total = total * point + tensor(c, point.dtype)
    return total


negative = _of_one("negative", elementwise.negative.call, "Minus ``x``.", True)
abs = _of_one("abs", elementwise.absolute.call, "The size without its sign; slope 0 at 0.", True)
sign = _of_one("sign", np.sign, "-1, 0 or 1; flat everywhere.", True)
square = _of_one("square", elementwise.square.call, "``x * x``.", True)
sqrt = _of_one("sqrt", elementwise.sqrt.call, "The square root.")
rsqrt = _of_one("rsqrt", special.rsqrt, "One over the square root.")
reciprocal = _of_one("reciprocal", elementwise.reciprocal.call, "``1 / x``.")
floor = _of_one("floor", np.floor, "Round down; there is no gradient.")
ceil = _of_one("ceil", np.ceil, "Round up; there is no gradient.")
rint = _of_one("rint", np.rint, "Round to the nearest whole number, halves to the even one.")
round = _of_one("round", np.rint, "Round to the nearest whole number, halves to the even one.", True)

# ---- exponentials, angles ------------------------------------------------------------------------------

exp = _of_one("exp", elementwise.exp.call, "The exponential.")
expm1 = _of_one("expm1", elementwise.expm1.call, "``exp(x) - 1``, exact for small ``x``.")
log = _of_one("log", elementwise.log.call, "The natural logarithm.")
log1p = _of_one("log1p", elementwise.log1p.call, "``log(1 + x)``, exact for small ``x``.")
sin = _of_one("sin", elementwise.sin.call, "The sine.")
cos = _of_one("cos", elementwise.cos.call, "The cosine.")
tan = _of_one("tan", elementwise.tan.call, "The tangent.")
asin = _of_one("asin", elementwise.arcsin.call, "The angle of a sine.")
acos = _of_one("acos", elementwise.arccos.call, "The angle of a cosine.")
atan = _of_one("atan", elementwise.arctan.call, "The angle of a tangent.")
sinh = _of_one("sinh", elementwise.sinh.call, "The hyperbolic sine.")
cosh = _of_one("cosh", elementwise.cosh.call, "The hyperbolic cosine.")
tanh = _of_one("tanh", elementwise.tanh.call, "The hyperbolic tangent.")
asinh = _of_one("asinh", elementwise.arcsinh.call, "The inverse of `sinh`.")
acosh = _of_one("acosh", elementwise.arccosh.call, "The inverse of `cosh`.")
atanh = _of_one("atanh", elementwise.arctanh.call, "The inverse of `tanh`.")
erf = _of_one("erf", error_function.erf, "The error function.")
erfc = _of_one("erfc", error_function.erfc, "One minus the error function, exact for large ``x``.")
sigmoid = _of_one("sigmoid", activation.sigmoid, "``1 / (1 + exp(-x))``; never overflows.")
log_sigmoid = _of_one("log_sigmoid", activation.log_sigmoid, "The logarithm of the sigmoid.")

# ---- complex numbers -----------------------------------------------------------------------------------

real = _of_one("real", np.real, "The real part.", True)
imag = _of_one("imag", np.imag, "The imaginary part.", True)
conj = _of_one("conj", np.conj, "The conjugate.", True)


@tf_function
def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:
    """Put complex numbers together from their real and imaginary parts."""
    a, b = pair(real, imag)
    a, b = floating(a, "complex"), tensor(b, a.dtype)
    if a.dtype != b.dtype:
        raise InvalidArgumentError(
            f"tf.complex: the two parts need one dtype, but got {a.dtype} and {b.dtype}."
        )
    return special.complex_op(a, b)


@tf_function
def angle(input: Any, name: str | None = None) -> Tensor:
    """The angle of complex numbers; a real one is at 0 or π, and has no gradient."""
    found = tensor(input)
    if found.dtype.kind != "c":
        turned: Any = found < 0
        return np.where(turned, found.dtype.type(np.pi), found.dtype.type(0))
    return np.arctan2(np.imag(found), np.real(found))


# ---- limits ----------------------------------------------------------------------------------------------


@tf_function
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Tensor:
    """Keep values between two limits; the gradient passes inside and at the limits.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.clip_by_value([-2.0, 0.5, 2.0], -1.0, 1.0)
    Tensor([-1.   0.5  1. ], shape=(3,), dtype=float32)
    """
    found = tensor(t)
    _, low = pair(found, clip_value_min)
    _, high = pair(found, clip_value_max)
    clipped = np.clip(found, low, high)
    if clipped.shape != found.shape:
        raise ValueError(f"the limits would stretch the tensor from {found.shape} to {clipped.shape}.")
    return clipped
