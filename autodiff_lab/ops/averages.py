"""Averages, spans and covariances: NumPy's functions, built from other ops."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from .arguments import operand, plain_number
from .reduction import max_, mean, min_, sum_
from .registry import composed
from .shape import broadcast_to, refuse_out, reshape, transpose

_no_value = np._NoValue


def squares_of(x: Any) -> Any:
    """The square of each number's size."""
    return np.square(x) if x.dtype.kind != "c" else np.real(x * np.conj(x))


@composed(np.ptp)
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = _no_value) -> Any:
    """``np.ptp``: the largest less the smallest."""
    refuse_out("np.ptp", out)
    return max_(a, axis, None, keepdims) - min_(a, axis, None, keepdims)


@composed(np.average)
def average(
    a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: Any = _no_value
) -> Any:
    """``np.average``: a mean, or a sum of weighted numbers over the sum of the weights."""
    a = operand(a)
    if weights is None:
        middle = mean(a, axis, keepdims=keepdims)
        total = operand(np.asarray(a.size / max(middle.size, 1), middle.dtype)[()])
    else:
        weights = _along(operand(weights), a, axis)
        total = sum_(weights, axis, keepdims=keepdims)
        middle = sum_(a * weights, axis, keepdims=keepdims) / total
    if not returned:
        return middle
    return middle, broadcast_to(total, middle.shape) if total.shape != middle.shape else total


def _along(weights: Any, a: Any, axis: Any) -> Any:
    """Lay the weights along the axes that they belong to, and stretch them to the shape of the numbers."""
    if weights.shape == a.shape:
        return weights
    if axis is None:
        raise TypeError("np.average needs axis=... where the weights have another shape than the numbers.")
    axes = normalize_axis_tuple(axis, a.ndim)
    if weights.shape != tuple(a.shape[i] for i in axes):
        raise ValueError(
            f"np.average got weights of shape {weights.shape}, but along axis={axis} there are "
            f"{tuple(a.shape[i] for i in axes)} numbers."
        )
    if len(axes) > 1:
        weights = transpose(weights, tuple(np.argsort(axes)))
    shape = tuple(n if i in axes else 1 for i, n in enumerate(a.shape))
    return broadcast_to(reshape(weights, shape), a.shape)


@composed(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    """``np.cov``: a product of the numbers less their means."""
    x = _observations(m, y, rowvar)
    x = x.astype(np.result_type(x.dtype, np.float64) if dtype is None else dtype)  # as NumPy does
    ddof = (0 if bias else 1) if ddof is None else ddof
    weights = None
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is not None:
            given = plain_number("np.cov", name, given)
            weights = given if weights is None else weights * given
    if weights is None:
        free = x.shape[1] - ddof
    else:
        total = np.sum(weights)
        twice = total if aweights is None else np.sum(weights * plain_number("np.cov", "aweights", aweights))
        free = total - ddof * twice / total
    off = x - np.expand_dims(average(x, 1, weights), 1)
    weighted = off if weights is None else off * weights
    return np.squeeze(weighted @ np.conj(transpose(off)) / max(free, 0))


def _observations(m: Any, y: Any, rowvar: bool) -> Any:
    """One row for each variable."""
    rows = [_row(operand(part), rowvar) for part in (m, y) if part is not None]
    return rows[0] if len(rows) == 1 else np.concatenate(rows, axis=0)


def _row(x: Any, rowvar: bool) -> Any:
    if x.ndim > 2:
        raise ValueError("np.cov takes a vector or a matrix: one row for each variable.")
    if x.ndim < 2:
        return reshape(x, (1, math.prod(x.shape)))
    return x if rowvar else transpose(x)


@composed(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    """``np.corrcoef``: the covariance over the standard deviations."""
    c = cov(x, y, rowvar, dtype=dtype)
    if not c.ndim:
        return c / c
    spread = np.sqrt(np.real(np.diagonal(c)))
    found = c / np.expand_dims(spread, 1) / np.expand_dims(spread, 0)
    return found if found.dtype.kind == "c" else np.clip(found, -1, 1)  # rounding may lead a little beyond
