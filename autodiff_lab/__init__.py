"""Autodiff Lab: see how automatic differentiation works, in Jupyter.

Plain NumPy code under a `GradientTape` gives its gradient, its graph and its backward sweep.
"""

from __future__ import annotations

from . import ops
from ._version import __version__
from .engine.convert import get_default_dtype, set_default_dtype
from .engine.tape import GradientTape, UnconnectedGradients, WatchWarning
from .engine.tensor import Tensor, Variable, constant

__all__ = [
    "GradientTape",
    "Tensor",
    "UnconnectedGradients",
    "Variable",
    "WatchWarning",
    "__version__",
    "constant",
    "get_default_dtype",
    "ops",
    "set_default_dtype",
]
