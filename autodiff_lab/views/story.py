"""Tape and sweep as plain, versioned data: every picture, player and text starts here.

A story is a dict that JSON can carry. Nodes are numbered in the order of computing, so the same code
gives the same story in every run. The numbers of its steps are those that the engine's own backward
loop made; nothing is differentiated here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .. import errors
from ..engine.asking import key_of
from ..engine.record import Record
from ..engine.tape import GradientTape
from ..engine.tensor import Operand
from . import folding, formula, words
from .language import get_language
from .node import FOLDED, NOT_YET, Node
from .slopes import slopes
from .text import clean, shorten

VERSION = 2

Story = dict[str, Any]


class Recording:
    """What a tape holds now; it stays when the tape is used up."""

    def __init__(self, tape: GradientTape) -> None:
        self._records, self._watched = tape._records, tape._watched
        self._roots, self._scopes = tape._roots, tape._scopes
        self._derived, self._decisions = tape._derived, tape._decisions


class View(NamedTuple):
    """What of a graph is drawn.

    Attributes
    ----------
    fold : bool, str or iterable of str
        Whether large graphs fold; names of scopes to shut.
    shut : frozenset of str
        The ids of scopes to shut.
    opened : int
        How many operations of a large graph's fold are drawn all the same.
    most : int
        How many values are drawn without a fold.
    """

    fold: Any = True
    shut: frozenset[str] = frozenset()
    opened: int = 0
    most: int = folding.WHOLE


EVERYTHING = View(False)


class Picture:
    """The records between sources and target, as nodes and edges.

    Attributes
    ----------
    nodes : list of Node
        In the order of computing; sources without a path come last.
    edges : list of tuple
        ``(tail, head, slot)``: the input, the result, and which input of the op it is.
    by_key : dict
        The node of each key.
    sources, targets : list of Node
    """

    def __init__(
        self,
        tape: GradientTape | Recording,
        targets: Sequence[Operand],
        sources: Sequence[Operand] | None,
        names: Mapping[int, str],
        view: View = EVERYTHING,
    ) -> None:
        self.nodes: list[Node] = []
        self.edges: list[tuple[Node, Node, int]] = []
        self.by_key: dict[int, Node] = {}
        self.by_record: dict[int, tuple[Node, ...]] = {}
        self._names = names
        self.tape = tape
        self._sources = tape._watched if sources is None else {key_of(s) for s in sources}
        wanted = {key_of(t) for t in targets}
        self.records = ancestors(tape._records, wanted)
        self.boxes = folding.boxes(tape._scopes, self.records)
        self._kept = {key_of(s) for s in sources or ()}
        self._plan(view, wanted)
        for index in self.records:
            if index not in self.hidden:
                self._add_record(index, tape._records[index])
            elif self.hidden[index].members[0] == index:
                self._add_fold(self.hidden[index])
        for operand in (*targets, *(sources or ())):
            if key_of(operand) not in self.by_key:
                self._add(key_of(operand), operand._value)
        self._enter_scopes()
        self.targets = [self.by_key[key_of(t)] for t in targets]
        for node in self.targets:
            node.role = "target" if node.op or node.role != "source" else "source"
            node.gradient = node.gradient or NOT_YET
        if sources is None:
            self.sources = [n for n in self.nodes if n.role == "source"]
        else:
            self.sources = [self.by_key[key_of(s)] for s in sources]

    def _add(self, key: int, value: Any) -> Node:
        node = Node(len(self.nodes), key, value)
        if key:
            self.by_key[key] = node
            node.name = self._names.get(key, "")
            if key in self._sources:
                node.role = "source"
                node.gradient = NOT_YET
        self.nodes.append(node)
        return node

    def _add_record(self, index: int, note: Record) -> None:
        op, keys, key, args, result, params = note
        inputs = [
            self.by_key[k] if k in self.by_key else self._add(k, v) for k, v in zip(keys, args, strict=True)
        ]
        outputs = []
        several = type(key) is tuple
        for part, (k, value) in enumerate(zip(key, result, strict=True) if several else [(key, result)]):
            node = self._add(k, value)
            node.role = "op"
            node.op = op.name
            node.inputs = inputs
            node.gradient = NOT_YET
            node.formula = formula.label(op, [n.shown for n in inputs], args, params)
            if several:
                node.formula += f"[{part}]"
            outputs.append(node)
            self.edges.extend((n, node, slot) for slot, n in enumerate(inputs))
        self.by_record[index] = tuple(outputs)

    def _plan(self, view: View, wanted: set[int]) -> None:
        """Decide which records are drawn as one box."""
        tape = self.tape._records
        folds, shut = folding.chosen(view.fold, self.boxes)
        shut |= set(view.shut)
        self.folds = folding.shut_scopes(self.boxes, shut, tape, self._kept)
        inside = {i for fold in self.folds for i in fold.members}
        rest = [i for i in self.records if i not in inside]
        seen = wanted | self._kept
        large = folding.middle(tape, rest, seen, view.opened, view.most) if folds else None
        if large:
            first, last = large.members[0], large.members[-1]
            whole = tuple(i for i in self.records if first <= i <= last)  # shut scopes between them go along
            self.folds = [f for f in self.folds if not first <= f.members[0] <= last]
            self.folds.append(large._replace(members=whole))
        self.folds.sort(key=lambda f: f.members[0])
        self.hidden = {i: fold for fold in self.folds for i in fold.members}

    def _add_fold(self, fold: folding.Fold) -> None:
        """Draw a run of records as one box, with all that leads into it and all that leaves it."""
        notes = [self.tape._records[i] for i in fold.members]
        values: dict[int, Any] = {}
        for note in notes:
            made = note[4] if type(note[2]) is tuple else (note[4],)
            values.update(zip(folding.results(note), made, strict=True))
        inputs: dict[int, Node] = {}
        for _, keys, _, args, _, _ in notes:
            for k, value in zip(keys, args, strict=True):
                if k and k not in values and (k in self.by_key or k in self._sources):
                    inputs[k] = self.by_key.get(k) or self._add(k, value)
        node = self._add(next(reversed(values)), values[next(reversed(values))])
        node.role, node.op, node.gradient, node.fold = "op", FOLDED, NOT_YET, fold
        node.name = fold.name
        node.formula = words.folded_label(len(notes), fold.turns)
        node.inputs = list(dict.fromkeys(inputs.values()))
        self.edges.extend((n, node, slot) for slot, n in enumerate(node.inputs))
        self.by_key.update(dict.fromkeys(values, node))
        self.by_record.update(dict.fromkeys(fold.members, (node,)))

    def _enter_scopes(self) -> None:
        """Put nodes into the scopes that they were made in; a constant goes where its only uses are."""
        self.scopes: list[dict[str, Any]] = []
        for box in self.boxes:
            drawn = [n for i in box.members if i not in self.hidden for n in self.by_record[i]]
            drawn += [n for n in self.nodes if n.fold and folding.holds(box, n.fold, self.boxes)]
            if drawn:
                can = folding.can_shut(box, self.tape._records, self._kept)
                self.scopes.append({"id": box.id, "name": box.name, "parent": box.parent, "foldable": can})
            for node in drawn:
                node.scope = box.id  # an inner scope comes later, and has the last word
        for leaf in self.nodes:
            if not leaf.op and leaf.role == "constant":
                users = {n.scope for n in self.nodes if leaf in n.inputs}
                leaf.scope = users.pop() if len(users) == 1 else ""

    def note(self, index: int) -> Record:
        """Return a record by its number."""
        return self.tape._records[index]

    def edge(self, head: Node, slot: int) -> str:
        """Return the id of the edge into an input of a node."""
        return next((f"e{i}" for i, (_, h, s) in enumerate(self.edges) if h is head and s == slot), "")


def build(
    picture: Picture, steps: list[dict[str, Any]] | None = None, summary: str = "", program: str = ""
) -> Story:
    """Write a picture, and the steps of its sweep if there are any, as plain data."""
    nodes = [n.data() for n in picture.nodes]
    count = len(nodes)
    if picture.folds:
        tape = picture.tape._records
        count = folding.count([tape[i] for i in picture.records])
        told = [
            words.folded(f.name, len(f.members), f.turns, folding.fan_outs([tape[i] for i in f.members]))
            for f in picture.folds
        ]
        summary = " ".join([*told, summary]).strip()
    names = words.say("and").join(dict.fromkeys(n.title for n in picture.targets))
    lines = (words.line(n.title, words.value(n.cell)) for n in picture.nodes[:60])
    return {
        "version": VERSION,
        "language": get_language(),
        "title": clean(words.title(shorten(names, 60), count, steps is not None)),
        "description": clean(" ".join([*filter(None, lines), summary]).strip()),
        "nodes": nodes,
        "edges": [
            {"id": f"e{i}", "tail": tail.id, "head": head.id, "slot": slot, "slope": slope}
            for i, ((tail, head, slot), slope) in enumerate(zip(picture.edges, slopes(picture), strict=True))
        ],
        "scopes": picture.scopes,
        "folds": [
            {"node": node.id, "scope": node.fold.scope, "count": len(node.fold.members)}
            for node in picture.nodes
            if node.fold
        ],
        "sources": [n.id for n in picture.sources],
        "targets": [n.id for n in picture.targets],
        "steps": steps or [],
        "summary": summary,
        "program": program,
        "forward": [
            {"node": n["id"], "caption": clean(words.arrives(n["title"], words.value(n["value"])))}
            for n in nodes
            if steps and n["role"] != "constant"
        ],
    }


def check_target(tape: GradientTape) -> None:
    """Refuse a picture of a tape that holds nothing any more."""
    if not tape._started and not tape._records:
        raise RuntimeError(errors.TAPE_USED_UP)


def ancestors(records: Sequence[Record], wanted: set[int]) -> list[int]:
    """Return the numbers of the records that the wanted values were computed by, in order."""
    wanted = set(wanted)
    found = []
    for index in range(len(records) - 1, -1, -1):
        _, keys, key, _, _, _ = records[index]
        if (key in wanted) if type(key) is not tuple else any(k in wanted for k in key):
            found.append(index)
            wanted.update(k for k in keys if k)
    return found[::-1]
