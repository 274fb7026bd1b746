"""Values that repeat along an axis stay small in a program: NumPy stretches them where they are used.

A mean hands the same share to every element. The engine fills an array with it; on the board one writes the
share once, and multiplies. Only where an array's shape matters, in a matrix product say, it is stretched.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..ops.elementwise import multiply_no_nan
from ..ops.symbol import Call, Name
from .code import numpy_name
from .simplify import ONE, is_one

_ARITHMETIC = {
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.pow, operator.neg),
    *(multiply_no_nan, np.where),
}


def _is_arithmetic(function: Any) -> bool:
    """Tell whether a function stretches its arguments by itself."""
    return function in _ARITHMETIC or (isinstance(function, np.ufunc) and function.signature is None)


class Stretching:
    """Knows the shape of every name, and which of them hold less than that.

    Parameters
    ----------
    dtype : dtype
        What a bare number becomes where it has to be an array of its own.
    """

    def __init__(self, dtype: np.dtype) -> None:
        self._dtype = dtype
        self._shapes: dict[str, tuple[int, ...] | None] = {}
        self._thin: dict[str, tuple[int, ...]] = {}
        self._ones: set[str] = set()
        self._bare: set[str] = set()  # names of Python's own numbers

    def shape(self, tree: Any) -> tuple[int, ...] | None:
        """Return the shape of an expression's value, if it is known."""
        if isinstance(tree, Name):
            return self._shapes.get(tree)
        if isinstance(tree, Call):
            return () if is_one(tree) else tree.shape
        return getattr(tree, "shape", ())

    def named(self, name: str, tree: Any, shape: tuple[int, ...] | None) -> Any:
        """Give an expression a name; return what is to be written for it."""
        slim = self._slim(tree) if shape else None
        written = self.whole(tree) if slim is None else self._typed(slim)
        bare = not shape and self._is_bare(tree)
        self._shapes[name] = shape
        self._thin.pop(name, None)
        for names, belongs in ((self._ones, slim is not None and is_one(slim)), (self._bare, bare)):
            (names.add if belongs else names.discard)(name)
        if slim is not None and shape:
            self._thin[name] = shape
        return written

    def whole(self, tree: Any) -> Any:
        """Write an expression so that its value has its full shape."""
        if isinstance(tree, Name):
            if tree in self._thin:
                shape = self._thin[tree]
                return Call(np.broadcast_to, (ONE if tree in self._ones else tree, shape), {}, shape)
            return tree
        if isinstance(tree, tuple | list):
            return type(tree)(self.whole(v) for v in tree)
        if not isinstance(tree, Call) or is_one(tree):
            return tree
        if tree.function is np.broadcast_to:
            return Call(
                np.broadcast_to, (self._typed(self.whole(tree.args[0])), tree.args[1]), {}, tree.shape
            )
        if _is_arithmetic(tree.function) and tree.shape:
            slims = [self._slim(a) for a in tree.args]
            full = [s is None and self.shape(a) == tree.shape for s, a in zip(slims, tree.args, strict=True)]
            if any(full):
                parts = [self.whole(a) if s is None else s for s, a in zip(slims, tree.args, strict=True)]
                return Call(tree.function, tuple(parts), {}, tree.shape)
        settings = {k: self.whole(v) for k, v in tree.kwargs.items()}
        args = self.whole(tree.args)
        if not _is_arithmetic(tree.function):  # a function takes arrays, or numbers that have a dtype
            first = args[:1] if numpy_name(tree.function) == "" else ()
            args = tuple(
                Call(self._dtype.type, (a,), {}, ())
                if self._is_bare(a) and (isinstance(a, Name | Call) or a in first) and not is_one(a)
                else a
                for a in args
            )
        return Call(tree.function, args, settings, tree.shape)

    def _slim(self, tree: Any) -> Any:
        """Write an expression's value without the repetition; None if there is none."""
        if isinstance(tree, Name) and tree in self._thin:
            return ONE if tree in self._ones else tree
        if not isinstance(tree, Call) or is_one(tree):
            return None
        if tree.function is np.broadcast_to:
            return self.whole(tree.args[0])
        if not _is_arithmetic(tree.function):
            return None
        slims = [self._slim(a) for a in tree.args]
        if all(s is None for s in slims):
            return None
        if any(
            s is None and self.shape(a) in (None, tree.shape) for s, a in zip(slims, tree.args, strict=True)
        ):
            return None  # another part has the full shape
        parts = (self.whole(a) if s is None else s for s, a in zip(slims, tree.args, strict=True))
        return Call(tree.function, tuple(parts), {})

    def _is_bare(self, tree: Any) -> bool:
        """Tell whether an expression gives one of Python's own numbers, which have no dtype."""
        if isinstance(tree, Call):
            return is_one(tree) or (tree.function in _ARITHMETIC and all(map(self._is_bare, tree.args)))
        return tree in self._bare if isinstance(tree, Name) else type(tree) in (int, float)

    def _typed(self, number: Any) -> Any:
        """Give a number its dtype where it is to be an array; doubles have it already."""
        if self._dtype == np.float64 or is_one(number) or not self._is_bare(number):
            return number
        return Call(self._dtype.type, (number,), {}, ())
