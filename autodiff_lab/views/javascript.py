"""A program in JavaScript, for pages that have no kernel: numbers and small arrays, with the same guards.

Everything is computed in double precision. An array is a flat list there, in NumPy's order: all shapes are
known when the code is written, so whatever moves elements is a list of places.
"""

from __future__ import annotations

import ast
import json
import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..ops.symbol import Call, Name, Symbol
from . import javascript_table as table
from .code import numpy_name
from .lines import Line

MOST = 256  # elements of an array

# JavaScript's own words, and the names that the code uses itself.
RESERVED = {
    *("arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default"),
    *("delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function"),
    *("if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "package"),
    *("private", "protected", "public", "return", "static", "super", "switch", "this", "throw", "true"),
    *("try", "typeof", "undefined", "var", "void", "while", "with", "yield"),
    *("Array", "Error", "Infinity", "Math", "NaN", "Number", "Object", "program", *table.HELPERS),
}


class JavaScript:
    """Writes one program.

    Parameters
    ----------
    forward, back : sequence of Line
        The lines of the program.
    parameters : sequence of (str, tuple of int)
        The inputs and their shapes.
    value : Any
        The expression of the value.
    answers : sequence
        Those of the gradients; None where no path leads to an input.
    data : mapping
        The larger constant arrays, by name.
    """

    def __init__(
        self,
        forward: Sequence[Line],
        back: Sequence[Line],
        parameters: Sequence[tuple[str, tuple[int, ...]]],
        value: Any,
        answers: Sequence[Any],
        data: Mapping[str, np.ndarray],
    ) -> None:
        self._shapes: dict[str, tuple[int, ...]] = {}
        self._names: dict[str, str] = {}
        self._helpers: set[str] = set()
        body = []
        for name, shape in parameters:
            self._shapes[name] = shape
            if shape:
                check = f"flat({self.name(name)}, {math.prod(shape)}, {json.dumps(name)})"
                body.append(f"  {self.name(name)} = {self._help('flat')}{check[4:]};")
        for name, array in data.items():
            body += self._line(Line(name, "", array))
        for title, lines in (("forward", forward), ("backward", back)):
            body += [f"  // {title}"] if lines else []
            for line in lines:
                body += self._line(line)
        outcome = ", ".join("null" if a is None else self._out(a) for a in answers)
        body.append(f"  return {{value: {self._out(value)}, gradients: [{outcome}]}};")
        head = ", ".join(self.name(n) for n, _ in parameters)
        helpers = [table.HELPERS[h] for h in table.HELPERS if h in self._helpers]
        self.source = "\n".join([*helpers, f"export function program({head}) {{", *body, "}", ""])

    def name(self, name: str) -> str:
        """The JavaScript name for a Python name."""
        if name not in self._names:
            free = name
            while free in RESERVED or free in self._names.values():
                free += "_"
            self._names[name] = free
        return self._names[name]

    # ---- lines ----------------------------------------------------------------------------------------

    def _line(self, line: Line) -> list[str]:
        if not line.name:
            told = line.text.split("raise ValueError(", 1)[1].rsplit(")", 1)[0]
            text, _ = self._write(line.tree)
            text = f"!({text})" if line.outcome else text
            return [f"  if ({text}) {{", f"    throw new Error({json.dumps(_python_text(told))});", "  }"]
        text, shape = self._write(line.tree)
        word = "" if line.name in self._shapes else "let "
        self._shapes[line.name] = shape
        comment = f"  // {line.reason}" if line.reason else ""
        return [f"  {word}{self.name(line.name)} = {text};{comment}"]

    def _out(self, tree: Any) -> str:
        text, shape = self._write(tree)
        return f"{self._help('nested')}({text}, {list(shape)})" if shape else text

    def _help(self, name: str) -> str:
        self._helpers.add(name)
        return name

    # ---- expressions ------------------------------------------------------------------------------------

    def _write(self, tree: Any) -> tuple[str, tuple[int, ...]]:
        """Write an expression: a number, or a flat list for an array."""
        if isinstance(tree, Name):
            return self.name(tree), self._shapes[tree]
        if isinstance(tree, np.ndarray):
            if tree.size > MOST:
                raise NotImplementedError(table.TOO_LARGE.format(shape=tree.shape, most=MOST))
            inside = ", ".join(table.number(v) for v in tree.ravel().tolist())
            return (f"[{inside}]", tree.shape) if tree.ndim else (inside, ())
        if not isinstance(tree, Call):
            return table.number(tree.item() if isinstance(tree, np.generic) else tree), ()
        if 0 in self._known_shape(tree):
            raise NotImplementedError(table.NOT_WRITTEN.format(name="an array without elements"))
        if math.prod(tree.shape or ()) > MOST:
            raise NotImplementedError(table.TOO_LARGE.format(shape=tree.shape, most=MOST))
        if self._is_elementwise(tree):
            return self._elementwise(tree)
        if tree.function in table.REDUCTIONS:
            return self._reduction(tree)
        if tree.function in (operator.matmul, np.matmul, np.dot, np.outer, np.inner):
            return self._product(tree)
        if tree.function is np.array_equal:
            (a, _), (b, _) = map(self._write, tree.args)
            return f"{self._help('same')}({a}, {b})", ()
        if tree.function in table.CONSTANT:
            made = table.CONSTANT[tree.function](np.zeros(self.shape(tree.args[0])))
            return self._write(made)
        if tree.function in table.LINEAR:
            return self._moved(tree)
        expanded = _expanded(tree, self)
        if expanded is not None:
            return self._write(expanded)
        raise NotImplementedError(
            table.NOT_WRITTEN.format(name=getattr(tree.function, "__name__", tree.function))
        )

    def _known_shape(self, tree: Call) -> tuple[int, ...]:
        return (*(tree.shape or ()), *(n for a in tree.args if isinstance(a, Name) for n in self._shapes[a]))

    def shape(self, tree: Any) -> tuple[int, ...]:
        """The shape of an expression's value."""
        if isinstance(tree, Name):
            return self._shapes[tree]
        if not isinstance(tree, Call):
            return () if isinstance(tree, np.dtype) else np.shape(tree)
        if self._is_elementwise(tree):
            return np.broadcast_shapes(*map(self.shape, tree.args))
        return self._write(tree)[1]

    def _is_elementwise(self, tree: Call) -> bool:
        return tree.function in table.SCALAR

    def _elementwise(self, tree: Call) -> tuple[str, tuple[int, ...]]:
        """Write what works element by element as one function of single numbers, on all arrays at once."""
        shape = self.shape(tree)
        leaves: dict[str, str] = {}
        text = self._single(tree, shape, leaves)[0]
        if not shape:
            return text, ()
        heads = ", ".join(leaves.values())
        return f"{self._help('each')}(({heads}) => {text}, {', '.join(leaves)})", shape

    def _single(self, tree: Any, shape: tuple[int, ...], leaves: dict[str, str]) -> tuple[str, int]:
        """Write it for one element; `leaves` collects the arrays, and what an element of each is called."""
        if isinstance(tree, Call) and self._is_elementwise(tree) and self.shape(tree) in ((), shape):
            parts = [self._single(a, shape, leaves) for a in tree.args]
            return table.SCALAR[tree.function](self._help, *parts)
        text, own = self._write(tree)
        if not own:
            return text, table.rank(text)
        if own != shape:
            places = np.broadcast_to(np.arange(math.prod(own)).reshape(own), shape)
            text = f"{places.ravel().tolist()}.map((i) => {text}[i])"
        if text not in leaves:
            leaves[text] = f"e{len(leaves)}"
        return leaves[text], table.TIGHT

    def _reduction(self, tree: Call) -> tuple[str, tuple[int, ...]]:
        how, extra = table.REDUCTIONS[tree.function]
        inside, shape = self._write(tree.args[0])
        if not shape:
            return inside, ()
        settings = dict(zip(("axis",), tree.args[1:], strict=False)) | tree.kwargs
        axis, keepdims = settings.get("axis"), bool(settings.get("keepdims"))
        made = np.sum(np.zeros(shape), axis=axis, keepdims=keepdims).shape
        self._help(how)
        axes = tuple(range(len(shape))) if axis is None else tuple(np.atleast_1d(axis) % len(shape))
        kept = [i for i in range(len(shape)) if i not in axes]
        count = math.prod(shape[i] for i in axes)
        over = f" / {count}" if extra == "mean" else ""
        if not kept:
            text = f"{how}({inside}){over}"
            return (f"[{text}]", made) if made else (text, ())
        places = np.arange(math.prod(shape)).reshape(shape).transpose([*kept, *axes]).reshape(-1, count)
        row = f"{how}(r.map((i) => a[i])){over}"
        return f"((a) => {places.tolist()}.map((r) => {row}))({inside})", made

    def _product(self, tree: Call) -> tuple[str, tuple[int, ...]]:
        (left, a), (right, b) = map(self._write, tree.args[:2])
        if tree.function is np.outer:
            a, b = (math.prod(a), 1), (1, math.prod(b))
        if not a or not b:
            return self._write(Call(operator.mul, tree.args, {}, tree.shape))
        if len(a) > 2 or len(b) > 2:
            raise NotImplementedError(table.NOT_WRITTEN.format(name="a product of stacks of matrices"))
        rows = np.arange(math.prod(a)).reshape(a if len(a) == 2 else (1, *a))
        second = np.arange(math.prod(b)).reshape(b if len(b) == 2 else (*b, 1))
        columns = second if tree.function is np.inner and len(b) == 2 else second.T
        made = (a[:-1]) + (b[1:] if tree.function is not np.inner or len(b) == 1 else b[:1])
        text = f"{self._help('dots')}({left}, {right}, {rows.tolist()}, {columns.tolist()})"
        return (text, made) if made else (f"{text}[0]", ())

    def _moved(self, tree: Call) -> tuple[str, tuple[int, ...]]:
        """Write a linear function of one or several arrays: each entry is a few of theirs, with weights.

        The weights are found by asking NumPy with arrays that are 1 at one place.
        """
        if tree.function is operator.getitem and not self.shape(tree.args[0]):
            return self._write(tree.args[0])  # x[()] of a number
        arrays = _leaves(tree.args)
        written = [self._write(a) for a in arrays]
        sizes = [math.prod(shape) for _, shape in written]
        blank = (np.zeros(s) for _, s in written)
        made = np.asarray(tree.function(*_replaced(tree.args, blank), **tree.kwargs))
        if not sum(sizes) or not made.size:
            return self._write(made)
        columns = []
        for number, ((_, shape), size) in enumerate(zip(written, sizes, strict=True)):
            for place in range(size):
                values = [np.zeros(s) for _, s in written]
                values[number] = np.eye(1, size, place).reshape(shape)
                columns.append(np.ravel(tree.function(*_replaced(tree.args, iter(values)), **tree.kwargs)))
        matrix = np.stack(columns, axis=1)
        names = [text for text, _ in written]
        joined = names[0] if len(names) == 1 and written[0][1] else f"[{', '.join(_spread(written))}]"
        ones = (np.count_nonzero(matrix, axis=1) == 1).all() and np.isin(matrix, (0, 1)).all()
        if ones:
            places = matrix.argmax(axis=1).tolist()
            if not made.ndim:
                return f"{joined}[{places[0]}]", ()
            if places == list(range(matrix.shape[1])):
                return joined, made.shape
            return f"((a) => {places}.map((i) => a[i]))({joined})", made.shape
        rows = [[[int(i), float(row[i])] for i in np.flatnonzero(row)] for row in matrix]
        text = f"{self._help('rows')}({joined}, {json.dumps(rows)})"
        return (text, made.shape) if made.ndim else (f"{text}[0]", ())


def _spread(written: list[tuple[str, tuple[int, ...]]]) -> list[str]:
    return [f"...{text}" if shape else text for text, shape in written]


def _leaves(args: Any) -> list[Any]:
    """The arrays that a function gets, in a list too, but not its settings."""
    found: list[Any] = []
    for a in args:
        if _holds_arrays(a):
            found += _leaves(a)
        elif isinstance(a, Name | Call):
            found.append(a)
    return found


def _holds_arrays(a: Any) -> bool:
    return isinstance(a, list | tuple) and any(isinstance(v, Name | Call) for v in a)


def _replaced(args: Any, values: Any) -> tuple:
    """The same arguments with values in the place of the arrays."""
    made: list[Any] = []
    for a in args:
        if _holds_arrays(a):
            made.append(list(_replaced(a, values)))
        else:
            made.append(next(values) if isinstance(a, Name | Call) else a)
    return tuple(made)


def _expanded(tree: Call, owner: JavaScript) -> Any:
    """Write a function that NumPy does not have with those that it has; None if that cannot be done."""
    plain = getattr(tree.function, "__wrapped__", tree.function)
    if not callable(plain) or numpy_name(tree.function):
        return None
    symbols = [Symbol(a, np.ones(owner.shape(a))[()]) if isinstance(a, Name | Call) else a for a in tree.args]
    try:
        made = plain(*symbols, **tree.kwargs)
    except Exception:
        return None
    if not isinstance(made, Symbol) or isinstance(made.expression, str):
        return None
    return None if made.expression.function is tree.function else made.expression


def _python_text(literal: str) -> str:
    return str(ast.literal_eval(literal))
