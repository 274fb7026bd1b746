"""Sorting, and the largest few."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..engine.record import wrap
from ..engine.tensor import Tensor
from ..ops.gathering import order, sort_op
from .calling import axis_of, plain, tensor, tf_function
from .dtypes import as_numpy, int32


class TopKV2(NamedTuple):
    """The largest numbers, and their places."""

    values: Tensor
    indices: Tensor


def _descending(direction: str) -> bool:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f'direction={direction!r} is not known. Use "ASCENDING" or "DESCENDING".')
    return direction == "DESCENDING"


@tf_function
def sort(values: Any, axis: Any = -1, direction: str = "ASCENDING", name: str | None = None) -> Tensor:
    """Sort along an axis; of equal numbers the first keeps its turn.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.sort([3.0, 1.0, 2.0], direction="DESCENDING")
    Tensor([3. 2. 1.], shape=(3,), dtype=float32)
    """
    found = tensor(values)
    return sort_op(found, axis=axis_of(axis, found.ndim, "sort"), descending=_descending(direction))


@tf_function
def argsort(
    values: Any, axis: Any = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Tensor:
    """The places in sorted order."""
    found = tensor(values)
    places = order(found._value, axis_of(axis, found.ndim, "argsort"), _descending(direction))
    return wrap(places.astype(np.int32))


@tf_function
def top_k(
    input: Any, k: Any = 1, sorted: bool = True, index_type: Any = int32, name: str | None = None
) -> TopKV2:
    """The `k` largest along the last axis, and their places; of equal ones the first.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> values, places = tf.math.top_k([1.0, 9.0, 3.0], k=2)
    >>> values
    Tensor([9. 3.], shape=(2,), dtype=float32)
    """
    found, n = tensor(input), int(plain(k))
    if not found.ndim or not 0 <= n <= found.shape[-1]:
        raise ValueError(f"k is {n}, but the last axis of shape {found.shape} does not hold so many.")
    places = order(found._value, found.ndim - 1, True)[..., :n]
    return TopKV2(np.take_along_axis(found, places, -1), wrap(places.astype(as_numpy(index_type))))


@tf_function
def searchsorted(
    sorted_sequence: Any, values: Any, side: str = "left", out_type: Any = int32, name: str | None = None
) -> Tensor:
    """The places where values would have to go in to keep each row sorted."""
    rows, new = (np.asarray(tensor(v)._value) for v in (sorted_sequence, values))
    flat = zip(rows.reshape(-1, rows.shape[-1]), new.reshape(-1, new.shape[-1]), strict=True)
    places = [np.searchsorted(row, wanted, side) for row, wanted in flat]
    return wrap(np.asarray(places).reshape(new.shape).astype(as_numpy(out_type)))


@tf_function
def in_top_k(targets: Any, predictions: Any, k: Any, name: str | None = None) -> Tensor:
    """Whether each target is among the `k` best predictions of its row."""
    scores, wanted = tensor(predictions)._value, tensor(targets)._value
    chosen = np.take_along_axis(scores, wanted[:, None], 1)
    return wrap(((scores > chosen).sum(axis=1) < int(plain(k))) & np.isfinite(chosen[:, 0]))
