"""A node of the graph: what it is called, and what a picture is told of it."""

from __future__ import annotations

from typing import Any

from ..engine.record import Absent
from .folding import Fold
from .numbers import format_cell
from .text import clean, shorten

NOT_YET = "–"
FOLDED = "folded"
LABEL = 16  # characters
TITLE = 200


class Node:
    """A value in the picture: a source, a constant, or the result of a record."""

    def __init__(self, number: int, key: int, value: Any) -> None:
        self.id = f"n{number}"
        self.key = key
        self.value = value
        self.role = "constant"
        self.name = ""
        self.op = ""
        self.formula = ""
        self.inputs: list[Node] = []
        self.gradient = ""
        self.connected = True
        self.scope = ""
        self.fold: Fold | None = None
        self.cell = cell(value, charted=True)

    @property
    def shown(self) -> str:
        """What other labels and the words call it: its name, its short formula, or its number."""
        if self.name:
            return self.name
        if self.role == "constant" and not self.cell["text"].startswith("("):
            return self.cell["text"]
        short = 0 < len(self.formula) <= LABEL and self.op != FOLDED
        return self.formula if short else f"v{self.id[1:]}"

    @property
    def title(self) -> str:
        """The whole line: ``y = x²``."""
        if self.fold and self.fold.name:
            return f"{self.name} ({self.formula})"
        if self.formula:
            return self.formula if self.shown == self.formula else f"{self.shown} = {self.formula}"
        return self.shown

    def data(self) -> dict[str, Any]:
        """Return the node as plain data."""
        title = self.title
        label = title if len(title) <= LABEL or not self.formula else self.shown
        return {
            "id": self.id,
            "role": self.role,
            "name": shorten(clean(self.name), TITLE),
            "op": self.op,
            "label": shorten(clean(label), LABEL),
            "title": shorten(clean(title), TITLE),
            "value": self.cell,
            "inputs": [n.id for n in self.inputs],
            "gradient": self.gradient,
            "connected": self.connected,
            "scope": self.scope,
        }


def cell(value: Any, charted: bool = False) -> dict[str, Any]:
    """Describe a value; of one that the tape let go, its shape and dtype."""
    if isinstance(value, Absent):
        return {
            "text": str(tuple(value.shape)),
            "shape": list(value.shape),
            "dtype": str(value.dtype),
            "data": None,
        }
    return format_cell(value, charted)
