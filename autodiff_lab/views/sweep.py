"""Sweep: the backward run of a tape, step by step, as text, as a player, as a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of, operands_in, starting_gradients
from ..engine.structure import flatten
from ..engine.sweep import Step, gradients_by_key
from ..engine.tape import GradientTape
from . import narrate
from .export import to_html
from .formula import rule_text
from .graph import Drawing
from .narrate import Moment
from .numbers import bracketed
from .program import Program, written
from .raster import gif
from .steps import EDGE_LABEL, SweepStep, counted, edge_label, held, local_slope, whole
from .stops import resolve
from .story import NONE, Node, Picture, build, cell, check_target
from .svg import to_svg
from .text import clean, shorten
from .words import say

MOST_FRAMES = 120  # a GIF of more steps would be some minutes long


class Sweep(Drawing):
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
        fold: bool = True,
    ) -> None:
        targets = operands_in(target, errors.TARGET_NONE, errors.TARGET_NOT_TENSOR)[0]
        asked = flatten(sources)[0]
        check_target(tape)
        seeds = starting_gradients(target, targets, output_gradients, taped=False)
        observed: list[Step] = []
        with np.errstate(all="ignore"):
            keys = {key_of(s) for s in asked}
            found = gradients_by_key(tape, seeds, keys, observer=observed.append)
        self._weighted = output_gradients is not None
        self.program = program
        if program is None and not self._weighted:
            self.program = written(tape, targets, asked, names)
        self._picture = Picture(tape, targets, asked, names, whole=not fold)
        self._tape = tape
        self.gradients = [whole(found.get(key_of(s))) for s in asked]
        self.steps: list[SweepStep] = []
        self._data: list[dict[str, Any]] = []
        self._totals: dict[str, Any] = {}
        self._lines: dict[str, str] = {}
        self._start(seeds)
        waiting: dict[str, list[tuple[Step, int, int]]] = {}
        for step, arrived, expected in counted(observed):
            if step.record in self._picture.hidden:
                to = self._picture.by_key[step.key]
                if to is not self._picture.folded:  # what stays inside the fold is not told
                    waiting.setdefault(to.id, []).append((step, arrived, expected))
                continue
            self._unfold(waiting)
            shown = step._replace(
                upstream=whole(step.upstream), share=whole(step.share), total=whole(step.total)
            )
            self._share(shown, arrived, expected)
        self._unfold(waiting)
        summary = self._end()
        source = "" if self.program is None else str(self.program)
        super().__init__(build(self._picture, self._data, summary, source))

    # ---- making the steps -----------------------------------------------------------------------

    def _start(self, seeds: Mapping[int, Any]) -> None:
        for node in dict.fromkeys(self._picture.targets):
            seed = whole(seeds.get(node.key))
            if seed is None:
                continue
            if self._weighted:
                words = say("weighted", target=node.shown, seed=narrate.text(seed))
            elif np.ndim(seed):
                words = say(
                    "start-cell" if np.size(seed) == 1 else "start-array",
                    target=node.shown,
                    size=np.size(seed),
                )
            else:
                words = say("start", target=node.shown)
            self._put("start", node, node, "", None, None, seed, seed, 1, 1, words, "", cell(seed)["text"])

    def _share(self, step: Step, arrived: int, expected: int) -> None:
        note = self._tape._records[step.record]
        outs = self._picture.by_record[step.record]
        out, to = outs[0], self._picture.by_key[step.key]
        up = step.upstream[0] if type(step.upstream) is tuple else step.upstream
        before = None if arrived == 1 else self._total(to)
        local = whole(local_slope(note, step.slot, up))
        moment = Moment(
            note, out, to, step.slot, up, local, step.share, step.total, before, arrived, expected
        )
        names = [held(n) for n in out.inputs]
        rule = rule_text(note, step.slot, names, held(out))
        line = cell(step.total)["text"]
        if before is not None:
            joined = f"{cell(before)['text']} + {bracketed(cell(step.share)['text'])} = {line}"
            line = joined if len(joined) <= EDGE_LABEL and not joined.startswith("(") else line
        self._put(
            "share", out, to, self._picture.edge(out, step.slot), up, local, step.share, step.total,
            arrived, expected, narrate.caption(moment), rule, line, narrate.rule_words(moment),
            0 if self.program is None else self.program.lines.get((step.record, step.slot), 0),
        )  # fmt: skip

    def _unfold(self, waiting: dict[str, list[tuple[Step, int, int]]]) -> None:
        """Tell what a fold hands on to each of its inputs, in one step each."""
        for steps in waiting.values():
            last, arrived, expected = steps[-1]
            fold, to = self._picture.folded, self._picture.by_key[last.key]
            assert fold is not None
            total = whole(last.total)
            share = total - self._total(to) if to.id in self._totals else total
            words = say(
                "folded-share" if len(steps) == 1 else "folded-more",
                count=len(self._picture.hidden), to=to.shown, n=len(steps), g=narrate.text(share),
            )  # fmt: skip
            edge = self._picture.edge(fold, fold.inputs.index(to))
            line = cell(total)["text"]
            self._put("share", fold, to, edge, None, None, share, total, arrived, expected, words, "", line)
        waiting.clear()

    def _end(self) -> str:
        picture = self._picture
        target = " and ".join(dict.fromkeys(n.shown for n in picture.targets))
        answer = self._answer(target)
        sentences, changes = [say("done")], {}
        for node, gradient in zip(picture.sources, self.gradients, strict=True):
            if gradient is None:
                sentences.append(say("not-connected", target=target, to=node.shown))
                changes[node.id] = NONE
                node.connected = False
            elif np.ndim(gradient):
                sentences.append(say("end-array", to=node.shown, shape=tuple(np.shape(gradient))))
            elif not np.isfinite(gradient):
                sentences.append(say("end-steep", to=node.shown, g=narrate.text(gradient)))
            else:
                delta = narrate.text(gradient * gradient.dtype.type(0.01))
                sentences.append(
                    say("end", to=node.shown, g=narrate.text(gradient), target=answer, delta=delta)
                )
        summary = clean(" ".join(sentences))
        self.steps.append(SweepStep("end", "", "", None, None, None, None, 0, 0, summary, ""))
        nothing = dict.fromkeys(("upstream", "local", "share", "total"))
        blank = dict.fromkeys(("node", "edge", "to", "edge_label", "detail"), "")
        counts = {"arrived": 0, "expected": 0}
        self._data.append(
            {"kind": "end", **blank, **nothing, **counts, "gradients": changes, "caption": summary, "line": 0}
        )
        return summary

    def _answer(self, target: str) -> str:
        """Name the number whose change a gradient foretells: of several cells it is their sum."""
        targets = self._picture.targets
        alone = len(targets) == 1 and not targets[0].cell["shape"]
        if self._weighted:
            return say("times-weight" if alone else "weighted-sum", target=target)
        return target if alone else say("sum-of", target=target)

    def _put(
        self, kind: str, out: Node, to: Node, edge: str, up: Any, local: Any, share: Any, total: Any,
        arrived: int, expected: int, caption: str, rule: str, line: str, detail: str = "", code: int = 0,
    ) -> None:  # fmt: skip
        self.steps.append(
            SweepStep(kind, out.shown, to.shown, up, local, share, total, arrived, expected, caption, rule)
        )
        self._totals[to.id] = total
        told = f"{detail} {say('rule', rule=rule, out=out.shown)}" if rule else detail
        self._data.append(
            {
                "kind": kind,
                "node": out.id,
                "edge": edge,
                "to": to.id,
                "upstream": None if up is None else cell(up),
                "local": None if local is None else cell(local),
                "share": cell(share),
                "total": cell(total),
                "edge_label": edge_label(local, share) if edge else "",
                "arrived": arrived,
                "expected": expected,
                "gradients": {to.id: line},
                "caption": clean(caption),
                "detail": clean(told.strip()),
                "line": code,
            }
        )

    def _total(self, node: Node) -> Any:
        return self._totals[node.id]

    # ---- showing ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        data = self.story
        lines = [data["title"], ""]
        width = max((len(n["title"]) for n in data["nodes"]), default=0)
        width = min(width, 40)
        for node in data["nodes"]:
            kind = node["op"] or node["role"]
            lines.append(f"  {shorten(node['title'], 40):<{width}}  {kind:<10}  {node['value']['text']}")
        for number, (step, told) in enumerate(zip(self.steps, self._data, strict=True), start=1):
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

    def to_svg(self, theme: str = "light", position: int | None = None) -> str:
        """Draw the sweep as a still picture.

        Parameters
        ----------
        theme : str
            ``"light"`` or ``"dark"``.
        position : int, optional
            How many steps have happened; all of them by default.
        """
        return super().to_svg(theme, len(self.steps) if position is None else position)

    def to_html(self, theme: str = "auto", stops: Any = None) -> str:
        """Write one self-contained page that plays the sweep, also without a network.

        Parameters
        ----------
        theme : str
            ``"light"``, ``"dark"``, or ``"auto"`` for the reader's own.
        stops : list of Stop or "auto", optional
            As for `player`.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> page = adl.trace(lambda x: x * x, x=3.0).sweep.to_html()
        >>> page.startswith("<!DOCTYPE html>")
        True
        """
        return to_html(self._asking(stops), self.bare_svg(len(self.steps)), theme=theme)

    def _asking(self, stops: Any) -> dict[str, Any]:
        return {**self.story, "stops": resolve(stops, self.steps)}

    def _forms(self, theme: str) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(theme), ".gif": lambda: self._gif(theme)}

    def _gif(self, theme: str) -> bytes:
        if len(self.steps) > MOST_FRAMES:
            raise ValueError(errors.GIF_TOO_LONG.format(steps=len(self.steps), most=MOST_FRAMES))
        arranged = self.layout()
        captions = ["", *(step.caption for step in self.steps)]
        pictures = [to_svg(self.story, arranged, theme, p) for p in range(len(captions))]
        return gif(pictures, captions, theme)

    def player(self, theme: str = "auto", stops: Any = None) -> Any:
        """Make the widget that plays the sweep (needs Jupyter).

        Parameters
        ----------
        theme : str
            ``"light"``, ``"dark"``, or ``"auto"`` as the notebook around it.
        stops : list of Stop or "auto", optional
            Questions before steps. ``"auto"`` asks at each fan-out, before its last share arrives.

        Raises
        ------
        TypeError, ValueError
            If a stop is none, or there is no such step.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: x * x, x=3.0).sweep
        >>> [stop["question"] for stop in sweep.player(stops="auto").story["stops"]]
        ['So far x has 3. Now its last share arrives: 3. What is the gradient of x?']
        """
        from ..widgets.player import Player  # the one door from a view to its widget

        return Player(self._asking(stops), self.bare_svg(), theme)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_()
        widget = self.player()._repr_mimebundle_()
        if widget is not None:
            live = widget[0] if isinstance(widget, tuple) else widget
            bundle.update({k: v for k, v in live.items() if k.startswith("application/")})
        return bundle
