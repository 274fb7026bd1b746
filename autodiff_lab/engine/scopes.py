"""Scopes: names for parts of a computation, which pictures draw as boxes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .. import errors
from .state import state


class Scope(NamedTuple):
    """A run of records that were made inside one ``with scope(name)``.

    `start` and `end` are numbers of records, the end not included; `depth` counts the scopes around it.
    """

    name: str
    start: int
    end: int
    depth: int


@contextmanager
def scope(name: str) -> Iterator[None]:
    """Give a name to what is computed inside the ``with`` block; pictures draw a box around it.

    Scopes may stand inside each other. They change no number.

    Parameters
    ----------
    name : str
        What the box is called.

    Raises
    ------
    TypeError
        If `name` is no text, or an empty one.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     with adl.scope("square"):
    ...         y = x * x
    ...     z = np.sin(y)
    >>> [s["name"] for s in tape.graph(z).story["scopes"]]
    ['square']
    """
    given: object = name
    if not isinstance(given, str) or not given.strip():
        raise TypeError(errors.SCOPE_NAME.format(name=errors.short(name)))
    depth = state.scopes
    tapes = [r for r in state.recorders if hasattr(r, "_scopes")]
    began = [len(tape._records) for tape in tapes]
    state.scopes = depth + 1
    try:
        yield
    finally:
        state.scopes = depth
        for tape, start in zip(tapes, began, strict=True):
            end = len(tape._records)
            if end > start:
                tape._scopes.append(Scope(name, start, end, depth))
