"""Making tensors: from values, from shapes, from ranges."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import errors
from ..engine import tensor as engine
from ..engine.record import wrap
from ..engine.tensor import Operand, Tensor, convert
from ..ops.shape import astype, broadcast_to
from .calling import axis_of, count, plain, shape_of, tensor, tf_function
from .dtypes import DType, as_numpy, float32, int32

OTHER_DTYPE = (
    "A tensor of dtype {got} was given where dtype={want} is asked for. Convert it on purpose:  "
    "tf.cast(x, tf.{want})"
)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str | None = None) -> Tensor:
    """Make an immutable Tensor; Python floats become float32 and Python ints int32.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.constant([1, 2, 3], dtype=tf.float32)
    Tensor([1. 2. 3.], shape=(3,), dtype=float32)
    """
    want = None if dtype is None else as_numpy(dtype)
    if value is None:
        raise ValueError(errors.NONE_VALUE)
    if isinstance(value, Operand):
        if want is not None and want != value.dtype:
            raise TypeError(OTHER_DTYPE.format(got=value.dtype, want=want))
        same = convert(value)  # so that a tape still sees where it came from
        return same if shape is None else np.reshape(same, shape_of(shape))
    own = engine.constant(value, want, None, name)
    if shape is None:
        return own
    size = shape_of(shape)
    if own.size not in (1, math.prod(size)):
        raise TypeError(f"{count(own.size, 'value', 'values')} cannot fill a tensor of shape {list(size)}.")
    return engine.constant(own, None, size, name)


def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None
) -> Tensor:
    """Turn a number, list, array or Variable into a Tensor; a Tensor stays itself.

    A list that holds Tensors is stacked, and tapes see it.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.convert_to_tensor([[1.0, 2.0]]).shape
    (1, 2)
    """
    if value is None:
        raise ValueError(errors.NONE_VALUE)
    if dtype is None:
        return convert(value)
    want = as_numpy(dtype)
    if isinstance(value, Operand) and value.dtype != want:
        raise ValueError(OTHER_DTYPE.format(got=value.dtype, want=want))
    return convert(value, want)


def is_tensor(x: Any) -> bool:
    """Tell whether something is a Tensor or a Variable."""
    return isinstance(x, Operand)


@tf_function
def identity(input: Any, name: str | None = None) -> Tensor:
    """Give the same values as a new Tensor."""
    from ..ops.shape import identity as same

    return same(tensor(input))


@tf_function
def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Convert to another dtype: fractions are cut off towards 0, a complex number keeps its real part.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.cast([1.9, -1.9], tf.int32)
    Tensor([ 1 -1], shape=(2,), dtype=int32)
    """
    found = tensor(x)
    want = as_numpy(dtype)
    if found.dtype.kind == "c" and want.kind not in "cb":
        found = np.real(found)
    return astype(found, want)


@tf_function
def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Convert to another dtype; what lies outside its range becomes its nearest end."""
    want = DType(as_numpy(dtype).name)
    return astype(np.clip(tensor(value), want.min, want.max), want)


# ---- from a shape ------------------------------------------------------------------------------------


@tf_function
def zeros(shape: Any, dtype: Any = float32, name: str | None = None) -> Tensor:
    """Make zeros of a shape."""
    return made(np.zeros(shape_of(shape), as_numpy(dtype)))


@tf_function
def ones(shape: Any, dtype: Any = float32, name: str | None = None) -> Tensor:
    """Make ones of a shape."""
    return made(np.ones(shape_of(shape), as_numpy(dtype)))


@tf_function
def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Make zeros of the shape and dtype of something else."""
    found = tensor(input)
    return made(np.zeros(found.shape, found.dtype if dtype is None else as_numpy(dtype)))


@tf_function
def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Make ones of the shape and dtype of something else."""
    found = tensor(input)
    return made(np.ones(found.shape, found.dtype if dtype is None else as_numpy(dtype)))


@tf_function
def fill(dims: Any, value: Any, name: str | None = None) -> Tensor:
    """Fill a shape with one value."""
    found = tensor(value)
    if found.ndim:
        raise ValueError(f"the value has to be a single number, but it has shape {found.shape}.")
    return broadcast_to(found, shape_of(dims))


@tf_function
def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = float32,
    name: str | None = None,
) -> Tensor:
    """Make an identity matrix, or a batch of them."""
    columns = None if num_columns is None else int(plain(num_columns))
    matrix = np.eye(int(plain(num_rows)), columns, dtype=as_numpy(dtype))
    batch = () if batch_shape is None else shape_of(batch_shape)
    return made(np.array(np.broadcast_to(matrix, (*batch, *matrix.shape))))


@tf_function
def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Put `on_value` at each index along a new axis, and `off_value` elsewhere.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.one_hot([0, 2], 3).numpy().tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    places = plain(tensor(indices))
    if places.dtype.kind not in "iu":
        raise TypeError(f"tf.one_hot needs whole numbers as indices, but got dtype {places.dtype}.")
    values = [v for v in (on_value, off_value) if v is not None]
    want = as_numpy(dtype) if dtype is not None else tensor(values[0]).dtype if values else float32.dtype
    on = np.asarray(1 if on_value is None else plain(on_value)).astype(want)
    off = np.asarray(0 if off_value is None else plain(off_value)).astype(want)
    last = places.ndim if axis in (None, -1) else axis_of(axis, places.ndim + 1, "one_hot")
    numbers = np.arange(int(plain(depth)))
    at = np.expand_dims(places, last) == numbers.reshape(
        [-1 if i == last else 1 for i in range(places.ndim + 1)]
    )
    return made(np.where(at, on, off))


# ---- what a tensor is ----------------------------------------------------------------------------------


@tf_function
def shape(input: Any, out_type: Any = int32, name: str | None = None) -> Tensor:
    """Give the shape as a Tensor of whole numbers."""
    return made(np.array(tensor(input).shape, as_numpy(out_type)))


@tf_function
def size(input: Any, out_type: Any = int32, name: str | None = None) -> Tensor:
    """Give the number of elements."""
    return wrap(as_numpy(out_type).type(tensor(input).size))


@tf_function
def rank(input: Any, name: str | None = None) -> Tensor:
    """Give the number of axes."""
    return wrap(np.int32(tensor(input).ndim))


@tf_function
def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """Give the same values, or raise if the shape is another one; None stands for any length."""
    found = tensor(x)
    if len(shape) != found.ndim or any(n not in (None, m) for n, m in zip(shape, found.shape, strict=True)):
        raise ValueError(f"the shape is {found.shape}, not {tuple(shape)}.")
    return identity(found)


@tf_function
def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = bool, name: str | None = None) -> Tensor:
    """For each length a row that begins with so many times True."""
    counts = np.asarray(tensor(lengths)._value)
    n = int(plain(maxlen)) if maxlen is not None else int(counts.max(initial=0))
    return made((np.arange(n) < counts[..., None]).astype(as_numpy(dtype)))


def made(array: np.ndarray) -> Tensor:
    """Turn an array that was just computed into a Tensor."""
    return wrap(engine.freeze(array) if array.ndim else array[()])
