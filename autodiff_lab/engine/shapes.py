"""The one place where broadcasting is undone, and where a gradient gets its source's dtype."""

from __future__ import annotations

from typing import Any

import numpy as np


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
            share = _sum(share, tuple(range(extra)))
        # Axes are counted from the end: a share may also have fewer of them, and is stretched then.
        stretched = tuple(i for i in range(-share.ndim, 0) if shape[i] == 1 and share.shape[i] != 1)
        if stretched:
            share = _sum(share, stretched, keepdims=True)
        if share.shape != shape:
            share = np.broadcast_to(share, shape)
    if share.dtype != like.dtype:
        if share.dtype.kind == "c" and like.dtype.kind != "c":
            share = np.real(share)
        if share.dtype != like.dtype:
            share = share.astype(like.dtype)
    return share


def _sum(share: Any, axis: tuple[int, ...], keepdims: bool = False) -> Any:
    # What np.sum does for plain arrays in the end, without its detour.
    total: Any = np.add.reduce if type(share) is np.ndarray else np.sum
    return total(share, axis=axis, keepdims=keepdims)
