"""Convolution and pooling, with TensorFlow's settings for strides, padding and layout."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.tensor import Tensor
from ..ops import convolution as ops
from .calling import floating, plain, shape_of, tensor, tf_function
from .errors import InvalidArgumentError


def _per_axis(setting: Any, rank: int, channels_first: bool, what: str) -> tuple[int, ...]:
    """Spell a setting out for the spatial axes: one number, one per axis, or one per axis of the tensor."""
    if setting is None:
        return (1,) * rank
    numbers = shape_of(setting)
    if len(numbers) == 1:
        return numbers * rank
    if len(numbers) == rank + 2:
        first = 2 if channels_first else 1
        if math.prod(numbers) != math.prod(numbers[first : first + rank]):
            raise ValueError(f"{what}={list(numbers)}: batch and channels have to stay at 1.")
        return numbers[first : first + rank]
    if len(numbers) != rank:
        raise ValueError(f"{what} has {len(numbers)} entries; give 1, {rank} or {rank + 2}.")
    return numbers


def _pads(
    padding: Any, sizes: tuple, kernel: tuple, strides: tuple, dilations: tuple, channels_first: bool
) -> tuple:
    if isinstance(padding, str):
        if padding.upper() == "SAME":
            return ops.same_pads(sizes, kernel, strides, dilations)
        if padding.upper() == "VALID":
            return ((0, 0),) * len(sizes)
        raise ValueError(f'padding={padding!r} is not known. Use "SAME", "VALID" or a list of pairs.')
    pairs = tuple((int(before), int(after)) for before, after in plain(padding))
    if len(pairs) == len(sizes) + 2:
        return pairs[2:] if channels_first else pairs[1:-1]
    return pairs


def _image(value: Any, rank: int, data_format: Any, function: str, whole: bool = False) -> tuple[Any, bool]:
    """The input with channels last, and whether it came with channels first."""
    x = tensor(value) if whole else floating(value, f"nn.{function}")
    if x.ndim != rank + 2:
        raise InvalidArgumentError(
            f"tf.nn.{function} needs an input with {rank + 2} axes (batch, {rank} of space, channels), but "
            f"got shape {x.shape}."
        )
    first = isinstance(data_format, str) and data_format.startswith("NC")
    return (np.moveaxis(x, 1, -1) if first else x), first


def _back(y: Any, channels_first: bool) -> Any:
    return np.moveaxis(y, -1, 1) if channels_first else y


def _conv(rank: int, name: str, text: str) -> Callable[..., Tensor]:
    def function(
        input: Any,
        filters: Any,
        strides: Any,
        padding: Any,
        data_format: str | None = None,
        dilations: Any = None,
        name: str | None = None,
    ) -> Tensor:
        title = function.__name__
        x, first = _image(input, rank, data_format, title)
        k = floating(filters, f"nn.{title}")
        if k.ndim != rank + 2 or k.shape[-2] != x.shape[-1]:
            raise InvalidArgumentError(
                f"tf.nn.{title}: filters need shape ({rank} of space, channels in, channels out) with "
                f"{x.shape[-1]} channels in, but have {k.shape}."
            )
        steps = _per_axis(strides, rank, first, "strides")
        holes = _per_axis(dilations, rank, first, "dilations")
        pads = _pads(padding, x.shape[1:-1], k.shape[:rank], steps, holes, first)
        return _back(ops.conv_op(x, k, strides=steps, pads=pads, dilations=holes), first)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text}

    Parameters
    ----------
    input : tensor
        (batch, space, channels), or (batch, channels, space) with a `data_format` that begins with "NC".
    filters : tensor
        (space, channels in, channels out).
    strides : int or list of int
        The steps.
    padding : "VALID", "SAME" or list of pairs
        No border, a border that keeps the size (divided by the strides), or a border of given widths.
    data_format : str, optional
        Where the channels are.
    dilations : int or list of int, optional
        The distance between the filter's taps.
    name : str, optional
        A name for pictures.
    """
    return tf_function(function)


_conv1d = _conv(1, "conv1d", "Slide filters over rows of numbers.")


@tf_function
def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: Any,
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slide filters over rows of numbers.

    Parameters
    ----------
    input : tensor
        (batch, length, channels), or (batch, channels, length) with `data_format` "NCW".
    filters : tensor
        (length, channels in, channels out).
    stride : int
        The step.
    padding, data_format, dilations, name
        As for `conv2d`.
    """
    return _conv1d(input, filters, stride, padding, data_format, dilations)


conv2d = _conv(2, "conv2d", "Slide filters over images.")
conv3d = _conv(3, "conv3d", "Slide filters over volumes.")


@tf_function
def conv2d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `conv2d`: spread each number out through the filters.

    `filters` has shape (height, width, channels out, channels in).
    """
    x, first = _image(input, 2, data_format, "conv2d_transpose")
    k = floating(filters, "nn.conv2d_transpose")
    steps = _per_axis(strides, 2, first, "strides")
    holes = _per_axis(dilations, 2, first, "dilations")
    shape = shape_of(output_shape)
    if len(shape) == 2:
        shape = (x.shape[0], *shape, k.shape[2])
    elif first:
        shape = (shape[0], *shape[2:], shape[1])
    pads = _pads(padding, shape[1:-1], k.shape[:2], steps, holes, first)
    want = ops.output_sizes(shape[1:-1], k.shape[:2], steps, pads, holes)
    if want != x.shape[1:-1]:
        raise ValueError(
            f"an output of shape {shape} belongs to an input of size {want}, not {x.shape[1:-1]}."
        )
    parts = np.moveaxis(np.tensordot(x, k, ((3,), (3,))), -1, 3)
    y = ops.windows_back(parts, shape=shape, kernel=k.shape[:2], strides=steps, pads=pads, dilations=holes)
    return _back(y, first)


@tf_function
def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slide filters over each channel by itself; `filter` has shape (height, width, channels, multiplier)."""
    x, first = _image(input, 2, data_format, "depthwise_conv2d")
    k = floating(filter, "nn.depthwise_conv2d")
    steps = _per_axis(strides, 2, first, "strides")
    holes = _per_axis(dilations, 2, first, "dilations")
    pads = _pads(padding, x.shape[1:-1], k.shape[:2], steps, holes, first)
    parts = ops.windows(x, kernel=k.shape[:2], strides=steps, pads=pads, dilations=holes)
    y = np.einsum("nabcij,ijcm->nabcm", parts, k)
    return _back(np.reshape(y, (*y.shape[:3], -1)), first)


# ---- pooling --------------------------------------------------------------------------------------


def _pool(rank: int | None, op: Any, name: str, text: str) -> Callable[..., Tensor]:
    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: str | None = None,
        name: str | None = None,
    ) -> Tensor:
        title = function.__name__
        axes = rank if rank is not None else len(np.shape(input)) - 2
        x, first = _image(input, axes, data_format, title, whole=op is ops.max_pool_op)
        kernel = _per_axis(ksize, axes, first, "ksize")
        steps = _per_axis(strides, axes, first, "strides")
        pads = _pads(padding, x.shape[1:-1], kernel, steps, (1,) * axes, first)
        return _back(op(x, kernel=kernel, strides=steps, pads=pads), first)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text}

    Parameters
    ----------
    input : tensor
        (batch, space, channels), or (batch, channels, space) with a `data_format` that begins with "NC".
    ksize, strides : int or list of int
        The size of the windows, and the steps.
    padding : "VALID", "SAME" or list of pairs
        No border, or a border; what lies in the border does not count.
    data_format : str, optional
        Where the channels are.
    name : str, optional
        A name for pictures.
    """
    return tf_function(function)


_LARGEST = "The largest number of each window; of equal ones the first gets the gradient."
_MEAN = "The mean of each window."

max_pool = _pool(None, ops.max_pool_op, "max_pool", _LARGEST)
max_pool1d = _pool(1, ops.max_pool_op, "max_pool1d", _LARGEST)
max_pool2d = _pool(2, ops.max_pool_op, "max_pool2d", _LARGEST)
max_pool3d = _pool(3, ops.max_pool_op, "max_pool3d", _LARGEST)
avg_pool = _pool(None, ops.avg_pool_op, "avg_pool", _MEAN)
avg_pool1d = _pool(1, ops.avg_pool_op, "avg_pool1d", _MEAN)
avg_pool2d = _pool(2, ops.avg_pool_op, "avg_pool2d", _MEAN)
avg_pool3d = _pool(3, ops.avg_pool_op, "avg_pool3d", _MEAN)
