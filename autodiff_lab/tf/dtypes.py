"""``tf.float32`` and its like: dtypes that equal NumPy's, in both directions."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np


class DType:
    """A dtype under TensorFlow's name.

    It equals the NumPy dtype, hashes like it, and goes wherever NumPy takes a dtype.

    Examples
    --------
    >>> import numpy as np
    >>> from autodiff_lab import tf
    >>> tf.float32 == np.dtype("float32"), np.dtype("float32") == tf.float32
    (True, True)
    >>> np.zeros(2, dtype=tf.float32)
    array([0., 0.], dtype=float32)
    """

    __slots__ = ("dtype",)
    # NumPy looks here when it is asked for a dtype.
    dtype: np.dtype

    def __init__(self, name: str) -> None:
        self.dtype = np.dtype(name)

    @property
    def name(self) -> str:
        """The name, such as ``"float32"``."""
        return self.dtype.name

    @property
    def as_numpy_dtype(self) -> type:
        """NumPy's scalar type."""
        return self.dtype.type

    @property
    def is_floating(self) -> builtins.bool:
        """Whether it is real and has fractions."""
        return self.dtype.kind == "f"

    @property
    def is_integer(self) -> builtins.bool:
        """Whether it holds whole numbers."""
        return self.dtype.kind in "iu"

    @property
    def is_unsigned(self) -> builtins.bool:
        """Whether it holds whole numbers from 0 up."""
        return self.dtype.kind == "u"

    @property
    def is_complex(self) -> builtins.bool:
        """Whether it holds complex numbers."""
        return self.dtype.kind == "c"

    @property
    def is_bool(self) -> builtins.bool:
        """Whether it holds truth values."""
        return self.dtype.kind == "b"

    @property
    def is_numeric(self) -> builtins.bool:
        """Whether it holds numbers."""
        return self.dtype.kind in "iufc"

    @property
    def size(self) -> int:
        """The number of bytes of one element."""
        return self.dtype.itemsize

    @property
    def base_dtype(self) -> DType:
        """The dtype itself."""
        return self

    @property
    def real_dtype(self) -> DType:
        """The dtype of the real part."""
        return as_dtype(np.empty(0, self.dtype).real.dtype)

    @property
    def min(self) -> Any:
        """The lowest number."""
        return self._limit("min")

    @property
    def max(self) -> Any:
        """The highest number."""
        return self._limit("max")

    def _limit(self, end: str) -> Any:
        if self.dtype.kind == "b":
            return end == "max"
        info: Any = np.iinfo(self.dtype) if self.dtype.kind in "iu" else np.finfo(self.dtype)
        return getattr(info, end)

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Tell whether another dtype is the same."""
        return self == other

    def __eq__(self, other: object) -> builtins.bool:
        if other is None:
            return False
        try:
            return self.dtype == as_numpy(other)
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __reduce__(self) -> tuple:
        return DType, (self.name,)


float16 = half = DType("float16")
float32 = DType("float32")
float64 = double = DType("float64")
int8 = DType("int8")
int16 = DType("int16")
int32 = DType("int32")
int64 = DType("int64")
uint8 = DType("uint8")
uint16 = DType("uint16")
uint32 = DType("uint32")
uint64 = DType("uint64")
complex64 = DType("complex64")
complex128 = DType("complex128")
bool = DType("bool")

_BY_NAME = {
    t.name: t
    for t in (
        *(float16, float32, float64, int8, int16, int32, int64),
        *(uint8, uint16, uint32, uint64, complex64, complex128, bool),
    )
}
# TensorFlow's own reading of names that NumPy reads otherwise.
_OTHERWISE: dict[Any, np.dtype] = {
    float: float32.dtype,
    "float": float32.dtype,
    "half": float16.dtype,
    "double": float64.dtype,
}


def as_numpy(dtype: Any) -> np.dtype:
    """Return NumPy's dtype for anything that names one; ``float`` means float32, as in TensorFlow."""
    if isinstance(dtype, DType):
        return dtype.dtype
    if isinstance(dtype, str | type) and dtype in _OTHERWISE:
        return _OTHERWISE[dtype]
    return np.dtype(dtype)


def as_dtype(type_value: Any) -> DType:
    """Return the dtype that a name, a NumPy dtype or a Python type stands for.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> tf.as_dtype("float64")
    tf.float64
    """
    name = as_numpy(type_value).name
    if name not in _BY_NAME:
        raise TypeError(f"{type_value!r} is not a dtype of numbers, such as tf.float32, tf.int32 or tf.bool.")
    return _BY_NAME[name]


def __getattr__(name: str) -> Any:
    """Offer what TensorFlow also has here, and what is made elsewhere."""
    if name in ("cast", "complex", "saturate_cast"):
        from . import creation, elementwise

        return getattr(elementwise if name == "complex" else creation, name)
    raise AttributeError(f"autodiff_lab.tf.dtypes does not offer {name!r}.")


__all__ = [
    "DType",
    "as_dtype",
    "bool",
    "complex64",
    "complex128",
    "double",
    "float16",
    "float32",
    "float64",
    "half",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]
