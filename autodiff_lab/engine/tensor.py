"""Tensor: a value that tapes can follow, and the border to plain Python and NumPy.

The arithmetic operators and the array methods are attached in ``ops/operators.py``, next to the ops
that they call: here is only what a value *is*. Variable, the value that can change, is next door.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex

import numpy as np

from .. import errors
from .convert import is_tensor_list, to_array
from .dispatch import OWN_TYPES, UFUNCS, call_function, call_ufunc
from .guests import is_guest
from .lazy import Lazy
from .lineage import LISTED, STORED, is_inside_numpy, is_storing, watched_key
from .state import state


class Reference:
    """A hashable stand-in for a Tensor or Variable: equal only to a reference to the same object."""

    __slots__ = ("_target",)

    def __init__(self, target: Operand) -> None:
        self._target = target

    def deref(self) -> Operand:
        """Return the object itself."""
        return self._target

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._target is other._target

    def __hash__(self) -> int:
        return id(self._target)

    def __repr__(self) -> str:
        return f"<Reference to {self._target!r}>"


class Operand(Lazy):
    """What Tensor and Variable share: one NumPy value, and the key under which tapes know it."""

    __slots__ = ("__weakref__", "_key", "_name", "_value")
    _value: Any
    _key: int
    _name: str | None

    # NumPy asks the operand with the highest priority first; both protocols lead to the same ops.
    __array_priority__ = 1000

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if len(inputs) == 1 and not kwargs and method == "__call__":  # nobody else has to be asked
            call = UFUNCS.get(ufunc)
            if call is not None:
                return call(self)
        return call_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return call_function(function, types, args, kwargs)

    # ---- what it is -------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """The length along each axis; ``()`` for a single number."""
        return self._value.shape

    @property
    def dtype(self) -> np.dtype:
        """The NumPy dtype of the elements."""
        return self._value.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._value.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._value.size

    @property
    def _given_name(self) -> str | None:
        """The learner's own ``name=``: what pictures show, whatever a subclass answers for `name`."""
        try:
            return self._name
        except AttributeError:
            return None

    @property
    def name(self) -> str | None:
        """The name given with ``name=``, or None."""
        return self._given_name

    def ref(self) -> Reference:
        """Return a hashable reference, to be used as a dictionary key.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> a, b = adl.Variable(1.0), adl.Variable(1.0)
        >>> len({a.ref(), b.ref(), a.ref()})
        2
        """
        return Reference(self)

    def __hash__(self) -> int:
        raise TypeError(errors.UNHASHABLE.format(kind=f"A {type(self).__name__}"))

    # ---- the border: from here on the value is plain, and a tape no longer sees it -------------

    def numpy(self) -> Any:
        """Return a copy of the value as a NumPy array, or as a NumPy scalar for shape ``()``.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.constant([1.0, 2.0]).numpy()
        array([1., 2.], dtype=float32)
        """
        self._leaves("numpy")
        value = plain(self._value)
        return value.copy() if isinstance(value, np.ndarray) and value.ndim else value[()]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        self._leaves("array")
        value = np.asarray(self._value)
        if dtype is not None and np.dtype(dtype) != value.dtype:
            if copy is False:
                raise ValueError(f"Converting {value.dtype} to {np.dtype(dtype)} needs a copy.")
            return value.astype(dtype)
        if copy is False:
            view = value.view()
            view.flags.writeable = False
            return view
        return value.copy()

    def item(self, *index: Any) -> Any:
        """Return the one element, or the one at an index, as a plain Python number."""
        if index:
            self._leaves("item")
            return plain(self._value).item(*index)
        return self._single("item")

    def tolist(self) -> Any:
        """Return the value as nested lists of plain Python numbers."""
        self._leaves("tolist")
        return plain(self._value).tolist()

    def _touch(self, recorders: tuple) -> None:
        """Tell the active recorders that this value is used: only a Variable has to be announced."""

    def _leaves(self, how: str) -> None:
        """Tell the tapes that follow this value that a plain copy of it is made.

        Written into a NumPy array, as in ``c[0] = x``, only its number would arrive, and every later
        gradient would silently miss it. NumPy asks for the number just as ``float(x)`` does; the difference
        shows in the instruction that the caller is at. An error raised here would reach the learner as
        "setting an array element with a sequence", so the tape raises its own when it is asked.
        """
        recorders = state.recorders
        if not recorders:
            return
        self._touch(recorders)
        self._looked_at(self._value)
        if self._key and watched_key(self._key):
            if is_storing():
                how = STORED
            elif is_inside_numpy():
                how = LISTED
            for recorder in recorders:
                recorder._left(self._key, how)

    def _looked_at(self, outcome: Any) -> None:
        """Tell the tapes that what follows may depend on this value in a way that they do not see."""
        if self._key and state.recorders:
            self._touch(state.recorders)
            for recorder in state.recorders:
                recorder._looked(self._key, outcome)

    def _single(self, function: str) -> Any:
        self._leaves(function)
        if self._value.size != 1:
            raise TypeError(errors.NOT_A_SCALAR.format(function=function, shape=self._value.shape))
        return plain(self._value).item()

    def __float__(self) -> float:
        return float(self._single("float"))

    def __int__(self) -> int:
        return int(self._single("int"))

    def __trunc__(self) -> int:
        return int(self._single("int"))

    def __complex__(self) -> complex:
        return complex(self._single("complex"))

    def __index__(self) -> int:
        value = self._value
        if value.size != 1 or value.dtype.kind not in "iu":
            raise TypeError(errors.NOT_AN_INDEX.format(dtype=value.dtype, shape=value.shape))
        self._looked_at(value)
        return int(plain(value).item())

    def __bool__(self) -> bool:
        if self._value.size != 1:
            raise ValueError(errors.TRUTH_OF_MANY.format(shape=self._value.shape))
        outcome = bool(plain(self._value).item())
        self._looked_at(outcome)
        return outcome

    def __round__(self, ndigits: SupportsIndex | None = None) -> Any:
        return round(self._single("round"), ndigits)

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if self._value.size != 1:
            raise TypeError(errors.NOT_A_SCALAR.format(function="format", shape=self._value.shape))
        return format(plain(self._value).item(), spec)  # text is for reading: nothing leaves

    def __len__(self) -> int:
        if not self._value.ndim:
            raise TypeError(errors.LEN_OF_SCALAR)
        return len(self._value)

    def __iter__(self) -> Iterator[Tensor]:
        if not self._value.ndim:
            raise TypeError(errors.LEN_OF_SCALAR)
        return (self[i] for i in range(len(self._value)))  # type: ignore[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        raise TypeError(errors.TENSOR_IMMUTABLE)

    def __delitem__(self, index: Any) -> None:
        raise TypeError(errors.TENSOR_IMMUTABLE)


class Tensor(Operand):
    """An immutable value: a number or an array that ops can be recorded on.

    Made by :func:`constant` and by every op. ``Tensor(value)`` is the same as ``constant(value)``.

    Parameters
    ----------
    value : number, nested list, array or Tensor
        Python floats become float32 (see `set_default_dtype`), NumPy values keep their dtype.
    dtype : dtype, optional
        The dtype to convert to.
    name : str, optional
        A name for pictures.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.Tensor([1.0, 2.0])
    Tensor([1. 2.], shape=(2,), dtype=float32)
    """

    __slots__ = ()

    def __init__(self, value: Any, dtype: Any = None, name: str | None = None) -> None:
        self._value = to_array(value, dtype)
        self._key = 0
        if name is not None:
            self._name = str(name)

    def __repr__(self) -> str:
        return f"Tensor({describe(self._value)})"

    def __copy__(self) -> Tensor:
        return self

    def __deepcopy__(self, memo: dict) -> Tensor:
        return self

    def __reduce__(self) -> tuple:
        return Tensor, (np.asarray(self._value), None, self._given_name)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str | None = None) -> Tensor:
    """Make an immutable Tensor.

    Parameters
    ----------
    value : number, nested list, array or Tensor
        Python floats become float32 and Python ints int32, as in TensorFlow; NumPy values keep
        their dtype. The value is copied.
    dtype : dtype, optional
        The dtype to convert to.
    shape : tuple of int, optional
        The shape to give it; a single number fills the whole shape.
    name : str, optional
        A name for pictures.

    Returns
    -------
    Tensor

    Raises
    ------
    TypeError
        For text, None, or anything else that is not made of numbers.
    ValueError
        For a list whose rows differ in length, or a `shape` that does not fit.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.constant([1, 2, 3], dtype="float32")
    Tensor([1. 2. 3.], shape=(3,), dtype=float32)
    >>> adl.constant(0.0, shape=(2, 2)).shape
    (2, 2)
    """
    if is_tensor_list(value):  # joined, so that tapes still see what is inside
        joined = convert(value, dtype)
        return joined if shape is None else joined.reshape(shape)  # type: ignore[attr-defined]
    tensor = Tensor(value, dtype, name)
    if shape is not None:
        tensor._value = freeze(_shaped(tensor._value, shape))
    return tensor


def _shaped(value: Any, shape: Any) -> Any:
    if is_guest(value):
        return np.broadcast_to(value, shape) if value.size == 1 else np.reshape(value, shape)
    array = np.asarray(value)
    return np.full(shape, array) if array.size == 1 else array.reshape(shape)


def convert(value: Any, dtype: Any = None) -> Tensor:
    """Turn a number, array, list or Variable into a Tensor; a Tensor stays itself.

    A list that holds Tensors is stacked, so that tapes still see them.
    """
    if isinstance(value, Operand) and type(value) is not Tensor:
        value = value.read_value()  # type: ignore[attr-defined]
    elif is_tensor_list(value):
        value = np.stack([convert(v) for v in value])
    elif hasattr(value, "to_tensor"):  # IndexedSlices: the whole, recorded
        value = value.to_tensor()
    if type(value) is Tensor:
        if dtype is None or value.dtype == np.dtype(dtype):
            return value
        return value.astype(dtype)  # type: ignore[attr-defined]
    return Tensor(value, dtype)


def plain(value: Any) -> Any:
    """Turn a value into NumPy's own kind: another library's array is computed."""
    return value if isinstance(value, np.ndarray | np.generic) else np.asarray(value)


def freeze(value: Any) -> Any:
    """Forbid writing to an array that the kit made."""
    if type(value) is np.ndarray:
        value.flags.writeable = False
    return value


def describe(value: Any) -> str:
    """Write value, shape and dtype as they stand in a Tensor's repr."""
    if is_guest(value):
        return f"{value!r}"  # an array that is not computed yet tells its shape and dtype by itself
    text = str(value) if not value.ndim else np.array2string(value)
    if "\n" in text:
        text = "\n" + text
    return f"{text}, shape={value.shape}, dtype={value.dtype}"


OWN_TYPES.add(Tensor)
