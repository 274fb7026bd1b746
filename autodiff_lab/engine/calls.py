"""A call of a learner's function, with the inputs that are differentiated for turned into Tensors."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from .structure import flatten
from .tensor import Operand, convert

Argnums = int | str | tuple


class Call:
    """A function with its inputs, those to differentiate for turned into Tensors."""

    def __init__(self, f: Callable, argnums: Argnums, args: Any, kwargs: dict) -> None:
        if not callable(f):
            raise TypeError(errors.NOT_CALLABLE.format(value=errors.short(f)))
        self.f = f
        self.args, self.kwargs = list(args), dict(kwargs)
        self.single = not isinstance(argnums, tuple | list)
        self.inputs: list = []
        for where in argnums if isinstance(argnums, tuple | list) else (argnums,):
            place = self._place(where)
            store: Any = self.kwargs if isinstance(place, str) else self.args
            store[place] = self._tensors(store[place], where)
            self.inputs.append(store[place])

    def _place(self, where: Any) -> int | str:
        """Find an input by position or name, however it was passed."""
        names = _names(self.f)
        if isinstance(where, str):
            if where in self.kwargs:
                return where
            if where in names and names.index(where) < len(self.args):
                return names.index(where)
        elif -len(self.args) <= where < len(self.args):
            return int(where)
        elif 0 <= where < len(names) and names[where] in self.kwargs:
            return names[where]
        raise TypeError(
            errors.ARGNUMS.format(where=where, count=len(self.args), names=", ".join(self.kwargs) or "none")
        )

    def _tensors(self, value: Any, where: Any) -> Any:
        leaves, rebuild = flatten(value) if is_structure(value) else ([value], None)
        tensors = [convert(leaf) for leaf in leaves]
        for t in tensors:
            if t.dtype.kind not in "fc":
                raise TypeError(errors.GRAD_OF_INTEGER.format(where=where, dtype=t.dtype))
        return rebuild(tensors) if rebuild else tensors[0]

    def run(self, has_aux: bool) -> tuple[Any, Any]:
        """Call the function; return its value, and what it returns besides."""
        value = self.f(*self.args, **self.kwargs)
        if has_aux:
            if not isinstance(value, tuple) or len(value) != 2:
                raise TypeError(errors.AUX_PAIR.format(function=_title(self.f)))
            return value
        return value, None

    def answer(self, found: Any) -> Any:
        """Hand out what was found for the inputs: alone for one, as a tuple for a tuple of them."""
        return found[0] if self.single else tuple(found)


def is_structure(value: Any) -> bool:
    """Tell a structure of inputs (a dict, a named tuple, a list that holds arrays) from a list of numbers."""
    if isinstance(value, dict) or hasattr(value, "_fields"):
        return True
    return isinstance(value, list | tuple) and any(
        isinstance(v, Operand | np.ndarray) or is_structure(v) for v in value
    )


def _names(f: Callable) -> list[str]:
    try:
        return list(inspect.signature(f).parameters)
    except (TypeError, ValueError):
        return []


def _title(f: Callable) -> str:
    return getattr(f, "__name__", type(f).__name__)


def one_number(value: Any, f: Callable) -> None:
    """Make sure that a function returned a Tensor of one element."""
    if not isinstance(value, Operand):
        raise TypeError(errors.GRAD_NOT_TENSOR.format(function=_title(f), value=errors.short(value)))
    if value.size != 1:
        raise TypeError(errors.GRAD_NOT_SCALAR.format(function=_title(f), shape=value.shape))
