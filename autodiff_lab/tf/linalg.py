"""``tf.linalg``: products, matrices, systems, factorisations."""

from __future__ import annotations

from .creation import (
    eye,
)
from .matrices import (
    adjoint,
    band_part,
    cholesky,
    cholesky_solve,
    cross,
    det,
    diag,
    diag_part,
    eigh,
    eigvalsh,
    einsum,
    inv,
    logdet,
    matmul,
    matrix_rank,
    matrix_transpose,
    matvec,
    set_diag,
    slogdet,
    solve,
    svd,
    tensordot,
    trace,
    triangular_solve,
)
from .norms import (
    global_norm,
    l2_normalize,
    norm,
)

__all__ = [
    "adjoint",
    "band_part",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eigh",
    "eigvalsh",
    "einsum",
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "logdet",
    "matmul",
    "matrix_rank",
    "matrix_transpose",
    "matvec",
    "norm",
    "set_diag",
    "slogdet",
    "solve",
    "svd",
    "tensordot",
    "trace",
    "triangular_solve",
]
