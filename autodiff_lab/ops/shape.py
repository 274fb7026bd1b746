"""Ops that only move numbers to other places. All of them are linear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .. import errors
from ..engine.record import wrap
from ..engine.tensor import Operand, convert
from .arguments import operand
from .flat import cut, zeros_like
from .registry import Each, answers, composed, linear, own_function
from .symbol import astype as as_dtype


def refuse_out(function: str, out: Any) -> None:
    """Refuse ``out=``: a value written into an array is lost to the tape."""
    if out is not None:
        raise TypeError(errors.OUT_ARGUMENT.format(function=function))


def _same_places(g: Any, y: Any, x: Any, **settings: Any) -> Any:
    """Put the numbers back into the shape they came from."""
    return np.reshape(g, np.shape(x))


identity = linear(lambda x: x, lambda g, y, x: g, name="identity")

reshape_op = linear(lambda x, shape: np.reshape(x, shape), _same_places, name="reshape")
expand_dims_op = linear(lambda x, axis: np.expand_dims(x, axis), _same_places, name="expand_dims")
squeeze_op = linear(lambda x, axis: np.squeeze(x, axis), _same_places, name="squeeze")
# The sweep itself adds up the copies.
broadcast_op = linear(
    lambda x, shape: np.broadcast_to(x, shape), lambda g, y, x, shape: g, name="broadcast_to"
)
transpose_op = linear(
    lambda x, axes: np.transpose(x, axes),
    lambda g, y, x, axes: np.transpose(g, tuple(sorted(range(len(axes)), key=axes.__getitem__))),
    name="transpose",
)
flip_op = linear(lambda x, axis: np.flip(x, axis), lambda g, y, x, axis: np.flip(g, axis), name="flip")


@answers(np.reshape)
def reshape(a: Any, /, shape: Any = None, order: str = "C", *, newshape: Any = None, copy: Any = None) -> Any:
    """``np.reshape``; in Fortran's order between two transposes."""
    a = operand(a)
    target = full_shape(shape if shape is not None else newshape, a.size)
    if not _first_axis_fastest(a, order):
        return reshape_op(a, shape=target)
    return transpose(reshape_op(transpose(a), shape=target[::-1]))


def _first_axis_fastest(a: Any, order: str) -> bool:
    """Tell whether the numbers are counted in Fortran's order; "A" and "K" ask how they lie in memory."""
    if a.ndim > 1 and order in ("A", "K"):
        flags = a._value.flags
        return flags.f_contiguous and not flags.c_contiguous
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order is one of 'C', 'F', 'A' and 'K', not {order!r}.")
    return order == "F"


@composed(np.ravel)
def ravel(a: Any, order: str = "C") -> Any:
    """``np.ravel``."""
    return reshape(a, -1, order)


def flattened(a: Any) -> Any:
    """The numbers one after the other; a vector is that already, and nothing is recorded for it."""
    return a if a.ndim == 1 else ravel(a)


def full_shape(shape: Any, size: int) -> tuple[int, ...]:
    """Spell a shape out, -1 included, so that one meaning has one record."""
    dims = tuple(int(n) for n in (shape if _is_sequence(shape) else (shape,)))
    if dims.count(-1) == 1:
        rest = -math.prod(dims)
        if rest and size % rest == 0:
            dims = tuple(size // rest if n == -1 else n for n in dims)
    return dims


@answers(np.expand_dims)
def expand_dims(a: Any, axis: Any) -> Any:
    """``np.expand_dims``."""
    a = operand(a)
    axes = axis if _is_sequence(axis) else (axis,)
    return expand_dims_op(a, axis=tuple(sorted(normalize_axis_tuple(axes, a.ndim + len(axes)))))


@answers(np.squeeze)
def squeeze(a: Any, axis: Any = None) -> Any:
    """``np.squeeze``."""
    a = operand(a)
    if axis is None:
        axes = tuple(i for i, n in enumerate(a.shape) if n == 1)
    else:
        axes = tuple(sorted(normalize_axis_tuple(axis, a.ndim)))
    return squeeze_op(a, axis=axes)


@answers(np.broadcast_to)
def broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    """``np.broadcast_to``."""
    return broadcast_op(
        operand(array), shape=tuple(int(n) for n in (shape if _is_sequence(shape) else (shape,)))
    )


@answers(np.transpose, np.permute_dims)
def transpose(a: Any, axes: Any = None) -> Any:
    """``np.transpose``."""
    a = operand(a)
    order = range(a.ndim)[::-1] if axes is None else normalize_axis_tuple(axes, a.ndim)
    return transpose_op(a, axes=tuple(order))


@composed(np.swapaxes)
def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """``np.swapaxes``, recorded as a transpose."""
    a = operand(a)
    order = list(range(a.ndim))
    i, j = normalize_axis_index(axis1, a.ndim), normalize_axis_index(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return transpose_op(a, axes=tuple(order))


@composed(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """``np.moveaxis``, recorded as a transpose."""
    a = operand(a)
    start = normalize_axis_tuple(source, a.ndim, "source")
    end = normalize_axis_tuple(destination, a.ndim, "destination")
    order = [i for i in range(a.ndim) if i not in start]
    for to, axis in sorted(zip(end, start, strict=True)):
        order.insert(to, axis)
    return transpose_op(a, axes=tuple(order))


@answers(np.flip)
def flip(m: Any, axis: Any = None) -> Any:
    """``np.flip``."""
    m = operand(m)
    axes = range(m.ndim) if axis is None else normalize_axis_tuple(axis, m.ndim)
    return flip_op(m, axis=tuple(axes))


# ---- joining -------------------------------------------------------------------------------------


def _piece(slot: int, g: Any, y: Any, *arrays: Any, axis: int) -> Any:
    start = sum(np.shape(a)[axis] for a in arrays[:slot])
    return g[(slice(None),) * axis + (slice(start, start + np.shape(arrays[slot])[axis]),)]


def _layer(slot: int, g: Any, y: Any, *arrays: Any, axis: int) -> Any:
    return g[(slice(None),) * axis + (slot,)]


concatenate_op = linear(lambda *xs, axis: np.concatenate(xs, axis), Each(_piece), name="concatenate")
stack_op = linear(lambda *xs, axis: np.stack(xs, axis), Each(_layer), name="stack")


@answers(np.concatenate)
def concatenate(
    arrays: Any, axis: int | None = 0, out: Any = None, *, dtype: Any = None, casting: str = ""
) -> Any:
    """``np.concatenate``."""
    refuse_out("np.concatenate", out)
    parts = [operand(a) for a in arrays]
    if axis is None:
        parts, axis = [flattened(p) for p in parts], 0
    if dtype is not None:
        parts = [astype(p, dtype) for p in parts]
    ndim = max((p.ndim for p in parts), default=0)
    return concatenate_op(*parts, axis=normalize_axis_index(axis, ndim) if ndim else axis)


@answers(np.stack)
def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: str = "") -> Any:
    """``np.stack``."""
    refuse_out("np.stack", out)
    parts = [operand(a) for a in arrays]
    if dtype is not None:
        parts = [astype(p, dtype) for p in parts]
    ndim = max((p.ndim for p in parts), default=0)
    return stack_op(*parts, axis=normalize_axis_index(axis, ndim + 1))


# ---- dtype ---------------------------------------------------------------------------------------


@own_function
def cast(x: Any, dtype: Any) -> Any:
    """Convert to another dtype."""
    return x.astype(dtype)


# The sweep converts a share back to its input's dtype by itself.
cast_op = linear(lambda x, dtype: x.astype(dtype), lambda g, y, x, dtype: g, name="cast")


@answers(cast)
def astype(x: Any, dtype: Any, copy: bool = True) -> Any:
    """Convert to another dtype; whole numbers and truth values have no gradient."""
    x = operand(x)
    want = np.dtype(dtype)
    if want == x.dtype:
        return x
    if want.kind not in "fc":
        plain = x._value.astype(want)
        key = cut("integer", f"astype({want})", (x, want), as_dtype, [x._value, want])
        return wrap(plain if x.ndim else plain[()], key)
    return cast_op(x, dtype=want)


# The real part of a complex number, and its imaginary part: moved out of a pair.
real_op = linear(lambda x: np.real(x), lambda g, y, x: g + np.zeros(np.shape(x), x.dtype), name="real")
imag_op = linear(lambda x: np.imag(x), lambda g, y, x: -1j * g + np.zeros(np.shape(x), x.dtype), name="imag")


@answers(np.real)
def real(val: Any) -> Any:
    """``np.real``: of a real value the value itself."""
    val = operand(val)
    return real_op(val) if val.dtype.kind == "c" else convert(val)


@answers(np.imag)
def imag(val: Any) -> Any:
    """``np.imag``: of a real value zeros."""
    val = operand(val)
    return imag_op(val) if val.dtype.kind == "c" else zeros_like(val)


if hasattr(np, "astype"):  # NumPy 2.1 and later
    answers(np.astype)(astype)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) or (isinstance(value, np.ndarray | Operand) and value.ndim > 0)
