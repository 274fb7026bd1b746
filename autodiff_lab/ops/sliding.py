"""Convolution and correlation of vectors: one slides along the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.batch import Batched, batched
from .arguments import operand
from .linalg import conjugated
from .registry import answers, composed, product
from .shape import expand_dims


def _places(n: int, m: int, mode: str) -> tuple[int, int]:
    """Where a mode's part of the full convolution begins, and its length."""
    short, long = sorted((n, m))
    if mode == "full":
        return 0, n + m - 1
    return ((short - 1) // 2, long) if mode == "same" else (short - 1, long - short + 1)


def _whole(g: Any, a: Any, v: Any, mode: str) -> Any:
    """Fill a gradient up with zeros to that of the full convolution."""
    n, m = np.size(a), np.size(v)
    start, length = _places(n, m, mode)
    before, after = np.zeros(start, g.dtype), np.zeros(n + m - 1 - start - length, g.dtype)
    return np.concatenate([before, g, after], axis=0)


convolve_op = product(
    lambda a, v, mode: np.convolve(a, v, mode),
    lambda g, y, a, v, mode: np.convolve(_whole(g, a, v, mode), np.flip(v), "valid"),
    lambda g, y, a, v, mode: np.convolve(_whole(g, a, v, mode), np.flip(a), "valid"),
    name="convolve",
)


@batched(np.convolve)
def _convolve_members(a: Any, v: Any, mode: str) -> Any:
    """Cut the windows out that `v` meets, and multiply all of them at once; the order does not matter."""
    if not isinstance(a, Batched):
        a, v = v, a
    n, m = np.size(a), np.size(v)
    start, length = _places(n, m, mode)
    border = np.zeros((a.value.shape[0], m - 1), a.dtype)
    padded = np.concatenate([border, a.value, border], axis=1)
    windows = padded[:, start + np.arange(length)[:, None] + np.arange(m)]
    if isinstance(v, Batched):
        return Batched(np.sum(windows * np.expand_dims(np.flip(v.value, 1), 1), axis=-1))
    return Batched(windows @ np.flip(v))


_MODES = {"f": "full", "s": "same", "v": "valid"}


@answers(np.convolve)
def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """``np.convolve`` of vectors."""
    a, v = _vector(a, "np.convolve"), _vector(v, "np.convolve")
    return convolve_op(a, v, mode=_mode("np.convolve", mode))


@composed(np.correlate)
def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    """``np.correlate``, recorded as a convolution with the conjugate of `v`, read from its end."""
    a, v = _vector(a, "np.correlate"), _vector(v, "np.correlate")
    mode = _mode("np.correlate", mode)
    found = convolve_op(a, np.flip(conjugated(v)), mode="full")
    # A longer v is slid along a, and the result is read from its end: so "same" may lie one place later.
    start, length = _places(a.size, v.size, mode)
    if a.size < v.size:
        start = found.size - start - length
    return found if mode == "full" else found[start : start + length]


def _vector(x: Any, function: str) -> Any:
    x = operand(x)
    if x.ndim > 1:
        raise ValueError(f"{function} takes vectors, not an array of shape {x.shape}.")
    if not x.size:
        raise ValueError(f"{function} needs at least one entry in each vector.")
    return x if x.ndim else expand_dims(x, 0)


def _mode(function: str, mode: Any) -> str:
    try:
        return _MODES[str(mode)[:1].lower()]
    except KeyError:
        raise ValueError(f"{function} has the modes 'full', 'same' and 'valid', not {mode!r}.") from None
