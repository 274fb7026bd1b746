"""Polynomials as lists of coefficients, the highest power first: sums, products, derivatives, integrals."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arguments import operand, refuse
from .joining import atleast_1d
from .reduction import sum_
from .registry import composed
from .shape import astype, concatenate, ravel


def _lined_up(a1: Any, a2: Any) -> list:
    """Fill the shorter one up with zeros in front."""
    parts = [atleast_1d(a1), atleast_1d(a2)]
    longest = max(p.size for p in parts)
    return [p if p.size == longest else concatenate([np.zeros(longest - p.size, p.dtype), p]) for p in parts]


@composed(np.polyadd)
def polyadd(a1: Any, a2: Any) -> Any:
    """``np.polyadd``."""
    first, second = _lined_up(a1, a2)
    return first + second


@composed(np.polysub)
def polysub(a1: Any, a2: Any) -> Any:
    """``np.polysub``."""
    first, second = _lined_up(a1, a2)
    return first - second


@composed(np.polymul)
def polymul(a1: Any, a2: Any) -> Any:
    """``np.polymul``: a convolution."""
    return np.convolve(operand(a1), operand(a2))


@composed(np.polyder)
def polyder(p: Any, m: int = 1) -> Any:
    """``np.polyder``."""
    p = operand(p)
    for _ in range(m):
        p = p[:-1] * np.arange(p.size - 1, 0, -1).astype(np.result_type(p.dtype, np.int64))
    return p


@composed(np.polyint)
def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """``np.polyint``."""
    p = operand(p)
    constants = np.zeros(m) if k is None else k
    constants = operand(constants)
    constants = ravel(constants) * np.ones(m, p.dtype) if constants.size == 1 else constants
    for i in range(m):
        grown = p / np.arange(p.size, 0, -1).astype(np.result_type(p.dtype, np.int64))
        p = concatenate([grown, astype(constants[i : i + 1], grown.dtype)])
    return p


@composed(np.polyfit)
def polyfit(
    x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False
) -> Any:
    """``np.polyfit``: the least-squares solution for the powers of x, each scaled to the same size."""
    if full or cov:
        raise refuse(
            "np.polyfit", "full" if full else "cov", "Leave it out: the coefficients alone are given."
        )
    x, y = operand(x), operand(y)
    powers: Any = np.vander(x, int(deg) + 1)
    if w is not None:
        w = operand(w)
        powers = powers * np.expand_dims(w, 1)
        y = y * (w if y.ndim == 1 else np.expand_dims(w, 1))
    scale = np.sqrt(sum_(powers * powers, 0))
    cut = x.size * np.finfo(x.dtype).eps if rcond is None else rcond
    found = np.linalg.lstsq(powers / scale, y, cut)[0]
    return found / (scale if y.ndim == 1 else np.expand_dims(scale, 1))


@composed(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """``np.poly``: the product of ``x - zero`` over all zeros."""
    zeros = operand(seq_of_zeros)
    if zeros.ndim > 1:
        raise ValueError("np.poly of a Tensor takes a list of zeros. Of a matrix:  np.linalg.eigvalsh(a)")
    product: Any = np.ones(1, zeros.dtype)
    for i in range(zeros.size):
        product = np.convolve(product, concatenate([np.ones(1, zeros.dtype), -zeros[i : i + 1]]))
    return operand(product)
