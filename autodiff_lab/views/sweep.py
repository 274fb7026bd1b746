"""Sweep: the backward run of a tape, step by step, as text, as a player, as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of, operands_in, starting_gradients
from ..engine.structure import flatten
from ..engine.sweep import Step, gradients_by_key
from ..engine.tape import GradientTape
from .closer import Closer
from .explanation import Explanation
from .numbers import bracketed
from .program import Program, written
from .steps import SweepStep, whole
from .story import Picture, Recording, View, build, check_target
from .telling import Telling
from .text import clean, shorten
from .words import say, value


class Sweep(Closer):
    """The backward sweep from a target to its sources.

    Made by ``tape.sweep(target, sources)``. ``print(sweep)`` tells it as text; in Jupyter it shows itself as
    a player.

    Attributes
    ----------
    steps : list of SweepStep
        What the engine's backward loop did, in order.
    gradients : list of ndarray or None
        The gradients of the sources, in the order of the flattened sources.
    program : Program or None
        The same as NumPy code; None for a long tape, or where it cannot be written.
    story : dict
        The same as plain data, for players and pages.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     y = x**2
    >>> sweep = tape.sweep(y, x)
    >>> [(s.kind, s.to, float(s.total)) for s in sweep.steps[:2]]
    [('start', 'y', 1.0), ('share', 'x', 6.0)]
    >>> print(sweep.steps[1].caption)
    The slope of x² at 3 is 2 × 3 = 6. 1 × 6 = 6.
    """

    def __init__(
        self,
        tape: GradientTape,
        target: Any,
        sources: Any,
        output_gradients: Any,
        names: Mapping[int, str],
        program: Program | None = None,
        fold: Any = True,
    ) -> None:
        targets = operands_in(target, errors.TARGET_NONE, errors.TARGET_NOT_TENSOR)[0]
        asked = flatten(sources)[0]
        check_target(tape)
        recording = Recording(tape)
        seeds = starting_gradients(target, targets, output_gradients, taped=False)
        observed: list[Step] = []
        with np.errstate(all="ignore"):
            keys = {key_of(s) for s in asked}
            found = gradients_by_key(recording, seeds, keys, observer=observed.append)
        self.weighted = output_gradients is not None
        self.program = program
        if program is None and not self.weighted:
            self.program = written(tape, targets, asked, names)
        self.gradients = [whole(found.get(key_of(s))) for s in asked]
        self._recording, self._targets, self._asked, self._names = recording, targets, asked, names
        self._seeds, self._observed = seeds, observed
        lost = [s for s, g in zip(asked, self.gradients, strict=True) if g is None]
        self._reasons = Explanation(tape, target, lost, output_gradients, names).lost() if lost else {}
        self._show(View(fold))

    def _show(self, view: View) -> None:
        """Draw the graph with what this view folds, and tell the sweep on it."""
        self._view = view
        self._picture = Picture(self._recording, self._targets, self._asked, self._names, view)
        told = Telling(
            self._picture,
            self._seeds,
            self._observed,
            self.gradients,
            self.program,
            self.weighted,
            self._reasons,
        )
        self.steps, self._told, self._answer = told.steps, told.data, told.answer
        source = "" if self.program is None else str(self.program)
        super().__init__(build(self._picture, told.data, told.summary, source))

    def __str__(self) -> str:
        data = self.story
        lines = [data["title"], ""]
        width = max((len(n["title"]) for n in data["nodes"]), default=0)
        width = min(width, 40)
        for node in data["nodes"]:
            kind = node["op"] or say(node["role"])
            lines.append(f"  {shorten(node['title'], 40):<{width}}  {kind:<10}  {value(node['value'])}")
        for number, (step, told) in enumerate(zip(self.steps, self._told, strict=True), start=1):
            lines.append("")
            if step.kind == "end":
                lines.append(step.caption)
                continue
            to = shorten(clean(step.to), 40)
            head = f"{say('step')} {number}  "
            if step.kind == "start":
                lines.append(f"{head}{to}: {told['total']['text']}")
            else:
                if step.local is not None:
                    made = say(
                        "numbers",
                        up=told["upstream"]["text"],
                        local_held=bracketed(told["local"]["text"]),
                        g=told["share"]["text"],
                    )
                else:
                    made = say("share", g=told["share"]["text"])
                line = next(iter(told["gradients"].values()))
                out = shorten(clean(step.source), 40)
                lines.append(
                    f"{head}{say('from', out=out, to=to)}   {made}   {say('total', to=to, total=line)}"
                )
            lines.append(f"        {told['caption']}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self.steps)} steps: {self.story['title']}>"

    def _steps(self) -> list[SweepStep]:
        return self.steps
