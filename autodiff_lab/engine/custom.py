"""Gradients of one's own: custom_gradient and stop_gradient."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from .asking import key_of
from .batch import Batched
from .forward import ForwardAccumulator
from .lineage import Break, Listener, Made, here, unseen
from .record import record, wrap
from .state import state
from .structure import flatten
from .tensor import Operand, Tensor, convert
from .variable import Variable


class OwnRule:
    """The op of one call of a function with its own gradient; it asks that gradient once for all inputs."""

    kind = "other"
    symbol = ""

    def __init__(self, name: str, gradient: Callable[..., list]) -> None:
        self.name = name
        self.rules = self
        self._gradient = gradient
        self._arrived: Any = None
        self._shares: list = []

    def __getitem__(self, slot: int) -> Callable:
        return lambda g, y, *args: self._share(slot, g)

    def _share(self, slot: int, g: Any) -> Any:
        if self._arrived is not g:
            self._shares, self._arrived = self._gradient(g), g
        share = self._shares[slot]
        if slot == len(self._shares) - 1:
            self._arrived, self._shares = None, []
        return share

    def needs(self, args: tuple, result: Any, params: Any) -> frozenset[int]:
        """The rule keeps what it needs by itself."""
        return frozenset()


def custom_gradient(f: Callable) -> Callable:
    """Give a function a gradient of its own.

    Parameters
    ----------
    f : callable
        Takes Tensors and returns ``(result, grad)``. ``grad(*upstream)`` takes one incoming gradient per
        result and returns one gradient per positional input: what arrives, times the local derivative.
        Keyword arguments are settings: they count as no inputs and get no gradient. If `f` uses Variables
        that are not inputs, ``grad`` takes them as the keyword ``variables`` and returns
        ``(gradients of the inputs, gradients of the variables)``.

    Returns
    -------
    callable
        Takes the same inputs and returns the result alone.

    Raises
    ------
    ValueError
        In the sweep, if ``grad`` returns another number of gradients than there are inputs.
    TypeError
        If `f` uses Variables and ``grad`` has no argument ``variables``.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> @adl.custom_gradient
    ... def gate(x):
    ...     return x * 1.0, lambda upstream: np.clip(upstream, -1.0, 1.0)
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     y = 5.0 * gate(x * x)
    >>> tape.gradient(y, x)
    Tensor(6.0, shape=(), dtype=float32)
    """

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        inputs = flatten(args)[0]
        given = [*inputs, *flatten(kwargs)[0]]
        used = Used()
        recorders = state.recorders
        state.recorders = (*recorders, used)
        try:
            answer = f(*args, **kwargs)
        finally:
            state.recorders = recorders
        if not (isinstance(answer, tuple) and len(answer) == 2 and callable(answer[1])):
            raise TypeError(errors.CUSTOM_RESULT.format(function=f.__name__))
        result, gradient = answer
        variables = [v for v in used.variables if not any(v is leaf for leaf in given)]
        if variables and not _takes_variables(gradient):
            raise TypeError(errors.CUSTOM_VARIABLES.format(function=f.__name__))
        leaves, rebuild = flatten(result)
        outputs = [convert(leaf) for leaf in leaves]
        tensors = [_input(leaf) for leaf in inputs]
        op = OwnRule(f.__name__, _asked(f.__name__, gradient, tensors, variables))
        keys = _recorded(op, [*tensors, *variables], outputs)
        return rebuild([wrap(o._value, k) for o, k in zip(outputs, keys, strict=True)])

    return call


def _input(leaf: Any) -> Operand:
    """An input as an operand; a setting that is no number (a text, None) counts as a constant."""
    if isinstance(leaf, Operand):
        return leaf
    try:
        return convert(leaf)
    except (TypeError, ValueError):
        return wrap(np.float32(0))


def _recorded(op: OwnRule, inputs: list, outputs: list) -> Any:
    """Write the call down as one record, with the ops inside it hidden.

    Not from forward mode: where tangents came through the ops inside, they go on, as in TensorFlow. Only
    where none did is the learner's gradient transposed.
    """
    through = [r for r in state.recorders if isinstance(r, ForwardAccumulator) and r._moves(outputs)]
    recorders = tuple(r for r in state.recorders if r not in through)
    for variable in inputs:
        if isinstance(variable, Variable):
            variable._touch(recorders)
    single = len(outputs) == 1
    values = outputs[0]._value if single else tuple(o._value for o in outputs)
    keys = tuple(t._key for t in inputs)
    key: Any = 0
    if recorders and any(keys):
        key = record(recorders, op, keys, tuple(t._value for t in inputs), values, None)
    found = (key,) if single else key or (0,) * len(outputs)
    if through:
        found = tuple(k or o._key for k, o in zip(found, outputs, strict=True))
        for accumulator in through:
            for k, o in zip(found, outputs, strict=True):
                accumulator._rename(o._key, k)
    return found


def _asked(name: str, gradient: Callable, inputs: list, variables: list) -> Callable[..., list]:
    """Wrap the learner's gradient: incoming gradients in, one share per input and variable out."""

    def ask(g: Any) -> list:
        parts = g if type(g) is tuple else (g,)
        batch = next((p for p in parts if isinstance(p, Batched)), None)
        if batch is None:
            return shares(parts)
        # A learner's code may do anything, so the members of a batch are asked for one by one.
        members = [
            shares([p.value[i] if isinstance(p, Batched) else p for p in parts])
            for i in range(batch.value.shape[0])
        ]
        return [None if s[0] is None else Batched(np.stack(s)) for s in zip(*members, strict=True)]

    def shares(parts: Any) -> list:
        bare = not any(isinstance(p, Operand) for p in parts)
        upstream = [_turned(p if isinstance(p, Operand) else wrap(p)) for p in parts]
        if not variables:
            answer = _counted(name, gradient(*upstream), inputs, "inputs")
        else:
            pair = gradient(*upstream, variables=variables)
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise ValueError(errors.CUSTOM_PAIR.format(function=name))
            answer = _counted(name, pair[0], inputs, "inputs")
            answer += _counted(name, pair[1], variables, "variables")
        return [_share(s, bare) for s in answer]

    return ask


def _counted(name: str, answer: Any, wanted: list, what: str) -> list:
    found = list(answer) if isinstance(answer, tuple | list) else [answer]
    if len(found) != len(wanted):
        counts = {"got": len(found), "want": len(wanted), "what": what}
        raise ValueError(errors.CUSTOM_COUNT.format(function=name, **counts))
    return found


def _share(share: Any, bare: bool) -> Any:
    if share is None:
        return None
    if isinstance(share, int | float | complex | np.ndarray | np.generic | list):
        share = convert(share)
    share = _turned(share)
    return share._value if bare and isinstance(share, Operand) else share


def _turned(value: Any) -> Any:
    """Pass between the sweep's plain convention and TensorFlow's, which conjugates complex gradients."""
    return np.conj(value) if value.dtype.kind == "c" else value


def _takes_variables(gradient: Callable) -> bool:
    try:
        parameters = inspect.signature(gradient).parameters
    except (TypeError, ValueError):
        return False
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


class Used(Listener):
    """A recorder that only notices which trainable Variables are used."""

    _watched: frozenset[int] = frozenset()

    def __init__(self) -> None:
        self.variables: list[Variable] = []

    def _touched(self, variable: Variable) -> None:
        if variable.trainable and not any(v is variable for v in self.variables):
            self.variables.append(variable)


def stop_gradient(x: Any) -> Tensor:
    """Return the same value as a constant: no path leads back through it.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     y = adl.stop_gradient(x) * x
    >>> tape.gradient(y, x)
    Tensor(3.0, shape=(), dtype=float32)
    """
    tensor = convert(x)
    key = 0
    if state.recorders:
        why = Break("stopped", "stop_gradient", here())
        key = unseen(
            (key_of(tensor),), tensor._value, why, Made(np.positive, (tensor._key,), (tensor._value,))
        )
    return wrap(tensor._value, key)
