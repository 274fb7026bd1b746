"""Which sentence belongs to a step of the sweep: chosen by its op, filled with its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.custom import OwnRule
from ..engine.record import Absent, Record
from .formula import raised
from .node import Node, cell
from .numbers import bracketed, format_number
from .words import say

# Ops whose scalar step has a sentence of its own; a number tells that each side has one.
_OWN = {"add", "multiply", "square", "exp", "log", "sin", "cos", "tanh", "sqrt", "negative", "sigmoid"}
_SIDED = {"subtract", "divide"}
_EXTREMES = {"maximum", "minimum"}
_CORNERS = {"absolute", "relu", "leaky_relu"}  # whose slope jumps at 0
_CELLS = {"add": "cells-add", "multiply": "cells-multiply", "where": "cells-where"}
ASIDE = 1e-3  # how far from a corner its sides are asked
_SMALL = 6  # numbers of a matrix that a sentence holds
_MOVED = {
    "reshape",
    "transpose",
    "expand_dims",
    "squeeze",
    "concatenate",
    "stack",
    "flip",
    "identity",
    "cast",
}


@dataclass(frozen=True)
class Moment:
    """One share of the sweep, with everything that a sentence about it may name.

    Attributes
    ----------
    note : Record
        The record that is run backwards.
    out, to : Node
        Its result, and the input that receives the share.
    slot : int
        Which input that is.
    up, local, share, total : array
        The incoming gradient, the local derivative (None where the op has no single one), the share,
        and the input's gradient so far.
    before : array
        The input's gradient before this share, or None.
    arrived, expected : int
        This is share `arrived` of `expected`.
    """

    note: Record
    out: Node
    to: Node
    slot: int
    up: Any
    local: Any
    share: Any
    total: Any
    before: Any
    arrived: int
    expected: int

    @property
    def result(self) -> Any:
        """What the record computed; of several results the one that `out` stands for."""
        return self.out.value if type(self.note[4]) is tuple else self.note[4]


def caption(m: Moment) -> str:
    """Tell a step in one or two short sentences: how shares meet where several do, the rule otherwise."""
    values = {
        "to": m.to.shown,
        "g": text(m.share),
        "g_held": bracketed(text(m.share)),
        "n": m.expected,
        "left": m.expected - m.arrived,
        "old": text(m.before) if m.before is not None else "",
        "new": text(m.total),
    }
    if m.expected > 1:
        moment = "first" if m.arrived == 1 else "all" if m.arrived == m.expected else "another"
        return say(f"{moment}-{'share' if _is_told(m.total) else 'array'}", **values)
    return rule_words(m)


def rule_words(m: Moment) -> str:
    """Tell what the op's rule did with what arrived."""
    op, args = m.note[0], m.note[3]
    inputs = m.out.inputs
    left, right = _sides(m)
    values: dict[str, Any] = {
        "op": op.name,
        "out": m.out.shown,
        "to": m.to.shown,
        "a": inputs[0].shown,
        "b": inputs[-1].shown,
        "other": inputs[1 - m.slot].shown if len(inputs) == 2 else "",
        "a_value": text(args[0]),
        "b_value": text(args[-1]),
        "out_value": text(m.result),
        "formula": m.out.formula,
        "own": text(args[m.slot]),
        "up": text(m.up),
        "local": text(m.local) if m.local is not None else "",
        "g": text(m.share),
        "shape": str(tuple(m.to.cell["shape"])),
        "left": left,
        "right": right,
        "rest": text(1 - m.result) if op.name == "sigmoid" and _size(m.result) == 1 else "",
    }
    for key in ("up", "local", "a_value", "b_value", "out_value"):
        values[f"{key.removesuffix('_value')}_held"] = bracketed(values[key])
    if _bad(m.share) and not _bad(m.up) and not any(_bad(a) for a in args):
        at_slope = m.local is None or _bad(m.local) or np.size(m.share) != 1
        return say("not-a-number" if at_slope else "no-product", **values)
    if _size(m.result) == 1 and _size(m.share) == 1 and _size(args[m.slot]) == 1:
        return _scalar_words(m, op.name, values)
    return _array_words(m, op, values)


def _scalar_words(m: Moment, name: str, values: dict[str, Any]) -> str:
    args = m.note[3]
    if not np.any(m.up):
        return say("zero-arrives", **values)
    if isinstance(m.note[0], OwnRule):
        return say("own-rule", **values)
    if name in _SIDED:
        return say(f"{name}-{m.slot}", **values)
    if name == "power" and m.slot == 0 and m.local is not None:
        return say("power", power=f"{values['a_held']}{_exponent(float(np.ravel(args[1])[0]) - 1)}", **values)
    if name == "power" and m.slot == 1 and m.local is not None and np.all(np.greater(args[0], 0)):
        return say("exponent", **values)
    if name in _CORNERS and m.local is not None and not np.any(args[0]):
        return say("corner-alone", **values)
    if name == "relu":
        return say("relu-on" if np.all(args[0] > 0) else "relu-off", **values)
    if name in _EXTREMES:
        if np.all(np.equal(args[0], args[1])):
            return say("corner", **values)
        return say("maximum-won" if np.any(m.share) else "maximum-lost", **values)
    if name == "where":
        return say("where-on" if bool(np.all(args[0])) == (m.slot == 1) else "where-off", **values)
    if name in _OWN:
        return say(name, **values)
    if name in _MOVED:
        return say("places", **values)
    if m.local is None:
        return say("any", **values)
    return say("slope-for" if len(args) > 1 else "slope", **values)


def _array_words(m: Moment, op: Any, values: dict[str, Any]) -> str:
    result, mine = m.result, m.note[3][m.slot]
    if not np.size(m.share):
        return say("empty", **values)
    if isinstance(op, OwnRule):
        return say("own-rule", **values)
    if op.name in ("matmul", "dot") and values["other"]:
        ranks = [_rank(a) for a in m.note[3]]
        if min(ranks) == 0:
            return say("any", **values)
        return say("inner" if max(ranks) == 1 else f"matmul-{m.slot}", **values)
    if op.name in ("sum", "mean"):
        values["n"] = _size(mine) // max(_size(result), 1)
        if _size(result) != 1:
            return say(f"{op.name}-axis", **values)
        return say(op.name, **values, up_one=text(np.ravel(m.up)[0]), g_one=text(np.ravel(m.share)[0]))
    if op.name in ("max", "min"):
        return _extreme_words(m, values)
    if op.name in _MOVED:
        return say("places", **values)
    if op.name == "getitem":
        return say("zeros", **values)
    if op.kind == "elementwise":
        if _size(mine) < _size(result):
            values["n"] = _size(result) // max(_size(mine), 1)
            return say("broadcast" if _size(mine) == 1 else "broadcast-cells", **values)
        return say("cells-won" if op.name in _EXTREMES else _CELLS.get(op.name, "cells"), **values)
    return say("any", **values)


def _extreme_words(m: Moment, values: dict[str, Any]) -> str:
    winners = int(np.count_nonzero(m.share))
    if _size(m.result) != 1 or not winners:
        return say("extreme-axis", **values)
    values["n"] = winners
    one = text(np.ravel(m.share)[np.flatnonzero(m.share)[0]])
    return say("extreme" if winners == 1 else "tie", **values, up_one=text(np.ravel(m.up)[0]), g_one=one)


def _sides(m: Moment) -> tuple[str, str]:
    """Give the slopes on both sides of a corner, asked a little to the left and to the right of it."""
    op, _, _, args, _, params = m.note
    if op.name not in _CORNERS | _EXTREMES or any(isinstance(a, Absent) or np.size(a) != 1 for a in args):
        return "", ""
    found = []
    for side in (-1, 1):
        moved = list(args)
        moved[m.slot] = args[m.slot] + side * max(ASIDE, ASIDE * abs(np.ravel(args[m.slot])[0]))
        result = op.function(*moved, **(params or {}))
        slope = op.rules[m.slot](np.ones_like(result), result, *moved, **(params or {}))
        found.append(text(np.ravel(slope)[0]))
    return found[0], found[1]


def _exponent(value: float) -> str:
    """Write an exponent behind its base; 1 is left out."""
    if value == 1:
        return ""
    return (
        raised(f"{value:g}")
        if value == int(value) and abs(value) < 1000
        else f"^{bracketed(format_number(value))}"
    )


def text(value: Any) -> str:
    """Write a value short enough for a sentence: a small matrix row by row, a large array as its shape."""
    if isinstance(value, Absent):
        return say("array", shape=tuple(value.shape))
    if np.ndim(value) == 0:
        return format_number(np.asarray(value)[()])
    array = np.asarray(value)
    if array.ndim == 2 and 0 < array.size <= _SMALL:
        rows = [cell(row)["text"] for row in array]
        if all(row.startswith("[") for row in rows):
            return f"[{', '.join(rows)}]"
    short: str = cell(array)["text"]
    return say("array", shape=short) if short.startswith("(") else short


def _is_told(value: Any) -> bool:
    """Tell whether a value's numbers are in its text, so that a sum of such texts can be followed."""
    return np.ndim(value) == 0 or not cell(value)["text"].startswith("(") or text(value).startswith("[")


def _rank(value: Any) -> int:
    return len(value.shape) if isinstance(value, Absent) else int(np.ndim(value))


def _size(value: Any) -> int:
    return value.size if isinstance(value, Absent) else int(np.size(value))


def _bad(value: Any) -> bool:
    """Tell whether there is a NaN in a value."""
    if isinstance(value, Absent):
        return False
    array = np.asarray(value)
    return array.dtype.kind in "fc" and bool(np.isnan(array).any())
