"""NumPy's two protocols: which op answers when ``np.something`` meets a Tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from .guests import any_guest, is_guest

# ufunc -> the call of the op that records it, and function -> the same for np.sum and its like.
UFUNCS: dict[Any, Callable] = {}
FUNCTIONS: dict[Any, Callable] = {}

# What answers for np.add.reduce and its like, by the name of the method: it takes the ufunc first.
METHODS: dict[str, Callable] = {}

# Types that never bring a protocol of their own, so that nobody has to be asked.
OWN_TYPES: set[type] = {np.ndarray, float, int, bool, complex, list, tuple, np.float32, np.float64}

_ADVICE = {
    "out": "Use the result instead:  y = {function}(...)",
    "where": "Choose with np.where(condition, a, b) instead.",
    "dtype": "Convert the input first:  x.astype(dtype)",
}


def call_ufunc(ufunc: Any, method: str, inputs: tuple, kwargs: dict) -> Any:
    """Answer ``__array_ufunc__``."""
    for value in inputs:
        if type(value) not in OWN_TYPES and _takes_turn(value):
            return _their_turn(ufunc, method, inputs, kwargs)
    call = UFUNCS.get(ufunc)
    if call is not None and not kwargs and method == "__call__":
        return call(*inputs)
    name = _spoken(ufunc)
    if method != "__call__":
        return METHODS[method](ufunc, *inputs, **kwargs)
    if call is None:
        raise TypeError(errors.NO_RULE.format(function=name))
    settings = {}
    for key, value in kwargs.items():
        if value is None or (key == "where" and value is True):
            continue
        if ufunc.signature is not None and key == "axis":  # a product of vectors, np.vecdot
            settings[key] = value
            continue
        if key == "dtype" and ufunc.signature is None:
            inputs = tuple(_in_dtype(v, value) for v in inputs)
            continue
        if key in ("order", "subok") or (key == "casting" and value in ("same_kind", "unsafe")):
            continue  # where the result lies in memory changes no number
        if key == "out":
            raise TypeError(errors.OUT_ARGUMENT.format(function=name))
        advice = _ADVICE.get(key, "Leave it out.").format(function=name)
        raise TypeError(errors.ARGUMENT_REFUSED.format(function=name, argument=key, advice=advice))
    return call(*inputs, **settings)


def _in_dtype(value: Any, dtype: Any) -> Any:
    """Convert an input as the ufunc itself would do it; Python's numbers take on any dtype."""
    return value.astype(dtype) if hasattr(value, "astype") else np.asarray(value, dtype)[()]


def _takes_turn(value: Any) -> bool:
    return _foreign(type(value), "__array_ufunc__") and not is_guest(value)


def _their_turn(ufunc: Any, method: str, inputs: tuple, kwargs: dict) -> Any:
    """Let others answer first; where none of them knows how, their plain numbers are taken."""
    plain = list(inputs)
    for i, value in enumerate(inputs):
        if type(value) in OWN_TYPES or not _takes_turn(value):
            continue
        if type(value).__array_ufunc__ is None or not hasattr(value, "__array__"):
            return NotImplemented
        answer = value.__array_ufunc__(ufunc, method, *inputs, **kwargs)
        if answer is not NotImplemented:
            return answer
        plain[i] = np.asarray(value)
    return call_ufunc(ufunc, method, tuple(plain), kwargs)


def call_function(function: Any, types: Any, args: tuple, kwargs: dict) -> Any:
    """Answer ``__array_function__``."""
    for kind in types:
        if (
            kind not in OWN_TYPES
            and _foreign(kind, "__array_function__")
            and not any_guest(kind, (args, kwargs))
        ):
            return NotImplemented
    call = FUNCTIONS.get(function)
    if call is None:
        raise TypeError(errors.NO_RULE.format(function=_spoken(function)))
    return call(*args, **kwargs)


def _spoken(function: Any) -> str:
    """A function's name as it is typed."""
    name = function.__name__
    if isinstance(function, np.ufunc):  # another library's ufunc does not say where it comes from
        return f"np.{name}" if getattr(np, name, None) is function else name
    module = (getattr(function, "__module__", "") or "numpy").replace("numpy", "np", 1)
    return f"{module}.{name}"


def _foreign(kind: type, protocol: str) -> bool:
    """Tell whether a type brings the protocol itself, so that it should get its turn."""
    theirs = getattr(kind, protocol, None)
    return theirs is not None and theirs is not getattr(np.ndarray, protocol)
