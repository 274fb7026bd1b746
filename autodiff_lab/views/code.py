"""Expressions as Python code, exactly: what a `Program` is written with."""

from __future__ import annotations

import builtins
import keyword
import operator
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..ops.symbol import Call, Name, astype

# operator -> its sign and how strongly it binds
INFIX: dict[Any, tuple[str, int]] = {
    operator.lt: ("<", 2),
    operator.le: ("<=", 2),
    operator.gt: (">", 2),
    operator.ge: (">=", 2),
    operator.eq: ("==", 2),
    operator.ne: ("!=", 2),
    operator.or_: ("|", 3),
    operator.and_: ("&", 4),
    operator.add: ("+", 5),
    operator.sub: ("-", 5),
    operator.mul: ("*", 6),
    operator.truediv: ("/", 6),
    operator.floordiv: ("//", 6),
    operator.mod: ("%", 6),
    operator.matmul: ("@", 6),
    operator.pow: ("**", 8),
}
_UNARY = 7
_COMPARED = 2
# what is written as a method of an array: shorter, and without the detour through NumPy's dispatch
_METHODS = {np.sum, np.mean, np.matrix_transpose}
_TIGHT = 10


def _is_default(name: str, value: Any) -> bool:
    """Tell whether NumPy has a setting by itself."""
    return (name == "axis" and value is None) or (name == "keepdims" and value is False)


def _usual(name: str, value: Any) -> Any:
    """Write ``axis=(0,)`` as people do: ``axis=0``."""
    return value[0] if name == "axis" and isinstance(value, tuple) and len(value) == 1 else value


class Writer:
    """Writes expressions; asks its owner for the names of arrays and of functions that NumPy does not have.

    Parameters
    ----------
    array : callable
        Gives the text for an array that stands in the code.
    function : callable
        Gives the name for a function that is not NumPy's.
    shape : callable
        Tells the shape of an expression's value, or None.
    """

    def __init__(
        self,
        array: Callable[[np.ndarray], str],
        function: Callable[[Any], str],
        shape: Callable[[Any], tuple[int, ...] | None] = lambda tree: None,
    ) -> None:
        self.array = array
        self.function = function
        self.shape = shape

    def text(self, tree: Any) -> str:
        """Write an expression."""
        return self._write(tree)[0]

    def _write(self, tree: Any) -> tuple[str, int]:
        if isinstance(tree, Name):
            return str(tree), _TIGHT
        if isinstance(tree, Call):
            return self._call(tree)
        if isinstance(tree, tuple | list):
            inside = ", ".join(self.text(v) for v in tree)
            if isinstance(tree, list):
                return f"[{inside}]", _TIGHT
            return (f"({inside},)" if len(tree) == 1 else f"({inside})"), _TIGHT
        return self._constant(tree)

    def _call(self, tree: Call) -> tuple[str, int]:
        f = tree.function
        if f in INFIX:
            sign, rank = INFIX[f]
            (a, a_rank), (b, b_rank) = map(self._write, tree.args)
            right_first = sign == "**" or rank == _COMPARED  # Python reads a < b < c in a way of its own
            a = f"({a})" if a_rank < rank + right_first else a
            b = f"({b})" if b_rank < rank + (sign != "**") else b
            return f"{a} {sign} {b}", rank
        if f is operator.neg:
            text, rank = self._write(tree.args[0])
            return (f"-({text})" if rank < _UNARY else f"-{text}"), _UNARY
        if f is operator.getitem:
            held, rank = self._write(tree.args[0])
            return f"{held if rank == _TIGHT else f'({held})'}[{self.index(tree.args[1])}]", _TIGHT
        if f is astype:
            held, rank = self._write(tree.args[0])
            return f"{held if rank == _TIGHT else f'({held})'}.astype({self.text(tree.args[1])})", _TIGHT
        name = numpy_name(f)
        shape = self.shape(tree.args[0]) if tree.args else None
        if f in _METHODS and shape:
            held, rank = self._write(tree.args[0])
            held = held if rank == _TIGHT else f"({held})"
            if f is np.matrix_transpose:
                return f"{held}.{'T' if len(shape) == 2 else 'mT'}", _TIGHT
            name, parts = f"{held}.{f.__name__}", [self.text(a) for a in tree.args[1:]]
        else:
            parts = [self.text(a) for a in tree.args]
        if name:
            parts += [
                f"{k}={self.text(_usual(k, v))}" for k, v in tree.kwargs.items() if not _is_default(k, v)
            ]
        else:
            parts += [f"{k}={self.text(v)}" for k, v in tree.kwargs.items()]
        return f"{name or self.function(f)}({', '.join(parts)})", _TIGHT

    def index(self, index: Any) -> str:
        """Write what stands between the brackets of ``x[...]``."""
        if isinstance(index, tuple):
            inside = ", ".join(map(self.index, index))
            return f"{inside}," if len(index) == 1 else inside or "()"
        if isinstance(index, slice):
            ends = ["" if i is None else str(i) for i in (index.start, index.stop)]
            return ":".join(ends) + (f":{index.step}" if index.step is not None else "")
        return "..." if index is Ellipsis else self.text(index)

    def _constant(self, value: Any) -> tuple[str, int]:
        if isinstance(value, np.ndarray):
            return self.array(value), _TIGHT
        if isinstance(value, np.dtype):
            return f"np.{value.name}", _TIGHT
        if isinstance(value, np.generic):
            inside = _number(value.item())
            return f"np.{value.dtype.name}({inside})", _TIGHT
        if isinstance(value, slice):
            return f"slice({value.start}, {value.stop}, {value.step})", _TIGHT
        if value is Ellipsis:
            return "...", _TIGHT
        if isinstance(value, float | complex) or (isinstance(value, int) and not isinstance(value, bool)):
            text = _number(value)
            return text, _UNARY if text.startswith("-") else _TIGHT
        return repr(value), _TIGHT


def _number(value: Any) -> str:
    if isinstance(value, float) and not np.isfinite(value):
        return "np.nan" if value != value else "np.inf" if value > 0 else "-np.inf"
    return repr(value)


def numpy_name(function: Any) -> str:
    """Return ``np.linalg.norm`` and the like; empty for a function that is not NumPy's."""
    module = getattr(function, "__module__", None) or "numpy"
    name = getattr(function, "__name__", "")
    if module.split(".")[0] != "numpy":
        return ""
    for path in ("", "linalg", "fft", "lib.stride_tricks"):
        space = operator.attrgetter(path)(np) if path else np
        if getattr(space, name, None) is function:
            return ".".join(filter(None, ("np", path, name)))
    return ""


def literal(array: np.ndarray) -> str:
    """Write a small array as code that makes it again, to the last bit."""
    inside = np.array2string(array, separator=", ", threshold=1 << 30, floatmode="unique")
    inside = " ".join(inside.split()).replace("inf", "np.inf").replace("nan", "np.nan")
    if not array.size:
        return f"np.empty({array.shape}, np.{array.dtype.name})"
    return f"np.array({inside}, np.{array.dtype.name})"


class Names:
    """Gives every value of a program a name that Python, NumPy and the other values do not use."""

    def __init__(self) -> None:
        self._taken = {"np", "numpy", *keyword.kwlist, *keyword.softkwlist, *dir(builtins)}

    def give(self, wish: str, otherwise: str) -> str:
        """Return the wished name, made fit: ``dense:0`` becomes ``dense_0``; numbered if it is taken."""
        name = re.sub(r"\W+", "_", wish).strip("_")
        if not name.isidentifier():
            name = f"_{name}" if name and f"_{name}".isidentifier() else otherwise
        free, number = f"{name}_" if name in keyword.kwlist else name, 2
        while free in self._taken:
            free = f"{name}_{number}"
            number += 1
        self._taken.add(free)
        return free
