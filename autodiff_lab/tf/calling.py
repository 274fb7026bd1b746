"""What every function under TensorFlow's names does around its own work.

Arguments become Tensors as ``tf.convert_to_tensor`` makes them; NumPy's warnings about divisions by zero
and the like are silent, as TensorFlow is; an error about values or shapes is an
``InvalidArgumentError``; ``name=`` names the result in pictures.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from .. import errors
from ..engine.convert import is_tensor_list
from ..engine.tensor import Operand, Tensor, convert
from ..engine.variable import Variable
from .errors import InvalidArgumentError

Function = TypeVar("Function", bound=Callable[..., Any])
# Where a learner finds the functions of a module, for messages.
_PLACES = {
    "activations": "tf.nn",
    "convolutions": "tf.nn",
    "losses": "tf.nn",
    "matrices": "tf.linalg",
    "products": "tf.linalg",
}
_weak = (bool, int, float, complex)


def tf_function(function: Function) -> Function:
    """Make a function silent where TensorFlow is, and its errors TensorFlow's."""
    quiet = np.errstate(all="ignore")(function)
    place = _PLACES.get(function.__module__.rpartition(".")[2], "tf")

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            result = quiet(*args, **kwargs)
        except InvalidArgumentError:
            raise
        except (ValueError, IndexError) as error:
            raise InvalidArgumentError(f"{place}.{function.__name__}: {error}") from error
        if isinstance(result, Variable):  # nothing had to be done to it: give the value it has now
            result = result.read_value()
        name = kwargs.get("name")
        if name is not None and type(result) is Tensor and all(result is not a for a in args):
            result._name = str(name)
        return result

    return call  # type: ignore[return-value]


def tensor(value: Any, like: Any = None) -> Any:
    """Turn a value into something that ops record: a Tensor or Variable stays itself.

    `like` is a dtype that Python's own numbers take on if they can.
    """
    if isinstance(value, Operand):
        return value
    if value is None:
        raise ValueError(errors.NONE_VALUE)
    if like is not None and not isinstance(value, np.ndarray | np.generic):
        found = convert(value)
        if found._key == 0 and found.dtype != like and np.can_cast(found.dtype, like, "same_kind"):
            return Tensor(value, like) if not is_tensor_list(value) else found
        return found
    return convert(value)


def pair(x: Any, y: Any) -> tuple[Any, Any]:
    """Turn two operands into Tensors; a Python number beside a Tensor adapts to it."""
    if isinstance(x, Operand):
        return x, y if isinstance(y, Operand) or type(y) in _weak else tensor(y, x.dtype)
    if isinstance(y, Operand):
        return x if type(x) in _weak else tensor(x, y.dtype), y
    if type(x) in _weak and type(y) in _weak:  # two Python numbers meet in the wider of their kinds
        return tensor(type(x + y)(x) if type(x) is not type(y) else x), y
    x = tensor(x)
    return x, y if type(y) in _weak else tensor(y, x.dtype)


def floating(value: Any, function: str) -> Any:
    """Turn a value into a Tensor with fractions, or say that whole numbers will not do."""
    found = tensor(value)
    if found.dtype.kind not in "fc":
        raise InvalidArgumentError(
            f"tf.{function} needs numbers with fractions, but got dtype {found.dtype}. Write them with a "
            "point, as in tf.constant(4.0), or convert them:  tf.cast(x, tf.float32)"
        )
    return found


def plain(value: Any) -> Any:
    """Take the numbers out of settings that may be Tensors: an axis, a shape, a count."""
    if isinstance(value, Operand):
        value._looked_at(value._value)
        return value._value
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value


def axes_of(axis: Any, ndim: int, function: str) -> tuple[int, ...] | None:
    """Spell axes out as numbers from 0, or None for all; an axis that is not there is an error."""
    if axis is None:
        return None
    found = []
    for i in np.atleast_1d(np.asarray(plain(axis), dtype=np.int64)).ravel():
        if not -ndim <= i < ndim:
            raise InvalidArgumentError(
                f"tf.{function}: axis {i} does not exist, since the tensor has {count(ndim, 'axis', 'axes')}."
            )
        found.append(int(i) % ndim)
    return tuple(found)


def axis_of(axis: Any, ndim: int, function: str) -> int:
    """Spell one axis out as a number from 0."""
    found = axes_of(int(plain(axis)), ndim, function)
    assert found is not None
    return found[0]


def shape_of(shape: Any) -> tuple[int, ...]:
    """Spell a shape out as a tuple of numbers."""
    return tuple(int(n) for n in np.atleast_1d(np.asarray(plain(shape))))


def count(n: int, one: str, many: str) -> str:
    """Write a number with its noun."""
    return f"{n} {one if n == 1 else many}"


def each(values: Sequence[Any]) -> list[Any]:
    """Turn a list into Tensors; Python's own numbers adapt to the first Tensor among them."""
    if isinstance(values, Operand):
        return list(values)
    dtype = next((v.dtype for v in values if isinstance(v, Operand)), None)
    return [tensor(v, dtype) for v in values]
