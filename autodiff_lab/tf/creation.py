"""Making tensors: from values, from shapes, from ranges."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from .. import errors
from ..engine import tensor as engine
from ..engine.record import wrap
from ..engine.tensor import Operand, Tensor, convert
from ..ops.shape import astype, broadcast_to, expand_dims
from .calling import axis_of, count, pair, plain, shape_of, tensor, tf_function
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
    made = engine.constant(value, want, None, name)
    if shape is None:
        return made
    size = shape_of(shape)
    if made.size not in (1, math.prod(size)):
        raise TypeError(f"{count(made.size, 'value', 'values')} cannot fill a tensor of shape {list(size)}.")
    return engine.constant(made, None, size, name)


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
    return _made(np.zeros(shape_of(shape), as_numpy(dtype)))


@tf_function
def ones(shape: Any, dtype: Any = float32, name: str | None = None) -> Tensor:
    """Make ones of a shape."""
    return _made(np.ones(shape_of(shape), as_numpy(dtype)))


@tf_function
def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Make zeros of the shape and dtype of something else."""
    found = tensor(input)
    return _made(np.zeros(found.shape, found.dtype if dtype is None else as_numpy(dtype)))


@tf_function
def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    """Make ones of the shape and dtype of something else."""
    found = tensor(input)
    return _made(np.ones(found.shape, found.dtype if dtype is None else as_numpy(dtype)))


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
    return _made(np.array(np.broadcast_to(matrix, (*batch, *matrix.shape))))


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
    places = tensor(indices)._value
    if places.dtype.kind not in "iu":
        raise TypeError(f"tf.one_hot needs whole numbers as indices, but got dtype {places.dtype}.")
    values = [v for v in (on_value, off_value) if v is not None]
    want = as_numpy(dtype) if dtype is not None else tensor(values[0]).dtype if values else float32.dtype
    on = np.asarray(1 if on_value is None else plain(on_value)).astype(want)
    off = np.asarray(0 if off_value is None else plain(off_value)).astype(want)
    last = places.ndim if axis in (None, -1) else axis_of(axis, places.ndim + 1, "one_hot")
    numbers = np.arange(int(plain(depth)))
    at = np.expand_dims(places, last) == numbers.reshape(
        [-1 if i == last else 1 for i in builtins.range(places.ndim + 1)]
    )
    return _made(np.where(at, on, off))


# ---- ranges ------------------------------------------------------------------------------------------


@tf_function
def range(
    start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range"
) -> Tensor:
    """Count from `start` (0 if it is left out) up to `limit`, which is not reached, in steps of `delta`.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.range(3)
    Tensor([0 1 2], shape=(3,), dtype=int32)
    >>> tf.range(1.0, 2.0, 0.5)
    Tensor([1.  1.5], shape=(2,), dtype=float32)
    """
    if limit is None:
        start, limit = 0, start
    ends = [tensor(v) for v in (start, limit, delta)]
    want = as_numpy(dtype) if dtype is not None else np.result_type(*(e.dtype for e in ends))
    if dtype is None and want == np.float64 and all(e.dtype != np.float64 for e in ends):
        want = float32.dtype  # int32 and float32 meet in float32 here
    a, b, step = (e._value.astype(want) for e in ends)
    if any(e.ndim for e in ends):
        raise ValueError("start, limit and delta have to be single numbers.")
    if step == 0:
        raise ValueError("delta is 0, so the limit would never be reached.")
    n = builtins.max(0, math.ceil((float(b) - float(a)) / float(step)))
    return _made((a + np.arange(n) * step).astype(want))


@tf_function
def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Tensor:
    """Place `num` numbers evenly from `start` to `stop`, both included.

    Start and stop may be tensors, and gradients flow to them.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.linspace(0.0, 1.0, 5)
    Tensor([0.   0.25 0.5  0.75 1.  ], shape=(5,), dtype=float32)
    """
    first, last = (tensor(v) for v in pair(start, stop))
    if first.dtype.kind in "iu" and last.dtype.kind in "iu":
        first = astype(first, np.float64)
    last = astype(last, first.dtype)
    n = int(plain(num))
    if n < 1:
        raise ValueError(f"num is {n}, but at least one number has to be placed.")
    ndim = builtins.max(first.ndim, last.ndim) + 1
    at = axis_of(axis, ndim, "linspace")
    steps = (np.arange(n) / builtins.max(n - 1, 1)).astype(first.dtype)
    steps = steps.reshape([-1 if i == at else 1 for i in builtins.range(ndim)])
    shape = np.broadcast_shapes(first.shape, last.shape)
    first, last = (expand_dims(broadcast_to(v, shape), at) for v in (first, last))
    return first * (1 - steps) + last * steps


@tf_function
def meshgrid(*args: Any, indexing: str = "xy", name: str | None = None) -> list:
    """Spread vectors out over a grid.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> x, y = tf.meshgrid([1, 2, 3], [10, 20])
    >>> x.shape
    (2, 3)
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f'indexing={indexing!r} is not known. Use "xy" or "ij".')
    return list(np.meshgrid(*map(tensor, args), indexing=indexing)) if args else []


# ---- what a tensor is ----------------------------------------------------------------------------------


@tf_function
def shape(input: Any, out_type: Any = int32, name: str | None = None) -> Tensor:
    """Give the shape as a Tensor of whole numbers."""
    return _made(np.array(tensor(input).shape, as_numpy(out_type)))


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
    return _made((np.arange(n) < counts[..., None]).astype(as_numpy(dtype)))


def _made(array: np.ndarray) -> Tensor:
    return wrap(engine.freeze(array) if array.ndim else array[()])
