"""play: a sweep that somebody else made, drawn and played like our own.

A learner who writes a tape notes what it does, step by step; here the list becomes a picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import errors
from .language import get_language
from .node import LABEL, NOT_YET, TITLE, cell
from .numbers import bracketed
from .played import Played
from .steps import edge_label, joined
from .stops import resolve
from .story import VERSION
from .text import clean, shorten
from .words import say
from .words import title as title_of

NOTHING: dict[str, Any] = {
    "text": "",
    "shape": [],
    "dtype": "float64",
    "data": None,
}  # the value of a box that has none
FIELDS = ("kind", "source", "to", "upstream", "local", "share", "total", "caption")


class Play(Played):
    """A sweep made from a list of steps; see `play`."""

    def __init__(self, story: dict[str, Any], steps: Sequence[Any]) -> None:
        super().__init__(story)
        self._told = steps

    def _steps(self) -> Sequence[Any]:
        return self._told

    def __str__(self) -> str:
        steps = (f"{n}. {step['caption']}" for n, step in enumerate(self.story["steps"], start=1))
        return "\n".join([self.story["title"], "", *steps])

    def __repr__(self) -> str:
        return f"<Play of {len(self.story['steps'])} steps: {self.story['title']}>"


def play(steps: Sequence[Any], values: Mapping[str, Any] | None = None, stops: Any = None) -> Play:
    """Play a list of steps: a sweep of your own tape, or one that you worked out by hand.

    Parameters
    ----------
    steps : sequence of dict or SweepStep
        In the order in which they happen. Each has ``kind``: ``"start"`` gives the value named ``to`` its
        first gradient, ``total``; ``"share"`` hands ``share`` from ``source`` to ``to``, which then has
        ``total``. ``upstream`` and ``local`` (whose product is the share) and a ``caption`` may be there. A
        last step ``"end"`` is added where it is missing.
    values : mapping, optional
        The values to show in the boxes, by name.
    stops : list of Stop or "auto", optional
        Questions before steps, as for a sweep's `player`.

    Returns
    -------
    Play
        Shows itself in Jupyter; ``print`` tells it; ``save("sweep.html")`` keeps it.

    Raises
    ------
    TypeError, ValueError
        If a step lacks something, or its total is not the sum of the shares so far.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> print(
    ...     adl.play(
    ...         [
    ...             {"kind": "start", "to": "y", "total": 1.0},
    ...             {
    ...                 "kind": "share",
    ...                 "source": "y",
    ...                 "to": "x",
    ...                 "upstream": 1.0,
    ...                 "local": 6.0,
    ...                 "share": 6.0,
    ...                 "total": 6.0,
    ...             },
    ...         ]
    ...     )
    ... )
    Graph of y, 2 values, with its backward sweep
    <BLANKLINE>
    1. Start at y. If y grows by 1, y grows by 1, so its gradient is 1.
    2. y hands its share to x: 6.
    3. Done. x has gradient 6: raise x by 0.01 and y changes by about 0.06.
    """
    made = _Made([_fields(number, step) for number, step in enumerate(steps, start=1)], dict(values or {}))
    story = made.story()
    steps = [*made.told, made.end]
    story["stops"] = resolve(stops, steps)
    return Play(story, steps)


def _fields(number: int, step: Any) -> dict[str, Any]:
    """Read one step, given as a mapping or as an object with attributes."""
    if isinstance(step, Mapping):
        found = {name: step.get(name) for name in FIELDS}
    else:
        found = {name: getattr(step, name, None) for name in FIELDS}
    kind = found["kind"]
    if kind not in ("start", "share", "end"):
        raise ValueError(errors.PLAY_KIND.format(number=number, kind=errors.short(kind)))
    wanted = {"start": ("to", "total"), "share": ("source", "to", "share", "total"), "end": ()}[kind]
    for name in wanted:
        if found[name] is None:
            raise ValueError(errors.PLAY_LACKS.format(number=number, kind=kind, name=name))
    for name in ("upstream", "local", "share", "total"):
        if found[name] is not None:
            found[name] = np.asarray(found[name], dtype=float)[()]
    return found


class _Made:
    """A story in the making."""

    def __init__(self, steps: list[dict[str, Any]], values: dict[str, Any]) -> None:
        if not steps or steps[0]["kind"] != "start":
            raise ValueError(errors.PLAY_START)
        self.steps = [s for s in steps if s["kind"] != "end"]
        names = [n for s in self.steps for n in (s["source"], s["to"]) if n]
        # What is reached last was computed first.
        self.names = list(dict.fromkeys(map(str, names)))[::-1]
        self.ids = {name: f"n{i}" for i, name in enumerate(self.names)}
        self.values = {str(k): v for k, v in values.items()}
        self.expected = Counter(s["to"] for s in self.steps if s["kind"] == "share")
        self.targets = list(dict.fromkeys(str(s["to"]) for s in self.steps if s["kind"] == "start"))
        self.edges: list[dict[str, Any]] = []
        self.totals: dict[str, Any] = {}
        self.arrived: Counter[str] = Counter()
        self.told: list[Any] = []  # the steps as `resolve` reads them
        self.end: Any = SimpleNamespace(kind="end")

    def story(self) -> dict[str, Any]:
        steps = [self._step(number, step) for number, step in enumerate(self.steps, start=1)]
        passed_on = {str(s["source"]) for s in self.steps if s["kind"] == "share"}
        sources = [n for n in self.names if n not in passed_on]
        summary = self._summary(sources)
        nothing = dict.fromkeys(("upstream", "local", "share", "total"))
        blank = dict.fromkeys(("node", "edge", "to", "edge_label", "detail"), "")
        end: dict[str, Any] = {
            "kind": "end",
            **blank,
            **nothing,
            "arrived": 0,
            "expected": 0,
            "gradients": {},
            "line": 0,
        }
        inputs: dict[str, list[str]] = {name: [] for name in self.names}
        for edge in self.edges:
            edge["slot"] = len(inputs[edge["over"]])
            inputs[edge.pop("over")].append(edge["tail"])
        nodes = [self._node(name, inputs[name], sources) for name in self.names]
        target = say("and").join(self.targets)
        return {
            "version": VERSION,
            "language": get_language(),
            "title": clean(title_of(shorten(target, 60), len(nodes), True)),
            "description": clean(summary),
            "nodes": nodes,
            "edges": self.edges,
            "scopes": [],
            "sources": [self.ids[n] for n in sources],
            "targets": [self.ids[n] for n in self.targets],
            "steps": [*steps, {**end, "caption": clean(summary)}],
            "summary": clean(summary),
            "program": "",
            "forward": [],
        }

    def _node(self, name: str, inputs: list[str], sources: list[str]) -> dict[str, Any]:
        role = "target" if name in self.targets else "source" if name in sources else "op"
        return {
            "id": self.ids[name],
            "role": role,
            "name": shorten(clean(name), TITLE),
            "op": "" if role == "source" else "step",
            "label": shorten(clean(name), LABEL),
            "title": shorten(clean(name), TITLE),
            "value": cell(np.asarray(self.values[name])[()], charted=True)
            if name in self.values
            else NOTHING,
            "inputs": inputs,
            "gradient": NOT_YET,
            "connected": True,
            "scope": "",
        }

    def _step(self, number: int, step: dict[str, Any]) -> dict[str, Any]:
        to = str(step["to"])
        before = self.totals.get(to)
        share = step["total"] if step["kind"] == "start" else step["share"]
        wanted = share if before is None else before + share
        if np.shape(wanted) != np.shape(step["total"]) or not np.allclose(
            wanted, step["total"], rtol=1e-5, atol=1e-8, equal_nan=True
        ):
            raise ValueError(self._wrong_sum(number, to, before, share, step["total"]))
        self.totals[to] = step["total"]
        line = cell(step["total"])["text"]
        if before is not None:
            line = joined(before, share, step["total"])
        edge = ""
        if step["kind"] == "share":
            self.arrived[to] += 1
            edge = f"e{len(self.edges)}"
            self.edges.append(
                {
                    "id": edge,
                    "tail": self.ids[to],
                    "head": self.ids[str(step["source"])],
                    "over": str(step["source"]),
                }
            )
        arrived, expected = (self.arrived[to], self.expected[to]) if edge else (1, 1)
        self.told.append(
            SimpleNamespace(
                kind=step["kind"], to=to, share=share, total=step["total"], arrived=arrived, expected=expected
            )
        )
        return {
            "kind": step["kind"],
            "node": self.ids[to if step["kind"] == "start" else str(step["source"])],
            "edge": edge,
            "to": self.ids[to],
            "upstream": None if step["upstream"] is None else cell(step["upstream"]),
            "local": None if step["local"] is None else cell(step["local"]),
            "share": cell(share),
            "total": cell(step["total"], charted=True),
            "edge_label": edge_label(step["local"], share) if edge else "",
            "arrived": arrived,
            "expected": expected,
            "gradients": {self.ids[to]: line},
            "caption": clean(step["caption"] or self._words(step, to, before, share)),
            "detail": "",
            "line": 0,
        }

    def _words(self, step: dict[str, Any], to: str, before: Any, share: Any) -> str:
        if step["kind"] == "start":
            return say("start", target=to)
        g = cell(share)["text"]
        if before is None:
            return say("any", op=step["source"], to=to, g=g)
        new = cell(step["total"])["text"]
        return say("another-share", to=to, g=g, old=cell(before)["text"], g_held=bracketed(g), new=new)

    def _summary(self, sources: list[str]) -> str:
        told = [say("done")]
        for name in sources:
            total = self.totals.get(name)
            if total is None or name in self.targets:
                continue
            if np.ndim(total):
                told.append(say("end-array", to=name, shape=np.shape(total)))
            else:
                delta, target = cell(total * 0.01)["text"], say("and").join(self.targets)
                told.append(say("end", to=name, g=cell(total)["text"], target=target, delta=delta))
        return " ".join(told)

    @staticmethod
    def _wrong_sum(number: int, to: str, before: Any, share: Any, total: Any) -> str:
        had = cell(before)["text"] if before is not None else "nothing"
        got, said = cell(share)["text"], cell(total)["text"]
        return errors.PLAY_SUM.format(number=number, to=to, had=had, share=got, total=said)
