"""From what a learner gives (numbers, lists, arrays) to NumPy values."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from .. import errors
from .guests import is_guest

_weak = (float, int, complex, bool)
_numeric = "biufc"
_default = {"float": np.dtype(np.float32), "int": np.dtype(np.int32)}


def set_default_dtype(dtype: Any) -> None:
    """Choose what Python floats become: float32 (as in TensorFlow) or float64 (as in NumPy).

    Parameters
    ----------
    dtype : dtype
        A floating-point dtype.

    Raises
    ------
    TypeError
        If `dtype` is not a floating-point type.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.set_default_dtype("float64")
    >>> adl.constant(0.1)
    Tensor(0.1, shape=(), dtype=float64)
    >>> adl.set_default_dtype("float32")
    """
    chosen = np.dtype(dtype)
    if chosen.kind != "f":
        raise TypeError(errors.NOT_FLOAT_DTYPE.format(dtype=dtype))
    _default["float"] = chosen


def get_default_dtype() -> np.dtype:
    """Return what Python floats become.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.get_default_dtype()
    dtype('float32')
    """
    return _default["float"]


def to_array(value: Any, dtype: Any = None) -> Any:
    """Make a value of our own: a read-only array, or a NumPy scalar for a single number.

    Python floats become the default dtype and Python ints int32 (int64 where they do not fit);
    NumPy values keep their dtype. Another library's array (see `guests`) stays what it is.
    """
    if is_guest(value):
        return _guest(value, dtype)
    array = _as_array(value)
    own = _plain_dtype(value, array)
    want = np.dtype(dtype) if dtype is not None else own
    if dtype is not None and want.kind not in _numeric:
        raise TypeError(errors.NOT_NUMBERS.format(kind=str(want)))
    if want.kind in "iu" and array.dtype.kind in "fc" and array.size:
        raise TypeError(errors.INEXACT_CAST.format(have=array.dtype, want=want))
    if want.kind in "iu" and not _fits(array, want):
        raise OverflowError(errors.DOES_NOT_FIT.format(value=errors.short(value), dtype=want))
    with np.errstate(over="ignore"):  # a float beyond the range becomes an infinity that one can see
        if not array.ndim:
            return array.astype(want)[()]
        array = np.array(array, dtype=want)
    array.flags.writeable = False
    return array


def _guest(array: Any, dtype: Any) -> Any:
    """Take another library's array in as it is; nothing is computed here."""
    want = array.dtype if dtype is None else np.dtype(dtype)
    if want.kind not in _numeric or array.dtype.kind not in _numeric:
        raise TypeError(errors.NOT_NUMBERS.format(kind=f"{type(array).__name__} of {array.dtype}"))
    if want.kind in "iu" and array.dtype.kind in "fc":
        raise TypeError(errors.INEXACT_CAST.format(have=array.dtype, want=want))
    return array if want == array.dtype else array.astype(want)


def _fits(array: np.ndarray, want: np.dtype) -> bool:
    """Tell whether whole numbers survive the conversion; a smaller dtype would wrap around."""
    if np.can_cast(array.dtype, want) or not array.size:
        return True
    limits = np.iinfo(want)
    return bool(limits.min <= int(array.min()) and int(array.max()) <= limits.max)


def operand_value(value: Any, op: Any = None) -> Any:
    """Give an op the plain value of an operand: Python numbers stay weak, arrays stay as they are."""
    kind = type(value)
    if kind in _weak:
        return value
    if kind is np.ndarray or isinstance(value, np.generic):
        if value.dtype.kind in _numeric:
            return value
    elif isinstance(value, list | tuple | range):
        return _listed(value)
    elif is_guest(value):
        return _guest(value, None)
    elif isinstance(value, np.ma.MaskedArray):
        raise TypeError(errors.MASKED)
    elif isinstance(value, np.ndarray) and not _brings_own_protocol(kind):
        return operand_value(value.view(np.ndarray), op)  # a matrix or a memory-mapped array
    elif _takes_over(value, op):
        if op is None and not hasattr(kind, "__array_function__") and hasattr(value, "__array__"):
            return operand_value(np.asarray(value))  # inside a function nobody else will be asked
        return NotImplemented
    name = f"`{op.symbol or op.name}`" if op is not None else "This operation"
    if value is None:
        why = errors.NONE_VALUE
    else:
        why = errors.NOT_NUMBERS.format(kind=value.dtype if hasattr(value, "dtype") else kind.__name__)
    raise TypeError(
        errors.FOREIGN_OPERAND.format(op=name, value=errors.short(value), kind=kind.__name__, why=why)
    )


def is_tensor_list(value: Any) -> bool:
    """Tell whether a (nested) list or tuple holds a Tensor or a Variable."""
    from .tensor import Operand

    return isinstance(value, list | tuple) and any(
        isinstance(v, Operand) or (isinstance(v, list | tuple) and is_tensor_list(v)) for v in value
    )


def _listed(value: Any) -> Any:
    from .tensor import convert

    if is_tensor_list(value):
        raise TypeError(errors.LIST_OF_TENSORS)
    return convert(value)._value


# What Python asks the right operand for, when the left one gives up.
_REFLECTED = {
    "+": "__radd__",
    "-": "__rsub__",
    "*": "__rmul__",
    "/": "__rtruediv__",
    "%": "__rmod__",
    "**": "__rpow__",
    "@": "__rmatmul__",
}


def _takes_over(value: Any, op: Any) -> bool:
    """Tell whether a foreign operand may know by itself how to combine with a Tensor.

    So it is with another library's array, and with a learner's own class that has the reflected
    operator. Python's own numbers beside float and int (fractions, decimals) only know each other.
    """
    kind = type(value)
    if kind.__module__ == "builtins" or isinstance(value, numbers.Number):
        return False
    if isinstance(value, np.ndarray | np.generic):
        return _brings_own_protocol(kind)
    known = hasattr(value, "__array_ufunc__") or hasattr(value, "__array_priority__")
    return known or (op is not None and hasattr(value, _REFLECTED.get(op.symbol, "__none__")))


def _brings_own_protocol(kind: type) -> bool:
    theirs = getattr(kind, "__array_ufunc__", None)
    return theirs is not np.ndarray.__array_ufunc__ and not issubclass(kind, np.generic)


def _as_array(value: Any) -> np.ndarray:
    from .tensor import Operand, convert

    if isinstance(value, Operand):
        return np.asarray(value._value)
    if is_tensor_list(value):
        return np.asarray(convert(value)._value)
    if value is None:
        raise TypeError(errors.NONE_VALUE)
    if isinstance(value, str | bytes):
        raise TypeError(errors.TEXT_VALUE.format(value=value))
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(errors.MASKED)
    try:
        array = np.asarray(value)
    except ValueError as error:
        lengths = _lengths(value)
        if lengths is None:
            raise
        raise ValueError(errors.RAGGED.format(detail=lengths)) from error
    if array.dtype.kind in _numeric:
        return array
    if array.dtype == object and is_python(value):
        raise OverflowError(errors.TOO_BIG.format(value=errors.short(value)))
    if array.dtype.kind in "US":
        raise TypeError(errors.TEXT_VALUE.format(value=str(array.ravel()[0]) if array.size else ""))
    raise TypeError(errors.NOT_NUMBERS.format(kind=_culprit(value, array)))


def _culprit(value: Any, array: np.ndarray) -> str:
    """Name the first thing in an object array that is not a number."""
    if array.dtype == object:
        for leaf in array.ravel():
            if not isinstance(leaf, _weak):
                return type(leaf).__name__
    return array.dtype.name if isinstance(value, np.ndarray | np.generic) else type(value).__name__


def _lengths(value: Any) -> str | None:
    if not isinstance(value, list | tuple):
        return None
    rows = [len(row) if isinstance(row, list | tuple) or np.ndim(row) else None for row in value]
    if len(set(rows)) > 1:
        return ", ".join("a single number" if n is None else f"{n} entries" for n in rows[:6])
    return next((found for found in map(_lengths, value) if found), None)


def _plain_dtype(value: Any, array: np.ndarray) -> np.dtype:
    """The dtype a value gets by itself: Python's own numbers follow the defaults."""
    if array.dtype.kind == "f" and array.dtype.itemsize == 8 and is_python(value):
        return _default["float"]
    if array.dtype.kind == "i" and array.dtype.itemsize == 8 and is_python(value):
        low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
        if not array.size or (array.min() >= low and array.max() <= high):
            return _default["int"]
    return array.dtype


def is_python(value: Any) -> bool:
    """Tell whether a number or nested list is made of Python's own numbers alone."""
    if isinstance(value, list | tuple):
        return all(map(is_python, value))
    return type(value) in _weak or isinstance(value, range)
