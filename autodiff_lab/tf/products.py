"""Products of vectors, matrices and tensors."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.tensor import Tensor
from ..ops.linalg import matmul_op
from .calling import pair, plain, tensor, tf_function
from .errors import InvalidArgumentError


@tf_function
def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    name: str | None = None,
) -> Tensor:
    """Multiply matrices, or stacks of matrices.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.matmul([[1.0, 2.0]], [[3.0, 4.0]], transpose_b=True)
    Tensor([[11.]], shape=(1, 1), dtype=float32)
    """
    if (transpose_a and adjoint_a) or (transpose_b and adjoint_b):
        raise ValueError("transpose and adjoint exclude each other: adjoint transposes too.")
    x, y = (tensor(v) for v in pair(a, b))
    for side, v in (("a", x), ("b", y)):
        if v.ndim < 2:
            raise InvalidArgumentError(
                f"tf.matmul multiplies matrices, but {side} has shape {v.shape}. For a matrix and a vector:  "
                f"tf.linalg.matvec(a, x); for two vectors:  tf.tensordot(x, y, 1)"
            )
    x, y = turned(x, transpose_a, adjoint_a), turned(y, transpose_b, adjoint_b)
    if x.shape[-1] != y.shape[-2]:
        raise InvalidArgumentError(
            f"tf.matmul: shapes {x.shape} and {y.shape} do not fit, since each row of a has {x.shape[-1]} "
            f"entries and each column of b has {y.shape[-2]}. Perhaps this is meant:  "
            "tf.matmul(a, b, transpose_b=True)"
        )
    return matmul_op(x, y)


@tf_function
def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Multiply a matrix and a vector, or stacks of them."""
    x, y = (tensor(v) for v in pair(a, b))
    if x.ndim < 2 or not y.ndim or x.shape[-2 if transpose_a or adjoint_a else -1] != y.shape[-1]:
        raise ValueError(f"shapes {x.shape} and {y.shape} are not those of a matrix and a vector that fit.")
    x = turned(x, transpose_a, adjoint_a)
    return matmul_op(x, y) if y.ndim == 1 else np.squeeze(matmul_op(x, np.expand_dims(y, -1)), -1)


@tf_function
def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """Multiply and add up over some axes of both.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.tensordot([1.0, 2.0], [3.0, 4.0], 1)
    Tensor(11.0, shape=(), dtype=float32)
    """
    x, y = (tensor(v) for v in pair(a, b))
    axes = np.asarray(plain(axes)) if not isinstance(axes, list | tuple) else plain(axes)
    if isinstance(axes, np.ndarray):
        axes = int(axes) if not axes.ndim else axes.tolist()
    if isinstance(axes, list | tuple):
        first, second = (np.atleast_1d(i).tolist() for i in axes)
        return np.tensordot(x, y, (tuple(first), tuple(second)))
    if not 0 <= axes <= min(x.ndim, y.ndim):
        raise ValueError(f"axes={axes} is more than the {x.ndim} and {y.ndim} axes that there are.")
    return np.tensordot(x, y, axes)


@tf_function
def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """Multiply and add up as letters say: each letter is an axis.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.einsum("ij,j->i", [[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0])
    Tensor([3. 7.], shape=(2,), dtype=float32)
    """
    parts = [tensor(v) for v in inputs]
    return np.einsum(equation, *parts)


@tf_function
def cross(a: Any, b: Any, name: str | None = None) -> Tensor:
    """The vector product of vectors with three entries."""
    x, y = (tensor(v) for v in pair(a, b))
    if x.shape[-1:] != (3,) or y.shape[-1:] != (3,):
        raise ValueError(f"vectors need three entries, but the shapes are {x.shape} and {y.shape}.")
    left, right = [1, 2, 0], [2, 0, 1]
    return x[..., left] * y[..., right] - x[..., right] * y[..., left]


def turned(x: Any, transpose: bool, adjoint: bool) -> Any:
    """Swap the last two axes, if asked for, and conjugate."""
    if not (transpose or adjoint):
        return x
    turned = np.swapaxes(x, -1, -2)
    return np.conj(turned) if adjoint and x.dtype.kind == "c" else turned
