"""The curves that neurons use, each one op with its slope.

Corners, as in TensorFlow: ``relu`` and ``leaky_relu`` take the slope of their left side at 0, ``relu6`` is
flat at 0 and at 6; ``elu`` and ``selu`` take the slope of their right side at 0.

The slope of ``relu`` is a step, which is flat: its second derivative is 0, not None, so the step is an op of
its own (`where_positive`, and `leak` for ``leaky_relu``) that remembers where it came from.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .error_function import erf
from .registry import own

# The two constants of Klambauer et al. that keep mean 0 and variance 1 through layers of selu.
SELU_ALPHA = 1.6732632423543772
SELU_SCALE = 1.0507009873554805
ROOT_2 = math.sqrt(2)
ROOT_2_PI = math.sqrt(2 * math.pi)
GELU_CUBE = 0.044715


def _sigmoid(x: Any) -> Any:
    e = np.exp(-np.abs(x))  # never overflows
    return (np.where(x >= 0, 1, e) / (1 + e))[()] if _is_real(x) else 1 / (1 + np.exp(-x))


def _softplus(x: Any) -> Any:
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _log_sigmoid(x: Any) -> Any:
    return -_softplus(-x)


def _softsign(x: Any) -> Any:
    return x / (1 + np.abs(x))


def _where_positive(a: Any, x: Any) -> Any:
    return np.where(x > 0, a, 0)[()]


def _leak(a: Any, x: Any, alpha: Any) -> Any:
    return np.where(x > 0, a, a * alpha)[()]


def _relu(x: Any) -> Any:
    return np.maximum(x, 0)


def _relu6(x: Any) -> Any:
    return np.minimum(np.maximum(x, 0), 6)


def _leaky_relu(x: Any, alpha: Any) -> Any:
    return _leak(x, x, alpha)


def _elu(x: Any) -> Any:
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0)))[()]


def _selu(x: Any) -> Any:
    return np.where(x > 0, x * SELU_SCALE, SELU_SCALE * SELU_ALPHA * np.expm1(np.minimum(x, 0)))[()]


def _silu(x: Any) -> Any:
    return x * _sigmoid(x)


def _gelu(x: Any) -> Any:
    return 0.5 * x * (1 + erf(x / ROOT_2))


def _gelu_tanh(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(_bend(x)))


def _bend(x: Any) -> Any:
    return (2 / ROOT_2_PI) * (x + GELU_CUBE * x * x * x)


def _gelu_tanh_rule(g: Any, y: Any, x: Any) -> Any:
    t = np.tanh(_bend(x))
    return g * 0.5 * (1 + t + x * (1 - t * t) * (2 / ROOT_2_PI) * (1 + 3 * GELU_CUBE * x * x))


def _is_real(x: Any) -> bool:
    return np.asarray(x).dtype.kind != "c"


# Rules that name their own function.
where_positive: Callable
leak: Callable

sigmoid, sigmoid_op = own(_sigmoid, lambda g, y, x: g * y * (1 - y))
softplus, softplus_op = own(_softplus, lambda g, y, x: g * sigmoid(x))
log_sigmoid, log_sigmoid_op = own(_log_sigmoid, lambda g, y, x: g * sigmoid(-x))
softsign, softsign_op = own(_softsign, lambda g, y, x: g / (1 + np.abs(x)) ** 2)

where_positive, where_positive_op = own(
    _where_positive, lambda g, y, a, x: where_positive(g, x), lambda g, y, a, x: np.zeros_like(g)
)
leak, leak_op = own(
    _leak,
    lambda g, y, a, x, alpha: leak(g, x, alpha),
    lambda g, y, a, x, alpha: np.zeros_like(g),
    lambda g, y, a, x, alpha: np.where(x > 0, 0, g * a),
)
relu, relu_op = own(_relu, lambda g, y, x: where_positive(g, x))
relu6, relu6_op = own(_relu6, lambda g, y, x: where_positive(where_positive(g, x), 6 - x))
leaky_relu, leaky_relu_op = own(
    _leaky_relu,
    lambda g, y, x, alpha: leak(g, x, alpha),
    lambda g, y, x, alpha: np.where(x > 0, 0, g * x),
)
elu, elu_op = own(_elu, lambda g, y, x: np.where(x < 0, g * np.exp(np.minimum(x, 0)), g))
selu, selu_op = own(
    _selu,
    lambda g, y, x: np.where(x < 0, g * (SELU_SCALE * SELU_ALPHA) * np.exp(np.minimum(x, 0)), g * SELU_SCALE),
)
silu, silu_op = own(_silu, lambda g, y, x: g * (sigmoid(x) * (1 + x * (1 - sigmoid(x)))))

gelu, gelu_op = own(
    _gelu, lambda g, y, x: g * (0.5 * (1 + erf(x / ROOT_2)) + x * np.exp(-0.5 * x * x) / ROOT_2_PI)
)
gelu_tanh, gelu_tanh_op = own(_gelu_tanh, _gelu_tanh_rule)
