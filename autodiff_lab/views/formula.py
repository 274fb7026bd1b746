"""Formulas as text: a record as a short label (``a × b``), a rule as NumPy (``g * np.cos(x)``)."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..engine.record import Record
from ..ops.elementwise import multiply_no_nan
from ..ops.symbol import Call, Name, Symbol
from .code import INFIX
from .numbers import format_number

_SIGNS = {"*": "×", "-": "−", "/": "÷"}
_RAISED = str.maketrans("0123456789-.", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻·")
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "@": 2, "**": 4}
_PLAIN_SETTINGS = {"axis": None, "keepdims": False}
MOST_SHOWN = 6  # entries of an array among the settings


def label(op: Any, inputs: Sequence[str], values: Sequence[Any], params: Mapping[str, Any] | None) -> str:
    """Write a record as people write it: ``x²``, ``a × b``, ``sin(x)``, ``sum(x, axis=0)``.

    Parameters
    ----------
    op : Op
        The record's op.
    inputs : sequence of str
        The names of the inputs, as the picture shows them.
    values : sequence
        The inputs' values: an exponent is written raised.
    params : mapping, optional
        The op's settings.
    """
    if op.name == "power" and isinstance(values[1], int | float) and inputs[1] == format_number(values[1]):
        exponent = f"{values[1]:g}"
        if "e" not in exponent and "." not in exponent:
            return f"{_held(inputs[0], 5)}{raised(exponent)}"
    if op.name == "square":
        return f"{_held(inputs[0], 5)}²"
    if op.symbol and len(inputs) == 2:
        if op.symbol == "**":
            return f"{_held(inputs[0], 5)}^{_held(inputs[1], 5)}"
        rank = _BINDING[op.symbol]
        sign = _SIGNS.get(op.symbol, op.symbol)
        right = _held(inputs[1], 9 if inputs[1].startswith("−") else rank + 1)
        return f"{_held(inputs[0], rank)} {sign} {right}"
    if op.symbol == "-":
        return f"−{_held(inputs[0], 9 if inputs[0].startswith('−') else 3)}"
    if op.name == "absolute":
        return f"|{inputs[0]}|"
    if op.name == "sqrt":
        return f"√{_held(inputs[0], 5)}"
    if op.name == "getitem" and params:
        return f"{_held(inputs[0], 5)}[{index_text(params['index'])}]"
    if op.name == "einsum" and params:
        return f"einsum({','.join(params['terms'])}->{params['output']}, {', '.join(inputs)})"
    shown = [f"{k}={_setting(v)}" for k, v in (params or {}).items() if not _is_plain(k, v)]
    return f"{op.name}({', '.join([*inputs, *shown])})"


def raised(exponent: str) -> str:
    """Write the digits of an exponent raised: ``2`` becomes ``²``."""
    return exponent.translate(_RAISED)


def index_text(index: Any) -> str:
    """Write an index as it stands between the brackets."""
    if isinstance(index, tuple):
        return ", ".join(map(index_text, index))
    if isinstance(index, slice):
        ends = [("" if i is None else str(i)) for i in (index.start, index.stop)]
        return ":".join(ends) + (f":{index.step}" if index.step is not None else "")
    if index is Ellipsis:
        return "…"
    if isinstance(index, np.ndarray):
        return "mask" if index.dtype == bool else str(index.tolist())
    return str(index)


def _is_plain(name: str, value: Any) -> bool:
    """Tell whether a setting has the value that nobody has to be told."""
    return name in _PLAIN_SETTINGS and value is _PLAIN_SETTINGS[name]


def _setting(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return str(value.tolist()) if value.size <= MOST_SHOWN else f"{value.size} numbers"
    if isinstance(value, tuple) and len(value) == 1:
        return str(value[0])
    return str(value)


def _held(text: str, rank: int) -> str:
    """Put brackets round a name that is itself a formula and binds less than its surroundings."""
    return f"({text})" if _rank(text) < rank else text


def _rank(text: str) -> int:
    depth = 0
    lowest = 9
    for i, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0:
            if character in "+−" and i > 0:
                lowest = min(lowest, 9 if text[i - 1] == "e" else 1)  # 1e−7 is one number
            elif character in "×÷%@":
                lowest = min(lowest, 2)
            elif character == "−":
                lowest = min(lowest, 3)
            elif character in "√^⁰¹²³⁴⁵⁶⁷⁸⁹":
                lowest = min(lowest, 4)
    return lowest


# ---- rules ---------------------------------------------------------------------------------------


def rule_text(note: Record, slot: int, names: Sequence[str], result: str) -> str:
    """Write the rule of a record's input as NumPy, with `g` for the gradient that arrives.

    It is the rule itself that is run, on values that carry their names. Empty where the values it
    would need were let go.
    """
    op, _, _, args, value, params = note
    leaves = [
        a if isinstance(a, int | float | complex) else Symbol(n, a) for n, a in zip(names, args, strict=True)
    ]
    try:
        with np.errstate(all="ignore"):
            share = op.rules[slot](Symbol("g", value), Symbol(result, value), *leaves, **(params or {}))
    except Exception:
        return ""
    return numpy_text(share)


def numpy_text(symbol: Any) -> str:
    """Write a Symbol's expression as NumPy code."""
    tree = symbol.expression if isinstance(symbol, Symbol) else symbol
    return _write(Name(tree) if isinstance(tree, str) else tree)[0]


def _write(tree: Any) -> tuple[str, int]:
    """Return the text and how strongly it binds."""
    if isinstance(tree, Name):
        return str(tree), 10
    if isinstance(tree, Call):
        if tree.function is multiply_no_nan:  # a product in which 0 wins against infinity
            tree = Call(operator.mul, tree.args[::-1], {})
        if tree.function in INFIX:
            sign, rank = INFIX[tree.function]
            left, right = (_write(a) for a in tree.args)
            raised = sign == "**"
            a = f"({left[0]})" if left[1] < rank + raised else left[0]
            b = f"({right[0]})" if right[1] < rank + (not raised) else right[0]
            return f"{a} {sign} {b}", rank
        if tree.function is operator.neg:
            text, rank = _write(tree.args[0])
            return f"-({text})" if rank < 7 else f"-{text}", 7
        if tree.function is operator.getitem:
            return f"{_write(tree.args[0])[0]}[{index_text(tree.args[1])}]", 10
        parts = [_write(a)[0] for a in tree.args] + [f"{k}={_write(v)[0]}" for k, v in tree.kwargs.items()]
        return f"{_function(tree.function)}({', '.join(parts)})", 10
    if isinstance(tree, list | tuple):
        inside = ", ".join(_write(v)[0] for v in tree)
        if isinstance(tree, list):
            return f"[{inside}]", 10
        return f"({inside},)" if len(tree) == 1 else f"({inside})", 10
    if isinstance(tree, np.ndarray):
        return f"array{tree.shape}" if tree.size > 6 else str(tree.tolist()), 10
    if isinstance(tree, np.generic):
        tree = tree.item()
    return repr(tree), 10 if not isinstance(tree, int | float) or tree >= 0 else 7


def _function(function: Any) -> str:
    module = (getattr(function, "__module__", "") or "numpy").split(".")[0]
    name = getattr(function, "__name__", "function")
    return f"np.{name}" if module == "numpy" else name
