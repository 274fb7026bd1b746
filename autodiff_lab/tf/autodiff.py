"""``tf.autodiff``: backward and forward differentiation."""

from ..engine.forward import ForwardAccumulator
from ..engine.tape import GradientTape

__all__ = ["ForwardAccumulator", "GradientTape"]
