"""What lies between target and sources, and the one backward loop.

``gradient()`` runs this loop and keeps the result; a picture passes an observer and sees every
single step of the same loop. Nothing here knows whether it runs on bare arrays or on Tensors: the
rules are NumPy expressions, so on Tensors they are recorded by whichever tape is active.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getrefcount
from typing import Any, NamedTuple

import numpy as np

from .guests import ARRAYS
from .record import Absent, Record, wrap
from .shapes import SMALL, narrow
from .slices import Rows

_ndarray = np.ndarray


def _count_of_a_local() -> int:
    local = np.empty(0)
    return getrefcount(local)


# What Python counts for an array that a single local variable holds; it differs from version to version.
ALONE = _count_of_a_local()


class Step(NamedTuple):
    """One share of the sweep: from a record's result to one of its inputs.

    Attributes
    ----------
    record : int
        The number of the record on the tape.
    slot : int
        Which input of the record receives the share.
    key : int
        The key of that input.
    upstream : array
        The gradient that arrived at the record's result.
    share : array
        What the rule made of it.
    total : array
        The input's gradient so far, this share included.
    """

    record: int
    slot: int
    key: int
    upstream: Any
    share: Any
    total: Any


def needed(records: Sequence[Record], sources: set[int]) -> tuple[list[int], set[int]]:
    """Mark what depends on the sources.

    Returns
    -------
    marks : list of int
        The numbers of the records with an input that depends on a source.
    reach : set of int
        The keys of all values that depend on a source, the sources included.
    """
    reach = set(sources)
    marks = []
    for index, (_, keys, key, _, _, _) in enumerate(records):
        for k in keys:
            if k in reach:
                marks.append(index)
                if type(key) is tuple:
                    reach.update(key)
                else:
                    reach.add(key)
                break
    return marks, reach


def backward(
    records: Sequence[Record],
    seeds: dict[int, Any],
    sources: set[int],
    taped: bool | Callable = False,
    observer: Callable[[Step], Any] | None = None,
    reach: set[int] | None = None,
) -> dict[int, Any]:
    """Run the records backwards, once, without recursion.

    Parameters
    ----------
    records : sequence of Record
        The tape.
    seeds : dict
        For each target's key the gradient that the sweep starts with.
    sources : set of int
        The keys whose gradients are wanted.
    taped : bool or callable
        Whether to compute with Tensors, so that an outer tape records the sweep. A callable, which takes and
        returns what `as_tensors` does, puts other values in the place of the kept ones.
    observer : callable, optional
        Is shown each `Step` as it is made. It may return the same total under another name.
    reach : set of int, optional
        The keys that depend on the sources, where they are known and no record is without one.

    Returns
    -------
    dict
        The gradients of those sources that a path leads to.
    """
    lift = as_tensors if taped is True else taped
    marks: Sequence[int] = range(len(records))
    if reach is None:
        marks, reach = needed(records, sources)
    gradients = dict(seeds)
    for index in reversed(marks):
        op, keys, key, args, result, params = records[index]
        if type(key) is tuple:
            upstream: Any = _collect(gradients, key, result, sources)
        else:
            upstream = gradients.get(key) if key in sources else gradients.pop(key, None)
        if upstream is None:
            continue
        if type(upstream) is Rows and op.name != "identity":  # a copy of a table passes rows on as rows
            upstream = upstream.dense()
        if lift:
            args, result = lift(keys, key, args, result)
        rules = op.rules
        for slot, k in enumerate(keys):
            if k not in reach:
                continue
            rule = rules[slot]
            if rule is None:
                continue
            if params:
                share = rule(upstream, result, *args, **params)
            else:
                share = rule(upstream, result, *args)
            if share is None:
                continue
            like = args[slot]
            kind = type(share)
            if (
                kind is not type(like)
                or (kind in ARRAYS and (share.dtype is not like.dtype or share.shape != like.shape))
                or lift
            ):
                share = narrow(share, like)
            old = gradients.get(k)
            if old is None:
                total = share
            elif (
                kind is _ndarray
                and share.size > SMALL
                and observer is None
                and getrefcount(share) == ALONE
                and share.base is None
                and type(old) is _ndarray
                and old.dtype is share.dtype
            ):
                total = np.add(old, share, out=share)  # nobody else can see this array
            else:
                total = old + share
            gradients[k] = total
            if observer is not None:
                named = observer(Step(index, slot, k, upstream, share, total))
                if named is not None:
                    gradients[k] = named
    return {k: gradients[k] for k in sources if k in gradients}


def gradients_by_key(
    tape: Any,
    seeds: dict[int, Any],
    keys: set[int],
    records: Sequence[Record] | None = None,
    taped: bool = False,
    observer: Callable[[Step], Any] | None = None,
) -> dict[int, Any]:
    """Sweep a tape back to those sources that it watches; a target that is a source has its own seed.

    A record names all its inputs, also those that another tape watches, or none: asked for one of them, this
    tape has no answer.
    """
    # Where all that is watched by itself is asked for, all that is watched depends on it.
    reach = tape._watched if tape._roots <= keys else None
    found = backward(
        tape._records if records is None else records, seeds, keys & tape._watched, taped, observer, reach
    )
    return found if keys.isdisjoint(seeds) else {k: seeds[k] for k in keys if k in seeds} | found


def as_tensors(keys: tuple, key: Any, args: tuple, result: Any) -> tuple[tuple, Any]:
    """Give the kept values their keys back, so that an outer tape recognises them."""
    args = tuple(wrap(v, k) if k and type(v) is not Absent else v for v, k in zip(args, keys, strict=True))
    if type(key) is tuple:
        result = tuple(wrap(v, k) for v, k in zip(result, key, strict=True))
    elif type(result) is not Absent:
        result = wrap(result, key)
    return args, result


def _collect(gradients: dict[int, Any], keys: tuple, results: tuple, sources: set[int]) -> Any:
    """Gather the gradients of an op's several results; one that nobody used counts as zeros."""
    found = [gradients.get(k) if k in sources else gradients.pop(k, None) for k in keys]
    if all(g is None for g in found):
        return None
    return tuple(np.zeros(r.shape, r.dtype) if g is None else g for g, r in zip(found, results, strict=True))
