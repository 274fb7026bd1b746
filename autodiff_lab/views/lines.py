"""The lines of a program while they are written: names, constants, and what stands in two places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..ops.symbol import Call, Name, Symbol
from .code import Names, Writer, literal
from .helpers import Helpers
from .simplify import calls, is_one, simplified, without_one
from .stretching import Stretching

MOST_LITERAL = 24  # elements of an array that is written into the code


class Line(NamedTuple):
    """A line of a program, before its neighbours are known.

    Attributes
    ----------
    name : str
        What it gives a value to; empty for a guard.
    text : str
        The expression in Python.
    tree : Any
        The expression itself, for other printers.
    reason : str
        The comment.
    step : tuple of int or None
        The ``(record, slot)`` of the sweep that it does.
    outcome : bool or None
        For a guard, what its test has to be.
    """

    name: str
    text: str
    tree: Any
    reason: str = ""
    step: tuple[int, int] | None = None
    outcome: bool | None = None


class Lines:
    """Collects the lines of one program.

    Parameters
    ----------
    dtype : dtype
        That of the target.
    names : mapping
        What the values should be called, by key.
    """

    def __init__(self, dtype: np.dtype, names: Mapping[int, str]) -> None:
        self.dtype = dtype
        self.wishes = names
        self.temporaries = 0
        self.known: dict[str, str] = {}  # expressions that a name holds already
        self.data: dict[str, np.ndarray] = {}
        self.names = Names()
        self.helpers = Helpers()
        self.stretching = Stretching(dtype)
        self.writer = Writer(self._array, self._helper, self.stretching.shape)
        self.values: dict[int, Symbol] = {}
        self.arrays: dict[int, tuple[np.ndarray, str]] = {}
        self.lines: list[Line] = []

    def _constant(self, value: Any, wish: str = "") -> Any:
        if isinstance(value, np.ndarray) and value.ndim:
            return Symbol(self._array(value, wish), value)
        if isinstance(value, np.ndarray | np.generic):
            return np.asarray(value)[()]
        return value

    def _literal(self, value: Any) -> Symbol:
        """A constant as a Symbol, written out."""
        constant = self._constant(value)
        return constant if isinstance(constant, Symbol) else Symbol(self.writer.text(constant), value)

    def _array(self, array: np.ndarray, wish: str = "") -> str:
        """Name an array that stands in the code: written out if it is small, a parameter otherwise."""
        if id(array) not in self.arrays:
            name = self.names.give(wish or f"c{len(self.arrays) + 1}", "c")
            if array.size <= MOST_LITERAL:
                self.lines.append(Line(name, literal(array), array))
            else:
                self.data[name] = array
            self.arrays[id(array)] = (array, name)
            self.stretching.named(name, Name(name), array.shape)
        return self.arrays[id(array)][1]

    def _helper(self, function: Any) -> str:
        return self.helpers.name(function)

    def _unit(self, tree: Any) -> Any:
        """The 1 that a sweep starts with, as a number that stands alone or goes into a function."""
        return 1.0 if is_one(tree) else self.dtype.type(1)

    def _text(self, tree: Any) -> str:
        return self.writer.text(simplified(self.stretching.whole(simplified(tree))))

    def _emit(
        self,
        name: str,
        made: Any,
        reason: str,
        step: tuple[int, int] | None,
        shape: tuple[int, ...] | None = None,
    ) -> None:
        """Write the line that gives a value its name: a Symbol, or an expression with its shape."""
        if isinstance(made, Symbol):
            shape = getattr(made.value, "shape", None)
        tree = simplified(self.stretching.named(name, simplified(tree_of(made)), shape))
        tree = self._shared(without_one(tree, self._unit(tree), {}))
        text = self.writer.text(tree)
        text = self.known.get(text, text)
        self.lines.append(Line(name, text, Name(text) if text.isidentifier() else tree, reason, step))
        # What was written with the old value of this name is not to be had any more.
        self.known = {t: n for t, n in self.known.items() if n != name and name not in words(t)}
        if name not in words(text) and not text.isidentifier():
            self.known[text] = name

    def _shared(self, tree: Any) -> Any:
        """Compute once what stands in an expression twice."""
        counts: dict[int, int] = {}
        for node in calls(tree):
            counts[id(node)] = counts.get(id(node), 0) + 1
        named: dict[int, Name] = {}

        def replaced(node: Any) -> Any:
            if isinstance(node, Call):
                if id(node) in named:
                    return named[id(node)]
                kwargs = {k: replaced(v) for k, v in node.kwargs.items()}
                new = Call(node.function, replaced(node.args), kwargs, node.shape)
                if counts[id(node)] > 1:
                    self.temporaries += 1
                    name = self.names.give(f"t{self.temporaries}", "t")
                    self.lines.append(Line(name, self.writer.text(new), new))
                    named[id(node)] = Name(name)
                    return named[id(node)]
                return new
            if isinstance(node, tuple | list):
                return type(node)(replaced(v) for v in node)
            return node

        return replaced(tree)


def tree_of(value: Any) -> Any:
    """The expression of a Symbol; anything else stands for itself."""
    if isinstance(value, Symbol):
        return Name(value.expression) if isinstance(value.expression, str) else value.expression
    return value


def words(text: str) -> set[str]:
    """The names in a piece of code."""
    return set(re.findall(r"[^\W\d]\w*", text))
