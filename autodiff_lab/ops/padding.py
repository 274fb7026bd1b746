"""``np.pad`` in all its modes but "empty".

Copies of what is there (constant, edge, reflect, symmetric, wrap) are one op. The other modes compute what
they put there, so they go axis by axis, as NumPy does: the border is made of other ops, and joined on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .arguments import operand, plain_number, refuse
from .creation import linspace
from .indexing import getitem, scatter
from .quantiles import median
from .reduction import max_, mean, min_
from .registry import answers, linear
from .shape import astype, broadcast_to, concatenate, flip

_COPIES = ("constant", "edge", "reflect", "symmetric", "wrap")
_STATISTICS = {"maximum": max_, "mean": mean, "median": median, "minimum": min_}


def _pad_rule(g: Any, y: Any, x: Any, widths: tuple, mode: str) -> Any:
    sizes = np.shape(x)
    if mode == "constant":
        return g[tuple(slice(before, before + n) for (before, _), n in zip(widths, sizes, strict=True))]
    places = [np.pad(np.arange(n), pair, mode=mode) for pair, n in zip(widths, sizes, strict=True)]  # type: ignore[call-overload]
    return scatter(g, shape=sizes, index=np.ix_(*places))


pad_op = linear(lambda x, widths, mode: np.pad(x, widths, mode=mode), _pad_rule, name="pad")


@answers(np.pad)
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    """``np.pad``."""
    array = operand(array)
    if isinstance(pad_width, dict):
        pad_width = [pad_width.get(i, pad_width.get(i - array.ndim, 0)) for i in range(array.ndim)]
        pad_width = [(w, w) if np.ndim(w) == 0 else w for w in pad_width]
    pairs = _pairs(plain_number("np.pad", "pad_width", pad_width), array.ndim)
    widths = tuple((int(before), int(after)) for before, after in pairs)
    setting = _SETTING.get(mode) if isinstance(mode, str) else None
    if not (mode in _COPIES or setting) or kwargs.keys() - {setting}:
        advice = f"Use one of the modes {', '.join(sorted({*_COPIES, *_SETTING}))}."
        raise refuse("np.pad", next(iter(kwargs), "mode"), advice)
    if mode == "constant" and not kwargs:
        return pad_op(array, widths=widths, mode=mode)
    if mode in _COPIES and mode != "constant" and kwargs.get("reflect_type", "even") == "even":
        return pad_op(array, widths=widths, mode=mode)
    for axis, pair in enumerate(widths):
        if any(pair):
            array = _pad_axis(array, axis, pair, mode, kwargs)
    return array


# Each mode's own argument.
_SETTING = {
    "constant": "constant_values",
    "linear_ramp": "end_values",
    **dict.fromkeys(("reflect", "symmetric"), "reflect_type"),
    **dict.fromkeys(_STATISTICS, "stat_length"),
}


def _pairs(value: Any, ndim: int) -> Any:
    return np.broadcast_to(np.asarray(value), (ndim, 2))


def _pad_axis(x: Any, axis: int, widths: tuple, mode: str, kwargs: dict) -> Any:
    """Join a border on both ends of one axis."""
    if mode in ("reflect", "symmetric"):
        return _mirrored(x, axis, widths, mode == "symmetric", x.shape[axis])
    n = x.shape[axis]
    borders = []
    for end, width in enumerate(widths):
        shape = (*x.shape[:axis], width, *x.shape[axis + 1 :])
        if mode in _STATISTICS:
            border = broadcast_to(_statistic(x, axis, end, mode, kwargs.get("stat_length")), shape)
        elif mode == "constant":
            border = broadcast_to(astype(_end(kwargs["constant_values"], x.ndim, axis, end), x.dtype), shape)
        else:
            edge = getitem(x, (slice(None),) * axis + (-1 if end else 0,))
            final = astype(_end(kwargs.get("end_values", 0), x.ndim, axis, end), x.dtype)
            ramp = linspace(final, edge, width, endpoint=False, dtype=x.dtype, axis=axis)
            border = flip(ramp, axis) if end else ramp
        borders.append(border)
    if not n and mode != "constant" and mode != "linear_ramp":
        raise ValueError(f"np.pad cannot take the {mode} of nothing: axis {axis} is empty.")
    return concatenate([borders[0], x, borders[1]], axis)


def _end(values: Any, ndim: int, axis: int, end: int) -> Any:
    """The border's number at one end of an axis; it may be a Tensor."""
    values = operand(values)
    return getitem(broadcast_to(values, (ndim, 2)), (axis, end)) if values.ndim else values


def _statistic(x: Any, axis: int, end: int, mode: str, lengths: Any) -> Any:
    """The largest, mean, ... of the numbers next to the border."""
    if lengths is not None:
        length = min(int(_pairs(lengths, x.ndim)[axis, end]), x.shape[axis])
        part = slice(x.shape[axis] - length, None) if end else slice(0, length)
        x = getitem(x, (slice(None),) * axis + (part,))
    return _STATISTICS[mode](x, axis=axis, keepdims=True)


def _mirrored(x: Any, axis: int, widths: tuple, with_edge: bool, period: int) -> Any:
    """Reflect and turn over: 2 · edge − mirror image, piece by piece where the border is longer than that."""
    n = x.shape[axis]
    if period == 1:  # there is nothing but the edge
        return concatenate([x] * (widths[0] + 1 + widths[1]), axis)
    most = n // period * period if with_edge else (n - 1) // (period - 1) * (period - 1)
    skip = 0 if with_edge else 1
    before, after = (min(width, most) for width in widths)
    all_ = (slice(None),) * axis
    pieces = [x]
    if before:
        image = flip(getitem(x, (*all_, slice(skip, skip + before))), axis)
        pieces.insert(0, 2 * getitem(x, (*all_, slice(0, 1))) - image)
    if after:
        image = flip(getitem(x, (*all_, slice(n - skip - after, n - skip))), axis)
        pieces.append(2 * getitem(x, (*all_, slice(n - 1, n))) - image)
    rest = widths[0] - before, widths[1] - after
    joined = concatenate(pieces, axis)
    return _mirrored(joined, axis, rest, with_edge, period) if any(rest) else joined
