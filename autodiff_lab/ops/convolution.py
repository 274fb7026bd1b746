"""Convolution and pooling over any number of spatial axes, channels last.

Everything rests on one linear op and its transpose: `windows` lays out the part of the input that
each output sees, `windows_back` adds such parts up again. Both are linear, and each is the other's rule.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .flat import plainly
from .indexing import scatter
from .registry import answers, define, linear, own_function, product


def output_sizes(sizes: tuple, kernel: tuple, strides: tuple, pads: tuple, dilations: tuple) -> tuple:
    """Count the positions of a kernel along each spatial axis."""
    return tuple(
        max(0, (n + before + after - (k - 1) * d - 1) // s + 1)
        for n, k, s, (before, after), d in zip(sizes, kernel, strides, pads, dilations, strict=True)
    )


def same_pads(sizes: tuple, kernel: tuple, strides: tuple, dilations: tuple) -> tuple:
    """The zeros that TensorFlow's padding "SAME" adds before and after each spatial axis."""
    pads = []
    for n, k, s, d in zip(sizes, kernel, strides, dilations, strict=True):
        total = max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
        pads.append((total // 2, total - total // 2))
    return tuple(pads)


@own_function
def windows(x: Any, kernel: tuple, strides: tuple, pads: tuple, dilations: tuple, fill: float = 0) -> Any:
    """Lay out windows: (batch, *spatial, channels) becomes (batch, *positions, channels, *kernel)."""
    axes = range(1, len(kernel) + 1)
    if any(map(any, pads)):
        x = np.pad(x, ((0, 0), *pads, (0, 0)), constant_values=fill)
    reach = tuple((k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True))
    if any(x.shape[i] < n for i, n in zip(axes, reach, strict=True)):
        count = tuple(max(0, x.shape[i] - n + 1) for i, n in zip(axes, reach, strict=True))
        return np.zeros((x.shape[0], *count, x.shape[-1], *kernel), x.dtype)
    view = np.lib.stride_tricks.sliding_window_view(x, reach, axis=tuple(axes))
    steps = [slice(None, None, s) for s in strides]
    holes = [slice(None, None, d) for d in dilations]
    return view[(slice(None), *steps, slice(None), *holes)]


@own_function
def windows_back(p: Any, shape: tuple, kernel: tuple, strides: tuple, pads: tuple, dilations: tuple) -> Any:
    """Add windows up where they lie: the transpose of `windows`."""
    rank = len(kernel)
    padded = [n + before + after for n, (before, after) in zip(shape[1:-1], pads, strict=True)]
    total = np.zeros((shape[0], *padded, shape[-1]), p.dtype)
    for offset in np.ndindex(*kernel):
        places = tuple(
            slice(o * d, o * d + (n - 1) * s + 1, s)
            for o, d, n, s in zip(offset, dilations, p.shape[1 : rank + 1], strides, strict=True)
        )
        if 0 not in p.shape:
            total[(slice(None), *places)] += p[(..., *offset)]
    inner = tuple(slice(before, before + n) for n, (before, _) in zip(shape[1:-1], pads, strict=True))
    return total[(slice(None), *inner)]


windows_op = linear(
    windows,
    lambda g, y, x, **settings: windows_back(g, shape=np.shape(x), **settings),
    name="windows",
)
windows_back_op = linear(
    windows_back,
    lambda g, y, p, shape, **settings: windows(g, **settings),
    name="windows_back",
)
answers(windows)(windows_op)
answers(windows_back)(windows_back_op)

# ---- convolution -----------------------------------------------------------------------------------


def _conv(x: Any, filters: Any, **settings: Any) -> Any:
    rank = x.ndim - 2
    parts = windows(x, kernel=filters.shape[:rank], **settings)
    inner = (*range(rank + 2, 2 * rank + 2), rank + 1)
    return np.tensordot(parts, filters, (inner, tuple(range(rank + 1))))


def _conv_input(g: Any, y: Any, x: Any, filters: Any, **settings: Any) -> Any:
    rank = np.ndim(x) - 2
    parts = np.tensordot(g, filters, ((rank + 1,), (rank + 1,)))
    parts = np.moveaxis(parts, -1, rank + 1)
    return windows_back(parts, shape=np.shape(x), kernel=np.shape(filters)[:rank], **settings)


def _conv_filters(g: Any, y: Any, x: Any, filters: Any, **settings: Any) -> Any:
    rank = np.ndim(x) - 2
    places = tuple(range(rank + 1))
    share = np.tensordot(windows(x, kernel=np.shape(filters)[:rank], **settings), g, (places, places))
    return np.moveaxis(share, 0, rank)


conv_op = product(_conv, _conv_input, _conv_filters, name="conv")

# ---- pooling ----------------------------------------------------------------------------------------


@own_function
def max_places(x: Any, kernel: tuple, strides: tuple, pads: tuple) -> Any:
    """For each window the place of its first maximum, as a number into the flattened input."""
    rank = len(kernel)
    ones = (1,) * rank
    lowest = -math.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    parts = windows(x, kernel=kernel, strides=strides, pads=pads, dilations=ones, fill=lowest)
    numbers = np.arange(math.prod(x.shape)).reshape(x.shape)
    numbers = windows(numbers, kernel=kernel, strides=strides, pads=pads, dilations=ones, fill=-1)
    flat = (*parts.shape[:-rank], -1)
    best = np.argmax(parts.reshape(flat), axis=-1)
    return np.take_along_axis(numbers.reshape(flat), best[..., None], -1)[..., 0]


def _max_pool(x: Any, **settings: Any) -> Any:
    return np.ravel(x)[max_places(x, **settings)]


def _max_pool_rule(g: Any, y: Any, x: Any, **settings: Any) -> Any:
    share = scatter(g, shape=(np.size(x),), index=max_places(x, **settings))
    return np.reshape(share, np.shape(x))


def _counts(shape: tuple, kernel: tuple, strides: tuple, pads: tuple) -> Any:
    """How many numbers of the input each window holds; the padding is not one of them."""
    ones = np.ones((1, *shape[1:-1], 1))
    parts = windows(ones, kernel=kernel, strides=strides, pads=pads, dilations=(1,) * len(kernel))
    return parts.sum(axis=tuple(range(-len(kernel), 0)))


def _avg_pool(x: Any, kernel: tuple, strides: tuple, pads: tuple) -> Any:
    parts = windows(x, kernel=kernel, strides=strides, pads=pads, dilations=(1,) * len(kernel))
    total = np.sum(parts, axis=tuple(range(-len(kernel), 0)))
    return (total / _counts(x.shape, kernel, strides, pads)).astype(x.dtype)


def _avg_pool_rule(g: Any, y: Any, x: Any, kernel: tuple, strides: tuple, pads: tuple) -> Any:
    rank = len(kernel)
    counts = _counts(np.shape(x), kernel, strides, pads).astype(x.dtype)
    parts = np.expand_dims(g / counts, tuple(range(rank + 2, 2 * rank + 2)))
    parts = np.broadcast_to(parts, (*np.shape(g), *kernel))
    return windows_back(
        parts, shape=np.shape(x), kernel=kernel, strides=strides, pads=pads, dilations=(1,) * rank
    )


max_pool_op = define(_max_pool, _max_pool_rule, name="max_pool")
avg_pool_op = linear(_avg_pool, _avg_pool_rule, name="avg_pool")


@answers(max_places)
def _places_of_tensor(x: Any, **settings: Any) -> Any:
    """A place has no gradient: it stays a plain number."""
    return plainly(max_places, x, **settings)
