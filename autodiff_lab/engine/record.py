"""From a call to a record: the path that every ``x * y`` takes.

A record is a plain tuple, as cheap as Python makes one::

    (op, keys, key, args, result, params)

``keys`` name the inputs (0 for a constant), ``key`` names the result, ``args`` and ``result`` are
the values that the op's rules may need. A large array that no rule looks at is replaced by an
``Absent``, which keeps its shape and dtype alone. An array that the learner could still write to is
copied.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import errors
from .convert import operand_value as operand
from .lineage import Made, unseen
from .shapes import SMALL
from .state import next_key, state
from .tensor import Tensor
from .variable import VARIABLES

Record = tuple[Any, tuple[int, ...], Any, tuple[Any, ...], Any, Any]

# On the way into a record, the key of an array that came straight from the learner.
GIVEN = None

# The name of the result among the things that a rule may need; arguments go by their number.
RESULT = -1

_new = object.__new__
_ndarray = np.ndarray


class Absent:
    """Stands in a record for an array that no rule needs: its shape and dtype alone."""

    __slots__ = ("dtype", "shape")

    def __init__(self, value: Any) -> None:
        self.shape = value.shape
        self.dtype = value.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)


def record(recorders: tuple, op: Any, keys: tuple, args: tuple, result: Any, params: Any) -> Any:
    """Write the call down on every recorder that watches one of its inputs; return the result's key."""
    if (
        len(recorders) > 1
        or (type(result) is _ndarray and result.size > SMALL)
        or (type(first := args[0]) is _ndarray and first.size > SMALL)
        or (type(last := args[-1]) is _ndarray and last.size > SMALL)
        or GIVEN in keys
        or len(args) > 2
        or type(result) is tuple
    ):
        return _record_with_care(recorders, op, keys, args, result, params)
    # The common case is one tape and one or two small values, which are kept as they are.
    recorder = recorders[0]
    watched = recorder._watched
    for k in keys:
        if k in watched:
            key = next_key()
            watched.add(key)
            recorder._append((op, keys, key, args, result, params))
            return key
    return unseen(keys, result, None, Made(op, keys, args, params))


def _record_with_care(recorders: tuple, op: Any, keys: tuple, args: tuple, result: Any, params: Any) -> Any:
    """The same for any number of recorders, and values of any size and number."""
    note: Any = None
    key: Any = 0
    much = False
    for recorder in recorders:
        watched = recorder._watched
        if watched.isdisjoint(keys):
            continue
        if note is None:
            keys, args, result, much = keep(recorder, op, keys, args, result, params)
            key = next_key() if type(result) is not tuple else tuple(next_key() for _ in result)
            note = (op, keys, key, args, result, params)
        if type(key) is tuple:
            watched.update(key)
        else:
            watched.add(key)
        recorder._append(note)
        if much:
            recorder._holds_much = True
    if note is None:
        return unseen(keys, result, None, Made(op, keys, args, params))
    return key


def keep(
    recorder: Any, op: Any, keys: tuple, args: tuple, result: Any, params: Any
) -> tuple[tuple, tuple, Any, bool]:
    """Choose what a record holds on to, and tell whether a large array is among it.

    Large arrays that no rule of `op` looks at are let go, if they were computed on the way: constants cost
    nothing. Those that the learner could still write to are copied.
    """
    watched, whole = recorder._watched, recorder._keeps_all
    kept: list | None = None
    needs: Any = None
    asked = much = False
    for i, value in enumerate(args):
        if type(value) is _ndarray:
            if value.size > SMALL:
                if not asked:
                    needs, asked = op.needs(args, result, params), True
                unneeded = needs is not None and i not in needs and not whole
                if unneeded and (keys[i] in watched or keys[i] is GIVEN):
                    kept = kept or list(args)
                    kept[i] = Absent(value)
                    continue
                much = True
            if keys[i] is GIVEN:
                kept = kept or list(args)
                kept[i] = value.copy()
    if type(result) is _ndarray and result.size > SMALL:
        if not asked:
            needs = op.needs(args, result, params)
        if needs is not None and RESULT not in needs and not whole:
            result = Absent(result)
        else:
            much = True
    if GIVEN in keys:
        keys = tuple(recorder._name_later(v) if k is GIVEN else k for k, v in zip(keys, args, strict=True))
    return keys, args if kept is None else tuple(kept), result, much


def wrap(value: Any, key: Any = 0) -> Tensor:
    """Make the Tensor that carries `value`, without looking at it."""
    tensor = _new(Tensor)
    tensor._value = value
    tensor._key = key
    return tensor


def apply(op: Any, args: tuple, params: dict | None = None) -> Any:
    """Run `op` on Tensors, Variables, arrays or numbers, and record the call.

    Parameters
    ----------
    op : Op
        What to run.
    args : tuple
        The array arguments.
    params : dict, optional
        The settings (axis, shape, ...), passed to the op's function and rules by name.

    Returns
    -------
    Tensor, or a tuple of Tensors for an op with several results.
    """
    recorders = state.recorders
    if type(op.rules) is tuple and len(op.rules) != len(args):
        raise TypeError(errors.RULES_MISSING.format(name=op.name, have=len(op.rules), want=len(args)))
    values = []
    keys = []
    for a in args:
        kind = type(a)
        if kind is Tensor:
            values.append(a._value)
            if not a._key and recorders:
                a._key = next_key()
            keys.append(a._key)
        elif kind in VARIABLES:
            if recorders:
                a._touch(recorders)
            values.append(a._value)
            keys.append(a._key)
        else:
            value = operand(a)
            if value is NotImplemented:
                return NotImplemented
            values.append(value)
            keys.append(GIVEN if type(value) is _ndarray else 0)
    result = op.function(*values, **params) if params else op.function(*values)
    key: Any = 0
    if recorders and any(keys):
        key = record(recorders, op, tuple(keys), tuple(values), result, params)
    if type(result) is tuple:
        return tuple(wrap(r, k) for r, k in zip(result, key or (0,) * len(result), strict=True))
    tensor = _new(Tensor)
    tensor._value = result
    tensor._key = key
    return tensor


def unary(op: Any) -> Any:
    """Make the fast call of an elementwise op with one argument and no settings."""
    function = op.function

    def call(a: Any) -> Any:
        recorders = state.recorders
        kind = type(a)
        if kind is Tensor:
            value = a._value
            key = a._key
            if not key and recorders:
                key = a._key = next_key()
        elif kind in VARIABLES:
            if recorders:
                a._touch(recorders)
            value = a._value
            key = a._key
        else:
            value = operand(a)
            key = 0
        result = function(value)
        tensor = _new(Tensor)
        tensor._value = result
        if not recorders or not key:
            tensor._key = 0
        elif len(recorders) > 1 or (type(result) is _ndarray and result.size > SMALL):
            tensor._key = record(recorders, op, (key,), (value,), result, None)
        elif key in recorders[0]._watched:  # what `record` does in the end, without the call
            tensor._key = new = next_key()
            recorders[0]._watched.add(new)
            recorders[0]._append((op, (key,), new, (value,), result, None))
        else:
            tensor._key = unseen((key,), result, None, Made(op, (key,), (value,), None))
        return tensor

    call.__name__ = call.__qualname__ = op.name
    return call


def binary(op: Any) -> Any:
    """Make the fast call of an op with two arguments and no settings."""
    function = op.function
    by_element = op.kind == "elementwise"  # then no argument is larger than the result

    def call(a: Any, b: Any) -> Any:
        recorders = state.recorders
        kind = type(a)
        if kind is Tensor:
            value = a._value
            key = a._key
            if not key and recorders:
                key = a._key = next_key()
        elif kind in VARIABLES:
            if recorders:
                a._touch(recorders)
            value = a._value
            key = a._key
        else:
            value = operand(a, op)
            if value is NotImplemented:
                return value
            key = GIVEN if type(value) is _ndarray else 0
            if kind is complex and isinstance(getattr(b, "_value", None), float):
                value = np.complex128(value)  # else Python would multiply, to a complex number of its own
        kind = type(b)
        if kind is Tensor:
            other = b._value
            other_key = b._key
            if not other_key and recorders:
                other_key = b._key = next_key()
        elif kind in VARIABLES:
            if recorders:
                b._touch(recorders)
            other = b._value
            other_key = b._key
        elif kind is float:  # the commonest constant
            other = b
            other_key = 0
        else:
            other = operand(b, op)
            if other is NotImplemented:
                return other
            other_key = GIVEN if type(other) is _ndarray else 0
        result = function(value, other)
        tensor = _new(Tensor)
        tensor._value = result
        if not recorders or not (key or other_key):
            tensor._key = 0
        elif (
            len(recorders) > 1
            or (type(result) is _ndarray and result.size > SMALL)
            or key not in recorders[0]._watched
            or other_key is GIVEN
            or not by_element
        ):
            tensor._key = record(recorders, op, (key, other_key), (value, other), result, None)
        else:  # what `record` does in the end, without the call
            tensor._key = new = next_key()
            recorders[0]._watched.add(new)
            recorders[0]._append((op, (key, other_key), new, (value, other), result, None))
        return tensor

    call.__name__ = call.__qualname__ = op.name
    return call
