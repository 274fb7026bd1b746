"""Many sweeps in one: values with a batch axis in front that the rules do not see.

A Jacobian asks the same records once per output element. Rules are NumPy expressions, so instead of
running them once per element they are run once on a `Batched`: an array with one more axis, which answers
NumPy's protocols by computing on all its members at once. A function that has no entry in the table below
is still right: its members are computed one by one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple


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
        return _matmul(*inputs) if ufunc is np.matmul else _elementwise(ufunc, *inputs)

    def __array_function__(self, function: Any, types: Any, args: tuple, kwargs: dict) -> Any:
        handler = _HANDLERS.get(function)
        result = NotImplemented if handler is None else handler(*args, **kwargs)
        return _one_by_one(function, args, kwargs) if result is NotImplemented else result

    def __getitem__(self, index: Any) -> Batched:
        index = index if isinstance(index, tuple) else (index,)
        arrays = sum(isinstance(i, np.ndarray | list) for i in index)
        if arrays > 1 or (arrays and any(isinstance(i, int) for i in index)):
            return _one_by_one(
                operator.getitem, (self, index), {}
            )  # such an index may move its axis to the front
        return Batched(self.value[(slice(None), *index)])

    __hash__ = object.__hash__


def moves_axes(index: tuple) -> bool:
    """Tell whether an index may move the axes of its arrays to the front, as several arrays do."""
    arrays = sum(isinstance(i, np.ndarray | list) for i in index)
    return arrays > 1 or (arrays == 1 and any(isinstance(i, int | np.integer) for i in index))


def batched(function: Any) -> Callable:
    """Tell how a function works on all members at once; NotImplemented leaves it to one by one."""

    def register(handler: Callable) -> Callable:
        _HANDLERS[function] = handler
        return handler

    return register


def _elementwise(function: Callable, *inputs: Any) -> Batched:
    """Apply a function element by element: line the members up, then let NumPy broadcast."""
    ndim = max(_ndim(x) for x in inputs)
    return Batched(function(*(_lined_up(x, ndim) for x in inputs)))


def _lined_up(x: Any, ndim: int) -> Any:
    if not isinstance(x, Batched):
        return x
    missing = ndim - x.ndim
    if not missing:
        return x.value
    return np.reshape(x.value, (x.value.shape[0], *(1,) * missing, *x.shape))


def _ndim(x: Any) -> int:
    return x.ndim if hasattr(x, "ndim") else np.ndim(x)


def _matmul(a: Any, b: Any) -> Batched:
    """Multiply matrices; a plain matrix on either side meets all members in one product."""
    if isinstance(b, Batched) and b.ndim == 1:
        return _squeeze(_matmul(a, _expand_dims(b, -1)), -1)
    if isinstance(a, Batched) and a.ndim == 1:
        return _squeeze(_matmul(_expand_dims(a, -2), b), -2)
    if not isinstance(a, Batched) and a.ndim == 2 and b.ndim == 2:
        return _swapaxes(_matmul(_swapaxes(b, -1, -2), np.swapaxes(a, -1, -2)), -1, -2)
    if not isinstance(b, Batched) and b.ndim == 2 and a.ndim == 2:
        rows = np.reshape(a.value, (-1, a.shape[-1])) @ b
        return Batched(np.reshape(rows, (a.value.shape[0], a.shape[0], b.shape[-1])))
    ndim = max(_ndim(a), _ndim(b))
    return Batched(np.matmul(_lined_up(a, ndim), _lined_up(b, ndim)))


def _one_by_one(function: Callable, args: tuple, kwargs: dict) -> Any:
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


# ---- the functions that rules use, each with its axes moved one to the right ---------------------


def _shifted(axis: Any, ndim: int) -> Any:
    if axis is None:
        return tuple(range(1, ndim + 1))
    return tuple(i + 1 for i in normalize_axis_tuple(axis, ndim))


def _reducing(function: Callable) -> Callable:
    def handler(a: Batched, axis: Any = None, keepdims: bool = False) -> Batched:
        return Batched(function(a.value, axis=_shifted(axis, a.ndim), keepdims=keepdims))

    return handler


def _running(function: Callable) -> Callable:
    def handler(a: Batched, axis: int) -> Batched:
        return Batched(function(a.value, axis=normalize_axis_index(axis, a.ndim) + 1))

    return handler


def _expand_dims(a: Batched, axis: Any) -> Batched:
    axes = axis if isinstance(axis, tuple) else (axis,)
    return Batched(np.expand_dims(a.value, _shifted(axes, a.ndim + len(axes))))


def _squeeze(a: Batched, axis: Any) -> Batched:
    return Batched(np.squeeze(a.value, _shifted(axis, a.ndim)))


def _broadcast_to(a: Batched, shape: tuple) -> Batched:
    return Batched(np.broadcast_to(_lined_up(a, len(shape)), (a.value.shape[0], *shape)))


def _reshape(a: Batched, shape: Any) -> Batched:
    dims = shape if isinstance(shape, tuple | list) else (shape,)
    if -1 in dims:
        rest = -math.prod(dims)
        dims = tuple(a.size // rest if n == -1 else n for n in dims)
    return Batched(np.reshape(a.value, (a.value.shape[0], *dims)))


def _transpose(a: Batched, axes: Any = None) -> Batched:
    order = range(a.ndim)[::-1] if axes is None else normalize_axis_tuple(axes, a.ndim)
    return Batched(np.transpose(a.value, (0, *(i + 1 for i in order))))


def _swapaxes(a: Batched, axis1: int, axis2: int) -> Batched:
    i, j = normalize_axis_index(axis1, a.ndim), normalize_axis_index(axis2, a.ndim)
    return Batched(np.swapaxes(a.value, i + 1, j + 1))


def _moveaxis(a: Batched, source: Any, destination: Any) -> Batched:
    return Batched(np.moveaxis(a.value, _shifted(source, a.ndim), _shifted(destination, a.ndim)))


def _flip(a: Batched, axis: Any = None) -> Batched:
    return Batched(np.flip(a.value, _shifted(axis, a.ndim)))


def _concatenate(arrays: Any, axis: int = 0) -> Batched:
    count = next(x.value.shape[0] for x in arrays if isinstance(x, Batched))
    members = [_spread(x, count) for x in arrays]
    return Batched(np.concatenate(members, axis=normalize_axis_index(axis, members[0].ndim - 1) + 1))


def _stack(arrays: Any, axis: int = 0) -> Batched:
    count = next(x.value.shape[0] for x in arrays if isinstance(x, Batched))
    members = [_spread(x, count) for x in arrays]
    return Batched(np.stack(members, axis=normalize_axis_index(axis, members[0].ndim) + 1))


def _spread(x: Any, count: int) -> Any:
    """Give a plain value its place in every member."""
    return x.value if isinstance(x, Batched) else np.broadcast_to(x, (count, *np.shape(x)))


def _tensordot(a: Any, b: Any, axes: Any) -> Batched:
    if isinstance(a, Batched) and isinstance(b, Batched):
        return _one_by_one(np.tensordot, (a, b), {"axes": axes})
    of_a, of_b = axes
    if isinstance(a, Batched):
        return Batched(np.tensordot(a.value, b, axes=(tuple(i + 1 for i in of_a), of_b)))
    product = np.tensordot(a, b.value, axes=(of_a, tuple(i + 1 for i in of_b)))
    return Batched(np.moveaxis(product, a.ndim - len(of_a), 0))


def _like(function: Callable) -> Callable:
    return lambda a, *args, **kwargs: Batched(function(a.value, *args, **kwargs))


_HANDLERS: dict[Any, Callable] = {
    np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim,
    np.size: lambda a: a.size,
    np.sum: _reducing(np.sum),
    np.mean: _reducing(np.mean),
    np.cumsum: _running(np.cumsum),
    np.cumprod: _running(np.cumprod),
    np.expand_dims: _expand_dims,
    np.squeeze: _squeeze,
    np.broadcast_to: _broadcast_to,
    np.reshape: _reshape,
    np.transpose: _transpose,
    np.swapaxes: _swapaxes,
    np.moveaxis: _moveaxis,
    np.flip: _flip,
    np.concatenate: _concatenate,
    np.stack: _stack,
    np.tensordot: _tensordot,
    np.where: lambda c, a, b: _elementwise(np.where, c, a, b),
    np.real: _like(np.real),
    np.imag: _like(np.imag),
    np.zeros_like: _like(np.zeros_like),
    np.ones_like: _like(np.ones_like),
}


def _install() -> None:
    signs = ("add", "sub", "mul", "truediv", "mod", "pow", "lt", "le", "gt", "ge", "eq", "ne")
    for name in signs:
        function = getattr(operator, name)
        setattr(Batched, f"__{name}__", lambda a, b, f=function: _elementwise(f, a, b))
        if name not in ("lt", "le", "gt", "ge", "eq", "ne"):
            setattr(Batched, f"__r{name}__", lambda a, b, f=function: _elementwise(f, b, a))
    more: dict[str, Any] = {
        "__neg__": lambda a: Batched(-a.value),
        "__abs__": lambda a: Batched(abs(a.value)),
        "__matmul__": _matmul,
        "__rmatmul__": lambda a, b: _matmul(b, a),
    }
    for name, method in more.items():
        setattr(Batched, name, method)


_install()
