"""Inverses and linear systems, for stacks of matrices too."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import errors
from .arguments import operand
from .decompositions import svdvals
from .flat import PLACES, flat, plainly
from .linalg import adjoint, conjugated, matmul, turned
from .norms import norm
from .reduction import sum_
from .registry import answers, composed, define
from .shape import expand_dims, reshape, squeeze, transpose


def _solve_matrix(g: Any, y: Any, a: Any, b: Any) -> Any:
    return -np.linalg.solve(turned(a), g) @ turned(y)


def _pinv_rule(g: Any, y: Any, x: Any, rcond: Any) -> Any:
    """The three ways in which a matrix moves its pseudo-inverse; see Golub and Pereyra (1973)."""
    m, n = np.shape(x)[-2:]
    outside = np.eye(m, dtype=x.dtype) - x @ y
    across = np.eye(n, dtype=x.dtype) - y @ x
    star = adjoint(y)
    second = outside @ turned(g) @ y @ star
    third = star @ y @ turned(g) @ across
    return conjugated(second + third) - turned(y) @ g @ turned(y)


inv_op = define(np.linalg.inv, lambda g, y, x: -turned(y) @ g @ turned(y), name="inv")
pinv_op = define(lambda x, rcond: np.linalg.pinv(x, rcond), _pinv_rule, name="pinv")
solve_op = define(
    np.linalg.solve, _solve_matrix, lambda g, y, a, b: np.linalg.solve(turned(a), g), name="solve"
)


@answers(np.linalg.inv)
def inv(a: Any) -> Any:
    """``np.linalg.inv``."""
    return inv_op(operand(a))


@answers(np.linalg.pinv)
def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = np._NoValue) -> Any:
    """``np.linalg.pinv``; its rule takes for granted that the rank stays as it is."""
    a = operand(a)
    if rcond is None:
        rcond = 1e-15 if rtol is np._NoValue else rtol
    if rcond is None:
        rcond = max(a.shape[-2:]) * np.finfo(a.dtype).eps
    return pinv_op(a, rcond=float(rcond))


@answers(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    """``np.linalg.solve``."""
    a, b = operand(a), operand(b)
    if b.ndim == 1:
        return squeeze(solve_op(a, expand_dims(b, -1)), -1)
    return solve_op(a, b)


def _rank(values: Any, cut: float) -> Any:
    """How many singular values stand out."""
    return np.sum(values > cut * (values[0] if values.size else 0))


@composed(np.linalg.lstsq)
def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple:
    """``np.linalg.lstsq``: the solution by the pseudo-inverse, and the sums of squares that are left over."""
    a, b = operand(a), operand(b)
    if a.ndim != 2:
        raise np.linalg.LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    values = svdvals(a)
    m, n = a.shape
    cut = max(m, n) * np.finfo(a.dtype).eps if rcond is None else max(float(rcond), 0.0)
    rank = int(plainly(_rank, values, cut))
    solution = matmul(pinv(a, cut), b)
    if rank < n or m <= n:
        left: Any = operand(np.zeros(0, a.dtype))
    else:
        off = matmul(a, solution) - b
        left = sum_(np.real(off * conjugated(off)), axis=0, keepdims=b.ndim == 1)
    return solution, left, rank, values


@composed(np.linalg.tensorsolve)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """``np.linalg.tensorsolve``, recorded as a `solve` between reshapes."""
    a, b = operand(a), operand(b)
    if axes is not None:
        moved = [i % a.ndim for i in axes]
        a = transpose(a, [*(i for i in range(a.ndim) if i not in moved), *moved])
    shape = a.shape[b.ndim - a.ndim :] if a.ndim > b.ndim else ()
    n = math.prod(shape)
    if a.size != n * n:
        raise np.linalg.LinAlgError(
            "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
        )
    return reshape(solve(reshape(a, (n, n)), reshape(b, (n,))), shape)


@composed(np.linalg.tensorinv)
def tensorinv(a: Any, ind: int = 2) -> Any:
    """``np.linalg.tensorinv``, recorded as an `inv` between reshapes."""
    a = operand(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    first = math.prod(a.shape[ind:])
    return reshape(inv(reshape(a, (-1, first))), a.shape[ind:] + a.shape[:ind])


matrix_rank = flat(np.linalg.matrix_rank, PLACES)


@composed(np.linalg.cond)
def cond(x: Any, p: Any = None) -> Any:
    """``np.linalg.cond``: the norm of a matrix times the norm of its inverse."""
    x = operand(x)
    if p is None or p in (2, -2):
        values = svdvals(x)
        largest, least = values[..., 0], values[..., -1]
        return least / largest if p == -2 else largest / least
    if x.shape[-1] != x.shape[-2]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))


@composed(np.linalg.matrix_power)
def matrix_power(a: Any, n: int) -> Any:
    """``np.linalg.matrix_power`` by repeated squaring; a negative power is one of the inverse."""
    a = operand(a)
    try:
        n = int(n.__index__())
    except AttributeError:
        raise TypeError(errors.POWER_NOT_WHOLE.format(n=n)) from None
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    if n == 0:
        # It takes nothing from the matrix, but is made of it: the gradient is zeros, not None.
        return np.where(np.zeros(a.shape, bool), a, np.eye(a.shape[-1], dtype=a.dtype))
    base, n, power = (inv(a), -n, None) if n < 0 else (a, n, None)
    while n:
        if n % 2:
            power = base if power is None else matmul(power, base)
        n //= 2
        if n:
            base = matmul(base, base)
    return power


@composed(np.linalg.multi_dot)
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    """``np.linalg.multi_dot``: matrix products, over the longest of the inner axes first."""
    if out is not None:
        raise TypeError(errors.OUT_ARGUMENT.format(function="np.linalg.multi_dot"))
    parts = [operand(a) for a in arrays]
    if len(parts) < 2:
        raise ValueError("Expecting at least two arrays.")
    for i, part in enumerate(parts):
        if part.ndim != 2 and not (part.ndim == 1 and i in (0, len(parts) - 1)):
            raise np.linalg.LinAlgError(f"{part.ndim}-dimensional array given. Array must be two-dimensional")
    while len(parts) > 1:
        i = max(range(1, len(parts)), key=lambda i: parts[i].shape[0])
        parts[i - 1 : i + 1] = [matmul(parts[i - 1], parts[i])]
    return parts[0]
