"""Rows of ops that work element by element."""

import math
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.case import Case, exactly, mask, numbers

from autodiff_lab.ops import activation, error_function, softmax, special
from autodiff_lab.ops.elementwise import multiply_no_nan

SHAPES = [(), (3,), (2, 3), (0,), (2, 0)]
PAIRS = [
    ((), ()),
    ((3,), (3,)),
    ((2, 3), ()),
    ((), (3,)),
    ((3,), (2, 3)),
    ((2, 1), (1, 3)),
    ((2, 3), (1, 1)),
    ((1,), ()),
    ((0, 3), (3,)),
    ((1, 3), (0, 1)),
]
NEAR, POSITIVE, INNER = (-2.0, 2.0), (0.3, 3.0), (-0.8, 0.8)
OFF_ZERO = ((-2.0, -0.4), (0.4, 2.0))

# op, call, intervals, and the definition where NumPy has no such function
UNARY: list[tuple] = [
    ("negative", operator.neg, [NEAR]),
    ("positive", operator.pos, [NEAR]),
    ("absolute", abs, OFF_ZERO),
    ("sign", np.sign, OFF_ZERO),
    ("square", np.square, [NEAR]),
    ("sqrt", np.sqrt, [POSITIVE]),
    ("cbrt", np.cbrt, OFF_ZERO),
    ("reciprocal", np.reciprocal, OFF_ZERO),
    ("exp", np.exp, [NEAR]),
    ("exp2", np.exp2, [NEAR]),
    ("expm1", np.expm1, [NEAR]),
    ("log", np.log, [POSITIVE]),
    ("log1p", np.log1p, [(-0.7, 2.0)]),
    ("log2", np.log2, [POSITIVE]),
    ("log10", np.log10, [POSITIVE]),
    ("sin", np.sin, [NEAR]),
    ("cos", np.cos, [NEAR]),
    ("tan", np.tan, [(-1.2, 1.2)]),
    ("arcsin", np.arcsin, [INNER]),
    ("arccos", np.arccos, [INNER]),
    ("arctan", np.arctan, [NEAR]),
    ("sinh", np.sinh, [NEAR]),
    ("cosh", np.cosh, [NEAR]),
    ("tanh", np.tanh, [NEAR]),
    ("arcsinh", np.arcsinh, [NEAR]),
    ("arccosh", np.arccosh, [(1.3, 3.0)]),
    ("arctanh", np.arctanh, [INNER]),
    ("radians", np.radians, [NEAR]),
    ("degrees", np.degrees, [NEAR]),
    ("rsqrt", special.rsqrt, [POSITIVE], lambda x: x**-0.5),
    ("erf", error_function.erf, [NEAR], np.vectorize(math.erf, otypes=[float])),
    ("erfc", error_function.erfc, [NEAR], np.vectorize(math.erfc, otypes=[float])),
    ("sigmoid", activation.sigmoid, [NEAR], lambda x: 1 / (1 + np.exp(-x))),
    ("softplus", activation.softplus, OFF_ZERO, lambda x: np.log(1 + np.exp(x))),
    ("log_sigmoid", activation.log_sigmoid, OFF_ZERO, lambda x: -np.log(1 + np.exp(-x))),
    ("softsign", activation.softsign, OFF_ZERO, lambda x: x / (1 + np.abs(x))),
    ("relu", activation.relu, OFF_ZERO, lambda x: x * (x > 0)),
    ("relu6", activation.relu6, [(-2, -0.4), (0.4, 5.5), (6.5, 8)], lambda x: np.clip(x, 0, 6)),
    ("elu", activation.elu, OFF_ZERO, lambda x: np.where(x > 0, x, np.exp(x) - 1)),
    (
        "selu",
        activation.selu,
        OFF_ZERO,
        lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * (np.exp(x) - 1)),
    ),
    ("silu", activation.silu, [NEAR], lambda x: x / (1 + np.exp(-x))),
    ("gelu", activation.gelu, [NEAR], lambda x: x * (1 + np.vectorize(math.erf, [float])(x / 2**0.5)) / 2),
    (
        "gelu_tanh",
        activation.gelu_tanh,
        [NEAR],
        lambda x: x / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3))),
    ),
    # Complex numbers in between: a real argument, a real result.
    ("conjugate", lambda x: np.imag(np.conjugate(x * (1 + 2j))), [NEAR]),
    ("real", lambda x: np.real(x * x * (1 + 2j)), [NEAR]),
    ("imag", lambda x: np.imag(x * x * (1 + 2j)), [NEAR]),
    ("cast", lambda x: np.real(x.astype("complex128") * (2 - 1j)), [NEAR]),
]

# op, call, intervals of the first and of the second argument, and the definition
BINARY: list[tuple] = [
    ("add", operator.add, [NEAR], [NEAR]),
    ("subtract", operator.sub, [NEAR], [NEAR]),
    ("multiply", operator.mul, [NEAR], [NEAR]),
    ("divide", operator.truediv, [NEAR], OFF_ZERO),
    ("power", operator.pow, [POSITIVE], [NEAR]),
    ("remainder", operator.mod, [(5.5, 5.9)], [(1.5, 1.8)]),
    ("maximum", np.maximum, [(-2, -1), (1, 2)], [INNER]),
    ("minimum", np.minimum, [(-2, -1), (1, 2)], [INNER]),
    ("fmax", np.fmax, [(-2, -1), (1, 2)], [INNER]),
    ("fmin", np.fmin, [(-2, -1), (1, 2)], [INNER]),
    ("arctan2", np.arctan2, OFF_ZERO, OFF_ZERO),
    ("hypot", np.hypot, OFF_ZERO, OFF_ZERO),
    ("copysign", np.copysign, OFF_ZERO, OFF_ZERO),
    ("logaddexp", np.logaddexp, [NEAR], [(2.1, 3.0)]),
    ("logaddexp2", np.logaddexp2, [NEAR], [(2.1, 3.0)]),
    ("squared_difference", special.squared_difference, [NEAR], [NEAR], lambda a, b: (a - b) ** 2),
    ("multiply_no_nan", multiply_no_nan, [NEAR], OFF_ZERO, operator.mul),
    ("divide_no_nan", special.divide_no_nan, [NEAR], OFF_ZERO, operator.truediv),
    ("xlogy", special.xlogy, OFF_ZERO, [POSITIVE], lambda a, b: a * np.log(b)),
    ("xdivy", special.xdivy, OFF_ZERO, OFF_ZERO, lambda a, b: a / b),
    ("xlog1py", special.xlog1py, OFF_ZERO, [POSITIVE], lambda a, b: a * np.log(1 + b)),
    ("where_positive", activation.where_positive, [NEAR], OFF_ZERO, lambda a, x: a * (x > 0)),
    (
        "leaky_relu",
        activation.leaky_relu,
        OFF_ZERO,
        [(0.1, 0.4)],
        lambda x, alpha: np.where(x > 0, x, x * alpha),
    ),
    (
        "sigmoid_cross_entropy",
        softmax.sigmoid_cross_entropy,
        [(0.1, 0.9)],
        OFF_ZERO,
        lambda p, x: -p * np.log(1 / (1 + np.exp(-x))) - (1 - p) * np.log(1 - 1 / (1 + np.exp(-x))),
    ),
    (
        "complex",
        lambda a, b: np.real(special.complex_op(a, b) * (3 - 2j)),
        [NEAR],
        [NEAR],
        lambda a, b: 3 * a + 2 * b,
    ),
]


def rows() -> Iterator[Case]:
    for op, call, intervals, *plain in UNARY:
        for shape in SHAPES:
            yield Case(op, call, (numbers(shape, *intervals),), *plain, note=f"{shape}")
    for op, call, first, second, *plain in BINARY:
        for a, b in PAIRS:
            yield Case(op, call, (numbers(a, *first), numbers(b, *second)), *plain, note=f"{a}{b}")
    yield from constants()
    for c, a, b in [((3,), (3,), (3,)), ((2, 1), (3,), ()), ((), (2, 3), (3,)), ((0,), (0,), ())]:
        yield Case("where", np.where, (mask(c), numbers(a), numbers(b)), fixed=(0,), note=f"{c}{a}{b}")
    for a, x, alpha in [((3,), (3,), ()), ((2, 3), (3,), (2, 1)), ((), (), ()), ((0,), (), ())]:
        draws = numbers(a), numbers(x, *OFF_ZERO), numbers(alpha, (0.1, 0.4))
        plain = lambda a, x, alpha: a * np.where(x > 0, 1, alpha)
        yield Case("leak", activation.leak, draws, plain, note=f"{a}{x}{alpha}")
    inside_and_out = [(-2, -1.2), (-0.8, 0.8), (1.2, 2)]
    for x, low, high in [((6,), (), ()), ((2, 3), (3,), (2, 1)), ((), (), ()), ((0,), (), ())]:
        limits = numbers(low, (-1.1, -0.9)), numbers(high, (0.9, 1.1))
        yield Case("clip", np.clip, (numbers(x, *inside_and_out), *limits), note=f"{x}{low}{high}")
    crossed = numbers((6,), *inside_and_out), exactly(0.95), exactly(-1.0)
    yield Case("clip", np.clip, crossed, note="the limits are crossed")


def constants() -> Iterator[Case]:
    """One side is a number or an array of the learner's."""
    array = np.array([[0.5, 1.5, 2.5]])
    sides: list[tuple[str, Any, Any]] = [
        ("add", lambda x: x + 2, NEAR),
        ("subtract", lambda x: 1 - x, NEAR),
        ("multiply", lambda x: 3.0 * x, NEAR),
        ("divide", lambda x: 6 / x, POSITIVE),
        ("divide", lambda x: x / 3, NEAR),
        ("power", lambda x: x**3, NEAR),
        ("power", lambda x: x**2.0, NEAR),
        ("power", lambda x: x**0, POSITIVE),
        ("power", lambda x: x**-2, POSITIVE),
        ("power", lambda x: 2**x, NEAR),
        ("power", lambda x: x ** np.array([[2], [3]]), NEAR),
        ("remainder", lambda x: x % 7, (1.0, 6.0)),
        ("remainder", lambda x: 5.7 % x, (1.5, 1.8)),
        ("multiply", lambda x: array * x, NEAR),
        ("subtract", lambda x: array - x, NEAR),
        ("maximum", lambda x: np.maximum(x, 0), (0.5, 2.0)),
        ("maximum", lambda x: np.maximum(0, x), (0.5, 2.0)),
        ("multiply", lambda x: x * x, NEAR),
        ("divide", lambda x: x / x, POSITIVE),
        ("power", lambda x: x**x, POSITIVE),
    ]
    for i, (op, call, interval) in enumerate(sides):
        for shape in [(), (2, 3)]:
            yield Case(op, call, (numbers(shape, interval),), note=f"constant {i} {shape}")
