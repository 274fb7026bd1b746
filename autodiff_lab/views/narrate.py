"""Which sentence belongs to a step of the sweep: chosen by its op, filled with its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.record import Absent, Record
from .numbers import format_number
from .story import Node, cell
from .words import say

# Ops whose scalar step has a sentence of its own; a number tells that each side has one.
_OWN = {"add", "multiply", "square", "exp", "log", "sin", "cos", "tanh", "sqrt", "negative"}
_SIDED = {"subtract", "divide"}
_EXTREMES = {"maximum", "minimum"}
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


def caption(m: Moment) -> str:
    """Tell a step in one or two short sentences: how shares meet where several do, the rule otherwise."""
    values = {
        "to": m.to.shown,
        "g": text(m.share),
        "n": m.expected,
        "left": m.expected - m.arrived,
        "old": text(m.before) if m.before is not None else "",
        "new": text(m.total),
    }
    if m.expected > 1:
        if m.arrived == 1:
            return say("first-share", **values)
        return say("all-shares" if m.arrived == m.expected else "another-share", **values)
    return rule_words(m)


def rule_words(m: Moment) -> str:
    """Tell what the op's rule did with what arrived."""
    op, args = m.note[0], m.note[3]
    inputs = m.out.inputs
    values: dict[str, Any] = {
        "op": op.name,
        "out": m.out.shown,
        "to": m.to.shown,
        "a": inputs[0].shown,
        "b": inputs[-1].shown,
        "other": inputs[1 - m.slot].shown if len(inputs) == 2 else "",
        "a_value": text(args[0]),
        "b_value": text(args[-1]),
        "out_value": text(m.note[4]),
        "formula": m.out.formula,
        "up": text(m.up),
        "local": text(m.local) if m.local is not None else "",
        "g": text(m.share),
        "shape": str(tuple(m.to.cell["shape"])),
    }
    if _bad(m.share) and not _bad(m.up) and not any(_bad(a) for a in args):
        return say("not-a-number", **values)
    if _size(m.note[4]) == 1 and _size(m.share) == 1 and _size(args[m.slot]) == 1:
        return _scalar_words(m, op.name, values)
    return _array_words(m, op, values)


def _scalar_words(m: Moment, name: str, values: dict[str, Any]) -> str:
    args = m.note[3]
    if not np.any(m.up):
        return say("zero-arrives", **values)
    if name in _SIDED:
        return say(f"{name}-{m.slot}", **values)
    if name == "power" and m.slot == 0 and m.local is not None:
        exponent = float(np.asarray(args[1]))
        raised = "" if exponent == 2 else f"^{format_number(exponent - 1)}"
        return say("power", power=f"{values['a_value']}{raised}", **values)
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
    return say("slope" if m.local is not None else "any", **values)


def _array_words(m: Moment, op: Any, values: dict[str, Any]) -> str:
    result, mine = m.note[4], m.note[3][m.slot]
    if op.name in ("matmul", "dot") and values["other"]:
        return say("matmul", **values)
    if op.name == "sum":
        return say("sum", **{**values, "n": _size(mine) // max(_size(result), 1)})
    if op.name == "mean":
        n = _size(mine) // max(_size(result), 1)
        one = text(np.ravel(m.share)[0]) if np.size(m.share) else "0"
        return say("mean", **{**values, "n": n, "g_one": one})
    if op.name in _MOVED:
        return say("places", **values)
    if op.name == "getitem":
        return say("zeros", **values)
    if op.kind == "elementwise":
        if _size(mine) < _size(result):
            return say("broadcast", **{**values, "n": _size(result) // max(_size(mine), 1)})
        return say("cells", **values)
    return say("any", **values)


def text(value: Any) -> str:
    """Write a value short enough for a sentence."""
    if isinstance(value, Absent):
        return str(tuple(value.shape))
    if np.ndim(value) == 0:
        return format_number(np.asarray(value)[()])
    return cell(value)["text"]


def _size(value: Any) -> int:
    return value.size if isinstance(value, Absent) else int(np.size(value))


def _bad(value: Any) -> bool:
    """Tell whether there is a NaN in a value."""
    if isinstance(value, Absent):
        return False
    array = np.asarray(value)
    return array.dtype.kind in "fc" and bool(np.isnan(array).any())
