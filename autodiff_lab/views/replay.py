"""Compute recorded values again, with one of them changed: what a nudge really does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.custom import OwnRule
from ..engine.lineage import Decision, Made
from ..engine.record import Absent, Record
from ..ops.registry import Op


class GoneError(LookupError):
    """A value that would be needed is not there any more."""


class BranchError(LookupError):
    """Plain Python saw a value that would be another one, so the code could go another way."""


class Replay:
    """Runs records again.

    Parameters
    ----------
    records : sequence of Record
        In order, all that lies between the changed values and the wanted ones.
    derived : dict
        How values came about that are not recorded, such as a mask ``x > 0``.
    decisions : sequence of Decision
        What plain Python saw: in an ``if``, in ``float(x)``.
    """

    def __init__(
        self, records: Sequence[Record], derived: dict[int, Made], decisions: Sequence[Decision]
    ) -> None:
        self._records, self._derived, self._decisions = records, derived, decisions
        self._new: dict[int, Any] = {}

    def run(self, changed: dict[int, Any], wanted: Sequence[int]) -> list[Any]:
        """Run them after some values changed.

        Parameters
        ----------
        changed : dict
            New values by key.
        wanted : sequence of int
            The keys whose new values are asked for.

        Returns
        -------
        list of array
            In float64, so that rounding does not blur small differences; None for what did not change.

        Raises
        ------
        GoneError
            If a record needs a value that the tape let go, or cannot be run again: a function with a gradient
            of its own keeps its inside to itself.
        BranchError
            If a value that plain Python saw is another one now.
        """
        self._new = {key: _wide(value) for key, value in changed.items()}
        for op, keys, key, args, _, params in self._records:
            known = [self._again(k) for k in keys]
            if all(value is None for value in known):
                continue
            made = self._call(op, known, args, params)
            self._new.update(zip(key, made, strict=True) if type(key) is tuple else [(key, made)])
        for decision in self._decisions:
            now = self._again(decision.key)
            if now is not None and _turns(np.asarray(now), np.asarray(decision.outcome)):
                raise BranchError
        return [self._new.get(key) for key in wanted]

    def _again(self, key: int) -> Any:
        """Give the new value of a key; None if it is what it was."""
        if not key:
            return None
        if key not in self._new and key in self._derived:
            made = self._made(self._derived[key])
            if made is None:
                return None
            self._new[key] = made
        return self._new.get(key)

    def _made(self, made: Made) -> Any:
        if made.function is None:  # one of several results of a call
            whole = self._made(made.args[0])
            return None if whole is None else whole[made.args[1]]
        known = [self._again(k) for k in made.keys]
        return (
            None
            if all(v is None for v in known)
            else self._call(made.function, known, made.args, made.settings)
        )

    @staticmethod
    def _call(function: Any, known: Sequence[Any], args: Sequence[Any], settings: Any) -> Any:
        name = getattr(function, "name", getattr(function, "__name__", "a function"))
        inputs = [_wide(a) if value is None else value for value, a in zip(known, args, strict=True)]
        if isinstance(function, OwnRule) or any(isinstance(a, Absent) for a in inputs):
            raise GoneError(name)
        run = function.function if isinstance(function, Op) else function
        with np.errstate(all="ignore"):
            return run(*inputs, **(settings or {}))


def _turns(now: np.ndarray[Any, Any], seen: np.ndarray[Any, Any]) -> bool:
    """Tell whether code that saw a value would go another way now; a float that it saw is mostly printed."""
    if seen.dtype.kind not in "biu":
        return False
    return not np.array_equal(now if seen.dtype == bool else np.trunc(now), seen)


def _wide(value: Any) -> Any:
    if isinstance(value, Absent):
        return value
    array = np.asarray(value)
    wide = {"f": np.float64, "c": np.complex128}.get(array.dtype.kind)
    return array.astype(wide)[()] if wide else value
