"""Activation functions: what ``tf.nn`` offers for neurons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.tensor import Tensor
from ..ops import activation
from ..ops import softmax as along
from .calling import axis_of, floating, tensor, tf_function


def _activation(name: str, op: Callable, text: str, whole: bool = False) -> Callable[..., Tensor]:
    def function(features: Any, name: str | None = None) -> Tensor:
        return op(tensor(features) if whole else floating(features, f"nn.{function.__name__}"))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return tf_function(function)


relu = _activation("relu", activation.relu, "``max(x, 0)``; slope 0 at 0.", True)
relu6 = _activation("relu6", activation.relu6, "``min(max(x, 0), 6)``; flat at 0 and at 6.", True)
elu = _activation("elu", activation.elu, "``x`` above 0, ``exp(x) - 1`` below.")
softplus = _activation("softplus", activation.softplus, "``log(1 + exp(x))``; never overflows.")
softsign = _activation("softsign", activation.softsign, "``x / (1 + |x|)``.")
selu = _activation("selu", activation.selu, "``elu``, scaled so that mean 0 and variance 1 stay.")


@tf_function
def silu(features: Any, beta: Any = 1.0, name: str | None = None) -> Tensor:
    """``x * sigmoid(beta * x)``, also called swish."""
    x = floating(features, "nn.silu")
    if isinstance(beta, int | float) and beta == 1:
        return activation.silu(x)
    return x * activation.sigmoid(beta * x)


@tf_function
def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Tensor:
    """``x`` times the chance that a normal number is below ``x``; `approximate` uses a tanh."""
    x = floating(features, "nn.gelu")
    return activation.gelu_tanh(x) if approximate else activation.gelu(x)


@tf_function
def leaky_relu(features: Any, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """``x`` above 0, ``alpha * x`` below and at 0."""
    return activation.leaky_relu_op(floating(features, "nn.leaky_relu"), alpha)


@tf_function
def crelu(features: Any, axis: int = -1, name: str | None = None) -> Tensor:
    """``relu(x)`` and ``relu(-x)`` side by side."""
    from .shaping import concat

    x = tensor(features)
    return concat([activation.relu(x), activation.relu(-x)], axis)


@tf_function
def softmax(logits: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """Exponentials, scaled to the sum 1 along an axis, the last by default.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nn.softmax([0.0, 0.0])
    Tensor([0.5 0.5], shape=(2,), dtype=float32)
    """
    x = floating(logits, "nn.softmax")
    return along.softmax_op(x, axis=axis_of(-1 if axis is None else axis, x.ndim, "nn.softmax"))


@tf_function
def log_softmax(logits: Any, axis: int | None = None, name: str | None = None) -> Tensor:
    """The logarithm of the softmax."""
    x = floating(logits, "nn.log_softmax")
    return along.log_softmax_op(x, axis=axis_of(-1 if axis is None else axis, x.ndim, "nn.log_softmax"))
