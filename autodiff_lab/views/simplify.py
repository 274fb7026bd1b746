"""Expressions made shorter, as a teacher would write them, without changing what they compute."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..ops.elementwise import multiply_no_nan
from ..ops.gathering import place_rows
from ..ops.indexing import scatter
from ..ops.symbol import Call
from .code import INFIX


def one() -> None:
    """Marks the 1 that a sweep starts with: multiplying by it is left out."""


ONE = Call(one, (), {})


def is_one(tree: Any) -> bool:
    """Tell whether an expression is the 1 that the sweep starts with."""
    return isinstance(tree, Call) and tree.function is one


def simplified(tree: Any) -> Any:
    """Leave out multiplications by the first 1, first powers, and the like."""
    made: dict[int, Any] = {}

    def simple(node: Any) -> Any:
        if isinstance(node, tuple | list):
            return type(node)(simple(v) for v in node)
        if not isinstance(node, Call) or is_one(node):
            return node
        if id(node) not in made:
            args = tuple(simple(a) for a in node.args)
            made[id(node)] = _shorter(
                Call(node.function, args, {k: simple(v) for k, v in node.kwargs.items()}, node.shape)
            )
        return made[id(node)]

    return simple(tree)


def _shorter(call: Call) -> Any:
    f, args = call.function, call.args
    if f is place_rows:  # in a program the whole is wanted at once
        return Call(scatter, args, call.kwargs, call.shape)
    if f is np.broadcast_to and args[1] == ():
        return args[0]
    if f is multiply_no_nan and any(map(is_one, args)):
        return args[1] if is_one(args[0]) else args[0]
    if f in INFIX and all(type(a) in (int, float) for a in args):
        return f(*args)
    if f is operator.neg and is_one(args[0]):
        return -1
    if f is operator.mul and any(type(a) in (int, float) and a == -1 for a in args):
        return Call(operator.neg, (args[0] if type(args[1]) in (int, float) else args[1],), {}, call.shape)
    if f is operator.truediv and is_one(args[0]) and type(args[1]) in (int, float):
        return 1.0 / args[1]
    if f is operator.mul:
        if is_one(args[0]):
            return args[1]
        if is_one(args[1]):
            return args[0]
    if f is operator.truediv and is_one(args[1]):
        return args[0]
    if f is operator.pow and isinstance(args[1], int | float) and args[1] == 1:
        return args[0]
    return call


def without_one(tree: Any, unit: Any, made: dict[int, Any]) -> Any:
    """Write the first 1 as a number where it is still needed; a function gets it with its dtype."""
    if is_one(tree):
        return unit
    if isinstance(tree, tuple | list):
        return type(tree)(without_one(v, unit, made) for v in tree)
    if isinstance(tree, Call):
        if id(tree) not in made:
            inside = 1.0 if tree.function in INFIX or tree.function is operator.neg else unit
            kwargs = {k: without_one(v, unit, made) for k, v in tree.kwargs.items()}
            args = tuple(inside if is_one(a) else without_one(a, unit, made) for a in tree.args)
            made[id(tree)] = Call(tree.function, args, kwargs, tree.shape)
        return made[id(tree)]
    return tree


def calls(tree: Any) -> list[Call]:
    """List the calls in an expression, one that is used twice twice; inside it only once."""
    found: list[Call] = []
    seen: set[int] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Call):
            found.append(node)
            if id(node) not in seen:
                seen.add(id(node))
                stack.extend((*node.args, *node.kwargs.values()))
        elif isinstance(node, tuple | list):
            stack.extend(node)
    return found
