"""What a tape is asked, and how it answers: targets, sources, weights, and the words for None."""

from __future__ import annotations

import enum
import warnings
from typing import Any

import numpy as np

from .. import errors
from .record import wrap
from .slices import Rows
from .state import next_key
from .structure import flatten
from .tensor import Operand, Tensor, convert


class UnconnectedGradients(enum.Enum):
    """What a source gets that no path leads to: None (the default) or zeros.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.UnconnectedGradients("zero")
    <UnconnectedGradients.ZERO: 'zero'>
    """

    NONE = "none"
    ZERO = "zero"


class GradientWarning(UserWarning):
    """A gradient is None although the learner surely wanted a number.

    Examples
    --------
    Make an error of it, to find the line in a long program:

    >>> import math, warnings
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(0.5)
    >>> with adl.GradientTape() as tape:
    ...     y = adl.constant(math.sin(x))
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", adl.GradientWarning)
    ...     try:
    ...         tape.gradient(y, x)
    ...     except adl.GradientWarning:
    ...         print("a value left the tape")
    a value left the tape
    """


class WatchWarning(GradientWarning):
    """A tape was asked to watch, or to differentiate for, something that has no gradient.

    Examples
    --------
    >>> import warnings
    >>> import autodiff_lab as adl
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     with adl.GradientTape() as tape:
    ...         tape.watch(adl.constant(3))
    >>> caught[0].category.__name__
    'WatchWarning'
    """


def starting_gradients(target: Any, targets: list, weights: Any, taped: bool) -> dict[int, Any]:
    """Give each target the gradient that the sweep starts with: ones, or the learner's weights."""
    if weights is None:
        given: list = [None] * len(targets)
    elif isinstance(target, Operand) and not _is_sequence_of_weights(weights):
        given = [weights]
    elif isinstance(weights, list | tuple) and len(targets) == len(target):
        given = list(weights)  # an entry may itself be a list of numbers
    else:
        given = flatten(weights)[0]
    if len(given) != len(targets):
        raise ValueError(errors.SEEDS_LENGTH.format(got=len(given), want=len(targets)))
    seeds: dict[int, Any] = {}
    for t, weight in zip(targets, given, strict=True):
        if t.dtype.kind not in "fc":
            continue
        if weights is not None and weight is None:
            raise ValueError(errors.SEED_NONE)
        if weight is None:
            seed: Any = np.ones_like(t._value) if t.ndim else t.dtype.type(1)
            if taped:
                seed = wrap(seed)
        else:
            seed = convert(weight)
            if seed.shape != t.shape:
                raise ValueError(errors.SEED_SHAPE.format(got=seed.shape, want=t.shape))
            if seed.dtype != t.dtype:
                seed = seed.astype(t.dtype)
            if not taped:
                seed = seed._value
        key = key_of(t)
        if seed.dtype.kind == "c":  # rules keep to the plain convention; see `answer`
            seed = np.conj(seed)
        seeds[key] = seed if key not in seeds else seeds[key] + seed
    return seeds


def _is_sequence_of_weights(weights: Any) -> bool:
    """Tell ``[w]``, one weight per target, from ``[1.0, 0.0]``, the numbers of a single weight."""
    return isinstance(weights, list | tuple) and any(
        w is None or isinstance(w, Operand | np.ndarray) for w in weights
    )


def operands_in(tree: Any, none: str, other: str) -> tuple[list, Any]:
    """Take a structure of Tensors apart; `none` and `other` are the messages for what is no Tensor."""
    if tree is None:
        raise TypeError(none)
    leaves, rebuild = flatten(tree)
    for leaf in leaves:
        if not isinstance(leaf, Operand):
            raise TypeError(
                none if leaf is None else other.format(value=errors.short(leaf), kind=type(leaf).__name__)
            )
    return leaves, rebuild


def warn_of_whole_numbers(sources: list) -> None:
    """Warn where None is the answer because a source has no fractions."""
    for leaf in sources:
        if leaf._value.dtype.kind not in "fc":
            warnings.warn(errors.NO_SLOPE.format(dtype=leaf.dtype), WatchWarning, stacklevel=3)


def wants_zeros(choice: Any) -> bool:
    """Read an `unconnected_gradients` argument."""
    if choice is UnconnectedGradients.NONE:
        return False
    try:
        return UnconnectedGradients(choice) is UnconnectedGradients.ZERO
    except ValueError:
        raise ValueError(errors.UNCONNECTED_UNKNOWN.format(value=choice)) from None


def key_of(leaf: Operand) -> int:
    """Return the key of a value, giving it one if no tape has looked at it before."""
    if not leaf._key:
        leaf._key = next_key()
    return leaf._key


def answer(gradient: Any, source: Operand, zero: bool) -> Any:
    """Hand out a gradient: a Tensor, IndexedSlices, None or zeros."""
    if type(gradient) is np.ndarray and gradient.ndim and gradient.dtype.kind != "c":
        return wrap(gradient)  # what it is nearly always
    if gradient is None:
        if not zero:
            return None
        value = source._value
        return wrap(np.zeros_like(value) if value.ndim else value.dtype.type(0))
    if type(gradient) is Rows:
        return (gradient.conj() if gradient.dtype.kind == "c" else gradient).public()
    if gradient.dtype.kind == "c":
        # TensorFlow's gradient of a complex value is the conjugate of what the chain rule multiplies up:
        # it points in the direction of steepest ascent of a real target.
        gradient = np.conj(gradient)
    if isinstance(gradient, Tensor):
        return gradient
    if type(gradient) is np.ndarray and not gradient.ndim:
        gradient = gradient[()]
    return wrap(gradient)


def table(found: Any, target: Operand, source: Operand, zero: bool) -> Any:
    """Hand out a Jacobian."""
    if found is None and zero:
        return wrap(np.zeros((*target.shape, *source.shape), target.dtype))
    return answer(found, source, False)
