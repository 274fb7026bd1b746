"""``tf.function`` and other names for which nothing has to happen here: all code runs as it stands."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from .creation import convert_to_tensor
from .dtypes import as_numpy


def function(func: Callable | None = None, **settings: Any) -> Any:
    """Return a function as it is: there is no graph mode, so nothing has to be compiled.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> @tf.function
    ... def f(x):
    ...     return x * x
    >>> f(tf.constant(3.0))
    Tensor(9.0, shape=(), dtype=float32)
    """
    return func if func is not None else lambda f: f


def py_function(func: Callable, inp: Any, Tout: Any, name: str | None = None) -> Any:
    """Call a Python function on tensors; all functions are Python functions here."""
    found = func(*map(convert_to_tensor, inp))
    if isinstance(Tout, list | tuple):
        return [convert_to_tensor(v, as_numpy(t)) for v, t in zip(found, Tout, strict=True)]
    return convert_to_tensor(found, as_numpy(Tout))


def print(*inputs: Any, **settings: Any) -> None:
    """Print values without their shape and dtype, as ``tf.print`` does."""
    texts = [str(v.numpy()) if hasattr(v, "numpy") else v for v in inputs]
    builtins.print(*texts, sep=settings.get("sep", " "), end=settings.get("end", "\n"))


def executing_eagerly() -> bool:
    """Tell that every line runs as it stands: True."""
    return True


def no_op(name: str | None = None) -> None:
    """Do nothing."""


def group(*inputs: Any, name: str | None = None) -> None:
    """Do nothing: what was given has happened already."""
