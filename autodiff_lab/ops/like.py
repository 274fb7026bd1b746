"""``like=x``: the argument with which NumPy hands over the functions that make arrays.

Without it NumPy does not ask a Tensor, and ``np.array([a, b])`` is plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.dispatch import FUNCTIONS
from .arguments import operand, plain
from .shape import astype, broadcast_to, reshape


def _array(object: Any, dtype: Any = None, *, ndmin: int = 0, **settings: Any) -> Any:
    """``np.array([a, b], like=a)``: Tensors in a list are stacked."""
    made = operand(object)
    if dtype is not None and np.dtype(dtype) != made.dtype:
        made = astype(made, dtype)
    return reshape(made, (1,) * (ndmin - made.ndim) + made.shape) if made.ndim < ndmin else made


def _full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", *, device: Any = None) -> Any:
    """``np.full(shape, a, like=a)``: the fill is stretched over the shape."""
    fill = operand(fill_value)
    fill = fill if dtype is None else astype(fill, dtype)
    return broadcast_to(fill, tuple(int(n) for n in np.atleast_1d(plain(shape))))


def _constant(function: Any) -> Callable:
    """``np.zeros(3, like=a)`` and the like, whose numbers come from nowhere: a constant Tensor."""
    return lambda *args, **settings: operand(function(*map(plain, args), **settings))


_function: Any
for _function in (np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray, np.require):
    FUNCTIONS[_function] = _array
FUNCTIONS[np.full] = _full
for _function in (np.zeros, np.ones, np.empty, np.eye, np.identity, np.tri, np.arange):
    FUNCTIONS[_function] = _constant(_function)
