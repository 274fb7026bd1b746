"""Functions that make one number of many, and running totals."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.record import wrap
from ..engine.tensor import Tensor
from ..ops import softmax
from ..ops.norms import vector_norm
from .calling import axes_of, axis_of, floating, tensor, tf_function
from .dtypes import as_numpy, int64
from .elementwise import squared_difference


def _reduction(name: str, reduce: Callable, text: str, fractions: bool = False) -> Callable[..., Tensor]:
    def function(
        input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
    ) -> Tensor:
        title = function.__name__
        found = floating(input_tensor, title) if fractions else tensor(input_tensor)
        return reduce(found, axes_of(axis, found.ndim, title), bool(keepdims))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text}

    Parameters
    ----------
    input_tensor : tensor
        The numbers.
    axis : int or list of int, optional
        Along which axes; all by default.
    keepdims : bool, default False
        Keep the axes with length 1.
    """
    return tf_function(function)


def _sum(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
    total = np.sum(x, axis=axis, keepdims=keepdims)
    return total if total.dtype == x.dtype else total.astype(x.dtype)  # NumPy widens whole numbers


def _prod(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
    product = np.prod(x, axis=axis, keepdims=keepdims)
    return product if product.dtype == x.dtype else product.astype(x.dtype)


def _mean(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
    if x.dtype.kind in "fc" and x.size:
        return np.mean(x, axis=axis, keepdims=keepdims)
    total = _sum(x, axis, keepdims)
    n = _count(x, axis)
    if x.dtype.kind in "fc":
        return total / n  # of nothing: nan, without NumPy's warning
    # Whole numbers stay whole, and the fraction is cut off.
    return wrap(np.trunc(np.asarray(total) / n).astype(x.dtype)[()])


def _count(x: Tensor, axis: Any) -> Any:
    sizes = x.shape if axis is None else [x.shape[i] for i in axis]
    return x.dtype.type(np.prod(sizes, dtype=int)) if x.dtype.kind in "fc" else np.prod(sizes, dtype=int)


def _extreme(function: Callable, worst: Callable) -> Callable:
    def reduce(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
        if not x.size and not _count(x, axis):
            return _sum(x, axis, keepdims) + worst(x.dtype)  # the sum of nothing keeps the path open
        return function(x, axis=axis, keepdims=keepdims)

    return reduce


def _variance(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
    return np.real(_mean(squared_difference(x, _mean(x, axis, True)), axis, keepdims))


def _norm(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
    length = vector_norm(x, 2, axis if axis is not None else tuple(builtins.range(x.ndim)), keepdims)
    return length.astype(x.dtype)  # of complex numbers a complex one, as in TensorFlow


def _lowest(dtype: np.dtype) -> Any:
    """The number that every other one beats: the largest of nothing."""
    return dtype.type(-np.inf) if dtype.kind == "f" else np.iinfo(dtype).min


def _highest(dtype: np.dtype) -> Any:
    return dtype.type(np.inf) if dtype.kind == "f" else np.iinfo(dtype).max


reduce_sum = _reduction("reduce_sum", _sum, "Add up.")
reduce_mean = _reduction("reduce_mean", _mean, "The mean; that of whole numbers is a whole number.")
reduce_prod = _reduction("reduce_prod", _prod, "Multiply up.")
reduce_max = _reduction(
    "reduce_max", _extreme(np.max, _lowest), "The largest; equal ones share the gradient."
)
reduce_min = _reduction(
    "reduce_min", _extreme(np.min, _highest), "The smallest; equal ones share the gradient."
)
reduce_variance = _reduction("reduce_variance", _variance, "The mean squared distance from the mean.", True)
reduce_std = _reduction(
    "reduce_std",
    lambda x, axis, keepdims: np.sqrt(_variance(x, axis, keepdims)),
    "The root of the variance.",
    True,
)


def _logsumexp(x: Tensor, axis: Any, keepdims: bool) -> Tensor:
    if not x.size and not _count(x, axis):
        return _sum(x, axis, keepdims) + _lowest(x.dtype)
    return softmax.logsumexp_op(x, axis=axis, keepdims=keepdims)


reduce_euclidean_norm = _reduction("reduce_euclidean_norm", _norm, "The root of the sum of squares.", True)
reduce_logsumexp = _reduction(
    "reduce_logsumexp",
    _logsumexp,
    "The logarithm of the sum of exponentials; never overflows.",
    True,
)


@tf_function
def count_nonzero(
    input: Any, axis: Any = None, keepdims: bool = False, dtype: Any = int64, name: str | None = None
) -> Tensor:
    """Count the elements that are not 0."""
    found = tensor(input)
    hits = (found._value != 0).sum(axis=axes_of(axis, found.ndim, "count_nonzero"), keepdims=bool(keepdims))
    return wrap(np.asarray(hits).astype(as_numpy(dtype))[()])


@tf_function
def zero_fraction(value: Any, name: str | None = None) -> Tensor:
    """The part of the elements that are 0."""
    return wrap(np.float32(np.mean(tensor(value)._value == 0)))


# ---- places ------------------------------------------------------------------------------------------


@tf_function
def argmax(input: Any, axis: Any = None, output_type: Any = int64, name: str | None = None) -> Tensor:
    """The place of the largest along an axis, the first one by default; of equal ones the first.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.argmax([[1.0, 9.0], [3.0, 0.0]], axis=1)
    Tensor([1 0], shape=(2,), dtype=int64)
    """
    return _place(np.argmax, input, axis, output_type, "argmax")


@tf_function
def argmin(input: Any, axis: Any = None, output_type: Any = int64, name: str | None = None) -> Tensor:
    """The place of the smallest along an axis, the first one by default; of equal ones the first."""
    return _place(np.argmin, input, axis, output_type, "argmin")


def _place(function: Callable, value: Any, axis: Any, output_type: Any, name: str) -> Tensor:
    found = tensor(value)
    place = function(found._value, axis=axis_of(0 if axis is None else axis, found.ndim, name))
    return wrap(np.asarray(place).astype(as_numpy(output_type))[()])


# ---- running totals ------------------------------------------------------------------------------------


@tf_function
def cumsum(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """Running sums along an axis.

    Parameters
    ----------
    x : tensor
        The numbers.
    axis : int, default 0
        Along which axis.
    exclusive : bool, default False
        Leave each element out of its own sum.
    reverse : bool, default False
        Run from the end.
    name : str, optional
        A name for pictures.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.cumsum([1.0, 2.0, 3.0], exclusive=True)
    Tensor([0. 1. 3.], shape=(3,), dtype=float32)
    """
    return _running(np.cumsum, 0, x, axis, exclusive, reverse, "cumsum")


@tf_function
def cumprod(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """Running products along an axis; the settings are those of `cumsum`."""
    return _running(np.cumprod, 1, x, axis, exclusive, reverse, "cumprod")


def _running(
    total: Callable, neutral: int, x: Any, axis: Any, exclusive: bool, reverse: bool, name: str
) -> Tensor:
    found = tensor(x)
    at = axis_of(axis, found.ndim, name)
    if reverse:
        found = np.flip(found, at)
    if exclusive and found.shape[at]:
        before = (slice(None),) * at
        first = np.full_like(found._value[(*before, slice(0, 1))], neutral)
        found = np.concatenate([first, found[(*before, slice(0, -1))]], axis=at)
    sums = total(found, axis=at)
    if sums.dtype != found.dtype:
        sums = sums.astype(found.dtype)
    return np.flip(sums, at) if reverse else sums
