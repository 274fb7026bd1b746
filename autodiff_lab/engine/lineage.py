"""Where a path broke: what `explain` reads besides the records.

A tape records only what it watches. Beside that it keeps a short log of everything else that happened to
Tensors while it was active: ops on values it does not watch, ops without a gradient, pauses, assignments,
and values that left for plain Python. The log has an upper limit and holds no values, so it costs
little; without it nobody could say why a gradient is None.
"""

from __future__ import annotations

import linecache
import opcode
import sys
from pathlib import Path
from typing import Any, NamedTuple

from .state import next_key, state

# A longer log is not kept: by then the first entries have told the story.
MOST = 10_000

# The instructions behind ``array[i] = ...``.
_STORES = {opcode.opmap[name] for name in ("STORE_SUBSCR", "STORE_SLICE") if name in opcode.opmap}

# What an exit is called that wrote a Tensor into an array.
STORED = "stored"

_PACKAGE = str(Path(__file__).resolve().parent.parent)


class Place(NamedTuple):
    """A line of the learner's code."""

    file: str
    line: int

    @property
    def text(self) -> str:
        """The line itself, if it can still be read."""
        return linecache.getline(self.file, self.line).strip()


class Break(NamedTuple):
    """Why no gradient flows from the inputs of a log entry to its result.

    Attributes
    ----------
    kind : str
        ``"flat"``, ``"integer"``, ``"stopped"``, ``"paused"`` or ``"assigned"``.
    what : str
        The name of the function.
    place : Place or None
        Where it happened.
    """

    kind: str
    what: str
    place: Place | None


class Exit(NamedTuple):
    """A watched value that was turned into a plain number or array while recording.

    `recorded` and `logged` tell how many records and log entries there were by then.
    """

    key: int
    what: str
    place: Place
    recorded: int = 0
    logged: int = 0


# (key of the result, keys of the inputs, Break or None); None marks an op that simply was not watched.
Entry = tuple[Any, tuple[int, ...], Break | None]

PAUSED = Break("paused", "stop_recording", None)


def here() -> Place:
    """Return the line of the learner's code that is running: the innermost one outside this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


def unseen(keys: tuple, result: Any, why: Break | None = None) -> Any:
    """Log an op that is not recorded, and return the key of its result (0 if nobody logs)."""
    key: Any = 0
    for recorder in state.recorders:
        log = recorder._lineage
        if log is not None and len(log) < MOST:
            if not key:
                key = next_key() if type(result) is not tuple else tuple(next_key() for _ in result)
            log.append((key, keys, why or recorder._why))
    return key


def is_storing() -> bool:
    """Tell whether the learner's line is just writing into an array: ``a[0] = t``."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_code[frame.f_lasti] in _STORES


def watched_key(key: int) -> bool:
    """Tell whether an active recorder watches a key."""
    return any(key in recorder._watched for recorder in state.recorders)


class Pause:
    """Stands among the recorders in place of a paused tape, so that its log goes on."""

    _watched: frozenset[int] = frozenset()
    _why = PAUSED

    def __init__(self, lineage: list[Entry]) -> None:
        self._lineage = lineage

    def _touched(self, variable: Any) -> None:
        """Nothing is watched in a pause."""

    def _left(self, key: int, what: str) -> None:
        """Nothing is lost in a pause that was not lost by it."""
