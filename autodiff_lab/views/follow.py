"""Follow one cell: the scalar story of a number inside an array, on its way to the target.

Broadcasting, sums and matrix products become plain paths: each cell that the chosen one reaches is a box of
its own, each edge carries one local derivative, and shares add where paths meet. The numbers are those of
the op's own rules, asked with one cell at a time; the gradients on the way are those of the sweep.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from ..engine.custom import OwnRule
from ..engine.forward import push
from ..engine.record import Absent, Record
from ..engine.shapes import narrow
from .finding import check_real
from .folding import results
from .narrate import text
from .node import LABEL, Node
from .numbers import bracketed
from .play import Play, play
from .steps import held, whole
from .story import Picture
from .words import say

MOST_STEPS = 400
ALONE = 4  # cells of one array that get a box each; the others share one
GOLDEN = 0.6180339887498949  # its multiples never add up to nothing, so no path cancels another


class Cells(NamedTuple):
    """Some cells of an array in one box: their places in the flat array, and what they are called."""

    places: np.ndarray
    name: str

    @property
    def single(self) -> bool:
        """Whether it is one cell."""
        return len(self.places) == 1

    def of(self, array: Any) -> Any:
        """Give the cells of an array: a number, or a vector of several."""
        found = np.ravel(np.asarray(array))[self.places]
        return found[0] if self.single else found


class Follower:
    """Makes the scalar story of a cell.

    Parameters
    ----------
    picture : Picture
        The graph, without folds.
    seeds : mapping
        The gradients that the sweep starts with, by key.
    totals : mapping
        The gradients of all values that the sweep reached, by key.
    """

    def __init__(self, picture: Picture, seeds: Mapping[int, Any], totals: Mapping[int, Any]) -> None:
        self._picture, self._seeds, self._totals = picture, seeds, totals
        self._groups: dict[int, list[Cells]] = {}  # by key: the cells that the chosen one reaches
        self._marks: dict[int, Any] = {}  # by key: a weight where a cell is reached, 0 elsewhere
        self._values: dict[str, Any] = {}
        self._ops: dict[str, str] = {}
        self._steps: list[dict[str, Any]] = []
        self._sums: dict[str, Any] = {}

    def story(self, node: Node, index: tuple[int, ...]) -> Play:
        """Tell the story of one cell; see `Sweep.follow`."""
        mark = np.zeros(node.cell["shape"])
        mark[index] = 1
        self._group(node.key, mark, node.value, node.op)
        passed = [n for n in map(self._picture.note, self._picture.records) if self._reach(n)]
        for key, seed in self._seeds.items():
            for group in self._groups.get(key, []):
                self._start(group, group.of(seed))
        for note in reversed(passed):
            self._come_back(note)
        chosen = self._groups[node.key][0].name
        if chosen not in self._sums:
            words = say("cell-alone", to=chosen)
            self._steps = [{"kind": "start", "to": chosen, "total": 0.0, "caption": words}]
        if len(self._steps) > MOST_STEPS:
            raise ValueError(errors.FOLLOW_TOO_LONG.format(name=chosen, steps=len(self._steps)))
        made = play(self._steps, self._values)
        for drawn in made.story["nodes"]:
            drawn["op"] = self._ops.get(drawn["name"], "")
        made.story["title"] = say("cell-title", cell=chosen, title=made.story["title"])
        return made

    # ---- forwards: which cells are reached

    def _reach(self, note: Record) -> bool:
        """Mark what a record carries on, and tell whether it carries anything."""
        op, keys, key, args, result, params = note
        moving = {
            slot + 1: np.asarray(self._marks[k], args[slot].dtype)
            for slot, k in enumerate(keys)
            if k in self._marks and op.rules[slot] is not None
        }
        if not moving:
            return False
        outs = result if type(key) is tuple else (result,)
        if op.kind == "elementwise":  # a slope of 0 is a path all the same
            made: Any = [sum(np.broadcast_to(np.abs(m), outs[0].shape) for m in moving.values())]
        elif isinstance(op, OwnRule):
            made = [np.ones(o.shape) for o in outs]
        else:
            apart = (op, tuple(range(1, len(keys) + 1)), key, args, result, params)
            with np.errstate(all="ignore"):
                made = push(apart, moving)
            made = made if type(key) is tuple else (made,)
        for k, mark, value in zip(results(note), made, outs, strict=True):
            if mark is not None and np.any(mark):
                self._group(k, np.asarray(mark), value, op.name, isinstance(op, OwnRule))
        return any(k in self._groups for k in results(note))

    def _group(self, key: int, mark: np.ndarray, value: Any, op: str, together: bool = False) -> None:
        """Name the marked cells; beyond the first few they share one box."""
        node = self._picture.by_key[key]
        check_real(node)
        places = np.flatnonzero(mark)
        weights = np.zeros(np.shape(mark))
        np.put(weights, places, (np.arange(1, len(places) + 1) * GOLDEN) % 1 + 1)
        self._marks[key] = weights
        count = 0 if together and len(places) > 1 else ALONE if len(places) > ALONE + 1 else len(places)
        groups = []
        for place in places[:count]:
            where = ", ".join(str(int(i)) for i in np.unravel_index(place, np.shape(mark)))
            groups.append(Cells(np.array([place]), _called(node, where)))
        if len(places) > count:
            moment = "cells-more" if count else "cells-all"
            called = say(moment, name=_short(node, LABEL - 8), count=len(places) - count)
            groups.append(Cells(places[count:], called))
        self._groups[key] = [group._replace(name=self._own(group.name)) for group in groups]
        for group in self._groups[key]:
            self._ops[group.name] = op
            if not isinstance(value, Absent):
                self._values[group.name] = group.of(value)

    def _own(self, name: str) -> str:
        """Keep equal names of different values apart."""
        own, number = name, 2
        while own in self._ops:
            own, number = f"{name} ({number})", number + 1
        return own

    # ---- backwards: what comes back to them

    def _come_back(self, note: Record) -> None:
        op, keys, key, args, result, params = note
        outs = result if type(key) is tuple else (result,)
        for slot, k in enumerate(keys):
            rule = op.rules[slot]
            if k not in self._groups or rule is None:
                continue
            for part, out_key in enumerate(results(note)):
                up = whole(self._totals.get(out_key))
                for group in self._groups.get(out_key, []) if up is not None else []:
                    if group.name not in self._sums:  # it reaches no target
                        continue
                    alone = group.single and not isinstance(op, OwnRule)  # which need not be linear
                    g: Any = np.zeros(outs[part].shape, up.dtype)
                    np.put(g, group.places, 1 if alone else group.of(up))
                    g = g if g.ndim else g[()]
                    if type(key) is tuple:
                        g = tuple(g if i == part else np.zeros(o.shape, o.dtype) for i, o in enumerate(outs))
                    with np.errstate(all="ignore"):
                        share = whole(rule(g, result, *args, **(params or {})))
                    if share is None:
                        continue
                    share = narrow(share, args[slot])
                    for inner in self._groups[k]:
                        made = inner.of(share)
                        linked = op.kind == "elementwise" and _linked(args[slot].shape, group, inner, g)
                        if linked or np.any(made):
                            self._share(group, inner, group.of(up), made, alone)

    def _start(self, group: Cells, seed: Any) -> None:
        self._sums[group.name] = seed
        self._steps.append({"kind": "start", "to": group.name, "total": seed})

    def _share(self, out: Cells, to: Cells, up: Any, made: Any, alone: bool) -> None:
        """Tell one share; `made` is the local derivative where one cell sends it alone."""
        with np.errstate(all="ignore"):
            share = up * made if alone else made
            before = self._sums.get(to.name)
            total = share if before is None else before + share
        self._sums[to.name] = total
        local = made if alone and to.single else None
        words = say(
            "cell-together" if local is None else "cell-share",
            out=out.name,
            to=to.name,
            up=text(up),
            local=text(local) if local is not None else "",
            local_held=bracketed(text(local)) if local is not None else "",
            g=text(share),
        )
        if before is not None:
            g_held = bracketed(text(share))
            words += " " + say("cell-adds", old=text(before), g_held=g_held, new=text(total))
        self._steps.append(
            {
                "kind": "share",
                "source": out.name,
                "to": to.name,
                "upstream": up,
                "local": local,
                "share": share,
                "total": total,
                "caption": words,
            }
        )


def _called(node: Node, where: str) -> str:
    """Name a cell so that its place is still seen in a box: ``W[1, 2]``, ``tanh[0, 1]``."""
    return f"{_short(node, LABEL - len(where) - 2)}[{where}]" if where else node.shown


def _short(node: Node, most: int) -> str:
    name = held(node)
    return name if len(name) <= most else node.op or name


def _linked(shape: tuple[int, ...], out: Cells, inner: Cells, g: Any) -> bool:
    """Tell whether an elementwise op makes one of some cells from one of others."""
    places = np.broadcast_to(np.arange(int(np.prod(shape))).reshape(shape), np.shape(g))
    return bool(np.isin(np.ravel(places)[out.places], inner.places).any())
