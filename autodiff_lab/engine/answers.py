"""What a tape answers: gradients and Jacobians."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .. import errors
from .asking import (
    GradientWarning,
    UnconnectedGradients,
    answer,
    key_of,
    operands_in,
    starting_gradients,
    table,
    wants_zeros,
    warn_of_whole_numbers,
)
from .jacobian import batch_jacobian_by_key, jacobian_by_key
from .lineage import LISTED, STORED, Exit
from .record import Absent, Record, wrap
from .shapes import SMALL
from .state import state
from .sweep import gradients_by_key, needed
from .tensor import Operand, Tensor

if TYPE_CHECKING:
    from .tape import GradientTape


class Answers:
    """The part of GradientTape that is asked, once recording is done."""

    _answered: set[int]
    _answers: dict[int, Any]
    _exits: list[Exit]
    _persistent: bool
    _recording: bool
    _records: list[Record]
    _started: bool
    _watched: set[int]

    def _pause(self) -> None:
        raise NotImplementedError

    def _release(self) -> None:
        raise NotImplementedError

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
        records, taped = self._ready()
        seeds = starting_gradients(target, targets, output_gradients, taped)
        keys = [source._key or key_of(source) for source in flat]
        if self._exits:
            self._refuse_stored(set(keys), set(map(key_of, targets)))
        with np.errstate(all="ignore"):
            found = gradients_by_key(self, seeds, set(keys), records, taped)
        if len(found) < len(keys):
            warn_of_whole_numbers(flat)
        if self._exits:
            self._warn_of_losses(targets, flat, found)
        answers = [answer(found.get(k), source, zero) for k, source in zip(keys, flat, strict=True)]
        self._answers = {k: _kept(g) for k, g in zip(keys, answers, strict=True)}
        self._answered = {t._key for t in targets}
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
        self._refuse_stored(set(keys), set(map(key_of, targets)))
        tables = []
        for t in targets:
            key_of(t)
            with np.errstate(all="ignore"):
                known = [s for s in flat if s._key in self._watched or s._key == t._key]
                found = jacobian_by_key(records, t, known, taped) if t.dtype.kind in "fc" else {}
            tables.append(rebuild([table(found.get(k), t, s, zero) for k, s in zip(keys, flat, strict=True)]))
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
        return answer(found, s, False)

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
        if type(target) is Tensor:
            return [target], _alone
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

    def _refuse_stored(self, sources: set[int], targets: set[int]) -> None:
        """Refuse to answer where a value on the way was written into a NumPy array: a part is missing.

        What was computed from the target cannot lead to it, so a log of losses is no fault.
        """
        stored = [e for e in self._exits if e.what == STORED]
        if stored:
            reach = needed(self._records, sources)[1] - needed(self._records, targets)[1]
            for exit_ in stored:
                if exit_.key in reach:
                    line = f"line {exit_.place.line}: {exit_.place.text}"
                    raise TypeError(errors.STORED_IN_ARRAY.format(line=line))

    def _warn_of_losses(self, targets: list[Operand], sources: list[Operand], found: dict[int, Any]) -> None:
        """Warn where None is surely unwanted, or a part is missing: a value on the way left the tape."""
        from .explain import listed, lost

        for source in sources:
            if source._key in found:
                continue
            reason = lost(cast("GradientTape", self), targets, source)
            if reason.kind == "left" and reason.place is not None:
                line = f"line {reason.place.line}: {reason.place.text}"
                text = errors.LEFT_THE_TAPE.format(line=line, what=reason.op)
                warnings.warn(text, GradientWarning, stacklevel=3)
        if any(e.what == LISTED for e in self._exits):
            place = listed(cast("GradientTape", self), targets, [s for s in sources if s._key in found])
            if place is not None:
                text = errors.LOST_IN_LIST.format(line=f"line {place.line}: {place.text}")
                warnings.warn(text, GradientWarning, stacklevel=3)


def _alone(answers: list) -> Any:
    return answers[0]


def _kept(gradient: Any) -> Any:
    """Keep a gradient for the pictures; of a large one, its shape alone."""
    return Absent(gradient) if type(gradient) is Tensor and gradient._value.size > SMALL else gradient
