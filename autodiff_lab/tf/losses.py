"""Losses and statistics: what ``tf.nn`` offers besides activations."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Tensor
from ..ops import activation
from ..ops import softmax as ops
from .calling import axes_of, axis_of, count, floating, plain, shape_of, tensor, tf_function
from .elementwise import squared_difference
from .errors import InvalidArgumentError
from .random import uniform


def _fitting(labels: Any, logits: Any, function: str) -> tuple[Any, Any]:
    x = floating(logits, function)
    t = tensor(labels, x.dtype)
    return t, x


@tf_function
def softmax_cross_entropy_with_logits(
    labels: Any, logits: Any, axis: int = -1, name: str | None = None
) -> Tensor:
    """The loss ``-sum(labels * log(softmax(logits)))`` along an axis.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nn.softmax_cross_entropy_with_logits(labels=[[1.0, 0.0]], logits=[[0.0, 0.0]])
    Tensor([0.6931472], shape=(1,), dtype=float32)
    """
    t, x = _fitting(labels, logits, "nn.softmax_cross_entropy_with_logits")
    if not x.ndim:
        raise ValueError("logits need an axis of classes, but they are a single number.")
    at = axis_of(axis, x.ndim, "nn.softmax_cross_entropy_with_logits")
    if at != x.ndim - 1:
        t, x = np.moveaxis(t, at, -1), np.moveaxis(x, at, -1)
    return ops.softmax_cross_entropy_op(t, x)


@tf_function
def sparse_softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Tensor:
    """The loss ``-log(softmax(logits))`` at the number of the right class."""
    x = floating(logits, "nn.sparse_softmax_cross_entropy_with_logits")
    right = np.asarray(plain(tensor(labels)))
    if right.dtype.kind not in "iu":
        raise TypeError(f"labels are the numbers of classes, whole numbers, but have dtype {right.dtype}.")
    if right.shape != x.shape[:-1]:
        raise ValueError(
            f"labels need shape {x.shape[:-1]}, one for each row of logits, but have {right.shape}."
        )
    if ((right < 0) | (right >= x.shape[-1])).any():
        raise InvalidArgumentError(
            f"a label lies outside the {count(x.shape[-1], 'class', 'classes')}, which are numbered from 0."
        )
    return ops.sparse_softmax_cross_entropy_op(x, labels=right)


@tf_function
def sigmoid_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Tensor:
    """The loss of yes-or-no answers, element by element; never overflows."""
    t, x = _fitting(labels, logits, "nn.sigmoid_cross_entropy_with_logits")
    if t.shape != x.shape:
        raise ValueError(f"logits and labels need one shape, but have {x.shape} and {t.shape}.")
    return ops.sigmoid_cross_entropy_op(t, x)


@tf_function
def weighted_cross_entropy_with_logits(
    labels: Any, logits: Any, pos_weight: Any, name: str | None = None
) -> Tensor:
    """`sigmoid_cross_entropy_with_logits` with a weight on the answers "yes"."""
    t, x = _fitting(labels, logits, "nn.weighted_cross_entropy_with_logits")
    weight = 1 + (pos_weight - 1) * t
    return (1 - t) * x + weight * activation.softplus(-x)


@tf_function
def log_poisson_loss(
    targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """``exp(log_input) - targets * log_input``."""
    t, x = _fitting(targets, log_input, "nn.log_poisson_loss")
    loss = np.exp(x) - t * x
    if compute_full_loss:
        stirling = t * np.log(np.where(t > 1, t, 1)) - t + 0.5 * np.log(2 * np.pi * np.where(t > 1, t, 1))
        loss = loss + np.where(t > 1, stirling, 0)
    return loss


@tf_function
def l2_loss(t: Any, name: str | None = None) -> Tensor:
    """Half the sum of squares."""
    return ops.l2_loss_op(floating(t, "nn.l2_loss"))


@tf_function
def bias_add(value: Any, bias: Any, data_format: str | None = None, name: str | None = None) -> Tensor:
    """Add one number per channel; channels are the last axis, or the second with "NC...".

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nn.bias_add([[1.0, 2.0]], [10.0, 20.0])
    Tensor([[11. 22.]], shape=(1, 2), dtype=float32)
    """
    x = tensor(value)
    b = tensor(bias, x.dtype)
    first = data_format is not None and data_format.startswith("NC")
    if b.ndim != 1 or x.ndim < 2:
        raise ValueError(f"bias has to be a vector and value to have at least 2 axes: {b.shape}, {x.shape}.")
    if b.shape[0] != x.shape[1 if first else -1]:
        raise ValueError(
            f"there are {x.shape[1 if first else -1]} channels, but bias has {b.shape[0]} entries."
        )
    return x + (np.reshape(b, (-1, *(1,) * (x.ndim - 2))) if first else b)


# ---- statistics ------------------------------------------------------------------------------------------


@tf_function
def moments(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The mean and the variance along some axes.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nn.moments(tf.constant([1.0, 3.0]), axes=[0])[1]
    Tensor(1.0, shape=(), dtype=float32)
    """
    found = floating(x, "nn.moments")
    over = axes_of(axes, found.ndim, "nn.moments")
    mean = np.mean(found, axis=over, keepdims=True)
    variance = np.mean(squared_difference(found, mean), axis=over, keepdims=bool(keepdims))
    return mean if keepdims else np.squeeze(mean, over), variance


@tf_function
def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: float,
    name: str | None = None,
) -> Tensor:
    """``(x - mean) / sqrt(variance + epsilon) * scale + offset``; scale and offset may be None."""
    found = floating(x, "nn.batch_normalization")
    spread, middle = (tensor(v, found.dtype) for v in (variance, mean))
    factor = 1 / np.sqrt(spread + variance_epsilon)
    if scale is not None:
        factor = factor * tensor(scale, found.dtype)
    y = (found - middle) * factor
    return y if offset is None else y + tensor(offset, found.dtype)


@tf_function
def dropout(x: Any, rate: Any, noise_shape: Any = None, seed: Any = None, name: str | None = None) -> Tensor:
    """Set a part of the elements to 0 by chance, and scale up the others."""
    found, part = floating(x, "nn.dropout"), float(plain(rate))
    if not 0 <= part < 1:
        raise ValueError(f"rate is the part that is dropped, from 0 up to but not including 1, not {part}.")
    shape = found.shape if noise_shape is None else shape_of(noise_shape)
    kept = uniform(shape, seed=seed)._value >= part
    return np.where(kept, found / (1 - part), 0)


@tf_function
def lrn(
    input: Any,
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """Divide by the squares of the neighbouring channels: local response normalisation."""
    x = floating(input, "nn.lrn")
    n = x.shape[-1]
    near = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= depth_radius
    return x / (bias + alpha * (np.square(x) @ near.astype(x.dtype))) ** beta
