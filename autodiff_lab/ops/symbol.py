"""A value that remembers how it was made: rules run on it, and their formula comes out.

A Symbol carries a real value along, so that shapes and dtypes are always known, and the expression
that made it: a name, or a call of a NumPy function on other expressions. Printing an expression is
left to the views.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


class Call:
    """An expression: a function applied to expressions, Symbols' names or plain values.

    `shape` is that of its value, where it is known.
    """

    __slots__ = ("args", "function", "kwargs", "shape")

    def __init__(
        self, function: Any, args: tuple, kwargs: dict, shape: tuple[int, ...] | None = None
    ) -> None:
        self.function = function
        self.args = args
        self.kwargs = kwargs
        self.shape = shape


class Symbol:
    """A named value, or one computed from named values.

    Parameters
    ----------
    expression : str or Call
        A name, or the call that made the value.
    value : array
        The value itself; an ``Absent`` does where only shapes are asked.
    """

    __slots__ = ("expression", "value")
    __array_priority__ = 2000

    def __init__(self, expression: str | Call, value: Any) -> None:
        self.expression = expression
        self.value = value

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the value."""
        return np.shape(self.value)

    @property
    def ndim(self) -> int:
        """The number of axes of the value."""
        return np.ndim(self.value)

    @property
    def size(self) -> int:
        """The number of elements of the value."""
        return np.size(self.value)

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the value."""
        return getattr(self.value, "dtype", None) or np.asarray(self.value).dtype

    def astype(self, dtype: Any) -> Symbol:
        """The value in another dtype."""
        return call(astype, self, dtype)

    @property
    def mT(self) -> Symbol:
        """The value with its last two axes exchanged."""
        return call(np.matrix_transpose, self)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Symbol:
        if method != "__call__":
            return NotImplemented
        return call(OPERATOR_OF.get(ufunc, ufunc), *inputs, **kwargs)

    def __array_function__(self, function: Any, types: Any, args: tuple, kwargs: dict) -> Any:
        if function in _SHAPE_FUNCTIONS:
            return function(*(a.value if isinstance(a, Symbol) else a for a in args), **kwargs)
        return call(function, *args, **kwargs)

    def __getitem__(self, index: Any) -> Symbol:
        return call(operator.getitem, self, index)

    def __neg__(self) -> Symbol:
        return call(operator.neg, self)

    def __abs__(self) -> Symbol:
        return call(np.abs, self)

    def __bool__(self) -> bool:
        raise TypeError("A rule cannot ask for the truth of a value; use np.where.")

    __hash__ = object.__hash__


_SHAPE_FUNCTIONS = {np.shape, np.ndim, np.size}

_OPERATORS = {
    "add": (operator.add, np.add),
    "sub": (operator.sub, np.subtract),
    "mul": (operator.mul, np.multiply),
    "truediv": (operator.truediv, np.true_divide),
    "floordiv": (operator.floordiv, np.floor_divide),
    "mod": (operator.mod, np.remainder),
    "pow": (operator.pow, np.power),
    "matmul": (operator.matmul, np.matmul),
    "lt": (operator.lt, np.less),
    "le": (operator.le, np.less_equal),
    "gt": (operator.gt, np.greater),
    "ge": (operator.ge, np.greater_equal),
    "eq": (operator.eq, np.equal),
    "ne": (operator.ne, np.not_equal),
    "and": (operator.and_, np.bitwise_and),
    "or": (operator.or_, np.bitwise_or),
}
OPERATOR_OF: dict[Any, Any] = {ufunc: function for function, ufunc in _OPERATORS.values()}
OPERATOR_OF[np.negative] = operator.neg


def call(function: Any, *args: Any, **kwargs: Any) -> Symbol:
    """Apply a function to Symbols and plain values; the result is a Symbol that knows its formula."""
    value = function(*_values(args), **{k: _values(v) for k, v in kwargs.items()})
    settings = {k: _expressions(v) for k, v in kwargs.items()}
    return Symbol(Call(function, _expressions(args), settings, getattr(value, "shape", None)), value)


def astype(x: Any, dtype: Any) -> Any:
    """Convert to another dtype, as a function: so that an expression can hold it."""
    return x.astype(dtype)


def used(symbol: Any) -> set[str]:
    """Return the names whose values went into a Symbol; names of which only the shape was asked do not."""
    names: set[str] = set()
    stack = [symbol.expression if isinstance(symbol, Symbol) else symbol]
    while stack:
        e = stack.pop()
        if isinstance(e, Name):
            names.add(e)
        elif isinstance(e, Call):
            stack.extend(e.args)
            stack.extend(e.kwargs.values())
        elif isinstance(e, list | tuple):
            stack.extend(e)
        elif isinstance(e, str):
            names.add(e)
    return names


class Name(str):
    """The name of a Symbol inside an expression, told apart from a text setting such as ``mode="full"``."""

    __slots__ = ()


def _values(tree: Any) -> Any:
    if isinstance(tree, Symbol):
        return tree.value
    if isinstance(tree, list | tuple) and any(isinstance(v, Symbol | list | tuple) for v in tree):
        return type(tree)(_values(v) for v in tree)
    return tree


def _expressions(tree: Any) -> Any:
    if isinstance(tree, Symbol):
        return Name(tree.expression) if isinstance(tree.expression, str) else tree.expression
    if isinstance(tree, list | tuple):
        return type(tree)(_expressions(v) for v in tree)
    return tree


def _install() -> None:
    for name, (function, _) in _OPERATORS.items():
        setattr(Symbol, f"__{name}__", lambda a, b, f=function: call(f, a, b))
        if name not in ("lt", "le", "gt", "ge", "eq", "ne"):
            setattr(Symbol, f"__r{name}__", lambda a, b, f=function: call(f, b, a))


_install()
