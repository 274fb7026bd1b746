"""``tf.nn``: activations, losses, convolution, pooling."""

from __future__ import annotations

from typing import Any

from ..engine.tensor import Tensor
from .activations import (
    crelu,
    elu,
    gelu,
    leaky_relu,
    log_softmax,
    relu,
    relu6,
    selu,
    silu,
    softmax,
    softplus,
    softsign,
)
from .calling import tensor
from .convolutions import (
    avg_pool,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    conv1d,
    conv2d,
    conv2d_transpose,
    conv3d,
    depthwise_conv2d,
    max_pool,
    max_pool1d,
    max_pool2d,
    max_pool3d,
)
from .elementwise import (
    sigmoid,
    tanh,
)
from .gathering import (
    gather,
)
from .losses import (
    batch_normalization,
    bias_add,
    dropout,
    l2_loss,
    log_poisson_loss,
    lrn,
    moments,
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from .norms import (
    clip_by_norm,
    l2_normalize,
)
from .reductions import (
    zero_fraction,
)
from .sorting import (
    in_top_k,
    top_k,
)

swish = silu


def embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: str | None = None) -> Tensor:
    """The rows of a table with the given numbers.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nn.embedding_lookup([[1.0], [2.0]], [1, 0]).numpy().tolist()
    [[2.0], [1.0]]
    """
    table = tensor(params)
    rows = gather(table, ids, name=name)
    if max_norm is None:
        return rows
    return clip_by_norm(rows, max_norm, axes=list(range(rows.ndim - table.ndim + 1, rows.ndim)))


__all__ = [
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_normalization",
    "bias_add",
    "conv1d",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "crelu",
    "depthwise_conv2d",
    "dropout",
    "elu",
    "embedding_lookup",
    "gelu",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "log_poisson_loss",
    "log_softmax",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "moments",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softplus",
    "softsign",
    "sparse_softmax_cross_entropy_with_logits",
    "swish",
    "tanh",
    "top_k",
    "weighted_cross_entropy_with_logits",
    "zero_fraction",
]
