"""Nested structures of lists, tuples and dicts: ``tf.nest``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def flatten(structure: Any, expand_composites: bool = False) -> list:
    """List what is inside a structure; dicts in the order of their sorted keys.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nest.flatten({"b": [2, 3], "a": 1})
    [1, 2, 3]
    """
    import optree

    return optree.tree_leaves(structure, none_is_leaf=True)


def map_structure(func: Callable, *structure: Any, **kwargs: Any) -> Any:
    """Call a function on each entry of a structure (or of several that are alike).

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.nest.map_structure(lambda a, b: a + b, {"x": 1, "y": (2,)}, {"x": 10, "y": (20,)})
    {'x': 11, 'y': (22,)}
    """
    import optree

    if not structure:
        raise ValueError("tf.nest.map_structure needs at least one structure.")
    for other in structure[1:]:
        assert_same_structure(structure[0], other)
    return optree.tree_map(func, *structure, none_is_leaf=True)


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """Put a list of entries into a structure."""
    import optree

    spec = optree.tree_structure(structure, none_is_leaf=True)
    entries = list(flat_sequence)
    if len(entries) != spec.num_leaves:
        raise ValueError(f"the structure has {spec.num_leaves} entries, but {len(entries)} were given.")
    return optree.tree_unflatten(spec, entries)


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise a ValueError (or a TypeError for another kind) if two structures are not alike."""
    import optree

    one, two = (optree.tree_structure(n, none_is_leaf=True) for n in (nest1, nest2))
    if one == two:
        return
    kinds = type(nest1), type(nest2)
    if check_types and kinds[0] is not kinds[1] and all(issubclass(k, list | tuple | dict) for k in kinds):
        raise TypeError(
            f"The structures are of different kinds: {kinds[0].__name__} and {kinds[1].__name__}."
        )
    raise ValueError(f"The structures are not alike:\n{one}\n{two}")


def is_nested(structure: Any) -> bool:
    """Tell whether something is a list, tuple or dict."""
    return isinstance(structure, list | tuple | dict)
