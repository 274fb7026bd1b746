"""GradientTape: what is watched and recorded, from entering the block to the answer."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from .. import errors
from .answers import Answers
from .asking import WatchWarning, key_of
from .doors import Doors
from .lineage import MOST, Decision, Entry, Exit, Made, Pause, here
from .record import Absent, Record
from .scopes import Scope
from .state import next_key, state
from .structure import flatten
from .tensor import Operand
from .variable import Variable

# A used-up tape of up to so many records still keeps its small values, so that it can be drawn.
KEPT_FOR_PICTURES = 300


class GradientTape(Answers, Doors):
    """Records ops on the values it watches, and answers with gradients.

    Inside its ``with`` block every op on a watched value becomes one record. `gradient` runs the
    records backwards. Trainable Variables are watched by themselves, constants by `watch`.

    Parameters
    ----------
    persistent : bool, default False
        Keep the records after the first answer, so that the tape can be asked again.
    watch_accessed_variables : bool, default True
        Watch each trainable Variable as soon as it is used.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     y = x**2
    >>> tape.gradient(y, x)
    Tensor(6.0, shape=(), dtype=float32)
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = bool(persistent)
        self._automatic = bool(watch_accessed_variables)
        self._recording = False
        self._started = False  # whether there is a recording that can be asked
        self._used_up = False
        self._forget()

    _keeps_all = False  # whether records keep all values, needed or not, as `trace` wants it
    _why = None  # what this tape's log says of an op that it did not watch: nothing special

    def _forget(self) -> None:
        self._records: list[Record] = []
        self._append = self._records.append
        self._watched: set[int] = set()
        self._roots: set[int] = set()  # those of them that were not computed from others
        self._variables: dict[int, Variable] = {}
        self._names: dict[int, str] = {}  # what watched Tensors were named
        self._lineage: list[Entry] = []
        self._scopes: list[Scope] = []
        self._exits: list[Exit] = []
        self._derived: dict[int, Made] = {}  # how unwatched values came about that depend on watched ones
        self._passed: set[int] = set()  # the Variables that were used in a pause
        self._decisions: list[Decision] = []
        self._overflowed = False  # whether the log was full, so that these three may lack something
        self._given: dict[int, weakref.ref] = {}  # the learner's arrays, by the keys of their copies
        self._watched_at: dict[int, int] = {}  # how long the log was when a key began to be watched
        self._answers: dict[int, Any] = {}  # the latest gradients by key, for the pictures
        self._answered: set[int] = set()  # and the targets they belong to
        self._stripped = False  # whether the records have lost their values
        self._holds_much = False  # whether a record holds an array that no picture would show in full

    # ---- life cycle ---------------------------------------------------------------------------

    def __enter__(self) -> GradientTape:
        if self._recording:
            raise ValueError(errors.TAPE_STILL_RECORDING)
        if not self._started:
            if self._used_up:
                self._forget()
            self._used_up, self._started = False, True
        self._resume()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._recording:
            self._pause()

    def _resume(self) -> None:
        state.recorders = (*state.recorders, self)
        self._recording = True

    def _pause(self) -> None:
        active = state.recorders
        innermost = active and active[-1] is self
        state.recorders = active[:-1] if innermost else tuple(r for r in active if r is not self)
        self._recording = False

    def _is_active(self) -> bool:
        return any(r is self for r in state.recorders)

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Pause this tape for the length of a ``with`` block.

        What is computed in the pause is a constant for this tape. Other tapes go on recording.

        Raises
        ------
        RuntimeError, ValueError
            If the tape is not recording.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     with tape.stop_recording():
        ...         frozen = x * x
        ...     y = frozen * x
        >>> tape.gradient(y, x)
        Tensor(9.0, shape=(), dtype=float32)
        """
        if not self._recording:
            raise (ValueError if self._started else RuntimeError)(errors.TAPE_NOT_RECORDING)
        pause: Any = Pause(self)
        state.recorders = tuple(pause if r is self else r for r in state.recorders)
        self._recording = False
        try:
            yield
        finally:
            still = any(r is pause for r in state.recorders)
            if self._started and still and not self._is_active():
                state.recorders = tuple(self if r is pause else r for r in state.recorders)
                self._recording = True
            elif still:
                state.recorders = tuple(r for r in state.recorders if r is not pause)

    def reset(self) -> None:
        """Forget all records and everything watched, and go on recording from here.

        Raises
        ------
        ValueError
            If the tape is not recording.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        ...     tape.reset()
        ...     y = y + 4.0 * x
        >>> tape.gradient(y, x)
        Tensor(4.0, shape=(), dtype=float32)
        """
        if not self._recording:
            raise ValueError(errors.TAPE_NOT_RECORDING)
        self._forget()

    # ---- watching ------------------------------------------------------------------------------

    def watch(self, tensor: Any) -> None:
        """Follow a Tensor (or several, in any nested structure) from now on.

        Parameters
        ----------
        tensor : Tensor, Variable, or nested structure of them
            What to watch. It has to be watched before it is used.

        Raises
        ------
        ValueError
            If something is not a Tensor or Variable: a bare number or array cannot be followed.

        Warns
        -----
        WatchWarning
            If a value has an integer or bool dtype: such values have no gradient.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> c = adl.constant(3.0)
        >>> with adl.GradientTape() as tape:
        ...     tape.watch(c)
        ...     y = c * c
        >>> tape.gradient(y, c)
        Tensor(6.0, shape=(), dtype=float32)
        """
        leaves, _ = flatten(tensor)
        for leaf in leaves:
            if not isinstance(leaf, Operand):
                raise ValueError(
                    errors.WATCH_NOT_TENSOR.format(value=errors.short(leaf), kind=type(leaf).__name__)
                )
        for leaf in leaves:
            if leaf.dtype.kind not in "fc":
                warnings.warn(errors.WATCH_INTEGER.format(dtype=leaf.dtype), WatchWarning, stacklevel=2)
                continue
            key = key_of(leaf)
            if key not in self._watched:
                self._start_following(key)
                self._watched_at[key] = len(self._lineage)
            if leaf._given_name:
                self._names[leaf._key] = leaf._given_name
            if isinstance(leaf, Variable):
                self._variables[leaf._key] = leaf

    def _start_following(self, key: int) -> None:
        """Follow a value from now on; in what was recorded before it stays a constant."""
        records = self._records
        for index, (op, keys, *rest) in enumerate(records):
            if key in keys:
                records[index] = (op, tuple(0 if k == key else k for k in keys), *rest)
                self._lineage.append((rest[0], (key,), None))
        self._watched.add(key)
        self._roots.add(key)

    def _touched(self, variable: Variable) -> None:
        if self._automatic and variable.trainable and variable._key not in self._watched:
            if variable._value.dtype.kind in "fc":
                self._watched.add(variable._key)
                self._roots.add(variable._key)
            self._variables[variable._key] = variable

    def _left(self, key: int, what: str) -> None:
        """Note that a watched value was turned into a plain number or array."""
        if key in self._watched and len(self._exits) < MOST:
            self._exits.append(Exit(key, what, here(), len(self._records), len(self._lineage)))

    def _derives(self, keys: tuple[int, ...]) -> bool:
        """Tell whether one of several values depends on what is watched."""
        return any(k in self._watched or k in self._derived or k in self._passed for k in keys)

    def _overflow(self) -> None:
        self._overflowed = True

    def _looked(self, key: int, outcome: Any) -> None:
        """Note that the learner's code looked at a value as plain Python does."""
        if self._derives((key,)):
            if len(self._decisions) < MOST:
                self._decisions.append(Decision(len(self._records), key, outcome))
            else:
                self._overflow()

    def _name_later(self, array: Any) -> int:
        """Remember, without holding on to it, which of the learner's arrays a constant is a copy of."""
        key = next_key()
        self._given[key] = weakref.ref(array)
        return key

    def watched_variables(self) -> tuple[Variable, ...]:
        """Return the Variables that are watched, in the order in which they were made.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> a, b = adl.Variable(1.0, name="a"), adl.Variable(2.0, name="b")
        >>> with adl.GradientTape() as tape:
        ...     y = b * a
        >>> [v.name for v in tape.watched_variables()]
        ['a', 'b']
        """
        return tuple(self._variables[k] for k in sorted(self._variables))

    def _release(self) -> None:
        """Let go of the records; a short tape keeps what fits into a picture."""
        self._started, self._used_up = False, True
        if len(self._records) > KEPT_FOR_PICTURES or self._holds_much:
            wanting = len(self._records) <= MOST and any(g is None for g in self._answers.values())
            # Who got None may ask why: the ways are kept, the numbers not.
            self._records = [_lighter(note) for note in self._records] if wanting else []
            self._append = self._records.append
            self._stripped = True


def _lighter(note: Record) -> Record:
    """A record without its arrays: they keep their shapes and dtypes."""
    op, keys, key, args, result, params = note
    results = tuple(map(_shape_alone, result)) if type(result) is tuple else _shape_alone(result)
    return op, keys, key, tuple(map(_shape_alone, args)), results, params


def _shape_alone(value: Any) -> Any:
    return Absent(value) if type(value) is np.ndarray else value
