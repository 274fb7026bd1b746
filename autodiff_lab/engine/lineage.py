"""Where a path broke: what `explain` reads besides the records.

A tape records only what it watches. Beside that it keeps a short log of everything else that happened to
Tensors while it was active: ops on values it does not watch, ops without a gradient, pauses, assignments,
and values that left for plain Python. The log has an upper limit and holds no values, so it costs
little; without it nobody could say why a gradient is None.
"""

from __future__ import annotations

import linecache
import opcode
import os
import sys
from typing import Any, NamedTuple

import numpy as np

from .state import next_key, state

# A longer log is not kept: by then the first entries have told the story.
MOST = 10_000

# The instructions behind ``array[i] = ...``.
_STORES = {opcode.opmap[name] for name in ("STORE_SUBSCR", "STORE_SLICE") if name in opcode.opmap}

# What an exit is called that wrote a Tensor into an array.
STORED = "stored"

# What an exit is called where a NumPy function computed with a number that stood in a list: np.mean([a, b]).
LISTED = "listed"

# Frames that are not the learner's: our own, and those of NumPy functions written in Python. (pathlib is left
# out, since its import takes longer than that of all ops.)
_FOLDERS = (__file__.rsplit(os.sep, 2)[0], np.__file__.rsplit(os.sep, 1)[0])
_OURS = tuple(os.path.realpath(folder) + os.sep for folder in _FOLDERS)


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


class Made(NamedTuple):
    """How a value came about that is not recorded although it depends on watched ones: ``x > 2``, say.

    A program computes it again, with its own inputs.

    Attributes
    ----------
    function : callable, Op or None
        What was run; None for one of the results of a call, which is ``(call, place)`` in `args`.
    keys : tuple of int
        The keys of the arguments; 0 for a plain one.
    args : tuple
        The arguments.
    settings : dict or None
        The rest of the call.
    """

    function: Any
    keys: tuple[int, ...]
    args: tuple[Any, ...]
    settings: dict | None = None


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
    """Return the line of the learner's code that is running: the innermost that is not ours or NumPy's."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


def unseen(keys: tuple, result: Any, why: Break | None = None, made: Made | None = None) -> Any:
    """Log an op that is not recorded, and return the key of its result (0 if nobody logs)."""
    key: Any = 0
    for recorder in state.recorders:
        log = recorder._lineage
        if log is None:
            continue
        if len(log) >= MOST:
            recorder._overflow()
            continue
        if not key:
            key = next_key() if type(result) is not tuple else tuple(next_key() for _ in result)
        log.append((key, keys, why or recorder._why))
        if made is not None and recorder._derives(made.keys):
            if type(key) is tuple:
                recorder._derived.update({k: Made(None, (), (made, i)) for i, k in enumerate(key)})
            else:
                recorder._derived[key] = made
    return key


def is_storing() -> bool:
    """Tell whether the line that runs, the learner's or NumPy's, writes into an array: ``a[0] = t``."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OURS[0]):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_code[frame.f_lasti] in _STORES


def is_inside_numpy() -> bool:
    """Tell whether a NumPy function (one written in Python) is about to compute with plain numbers.

    It was not handed over, since the Tensor stood in a list. Comparisons in tests are no computation, and
    where we asked ourselves, we know what we do.
    """
    ours, numpys = _OURS
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(ours):
        frame = frame.f_back
    inside = False
    while frame is not None and frame.f_code.co_filename.startswith(numpys):
        if frame.f_code.co_filename.startswith(f"{numpys}testing"):
            return False
        inside, frame = True, frame.f_back
    return inside and frame is not None and not frame.f_code.co_filename.startswith(ours)


def watched_key(key: int) -> bool:
    """Tell whether an active recorder watches a key."""
    return any(key in recorder._watched for recorder in state.recorders)


class Decision(NamedTuple):
    """A value that plain Python looked at while recording: ``if``, ``int``, ``float``, an index, a setting.

    Attributes
    ----------
    records : int
        How many there were by then.
    key : int
        The key of the value.
    outcome : bool or array
        What it was.
    """

    records: int
    key: int
    outcome: Any


class Listener:
    """What a recorder may leave out: by itself it does not want to know anything."""

    _lineage: list[Entry] | None = None
    _why: Break | None = None
    _keeps_all = False  # whether records keep all values, needed or not

    def _touched(self, variable: Any) -> None:
        """Hear of a Variable that is used."""

    def _left(self, key: int, what: str) -> None:
        """Hear of a watched value that was turned into a plain number or array."""

    def _looked(self, key: int, outcome: Any) -> None:
        """Hear of a value that a branch, a place or a plain number depended on."""

    def _name_later(self, array: Any) -> int:
        """Return the key under which a picture may look for the name of a learner's array."""
        return 0


class Pause(Listener):
    """Stands among the recorders in place of a paused tape, so that its log goes on."""

    _watched: frozenset[int] = frozenset()
    _why = PAUSED

    def __init__(self, tape: Any) -> None:
        self._tape = tape
        self._lineage = tape._lineage
        self._derived = tape._derived

    def _touched(self, variable: Any) -> None:
        self._tape._passed.add(variable._key)

    def _derives(self, keys: tuple[int, ...]) -> bool:
        return bool(self._tape._derives(keys))

    def _overflow(self) -> None:
        self._tape._overflow()

    def _looked(self, key: int, outcome: Any) -> None:
        self._tape._looked(key, outcome)
