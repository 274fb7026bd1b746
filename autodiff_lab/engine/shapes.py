"""The one place where broadcasting is undone, and where a gradient gets its source's dtype."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

# Values up to this size are kept in any case: the pictures show them, and they cost nothing.
SMALL = 4096


def narrow(share: Any, like: Any) -> Any:
    """Give a share of a gradient the shape and dtype of the value it belongs to.

    An input that was stretched to fit was used once per copy, so its shares are added up. A real
    input of a complex result takes the real part.

    Parameters
    ----------
    share : array, NumPy scalar or Tensor
        What a rule gave.
    like : array, NumPy scalar, Absent or Tensor
        The input; only its shape and dtype are looked at.
    """
    shape = like.shape
    if not hasattr(share, "shape"):
        share = np.asarray(share, like.dtype)
    if share.shape != shape:
        extra = share.ndim - len(shape)
        if extra > 0:
            share = added_up(share, tuple(range(extra)))
        # Axes are counted from the end: a share may also have fewer of them, and is stretched then.
        grown = tuple(i for i in range(-share.ndim, 0) if shape[i] == 1 and share.shape[i] != 1)
        if grown:
            share = added_up(share, grown, keepdims=True)
        if share.shape != shape:
            share = stretched(share, shape)
    if share.dtype != like.dtype:
        if share.dtype.kind == "c" and like.dtype.kind != "c":
            share = np.real(share)
        if share.dtype != like.dtype:
            share = share.astype(like.dtype)
    return share


def stretched(value: Any, shape: tuple[int, ...]) -> Any:
    """Do what ``np.broadcast_to`` does; a small array is filled, which is much quicker."""
    kind = type(value)
    if (kind is not np.ndarray and not isinstance(value, np.generic)) or math.prod(shape) > SMALL:
        return np.broadcast_to(value, shape)
    full = np.empty(shape, value.dtype)
    full[...] = value
    return full


def added_up(value: Any, axis: Any, keepdims: bool = False) -> Any:
    """Do what ``np.sum`` does for plain arrays in the end, without its detour."""
    if type(value) is np.ndarray:
        plus: Any = np.add
        return plus.reduce(value, axis=axis, keepdims=keepdims)
    return np.sum(value, axis=axis, keepdims=keepdims)
