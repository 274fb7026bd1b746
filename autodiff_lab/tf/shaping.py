"""Functions that change a tensor's shape, or cut and join tensors."""

# NumPy's own annotations promise arrays where its functions meet Tensors and give Tensors.
# mypy: disable-error-code="return-value,call-overload,operator,arg-type,index"

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from ..engine.tensor import Tensor
from .calling import axes_of, axis_of, count, each, plain, shape_of, tensor, tf_function


@tf_function
def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """Give the elements another shape; one -1 is worked out.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.reshape([1, 2, 3, 4], [2, -1]).shape
    (2, 2)
    """
    found, want = _tensor(tensor), shape_of(shape) if np.size(plain(shape)) else ()
    known = math.prod(n for n in want if n != -1)
    fits = found.size == known if -1 not in want else known and found.size % known == 0
    if not fits or want.count(-1) > 1:
        raise ValueError(
            f"{count(found.size, 'value', 'values')} (shape {found.shape}) cannot be laid out in shape "
            f"{list(want)}."
        )
    return np.reshape(found, want)


@tf_function
def transpose(a: Any, perm: Any = None, conjugate: bool = False, name: str | None = None) -> Tensor:
    """Reorder the axes; backwards by default."""
    found = tensor(a)
    if conjugate:
        found = np.conj(found)
    return np.transpose(found, None if perm is None else shape_of(perm))


@tf_function
def expand_dims(input: Any, axis: Any, name: str | None = None) -> Tensor:
    """Put in an axis of length 1."""
    found = tensor(input)
    return np.expand_dims(found, axis_of(axis, found.ndim + 1, "expand_dims"))


@tf_function
def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Take out axes of length 1."""
    found = tensor(input)
    axes = axes_of(axis, found.ndim, "squeeze") or None
    for i in axes or ():
        if found.shape[i] != 1:
            raise ValueError(f"axis {i} has length {found.shape[i]}, and only axes of length 1 can go.")
    return np.squeeze(found, axes)


@tf_function
def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """Repeat along axes of length 1, or along new axes in front, until the shape is reached."""
    return np.broadcast_to(tensor(input), shape_of(shape) if np.size(plain(shape)) else ())


@tf_function
def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """Turn the order around along some axes."""
    found = _tensor(tensor)
    return np.flip(found, axes_of(axis, found.ndim, "reverse"))


@tf_function
def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """Shift along axes; what leaves at one end comes in at the other."""
    found = tensor(input)
    return np.roll(found, shape_of(shift), axes_of(axis, found.ndim, "roll"))


@tf_function
def tile(input: Any, multiples: Any, name: str | None = None) -> Tensor:
    """Lay copies side by side, a number of times along each axis."""
    found, times = tensor(input), shape_of(multiples) if np.size(plain(multiples)) else ()
    if len(times) != found.ndim:
        raise ValueError(
            f"multiples needs one number for each of the {found.ndim} axes, but got {list(times)}."
        )
    return np.tile(found, times) if times else +found


@tf_function
def repeat(input: Any, repeats: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Repeat each element, or each row along an axis."""
    found = tensor(input)
    counts = np.asarray(plain(repeats))
    counts = counts.reshape(()) if counts.size == 1 else counts
    return np.repeat(found, counts, None if axis is None else axis_of(axis, found.ndim, "repeat"))


@tf_function
def pad(
    tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None
) -> Tensor:
    """Add numbers around a tensor.

    Parameters
    ----------
    tensor : tensor
        What to surround.
    paddings : list of pairs
        For each axis, how many before and how many after.
    mode : {"CONSTANT", "REFLECT", "SYMMETRIC"}
        One number everywhere, or the tensor mirrored, without or with its edge.
    constant_values : number
        The number of mode CONSTANT.
    name : str, optional
        A name for pictures.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.pad([1, 2, 3], [[2, 1]], mode="REFLECT")
    Tensor([3 2 1 2 3 2], shape=(6,), dtype=int32)
    """
    found = _tensor(tensor)
    widths = np.asarray(plain(paddings), dtype=int).reshape(-1, 2)
    if len(widths) != found.ndim:
        raise ValueError(f"paddings needs a pair for each of the {found.ndim} axes, but has {len(widths)}.")
    if (widths < 0).any():
        raise ValueError("paddings cannot be negative.")
    kind = str(mode).lower()
    if kind not in ("constant", "reflect", "symmetric"):
        raise ValueError(f'mode={mode!r} is not known. Use "CONSTANT", "REFLECT" or "SYMMETRIC".')
    if kind == "constant":
        return np.pad(found, widths, "constant", constant_values=plain(constant_values))
    room = np.array(found.shape) - (kind == "reflect")
    if (widths > room[:, None]).any():
        raise ValueError(f"paddings are wider than what can be mirrored: at most {room.tolist()} per axis.")
    return np.pad(found, widths, kind)


# ---- cutting and joining -------------------------------------------------------------------------------


@tf_function
def concat(values: Any, axis: Any, name: str = "concat") -> Tensor:
    """Join tensors along an axis that they have.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.concat([[1, 2], [3]], axis=0)
    Tensor([1 2 3], shape=(3,), dtype=int32)
    """
    parts = each(values if isinstance(values, list | tuple) else [values])
    if len(parts) > 1 and not parts[0].ndim:
        raise ValueError("single numbers have no axis to join along. Use tf.stack.")
    return np.concatenate(parts, axis_of(axis, parts[0].ndim, "concat"))


@tf_function
def stack(values: Any, axis: Any = 0, name: str = "stack") -> Tensor:
    """Join tensors along a new axis."""
    parts = each(values)
    return np.stack(parts, axis_of(axis, parts[0].ndim + 1, "stack"))


@tf_function
def unstack(value: Any, num: int | None = None, axis: Any = 0, name: str = "unstack") -> list[Tensor]:
    """Take a tensor apart along an axis, which disappears."""
    found = tensor(value)
    if not found.ndim:
        raise ValueError("a single number cannot be taken apart.")
    at = axis_of(axis, found.ndim, "unstack")
    n = found.shape[at]
    if num is not None and num != n:
        raise ValueError(f"num is {num}, but axis {at} has length {n}.")
    return [found[(builtins.slice(None),) * at + (i,)] for i in range(n)]


@tf_function
def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split"
) -> list[Tensor]:
    """Cut a tensor along an axis, into equal parts (a number) or parts of given sizes (a list).

    One size may be -1: what is left.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> [part.shape for part in tf.split(tf.zeros([6, 2]), [1, -1, 2])]
    [(1, 2), (3, 2), (2, 2)]
    """
    found = tensor(value)
    at = axis_of(axis, found.ndim, "split")
    n = found.shape[at]
    sizes = np.asarray(plain(num_or_size_splits))
    if not sizes.ndim:
        parts = int(sizes)
        if parts < 1 or n % parts:
            raise ValueError(f"axis {at} has length {n}, which cannot be cut into {parts} equal parts.")
        return np.split(found, parts, at)
    given = [int(s) for s in sizes]
    rest = n - sum(s for s in given if s != -1)
    given = [rest if s == -1 else s for s in given]
    if sum(given) != n or min(given, default=0) < 0:
        raise ValueError(f"the sizes {sizes.tolist()} do not add up to the length {n} of axis {at}.")
    return np.split(found, np.cumsum(given)[:-1], at)


@tf_function
def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """Cut out a block: where it begins, and how long it is along each axis (-1: to the end).

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.slice([1, 2, 3, 4], [1], [2])
    Tensor([2 3], shape=(2,), dtype=int32)
    """
    found = tensor(input_)
    starts, lengths = shape_of(begin), shape_of(size)
    if len(starts) != found.ndim or len(lengths) != found.ndim:
        raise ValueError(f"begin and size need one number for each of the {found.ndim} axes.")
    cuts = []
    for start, length, n in zip(starts, lengths, found.shape, strict=True):
        end = n if length == -1 else start + length
        if not 0 <= start <= end <= n:
            raise ValueError(f"a block from {start} to {end} does not lie within a length of {n}.")
        cuts.append(builtins.slice(start, end))
    return found[tuple(cuts)]


@tf_function
def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """Cut with steps; the masks are those of ``x[begin:end:strides]``, one bit per entry."""
    starts, ends = shape_of(begin), shape_of(end)
    steps = (1,) * len(starts) if strides is None else shape_of(strides)
    index: list[Any] = []
    for i, (start, stop, step) in enumerate(zip(starts, ends, steps, strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            index.append(Ellipsis)
        elif new_axis_mask & bit:
            index.append(None)
        elif shrink_axis_mask & bit:
            index.append(start)
        else:
            index.append(
                builtins.slice(None if begin_mask & bit else start, None if end_mask & bit else stop, step)
            )
    return tensor(input_)[tuple(index)]


def _tensor(value: Any) -> Any:
    """`tensor`, where an argument bears that name."""
    from .calling import tensor as convert

    return convert(value)
