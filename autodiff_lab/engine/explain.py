"""Why a gradient is what it is: the walk behind ``tape.explain``.

For each source the walk gives one `Reason`. A number comes with the paths that it came along. A zero comes
with the op where the path is flat. A None comes with the exact break: the records and the tape's log
are followed from the source towards the target, up to the first step that was not recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .asking import key_of
from .breaks import Trail, first_of
from .custom import OwnRule
from .lineage import Place
from .reasons import Path, Reason
from .record import Absent, Record
from .slices import Rows
from .sweep import Step, gradients_by_key
from .tape import GradientTape
from .tensor import Operand

MOST_PATHS = 12
MOST_BRANCHES = 10_000


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

    Returns
    -------
    list of Reason
        One per source, in their order.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     y = adl.stop_gradient(x) * 2.0
    >>> tape.explain(y, x).reasons[0].kind
    'stopped'
    """
    trail = Trail(tape, map(key_of, targets))
    keys = {key_of(s) for s in sources}
    steps: list[Step] = []
    if tape._stripped:  # the numbers are gone; what was answered is still known
        known = {k: g for k, g in tape._answers.items() if g is not None}
        return [
            trail.none(s) if s._key not in known else Reason(s, "number", "path", _plain(known[s._key]))
            for s in sources
        ]
    with np.errstate(all="ignore"):
        found = gradients_by_key(tape, dict(seeds), keys, observer=steps.append)
    walk = _Walk(tape, trail, steps)
    return [walk.number(s, found[s._key]) if s._key in found else trail.none(s) for s in sources]


def lost(tape: GradientTape, targets: Sequence[Operand], source: Operand) -> Reason:
    """Find the reason why one source has no gradient, without a sweep."""
    return Trail(tape, map(key_of, targets)).none(source)


def listed(tape: GradientTape, targets: Sequence[Operand], sources: Sequence[Operand]) -> Place | None:
    """Find the line where a part of a gradient was lost in a list of Tensors."""
    trail = Trail(tape, map(key_of, targets))
    return next((e.place for e in (trail.listed(s._key) for s in sources) if e is not None), None)


def _plain(gradient: Any) -> Any:
    """What is known of an answer: its numbers, or the shape alone."""
    return gradient if isinstance(gradient, Absent) else np.asarray(gradient)


class _Walk:
    """The answers that are numbers, explained by the steps of their sweep."""

    def __init__(self, tape: GradientTape, trail: Trail, steps: list[Step]) -> None:
        self.tape = tape
        self.trail = trail
        self.steps = steps

    def number(self, source: Operand, gradient: Any) -> Reason:
        """Tell along which paths a gradient came, where it turned flat, or where it ceased to be a number."""
        value = np.asarray(gradient.dense() if type(gradient) is Rows else gradient)
        if value.dtype.kind == "c":
            value = np.conj(value)  # as gradient() answers it
        paths, more = self._paths(source._key)
        if _has_nan(value):
            return self._not_a_number(source, value, paths, more)
        if value.size and not value.any():
            dead = self._flat(source._key)
            if dead is None:
                return Reason(source, "zero", "cancelled", value, paths, more)
            note = self.tape._records[dead.record]
            return Reason(source, "zero", "flat", value, paths, more, note[0].name, first_of(note[2]))
        exit_ = self.trail.exit_of(source._key)
        if exit_ is None:
            return Reason(source, "number", "path", value, paths, more)
        return Reason(source, "number", "path", value, paths, more, exit_.what, exit_.key, exit_.place)

    def _not_a_number(self, source: Operand, value: Any, paths: Any, more: bool) -> Reason:
        below = self.trail.descendants(source._key)
        step = next(
            (s for s in self.steps if s.key in below and _has_nan(s.share) and not _has_nan(s.upstream)), None
        )
        if step is None:
            return Reason(source, "nan", "nan-sum", value, paths, more)
        op, _, key, args, result, _ = note = self.tape._records[step.record]
        if _has_nan(result) or any(map(_has_nan, args)):  # the slope only hands on what a value brought
            op_name, at = self._first_value(note)
            return Reason(source, "nan", "nan-value", value, paths, more, op_name, at)
        return Reason(source, "nan", "nan", value, paths, more, op.name, first_of(key))

    def _first_value(self, note: Record) -> tuple[str, int]:
        """Follow a NaN among the values back to where it arose: an op, or a value that came in so."""
        while True:
            op, keys, key, args, _, _ = note
            bad = next((k for k, v in zip(keys, args, strict=True) if k and _has_nan(v)), None)
            if bad is None:
                return op.name, first_of(key)
            maker = self.trail.made.get(bad)
            if maker is None or len(maker) == 3:
                return "", bad
            note = maker

    def _flat(self, key: int) -> Step | None:
        """Find the step nearest to the target that made nothing out of something, on a way to this key."""
        below = self.trail.descendants(key)
        return next((s for s in self.steps if s.key in below and _dead(s)), None)

    def _paths(self, source: int) -> tuple[tuple[Path, ...], bool]:
        """Follow the steps from the source to the targets; each step is one edge of the sweep."""
        by_input: dict[int, list[Step]] = {}
        for step in self.steps:
            by_input.setdefault(step.key, []).append(step)
        paths: list[Path] = []
        # A way is a chain of (key, the way before it).
        queue: list[tuple[tuple, float | None]] = [((source, None), 1.0)]
        while queue and len(paths) < MOST_PATHS and len(queue) < MOST_BRANCHES:
            way, slope = queue.pop()
            if way[0] in self.trail.targets:
                paths.append(Path(_keys(way), slope))
            for step in reversed(by_input.get(way[0], [])):
                note = self.tape._records[step.record]
                local = _slope(note, step)
                product = None if slope is None or local is None else slope * local
                queue.append(((first_of(note[2]), way), product))
        return tuple(paths), bool(queue)


def _keys(way: Any) -> tuple[int, ...]:
    keys = []
    while way is not None:
        keys.append(way[0])
        way = way[1]
    return tuple(keys)


def _has_nan(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_has_nan, value))
    if type(value) is Rows:
        value = value.values
    if isinstance(value, Absent):
        return False
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
    if type(key) is tuple or isinstance(op, OwnRule):  # a learner's own gradient is asked by the sweep alone
        return None
    if isinstance(like, Absent) or like.size != 1 or result.size != 1:
        return None
    if np.iscomplexobj(like) or np.iscomplexobj(step.upstream):
        return None
    with np.errstate(all="ignore"):
        share = op.rules[step.slot](np.ones_like(step.upstream)[()], result, *args, **(params or {}))
    return None if share is None else float(np.sum(share))
