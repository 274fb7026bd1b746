"""GradientTape: what is watched and recorded, from entering the block to the answer."""

from __future__ import annotations

import enum
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import errors
from .jacobian import batch_jacobian_by_key, jacobian_by_key
from .lineage import MOST, STORED, Entry, Exit, Pause, here
from .record import SMALL, Record, wrap
from .slices import Rows
from .state import next_key, state
from .structure import flatten
from .sweep import gradients_by_key, needed
from .tensor import Operand, Tensor, Variable, convert

if TYPE_CHECKING:
    from ..views.explanation import Explanation
    from ..views.graph import Graph
    from ..views.sweep import Sweep


class UnconnectedGradients(enum.Enum):
    """What a source gets that no path leads to: None (the default) or zeros.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.UnconnectedGradients("zero")
    <UnconnectedGradients.ZERO: 'zero'>
    """

    NONE = "none"
    ZERO = "zero"


class GradientWarning(UserWarning):
    """A gradient is None although the learner surely wanted a number."""


class WatchWarning(GradientWarning):
    """A tape was asked to watch something that has no gradient."""


# A used-up tape of up to so many records still keeps its small values, so that it can be drawn.
KEPT_FOR_PICTURES = 300


class GradientTape:
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
        self._forget()

    _why = None  # what this tape's log says of an op that it did not watch: nothing special

    def _forget(self) -> None:
        self._records: list[Record] = []
        self._append = self._records.append
        self._watched: set[int] = set()
        self._variables: dict[int, Variable] = {}
        self._names: dict[int, str] = {}  # what watched Tensors were named
        self._lineage: list[Entry] = []
        self._exits: list[Exit] = []
        self._watched_at: dict[int, int] = {}  # how long the log was when a key began to be watched
        self._answers: dict[int, Any] = {}  # the latest gradients by key, for the pictures
        self._answered: set[int] = set()  # and the targets they belong to

    # ---- life cycle ---------------------------------------------------------------------------

    def __enter__(self) -> GradientTape:
        if self._recording:
            raise ValueError(errors.TAPE_STILL_RECORDING)
        if not self._started:
            self._forget()
            self._started = True
        self._resume()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._recording:
            self._pause()

    def _resume(self) -> None:
        state.recorders = (*state.recorders, self)
        self._recording = True

    def _pause(self) -> None:
        state.recorders = tuple(r for r in state.recorders if r is not self)
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
        pause: Any = Pause(self._lineage)
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
            if leaf.name:
                self._names[leaf._key] = leaf.name
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

    def _touched(self, variable: Variable) -> None:
        if self._automatic and variable.trainable and variable._key not in self._watched:
            if variable._value.dtype.kind in "fc":
                self._watched.add(variable._key)
            self._variables[variable._key] = variable

    def _left(self, key: int, what: str) -> None:
        """Note that a watched value was turned into a plain number or array."""
        if key in self._watched and len(self._exits) < MOST:
            self._exits.append(Exit(key, what, here()))

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

    # ---- answering -----------------------------------------------------------------------------

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
    ) -> Any:
        """Differentiate the target with respect to the sources.

        Parameters
        ----------
        target : Tensor, Variable, or nested structure of them
            What to differentiate. Several targets, and the elements of one that is not a scalar,
            are added up.
        sources : Tensor, Variable, or nested structure of them
            With respect to what.
        output_gradients : array or structure of arrays, optional
            A weight for each element of each target, in the target's shape; ones by default.
        unconnected_gradients : UnconnectedGradients or str
            What a source gets that no path leads to: ``"none"`` for None, ``"zero"`` for zeros.

        Returns
        -------
        Tensor or None, or the same structure as `sources`
            Each gradient has the shape and dtype of its source.

        Raises
        ------
        RuntimeError
            If the tape is used up (or was never entered).
        TypeError
            If the target is None, or a target or source is not a Tensor or Variable.
        ValueError
            If `unconnected_gradients` is unknown, or `output_gradients` does not fit the targets.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x, y = adl.Variable(2.0), adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     z = x**2 + y**3
        >>> tape.gradient(z, {"x": x, "y": y})["y"]
        Tensor(27.0, shape=(), dtype=float32)
        """
        if not self._started:
            raise RuntimeError(errors.TAPE_USED_UP)
        zero = wants_zeros(unconnected_gradients)
        targets = self._targets(target)[0]
        flat, rebuild = operands_in(sources, errors.SOURCES_NONE, errors.SOURCE_NOT_TENSOR)
        if self._recording and not self._persistent:
            self._pause()
        taped = bool(state.recorders)
        seeds = starting_gradients(target, targets, output_gradients, taped)
        keys = [key_of(source) for source in flat]
        _warn_of_whole_numbers(targets, flat)
        self._refuse_stored(set(keys))
        records = self._records
        if taped:  # the sweep may be recorded on this very list
            records = records[:]
        with np.errstate(all="ignore"):
            found = gradients_by_key(self, seeds, set(keys), records, taped)
        self._warn_of_losses(flat, found)
        answers = [_answer(found.get(k), source, zero) for k, source in zip(keys, flat, strict=True)]
        self._answers, self._answered = dict(zip(keys, answers, strict=True)), set(map(key_of, targets))
        if not self._persistent:
            self._release()
        return rebuild(answers)

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: Any = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """Differentiate each element of the target with respect to each element of the sources.

        With fewer inputs than outputs, one forward run with a batch of tangents fills the columns;
        otherwise one backward run with a batch of gradients fills the rows. Either way the records are
        gone through once, and each rule works on the whole batch.

        Parameters
        ----------
        target : Tensor, Variable, or nested structure of them
            What to differentiate.
        sources : Tensor, Variable, or nested structure of them
            With respect to what.
        unconnected_gradients : UnconnectedGradients or str
            What a source gets that no path leads to: ``"none"`` or ``"zero"``.
        parallel_iterations : ignored
            Accepted for TensorFlow's sake.
        experimental_use_pfor : bool
            Accepted for TensorFlow's sake; False needs a persistent tape, as there.

        Returns
        -------
        Tensor or None, or the same structure as `sources`
            Of shape ``target.shape + source.shape``. For several targets a structure like `target` of such.

        Raises
        ------
        RuntimeError
            If the tape is used up, or not persistent with ``experimental_use_pfor=False``.
        TypeError, ValueError
            As for `gradient`.

        Examples
        --------
        >>> import numpy as np
        >>> import autodiff_lab as adl
        >>> x = adl.Variable([3.0, 2.0])
        >>> with adl.GradientTape() as tape:
        ...     y = np.stack([x[0] * x[1], x[0] + x[1], x[0] ** 2])
        >>> print(tape.jacobian(y, x).numpy())
        [[2. 3.]
         [1. 1.]
         [6. 0.]]
        """
        zero, targets, again = self._asked(target, unconnected_gradients, experimental_use_pfor)
        flat, rebuild = operands_in(sources, errors.SOURCES_NONE, errors.SOURCE_NOT_TENSOR)
        records, taped = self._ready()
        keys = [key_of(s) for s in flat]
        self._refuse_stored(set(keys))
        tables = []
        for t in targets:
            key_of(t)
            with np.errstate(all="ignore"):
                known = [s for s in flat if s._key in self._watched or s._key == t._key]
                found = jacobian_by_key(records, t, known, taped) if t.dtype.kind in "fc" else {}
            tables.append(
                rebuild([_table(found.get(k), t, s, zero) for k, s in zip(keys, flat, strict=True)])
            )
        if not self._persistent:
            self._release()
        return again(tables)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: Any = None,
        experimental_use_pfor: bool = True,
    ) -> Tensor:
        """Differentiate each row of the target with respect to the same row of the source.

        It takes for granted that row i of the target depends on row i of the source alone, as for a batch of
        examples. Where rows are mixed it gives the sums over the other rows (as TensorFlow does); use
        `jacobian` there.

        Parameters
        ----------
        target : Tensor
            Of shape ``(rows, ...)``, with at least two axes.
        source : Tensor or Variable
            Of shape ``(rows, ...)``, with at least two axes.
        unconnected_gradients, parallel_iterations, experimental_use_pfor
            As for `jacobian`; a source without a path gives zeros in either case.

        Returns
        -------
        Tensor
            Of shape ``(rows, *target.shape[1:], *source.shape[1:])``.

        Raises
        ------
        ValueError
            If the numbers of rows differ, or an array has fewer than two axes.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable([[1.0, 2.0], [3.0, 4.0]])
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        >>> print(tape.batch_jacobian(y, x).numpy())
        [[[2. 0.]
          [0. 4.]]
        <BLANKLINE>
         [[6. 0.]
          [0. 8.]]]
        """
        _, (t,), _ = self._asked(target, unconnected_gradients, experimental_use_pfor)
        (s,), _ = operands_in(source, errors.SOURCES_NONE, errors.SOURCE_NOT_TENSOR)
        for what, value in (("the target", t), ("the source", s)):
            if value.ndim < 2:
                raise ValueError(errors.BATCH_RANK.format(what=what, shape=value.shape))
        if t.shape[0] != s.shape[0]:
            raise ValueError(errors.BATCH_ROWS.format(target=t.shape, source=s.shape))
        records, taped = self._ready()
        key_of(t), key_of(s)
        found = None
        if s._key in self._watched or s._key == t._key:
            with np.errstate(all="ignore"):
                found = batch_jacobian_by_key(records, t, s, taped)
        if not self._persistent:
            self._release()
        if found is None:
            return wrap(np.zeros((*t.shape, *s.shape[1:]), t.dtype))
        return _answer(found, s, False)

    def _asked(self, target: Any, unconnected: Any, together: bool) -> tuple[bool, list, Any]:
        """Check what a Jacobian is asked for."""
        if not self._started:
            raise RuntimeError(errors.TAPE_USED_UP)
        if not together and not self._persistent:
            raise RuntimeError(errors.JACOBIAN_PERSISTENT)
        targets, rebuild = self._targets(target)
        return wants_zeros(unconnected), targets, rebuild

    def _targets(self, target: Any) -> tuple[list, Any]:
        """Take the target apart; where it is a plain number, name the line where a value left the tape."""
        try:
            return operands_in(target, errors.TARGET_NONE, errors.TARGET_NOT_TENSOR)
        except TypeError as error:
            if target is None or not self._exits:
                raise
            place = self._exits[0].place
            raise TypeError(f"{error} {errors.LEFT_AT.format(line=place.line, text=place.text)}") from None

    def _ready(self) -> tuple[list[Record], bool]:
        """Stop recording where the tape is for one answer; return the records, and whether others record."""
        if self._recording and not self._persistent:
            self._pause()
        taped = bool(state.recorders)
        # A sweep that is recorded may be recorded on this very list.
        return (self._records[:] if taped else self._records), taped

    # ---- the doors to the views, which are loaded only when somebody looks ------------------------

    def graph(self, target: Any, sources: Any = None, names: Any = None) -> Graph:
        """Draw what lies between the sources and the target.

        Parameters
        ----------
        target : Tensor, Variable, or nested structure of them
            What was computed.
        sources : Tensor, Variable, or nested structure of them, optional
            What it was computed from; everything watched by default.
        names : dict, optional
            Names for the picture, as in ``names={"loss": y}``. Others are taken from ``name=`` and from
            the variables of the code that calls.

        Returns
        -------
        Graph

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        >>> tape.graph(y)
        <Graph of y = x × x, 2 values>
        """
        from ..views.graph import Graph

        return Graph(self, target, sources, self._known_names(names, sys._getframe(1), target, sources))

    def sweep(self, target: Any, sources: Any, output_gradients: Any = None, names: Any = None) -> Sweep:
        """Run the sweep once more, and show its steps. The tape is not used up by it.

        Parameters
        ----------
        target, sources, output_gradients
            As for `gradient`.
        names : dict, optional
            As for `graph`.

        Returns
        -------
        Sweep

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        >>> len(tape.sweep(y, x).steps)
        4
        """
        from ..views.sweep import Sweep

        known = self._known_names(names, sys._getframe(1), target, sources)
        return Sweep(self, target, sources, output_gradients, known)

    def explain(
        self, target: Any, sources: Any, output_gradients: Any = None, names: Any = None
    ) -> Explanation:
        """Say for each source what its gradient is, and why: along which paths, or where the path broke.

        Works on a tape that has answered, too (an ordinary tape that held much has let go of it by then).

        Parameters
        ----------
        target, sources, output_gradients
            As for `gradient`.
        names : dict, optional
            As for `graph`.

        Returns
        -------
        Explanation
            Prints as text; its ``reasons`` are data.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> c = adl.constant(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = c * c
        >>> print(tape.explain(y, c))
        c: none. The tape does not watch c: it is a constant, and only Variables are watched by themselves.
        Mend it:  tape.watch(c)  as the first line inside the with block
        """
        from ..views.explanation import Explanation

        known = self._known_names(names, sys._getframe(1), target, sources)
        return Explanation(self, target, sources, output_gradients, known)

    def _known_names(self, names: Any, frame: FrameType, *asked: Any) -> dict[int, str]:
        for leaf in flatten(asked)[0]:
            if isinstance(leaf, Operand):
                key_of(leaf)  # names are found by key
        from .names import given_names, merged, names_in, own_names

        return merged([given_names(names), own_names(self), names_in(frame.f_locals, frame.f_globals)])

    def _refuse_stored(self, sources: set[int]) -> None:
        """Refuse to answer where a value on the way was written into a NumPy array: a part is missing."""
        stored = [e for e in self._exits if e.what == STORED]
        if stored:
            reach = needed(self._records, sources)[1]
            for exit_ in stored:
                if exit_.key in reach:
                    line = f"line {exit_.place.line}: {exit_.place.text}"
                    raise TypeError(errors.STORED_IN_ARRAY.format(line=line))

    def _warn_of_losses(self, sources: list[Operand], found: dict[int, Any]) -> None:
        """Warn where None is surely unwanted: a whole-number source, or a value that left the tape."""
        for source in sources:
            if source._key in found:
                continue
            if self._exits:
                from .explain import reasons

                reason = reasons(self, [], [source], {})[0]
                if reason.kind == "left" and reason.place is not None:
                    line = f"line {reason.place.line}: {reason.place.text}"
                    text = errors.LEFT_THE_TAPE.format(line=line, what=reason.op)
                    warnings.warn(text, GradientWarning, stacklevel=3)

    def _release(self) -> None:
        """Let go of the records; a short tape keeps what fits into a picture."""
        self._started = False
        if len(self._records) > KEPT_FOR_PICTURES or any(map(_is_large, self._records)):
            self._records = []
            self._append = self._records.append


def starting_gradients(target: Any, targets: list, weights: Any, taped: bool) -> dict[int, Any]:
    """Give each target the gradient that the sweep starts with: ones, or the learner's weights."""
    if weights is None:
        given: list = [None] * len(targets)
    elif isinstance(target, Operand) and not _is_sequence_of_weights(weights):
        given = [weights]
    elif isinstance(weights, list | tuple) and len(targets) == len(target):
        given = list(weights)  # an entry may itself be a list of numbers
    else:
        given = flatten(weights)[0]
    if len(given) != len(targets):
        raise ValueError(errors.SEEDS_LENGTH.format(got=len(given), want=len(targets)))
    seeds: dict[int, Any] = {}
    for t, weight in zip(targets, given, strict=True):
        if t.dtype.kind not in "fc":
            continue
        if weights is not None and weight is None:
            raise ValueError(errors.SEED_NONE)
        if weight is None:
            seed: Any = np.ones_like(t._value) if t.ndim else t.dtype.type(1)
            if taped:
                seed = wrap(seed)
        else:
            seed = convert(weight)
            if seed.shape != t.shape:
                raise ValueError(errors.SEED_SHAPE.format(got=seed.shape, want=t.shape))
            if seed.dtype != t.dtype:
                seed = seed.astype(t.dtype)
            if not taped:
                seed = seed._value
        key = key_of(t)
        if seed.dtype.kind == "c":  # rules keep to the plain convention; see _answer
            seed = np.conj(seed)
        seeds[key] = seed if key not in seeds else seeds[key] + seed
    return seeds


def _is_sequence_of_weights(weights: Any) -> bool:
    """Tell ``[w]``, one weight per target, from ``[1.0, 0.0]``, the numbers of a single weight."""
    return isinstance(weights, list | tuple) and any(
        w is None or isinstance(w, Operand | np.ndarray) for w in weights
    )


def operands_in(tree: Any, none: str, other: str) -> tuple[list, Any]:
    """Take a structure of Tensors apart; `none` and `other` are the messages for what is no Tensor."""
    if tree is None:
        raise TypeError(none)
    leaves, rebuild = flatten(tree)
    for leaf in leaves:
        if not isinstance(leaf, Operand):
            raise TypeError(
                none if leaf is None else other.format(value=errors.short(leaf), kind=type(leaf).__name__)
            )
    return leaves, rebuild


def _warn_of_whole_numbers(targets: list, sources: list) -> None:
    for what, leaves in (("target", targets), ("source", sources)):
        for leaf in leaves:
            if leaf.dtype.kind not in "fc":
                message = errors.NO_SLOPE.format(what=what, dtype=leaf.dtype)
                warnings.warn(message, WatchWarning, stacklevel=3)


def wants_zeros(choice: Any) -> bool:
    """Read an `unconnected_gradients` argument."""
    try:
        return UnconnectedGradients(choice) is UnconnectedGradients.ZERO
    except ValueError:
        raise ValueError(errors.UNCONNECTED_UNKNOWN.format(value=choice)) from None


def key_of(leaf: Operand) -> int:
    """Return the key of a value, giving it one if no tape has looked at it before."""
    if not leaf._key:
        leaf._key = next_key()
    return leaf._key


def _answer(gradient: Any, source: Operand, zero: bool) -> Any:
    if gradient is None:
        if not zero:
            return None
        value = source._value
        return wrap(np.zeros_like(value) if value.ndim else value.dtype.type(0))
    if type(gradient) is Rows:
        return (gradient.conj() if gradient.dtype.kind == "c" else gradient).public()
    if gradient.dtype.kind == "c":
        # TensorFlow's gradient of a complex value is the conjugate of what the chain rule multiplies up:
        # it points in the direction of steepest ascent of a real target.
        gradient = np.conj(gradient)
    if isinstance(gradient, Tensor):
        return gradient
    if type(gradient) is np.ndarray:
        return wrap(gradient if gradient.ndim else gradient[()])
    return wrap(gradient)


def _table(found: Any, target: Operand, source: Operand, zero: bool) -> Any:
    if found is None and zero:
        return wrap(np.zeros((*target.shape, *source.shape), target.dtype))
    return _answer(found, source, False)


def _is_large(note: Record) -> bool:
    return any(type(v) is np.ndarray and v.size > SMALL for v in (*note[3], note[4]))
