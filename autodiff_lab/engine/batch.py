"""Many sweeps in one: values with a batch axis in front that the rules do not see.

A Jacobian asks the same records once per output element. Rules are NumPy expressions, so instead of
running them once per element they are run once on a `Batched`: an array with one more axis, which answers
NumPy's protocols by computing on all its members at once. A function that has no entry in the table below
is still right: its members are computed one by one. NumPy's own functions are in `members`, those of
the ops beside the ops.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np


class Batched:
    """An array of members of one shape, which looks to a rule like a single member.

    Parameters
    ----------
    value : ndarray or Tensor
        The members along the first axis. Of Tensors an outer tape records what is done.
    """

    __slots__ = ("value",)
    __array_priority__ = 3000

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one member."""
        return self.value.shape[1:]

    @property
    def ndim(self) -> int:
        """The number of axes of one member."""
        return self.value.ndim - 1

    @property
    def size(self) -> int:
        """The number of elements of one member."""
        return math.prod(self.shape)

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the elements."""
        return self.value.dtype

    @property
    def mT(self) -> Batched:
        """Each member with its last two axes exchanged."""
        return Batched(np.swapaxes(self.value, -1, -2))

    def astype(self, dtype: Any) -> Batched:
        """Convert all members to another dtype."""
        return Batched(self.value.astype(dtype))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or kwargs:
            return NotImplemented
        return _HANDLERS[np.matmul](*inputs) if ufunc is np.matmul else element_by_element(ufunc, *inputs)

    def __array_function__(self, function: Any, types: Any, args: tuple, kwargs: dict) -> Any:
        handler = _HANDLERS.get(function)
        result = NotImplemented if handler is None else handler(*args, **kwargs)
        return one_by_one(function, args, kwargs) if result is NotImplemented else result

    def __getitem__(self, index: Any) -> Batched:
        index = index if isinstance(index, tuple) else (index,)
        read = self.value[(slice(None), *index)]
        ahead = axes_ahead(index)
        return Batched(np.moveaxis(read, ahead, 0) if ahead else read)

    __hash__ = object.__hash__


def axes_ahead(index: tuple) -> int:
    """Count the axes that an index moves to the front, ahead of the members' own axis.

    NumPy does so where arrays (and numbers beside them) do not stand next to each other in an index.
    """
    chosen = [i for i, part in enumerate(index) if isinstance(part, np.ndarray | list)]
    if not chosen:
        return 0
    chosen = [i for i, part in enumerate(index) if i in chosen or isinstance(part, int | np.integer)]
    if chosen[-1] - chosen[0] + 1 == len(chosen):
        return 0
    arrays = [np.asarray(index[i]) for i in chosen]
    return max(1 if a.dtype == bool else a.ndim for a in arrays)


def batched(function: Any) -> Callable:
    """Tell how a function works on all members at once; NotImplemented leaves it to one by one."""

    def register(handler: Callable) -> Callable:
        _HANDLERS[function] = handler
        return handler

    return register


def element_by_element(function: Callable, *inputs: Any) -> Batched:
    """Apply a function element by element: line the members up, then let NumPy broadcast."""
    ndim = max(_ndim(x) for x in inputs)
    return Batched(function(*(lined_up(x, ndim) for x in inputs)))


def lined_up(x: Any, ndim: int) -> Any:
    """Give members as many axes as the other operands have, so that broadcasting meets the right ones."""
    if not isinstance(x, Batched):
        return x
    missing = ndim - x.ndim
    if not missing:
        return x.value
    return np.reshape(x.value, (x.value.shape[0], *(1,) * missing, *x.shape))


def _ndim(x: Any) -> int:
    return x.ndim if hasattr(x, "ndim") else np.ndim(x)


def one_by_one(function: Callable, args: tuple, kwargs: dict) -> Any:
    """Compute the members one after the other: slower, and right for any function."""
    count = next(x.value.shape[0] for x in _found((args, kwargs)))
    results = [function(*_member(args, i), **_member(kwargs, i)) for i in range(count)]
    if isinstance(results[0], tuple | list):
        return type(results[0])(Batched(np.stack(part)) for part in zip(*results, strict=True))
    return Batched(np.stack(results))


def _found(tree: Any) -> list[Batched]:
    if isinstance(tree, Batched):
        return [tree]
    if isinstance(tree, dict):
        return _found(tuple(tree.values()))
    return [b for x in tree for b in _found(x)] if isinstance(tree, tuple | list) else []


def _member(tree: Any, i: int) -> Any:
    if isinstance(tree, Batched):
        return tree.value[i]
    if isinstance(tree, dict):
        return {k: _member(v, i) for k, v in tree.items()}
    return type(tree)(_member(x, i) for x in tree) if isinstance(tree, tuple | list) else tree


_HANDLERS: dict[Any, Callable] = {}


def _install() -> None:
    signs = ("add", "sub", "mul", "truediv", "mod", "pow", "lt", "le", "gt", "ge", "eq", "ne")
    for name in signs:
        function = getattr(operator, name)
        setattr(Batched, f"__{name}__", lambda a, b, f=function: element_by_element(f, a, b))
        if name not in ("lt", "le", "gt", "ge", "eq", "ne"):
            setattr(Batched, f"__r{name}__", lambda a, b, f=function: element_by_element(f, b, a))
    more: dict[str, Any] = {
        "__neg__": lambda a: Batched(-a.value),
        "__abs__": lambda a: Batched(abs(a.value)),
        "__matmul__": lambda a, b: _HANDLERS[np.matmul](a, b),
        "__rmatmul__": lambda a, b: _HANDLERS[np.matmul](b, a),
    }
    for name, method in more.items():
        setattr(Batched, name, method)


_install()
