"""Other libraries' arrays: which sit inside a Tensor, and which get their turn.

An array that speaks both of NumPy's protocols may sit inside a Tensor, in the place of a NumPy array: the
rules are NumPy expressions, so they run on it as they are, and on one of Dask they make a lazy gradient. Such
an array is a guest. But a type that knows what to do with a Tensor comes first: it is asked to add one, once,
and if it has an answer, it goes on answering.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# For each type that was met, whether its arrays are guests.
KNOWN: dict[type, bool] = {}

# NumPy's array and the guests: values that have a shape to bring to their input's.
ARRAYS: set[type] = {np.ndarray}


def is_guest(value: Any) -> bool:
    """Tell whether an array of another library is one to hold, as a NumPy array is held."""
    kind = type(value)
    try:
        return KNOWN[kind]
    except KeyError:
        found = KNOWN[kind] = _speaks_both(value) and not _takes_tensors(value)
        if found:
            ARRAYS.add(kind)
        return found


def any_guest(kind: type, tree: Any) -> bool:
    """Tell the same of a type that is found somewhere in the arguments of a call."""
    if kind not in KNOWN:
        for value in _leaves(tree):
            if type(value) is kind:
                return is_guest(value)
    return KNOWN.get(kind, False)


def _leaves(tree: Any) -> list:
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    return [leaf for x in tree for leaf in _leaves(x)] if isinstance(tree, tuple | list) else [tree]


def _speaks_both(value: Any) -> bool:
    """Tell an array of another library from NumPy's own, from its subclasses, and from ours."""
    from .tensor import Operand

    kind = type(value)
    if isinstance(value, Operand | np.ndarray | np.generic) or hasattr(kind, "to_tensor"):
        return False
    spoken = ("__array_ufunc__", "__array_function__", "shape", "dtype", "astype")
    return all(getattr(kind, name, None) is not None for name in spoken)


def _takes_tensors(value: Any) -> bool:
    """Ask an array to add a Tensor: NotImplemented says that it does not know how."""
    from .tensor import Tensor

    try:
        answer = value.__array_ufunc__(np.add, "__call__", value, Tensor(1.0))
    except Exception:  # whatever goes wrong there, it is no answer
        return False
    return answer is not NotImplemented
