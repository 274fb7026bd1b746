"""Compute recorded values again, with one of them changed: what a nudge really does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.custom import OwnRule
from ..engine.record import Absent, Record


class GoneError(LookupError):
    """A value that would be needed is not there any more."""


def replay(records: Sequence[Record], changed: dict[int, Any], wanted: Sequence[int]) -> list[Any]:
    """Run records again after some values changed.

    Parameters
    ----------
    records : sequence of Record
        In order, all that lies between the changed values and the wanted ones.
    changed : dict
        New values by key.
    wanted : sequence of int
        The keys whose new values are asked for.

    Returns
    -------
    list of array
        In float64, so that rounding does not blur small differences; None for a value that did not change.

    Raises
    ------
    GoneError
        If a record needs a value that the tape let go, or cannot be run again: a function with a gradient of
        its own keeps its inside to itself.
    """
    new = {key: _wide(value) for key, value in changed.items()}
    for op, keys, key, args, _, params in records:
        if not any(k in new for k in keys):
            continue
        if isinstance(op, OwnRule):
            raise GoneError(op.name)
        inputs = [new[k] if k in new else _wide(a) for k, a in zip(keys, args, strict=True)]
        if any(isinstance(a, Absent) for a in inputs):
            raise GoneError(op.name)
        with np.errstate(all="ignore"):
            made = op.function(*inputs, **(params or {}))
        new.update(zip(key, made, strict=True) if type(key) is tuple else [(key, made)])
    return [new.get(key) for key in wanted]


def _wide(value: Any) -> Any:
    if isinstance(value, Absent):
        return value
    array = np.asarray(value)
    wide = {"f": np.float64, "c": np.complex128}.get(array.dtype.kind)
    return array.astype(wide)[()] if wide else value
