"""Find a value of a picture, or a cell of it, from what a learner gives."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of
from ..engine.tensor import Operand
from .node import Node
from .story import Picture


def find(picture: Picture, value: Any) -> Node:
    """Find a node by its Tensor or Variable, its name, or its id.

    Raises
    ------
    TypeError, ValueError
        If it is none of these, there is no such value, or several have the name.
    """
    if isinstance(value, Operand):
        node = picture.by_key.get(key_of(value))
        if node is None:
            raise ValueError(errors.NOT_IN_PICTURE.format(names=_names(picture)))
        if node.fold and key_of(value) != node.key:
            raise ValueError(errors.IN_FOLD.format(name=getattr(value, "name", "") or "This value"))
        return node
    if not isinstance(value, str):
        raise TypeError(errors.VALUE_WANTED.format(given=errors.short(value)))
    same = [n for n in picture.nodes if value in (n.shown, n.title)] or [
        n for n in picture.nodes if value == n.id
    ]
    if not same:
        raise ValueError(errors.NO_SUCH_NAME.format(name=errors.short(value), names=_names(picture)))
    if len(same) > 1:
        raise ValueError(errors.SEVERAL_OF_NAME.format(name=errors.short(value), count=len(same)))
    return same[0]


def check_real(node: Node) -> None:
    """Refuse a value that the tape does not follow, or that is not made of real numbers."""
    if node.role == "constant":
        raise ValueError(errors.IS_CONSTANT.format(name=node.shown))
    if np.dtype(node.cell["dtype"]).kind not in "fiu":
        raise ValueError(errors.NO_REAL_NUMBERS.format(name=node.shown, dtype=node.cell["dtype"]))


def cell_of(node: Node, index: Any) -> tuple[int, ...]:
    """Read the index of one cell; negative numbers count from the end.

    Raises
    ------
    TypeError, ValueError
        If it is no index of this value.
    """
    given = index if isinstance(index, tuple) else (index,)
    shape = tuple(node.cell["shape"])
    try:
        found = tuple(operator.index(i) for i in given)
    except TypeError:
        raise TypeError(errors.CELL_WANTED.format(given=errors.short(index))) from None
    if len(found) != len(shape) or any(not -n <= i < n for i, n in zip(found, shape, strict=True)):
        raise ValueError(errors.NO_SUCH_CELL.format(index=found, name=node.shown, shape=shape))
    return tuple(i % n for i, n in zip(found, shape, strict=True))


def _names(picture: Picture) -> str:
    names = list(dict.fromkeys(n.shown for n in picture.nodes if n.role != "constant"))
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
