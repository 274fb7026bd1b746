"""The steps of a sweep, told one by one: numbers of the engine's loop, and the words that belong to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..engine.sweep import Step
from . import narrate
from .folding import Fold
from .formula import rule_text
from .narrate import Moment
from .node import Node, cell
from .program import Program
from .slopes import local_slope
from .steps import SweepStep, counted, edge_label, held, joined, whole
from .story import Picture
from .text import clean
from .words import say


class Telling:
    """Tells a sweep over a picture.

    Attributes
    ----------
    steps : list of SweepStep
        With their numbers, for programs.
    data : list of dict
        The same as plain data, for the story.
    answer : str
        What the number is called whose change the gradients foretell.
    summary : str
        What came out, in words.
    """

    def __init__(
        self,
        picture: Picture,
        seeds: Mapping[int, Any],
        observed: Sequence[Step],
        gradients: Sequence[Any],
        program: Program | None,
        weighted: bool,
        reasons: Mapping[int, str],
    ) -> None:
        self.steps: list[SweepStep] = []
        self.data: list[dict[str, Any]] = []
        self._picture, self._program, self._weighted = picture, program, weighted
        self._gradients, self._reasons = gradients, reasons
        self._totals: dict[str, Any] = {}
        self._done = 0  # shares of the engine's loop so far, those inside a fold included
        self._start(seeds)
        self._tell(observed)
        self.answer = self._named(say("and").join(dict.fromkeys(n.shown for n in picture.targets)))
        self.summary = self._end()

    def _tell(self, observed: Sequence[Step]) -> None:
        hidden, by_key = self._picture.hidden, self._picture.by_key
        inside: Fold | None = None
        waiting: dict[str, list[tuple[Step, int, int]]] = {}
        for step, arrived, expected in counted(observed):
            fold = hidden.get(step.record)
            if fold is not inside:
                self._unfold(inside, waiting)
                inside = fold
            self._done += 1
            if fold is None:
                shown = step._replace(
                    upstream=whole(step.upstream), share=whole(step.share), total=whole(step.total)
                )
                self._share(shown, arrived, expected)
            elif by_key[step.key].fold is not fold:  # what stays inside the fold is not told
                waiting.setdefault(by_key[step.key].id, []).append((step, arrived, expected))
        self._unfold(inside, waiting)

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
        note = self._picture.note(step.record)
        outs = self._picture.by_record[step.record]
        out, to = outs[0], self._picture.by_key[step.key]
        up = step.upstream[0] if type(step.upstream) is tuple else step.upstream
        before = None if arrived == 1 else self._totals[to.id]
        local = whole(local_slope(note, step.slot, up))
        moment = Moment(
            note, out, to, step.slot, up, local, step.share, step.total, before, arrived, expected
        )
        names = [held(n) for n in out.inputs]
        rule = rule_text(note, step.slot, names, held(out))
        line = cell(step.total)["text"]
        if before is not None:
            line = joined(before, step.share, step.total)
        self._put(
            "share", out, to, self._picture.edge(out, step.slot), up, local, step.share, step.total,
            arrived, expected, narrate.caption(moment), rule, line, narrate.rule_words(moment),
            0 if self._program is None else self._program.lines.get((step.record, step.slot), 0),
        )  # fmt: skip

    def _unfold(self, fold: Fold | None, waiting: dict[str, list[tuple[Step, int, int]]]) -> None:
        """Tell what a fold hands on to each of its inputs, in one step each."""
        for steps in waiting.values():
            last, arrived, expected = steps[-1]
            assert fold is not None
            out, to = self._picture.by_record[fold.members[0]][0], self._picture.by_key[last.key]
            total = whole(last.total)
            share = total - self._totals[to.id] if to.id in self._totals else total
            words = say(
                "folded-share" if len(steps) == 1 else "folded-more",
                count=len(fold.members), to=to.shown, n=len(steps), g=narrate.text(share),
            )  # fmt: skip
            edge = self._picture.edge(out, out.inputs.index(to))
            line = cell(total)["text"]
            self._put("share", out, to, edge, None, None, share, total, arrived, expected, words, "", line)
        waiting.clear()

    def _end(self) -> str:
        picture = self._picture
        target = say("and").join(dict.fromkeys(n.shown for n in picture.targets))
        sentences, changes = [say("done")], {}
        for node, gradient in zip(picture.sources, self._gradients, strict=True):
            if gradient is None:
                sentences.append(say("not-connected", target=target, to=node.shown))
                if node.key in self._reasons:
                    sentences.append(self._reasons[node.key])
                changes[node.id] = say("none")
                node.connected = False
            elif np.ndim(gradient):
                sentences.append(say("end-array", to=node.shown, shape=tuple(np.shape(gradient))))
            elif not np.isfinite(gradient):
                sentences.append(say("end-steep", to=node.shown, g=narrate.text(gradient)))
            else:
                delta = narrate.text(gradient * gradient.dtype.type(0.01))
                sentences.append(
                    say("end", to=node.shown, g=narrate.text(gradient), target=self.answer, delta=delta)
                )
        summary = clean(" ".join(sentences))
        self.steps.append(SweepStep("end", "", "", None, None, None, None, 0, 0, summary, ""))
        nothing = dict.fromkeys(("upstream", "local", "share", "total"))
        blank = dict.fromkeys(("node", "edge", "to", "edge_label", "detail"), "")
        counts = {"arrived": 0, "expected": 0}
        self.data.append(
            {
                "kind": "end",
                **blank,
                **nothing,
                **counts,
                "gradients": changes,
                "caption": summary,
                "line": 0,
                "done": self._done,
            }
        )
        return summary

    def _named(self, target: str) -> str:
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
        self.data.append(
            {
                "kind": kind,
                "node": out.id,
                "edge": edge,
                "to": to.id,
                "upstream": None if up is None else cell(up),
                "local": None if local is None else cell(local),
                "share": cell(share),
                "total": cell(total, charted=True),
                "edge_label": edge_label(local, share) if edge else "",
                "arrived": arrived,
                "expected": expected,
                "gradients": {to.id: line},
                "caption": clean(caption),
                "detail": clean(told.strip()),
                "line": code,
                "done": self._done,
            }
        )
