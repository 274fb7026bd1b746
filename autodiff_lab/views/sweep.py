"""Sweep: the backward run of a tape, step by step, as text, as a player, as a page."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of, operands_in, starting_gradients
from ..engine.structure import flatten
from ..engine.sweep import Step, gradients_by_key
from ..engine.tape import GradientTape
from .finding import cell_of, check_real, find
from .follow import Follower
from .inner import answer, embedded
from .nudge import Nudge, Nudger
from .numbers import bracketed
from .play import Play
from .played import Played
from .program import Program, written
from .raster import gif
from .replay import GoneError
from .steps import SweepStep, whole
from .story import Picture, Recording, View, build, check_target
from .svg import to_svg
from .tangents import MOST_RECORDS, Tangents, tangents
from .telling import Telling
from .text import clean, shorten
from .words import say

MOST_FRAMES = 120  # a GIF of more steps would be some minutes long


class Sweep(Played):
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
        self._show(View(fold))

    def _show(self, view: View) -> None:
        """Draw the graph with what this view folds, and tell the sweep on it."""
        self._view = view
        self._picture = Picture(self._recording, self._targets, self._asked, self._names, view)
        told = Telling(
            self._picture, self._seeds, self._observed, self.gradients, self.program, self.weighted
        )
        self.steps, self._told, self._answer = told.steps, told.data, told.answer
        source = "" if self.program is None else str(self.program)
        super().__init__(build(self._picture, told.data, told.summary, source))

    def folded(self, shut: Iterable[str] = (), opened: int = 0) -> Sweep:
        """Show the same sweep with other folds.

        Parameters
        ----------
        shut : iterable of str
            The ids of the scopes to draw as one box each, as ``story["scopes"]`` has them.
        opened : int
            How many operations of a large graph's fold are drawn all the same.

        Returns
        -------
        Sweep
            Another one; nothing is computed again.

        Examples
        --------
        >>> import numpy as np
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     with adl.scope("inner"):
        ...         u = np.sin(x * 2.0)
        ...     y = u * u
        >>> sweep = tape.sweep(y, x)
        >>> [node["title"] for node in sweep.folded(shut=["s0"]).story["nodes"]]
        ['x', 'inner (2 steps)', 'y = inner × inner']
        """
        other = copy.copy(self)
        other._show((self._view or View())._replace(shut=frozenset(shut), opened=opened))
        return other

    # ---- showing ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        data = self.story
        lines = [data["title"], ""]
        width = max((len(n["title"]) for n in data["nodes"]), default=0)
        width = min(width, 40)
        for node in data["nodes"]:
            kind = node["op"] or say(node["role"])
            lines.append(f"  {shorten(node['title'], 40):<{width}}  {kind:<10}  {node['value']['text']}")
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

    def nudge(self, value: Any, by: float = 0.01, index: Any = None) -> Nudge:
        """Change a value, compute everything after it again, and compare with what its gradient predicts.

        Parameters
        ----------
        value : Tensor, Variable or str
            Any value of the picture, or its name there.
        by : float
            The change, of every cell of an array.
        index : int or tuple of int, optional
            The one cell to change.

        Returns
        -------
        Nudge
            With ``predicted``, ``measured`` and a sentence; ``print`` shows it.

        Raises
        ------
        ValueError
            If there is no such value or cell, or what follows cannot be computed again.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: x**2, x=3.0).sweep
        >>> print(sweep.nudge("x", 0.1))
        Raise x by 0.1. Predicted change of x²: 6 × 0.1 = 0.6. Measured: 0.61.
        """
        node = find(self._picture, value)
        check_real(node)
        step = float(by)
        cell = None if index is None else cell_of(node, index)
        try:
            return self._nudger().nudge(node, step, cell)
        except GoneError as gone:
            raise ValueError(errors.NUDGE_GONE.format(name=node.shown, op=gone)) from None

    def follow(self, value: Any, index: Any) -> Play:
        """Follow one cell of an array: the scalar story of that number.

        Parameters
        ----------
        value : Tensor, Variable or str
            Any value of the picture, or its name there.
        index : int or tuple of int
            Which cell, one number for each axis.

        Returns
        -------
        Play
            Each cell that the chosen one moves is a box of its own (beyond six of one array the others
            share one), each edge has one local derivative, and the last total is the cell's gradient. Shows
            itself as a player, prints, and saves as a sweep does.

        Raises
        ------
        ValueError
            If there is no such value or cell, its numbers are not real, or its story is too long.

        Examples
        --------
        >>> import numpy as np
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: np.sum(x**2), x=[1.0, 3.0]).sweep
        >>> print(sweep.follow("x", 1))
        x[1] alone: Graph of sum(x²), 3 values, with its backward sweep
        <BLANKLINE>
        1. Start at sum(x²). If sum(x²) grows by 1, sum(x²) grows by 1, so its gradient is 1.
        2. sum(x²) moves 1 times as fast as (x²)[1]. 1 × 1 = 1.
        3. (x²)[1] moves 6 times as fast as x[1]. 1 × 6 = 6.
        4. Done. x[1] has gradient 6: raise x[1] by 0.01 and sum(x²) changes by about 0.06.
        """
        node = find(self._picture, value)
        check_real(node)
        cell = cell_of(node, index)
        picture = Picture(self._recording, self._targets, self._asked, self._names)
        return Follower(picture, self._seeds, self._by_key()).story(picture.by_key[node.key], cell)

    def tangents(self) -> Tangents:
        """Tell the forward-mode sweep on the same graph: how fast each value moves with each input.

        Returns
        -------
        Tangents
            Its ``steps``, how many ``runs`` forward mode needs and how many backward mode does; ``print``
            tells it. The player shows it too.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> print(adl.trace(lambda x: x * x, x=3.0).sweep.tangents())
        1. Run 1 of 1: x moves by 1, and every other input stays. How fast does each value move?
        2. x moves x × x: 1 × 3 = 3.
        3. x moves x × x too: 1 × 3 = 3. Parts add: 3 + 3 = 6.
        4. End of run 1: x × x moves 6 times as fast as x.
        Forward mode: runs needed: 1, one for each number that goes in. Backward: 1, one for each number that
        comes out.
        """
        return tangents(self._picture)

    def _nudger(self) -> Nudger:
        return Nudger(self._picture, self._seeds, self._by_key(), self._answer)

    def _by_key(self) -> dict[int, Any]:
        """Give the gradient of each value that the sweep reached."""
        return {**self._seeds, **{step.key: whole(step.total) for step in self._observed}}

    def _more(self) -> dict[str, Any]:
        more: dict[str, Any] = {"nudges": self._nudger().offered()}
        if len(self._picture.records) <= MOST_RECORDS:
            told = self.tangents()
            more["tangents"] = {"steps": told.data, "counter": told.counter}
        return more

    def _inner(self) -> dict[str, Any]:
        return embedded(self)

    def _answerer(self) -> Callable[[str], dict[str, Any]]:
        return lambda ask: answer(self, ask)

    def _steps(self) -> list[SweepStep]:
        return self.steps

    def _forms(self, theme: str) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(theme), ".gif": lambda: self._gif(theme)}

    def _gif(self, theme: str) -> bytes:
        if len(self.steps) > MOST_FRAMES:
            raise ValueError(errors.GIF_TOO_LONG.format(steps=len(self.steps), most=MOST_FRAMES))
        arranged = self.layout()
        captions = ["", *(step.caption for step in self.steps)]
        pictures = [to_svg(self.story, arranged, theme, p) for p in range(len(captions))]
        return gif(pictures, captions, theme)
