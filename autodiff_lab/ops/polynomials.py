"""Polynomials, their table of powers, and interpolation along straight lines."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .. import errors
from .arguments import operand, plain
from .indexing import getitem
from .registry import answers, composed, define
from .shape import cast_op

# ---- polynomials ---------------------------------------------------------------------------------------


def _slopes(n: int, like: Any) -> Any:
    """What the powers n−1, ..., 1, 0 bring down in front of them, without the last one's 0."""
    return np.arange(n - 1, 0, -1, dtype=like.dtype)


def _polyval_by_p(g: Any, y: Any, p: Any, x: Any) -> Any:
    return np.reshape(g, (-1,)) @ np.vander(np.reshape(x, (-1,)), np.size(p))


def _polyval_by_x(g: Any, y: Any, p: Any, x: Any) -> Any:
    return g * np.polyval(p[:-1] * _slopes(np.size(p), p), x)


def _vander_rule(g: Any, y: Any, x: Any, n: int) -> Any:
    if n < 2:
        return np.zeros_like(x)
    return np.sum(g[:, :-1] * np.vander(x, n - 1) * _slopes(n, x), axis=-1)


polyval_op = define(lambda p, x: np.polyval(p, x), _polyval_by_p, _polyval_by_x, name="polyval")
vander_op = define(lambda x, n: np.vander(x, n), _vander_rule, name="vander")


@answers(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    """``np.polyval``: coefficients from the highest power down, at numbers."""
    p, x = operand(p), operand(x)
    if p.ndim != 1:
        raise ValueError(errors.COEFFICIENTS.format(shape=p.shape))
    # Both in one dtype, since the powers of a whole number or of a float32 would not hold the other's digits.
    common = np.result_type(p.dtype, x.dtype)
    return polyval_op(*(v if v.dtype == common else cast_op(v, dtype=common) for v in (p, x)))


@answers(np.vander)
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    """``np.vander``: a row of powers for each number."""
    x = operand(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    table = vander_op(x, n=x.size if N is None else operator.index(N))
    return np.flip(table, 1) if increasing else table


# ---- interpolation -------------------------------------------------------------------------------------


@composed(np.interp)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """``np.interp``: between two neighbouring points a straight line, which moves with both of them.

    Outside the points the value of the nearest one, or `left` and `right`. At a point itself the slope is
    that of the line to its right, as in ``xp[i] <= x < xp[i + 1]``.
    """
    x, xp, fp = operand(x), operand(xp), operand(fp)
    if xp.ndim != 1 or xp.shape != fp.shape or not xp.size:
        raise ValueError(
            f"np.interp needs as many xp as fp, in two vectors, not shapes {xp.shape} and {fp.shape}."
        )
    if period is not None:
        x, xp, fp = _unrolled(x, xp, fp, period)
        left = right = None
    at, places = plain(x), plain(xp)
    if places.size == 1:
        line = fp[0] + 0 * x
    else:
        line = _lines(x, xp, fp, np.searchsorted(places, at, side="right") - 1)
    if np.all((at >= places[0]) & (at <= places[-1])):
        return line
    left, right = (fp[0] if left is None else left), (fp[-1] if right is None else right)
    return np.where(at < places[0], left, np.where(at > places[-1], right, line))


def _lines(x: Any, xp: Any, fp: Any, i: Any) -> Any:
    """The line from point i to the next one."""
    i = np.clip(i, 0, xp.size - 2)
    x0, x1, y0, y1 = getitem(xp, i), getitem(xp, i + 1), getitem(fp, i), getitem(fp, i + 1)
    return y0 + (x - x0) * ((y1 - y0) / (x1 - x0))


def _unrolled(x: Any, xp: Any, fp: Any, period: Any) -> tuple[Any, Any, Any]:
    """Bring all into one period, in order, with the last point copied in front and the first one behind."""
    if not period:
        raise ValueError("period must be a non-zero value")
    period = abs(period)
    x, xp = x % period, xp % period
    order = np.argsort(plain(xp))
    xp, fp = getitem(xp, order), getitem(fp, order)
    return (
        x,
        np.concatenate([xp[-1:] - period, xp, xp[:1] + period]),
        np.concatenate([fp[-1:], fp, fp[:1]]),
    )
