"""Python's operators, attached to Tensor and Variable."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.dispatch import UFUNCS
from ..engine.record import wrap
from ..engine.tensor import Operand
from . import elementwise, flat, indexing, linalg
from .arguments import operand


def _late(ufunc: Any) -> Any:
    """What answers for a ufunc, looked up when it is called."""
    return lambda *args: UFUNCS[ufunc](*args)


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
    "divmod": _late(np.divmod),
    "lshift": _late(np.left_shift),
    "rshift": _late(np.right_shift),
}
_COMPARISONS = {
    "lt": flat.less,
    "le": flat.less_equal,
    "gt": flat.greater,
    "ge": flat.greater_equal,
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


def _contains(self: Any, value: Any) -> bool:
    """``value in x``: whether any element is equal."""
    return bool(np.any(self._value == operand(value)._value))


def _install() -> None:
    for name, op in _BINARY.items():
        call = getattr(op, "call", op)
        setattr(Operand, f"__{name}__", call)
        setattr(Operand, f"__r{name}__", _reflected(call))
    for name, call in _COMPARISONS.items():
        setattr(Operand, f"__{name}__", call)
    unary: dict[str, Any] = {
        "__neg__": elementwise.negative.call,
        "__pos__": elementwise.positive.call,
        "__abs__": elementwise.absolute.call,
        "__invert__": flat.invert,
        "__getitem__": indexing.getitem,
        "__eq__": _equality(flat.equal, False),
        "__ne__": _equality(flat.not_equal, True),
        "__contains__": _contains,
    }
    for name, value in unary.items():
        setattr(Operand, name, value)


_install()
