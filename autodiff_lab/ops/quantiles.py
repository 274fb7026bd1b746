"""Median, quantiles and partitions: numbers picked by their rank.

A quantile lies between two neighbours in the sorted order, and each of them gets its part of the gradient.
Equal numbers share that part, as the winners of a maximum do.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ..engine.tensor import Operand
from .arguments import axes_of, operand, plain_number, refuse
from .flat import plainly
from .registry import answers, define
from .shape import flattened, refuse_out

_no_value = np._NoValue

# The methods whose quantiles move without jumps, with the two numbers that set them apart (alpha and beta in
# R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, 1996).
_CORNERS = {
    "linear": (1.0, 1.0),
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}


def _shared(g: Any, x: Any, level: Any, weight: Any, axes: tuple, keepdims: bool) -> Any:
    """Give those numbers that are at a level their part of the gradient.

    `level` and `weight` have the axes of the quantiles first, then those of `x`.
    """
    many = np.ndim(level) - np.ndim(x)
    own = tuple(many + i for i in axes)
    g = g if keepdims else np.expand_dims(g, own)
    winners = x == level
    return g * weight * winners / np.sum(winners, axis=own, keepdims=True)


def _quantile_rule(g: Any, y: Any, x: Any, q: Any, axis: tuple | None, method: str, keepdims: bool) -> Any:
    axes = axes_of(x, axis)
    n = math.prod(np.shape(x)[i] for i in axes)
    # Where in the sorted order, such as 2.3: NumPy is asked with the numbers 0, 1, 2, ...
    order: Any = np.arange(n, dtype=x.dtype)
    places: Any = np.asarray(np.quantile(order, q, method=method))  # type: ignore[call-overload]
    ranks = np.floor(places), np.ceil(places)
    part = np.reshape(places - ranks[0], (*np.shape(places), *(1,) * np.ndim(x)))
    share: Any = 0
    for rank, weight in zip(ranks, (1 - part, part), strict=True):
        nearest = np.asarray(rank / max(n - 1, 1))
        level = np.quantile(x, nearest, axis=axis, method="nearest", keepdims=True)
        share = share + _shared(g, x, level, weight, axes, keepdims)
    return share


def _nanquantile_rule(g: Any, y: Any, x: Any, q: Any, axis: tuple | None, method: str, keepdims: bool) -> Any:
    axes = axes_of(x, axis)
    # How many numbers there are differs from row to row, and so does the place of the quantile.
    count = np.sum(1 - np.isnan(x), axis=axes, keepdims=True)
    places = np.reshape(np.asarray(q), (*np.shape(q), *(1,) * np.ndim(x))) * (count - 1)
    part = places - np.floor(places)
    ends: Any = (("lower", 1 - part), ("higher", part)) if method == "linear" else ((method, 1),)
    share: Any = 0
    for end, weight in ends:
        level = np.nanquantile(x, q, axis=axis, method=end, keepdims=True)
        share = share + _shared(g, x, level, weight, axes, keepdims)
    return share


quantile_op = define(
    lambda x, q, axis, method, keepdims: np.quantile(x, q, axis=axis, method=method, keepdims=keepdims),
    _quantile_rule,
    name="quantile",
)
nanquantile_op = define(
    lambda x, q, axis, method, keepdims: np.nanquantile(x, q, axis=axis, method=method, keepdims=keepdims),
    _nanquantile_rule,
    name="nanquantile",
)
median_op = define(
    lambda x, axis, keepdims: np.median(x, axis=axis, keepdims=keepdims),
    lambda g, y, x, axis, keepdims: _quantile_rule(g, y, x, 0.5, axis, "linear", keepdims),
    name="median",
)
nanmedian_op = define(
    lambda x, axis, keepdims: np.nanmedian(x, axis=axis, keepdims=keepdims),
    lambda g, y, x, axis, keepdims: _nanquantile_rule(g, y, x, 0.5, axis, "linear", keepdims),
    name="nanmedian",
)


def _settings(function: str, a: Any, axis: Any, out: Any, keepdims: Any) -> tuple[Any, dict]:
    refuse_out(function, out)
    a = operand(a)
    axes = None if axis is None else tuple(sorted(normalize_axis_tuple(axis, a.ndim)))
    return a, {"axis": axes, "keepdims": keepdims is not _no_value and bool(keepdims)}


@answers(np.median)
def median(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = False
) -> Any:
    """``np.median``."""
    a, settings = _settings("np.median", a, axis, out, keepdims)
    return median_op(a, **settings)


@answers(np.nanmedian)
def nanmedian(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = _no_value
) -> Any:
    """``np.nanmedian``."""
    a, settings = _settings("np.nanmedian", a, axis, out, keepdims)
    return nanmedian_op(a, **settings)


@answers(np.quantile)
def quantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
    interpolation: Any = None,
) -> Any:
    """``np.quantile``, with any method; where it lies (`q`) may be a Tensor for the methods without jumps."""
    a, settings = _settings("np.quantile", a, axis, out, keepdims)
    if weights is not None:
        raise refuse("np.quantile", "weights", "Repeat the numbers instead:  np.repeat(x, counts)")
    method = interpolation or method
    if isinstance(q, Operand) and method in _CORNERS:
        return _between(a, q, method, **settings)
    return quantile_op(a, q=plain_number("np.quantile", "q", q), method=method, **settings)


def _between(a: Any, q: Any, method: str, axis: tuple | None, keepdims: bool) -> Any:
    """A quantile at a place that can be nudged: on the line between two neighbours in the sorted order."""
    axes = axes_of(a, axis)
    rest = tuple(i for i in range(a.ndim) if i not in axes)
    rows = np.transpose(a, (*rest, *axes))
    rows = np.sort(np.reshape(rows, (*rows.shape[: len(rest)], -1)), axis=-1)
    n = rows.shape[-1]
    low, high = _CORNERS[method]
    places = np.clip(n * q + low + q * (1 - low - high) - 1, 0, n - 1)
    below = np.minimum(plainly(np.floor, places).astype(int), max(n - 2, 0))
    first, second = np.take(rows, below, axis=-1), np.take(rows, np.minimum(below + 1, n - 1), axis=-1)
    found = first + (places - below) * (second - first)
    found = np.moveaxis(found, range(len(rest), found.ndim), range(q.ndim))
    return np.expand_dims(found, tuple(q.ndim + i for i in axes)) if keepdims else found


@answers(np.nanquantile)
def nanquantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: Any = _no_value,
    *,
    weights: Any = None,
    interpolation: Any = None,
) -> Any:
    """``np.nanquantile``, with the methods "linear", "lower" and "higher"."""
    a, settings = _settings("np.nanquantile", a, axis, out, keepdims)
    if weights is not None:
        raise refuse("np.nanquantile", "weights", "Repeat the numbers instead:  np.repeat(x, counts)")
    method = interpolation or method
    if method not in ("linear", "lower", "higher"):
        advice = 'Use one of "linear", "lower" and "higher", or  np.quantile(x[~np.isnan(x)], q)'
        raise refuse("np.nanquantile", "method", advice)
    return nanquantile_op(a, q=plain_number("np.nanquantile", "q", q), method=method, **settings)


def _of_hundred(function: str, q: Any) -> Any:
    if isinstance(q, Operand):
        return np.divide(q, 100)
    q = plain_number(function, "q", q)
    return q / 100


@answers(np.percentile)
def percentile(a: Any, q: Any, *args: Any, **settings: Any) -> Any:
    """``np.percentile``: a quantile of a hundred parts."""
    return quantile(a, _of_hundred("np.percentile", q), *args, **settings)


@answers(np.nanpercentile)
def nanpercentile(a: Any, q: Any, *args: Any, **settings: Any) -> Any:
    """``np.nanpercentile``."""
    return nanquantile(a, _of_hundred("np.nanpercentile", q), *args, **settings)


def _ranked_rule(g: Any, y: Any, x: Any, kth: Any, axis: int) -> Any:
    """Send each number's gradient to the entry of the same rank."""
    by_rank = np.take_along_axis(g, np.argsort(y, axis=axis, kind="stable"), axis)
    ranks = np.argsort(np.argsort(x, axis=axis, kind="stable"), axis=axis)
    return np.take_along_axis(by_rank, ranks, axis)


partition_op = define(lambda x, kth, axis: np.partition(x, kth, axis), _ranked_rule, name="partition")


@answers(np.partition)
def partition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: Any = None) -> Any:
    """``np.partition``: a rearrangement, as sorting is."""
    a = operand(a)
    if axis is None:
        a, axis = flattened(a), 0
    kth = plain_number("np.partition", "kth", kth)
    return partition_op(a, kth=kth, axis=normalize_axis_index(axis, a.ndim))
