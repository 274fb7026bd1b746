"""Why a gradient is what it is: the walk behind ``tape.explain``.

For each source the walk gives one `Reason`. A number comes with the paths that it came along. A zero comes
with the op where the path is flat. A None comes with the exact break: the records and the tape's log
are followed from the source towards the target, up to the first step that was not recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .asking import key_of
from .lineage import Entry, Exit, Place
from .record import Absent, Record
from .slices import Rows
from .sweep import Step, gradients_by_key
from .tape import GradientTape
from .tensor import Operand
from .variable import Variable

MOST_PATHS = 12


@dataclass(frozen=True)
class Path:
    """One way from the target back to a source.

    Attributes
    ----------
    keys : tuple of int
        The keys of the values on the way, the target first.
    slope : float or None
        The product of the local derivatives, where all of them are single numbers.
    """

    keys: tuple[int, ...]
    slope: float | None


@dataclass(frozen=True)
class Reason:
    """Why the gradient of one source is what it is.

    Attributes
    ----------
    source : Tensor or Variable
        The source that was asked for.
    answer : str
        ``"number"``, ``"zero"``, ``"nan"`` or ``"none"``.
    kind : str
        For a number ``"path"``. For a zero ``"flat"`` (an op whose slope is 0 here) or ``"cancelled"``. For a
        NaN ``"nan"``. For None: ``"not-watched"``, ``"watched-late"``, ``"integer"``, ``"not-trainable"``,
        ``"outside"``, ``"paused"``, ``"left"``, ``"assigned"``, ``"stopped"``, ``"flat-op"``,
        ``"whole-numbers"`` or ``"not-connected"``.
    gradient : array or None
        The gradient itself.
    paths : tuple of Path
        The ways from the target to the source, at most a dozen.
    more_paths : bool
        Whether there are further ones.
    op : str
        The op or function to blame, where there is one.
    key : int
        The key of the value where it happened (0 if unknown).
    place : Place or None
        The line of the learner's code where the path was lost.
    """

    source: Operand
    answer: str
    kind: str
    gradient: Any = None
    paths: tuple[Path, ...] = ()
    more_paths: bool = False
    op: str = ""
    key: int = 0
    place: Place | None = None


def reasons(
    tape: GradientTape, targets: Sequence[Operand], sources: Sequence[Operand], seeds: Mapping[int, Any]
) -> list[Reason]:
    """Find the reason for each source.

    Parameters
    ----------
    tape : GradientTape
        The tape, also after it answered.
    targets, sources : sequence of Tensor or Variable
        What was asked.
    seeds : mapping
        The gradient that the sweep starts with, by the target's key.
    """
    steps: list[Step] = []
    with np.errstate(all="ignore"):
        keys = {key_of(s) for s in sources}
        found = gradients_by_key(tape, dict(seeds), keys, observer=steps.append)
    walk = _Walk(tape, {key_of(t) for t in targets}, steps)
    return [walk.reason(s, found.get(s._key)) for s in sources]


class _Walk:
    """The records and the log of a tape, as ways from inputs to results."""

    def __init__(self, tape: GradientTape, targets: set[int], steps: list[Step]) -> None:
        self.tape = tape
        self.targets = targets
        self.steps = steps
        self.users: dict[int, list[tuple[int, Any]]] = {}
        self.made: dict[int, Any] = {}
        for note in tape._records:
            self._link(note[2], note[1], note)
        for entry in tape._lineage:
            self._link(entry[0], entry[1], entry)

    def _link(self, result: Any, inputs: tuple, by: Record | Entry) -> None:
        for key in result if type(result) is tuple else (result,):
            self.made.setdefault(key, by)
            for k in inputs:
                if k:
                    self.users.setdefault(k, []).append((key, by))

    # ---- the answers that are numbers -------------------------------------------------------------

    def reason(self, source: Operand, gradient: Any) -> Reason:
        if gradient is None:
            return self._none(source)
        value = np.asarray(gradient.dense() if type(gradient) is Rows else gradient)
        if np.isnan(value).any():
            step = self._first_nan()
            if step is not None:
                note = self.tape._records[step.record]
                return Reason(source, "nan", "nan", value, op=note[0].name, key=_first(note[2]))
        paths, more = self._paths(source._key)
        if value.size and not value.any():
            dead = self._flat(source._key)
            if dead is None:
                return Reason(source, "zero", "cancelled", value, paths, more)
            note = self.tape._records[dead.record]
            return Reason(source, "zero", "flat", value, paths, more, note[0].name, _first(note[2]))
        return Reason(source, "number", "path", value, paths, more)

    def _first_nan(self) -> Step | None:
        return next((s for s in self.steps if _has_nan(s.share) and not _has_nan(s.upstream)), None)

    def _flat(self, key: int) -> Step | None:
        """Find the step nearest to the target that made nothing out of something, on a way to this key."""
        below = self._ancestors_of(key)
        return next((s for s in self.steps if s.key in below and _dead(s)), None)

    def _ancestors_of(self, key: int) -> set[int]:
        """Return the keys of all values that depend on a key, itself included."""
        reach, queue = {key}, [key]
        while queue:
            for user, _ in self.users.get(queue.pop(), ()):
                if user not in reach:
                    reach.add(user)
                    queue.append(user)
        return reach

    def _paths(self, source: int) -> tuple[tuple[Path, ...], bool]:
        """Follow the steps from the source to the targets; each step is one edge of the sweep."""
        by_input: dict[int, list[Step]] = {}
        for step in self.steps:
            by_input.setdefault(step.key, []).append(step)
        paths: list[Path] = []
        queue: list[tuple[tuple[int, ...], float | None]] = [((source,), 1.0)]
        while queue and len(paths) <= MOST_PATHS and len(queue) < 10_000:
            keys, slope = queue.pop()
            if keys[0] in self.targets:
                paths.append(Path(keys, slope))
            for step in reversed(by_input.get(keys[0], [])):
                local = _slope(self.tape._records[step.record], step)
                product = None if slope is None or local is None else slope * local
                queue.append(((_first(self.tape._records[step.record][2]), *keys), product))
        return tuple(paths[:MOST_PATHS]), len(paths) > MOST_PATHS

    # ---- None ---------------------------------------------------------------------------------------

    def _none(self, source: Operand) -> Reason:
        key = source._key
        if source.dtype.kind not in "fc":
            return Reason(source, "none", "integer")
        entry = self._break(key)
        if entry is not None:
            result, inputs, why = entry
            if why is not None:
                kind = {"flat": "flat-op", "integer": "whole-numbers"}.get(why.kind, why.kind)
                return Reason(source, "none", kind, op=why.what, key=_first(result), place=why.place)
            if key in inputs and key not in self.tape._watched:
                return self._unwatched(source)
            if key in inputs and self._log_place(entry) < self.tape._watched_at.get(key, 0):
                return Reason(source, "none", "watched-late")
            return Reason(source, "none", "not-watched", key=_first(result))
        exit_ = self._exit(key)
        if exit_ is not None:
            return Reason(source, "none", "left", op=exit_.what, key=exit_.key, place=exit_.place)
        if not all(t in self.made or t in self.tape._watched for t in self.targets):
            return Reason(source, "none", "outside")
        return Reason(source, "none", "not-connected")

    def _unwatched(self, source: Operand) -> Reason:
        if isinstance(source, Variable) and not source.trainable:
            return Reason(source, "none", "not-trainable")
        return Reason(source, "none", "not-watched", key=source._key)

    def _log_place(self, entry: Entry) -> int:
        return next(i for i, e in enumerate(self.tape._lineage) if e is entry)

    def _break(self, key: int) -> Entry | None:
        """Walk from a key to the targets, and return the first log entry on the way: there the path broke."""
        wanted = self._towards_targets()
        queue: list[tuple[int, Entry | None]] = [(key, None)]
        seen = {key}
        while queue:
            at, broken = queue.pop(0)
            if at in self.targets:
                return broken
            for user, by in self.users.get(at, ()):
                if user in wanted and user not in seen:
                    seen.add(user)
                    queue.append((user, broken or (by if len(by) == 3 else None)))
        return None

    def _towards_targets(self) -> set[int]:
        wanted, queue = set(self.targets), list(self.targets)
        inputs: dict[int, set[int]] = {}
        for key, users in self.users.items():
            for user, _ in users:
                inputs.setdefault(user, set()).add(key)
        while queue:
            for key in inputs.get(queue.pop(), ()):
                if key not in wanted:
                    wanted.add(key)
                    queue.append(key)
        return wanted

    def _exit(self, key: int) -> Exit | None:
        reach = self._ancestors_of(key)
        return next((e for e in self.tape._exits if e.key in reach), None)


def _first(key: Any) -> int:
    return key[0] if type(key) is tuple else key


def _has_nan(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_has_nan, value))
    if type(value) is Rows:
        value = value.values
    array = np.asarray(value)
    return array.dtype.kind in "fc" and bool(np.isnan(array).any())


def _dead(step: Step) -> bool:
    """Tell whether something arrived, and nothing went on."""
    share = step.share.values if type(step.share) is Rows else step.share
    arrived = step.upstream if isinstance(step.upstream, tuple) else (step.upstream,)
    return any(np.any(a) for a in arrived) and not np.any(share)


def _slope(note: Record, step: Step) -> float | None:
    """Return the local derivative of a step between single numbers: what its rule makes of a 1."""
    op, _, key, args, result, params = note
    like = args[step.slot]
    if type(key) is tuple or isinstance(like, Absent) or np.size(like) != 1 or np.size(result) != 1:
        return None
    if np.iscomplexobj(like):
        return None
    with np.errstate(all="ignore"):
        share = op.rules[step.slot](np.ones_like(step.upstream)[()], result, *args, **(params or {}))
    return None if share is None else float(np.sum(share))
