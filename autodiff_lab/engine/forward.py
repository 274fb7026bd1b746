"""Forward mode: tangents pushed through records, and ForwardAccumulator.

No op states a second derivative formula for it. An elementwise rule is linear in the incoming gradient, so
the same expression pushes a tangent forward; a linear op is its own forward rule; an op that is linear in
each argument alone (a product) is applied once per argument; of any other op the reverse rule is
transposed: it is recorded on a gradient that does not matter, and swept backwards with the tangent as seed.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import errors
from .asking import GradientWarning, UnconnectedGradients, key_of, operands_in, wants_zeros
from .lineage import LISTED, MOST, STORED, Exit, Listener, here
from .record import Record, wrap
from .shapes import narrow
from .slices import Rows
from .state import state
from .structure import flatten
from .sweep import as_tensors, backward
from .tape import GradientTape
from .tensor import Operand, Tensor, convert


def push(note: Record, tangents: Mapping[int, Any], taped: bool = False) -> Any:
    """Push tangents through one record.

    Parameters
    ----------
    note : Record
        The record.
    tangents : mapping
        The tangents known so far, by key; an input without one does not move.
    taped : bool
        Whether to compute with Tensors, so that outer recorders see it.

    Returns
    -------
    array, tuple of arrays, or None
        The tangent of the result, in its shape and dtype; None if no input moves.
    """
    op, keys, key, args, result, params = note
    params = params or {}
    moving = {
        slot: tangents[k] for slot, k in enumerate(keys) if k in tangents and op.rules[slot] is not None
    }
    if not moving:
        return None
    if taped:
        args, result = as_tensors(keys, key, args, result)
    if op.kind == "elementwise":
        tangent = _added(op.rules[slot](t, result, *args, **params) for slot, t in moving.items())
    elif op.kind == "linear":
        filled = [moving[i] if i in moving else np.zeros(a.shape, a.dtype) for i, a in enumerate(args)]
        tangent = op.function(*filled, **params)
    elif op.kind == "multilinear":
        tangent = _added(
            op.function(*args[:slot], t, *args[slot + 1 :], **params) for slot, t in moving.items()
        )
    else:
        return _transposed(note, args, result, moving, taped)
    return narrow(tangent, result)


def _added(parts: Any) -> Any:
    total = None
    for part in parts:
        total = part if total is None else total + part
    return total


def _transposed(note: Record, args: tuple, result: Any, moving: Mapping[int, Any], taped: bool) -> Any:
    """Transpose the reverse rule: what is linear in the gradient that arrives, is recorded and swept back."""
    op, keys, key, _, _, params = note
    several = type(key) is tuple
    results = result if several else (result,)
    tape = GradientTape(watch_accessed_variables=False)
    with tape:
        arriving = [wrap(np.ones(r.shape, r.dtype)) for r in results]
        tape.watch(arriving)
        tensors, result = as_tensors(keys, key, args, result) if not taped else (args, result)
        g = tuple(arriving) if several else arriving[0]
        seeds: dict[int, Any] = {}
        for slot, tangent in moving.items():
            share = op.rules[slot](g, result, *tensors, **(params or {}))
            if share is None:
                continue
            if type(share) is Rows:
                share = share.dense()
            share = narrow(share, args[slot])
            if isinstance(share, Tensor) and share._key:
                seeds[share._key] = seeds[share._key] + tangent if share._key in seeds else tangent
    with np.errstate(all="ignore"):
        found = backward(tape._records, seeds, {a._key for a in arriving}, taped)
    tangents = tuple(
        found.get(a._key, np.zeros(r.shape, r.dtype)) for a, r in zip(arriving, results, strict=True)
    )
    return tangents if several else tangents[0]


class ForwardAccumulator(Listener):
    """Compute Jacobian–vector products while the code runs: forward mode.

    Parameters
    ----------
    primals : Tensor, Variable, or structure of them
        The inputs that move.
    tangents : the same structure
        In which direction each moves, in its shape.

    Raises
    ------
    ValueError
        If the structures or shapes differ, or a primal stands there twice.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.constant([1.0, 2.0, 3.0])
    >>> with adl.ForwardAccumulator(x, adl.constant([1.0, 0.0, -1.0])) as forward:
    ...     y = x * x
    >>> forward.jvp(y)
    Tensor([ 2.  0. -6.], shape=(3,), dtype=float32)
    """

    def __init__(self, primals: Any, tangents: Any) -> None:
        inputs = operands_in(primals, errors.PRIMALS_NONE, errors.PRIMAL_NOT_TENSOR)[0]
        directions = [tangents] if isinstance(primals, Operand) else flatten(tangents)[0]
        if len(directions) != len(inputs):
            raise ValueError(errors.TANGENTS_LENGTH.format(got=len(directions), want=len(inputs)))
        self._tangents: dict[int, Tensor] = {}
        self._whole: dict[int, Tensor] = {}  # those of whole numbers, which move nothing
        self._recording = False
        self._exits: list[Exit] = []
        for primal, direction in zip(inputs, directions, strict=True):
            tangent = convert(direction, primal.dtype)
            if tangent.shape != primal.shape:
                raise ValueError(errors.TANGENT_SHAPE.format(got=tangent.shape, want=primal.shape))
            if key_of(primal) in self._tangents or primal._key in self._whole:
                raise ValueError(errors.PRIMAL_TWICE)
            (self._tangents if primal.dtype.kind in "fc" else self._whole)[primal._key] = tangent
        self._watched = set(self._tangents)

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError(errors.ACCUMULATOR_RECORDING)
        state.recorders = (*state.recorders, self)
        self._recording = True
        return self

    def __exit__(self, *exception: object) -> None:
        state.recorders = tuple(r for r in state.recorders if r is not self)
        self._recording = False

    def _append(self, note: Record) -> None:
        """Push the tangents on, seen only by the recorders outside this one."""
        active = state.recorders
        outer = active[: next(i for i, r in enumerate(active) if r is self)]
        state.recorders = outer
        try:
            known = self._tangents if outer else {k: t._value for k, t in self._known(note)}
            with np.errstate(all="ignore"):
                tangent = push(note, known, taped=bool(outer))
        finally:
            state.recorders = active
        if tangent is None:
            return
        key = note[2]
        for k, t in zip(key, tangent, strict=True) if type(key) is tuple else [(key, tangent)]:
            self._tangents[k] = t if isinstance(t, Tensor) else wrap(t)

    def _moves(self, values: list) -> bool:
        """Tell whether any of several values has a tangent."""
        return any(v._key in self._tangents for v in values)

    def _rename(self, old: int, new: int) -> None:
        """Let a value that goes on under another key take its tangent along."""
        if new and old in self._tangents:
            self._tangents[new] = self._tangents[old]
            self._watched.add(new)

    def _left(self, key: int, what: str) -> None:
        """Note that a moving value was turned into a plain number or array."""
        if key in self._watched and len(self._exits) < MOST:
            self._exits.append(Exit(key, what, here()))

    def _warn_of_losses(self, leaf: Operand, moves: bool) -> None:
        """Warn where a tangent or a part of it is missing: a value on the way became a plain number."""
        for exit_ in self._exits:
            if exit_.key == leaf._key or (moves and exit_.what not in (LISTED, STORED)):
                continue
            line = f"line {exit_.place.line}: {exit_.place.text}"
            warnings.warn(errors.TANGENT_LOST.format(line=line), GradientWarning, stacklevel=3)
            return

    def _known(self, note: Record) -> list[tuple[int, Tensor]]:
        return [(k, self._tangents[k]) for k in note[1] if k in self._tangents]

    def jvp(self, primals: Any, unconnected_gradients: Any = UnconnectedGradients.NONE) -> Any:
        """Return the tangents of what was computed inside the block.

        Parameters
        ----------
        primals : Tensor, Variable, or nested structure of them
            What was computed (or one of the inputs).
        unconnected_gradients : UnconnectedGradients or str
            What comes for a value that does not move: ``"none"`` or ``"zero"``.

        Returns
        -------
        Tensor or None, or the same structure

        Warns
        -----
        GradientWarning
            If a value on the way became a plain number, so that a tangent or a part of it is missing.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.constant(3.0)
        >>> with adl.ForwardAccumulator(x, 1.0) as forward:
        ...     y = x * x
        >>> forward.jvp([x, y])
        [Tensor(1.0, shape=(), dtype=float32), Tensor(6.0, shape=(), dtype=float32)]
        """
        zero = wants_zeros(unconnected_gradients)
        leaves, rebuild = operands_in(primals, errors.PRIMALS_NONE, errors.PRIMAL_NOT_TENSOR)
        found: list[Any] = []
        for leaf in leaves:
            tangent = self._tangents.get(leaf._key, self._whole.get(leaf._key))
            if self._exits:
                self._warn_of_losses(leaf, tangent is not None)
            if tangent is None and zero:
                tangent = wrap(np.zeros_like(leaf._value)[()])
            found.append(tangent)
        return rebuild(found)
