"""Nudge a value on the way: what its gradient predicts, beside what really happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.record import Absent
from . import narrate
from .node import Node
from .numbers import bracketed, format_number
from .replay import BranchError, GoneError, Replay
from .story import Picture
from .words import say

SIZES = (-0.1, -0.01, 0.01, 0.1)  # the nudges that a player offers
MOST_RECORDS = 60  # a player offers them for graphs up to this size
MOST_CELLS = 1000  # and arrays up to this one


@dataclass(frozen=True)
class Nudge:
    """A small change of one value, and what became of the target.

    Attributes
    ----------
    name : str
        What was changed.
    by : float
        By how much; every cell of an array, or the chosen one.
    predicted : float
        The gradient times the change; of an array, summed over its cells.
    measured : float
        How much the target changed when everything after the value was computed again, in float64. Of a
        target with several cells it is the change of their sum, weighted with the output gradients.
    caption : str
        The same in words.
    """

    name: str
    by: float
    predicted: float
    measured: float
    caption: str

    def __str__(self) -> str:
        return self.caption


class Nudger:
    """Nudges the nodes of a picture.

    Parameters
    ----------
    picture : Picture
        The graph.
    seeds : mapping
        The gradients that the sweep starts with, by the keys of the targets.
    totals : mapping
        The gradient of each value that the sweep reached, by key.
    answer : str
        What the target is called in a sentence about its change.
    """

    def __init__(
        self, picture: Picture, seeds: Mapping[int, Any], totals: Mapping[int, Any], answer: str
    ) -> None:
        self._picture, self._seeds, self._totals, self._answer = picture, seeds, totals, answer
        tape = picture.tape
        self._records = [picture.note(i) for i in picture.records]
        self._replay = Replay(self._records, tape._derived, tape._decisions)
        self._before: dict[int, Any] = {}

    def offered(self) -> dict[str, list[dict[str, str]]]:
        """List the nudges that a player offers, by node."""
        if len(self._records) > MOST_RECORDS:
            return {}
        found = {}
        for node in self._picture.nodes:
            if node.role == "constant" or node.fold or isinstance(node.value, Absent):
                continue
            if np.size(node.value) > MOST_CELLS or np.asarray(node.value).dtype.kind != "f":
                continue
            try:
                found[node.id] = [self._offer(node, by) for by in SIZES]
            except GoneError:
                continue
        return found

    def _offer(self, node: Node, by: float) -> dict[str, str]:
        try:
            made = self.nudge(node, by)
        except BranchError:
            told = {"measured": "–", "caption": say("nudge-branch", name=node.shown, by=signed(by))}
            return {"by": signed(by), "predicted": signed(self._predicted(node, by)), **told}
        numbers = {"predicted": signed(made.predicted), "measured": signed(made.measured)}
        return {"by": signed(by), **numbers, "caption": made.caption}

    def _predicted(self, node: Node, change: Any) -> float:
        gradient = self._totals.get(node.key)
        return 0.0 if gradient is None else float(np.sum(np.asarray(gradient, np.float64) * change))

    def nudge(self, node: Node, by: float, index: tuple[int, ...] | None = None) -> Nudge:
        """Change a node's value; see `Sweep.nudge`."""
        value = np.asarray(node.value, dtype=np.float64)
        change = np.full_like(value, by)
        name = node.shown
        if index is not None:
            change = np.zeros_like(value)
            change[index] = by
            name = f"{name}[{', '.join(map(str, index))}]"
        gradient = self._totals.get(node.key)
        with np.errstate(all="ignore"):
            predicted = self._predicted(node, change)
            measured = self._measure(node.key, value, value + change)
        slope = None
        if gradient is not None and (index is not None or not value.ndim):
            slope = np.asarray(gradient)[index if index is not None else ()]
        return Nudge(name, by, predicted, measured, self._words(name, by, slope, predicted, measured, value))

    def _measure(self, key: int, before: Any, after: Any) -> float:
        """Give the change of the weighted targets."""
        keys = list(self._seeds)
        if key not in self._before:
            self._before[key] = self._replay.run({key: before}, keys)
        change = 0.0
        for k, old, new in zip(keys, self._before[key], self._replay.run({key: after}, keys), strict=True):
            if new is not None:
                change += float(np.sum(np.asarray(self._seeds[k], np.float64) * (new - old)))
        return change

    def _words(self, name: str, by: float, slope: Any, predicted: float, measured: float, value: Any) -> str:
        cells = slope is None and value.ndim > 0
        told = say(
            f"nudge-{'down' if by < 0 else 'up'}{'-cells' if cells else ''}",
            name=name,
            by=format_number(abs(by)),
        )
        moment = "nudge" if slope is not None else "nudge-cells" if cells and predicted else "nudge-none"
        return say(
            moment,
            told=told,
            target=self._answer,
            g=narrate.text(slope) if slope is not None else "",
            by_held=bracketed(format_number(by)),
            predicted=format_number(predicted),
            measured=format_number(measured),
        )


def signed(number: float) -> str:
    """Write a change with its sign: ``+0.61``, ``−0.59``, ``0``."""
    text = format_number(number)
    return text if text.startswith("−") or text in ("0", say("nan")) else f"+{text}"
