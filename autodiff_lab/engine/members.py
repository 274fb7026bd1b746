"""NumPy's functions on all members of a `Batched` at once: each with its axes moved one to the right."""

from __future__ import annotations

import math
import string
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .batch import Batched, batched, element_by_element, lined_up, one_by_one


def _matmul(a: Any, b: Any) -> Batched:
    """Multiply matrices; a plain matrix on either side meets all members in one product."""
    if a.ndim == b.ndim == 1:
        return _reducing(np.sum)(element_by_element(np.multiply, a, b), axis=-1)
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
    return Batched(np.matmul(lined_up(a, ndim), lined_up(b, ndim)))


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
    return Batched(np.broadcast_to(lined_up(a, len(shape)), (a.value.shape[0], *shape)))


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
        return one_by_one(np.tensordot, (a, b), {"axes": axes})
    of_a, of_b = axes
    if isinstance(a, Batched):
        return Batched(np.tensordot(a.value, b, axes=(tuple(i + 1 for i in of_a), of_b)))
    product = np.tensordot(a, b.value, axes=(of_a, tuple(i + 1 for i in of_b)))
    return Batched(np.moveaxis(product, a.ndim - len(of_a), 0))


def _solve(a: Any, b: Any) -> Batched:
    ndim = max(_ndim(a), _ndim(b))
    if _ndim(b) == 1:
        return _squeeze(_solve(a, _column(b)), -1)
    return Batched(np.linalg.solve(lined_up(a, ndim), lined_up(b, ndim)))


def _column(b: Any) -> Any:
    return _expand_dims(b, -1) if isinstance(b, Batched) else np.expand_dims(b, -1)


def _ndim(x: Any) -> int:
    return x.ndim if hasattr(x, "ndim") else np.ndim(x)


def _einsum(subscripts: str, *operands: Any, **settings: Any) -> Any:
    """Put one more letter before the members' own, and before the result's."""
    terms, arrow, output = subscripts.partition("->")
    letter = next((c for c in string.ascii_letters if c not in subscripts), None)
    if not arrow or "." in subscripts or letter is None:
        return NotImplemented
    batched_terms = [
        letter + term if isinstance(x, Batched) else term
        for term, x in zip(terms.split(","), operands, strict=True)
    ]
    values = [x.value if isinstance(x, Batched) else x for x in operands]
    return Batched(np.einsum(f"{','.join(batched_terms)}->{letter}{output}", *values, **settings))


def _pad(a: Batched, widths: Any, mode: str = "constant", **settings: Any) -> Batched:
    pairs = np.broadcast_to(np.asarray(widths), (a.ndim, 2)).tolist()
    return Batched(np.pad(a.value, [(0, 0), *pairs], mode=mode, **settings))  # type: ignore[call-overload]


def _tile(a: Batched, repeats: tuple) -> Batched:
    return Batched(np.tile(lined_up(a, len(repeats)), (1, *repeats)))


def _repeat(a: Batched, repeats: Any, axis: int) -> Batched:
    return Batched(np.repeat(a.value, repeats, normalize_axis_index(axis, a.ndim) + 1))


def _roll(a: Batched, shift: Any, axis: Any) -> Batched:
    return Batched(np.roll(a.value, shift, _shifted(axis, a.ndim)))


def _take_along(a: Any, indices: Any, axis: int) -> Any:
    if isinstance(indices, Batched):
        return NotImplemented
    places = np.broadcast_to(indices, (a.value.shape[0], *np.shape(indices)))
    return Batched(np.take_along_axis(a.value, places, normalize_axis_index(axis, a.ndim) + 1))


def _of_last_two(function: Callable) -> Callable:
    def handler(a: Batched, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
        if axis1 >= 0 or axis2 >= 0:
            return NotImplemented
        return Batched(function(a.value, offset, axis1, axis2))

    return handler


def _like(function: Callable) -> Callable:
    return lambda a, *args, **kwargs: Batched(function(a.value, *args, **kwargs))


_TABLE: dict[Any, Callable] = {
    np.linalg.solve: _solve,
    np.einsum: _einsum,
    np.pad: _pad,
    np.tile: _tile,
    np.repeat: _repeat,
    np.roll: _roll,
    np.take_along_axis: _take_along,
    np.diagonal: _of_last_two(np.diagonal),
    np.trace: _of_last_two(np.trace),
    np.tril: _like(np.tril),
    np.triu: _like(np.triu),
    np.matmul: _matmul,
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
    np.where: lambda c, a, b: element_by_element(np.where, c, a, b),
    np.real: _like(np.real),
    np.imag: _like(np.imag),
    np.zeros_like: _like(np.zeros_like),
    np.ones_like: _like(np.ones_like),
}

for _function, _handler in _TABLE.items():
    batched(_function)(_handler)
