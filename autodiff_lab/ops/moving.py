"""More ops that only move numbers: tiling, rolling, diagonals, bands. All of them are linear."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .arguments import operand
from .indexing import getitem, scatter
from .registry import answers, composed, linear, own_function
from .shape import astype, broadcast_to, concatenate, expand_dims, flattened, refuse_out, reshape

# ---- copies --------------------------------------------------------------------------------------


def _tile_rule(g: Any, y: Any, x: Any, repeats: tuple) -> Any:
    """Cut each axis into its copies, and add them up."""
    sizes = (1,) * (len(repeats) - np.ndim(x)) + np.shape(x)
    parts = np.reshape(g, tuple(n for pair in zip(repeats, sizes, strict=True) for n in pair))
    return np.reshape(np.sum(parts, axis=tuple(range(0, 2 * len(repeats), 2))), np.shape(x))


def _repeat_rule(g: Any, y: Any, x: Any, repeats: Any, axis: int) -> Any:
    places = np.repeat(np.arange(np.shape(x)[axis]), repeats)
    return scatter(g, shape=np.shape(x), index=(slice(None),) * axis + (places,))


tile_op = linear(lambda x, repeats: np.tile(x, repeats), _tile_rule, name="tile")
repeat_op = linear(lambda x, repeats, axis: np.repeat(x, repeats, axis), _repeat_rule, name="repeat")
roll_op = linear(
    lambda x, shift, axis: np.roll(x, shift, axis),
    lambda g, y, x, shift, axis: np.roll(g, tuple(-s for s in shift), axis),
    name="roll",
)


@answers(np.tile)
def tile(A: Any, reps: Any) -> Any:
    """``np.tile``."""
    A = operand(A)
    counts = tuple(int(n) for n in np.atleast_1d(np.asarray(reps)))
    return tile_op(A, repeats=(1,) * (A.ndim - len(counts)) + counts)


@answers(np.repeat)
def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    """``np.repeat``."""
    a = operand(a)
    if axis is None:
        a, axis = flattened(a), 0
    counts = np.array(repeats)
    return repeat_op(
        a, repeats=counts if counts.ndim else int(counts), axis=normalize_axis_index(axis, a.ndim)
    )


@answers(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """``np.roll``."""
    a = operand(a)
    if axis is None:
        return reshape(roll(flattened(a), int(np.sum(shift)), 0), a.shape)
    total: dict[int, int] = {}  # an axis that stands there twice is rolled by the sum
    for n, i in np.broadcast(np.atleast_1d(shift), np.atleast_1d(axis)):
        place = normalize_axis_index(int(i), a.ndim)
        total[place] = total.get(place, 0) + int(n)
    return roll_op(a, shift=tuple(total.values()), axis=tuple(total))


# ---- diagonals and bands ---------------------------------------------------------------------------


@own_function
def diagonal_back(g: Any, shape: tuple, offset: int) -> Any:
    """Zeros with `g` on a diagonal of the last two axes."""
    rows = np.arange(g.shape[-1]) + max(0, -offset)
    out = np.zeros((*g.shape[:-1], *shape[-2:]), g.dtype)
    out[..., rows, rows + offset] = g
    return out


diagonal_op = linear(
    lambda x, offset: np.diagonal(x, offset, -2, -1),
    lambda g, y, x, offset: diagonal_back(g, shape=np.shape(x), offset=offset),
    name="diagonal",
)
diagonal_back_op = linear(
    diagonal_back,
    lambda g, y, x, shape, offset: np.diagonal(g, offset, -2, -1),
    name="diag",
)
answers(diagonal_back)(diagonal_back_op)


def _ones_on(x: Any, offset: int) -> Any:
    rows, columns = np.shape(x)[-2:]
    return np.eye(rows, columns, offset, dtype=x.dtype)


trace_op = linear(
    lambda x, offset: np.trace(x, offset, -2, -1),
    lambda g, y, x, offset: np.expand_dims(g, (-2, -1)) * _ones_on(x, offset),
    name="trace",
)


@own_function
def band(x: Any, lower: int, upper: int) -> Any:
    """Keep `lower` diagonals below the main one and `upper` above it; a negative number keeps all."""
    places = np.arange(x.shape[-1]) - np.arange(x.shape[-2])[:, None]
    kept = (places >= -lower) | (lower < 0)
    return np.where(kept & ((places <= upper) | (upper < 0)), x, 0)


band_op = linear(band, lambda g, y, x, lower, upper: band(g, lower=lower, upper=upper), name="band_part")
answers(band)(band_op)

# np.tril(x, k) keeps everything up to diagonal k, which may itself lie below the main one.
triangle_op = linear(
    lambda x, k, upper: np.triu(x, k) if upper else np.tril(x, k),
    lambda g, y, x, k, upper: np.triu(g, k) if upper else np.tril(g, k),
    name="triangle",
)


@answers(np.tril)
def tril(m: Any, k: int = 0) -> Any:
    """``np.tril``."""
    return triangle_op(_matrix(operand(m)), k=int(k), upper=False)


@answers(np.triu)
def triu(m: Any, k: int = 0) -> Any:
    """``np.triu``."""
    return triangle_op(_matrix(operand(m)), k=int(k), upper=True)


def _matrix(m: Any) -> Any:
    """NumPy takes a vector as each row of a square matrix."""
    return broadcast_to(m, (m.size, m.size)) if m.ndim == 1 else m


@answers(np.diagonal)
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """``np.diagonal``."""
    return diagonal_op(_to_the_end(a, axis1, axis2), offset=int(offset))


@answers(np.linalg.diagonal)
def diagonals(x: Any, /, *, offset: int = 0) -> Any:
    """``np.linalg.diagonal``, of the last two axes."""
    return diagonal(x, offset, -2, -1)


@answers(np.trace)
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Any:
    """``np.trace``."""
    refuse_out("np.trace", out)
    a = _to_the_end(a, axis1, axis2)
    return trace_op(a if dtype is None else astype(a, dtype), offset=int(offset))


@answers(np.linalg.trace)
def traces(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """``np.linalg.trace``, of the last two axes."""
    return trace(x, offset, -2, -1, dtype)


@answers(np.diag)
def diag(v: Any, k: int = 0) -> Any:
    """``np.diag``: a matrix from its diagonal, or the diagonal of a matrix."""
    v = operand(v)
    if v.ndim == 2:
        return diagonal_op(v, offset=int(k))
    n = v.shape[0] + abs(int(k))
    return diagonal_back_op(v, shape=(n, n), offset=int(k))


def _to_the_end(a: Any, axis1: int, axis2: int) -> Any:
    a = operand(a)
    if a.ndim < 2:
        raise ValueError(f"A diagonal needs an array with at least two axes, not one of shape {a.shape}.")
    axes = normalize_axis_tuple((axis1, axis2), a.ndim)
    return a if axes == (a.ndim - 2, a.ndim - 1) else np.moveaxis(a, axes, (-2, -1))


# ---- cutting and joining ---------------------------------------------------------------------------


@composed(np.split)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list:
    """``np.split``: each part is a slice, and all are equally long."""
    ary = operand(ary)
    if isinstance(indices_or_sections, int | np.integer):
        n = ary.shape[normalize_axis_index(axis, ary.ndim)]
        if n % indices_or_sections:
            raise ValueError(
                f"np.split cannot cut {n} entries into {indices_or_sections} equal parts. "
                "For parts that differ by one:  np.array_split"
            )
    return array_split(ary, indices_or_sections, axis)


@composed(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list:
    """``np.array_split``: each part is a slice."""
    ary = operand(ary)
    axis = normalize_axis_index(axis, ary.ndim)
    n = ary.shape[axis]
    if isinstance(indices_or_sections, int | np.integer):
        ends = np.cumsum([len(part) for part in np.array_split(np.empty(n), indices_or_sections)])
    else:
        ends = np.array([*map(int, indices_or_sections), n])
    starts = (0, *ends[:-1])
    return [
        getitem(ary, (slice(None),) * axis + (slice(int(a), int(b)),))
        for a, b in zip(starts, ends, strict=True)
    ]


@composed(np.vstack)
def vstack(tup: Any, *, dtype: Any = None, casting: str = "") -> Any:
    """``np.vstack``."""
    parts = [operand(a) for a in tup]
    return concatenate([reshape(a, (1, -1)) if a.ndim < 2 else a for a in parts], 0, dtype=dtype)


@composed(np.hstack)
def hstack(tup: Any, *, dtype: Any = None, casting: str = "") -> Any:
    """``np.hstack``."""
    parts = [operand(a) for a in tup]
    parts = [reshape(a, (1,)) if a.ndim < 1 else a for a in parts]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1, dtype=dtype)


@composed(np.meshgrid)
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> tuple:
    """``np.meshgrid``."""
    parts = [flattened(operand(x)) for x in xi]
    sizes = [x.size for x in parts]
    order = list(range(len(parts)))
    if indexing == "xy" and len(order) > 1:
        order[0], order[1] = 1, 0
    shape = [0] * len(parts)
    for axis, n in zip(order, sizes, strict=True):
        shape[axis] = n
    found = []
    for axis, x in zip(order, parts, strict=True):
        others = tuple(i for i in range(len(parts)) if i != axis)
        column = expand_dims(x, others) if others else x
        found.append(column if sparse else broadcast_to(column, tuple(shape)))
    return tuple(found)
