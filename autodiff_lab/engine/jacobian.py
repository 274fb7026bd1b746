"""Jacobians: all rows in one backward run, or all columns in one forward run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import members  # noqa: F401 - tells Batched what NumPy's functions do
from .batch import Batched
from .record import Record, wrap
from .slices import Rows
from .sweep import backward, needed
from .tensor import Operand

# A batch is cut into pieces so that its largest array has about so many elements.
MOST_ELEMENTS = 1 << 24


def jacobian_by_key(
    records: Sequence[Record], target: Operand, sources: Sequence[Operand], taped: bool
) -> dict[int, Any]:
    """Return the Jacobian of a target for each connected source, by key.

    Each has the shape ``target.shape + source.shape``. With fewer inputs than outputs one forward run with a
    batch of tangents fills the columns; otherwise one backward run with a batch of gradients fills the rows.
    """
    inputs = {s._key: s for s in sources}
    columns = sum(s.size for s in inputs.values())
    if not columns or not target.size:  # a table without entries needs no sweep, only a path
        connected = _connected(records, target._key, set(inputs))
        return {k: np.zeros((*target.shape, *inputs[k].shape), inputs[k].dtype) for k in connected}
    if columns < target.size:
        return _by_columns(records, target, inputs, taped)
    return _by_rows(records, target, inputs, taped)


def batch_jacobian_by_key(records: Sequence[Record], target: Operand, source: Operand, taped: bool) -> Any:
    """Return the Jacobian of each row of the target for the same row of the source, or None."""
    rows, shape = target.shape[0], target.shape[1:]
    count = math.prod(shape)
    unit = np.eye(count, dtype=target.dtype).reshape(count, 1, *shape)
    seeds = np.broadcast_to(unit, (count, rows, *shape))
    found = _swept(records, target, seeds, {source._key}, taped).get(source._key)
    if found is None:
        return None
    table = np.moveaxis(found, 0, 1)
    return np.reshape(table, (*target.shape, *source.shape[1:]))


def _by_rows(records: Sequence[Record], target: Operand, inputs: dict[int, Operand], taped: bool) -> dict:
    count = target.size
    step = max(1, MOST_ELEMENTS // max(1, _largest(records, target)))
    pieces: list[dict[int, Any]] = []
    for start in range(0, count, step):
        stop = min(start + step, count)
        seeds = np.eye(stop - start, count, k=start, dtype=target.dtype)
        seeds = seeds.reshape(stop - start, *target.shape)
        pieces.append(_swept(records, target, seeds, set(inputs), taped))
    return {
        k: np.reshape(_joined([p[k] for p in pieces]), (*target.shape, *inputs[k].shape))
        for k in (pieces[0] if pieces else ())
    }


def _swept(records: Sequence[Record], target: Operand, seeds: Any, keys: set[int], taped: bool) -> dict:
    """Run one sweep for a whole batch of gradients at the target."""
    count = len(seeds)
    batch = Batched(wrap(seeds) if taped else seeds)
    found = backward(records, {target._key: batch}, keys, taped)
    result = {}
    for k, gradient in found.items():
        if type(gradient) is Rows:
            gradient = gradient.dense()
        if isinstance(gradient, Batched):
            result[k] = gradient.value
        else:  # a rule that does not look at what arrives, such as that of sign
            result[k] = np.broadcast_to(gradient, (count, *gradient.shape))
    return result


def _by_columns(records: Sequence[Record], target: Operand, inputs: dict[int, Operand], taped: bool) -> dict:
    total = sum(s.size for s in inputs.values())
    step = max(1, MOST_ELEMENTS // max(1, _largest(records, target)))
    marks, _ = needed(records, set(inputs))
    pieces = [
        _pushed(records, marks, target, inputs, start, min(start + step, total), taped)
        for start in range(0, total, step)
    ]
    if pieces[0] is None:
        return {}
    table = _joined(pieces)
    connected = _connected(records, target._key, set(inputs))
    result = {}
    start = 0
    for k, source in inputs.items():
        part = np.moveaxis(table[start : start + source.size], 0, -1)
        start += source.size
        if k in connected:
            result[k] = np.reshape(part, (*target.shape, *source.shape))
    return result


def _pushed(
    records: Sequence[Record],
    marks: list[int],
    target: Operand,
    inputs: dict[int, Operand],
    start: int,
    stop: int,
    taped: bool,
) -> Any:
    """Run forward once, for the columns from `start` to `stop` together; None if the target does not move."""
    from .forward import push

    tangents: dict[int, Any] = {}
    first = 0
    for k, source in inputs.items():
        unit = np.eye(stop - start, source.size, k=start - first, dtype=source.dtype)
        unit = unit.reshape(stop - start, *source.shape)
        tangents[k] = Batched(wrap(unit) if taped else unit)
        first += source.size
    last_use = {k: index for index in marks for k in records[index][1]}
    for index in marks:
        _, keys, key, _, _, _ = records[index]
        moved = push(records[index], tangents, taped)
        for k in keys:
            if last_use[k] == index and k != target._key:
                tangents.pop(k, None)
        if moved is not None:
            tangents.update(zip(key, moved, strict=True) if type(key) is tuple else [(key, moved)])
    found = tangents.get(target._key)
    if found is None or isinstance(found, Batched):
        return None if found is None else found.value
    return np.broadcast_to(found, (stop - start, *target.shape))


def _connected(records: Sequence[Record], target: int, sources: set[int]) -> set[int]:
    """Return the sources that a path leads to from the target."""
    wanted = {target}
    for op, keys, key, _, _, _ in reversed(records):
        if (key in wanted) if type(key) is not tuple else any(k in wanted for k in key):
            wanted.update(k for slot, k in enumerate(keys) if k and op.rules[slot] is not None)
    return wanted & sources


def _joined(parts: list) -> Any:
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=0)


def _largest(records: Sequence[Record], target: Operand) -> int:
    sizes = [target.size]
    for note in records:
        sizes.extend(a.size for a in note[3] if hasattr(a, "size"))
    return max(sizes)
