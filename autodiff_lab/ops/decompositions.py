"""Factorisations of matrices, and of stacks of them.

Where factors are complex, the usual formulas speak of gradients that point uphill. Rules are written for the
plain convention, so they take the conjugate on the way in and on the way out.

Eigenvectors and singular vectors have a slope only where no two eigenvalues are equal; at equal ones the part
of the vectors is left out, so that a function of the values alone is still right. A complex vector may be
turned by any phase, and the rules hold for functions that do not depend on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .arguments import operand
from .linalg import adjoint, conjugated
from .registry import answers, define

# NumPy's own kinds of answer, with fields such as `eigenvalues`.
_EYE = np.eye(1)
_QRResult: Any = type(np.linalg.qr(_EYE))
_EighResult: Any = type(np.linalg.eigh(_EYE))
_EigResult: Any = type(np.linalg.eig(_EYE))
_SVDResult: Any = type(np.linalg.svd(_EYE))


def _eye(n: int, like: Any) -> Any:
    return np.eye(n, dtype=like.dtype)


def _row(x: Any) -> Any:
    return np.expand_dims(x, -2)


def _column(x: Any) -> Any:
    return np.expand_dims(x, -1)


def _inverse(x: Any) -> Any:
    """One over each entry, and 0 where it is 0."""
    return np.where(x == 0, 0, 1 / np.where(x == 0, 1, x))


def _gaps(values: Any) -> Any:
    """One over the difference of any two values (column minus row), and 0 where they are equal."""
    return _inverse(_row(values) - _column(values))


# ---- triangular factors --------------------------------------------------------------------------------


def _cholesky_rule(g: Any, y: Any, x: Any) -> Any:
    star = adjoint(y)
    inner = star @ conjugated(g)
    half = np.tril(inner) * (1 - 0.5 * _eye(np.shape(x)[-1], x))
    share = np.linalg.solve(star, adjoint(np.linalg.solve(star, adjoint(half))))
    return conjugated(share + adjoint(share)) / 2


def _qr_rule(g: Any, y: Any, x: Any) -> Any:
    """Of a wide matrix the square part is factored, and the rest is multiplied by its Qᴴ."""
    gq, gr, q, r = conjugated(g[0]), conjugated(g[1]), y[0], y[1]
    m, n = np.shape(x)[-2:]
    if m >= n:
        return conjugated(_tall_qr(gq, gr, q, r))
    rest = gr[..., m:]
    square = _tall_qr(gq + x[..., m:] @ adjoint(rest), gr[..., :m], q, r[..., :m])
    return conjugated(np.concatenate([square, q @ rest], axis=-1))


def _tall_qr(gq: Any, gr: Any, q: Any, r: Any) -> Any:
    upper = np.triu(gr @ adjoint(r) - adjoint(q) @ gq)
    core = (upper + adjoint(upper)) * (1 - 0.5 * _eye(np.shape(r)[-1], r))
    return adjoint(np.linalg.solve(r, adjoint(gq + q @ core)))


cholesky_op = define(np.linalg.cholesky, _cholesky_rule, name="cholesky")
qr_op = define(lambda x: tuple(np.linalg.qr(x)), _qr_rule, name="qr")


@answers(np.linalg.cholesky)
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """``np.linalg.cholesky``: the lower factor, or its adjoint."""
    factor = cholesky_op(operand(a))
    return adjoint(factor) if upper else factor


@answers(np.linalg.qr)
def qr(a: Any, mode: str = "reduced") -> Any:
    """``np.linalg.qr`` with the modes reduced and r, and complete where that is the same."""
    a = operand(a)
    if mode not in ("reduced", "r", "complete") or (mode == "complete" and a.shape[-2] > a.shape[-1]):
        raise TypeError(
            f"np.linalg.qr on a Tensor has no gradient with mode={mode!r}: the columns beyond those of the "
            'matrix are not determined by it. Use  mode="reduced"'
        )
    q, r = qr_op(a)
    return r if mode == "r" else _QRResult(q, r)


# ---- eigenvalues ---------------------------------------------------------------------------------------


def _eigh_rule(g: Any, y: Any, x: Any, uplo: str) -> Any:
    gw, gv, w, v = g[0], conjugated(g[1]), y[0], y[1]
    core = _row(gw) * _eye(np.shape(w)[-1], w) + _gaps(w) * (adjoint(v) @ gv)
    share = v @ core @ adjoint(v)
    half = np.tri(np.shape(w)[-1], dtype=w.dtype) - _eye(np.shape(w)[-1], w) / 2
    # An entry that is read stands for its mirror image as well; the other triangle is never looked at.
    return conjugated(share + adjoint(share)) * (half if uplo == "L" else half.T)


def _eig_rule(g: Any, y: Any, x: Any) -> Any:
    """A vector has length 1, which takes away the part of its gradient along itself."""
    gw, gv, w, v = conjugated(g[0]), conjugated(g[1]), y[0], y[1]
    eye = _eye(np.shape(w)[-1], w)
    star = adjoint(v)
    inner = star @ gv
    along = np.real(np.sum(inner * eye, axis=-2))
    core = (inner - (star @ v) * _row(along)) * conjugated(_gaps(w)) + _row(gw) * eye
    return conjugated(np.linalg.solve(star, core @ star))


eigh_op = define(lambda x, uplo: tuple(np.linalg.eigh(x, uplo)), _eigh_rule, name="eigh")
eig_op = define(lambda x: tuple(np.linalg.eig(x)), _eig_rule, name="eig")


@answers(np.linalg.eigh)
def eigh(a: Any, UPLO: str = "L") -> Any:
    """``np.linalg.eigh`` of a symmetric (complex: Hermitian) matrix.

    NumPy reads one triangle of it, and the whole gradient belongs to that one, as in TensorFlow.
    """
    return _EighResult(*eigh_op(operand(a), uplo=UPLO.upper()))


@answers(np.linalg.eigvalsh)
def eigvalsh(a: Any, UPLO: str = "L") -> Any:
    """``np.linalg.eigvalsh``, from `eigh`."""
    return eigh_op(operand(a), uplo=UPLO.upper())[0]


@answers(np.linalg.eig)
def eig(a: Any) -> Any:
    """``np.linalg.eig``."""
    return _EigResult(*eig_op(operand(a)))


@answers(np.linalg.eigvals)
def eigvals(a: Any) -> Any:
    """``np.linalg.eigvals``, from `eig`."""
    return eig_op(operand(a))[0]


# ---- singular values -----------------------------------------------------------------------------------


def _svd_rule(g: Any, y: Any, x: Any) -> Any:
    """The rule for U, s and Vᴴ, thin form; see Giles (2008) and Townsend (2016)."""
    gu, gs, gv = conjugated(g[0]), g[1], adjoint(conjugated(g[2]))
    u, s, vh = y[0], y[1], y[2]
    v = adjoint(vh)
    eye = _eye(np.shape(s)[-1], s)
    gap, inverse = _gaps(s * s), _row(_inverse(s))
    of_u, of_v = adjoint(u) @ gu, vh @ gv
    core = gap * (of_u - adjoint(of_u)) * _row(s) + _column(s) * gap * (of_v - adjoint(of_v)) + _row(gs) * eye
    if x.dtype.kind == "c":
        core = core + 1j * np.imag(of_u) * eye * inverse
    share = u @ core @ vh
    m, n = np.shape(x)[-2:]
    if m > n:
        share = share + (gu * inverse - u @ (adjoint(u) @ (gu * inverse))) @ vh
    if n > m:
        star = adjoint(gv * inverse)
        share = share + u @ (star - (star @ v) @ vh)
    return conjugated(share)


svd_op = define(lambda x: tuple(np.linalg.svd(x, full_matrices=False)), _svd_rule, name="svd")


@answers(np.linalg.svd)
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """``np.linalg.svd``, thin form."""
    a = operand(a)
    if compute_uv and full_matrices and a.shape[-1] != a.shape[-2]:
        raise TypeError(
            "np.linalg.svd on a Tensor has a gradient in the thin form only, since the further columns are "
            "not determined by the matrix: add  full_matrices=False"
        )
    u, s, vh = svd_op(a)
    return _SVDResult(u, s, vh) if compute_uv else s


@answers(np.linalg.svdvals)
def svdvals(x: Any, /) -> Any:
    """``np.linalg.svdvals``, from `svd`."""
    return svd_op(operand(x))[1]
