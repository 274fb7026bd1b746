"""Evenly spaced numbers, and grids of them."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from ..engine.tensor import Tensor
from ..ops.shape import astype, broadcast_to, expand_dims
from .calling import axis_of, pair, plain, tensor, tf_function
from .creation import made
from .dtypes import as_numpy, float32


@tf_function
def range(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range"
) -> Tensor:
    """Count from `start` (0 if it is left out) up to `limit`, which is not reached, in steps of `delta`.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.range(3)
    Tensor([0 1 2], shape=(3,), dtype=int32)
    >>> tf.range(1.0, 2.0, 0.5)
    Tensor([1.  1.5], shape=(2,), dtype=float32)
    """
    if limit is None:
        start, limit = 0, start
    ends = [tensor(v) for v in (start, limit, delta)]
    want = as_numpy(dtype) if dtype is not None else np.result_type(*(e.dtype for e in ends))
    if dtype is None and want == np.float64 and all(e.dtype != np.float64 for e in ends):
        want = float32.dtype  # int32 and float32 meet in float32 here
    a, b, step = (e._value.astype(want) for e in ends)
    if any(e.ndim for e in ends):
        raise ValueError("start, limit and delta have to be single numbers.")
    if step == 0:
        raise ValueError("delta is 0, so the limit would never be reached.")
    n = builtins.max(0, math.ceil((float(b) - float(a)) / float(step)))
    return made((a + np.arange(n) * step).astype(want))


@tf_function
def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Tensor:
    """Place `num` numbers evenly from `start` to `stop`, both included.

    Start and stop may be tensors, and gradients flow to them.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.linspace(0.0, 1.0, 5)
    Tensor([0.   0.25 0.5  0.75 1.  ], shape=(5,), dtype=float32)
    """
    first, last = (tensor(v) for v in pair(start, stop))
    if first.dtype.kind in "iu" and last.dtype.kind in "iu":
        first = astype(first, np.float64)
    last = astype(last, first.dtype)
    n = int(plain(num))
    if n < 1:
        raise ValueError(f"num is {n}, but at least one number has to be placed.")
    ndim = builtins.max(first.ndim, last.ndim) + 1
    at = axis_of(axis, ndim, "linspace")
    steps = (np.arange(n) / builtins.max(n - 1, 1)).astype(first.dtype)
    steps = steps.reshape([-1 if i == at else 1 for i in builtins.range(ndim)])
    shape = np.broadcast_shapes(first.shape, last.shape)
    first, last = (expand_dims(broadcast_to(v, shape), at) for v in (first, last))
    return first * (1 - steps) + last * steps


@tf_function
def meshgrid(*args: Any, indexing: str = "xy", name: str | None = None) -> list:
    """Spread vectors out over a grid.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> x, y = tf.meshgrid([1, 2, 3], [10, 20])
    >>> x.shape
    (2, 3)
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f'indexing={indexing!r} is not known. Use "xy" or "ij".')
    return list(np.meshgrid(*map(tensor, args), indexing=indexing)) if args else []
