"""Products of vectors and matrices."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from .. import errors
from ..engine.record import binary
from . import elementwise
from .arguments import operand, plain
from .registry import answers, product
from .shape import refuse_out


def turned(x: Any) -> Any:
    """Each matrix with rows and columns exchanged."""
    return np.swapaxes(x, -1, -2)


def conjugated(x: Any) -> Any:
    """The conjugate of complex numbers; real ones stay as they are."""
    return np.conj(x) if x.dtype.kind == "c" else x


def adjoint(x: Any) -> Any:
    """Each matrix turned and conjugated."""
    return conjugated(turned(x))


def _mt(x: Any) -> Any:
    """The same in the quickest way; not every library's array has it."""
    try:
        return x.mT
    except AttributeError:
        return turned(x)


def _matmul_left(g: Any, y: Any, a: Any, b: Any) -> Any:
    if b.ndim == 1:
        return np.expand_dims(g, -1) * b
    if a.ndim == 1:
        return np.squeeze(np.expand_dims(g, -2) @ _mt(b), -2)
    return g @ _mt(b)


def _matmul_right(g: Any, y: Any, a: Any, b: Any) -> Any:
    if a.ndim == 1:
        return np.expand_dims(a, -1) * np.expand_dims(g, -2) if b.ndim > 1 else g * a
    if b.ndim == 1:
        return np.squeeze(_mt(a) @ np.expand_dims(g, -1), -1)
    if b.ndim == 2 and a.ndim > 2:  # one matrix for a whole stack: one product, instead of a sum of many
        a, g = np.reshape(a, (-1, np.shape(a)[-1])), np.reshape(g, (-1, np.shape(g)[-1]))
    return _mt(a) @ g


matmul_op = product(operator.matmul, _matmul_left, _matmul_right, name="matmul")
matmul_op.symbol = "@"
matmul_op.call = binary(matmul_op)
dot_op = product(np.dot, _matmul_left, _matmul_right, name="dot")


@answers(np.matmul, np.linalg.matmul)
def matmul(a: Any, b: Any) -> Any:
    """``np.matmul``, the ``@`` operator."""
    return matmul_op(a, b)


@answers(np.dot)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """``np.dot``: a product of numbers, vectors or matrices, or a `tensordot` beyond two axes."""
    refuse_out("np.dot", out)
    a, b = operand(a), operand(b)
    if not a.ndim or not b.ndim:
        return elementwise.multiply(a, b)
    if a.ndim <= 2 and b.ndim <= 2:
        return dot_op(a, b)
    return tensordot(a, b, axes=((a.ndim - 1,), (0 if b.ndim == 1 else b.ndim - 2,)))


def _tensordot_left(g: Any, y: Any, a: Any, b: Any, axes: tuple) -> Any:
    """Contract ``g`` with ``b`` over b's free axes; then put the contracted axes back to their places."""
    of_a, of_b = axes
    free_a = [i for i in range(np.ndim(a)) if i not in of_a]
    free_b = [i for i in range(np.ndim(b)) if i not in of_b]
    share = np.tensordot(g, b, axes=(tuple(range(len(free_a), len(free_a) + len(free_b))), tuple(free_b)))
    # b's contracted axes now follow in ascending order: find for each the axis of a it belongs to
    order = [*free_a, *(of_a[of_b.index(i)] for i in sorted(of_b))]
    return np.transpose(share, tuple(order.index(i) for i in range(len(order))))


def _tensordot_right(g: Any, y: Any, a: Any, b: Any, axes: tuple) -> Any:
    of_a, of_b = axes
    free_a = [i for i in range(np.ndim(a)) if i not in of_a]
    free_b = [i for i in range(np.ndim(b)) if i not in of_b]
    share = np.tensordot(a, g, axes=(tuple(free_a), tuple(range(len(free_a)))))
    order = [*(of_b[of_a.index(i)] for i in sorted(of_a)), *free_b]
    return np.transpose(share, tuple(order.index(i) for i in range(len(order))))


tensordot_op = product(
    lambda a, b, axes: np.tensordot(a, b, axes), _tensordot_left, _tensordot_right, name="tensordot"
)


@answers(np.tensordot, np.linalg.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """``np.tensordot``; `axes` is a number, or the axes of `a` and those of `b`."""
    a, b = operand(a), operand(b)
    if np.ndim(axes) or isinstance(axes, list | tuple):
        of_a, of_b = (np.atleast_1d(plain(places)).tolist() for places in axes)
    else:
        count = operator.index(axes)
        if count > min(a.ndim, b.ndim):
            raise ValueError(errors.TENSORDOT_AXES.format(count=count, a=a.shape, b=b.shape))
        of_a, of_b = list(range(a.ndim - count, a.ndim)), list(range(count))
    return tensordot_op(
        a,
        b,
        axes=(
            tuple(normalize_axis_index(int(i), a.ndim) for i in of_a),
            tuple(normalize_axis_index(int(i), b.ndim) for i in of_b),
        ),
    )
