"""Where a path broke: why the gradient of a source is None."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .lineage import LISTED, Entry, Exit
from .reasons import Reason
from .record import Record
from .tape import GradientTape
from .tensor import Operand
from .variable import Variable

_KINDS = {"flat": "flat-op", "integer": "whole-numbers"}


class Trail:
    """The records and the log of a tape, as ways from inputs to results.

    Parameters
    ----------
    tape : GradientTape
        The tape, also after it answered.
    targets : iterable of int
        The keys of the targets.
    """

    def __init__(self, tape: GradientTape, targets: Iterable[int]) -> None:
        self.tape = tape
        self.targets = set(targets)
        self.users: dict[int, list[tuple[int, Record | Entry]]] = {}
        self.made: dict[int, Record | Entry] = {}
        self.when: dict[int, tuple[int, bool]] = {}  # the place of a result among the records, or in the log
        for number, note in enumerate(tape._records):
            self._link(note[2], note[1], note, number)
        for number, entry in enumerate(tape._lineage):
            self._link(entry[0], entry[1], entry, number)

    def _link(self, result: Any, inputs: tuple, by: Record | Entry, number: int) -> None:
        for key in result if type(result) is tuple else (result,):
            if key not in self.made:
                self.made[key] = by
                self.when[key] = number, _is_entry(by)
            for k in inputs:
                if k:
                    self.users.setdefault(k, []).append((key, by))

    def descendants(self, key: int) -> set[int]:
        """Return the keys of all values that depend on a key, itself included."""
        reach, queue = {key}, [key]
        while queue:
            for user, _ in self.users.get(queue.pop(), ()):
                if user not in reach:
                    reach.add(user)
                    queue.append(user)
        return reach

    def ancestors(self) -> set[int]:
        """Return the keys of all values that the targets depend on, themselves included."""
        found, queue = set(self.targets), list(self.targets)
        while queue:
            by = self.made.get(queue.pop())
            for key in by[1] if by is not None else ():
                if key and key not in found:
                    found.add(key)
                    queue.append(key)
        return found

    # ---- the answer ----------------------------------------------------------------------------------

    def none(self, source: Operand) -> Reason:
        """Find the exact break between the targets and a source whose gradient is None."""
        key = source._key
        if source.dtype.kind not in "fc":
            return Reason(source, "none", "integer")
        way = self._way(key)
        if way is not None:
            return self._broken(source, way)
        exit_ = self.exit_of(key)
        if exit_ is not None:
            return Reason(source, "none", "left", op=exit_.what, key=exit_.key, place=exit_.place)
        if not all(t in self.made or t in self.tape._watched for t in self.targets):
            return Reason(source, "none", "outside")
        if self._later(key):
            return Reason(source, "none", "made-later", key=key)
        met = key in self.users or key in self.made or key in self.tape._watched
        if not met and not isinstance(source, Variable):
            return Reason(source, "none", "never-met", key=key)
        return Reason(source, "none", "not-connected", loose=self._loose())

    def _way(self, key: int) -> list[Record | Entry] | None:
        """Walk from a key to the nearest target: the steps, or None where no way leads there."""
        wanted = self.ancestors()
        before: dict[int, tuple[int, Record | Entry] | None] = {key: None}
        queue = deque([key])
        while queue:
            at = queue.popleft()
            if at in self.targets and at != key:
                return _steps(before, at)
            for user, by in self.users.get(at, ()):
                if user in wanted and user not in before:
                    before[user] = at, by
                    queue.append(user)
        return None

    def _broken(self, source: Operand, way: list[Record | Entry]) -> Reason:
        """Name the first step that was not recorded."""
        key = source._key
        entry: Any = next((step for step in way if _is_entry(step)), None)
        if entry is None or entry[2] is None or entry[2].kind == "unwatched":
            first = entry if entry is not None else way[0]
            if key in first[1] and key not in self.tape._watched:
                return self._unwatched(source)
            if entry is None:
                return self._without_rule(source, way)
            if key in entry[1] and self._log_place(entry) < self.tape._watched_at.get(key, 0):
                return Reason(source, "none", "watched-late")
            return Reason(source, "none", "not-watched", key=first_of(entry[0]))
        why = entry[2]
        kind = _KINDS.get(why.kind, why.kind)
        return Reason(source, "none", kind, op=why.what, key=first_of(entry[0]), place=why.place)

    def _without_rule(self, source: Operand, way: list) -> Reason:
        """Every step was recorded, and still nothing came: one of them passes nothing on to this input."""
        at = source._key
        for op, keys, key, *_ in way:
            if not isinstance(op.rules, tuple) or all(
                op.rules[slot] is None for slot, k in enumerate(keys) if k == at
            ):
                return Reason(source, "none", "no-rule", op=op.name, key=first_of(key))
            at = first_of(key)
        op, _, key, *_ = way[-1]
        return Reason(source, "none", "no-rule", op=op.name, key=first_of(key))

    def _unwatched(self, source: Operand) -> Reason:
        if isinstance(source, Variable) and not source.trainable:
            return Reason(source, "none", "not-trainable")
        return Reason(source, "none", "not-watched", key=source._key)

    def _log_place(self, entry: Entry) -> int:
        return next(i for i, e in enumerate(self.tape._lineage) if e is entry)

    def _later(self, key: int) -> bool:
        """Tell whether a value was computed on this tape after the targets."""
        when = self.when.get(key)
        ends = [self.when.get(t) for t in self.targets]
        return when is not None and all(e is not None and e[1] == when[1] and e[0] < when[0] for e in ends)

    # ---- values that left --------------------------------------------------------------------------------

    def exit_of(self, key: int) -> Exit | None:
        """Find where the path may have left: a number of this source's, and a constant met later on."""
        reach = self.descendants(key)
        return next((e for e in self.tape._exits if e.key in reach and self._came_back(e)), None)

    def listed(self, key: int) -> Exit | None:
        """Find where a NumPy function took numbers of this source's out of a list, and they came back."""
        reach = self.descendants(key)
        listed = (e for e in self.tape._exits if e.what == LISTED and e.key in reach)
        return next(filter(self._came_back, listed), None)

    def _came_back(self, exit_: Exit) -> bool:
        """Tell whether the targets rest on something that may have been made of a plain number.

        A number that was only printed, or noted after the last line, has no part in the target.
        """
        for key in self.ancestors():
            by = self.made.get(key)
            if by is None:
                if key not in self.tape._watched:
                    return True
            elif _is_entry(by):
                if self.when[key][0] >= exit_.logged and 0 in by[1]:
                    return True
            elif self.when[key][0] >= exit_.recorded and _has_constant(by, exit_.what):
                return True
        return False

    def _loose(self) -> tuple[int, ...]:
        """Return the keys of Tensors that the targets rest on and that came from outside the tape."""
        tape = self.tape
        variables = tape._variables.keys()
        return tuple(
            k
            for k in sorted(self.ancestors())
            if k not in self.made and k not in tape._watched and k not in variables
        )


def _steps(before: Mapping[int, tuple[int, Record | Entry] | None], at: int) -> list[Record | Entry]:
    """Read the way to a key back to its beginning."""
    steps = []
    link = before[at]
    while link is not None:
        steps.append(link[1])
        link = before[link[0]]
    return steps[::-1]


def _is_entry(by: Any) -> bool:
    return len(by) == 3


def first_of(key: Any) -> int:
    """Return the key of a result, the first one of several."""
    return key[0] if type(key) is tuple else key


def _has_constant(note: Any, left_by: str) -> bool:
    """Tell whether a record met a constant that can have been made of a number that left.

    A whole number is none, unless it was ``int()`` that took it: mostly it is an exponent or a factor.
    """
    whole = int if left_by != "int" else ()
    return any(
        not k and not (whole and isinstance(v, whole) and not isinstance(v, np.generic))
        for k, v in zip(note[1], note[3], strict=True)
    )
