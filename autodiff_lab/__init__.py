"""Autodiff Lab: see how automatic differentiation works, in Jupyter.

Plain NumPy code under a `GradientTape` gives its gradient, its graph and its backward sweep.
"""

from __future__ import annotations

from typing import Any

from . import ops
from ._version import __version__
from .engine.asking import GradientWarning, UnconnectedGradients, WatchWarning
from .engine.check import check_gradients
from .engine.convert import get_default_dtype, set_default_dtype
from .engine.custom import custom_gradient, stop_gradient
from .engine.forward import ForwardAccumulator
from .engine.recompute import recompute_grad
from .engine.scopes import scope
from .engine.slices import IndexedSlices
from .engine.tape import GradientTape
from .engine.tensor import Tensor, constant
from .engine.transforms import grad, hessian, hvp, jacobian, jvp, value_and_grad, vjp
from .engine.variable import Variable

# Views and widgets are loaded on first use: gradients alone need neither matplotlib nor Jupyter.
_LATE = {
    "Explanation": "views.explanation",
    "Graph": "views.graph",
    "Stop": "views.stops",
    "Sweep": "views.sweep",
    "Trace": "views.trace",
    "explore": "widgets.explore",
    "get_language": "views.language",
    "play": "views.play",
    "set_language": "views.language",
    "trace": "views.trace",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_LATE[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "Explanation",
    "ForwardAccumulator",
    "GradientTape",
    "GradientWarning",
    "Graph",
    "IndexedSlices",
    "Stop",
    "Sweep",
    "Tensor",
    "Trace",
    "UnconnectedGradients",
    "Variable",
    "WatchWarning",
    "__version__",
    "check_gradients",
    "constant",
    "custom_gradient",
    "explore",
    "get_default_dtype",
    "get_language",
    "grad",
    "hessian",
    "hvp",
    "jacobian",
    "jvp",
    "ops",
    "play",
    "recompute_grad",
    "scope",
    "set_default_dtype",
    "set_language",
    "stop_gradient",
    "trace",
    "value_and_grad",
    "vjp",
]
