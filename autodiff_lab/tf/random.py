"""Numbers by chance: ``tf.random``. The numbers are NumPy's, not TensorFlow's."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.record import wrap
from ..engine.tensor import Tensor, freeze
from .calling import plain, shape_of, tensor
from .dtypes import as_numpy, float32

_state = {"generator": np.random.default_rng()}


def set_seed(seed: int) -> None:
    """Start the numbers anew, so that a program gives the same ones each time.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.random.set_seed(1)
    >>> a = tf.random.normal([2])
    >>> tf.random.set_seed(1)
    >>> bool(tf.reduce_all(tf.random.normal([2]) == a))
    True
    """
    _state["generator"] = np.random.default_rng(seed)


def normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Numbers from a normal distribution."""
    return _made(_source(seed).normal(plain(mean), plain(stddev), _shape(shape)), dtype)


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Numbers from a normal distribution, drawn again beyond two standard deviations."""
    source = _source(seed)
    found = source.normal(0.0, 1.0, _shape(shape))
    while (far := np.abs(found) > 2).any():
        found = np.where(far, source.normal(0.0, 1.0, found.shape), found)
    return _made(found * plain(stddev) + plain(mean), dtype)


def uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Numbers spread evenly from `minval` up to but not including `maxval`."""
    source, want = _source(seed), as_numpy(dtype)
    if want.kind in "iu":
        if maxval is None:
            raise ValueError("tf.random.uniform: whole numbers need maxval.")
        return _made(source.integers(plain(minval), plain(maxval), _shape(shape)), dtype)
    return _made(
        source.uniform(plain(minval), 1.0 if maxval is None else plain(maxval), _shape(shape)), dtype
    )


def shuffle(value: Any, seed: Any = None, name: str | None = None) -> Tensor:
    """The rows in an order by chance; gradients flow to them."""
    found = tensor(value)
    return found[_source(seed).permutation(found.shape[0])]


def _source(seed: Any) -> np.random.Generator:
    return _state["generator"] if seed is None else np.random.default_rng(plain(seed))


def _shape(shape: Any) -> tuple[int, ...]:
    return shape_of(shape) if np.size(plain(shape)) else ()


def _made(numbers: Any, dtype: Any) -> Tensor:
    return wrap(freeze(np.asarray(numbers).astype(as_numpy(dtype)))[()])
