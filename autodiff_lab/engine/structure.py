"""Nested structures of targets and sources: lists, tuples, dicts, named tuples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .tensor import Operand


def flatten(tree: Any) -> tuple[list, Callable[[list], Any]]:
    """Take a structure apart.

    Returns
    -------
    leaves : list
        What is inside, dicts in the order of their sorted keys.
    rebuild : callable
        Puts a list of as many leaves into the same structure.
    """
    if isinstance(tree, Operand):
        return [tree], _only
    if type(tree) is list:
        for leaf in tree:
            if not isinstance(leaf, Operand):
                break
        else:
            return tree, list
    import optree  # only real nesting needs it, and a plain gradient should not wait for its import

    leaves, spec = optree.tree_flatten(tree, none_is_leaf=True)
    return leaves, lambda found: optree.tree_unflatten(spec, found)


def paths(tree: Any) -> list[str]:
    """Spell the way to each leaf, as in ``["['w'][0]", "['w'][1]"]``, in the order of `flatten`."""
    import optree

    return ["".join(f"[{step!r}]" for step in path) for path in optree.tree_paths(tree, none_is_leaf=True)]


def _only(leaves: list) -> Any:
    return leaves[0]
