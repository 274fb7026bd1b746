"""The error function and its complement, which NumPy does not have."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .registry import own

ROOT_PI = math.sqrt(math.pi)


def _each(function: Callable[[float], float], x: Any) -> Any:
    """Run one of Python's own functions on every number: exact to the last digit, some 60 ns each."""
    x = np.asarray(x)
    if x.dtype.kind != "f":
        x = x.astype(np.float64)
    found = np.fromiter(map(function, x.ravel().tolist()), np.float64, x.size)
    return found.astype(x.dtype).reshape(x.shape)[()]


def _erf(x: Any) -> Any:
    return _each(math.erf, x)


def _erfc(x: Any) -> Any:
    return _each(math.erfc, x)


erf, erf_op = own(_erf, lambda g, y, x: g * (2 / ROOT_PI) * np.exp(-x * x))
erfc, erfc_op = own(_erfc, lambda g, y, x: g * (-2 / ROOT_PI) * np.exp(-x * x))
