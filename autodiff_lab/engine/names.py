"""Which name a value goes by: given with ``name=``, in ``names={...}``, or as the learner's own variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from .tensor import Operand


def own_names(tape: Any) -> dict[int, str]:
    """Return the names that Variables and watched Tensors were given with ``name=``, by key."""
    named = {key: v._given_name for key, v in tape._variables.items() if v._given_name}
    return {**tape._names, **named}


def names_in(*namespaces: Mapping[str, Any]) -> dict[int, str]:
    """Read names off namespaces, such as the variables of a cell; the first name of a value counts.

    Names that begin with an underscore are left out: in a notebook ``_`` and ``_12`` are old outputs.
    """
    found: dict[int, str] = {}
    for namespace in namespaces:
        for name, value in tuple(namespace.items()):
            if not name.startswith("_") and isinstance(value, Operand):
                if value._key:
                    found.setdefault(value._key, name)
            elif type(value) in (list, tuple) and not name.startswith("_"):
                for i, item in enumerate(value[:100]):
                    if isinstance(item, Operand) and item._key:
                        found.setdefault(item._key, f"{name}[{i}]")
            elif type(value) is dict and not name.startswith("_"):
                for key, item in tuple(value.items())[:100]:
                    if isinstance(item, Operand) and item._key and isinstance(key, str):
                        found.setdefault(item._key, key)
            elif not name.startswith("_"):
                for key, item in _attributes(value):
                    if isinstance(item, Operand) and item._key:
                        found.setdefault(item._key, f"{name}.{key}")
    return found


def array_names(tape: Any, *namespaces: Mapping[str, Any]) -> dict[int, str]:
    """Name the plain arrays that were used as they are, by the learner's variables that still hold them."""
    named = {
        id(value): name
        for namespace in reversed(namespaces)
        for name, value in reversed(tuple(namespace.items()))
        if isinstance(value, np.ndarray) and not name.startswith("_")
    }
    originals = {key: reference() for key, reference in tape._given.items()}
    return {k: named[id(a)] for k, a in originals.items() if a is not None and id(a) in named}


def _attributes(value: Any) -> tuple[tuple[str, Any], ...]:
    """Return what an object of the learner's own class holds, such as the ``self.w`` of a model."""
    if isinstance(value, type | ModuleType | FunctionType):
        return ()
    try:
        return tuple(value.__dict__.items())[:100]
    except Exception:  # no such thing, or an object that answers in its own way
        return ()


def given_names(names: Any) -> dict[int, str]:
    """Read the ``names={"loss": y}`` argument of a view.

    Raises
    ------
    TypeError
        If it is not a dict from names to Tensors.
    """
    if names is None:
        return {}
    if not (isinstance(names, dict) and all(isinstance(v, Operand) for v in names.values())):
        raise TypeError("names= takes a dict from names to Tensors, as in  names={'loss': y}")
    return {value._key: str(name) for name, value in names.items() if value._key}


def without_taken(names: Mapping[int, str], taken: Mapping[int, str]) -> dict[int, str]:
    """Leave out names that already stand for another value.

    After ``x = 2 * x`` the learner's variable ``x`` is no longer the source that is called x.
    """
    used = {name: key for key, name in taken.items()}
    return {key: name for key, name in names.items() if used.get(name, key) == key}


def merged(layers: Iterable[Mapping[int, str]]) -> dict[int, str]:
    """Put several layers of names together; the first that knows a value wins."""
    result: dict[int, str] = {}
    for layer in layers:
        for key, name in layer.items():
            result.setdefault(key, name)
    return result
