"""Loops and branches as functions: in a program that runs as it stands, they are Python's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.structure import flatten
from ..engine.tensor import Tensor
from .calling import plain, tensor
from .errors import InvalidArgumentError
from .nest import map_structure
from .shaping import stack


def cond(
    pred: Any, true_fn: Callable | None = None, false_fn: Callable | None = None, name: str | None = None
) -> Any:
    """Call one function or the other.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.cond(tf.constant(1.0) > 0.0, lambda: "positive", lambda: "negative")
    'positive'
    """
    if true_fn is None or false_fn is None:
        raise TypeError("tf.cond needs both functions:  tf.cond(pred, lambda: a, lambda: b)")
    return true_fn() if bool(plain(pred)) else false_fn()


def case(
    pred_fn_pairs: Any,
    default: Callable | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Call the function beside the first condition that holds, or `default`."""
    for condition, function in pred_fn_pairs:
        if bool(plain(condition)):
            return function()
    if default is None:
        raise InvalidArgumentError("tf.case: no condition holds, and there is no default.")
    return default()


def while_loop(
    cond: Callable,
    body: Callable,
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Call `body` on the loop's variables as long as `cond` holds for them.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.while_loop(lambda n: n < 100, lambda n: [n * 2], [tf.constant(3)])
    [Tensor(192, shape=(), dtype=int32)]
    """
    values, rounds = map_structure(tensor, loop_vars), 0
    limit = None if maximum_iterations is None else int(plain(maximum_iterations))
    while (limit is None or rounds < limit) and bool(plain(cond(*values))):
        found = body(*values)
        values = type(loop_vars)(found) if isinstance(found, list | tuple) else [found]
        rounds += 1
    return values


def map_fn(fn: Callable, elems: Any, *settings: Any, **named: Any) -> Any:
    """Call a function on each row (or on the rows of several tensors together), and stack the results.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.map_fn(lambda row: tf.reduce_sum(row), tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    Tensor([3. 7.], shape=(2,), dtype=float32)
    """
    return _stacked([fn(row) for row in _rows(elems)])


vectorized_map = map_fn


def scan(fn: Callable, elems: Any, initializer: Any = None, reverse: bool = False, **named: Any) -> Any:
    """Carry a value from row to row, and stack all its stages.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.scan(lambda total, x: total + x, tf.constant([1.0, 2.0, 3.0]))
    Tensor([1. 3. 6.], shape=(3,), dtype=float32)
    """
    rows = _rows(elems)
    rows = rows[::-1] if reverse else rows
    value, stages = initializer, []
    for row in rows:
        value = row if value is None else fn(value, row)
        stages.append(value)
    return _stacked(stages[::-1] if reverse else stages)


def foldl(fn: Callable, elems: Any, initializer: Any = None, **named: Any) -> Any:
    """Carry a value from the first row to the last."""
    value = initializer
    for row in _rows(elems):
        value = row if value is None else fn(value, row)
    return value


def foldr(fn: Callable, elems: Any, initializer: Any = None, **named: Any) -> Any:
    """Carry a value from the last row to the first."""
    value = initializer
    for row in _rows(elems)[::-1]:
        value = row if value is None else fn(value, row)
    return value


def _rows(elems: Any) -> list:
    """The rows of a tensor, or of a structure of tensors side by side."""
    if not isinstance(elems, tuple | dict):
        return list(tensor(elems))
    leaves, rebuild = flatten(elems)
    return [rebuild(list(row)) for row in zip(*map(tensor, leaves), strict=True)]


def _stacked(results: list) -> Any:
    """Stack results, entry by entry where they are structures."""
    if not results:
        raise InvalidArgumentError("there are no rows, so it is not known what a result looks like.")
    if not isinstance(results[0], tuple | list | dict):
        return stack(results)
    _, rebuild = flatten(results[0])
    columns = zip(*(flatten(result)[0] for result in results), strict=True)
    stacked: list[Tensor] = [stack(list(column)) for column in columns]
    return rebuild(stacked)
