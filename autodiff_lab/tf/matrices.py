"""Matrices: diagonals, systems, factorisations; what ``tf.linalg`` offers besides products."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.record import wrap
from ..engine.tensor import Tensor
from ..ops import decompositions, determinants, moving, systems
from .calling import floating, plain, tensor, tf_function
from .errors import InvalidArgumentError
from .products import turned

# ---- transposes, diagonals, bands ------------------------------------------------------------------------


@tf_function
def matrix_transpose(a: Any, name: str | None = None, conjugate: bool = False) -> Tensor:
    """Swap the last two axes."""
    found = _matrix(a, "matrix_transpose")
    return turned(found, not conjugate, conjugate)


@tf_function
def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """Swap the last two axes, and conjugate."""
    return turned(_matrix(matrix, "adjoint"), False, True)


@tf_function
def trace(x: Any, name: str | None = None) -> Tensor:
    """The sum of the diagonal of the last two axes."""
    return moving.trace_op(_matrix(x, "trace"), offset=0)


@tf_function
def diag(
    diagonal: Any,
    name: str = "diag",
    k: Any = 0,
    num_rows: int = -1,
    num_cols: int = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with the last axis on their diagonal number `k`."""
    found, offset = tensor(diagonal), _offset(k, "diag")
    n = found.shape[-1]
    square = num_rows < 0 and num_cols < 0
    rows = num_rows if num_rows >= 0 else n + (abs(offset) if square else max(0, -offset))
    columns = num_cols if num_cols >= 0 else n + (abs(offset) if square else max(0, offset))
    if n != min(rows + min(0, offset), columns - max(0, offset)):
        raise ValueError(f"diagonal {offset} of a {rows}×{columns} matrix does not have {n} entries.")
    matrix = moving.diagonal_back(found, shape=(rows, columns), offset=offset)
    return _filled(matrix, offset, padding_value)


@tf_function
def diag_part(
    input: Any, name: str = "diag_part", k: Any = 0, padding_value: Any = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """The diagonal number `k` of the last two axes."""
    found, offset = _matrix(input, "diag_part"), _offset(k, "diag_part")
    if not -found.shape[-2] < offset < found.shape[-1]:
        raise ValueError(f"a matrix of shape {found.shape[-2:]} has no diagonal {offset}.")
    return moving.diagonal_op(found, offset=offset)


@tf_function
def set_diag(
    input: Any, diagonal: Any, name: str = "set_diag", k: Any = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """Matrices with their diagonal number `k` replaced."""
    found, offset = _matrix(input, "set_diag"), _offset(k, "set_diag")
    new = moving.diagonal_back(tensor(diagonal, found.dtype), shape=found.shape, offset=offset)
    return np.where(np.eye(*found.shape[-2:], offset, dtype=bool), new, found)


@tf_function
def band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """Keep some diagonals below and above the main one (-1: all of them), with zeros elsewhere.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.linalg.band_part([[1, 2], [3, 4]], -1, 0).numpy().tolist()
    [[1, 0], [3, 4]]
    """
    found = _matrix(input, "band_part")
    return moving.band_op(found, lower=int(plain(num_lower)), upper=int(plain(num_upper)))


# ---- systems and factorisations --------------------------------------------------------------------------


@tf_function
def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverse of square matrices."""
    found = _square(input, "inv")
    return systems.inv(turned(found, False, adjoint))


@tf_function
def det(input: Any, name: str | None = None) -> Tensor:
    """The determinant of square matrices; its gradient is right for singular ones too."""
    return determinants.det(_square(input, "det"))


@tf_function
def slogdet(input: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The sign of the determinant, and the logarithm of its size."""
    return determinants.slogdet(_square(input, "slogdet"))


@tf_function
def logdet(matrix: Any, name: str | None = None) -> Tensor:
    """The logarithm of the determinant of positive definite matrices."""
    return determinants.slogdet(_square(matrix, "logdet"))[1]


@tf_function
def solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """Solve linear systems, one for each column of `rhs`.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [2.0]]).numpy().tolist()
    [[1.0], [0.5]]
    """
    found = turned(_square(matrix, "solve"), False, adjoint)
    return systems.solve_op(found, _columns(rhs, found, "solve"))


@tf_function
def triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """Solve linear systems with a triangular matrix; its other half is not looked at."""
    found = _square(matrix, "triangular_solve")
    half = moving.band_op(found, lower=-1 if lower else 0, upper=0 if lower else -1)
    return systems.solve_op(turned(half, False, adjoint), _columns(rhs, found, "triangular_solve"))


@tf_function
def cholesky(input: Any, name: str | None = None) -> Tensor:
    """The lower triangular factor of symmetric positive definite matrices."""
    return decompositions.cholesky(_square(input, "cholesky"))


@tf_function
def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Tensor:
    """Solve linear systems, given the Cholesky factor of their matrix."""
    factor = _square(chol, "cholesky_solve")
    half = systems.solve_op(factor, _columns(rhs, factor, "cholesky_solve"))
    return systems.solve_op(turned(factor, False, True), half)


@tf_function
def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """Singular values, and the matrices U and V, in TensorFlow's order: s, u, v."""
    found = floating(tensor, "svd")
    u, s, vt = np.linalg.svd(found, full_matrices=bool(full_matrices and compute_uv))
    return (s, u, turned(vt, False, True)) if compute_uv else s


@tf_function
def eigh(tensor: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    return decompositions.eigh(_square(tensor, "eigh"))


@tf_function
def eigvalsh(tensor: Any, name: str | None = None) -> Tensor:
    """Eigenvalues of symmetric matrices."""
    return decompositions.eigh(_square(tensor, "eigvalsh"))[0]


@tf_function
def matrix_rank(a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None) -> Tensor:
    """How many rows are independent."""
    return wrap(np.asarray(np.linalg.matrix_rank(tensor(a)._value, tol), np.int32)[()])


# ---- checking ----------------------------------------------------------------------------------------------


def _matrix(value: Any, function: str) -> Any:
    found = tensor(value)
    if found.ndim < 2:
        raise InvalidArgumentError(f"tf.linalg.{function} needs a matrix, but got shape {found.shape}.")
    return found


def _square(value: Any, function: str) -> Any:
    found = floating(value, f"linalg.{function}")
    if found.ndim < 2 or found.shape[-1] != found.shape[-2]:
        raise InvalidArgumentError(
            f"tf.linalg.{function} needs a square matrix, but got shape {found.shape}."
        )
    return found


def _columns(rhs: Any, matrix: Any, function: str) -> Any:
    found = tensor(rhs, matrix.dtype)
    if found.ndim < 2 or found.shape[-2] != matrix.shape[-1]:
        raise InvalidArgumentError(
            f"tf.linalg.{function}: rhs has shape {found.shape}, but a matrix with {matrix.shape[-1]} rows "
            "is needed. For a single vector:  rhs[:, tf.newaxis]"
        )
    return found


def _offset(k: Any, function: str) -> int:
    number = np.asarray(plain(k))
    if number.size != 1:
        raise TypeError(f"tf.linalg.{function} takes one diagonal here, not a band: k={k}.")
    return int(number.reshape(())[()])


def _filled(matrix: Any, offset: int, value: Any) -> Any:
    if not np.any(np.asarray(plain(value))):
        return matrix
    return np.where(np.eye(*matrix.shape[-2:], offset, dtype=bool), matrix, matrix.dtype.type(plain(value)))
