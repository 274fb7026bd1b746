"""The forward-mode sweep: tangents pushed through the same graph, one run for each number of the sources."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine.custom import OwnRule
from ..engine.forward import push
from ..engine.record import Record
from . import narrate
from .folding import results
from .node import Node, cell
from .numbers import bracketed, format_number
from .slopes import local_slope
from .steps import edge_label, joined
from .story import Picture
from .text import clean
from .words import say

MOST_RUNS = 6  # that are told; the counter says how many there are
MOST_RECORDS = 60


@dataclass(frozen=True)
class TangentStep:
    """One step of a forward-mode sweep.

    Attributes
    ----------
    kind : str
        ``"start"`` (a number of a source gets the tangent 1), ``"push"`` (an input hands its part to a
        result) or ``"end"`` (the tangent of the target is there).
    run : int
        The number of the sweep, from 1.
    source, to : str
        The names of the input and of the result.
    upstream, local, share, total : ndarray or None
        The input's tangent, the local derivative (where there is one), their product, and the result's
        tangent so far.
    arrived, expected : int
        This is part number `arrived` of `expected`.
    caption : str
        The step in words.
    """

    kind: str
    run: int
    source: str
    to: str
    upstream: Any
    local: Any
    share: Any
    total: Any
    arrived: int
    expected: int
    caption: str


@dataclass(frozen=True)
class Tangents:
    """What `Sweep.tangents` tells.

    Attributes
    ----------
    steps : list of TangentStep
    runs : int
        How many sweeps forward mode needs: one for each number of the sources.
    told : int
        How many of them `steps` holds.
    backward : int
        How many sweeps backward mode needs: one for each number of the target.
    data : list of dict
        The steps as plain data, for the player.
    """

    steps: list[TangentStep]
    runs: int
    told: int
    backward: int
    data: list[dict[str, Any]] = field(repr=False)

    @property
    def counter(self) -> str:
        """The comparison of both modes in a sentence."""
        return say("tangent-count", runs=self.runs, backward=self.backward)

    def __str__(self) -> str:
        return "\n".join([*(f"{n}. {s.caption}" for n, s in enumerate(self.steps, 1)), self.counter])


def tangents(picture: Picture) -> Tangents:
    """Push tangents through a picture, for one number of the sources after the other."""
    made = _Pushing(picture)
    sources = [n for n in dict.fromkeys(picture.sources) if np.dtype(n.cell["dtype"]).kind == "f"]
    runs = _size(sources)
    cells = ((node, index) for node in sources for index in np.ndindex(*node.cell["shape"]))
    for run, (node, index) in enumerate(itertools.islice(cells, MOST_RUNS), start=1):
        made.run(run, runs, node, index)
    backward = _size(dict.fromkeys(picture.targets))
    return Tangents(made.steps, runs, min(runs, MOST_RUNS), backward, made.data)


def _size(nodes: Iterable[Node]) -> int:
    return sum(int(np.prod(node.cell["shape"])) for node in nodes)


class _Pushing:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.steps: list[TangentStep] = []
        self.data: list[dict[str, Any]] = []

    def run(self, run: int, runs: int, source: Node, index: tuple[int, ...]) -> None:
        """Tell one sweep."""
        seed = np.zeros(source.cell["shape"], source.cell["dtype"])
        seed[index] = 1
        self.run_number = run
        known: dict[int, Any] = {source.key: seed[()]}
        where = f"{source.shown}[{', '.join(map(str, index))}]" if index else source.shown
        told = say("tangent-start", run=run, runs=runs, to=where)
        self._put("start", source, source, "", None, None, seed[()], seed[()], 1, 1, told)
        for number in self.picture.records:
            note = self.picture.note(number)
            fold = self.picture.hidden.get(number)
            if fold is None:
                self._tell(number, note, known)
            else:
                self._push(note, known)
                if number == fold.members[-1]:
                    self._arrive(self.picture.by_record[number][0], known)
        self._end(run, where, known)

    def _push(self, note: Record, known: dict[int, Any]) -> Any:
        with np.errstate(all="ignore"):
            made = push(note, known)
        if made is not None:
            known.update(zip(results(note), made if type(note[2]) is tuple else (made,), strict=True))
        return made

    def _tell(self, number: int, note: Record, known: dict[int, Any]) -> None:
        """Tell the parts that the inputs of a record hand on, one after the other."""
        moving = [s for s, k in enumerate(note[1]) if k in known and note[0].rules[s] is not None]
        if not moving:
            return
        outs = self.picture.by_record[number]
        if len(outs) > 1 or isinstance(note[0], OwnRule):
            self._push(note, known)
            for out in outs:
                self._arrive(out, known)
            return
        out = outs[0]
        before: Any = None
        total: Any = None
        for arrived, (slot, share) in enumerate(self._parts(note, moving, known), start=1):
            before, total = total, share if total is None else total + share
            to, tangent = out.inputs[slot], known[note[1][slot]]
            local = local_slope(note, slot, share)
            words = say(
                "tangent-first" if before is None else "tangent-another",
                to=to.shown,
                out=out.shown,
                how=_product(local, tangent),
                g=narrate.text(share),
                g_held=bracketed(narrate.text(share)),
                old=narrate.text(before) if before is not None else "",
                new=narrate.text(total),
            )
            line = cell(total)["text"]
            if before is not None:
                line = joined(before, share, total)
            self._put(
                "push", to, out, self.picture.edge(out, slot), tangent, local, share, total,
                arrived, len(moving), words, line,
            )  # fmt: skip
        known[note[2]] = total

    def _parts(self, note: Record, moving: Sequence[int], known: dict[int, Any]) -> Iterator[tuple[int, Any]]:
        """Push through one input at a time, also where one value is two of them."""
        op, keys, key, args, result, params = note
        alone = (op, tuple(range(1, len(keys) + 1)), key, args, result, params)
        for slot in moving:
            with np.errstate(all="ignore"):
                share = push(alone, {slot + 1: known[keys[slot]]})
            if share is not None:
                yield slot, share

    def _arrive(self, out: Node, known: dict[int, Any]) -> None:
        """Tell what comes out of a box whose inside is not told."""
        total = known.get(out.key)
        if total is not None:
            told = say("tangent-any", out=out.shown, g=narrate.text(total))
            self._put("push", out, out, "", None, None, total, total, 1, 1, told)

    def _end(self, run: int, where: str, known: dict[int, Any]) -> None:
        told = []
        for target in dict.fromkeys(self.picture.targets):
            total = known.get(target.key)
            moment = "tangent-none" if total is None else "tangent-end"
            g = "" if total is None else narrate.text(total)
            told.append(say(moment, run=run, target=target.shown, to=where, g=g))
        self._put("end", None, None, "", None, None, None, None, 0, 0, " ".join(told))

    def _put(
        self, kind: str, source: Node | None, to: Node | None, edge: str, up: Any, local: Any, share: Any,
        total: Any, arrived: int, expected: int, caption: str, line: str = "",
    ) -> None:  # fmt: skip
        caption = clean(caption)
        names = source.shown if source else "", to.shown if to else ""
        self.steps.append(
            TangentStep(kind, self.run_number, *names, up, local, share, total, arrived, expected, caption)
        )
        self.data.append(
            {
                "kind": kind,
                "run": self.run_number,
                "node": source.id if source else "",
                "edge": edge,
                "to": to.id if to else "",
                "edge_label": edge_label(local, share) if edge else "",
                "total": None if total is None else cell(total, charted=True),
                "arrived": arrived,
                "expected": expected,
                "gradients": {to.id: line or cell(total)["text"]} if to else {},
                "caption": caption,
            }
        )


def _product(local: Any, tangent: Any) -> str:
    if local is None or np.ndim(local) or np.ndim(tangent):
        return ""
    return f"{format_number(tangent)} × {bracketed(format_number(local))} = "
