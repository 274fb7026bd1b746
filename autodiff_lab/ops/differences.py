"""Differences between neighbours, slopes on a grid, and areas under them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ..engine.tensor import Operand
from .arguments import operand, plain
from .indexing import scatter
from .reduction import cumprod, cumsum, sum_
from .registry import answers, composed, linear
from .shape import astype, broadcast_to, concatenate, flattened, refuse_out, reshape

_no_value = np._NoValue


def _slab(axis: int, start: Any, stop: Any) -> tuple:
    return (slice(None),) * axis + (slice(start, stop),)


# ---- differences -----------------------------------------------------------------------------------


def _diff_rule(g: Any, y: Any, x: Any, n: int, axis: int) -> Any:
    """Each number is added to the difference before it, and taken from the one behind it."""
    for _ in range(n):
        shape = np.shape(g)
        zeros = np.zeros((*shape[:axis], 1, *shape[axis + 1 :]), x.dtype)
        framed = np.concatenate([zeros, g, zeros], axis=axis)
        g = framed[_slab(axis, None, -1)] - framed[_slab(axis, 1, None)]
    return g


diff_op = linear(lambda x, n, axis: np.diff(x, n, axis), _diff_rule, name="diff")


@answers(np.diff)
def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = _no_value, append: Any = _no_value) -> Any:
    """``np.diff``."""
    a = operand(a)
    if n < 0:
        raise ValueError(f"np.diff takes differences of differences n times, and n={n} is less than 0.")
    axis = normalize_axis_index(axis, a.ndim)
    if n == 0:
        return a
    if prepend is not _no_value or append is not _no_value:
        ends = [None if end is _no_value else _as_slab(end, a, axis) for end in (prepend, append)]
        a = concatenate([part for part in (ends[0], a, ends[1]) if part is not None], axis=axis)
    return diff_op(a, n=min(n, a.shape[axis]), axis=axis)


def _as_slab(end: Any, a: Any, axis: int) -> Any:
    end = operand(end)
    return end if end.ndim else broadcast_to(end, (*a.shape[:axis], 1, *a.shape[axis + 1 :]))


@composed(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """``np.ediff1d``."""
    ary = flattened(operand(ary))
    middle = diff(ary) if ary.size else ary
    ends = [None if end is None else astype(flattened(operand(end)), ary.dtype) for end in (to_begin, to_end)]
    parts = [part for part in (ends[0], middle, ends[1]) if part is not None]
    return concatenate(parts) if len(parts) > 1 else middle


# ---- slopes on a grid ------------------------------------------------------------------------------


def _gradient_rule(g: Any, y: Any, x: Any, spacing: Any, axis: int, edge_order: int) -> Any:
    """Each slope is a weighted sum of (at most) three neighbours, which get their weights back.

    The weights are read off NumPy itself: of every three neighbours one is 1, the others are 0.
    """
    n = np.shape(x)[axis]
    width = min(3, n)
    comb = np.arange(n) % width == np.arange(width)[:, None]
    slopes: Any = np.gradient(comb.astype(float), spacing, axis=1, edge_order=edge_order)  # type: ignore[call-overload]
    rows = np.arange(n)[:, None]
    places = np.clip(rows - 1, 0, n - width) + np.arange(width)
    weights = slopes[places % width, rows]
    parts = np.expand_dims(np.moveaxis(g, axis, -1), -1) * weights
    moved = np.moveaxis(np.zeros(np.shape(x)), axis, -1)
    return np.moveaxis(scatter(parts, shape=np.shape(moved), index=(..., places)), -1, axis)


gradient_op = linear(
    lambda x, spacing, axis, edge_order: np.gradient(x, spacing, axis=axis, edge_order=edge_order),
    _gradient_rule,
    name="gradient",
)


@answers(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """``np.gradient``: the slope along each axis."""
    f = operand(f)
    axes = tuple(range(f.ndim)) if axis is None else normalize_axis_tuple(axis, f.ndim)
    spacings = [s if isinstance(s, Operand) else plain(s) for s in varargs] or [1.0]
    if len(spacings) == 1 and not np.ndim(spacings[0]):
        spacings = spacings * len(axes)
    if len(spacings) != len(axes):
        raise TypeError(f"np.gradient got {len(spacings)} spacings for {len(axes)} axes: give one each.")
    slopes = tuple(_slopes(f, s, i, edge_order) for i, s in zip(axes, spacings, strict=True))
    return slopes[0] if len(slopes) == 1 else slopes


def _slopes(f: Any, spacing: Any, axis: int, edge_order: int) -> Any:
    if not isinstance(spacing, Operand):
        spacing = np.array(spacing) if np.ndim(spacing) else spacing
        return gradient_op(f, spacing=spacing, axis=axis, edge_order=edge_order)
    if not spacing.ndim:
        return gradient_op(f, spacing=1.0, axis=axis, edge_order=edge_order) / spacing
    if spacing.ndim > 1 or spacing.size != f.shape[axis]:
        raise ValueError(
            f"np.gradient got places of shape {spacing.shape} for an axis of {f.shape[axis]} numbers: give "
            "one place for each."
        )
    return _slopes_between(np.moveaxis(f, axis, -1), spacing, axis, edge_order)


def _slopes_between(f: Any, places: Any, axis: int, edge_order: int) -> Any:
    """The slope of the parabola through three neighbours (at an edge, or of the line through two).

    The formulas are those of NumPy's own page on ``np.gradient``.
    """
    steps = (f[..., 1:] - f[..., :-1]) / diff(places)  # the slopes between neighbours
    left, right = diff(places)[:-1], diff(places)[1:]
    inside = (steps[..., :-1] * right + steps[..., 1:] * left) / (left + right)
    first, last = steps[..., :1], steps[..., -1:]
    if edge_order == 2:
        bend = (steps[..., 1:] - steps[..., :-1]) / (left + right)
        first = first - bend[..., :1] * left[:1]
        last = last + bend[..., -1:] * right[-1:]
    return np.moveaxis(concatenate([first, inside, last], axis=-1), -1, axis)


# ---- areas and running totals ----------------------------------------------------------------------


@composed(np.trapezoid)
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """``np.trapezoid``: the width of each strip times its middle height, added up."""
    y = operand(y)
    axis = normalize_axis_index(axis, y.ndim)
    width = dx
    if x is not None:
        x = operand(x)
        width = diff(x, axis=axis if x.ndim > 1 else 0)
        if x.ndim == 1:
            width = reshape(width, (-1, *(1,) * (y.ndim - 1 - axis)))
    return sum_(width * (y[_slab(axis, 1, None)] + y[_slab(axis, None, -1)]) / 2.0, axis)


if hasattr(np, "trapz"):  # its name before NumPy 2.4
    composed(np.trapz)(trapezoid)


def _cumulative(
    function: str, run: Any, start: int, x: Any, axis: Any, dtype: Any, out: Any, include_initial: bool
) -> Any:
    refuse_out(function, out)
    x = operand(x)
    if axis is None:
        if x.ndim > 1:
            raise ValueError(f"{function} needs axis=... for more than one axis.")
        axis = 0
    x = reshape(x, (1,)) if not x.ndim else x
    axis = normalize_axis_index(axis, x.ndim)
    totals = run(x, axis, dtype)
    if not include_initial:
        return totals
    first = np.full((*x.shape[:axis], 1, *x.shape[axis + 1 :]), start, totals.dtype)
    return concatenate([first, totals], axis=axis)


if hasattr(np, "cumulative_sum"):  # NumPy 2.1 and later

    @composed(np.cumulative_sum)
    def cumulative_sum(
        x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False
    ) -> Any:
        """``np.cumulative_sum``."""
        return _cumulative("np.cumulative_sum", cumsum, 0, x, axis, dtype, out, include_initial)

    @composed(np.cumulative_prod)
    def cumulative_prod(
        x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False
    ) -> Any:
        """``np.cumulative_prod``."""
        return _cumulative("np.cumulative_prod", cumprod, 1, x, axis, dtype, out, include_initial)
