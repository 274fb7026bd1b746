"""Python's operators and NumPy's array methods, attached to Tensor and Variable."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.dispatch import FUNCTIONS
from ..engine.record import wrap
from ..engine.tensor import Operand
from . import elementwise, flat, indexing, linalg, reduction, shape

_BINARY = {
    "add": elementwise.add,
    "sub": elementwise.subtract,
    "mul": elementwise.multiply,
    "truediv": elementwise.divide,
    "floordiv": flat.floor_divide,
    "mod": elementwise.remainder,
    "pow": elementwise.power,
    "matmul": linalg.matmul_op,
    "and": flat.bitwise_and,
    "or": flat.bitwise_or,
    "xor": flat.bitwise_xor,
}
_COMPARISONS = {
    "lt": flat.less,
    "le": flat.less_equal,
    "gt": flat.greater,
    "ge": flat.greater_equal,
}
_METHODS = {
    "sum": reduction.sum_,
    "mean": reduction.mean,
    "prod": reduction.prod,
    "max": reduction.max_,
    "min": reduction.min_,
    "cumsum": reduction.cumsum,
    "cumprod": reduction.cumprod,
    "dot": linalg.dot,
    "squeeze": shape.squeeze,
    "swapaxes": shape.swapaxes,
    "ravel": shape.ravel,
    "flatten": shape.ravel,
    "astype": shape.astype,
    "argmax": flat.argmax,
    "argmin": flat.argmin,
    "argsort": flat.argsort,
    "all": flat.all_,
    "any": flat.any_,
}


def _reflected(call: Any) -> Any:
    return lambda self, other: call(other, self)


_COMPARABLE = Operand | int | float | complex | np.ndarray | np.generic | list | tuple | range


def _equality(call: Any, otherwise: bool) -> Any:
    """``==`` compares values; with anything else Python decides, as it does for 1 == "one".

    Values whose shapes do not fit are unequal, as in TensorFlow: one answer for the whole.
    """

    def compare(self: Any, other: Any) -> Any:
        if not isinstance(other, _COMPARABLE):
            return NotImplemented
        try:
            return call(self, other)
        except ValueError:
            return wrap(np.bool_(otherwise))

    return compare


def _reshape(self: Any, *shape_: Any, order: str = "C") -> Any:
    """``x.reshape(2, 3)`` or ``x.reshape((2, 3))``."""
    return shape.reshape(self, shape_[0] if len(shape_) == 1 else shape_, order)


def _transpose(self: Any, *axes: Any) -> Any:
    """``x.transpose()``, ``x.transpose(1, 0)`` or ``x.transpose((1, 0))``."""
    if not axes or axes == (None,):
        return shape.transpose(self)
    return shape.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


def _install() -> None:
    for name, op in _BINARY.items():
        call = getattr(op, "call", op)
        setattr(Operand, f"__{name}__", call)
        setattr(Operand, f"__r{name}__", _reflected(call))
    for name, call in _COMPARISONS.items():
        setattr(Operand, f"__{name}__", call)
    for name, function in _METHODS.items():
        setattr(Operand, name, function)
    unary: dict[str, Any] = {
        "__neg__": elementwise.negative.call,
        "__pos__": elementwise.positive.call,
        "__abs__": elementwise.absolute.call,
        "__invert__": flat.invert,
        "__getitem__": indexing.getitem,
        "__eq__": _equality(flat.equal, False),
        "__ne__": _equality(flat.not_equal, True),
        "reshape": _reshape,
        "transpose": _transpose,
        "T": property(shape.transpose),
        "mT": property(lambda self: shape.swapaxes(self, -1, -2)),
        "round": lambda self, decimals=0: FUNCTIONS[np.round](self, decimals),
    }
    for name, value in unary.items():
        setattr(Operand, name, value)


_install()
