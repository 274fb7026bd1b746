"""``tf.autodiff``: backward and forward differentiation."""

from __future__ import annotations

from typing import Any

from ..engine import custom
from ..engine.forward import ForwardAccumulator
from ..engine.tape import GradientTape
from ..engine.tensor import Tensor


def stop_gradient(input: Any, name: str | None = None) -> Tensor:
    """Give the same values, through which no gradient flows back.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.stop_gradient(x) * x
    >>> tape.gradient(y, x)
    Tensor(3.0, shape=(), dtype=float32)
    """
    return custom.stop_gradient(input)


__all__ = ["ForwardAccumulator", "GradientTape"]
