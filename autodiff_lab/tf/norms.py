"""Norms, and scaling by them."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.slices import IndexedSlices
from ..engine.tensor import Tensor
from ..ops.norms import matrix_norm, vector_norm
from ..ops.special import rsqrt
from .calling import axes_of, floating, pair, tensor, tf_function


@tf_function
def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """The norm of vectors, of matrices, or of everything together.

    Parameters
    ----------
    tensor : tensor
        The numbers.
    ord : "euclidean", "fro", or number above 0, or np.inf
        Which norm.
    axis : int, or pair of int, optional
        One axis: norms of vectors. Two: of matrices. None: of all numbers as one vector.
    keepdims : bool, optional
        Keep the axes with length 1.
    name : str, optional
        A name for pictures.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.norm([3.0, 4.0])
    Tensor(5.0, shape=(), dtype=float32)
    """
    found = floating(tensor, "norm")
    keep = bool(keepdims)
    if isinstance(ord, str) and ord not in ("euclidean", "fro"):
        raise ValueError(f'ord={ord!r} is not known. Use "euclidean", "fro", a number above 0, or np.inf.')
    if not isinstance(ord, str) and not ord > 0:
        raise ValueError(f"ord={ord} is not above 0.")
    axes = axes_of(axis, found.ndim, "norm")
    if axes is None:
        if ord == "fro" and found.ndim != 2:
            raise ValueError('the norm "fro" is one of matrices: give axis=[-2, -1].')
        return _kept(
            vector_norm(found, 2 if isinstance(ord, str) else ord, tuple(range(found.ndim)), keep), found, ord
        )
    if len(axes) == 1:
        if ord == "fro":
            raise ValueError('the norm "fro" is one of matrices: give axis as a pair.')
        return _kept(vector_norm(found, 2 if ord == "euclidean" else ord, axes, keep), found, ord)
    if len(axes) != 2 or axes[0] == axes[1]:
        raise ValueError(f"axis has to be one axis (vectors) or two different ones (matrices), not {axis}.")
    if not isinstance(ord, str) and ord not in (1, 2, np.inf):
        raise ValueError(f'for matrices ord has to be "fro", 1, 2 or np.inf, not {ord}.')
    return _kept(matrix_norm(found, "fro" if ord == "euclidean" else ord, axes, keep), found, ord)


def _kept(size: Any, found: Any, ord: Any) -> Any:
    """Give a root of a sum of squares the dtype of its numbers: complex ones have a complex norm here."""
    return size.astype(found.dtype) if isinstance(ord, str) else size


@tf_function
def normalize(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """A tensor divided by its norm, and the norm."""
    found = floating(tensor, "linalg.normalize")
    size = norm(found, ord, axis, keepdims=True)
    return found / size, size


@tf_function
def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None) -> Tensor:
    """Scale to length 1: ``x / sqrt(max(sum(x ** 2), epsilon))``."""
    found = floating(x, "l2_normalize")
    squares = np.square(found) if found.dtype.kind != "c" else np.real(found * np.conj(found))
    total = np.sum(squares, axis=axes_of(axis, found.ndim, "l2_normalize"), keepdims=True)
    return found * rsqrt(np.maximum(total, epsilon))


@tf_function
def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """Scale down to a norm, unless it is smaller already.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.clip_by_norm([3.0, 4.0], 1.0)
    Tensor([0.6 0.8], shape=(2,), dtype=float32)
    """
    if isinstance(t, IndexedSlices):
        return _like(t, clip_by_norm(t.values, clip_norm, axes))
    found = floating(t, "clip_by_norm")
    _, limit = pair(found, clip_norm)
    total = np.sum(found * found, axis=axes_of(axes, found.ndim, "clip_by_norm"), keepdims=True)
    # Where everything is 0, the root would have no slope.
    size = np.where(total > 0, np.sqrt(np.where(total > 0, total, 1)), total)
    return found * limit / np.maximum(size, limit)


@tf_function
def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    """The norm of several tensors together; None entries are left out."""
    parts = [np.sum(np.square(_numbers(t))) for t in t_list if t is not None]
    if not parts:
        raise ValueError("the list holds no tensor.")
    return np.sqrt(sum(parts[1:], parts[0]))


@tf_function
def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list, Tensor]:
    """Scale several tensors down together, so that their common norm is at most `clip_norm`.

    Returns
    -------
    list_clipped : list of Tensors
        None stays None.
    global_norm : Tensor
        The norm before.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.clip_by_global_norm([tf.constant([3.0]), tf.constant(4.0)], 1.0)[1]
    Tensor(5.0, shape=(), dtype=float32)
    """
    size = global_norm(t_list) if use_norm is None else tensor(use_norm)
    _, limit = pair(size, clip_norm)
    scale = limit * np.minimum(1 / size, 1 / limit)
    scale = scale + (size - size)  # an infinite norm makes everything nan, so that it is seen
    return [None if t is None else _like(t, _numbers(t) * scale) for t in t_list], size


def _numbers(value: Any) -> Any:
    """The numbers of a tensor; of IndexedSlices the rows that they hold."""
    return value.values if isinstance(value, IndexedSlices) else tensor(value)


def _like(value: Any, numbers: Any) -> Any:
    """Put numbers back into IndexedSlices, where they came from such."""
    if isinstance(value, IndexedSlices):
        return IndexedSlices(numbers, value.indices, value.dense_shape)
    return numbers
