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
    det,
    diag,
    diag_part,
    eigh,
    eigvalsh,
    inv,
    logdet,
    matrix_rank,
    matrix_transpose,
    set_diag,
    slogdet,
    solve,
    svd,
    trace,
    triangular_solve,
)
from .norms import (
    global_norm,
    l2_normalize,
    norm,
    normalize,
)
from .products import (
    cross,
    einsum,
    matmul,
    matvec,
    tensordot,
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
    "normalize",
    "set_diag",
    "slogdet",
    "solve",
    "svd",
    "tensordot",
    "trace",
    "triangular_solve",
]
