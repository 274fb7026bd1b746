"""Questions at which a player stops: the learner predicts before the step is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .numbers import bracketed, format_number
from .steps import SweepStep
from .text import clean
from .words import say

MOST_OPTIONS = 5


@dataclass(frozen=True)
class Stop:
    """A question before a step.

    Parameters
    ----------
    step : int
        The number of the step that it is asked before, counted from 1 as the player counts.
    question : str
        What is asked.
    options : sequence of str
        Two to five answers to choose from.
    answer : int
        The place of the right one among them, from 0.
    why : str
        The reason in one line.

    Raises
    ------
    ValueError
        If there are not two to five options, two are the same, or `answer` is none of them.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.Stop(2, "What is the slope of x² at 3?", ["9", "6"], answer=1, why="2 × 3 = 6.").options
    ('9', '6')
    """

    step: int
    question: str
    options: Sequence[str]
    answer: int
    why: str = ""

    def __post_init__(self) -> None:
        options = tuple(map(str, self.options))
        object.__setattr__(self, "options", options)
        if not 2 <= len(options) <= MOST_OPTIONS or len(set(options)) < len(options):
            raise ValueError(
                f"A question needs two to {MOST_OPTIONS} different options, not {list(options)}."
            )
        if not 0 <= self.answer < len(options):
            raise ValueError(
                f"answer={self.answer} is none of the {len(options)} options; the first one has the number 0."
            )

    def data(self) -> dict[str, Any]:
        """The question as plain data, for the player."""
        return {
            "step": self.step,
            "question": clean(self.question),
            "options": [clean(o) for o in self.options],
            "answer": self.answer,
            "why": clean(self.why),
        }


def resolve(stops: Any, steps: Sequence[SweepStep]) -> list[dict[str, Any]]:
    """Take what a learner gave for ``stops``: None, ``"auto"``, or a list of `Stop`.

    Raises
    ------
    TypeError, ValueError
        If it is something else, or there is no such step.
    """
    if stops is None:
        return []
    if isinstance(stops, str):
        if stops != "auto":
            raise ValueError(f'stops must be "auto" or a list of Stop, not {stops!r}.')
        return [stop.data() for stop in automatic(steps)]
    found = list(stops)
    for stop in found:
        if not isinstance(stop, Stop):
            raise TypeError(
                f'stops takes Stop objects, not {type(stop).__name__!r}: adl.Stop(2, "...?", [...])'
            )
        if not 1 <= stop.step <= len(steps):
            raise ValueError(f"There is no step {stop.step}: this sweep has the steps 1 to {len(steps)}.")
    if len({s.step for s in found}) < len(found):
        raise ValueError("Two questions stand before the same step. Leave one out.")
    return [stop.data() for stop in sorted(found, key=lambda s: s.step)]


def automatic(steps: Sequence[SweepStep]) -> list[Stop]:
    """Ask at each fan-out, before its last share arrives, whether shares add, multiply, or one wins."""
    found = []
    for number, step in enumerate(steps, start=1):
        if step.kind != "share" or step.expected < 2 or step.arrived < step.expected or np.ndim(step.total):
            continue
        if np.iscomplexobj(step.total):  # there is no order in which to offer such numbers
            continue
        before = step.total - step.share
        numbers = [step.total, step.share, before, before * step.share]
        # By size, so that the right one has no place of its own.
        texts = list(dict.fromkeys(format_number(v) for v in sorted(numbers, key=float) if np.isfinite(v)))
        right = format_number(step.total)
        if len(texts) < 2 or right not in texts:
            continue
        words = {"to": step.to, "old": format_number(before), "g": format_number(step.share)}
        why = say("ask-why", g_held=bracketed(words["g"]), total=right, **words)
        found.append(Stop(number, say("ask", **words), texts, texts.index(right), why))
    return found
