"""The source of functions that NumPy does not have, for programs that must not import this kit."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .. import errors
from ..engine.guests import is_guest


class Helpers:
    """Collects the source of functions, and of everything of ours that they use.

    Each gets a name with a leading underscore, so that it cannot meet a learner's name.
    """

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []
        self.sources: list[str] = []
        self.modules: set[str] = set()

    def name(self, function: Any) -> str:
        """Return the name of a function in the program, and see that its source goes along.

        Raises
        ------
        NotImplementedError
            If it has no Python source of its own.
        """
        plain = inspect.unwrap(function)
        known = self._names.get(id(plain))
        if known is not None:
            return known
        if not isinstance(plain, FunctionType) or plain.__name__ == "<lambda>" or plain.__closure__:
            raise NotImplementedError(
                f"A program cannot be written with {getattr(plain, '__name__', plain)!r}: it has no source "
                "that stands alone in NumPy."
            )
        name = f"_{plain.__name__.lstrip('_')}"
        while name in self._names.values():  # softmax and _softmax are two functions
            name += "_"
        self._names[id(plain)] = name
        self._kept.append(plain)
        self.sources.append(self._source(plain, name))
        return name

    def _source(self, function: FunctionType, name: str) -> str:
        text = textwrap.dedent(inspect.getsource(function))
        if not _is_source_of(text, function):
            raise RuntimeError(errors.PROGRAM_STALE.format(file=inspect.getsourcefile(function)))
        tree = ast.parse(text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        _WithoutGuests().visit(tree)
        tree.name = name
        tree.decorator_list = []
        tree.returns = None
        for argument in (*tree.args.args, *tree.args.kwonlyargs, *tree.args.posonlyargs):
            argument.annotation = None
        renamed = {}
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
        local = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        local |= {
            a.arg for n in ast.walk(tree) if isinstance(n, ast.arguments) for a in (*n.args, *n.kwonlyargs)
        }
        for node in names:
            if node.id not in local and node.id not in renamed:
                if node.id in function.__globals__:
                    renamed[node.id] = self._global(function.__globals__[node.id], node.id)
                elif not hasattr(builtins, node.id):
                    raise NotImplementedError(
                        f"A program cannot be written with {name}: {node.id} is unknown."
                    )
        return ast.unparse(ast.fix_missing_locations(_Renamed(renamed).visit(tree)))

    def _global(self, value: Any, name: str) -> str:
        if isinstance(value, ModuleType):
            if value is not np:
                self.modules.add(value.__name__)
            return name
        if isinstance(value, bool | int | float | str | tuple):
            return repr(value)
        if value is Any:
            return "object"
        return self.name(value)


def _is_source_of(text: str, function: FunctionType) -> bool:
    """Tell whether `text` is what `function` was made from: a file may have changed since it was imported.

    Names and constants are compared; the instructions depend on what else the file imports.
    """
    live = function.__code__
    try:
        module = compile(text, live.co_filename, "exec")
    except SyntaxError:
        return False
    made = [c for c in module.co_consts if isinstance(c, CodeType) and c.co_name == live.co_name]
    return any(_parts(code) == _parts(live) for code in made)


def _parts(code: CodeType) -> list:
    """List all names and constants, and those of the functions within."""
    values = [_parts(v) if isinstance(v, CodeType) else v for v in code.co_consts]
    return [code.co_names, code.co_varnames, values]


class _WithoutGuests(ast.NodeTransformer):
    """Leaves out what is done for other libraries' arrays: a program is NumPy alone."""

    def visit_If(self, node: ast.If) -> Any:
        """Keep what is done otherwise."""
        names = {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)}
        return node.orelse if is_guest.__name__ in names else self.generic_visit(node)


class _Renamed(ast.NodeTransformer):
    """Puts the new names in, and leaves annotations of local variables out."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        new = self.names.get(node.id)
        return node if new is None else ast.parse(new, mode="eval").body

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return self.generic_visit(ast.Assign(targets=[node.target], value=node.value))
