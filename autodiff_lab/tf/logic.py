"""Comparisons, truth values and choices."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.tensor import Tensor, convert
from ..ops.selection import select
from .calling import axes_of, axis_of, floating, pair, tensor, tf_function
from .errors import InvalidArgumentError


def _comparison(name: str, function: Callable, text: str) -> Callable[..., Tensor]:
    def compare(x: Any, y: Any, name: str | None = None) -> Tensor:
        return function(*pair(x, y))

    compare.__name__ = compare.__qualname__ = name
    compare.__doc__ = text
    return tf_function(compare)


def _logical(name: str, function: Callable, text: str) -> Callable[..., Tensor]:
    def combine(x: Any, y: Any, name: str | None = None) -> Tensor:
        return function(_truth(x, combine.__name__), _truth(y, combine.__name__))

    combine.__name__ = combine.__qualname__ = name
    combine.__doc__ = text
    return tf_function(combine)


def _test(name: str, function: Callable, text: str) -> Callable[..., Tensor]:
    def test(x: Any, name: str | None = None) -> Tensor:
        return function(floating(x, test.__name__))

    test.__name__ = test.__qualname__ = name
    test.__doc__ = text
    return tf_function(test)


equal = _comparison("equal", np.equal, "Whether the elements are equal.")
not_equal = _comparison("not_equal", np.not_equal, "Whether the elements differ.")
less = _comparison("less", np.less, "Whether ``x < y``.")
less_equal = _comparison("less_equal", np.less_equal, "Whether ``x <= y``.")
greater = _comparison("greater", np.greater, "Whether ``x > y``.")
greater_equal = _comparison("greater_equal", np.greater_equal, "Whether ``x >= y``.")

logical_and = _logical("logical_and", np.logical_and, "Whether both are true.")
logical_or = _logical("logical_or", np.logical_or, "Whether one of them is true.")
logical_xor = _logical("logical_xor", np.logical_xor, "Whether exactly one of them is true.")

is_nan = _test("is_nan", np.isnan, "Whether an element is not a number.")
is_inf = _test("is_inf", np.isinf, "Whether an element is infinite.")
is_finite = _test("is_finite", np.isfinite, "Whether an element is neither infinite nor nan.")


@tf_function
def logical_not(x: Any, name: str | None = None) -> Tensor:
    """Turn true to false and false to true."""
    return np.logical_not(_truth(x, "logical_not"))


@tf_function
def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """Choose from `x` where the condition holds and from `y` elsewhere, or list the places where it holds.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.where([True, False], [1.0, 2.0], 0.0)
    Tensor([1. 0.], shape=(2,), dtype=float32)
    >>> tf.where([False, True])
    Tensor([[1]], shape=(1, 1), dtype=int64)
    """
    chosen = tensor(condition)
    if x is None and y is None:
        return np.argwhere(chosen)
    if x is None or y is None:
        raise ValueError("give both x and y, or neither.")
    if chosen.dtype != bool:
        raise InvalidArgumentError(
            f"tf.where: the condition has dtype {chosen.dtype}, but it has to say yes or no:  "
            "tf.where(c != 0, x, y)"
        )
    return select(chosen, *pair(x, y))


def _truth(value: Any, function: str) -> Tensor:
    found = tensor(value)
    if found.dtype != bool:
        raise InvalidArgumentError(
            f"tf.{function} needs truth values, but got dtype {found.dtype}. Compare first, as in x > 0."
        )
    return found


@tf_function
def reduce_all(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Whether all elements are true."""
    return _over(np.all, input_tensor, axis, keepdims, "reduce_all")


@tf_function
def reduce_any(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Whether any element is true."""
    return _over(np.any, input_tensor, axis, keepdims, "reduce_any")


def _over(function: Callable, value: Any, axis: Any, keepdims: bool, name: str) -> Tensor:
    found = _truth(value, name)
    return function(found, axis=axes_of(axis, found.ndim, name), keepdims=bool(keepdims))


@tf_function
def boolean_mask(tensor: Any, mask: Any, axis: Any = None, name: str = "boolean_mask") -> Tensor:
    """Keep the rows where the mask is true.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.boolean_mask([1.0, 2.0, 3.0], [True, False, True])
    Tensor([1. 3.], shape=(2,), dtype=float32)
    """
    found, chosen = convert(tensor), _truth(mask, "boolean_mask")
    if not chosen.ndim:
        raise ValueError("the mask is a single truth value; it needs one for each row.")
    start = 0 if axis is None else axis_of(axis, found.ndim, "boolean_mask")
    if found.shape[start : start + chosen.ndim] != chosen.shape:
        raise ValueError(
            f"the mask has shape {chosen.shape}, which does not fit the tensor's shape {found.shape}."
        )
    return found[(slice(None),) * start + (chosen,)]
