"""Softmax and the losses built on it, each one op, so that no large exponential is ever formed.

The loss of softmax and logits is differentiated as it stands: its slope by a logit is
``softmax * sum(labels) - label``. TensorFlow leaves the sum out, and is right only where labels sum to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .activation import sigmoid
from .registry import answers, define, own, own_function

# ---- along an axis --------------------------------------------------------------------------------


def _shifted(x: Any, axis: Any) -> tuple[Any, Any]:
    """Subtract the largest number, unless it is infinite."""
    top = np.max(x, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    return x - top, top


@own_function
def softmax(x: Any, axis: Any) -> Any:
    """Exponentials, scaled to the sum 1."""
    e = np.exp(_shifted(x, axis)[0])
    return e / np.sum(e, axis=axis, keepdims=True)


@own_function
def log_softmax(x: Any, axis: int) -> Any:
    """The logarithm of the softmax."""
    x, _ = _shifted(x, axis)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


def _logsumexp(x: Any, axis: tuple | None, keepdims: bool) -> Any:
    x, top = _shifted(x, axis)
    total = np.log(np.sum(np.exp(x), axis=axis, keepdims=True)) + top
    return total if keepdims else np.squeeze(total, axis)[()]


def _logsumexp_rule(g: Any, y: Any, x: Any, axis: tuple | None, keepdims: bool) -> Any:
    # Not exp(x - y): beside a large number y has lost the digits that matter here.
    return softmax(x, axis=axis) * (g if axis is None or keepdims else np.expand_dims(g, axis))


softmax_op = define(
    softmax, lambda g, y, x, axis: y * (g - np.sum(g * y, axis=axis, keepdims=True)), name="softmax"
)
log_softmax_op = define(
    log_softmax,
    lambda g, y, x, axis: g - np.exp(y) * np.sum(g, axis=axis, keepdims=True),
    name="log_softmax",
)
logsumexp_op = define(_logsumexp, _logsumexp_rule, name="logsumexp")
answers(softmax)(softmax_op)
answers(log_softmax)(log_softmax_op)

# ---- losses ------------------------------------------------------------------------------------------


def _softmax_cross_entropy(labels: Any, logits: Any) -> Any:
    return -np.sum(labels * log_softmax(logits, axis=-1), axis=-1)


def _by_logits(g: Any, y: Any, labels: Any, logits: Any) -> Any:
    total = np.sum(labels, axis=-1, keepdims=True)
    return np.expand_dims(g, -1) * (softmax(logits, axis=-1) * total - labels)


def _sparse(logits: Any, labels: Any) -> Any:
    chosen = np.take_along_axis(log_softmax(logits, axis=-1), labels[..., None], axis=-1)
    return -np.squeeze(chosen, -1)[()]


def _sparse_rule(g: Any, y: Any, logits: Any, labels: Any) -> Any:
    hot = np.arange(np.shape(logits)[-1]) == labels[..., None]
    return np.expand_dims(g, -1) * (softmax(logits, axis=-1) - hot)


def _sigmoid_cross_entropy(labels: Any, logits: Any) -> Any:
    return np.maximum(logits, 0) - logits * labels + np.log1p(np.exp(-np.abs(logits)))


softmax_cross_entropy_op = define(
    _softmax_cross_entropy,
    lambda g, y, labels, logits: -np.expand_dims(g, -1) * log_softmax(logits, axis=-1),
    _by_logits,
    name="softmax_cross_entropy",
)
sparse_softmax_cross_entropy_op = define(_sparse, _sparse_rule, name="sparse_softmax_cross_entropy")
sigmoid_cross_entropy, sigmoid_cross_entropy_op = own(
    _sigmoid_cross_entropy,
    lambda g, y, labels, logits: -g * logits,
    lambda g, y, labels, logits: g * (sigmoid(logits) - labels),
)
l2_loss_op = define(lambda x: np.sum(x * x) / 2, lambda g, y, x: g * x, name="l2_loss")
