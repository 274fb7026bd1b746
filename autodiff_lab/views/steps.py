"""The steps of a sweep: what one is, and what is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.slices import Rows
from ..engine.sweep import Step
from .node import Node, cell
from .numbers import bracketed

EDGE_LABEL = 16


@dataclass(frozen=True)
class SweepStep:
    """One step of the sweep.

    Attributes
    ----------
    kind : str
        ``"start"`` (a target gets its first gradient), ``"share"`` (a record hands a share to one of its
        inputs) or ``"end"``.
    source : str
        The name of the value whose record is run.
    to : str
        The name of the value that receives.
    upstream : ndarray or None
        The gradient that arrived at the record's result.
    local : ndarray or None
        The local derivative, where the op has one number per element.
    share : ndarray or None
        What this step adds.
    total : ndarray or None
        The receiver's gradient so far.
    arrived, expected : int
        This is share number `arrived` of `expected`.
    caption : str
        The step in words.
    rule : str
        The op's rule as NumPy code, with ``g`` for the gradient that arrives.
    """

    kind: str
    source: str
    to: str
    upstream: Any
    local: Any
    share: Any
    total: Any
    arrived: int
    expected: int
    caption: str
    rule: str


def counted(steps: Sequence[Step]) -> list[tuple[Step, int, int]]:
    """Give each step its place among the shares of its receiver."""
    expected: dict[int, int] = {}
    for step in steps:
        expected[step.key] = expected.get(step.key, 0) + 1
    arrived: dict[int, int] = {}
    counted = []
    for step in steps:
        arrived[step.key] = arrived.get(step.key, 0) + 1
        counted.append((step, arrived[step.key], expected[step.key]))
    return counted


def whole(value: Any) -> Any:
    """Show a gradient as ``gradient()`` answers it: a sparse one whole, a complex one conjugated."""
    if type(value) is tuple:
        return tuple(map(whole, value))
    if type(value) is Rows:
        value = value.dense()
    return np.conj(value) if getattr(value, "dtype", None) is not None and value.dtype.kind == "c" else value


def held(node: Node) -> str:
    """Name a value inside a rule; one that is known by an open formula stands in brackets."""
    shown = node.shown
    return shown if not node.op or shown.isidentifier() or _is_call(shown) else f"({shown})"


def _is_call(text: str) -> bool:
    """Tell whether a text is one call, such as ``exp(x + 1)``, from the name to the last bracket."""
    name, opened, inside = text.partition("(")
    if not (name.isidentifier() and opened and inside.endswith(")")):
        return False
    depth = 0
    for character in inside[:-1]:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return True


def joined(before: Any, share: Any, total: Any) -> str:
    """Write how a share joins those before, ``4 + 3 = 7``, where there is room for it."""
    line: str = cell(total)["text"]
    whole_line = f"{cell(before)['text']} + {bracketed(cell(share)['text'])} = {line}"
    return whole_line if len(whole_line) <= EDGE_LABEL and not whole_line.startswith("(") else line


def edge_label(local: Any, share: Any) -> str:
    """Write what stands beside the moving edge: the local derivative, and what comes out."""
    made = cell(share)["text"]
    if local is not None and np.ndim(local) == 0:
        label = f"×{cell(local)['text']} → {made}"
        if len(label) <= EDGE_LABEL:
            return label
    return f"→ {made}" if len(made) <= EDGE_LABEL - 2 else ""
