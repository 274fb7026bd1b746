"""Bringing the arguments of NumPy's functions to one form."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..engine.tensor import Operand, convert


def operand(value: Any) -> Any:
    """The value as a Tensor or Variable: an array is copied, a list that holds Tensors is stacked."""
    return value if isinstance(value, Operand) else convert(value)


def plain(value: Any) -> Any:
    """The plain numbers of something that is only a mask, a place or a setting."""
    if isinstance(value, Operand):
        value._looked_at(value._value)
        return value._value
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value


def refuse(function: str, argument: str, advice: str) -> TypeError:
    """Make the error for an argument that a recorded call cannot take."""
    return TypeError(errors.ARGUMENT_REFUSED.format(function=function, argument=argument, advice=advice))


def plain_number(function: str, argument: str, value: Any) -> Any:
    """Take a setting such as a spacing, which has to be plain numbers: a Tensor's gradient would be lost."""
    if isinstance(value, Operand) and value.dtype.kind in "fc":
        advice = f"It has to be plain numbers, since no gradient flows to it:  {argument}={argument}.numpy()"
        raise refuse(function, argument, advice)
    value = plain(value)
    return np.array(value) if isinstance(value, list | tuple | np.ndarray) else value


def axes_of(x: Any, axis: tuple | None) -> tuple:
    """The axes spelled out, where None stands for all."""
    return tuple(range(np.ndim(x))) if axis is None else axis
