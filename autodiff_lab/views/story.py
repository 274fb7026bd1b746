"""Tape and sweep as plain, versioned data: every picture, player and text starts here.

A story is a dict that JSON can carry. Nodes are numbered in the order of computing, so the same code
gives the same story in every run. The numbers of its steps are those that the engine's own backward
loop made; nothing is differentiated here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import errors
from ..engine.asking import key_of
from ..engine.record import Absent, Record
from ..engine.scopes import Scope
from ..engine.tape import GradientTape
from ..engine.tensor import Operand
from . import formula, words
from .folding import fold
from .numbers import format_cell
from .text import clean, shorten

VERSION = 1
NOT_YET = "–"
NONE = "none"
FOLDED = "folded"
LABEL = 16
TITLE = 200

Story = dict[str, Any]


class Node:
    """A value in the picture: a source, a constant, or the result of a record."""

    def __init__(self, number: int, key: int, value: Any) -> None:
        self.id = f"n{number}"
        self.key = key
        self.value = value
        self.role = "constant"
        self.name = ""
        self.op = ""
        self.formula = ""
        self.inputs: list[Node] = []
        self.gradient = ""
        self.connected = True
        self.scope = ""
        self.cell = cell(value)

    @property
    def shown(self) -> str:
        """What other labels and the words call it: its name, its short formula, or its number."""
        if self.name:
            return self.name
        if self.role == "constant" and not self.cell["text"].startswith("("):
            return self.cell["text"]
        short = 0 < len(self.formula) <= LABEL and self.op != FOLDED
        return self.formula if short else f"v{self.id[1:]}"

    @property
    def title(self) -> str:
        """The whole line: ``y = x²``."""
        if self.formula:
            return self.formula if self.shown == self.formula else f"{self.shown} = {self.formula}"
        return self.shown

    def data(self) -> dict[str, Any]:
        """Return the node as plain data."""
        title = self.title
        label = title if len(title) <= LABEL or not self.formula else self.shown
        return {
            "id": self.id,
            "role": self.role,
            "name": shorten(clean(self.name), TITLE),
            "op": self.op,
            "label": shorten(clean(label), LABEL),
            "title": shorten(clean(title), TITLE),
            "value": self.cell,
            "inputs": [n.id for n in self.inputs],
            "gradient": self.gradient,
            "connected": self.connected,
            "scope": self.scope,
        }


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
        tape: GradientTape,
        targets: Sequence[Operand],
        sources: Sequence[Operand] | None,
        names: Mapping[int, str],
        whole: bool = False,
    ) -> None:
        self.nodes: list[Node] = []
        self.edges: list[tuple[Node, Node, int]] = []
        self.by_key: dict[int, Node] = {}
        self.by_record: dict[int, tuple[Node, ...]] = {}
        self._names = names
        self._tape = tape
        self._sources = tape._watched if sources is None else {key_of(s) for s in sources}
        wanted = {key_of(t) for t in targets}
        self.records = ancestors(tape._records, wanted)
        notes = [tape._records[i] for i in self.records]
        asked = {key_of(s) for s in sources or ()}
        self.fold = None if whole else fold(notes, wanted | asked)
        self.folded: Node | None = None
        self.hidden = {self.records[i] for i in self.fold.hidden} if self.fold else set()
        for index in self.records:
            if index not in self.hidden:
                self._add_record(index, tape._records[index])
            elif self.folded is None:
                self._add_fold(sorted(self.hidden))
        for operand in (*targets, *(sources or ())):
            if key_of(operand) not in self.by_key:
                self._add(key_of(operand), operand._value)
        self.scopes = self._find_scopes()
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

    def _add_fold(self, hidden: Sequence[int]) -> None:
        """Draw a run of records as one box, with all that leads into it and all that leaves it."""
        assert self.fold is not None
        notes = [self._tape._records[i] for i in hidden]
        results = {k for n in notes for k in (n[2] if type(n[2]) is tuple else (n[2],))}
        inputs: dict[int, Node] = {}
        for _, keys, _, args, _, _ in notes:
            for k, value in zip(keys, args, strict=True):
                if k and k not in results and (k in self.by_key or k in self._sources):
                    inputs[k] = self.by_key.get(k) or self._add(k, value)
        last = notes[-1]
        key, value = (last[2][-1], last[4][-1]) if type(last[2]) is tuple else (last[2], last[4])
        node = self._add(key, value)
        node.role, node.op, node.name, node.gradient = "op", FOLDED, "", NOT_YET
        node.formula = words.folded_label(len(hidden), self.fold.turns)
        node.inputs = list(dict.fromkeys(inputs.values()))
        self.edges.extend((n, node, slot) for slot, n in enumerate(node.inputs))
        self.by_key.update(dict.fromkeys(results, node))
        self.by_record.update(dict.fromkeys(hidden, (node,)))
        self.folded = node

    def _find_scopes(self) -> list[dict[str, str]]:
        """Put nodes into the scopes that they were made in; a constant goes where its only uses are."""
        found: list[dict[str, str]] = []
        inside: list[tuple[Scope, str]] = []
        for one in sorted(self._tape._scopes, key=lambda s: (s.start, s.depth)):
            members = [i for i in range(one.start, one.end) if i in self.by_record and i not in self.hidden]
            if not members:
                continue
            parents = [name for outer, name in inside if outer.start <= one.start and one.end <= outer.end]
            name = f"s{len(found)}"
            found.append({"id": name, "name": clean(one.name), "parent": parents[-1] if parents else ""})
            inside.append((one, name))
            for index in members:
                for node in self.by_record[index]:
                    node.scope = name  # an inner scope comes later, and has the last word
        for leaf in self.nodes:
            if not leaf.op and leaf.role == "constant":
                users = {n.scope for n in self.nodes if leaf in n.inputs}
                leaf.scope = users.pop() if len(users) == 1 else ""
        return found

    def edge(self, head: Node, slot: int) -> str:
        """Return the id of the edge into an input of a node."""
        return next((f"e{i}" for i, (_, h, s) in enumerate(self.edges) if h is head and s == slot), "")


def build(
    picture: Picture, steps: list[dict[str, Any]] | None = None, summary: str = "", program: str = ""
) -> Story:
    """Write a picture, and the steps of its sweep if there are any, as plain data."""
    nodes = [n.data() for n in picture.nodes]
    count = picture.fold.values if picture.fold else len(nodes)
    if picture.fold:
        summary = f"{words.folded(len(picture.hidden), picture.fold.turns)} {summary}".strip()
    names = " and ".join(dict.fromkeys(n.title for n in picture.targets))
    lines = (words.line(n.title, n.cell["text"]) for n in picture.nodes[:60])
    return {
        "version": VERSION,
        "title": clean(words.title(shorten(names, 60), count, steps is not None)),
        "description": clean(" ".join([*filter(None, lines), summary]).strip()),
        "nodes": nodes,
        "edges": [
            {"id": f"e{i}", "tail": tail.id, "head": head.id, "slot": slot}
            for i, (tail, head, slot) in enumerate(picture.edges)
        ],
        "scopes": picture.scopes,
        "sources": [n.id for n in picture.sources],
        "targets": [n.id for n in picture.targets],
        "steps": steps or [],
        "summary": summary,
        "program": program,
        "forward": [
            {"node": n["id"], "caption": clean(words.arrives(n["title"], n["value"]["text"]))}
            for n in nodes
            if steps and n["role"] != "constant"
        ],
    }


def cell(value: Any) -> dict[str, Any]:
    """Describe a value; of one that the tape let go, its shape and dtype."""
    if isinstance(value, Absent):
        return {
            "text": str(tuple(value.shape)),
            "shape": list(value.shape),
            "dtype": str(value.dtype),
            "data": None,
        }
    return format_cell(value)


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
