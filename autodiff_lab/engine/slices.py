"""IndexedSlices: the gradient of reading rows, as the rows that were read and their places."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .record import wrap
from .tensor import Operand, Tensor, convert


class IndexedSlices:
    """A gradient that is zero but for some rows.

    Reading rows of a large table (``tf.gather(table, rows)``) uses few of them, and the gradient of
    the others is zero. Rows that were read twice stand here twice: their shares add up.

    Parameters
    ----------
    values : Tensor
        The rows, of shape ``(n, ...)``.
    indices : Tensor
        Where each row belongs, whole numbers of shape ``(n,)``.
    dense_shape : Tensor or sequence of int
        The shape of the whole.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> import autodiff_lab.tf as tf
    >>> table = adl.Variable([1.0, 2.0, 3.0])
    >>> with adl.GradientTape() as tape:
    ...     y = tf.gather(table, [1, 1, 0]) * np.array([1.0, 10.0, 100.0])
    >>> gradient = tape.gradient(y, table)
    >>> gradient.indices
    Tensor([1 1 0], shape=(3,), dtype=int32)
    >>> np.asarray(gradient)
    array([100.,  11.,   0.], dtype=float32)
    """

    __slots__ = ("dense_shape", "indices", "values")
    __array_priority__ = 1500

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self.values = convert(values)
        self.indices = convert(indices)
        self.dense_shape = None if dense_shape is None else convert(dense_shape)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the whole."""
        if self.dense_shape is None:
            raise ValueError(
                "These IndexedSlices have no dense_shape, so the shape of the whole is not known."
            )
        return tuple(int(n) for n in self.dense_shape.numpy())

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the rows."""
        return self.values.dtype

    def to_tensor(self) -> Tensor:
        """Add the rows up in a Tensor of the whole shape; tapes record it.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.IndexedSlices([[1.0], [2.0]], [2, 2], [3, 1]).to_tensor()
        Tensor(
        [[0.]
         [0.]
         [3.]], shape=(3, 1), dtype=float32)
        """
        from ..ops.indexing import scatter

        indices = self.indices._value.ravel()
        rows = np.reshape(self.values, (indices.size, *self.shape[1:]))
        return scatter(rows, shape=self.shape, index=indices)

    def numpy(self) -> np.ndarray:
        """Return the whole as a NumPy array.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.IndexedSlices([5.0, 6.0], [0, 2], [3]).numpy()
        array([5., 0., 6.], dtype=float32)
        """
        return self.to_tensor().numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.to_tensor(), dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return getattr(ufunc, method)(*map(_dense, inputs), **kwargs)

    def __array_function__(self, function: Any, types: Any, args: tuple, kwargs: dict) -> Any:
        return function(*_dense(args), **{k: _dense(v) for k, v in kwargs.items()})

    def __getitem__(self, index: Any) -> Tensor:
        return self.to_tensor()[index]  # type: ignore[index]

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"IndexedSlices(values={self.values}, indices={self.indices}, dense_shape={self.dense_shape})"


class Rows:
    """The same inside a sweep, on plain arrays or Tensors: it adds up without becoming dense too early."""

    __slots__ = ("indices", "shape", "values")
    __array_priority__ = 1500
    __array_ufunc__ = None

    def __init__(self, values: Any, indices: np.ndarray, shape: tuple[int, ...]) -> None:
        self.values = values
        self.indices = indices
        self.shape = shape

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the rows."""
        return self.values.dtype

    def dense(self) -> Any:
        """Add the rows up in an array of the whole shape."""
        from ..ops.indexing import scatter

        return scatter(self.values, shape=self.shape, index=self.indices)

    def astype(self, dtype: Any) -> Rows:
        """Convert the rows to another dtype."""
        return Rows(self.values.astype(dtype), self.indices, self.shape)

    def conj(self) -> Rows:
        """Take the complex conjugate of the rows."""
        return Rows(np.conj(self.values), self.indices, self.shape)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Rows):
            values = np.concatenate([self.values, other.values], axis=0)
            return Rows(values, np.concatenate([self.indices, other.indices]), self.shape)
        return self.dense() + other

    def __radd__(self, other: Any) -> Any:
        return other + self.dense()

    def public(self) -> IndexedSlices:
        """Return what ``gradient()`` hands out."""
        indices = self.indices.astype(np.int32)
        values = self.values if isinstance(self.values, Operand) else wrap(self.values)
        return IndexedSlices(values, wrap(indices), wrap(np.array(self.shape, np.int32)))


def _dense(value: Any) -> Any:
    if isinstance(value, IndexedSlices):
        return value.to_tensor()
    return type(value)(map(_dense, value)) if isinstance(value, tuple | list) else value


def _install() -> None:
    for name in ("add", "sub", "mul", "truediv", "matmul", "pow", "eq", "ne", "lt", "le", "gt", "ge"):
        function = getattr(operator, name)
        setattr(IndexedSlices, f"__{name}__", lambda a, b, f=function: f(a.to_tensor(), _dense(b)))
        if name in ("add", "sub", "mul", "truediv", "matmul", "pow"):
            setattr(IndexedSlices, f"__r{name}__", lambda a, b, f=function: f(_dense(b), a.to_tensor()))
    setattr(IndexedSlices, "__neg__", lambda a: -a.to_tensor())  # noqa: B010 - beside its kin


_install()
