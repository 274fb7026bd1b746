"""Reading and writing at places given by numbers; segments."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.tensor import Tensor
from ..ops import gathering
from ..ops.indexing import scatter
from .calling import axis_of, plain, shape_of, tensor, tf_function
from .errors import InvalidArgumentError

# ---- reading -------------------------------------------------------------------------------------------


@tf_function
def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """Take rows by their numbers.

    Parameters
    ----------
    params : tensor
        Where to take from.
    indices : tensor of int
        Which ones, in any shape; a negative one is an error.
    validate_indices : object, optional
        Has no effect, as in TensorFlow.
    axis : int, optional
        Along which axis; `batch_dims` by default.
    batch_dims : int, default 0
        How many first axes `params` and `indices` have in common, row by row.
    name : str, optional
        A name for pictures.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.gather([10, 20, 30], [2, 0])
    Tensor([30 10], shape=(2,), dtype=int32)
    """
    places = _whole(indices, "gather")
    batch = int(plain(batch_dims))
    batch += places.ndim if batch < 0 else 0
    found = tensor(params)
    at = batch if axis is None else axis_of(axis, found.ndim, "gather")
    _check(places, found.shape[at], "gather")
    if not batch:
        return gathering.gather_op(found, indices=places, axis=at)
    if at < batch or places.shape[:batch] != found.shape[:batch]:
        raise ValueError(
            f"with batch_dims={batch} the first axes have to agree, but params has shape {found.shape} and "
            f"indices {places.shape}."
        )
    # The axes between the batch and the gathered one stay in front of the indices' own.
    between = at - batch
    extra = places.ndim - batch
    index: list[Any] = [
        np.arange(n).reshape([-1 if j == i else 1 for j in range(batch + between + extra)])
        for i, n in enumerate(found.shape[:at])
    ]
    index.append(places.reshape((*places.shape[:batch], *(1,) * between, *places.shape[batch:])))
    return found[tuple(index)]


@tf_function
def gather_nd(params: Any, indices: Any, batch_dims: int = 0, name: str | None = None) -> Tensor:
    """Take entries by whole coordinates, the last axis of `indices`.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]])
    Tensor([2 3], shape=(2,), dtype=int32)
    """
    found, places = tensor(params), _whole(indices, "gather_nd")
    batch = int(plain(batch_dims))
    index: list[Any] = [
        np.arange(n).reshape([-1 if j == i else 1 for j in range(places.ndim - 1)])
        for i, n in enumerate(found.shape[:batch])
    ]
    index += _coordinates(places, found.shape[batch:], "gather_nd")
    if not batch and places.ndim == 2 and len(index) == 1:  # rows, whose gradient may stay sparse
        return gathering.gather_op(found, indices=index[0], axis=0)
    if not index:
        return np.broadcast_to(found, (*places.shape[:-1], *found.shape))
    return found[tuple(index)]


# ---- writing -------------------------------------------------------------------------------------------


@tf_function
def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Tensor:
    """Add values up at coordinates, in zeros of a given shape.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.scatter_nd([[0], [2], [0]], [1.0, 2.0, 3.0], [4])
    Tensor([4. 0. 2. 0.], shape=(4,), dtype=float32)
    """
    values, size = tensor(updates), shape_of(shape)
    index = _places(indices, values, size, "scatter_nd")
    return scatter(values, shape=size, index=index)


def _updating(name: str, write: Callable, text: str) -> Callable[..., Tensor]:
    def function(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Tensor:
        found = _tensor(tensor)
        values = _tensor(updates, found.dtype)
        return write(found, values, _places(indices, values, found.shape, function.__name__))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return tf_function(function)


tensor_scatter_nd_update = _updating(
    "tensor_scatter_nd_update",
    lambda x, values, index: gathering.place_op(x, values, index=index),
    "Copy a tensor with new values at some coordinates.",
)
tensor_scatter_nd_add = _updating(
    "tensor_scatter_nd_add",
    lambda x, values, index: x + scatter(values, shape=x.shape, index=index),
    "Copy a tensor and add values at some coordinates.",
)
tensor_scatter_nd_sub = _updating(
    "tensor_scatter_nd_sub",
    lambda x, values, index: x - scatter(values, shape=x.shape, index=index),
    "Copy a tensor and subtract values at some coordinates.",
)
tensor_scatter_nd_max = _updating(
    "tensor_scatter_nd_max",
    lambda x, values, index: gathering.place_max_op(x, values, index=index),
    "Copy a tensor and keep the larger of old and new values at some coordinates.",
)
tensor_scatter_nd_min = _updating(
    "tensor_scatter_nd_min",
    lambda x, values, index: gathering.place_min_op(x, values, index=index),
    "Copy a tensor and keep the smaller of old and new values at some coordinates.",
)

# ---- segments --------------------------------------------------------------------------------------------


def _segment(data: Any, segment_ids: Any, num_segments: Any, function: str) -> tuple[Tensor, np.ndarray, int]:
    found, ids, n = tensor(data), _whole(segment_ids, function), int(plain(num_segments))
    if found.shape[: ids.ndim] != ids.shape:
        raise ValueError(
            f"segment_ids has shape {ids.shape}, but the data begins with {found.shape[: ids.ndim]}."
        )
    if ids.size and ids.max() >= n:
        raise ValueError(f"segment {ids.max()} does not exist, since num_segments is {n}.")
    kept = ids >= 0
    if not kept.all():  # a negative number drops its row
        found, ids = found[kept], ids[kept]
    return found, ids, n


def _lengths(ids: np.ndarray, n: int, like: Tensor) -> np.ndarray:
    """How many rows each segment has, at least 1, shaped to divide the segments."""
    rows = np.maximum(np.bincount(ids.ravel(), minlength=n)[:n], 1).astype(like.dtype)
    return rows.reshape(n, *(1,) * (like.ndim - 1))


def _unsorted(name: str, combine: Callable, text: str) -> Callable[..., Tensor]:
    def function(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Tensor:
        return combine(*_segment(data, segment_ids, num_segments, function.__name__))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{text} Rows with the same number belong together; a negative number drops its row."
    return tf_function(function)


def _sorted(name: str, combine: Callable, empty: int, text: str) -> Callable[..., Tensor]:
    def function(data: Any, segment_ids: Any, name: str | None = None) -> Tensor:
        ids = _whole(segment_ids, function.__name__)
        if ids.ndim != 1 or (np.diff(ids) < 0).any() or (ids.size and ids[0] < 0):
            raise ValueError("the segment numbers have to stand in one row, ascending from 0 or more.")
        n = int(ids[-1]) + 1 if ids.size else 0
        found = combine(*_segment(data, ids, n, function.__name__))
        missing = np.bincount(ids, minlength=n) == 0
        if missing.any():
            found = np.where(missing.reshape(n, *(1,) * (found.ndim - 1)), found.dtype.type(empty), found)
        return found

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{text} The numbers have to ascend; a number that is left out gives {empty}."
    return tf_function(function)


def _total(x: Tensor, ids: np.ndarray, n: int) -> Tensor:
    return gathering.segment_sum_op(x, ids=ids, count=n)


def _average(x: Tensor, ids: np.ndarray, n: int) -> Tensor:
    total = _total(x, ids, n)
    return total / _lengths(ids, n, total)


def _by_root(x: Tensor, ids: np.ndarray, n: int) -> Tensor:
    total = _total(x, ids, n)
    return total / np.sqrt(_lengths(ids, n, total))


def _named(op: Any) -> Callable:
    return lambda x, ids, n: op(x, ids=ids, count=n)


_largest, _smallest = _named(gathering.segment_max_op), _named(gathering.segment_min_op)
_product = gathering.segment_prod

unsorted_segment_sum = _unsorted("unsorted_segment_sum", _total, "Sums of segments.")
unsorted_segment_mean = _unsorted("unsorted_segment_mean", _average, "Means of segments.")
unsorted_segment_sqrt_n = _unsorted(
    "unsorted_segment_sqrt_n", _by_root, "Sums of segments over the root of their size."
)
unsorted_segment_max = _unsorted("unsorted_segment_max", _largest, "The largest of each segment.")
unsorted_segment_min = _unsorted("unsorted_segment_min", _smallest, "The smallest of each segment.")
unsorted_segment_prod = _unsorted("unsorted_segment_prod", _product, "Products of segments.")
segment_sum = _sorted("segment_sum", _total, 0, "Sums of segments.")
segment_mean = _sorted("segment_mean", _average, 0, "Means of segments.")
segment_max = _sorted("segment_max", _largest, 0, "The largest of each segment.")
segment_min = _sorted("segment_min", _smallest, 0, "The smallest of each segment.")
segment_prod = _sorted("segment_prod", _product, 1, "Products of segments.")

# ---- checking ----------------------------------------------------------------------------------------------


def _whole(indices: Any, function: str) -> np.ndarray:
    places = np.asarray(plain(tensor(indices)))
    if places.dtype.kind not in "iu":
        if places.size:
            raise TypeError(f"tf.{function} needs whole numbers as places, but got dtype {places.dtype}.")
        places = places.astype(np.int32)
    return places


def _check(places: np.ndarray, n: int, function: str) -> None:
    wrong = (places < 0) | (places >= n)
    if wrong.any():
        raise InvalidArgumentError(
            f"tf.{function}: index {places[wrong].flat[0]} is not one of 0 to {n - 1}."
        )


def _coordinates(places: np.ndarray, sizes: tuple[int, ...], function: str) -> list[np.ndarray]:
    depth = places.shape[-1] if places.ndim else 0
    if not places.ndim or depth > len(sizes):
        raise ValueError(
            f"the last axis of indices holds coordinates: at most {len(sizes)} of them, not {depth}."
        )
    for i in range(depth):
        _check(places[..., i], sizes[i], function)
    return [places[..., i] for i in range(depth)]


def _places(indices: Any, values: Tensor, shape: tuple[int, ...], function: str) -> tuple:
    places = _whole(indices, function)
    index = tuple(_coordinates(places, shape, function))
    want = (*places.shape[:-1], *shape[len(index) :])
    if values.shape != want:
        raise ValueError(f"these indices write values of shape {want}, but updates has shape {values.shape}.")
    return index or (Ellipsis,)


def _tensor(value: Any, like: Any = None) -> Any:
    """`tensor`, where an argument bears that name."""
    return tensor(value, like)
