"""Variable: a value that can change, and that tapes watch by themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from .convert import is_python, to_array
from .dispatch import OWN_TYPES
from .lineage import Break, here
from .state import next_key, state
from .tensor import Operand, Tensor, describe, freeze


class Variable(Operand):
    """A value that can be changed by ``assign``, and that every tape watches by itself.

    Parameters
    ----------
    value : number, nested list, array or Tensor
        The first value. Python floats become float32, NumPy values keep their dtype.
    trainable : bool, default True
        Whether tapes watch it by themselves. One that is not trainable can still be watched with
        ``tape.watch``.
    name : str, optional
        A name for pictures and messages.
    dtype : dtype, optional
        The dtype to convert to.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> w = adl.Variable(3.0, name="w")
    >>> w.assign_sub(0.5)
    Variable(2.5, shape=(), dtype=float32, name='w')
    """

    __slots__ = ("trainable",)
    trainable: bool

    def __init_subclass__(cls) -> None:
        VARIABLES.add(cls)
        OWN_TYPES.add(cls)

    def __init__(
        self, value: Any, trainable: bool = True, name: str | None = None, dtype: Any = None
    ) -> None:
        self._value = to_array(value, dtype)
        self._key = next_key()
        self.trainable = bool(trainable)
        if name is not None:
            self._name = str(name)

    def _touch(self, recorders: tuple) -> None:
        """Tell the active recorders that this variable is being used."""
        for recorder in recorders:
            if self._key not in recorder._watched:
                recorder._touched(self)

    def read_value(self) -> Tensor:
        """Return the present value as a Tensor; later assignments do not change it.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> v = adl.Variable(1.0)
        >>> before = v.read_value()
        >>> _ = v.assign(5.0)
        >>> before
        Tensor(1.0, shape=(), dtype=float32)
        """
        from ..ops.shape import identity

        return identity(self)

    def value(self) -> Tensor:
        """Return the present value as a Tensor, as `read_value` does.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.Variable(1.0).value()
        Tensor(1.0, shape=(), dtype=float32)
        """
        return self.read_value()

    def assign(self, value: Any) -> Variable:
        """Replace the value, and return the variable.

        The shape stays. What tapes have recorded keeps the value it had when it was read.

        Parameters
        ----------
        value : number, list, array, Tensor or Variable
            The new value, of the same shape (a Python number fits a variable of shape ``()``).

        Raises
        ------
        ValueError
            If the shape is another one.
        TypeError
            If the new value has a dtype that would lose something in the variable's.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> v = adl.Variable([1.0, 2.0])
        >>> v.assign([3.0, 4.0])
        Variable([3. 4.], shape=(2,), dtype=float32)
        """
        self._value = self._fitting(value)
        self._assigned(value)
        return self

    def assign_add(self, value: Any) -> Variable:
        """Add to the value, and return the variable; see `assign`.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.Variable(1.0).assign_add(2.0)
        Variable(3.0, shape=(), dtype=float32)
        """
        self._value = freeze(self._value + self._fitting(value))
        self._assigned(value)
        return self

    def assign_sub(self, value: Any) -> Variable:
        """Subtract from the value, and return the variable; see `assign`.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.Variable(1.0).assign_sub(0.25)
        Variable(0.75, shape=(), dtype=float32)
        """
        self._value = freeze(self._value - self._fitting(value))
        self._assigned(value)
        return self

    def _assigned(self, value: Any) -> None:
        """Log for `explain` that a computed value went into this variable: no gradient follows it there."""
        if state.recorders:
            self._touch(state.recorders)
        if state.recorders and isinstance(value, Operand) and value._key:
            why = Break("assigned", "assign", here())
            for recorder in state.recorders:
                if recorder._lineage is not None:
                    recorder._lineage.append((self._key, (value._key,), why))

    def _fitting(self, value: Any) -> Any:
        mine = self._value
        if isinstance(value, Operand):
            array = value._value
        else:
            array = to_array(value)
            if is_python(value) and np.can_cast(array.dtype, mine.dtype, "same_kind"):
                array = to_array(value, mine.dtype)  # Python's own numbers come with all their digits
        if array.shape != mine.shape:
            raise ValueError(errors.ASSIGN_SHAPE.format(want=mine.shape, got=array.shape))
        if array.dtype != mine.dtype:
            if not np.can_cast(array.dtype, mine.dtype, "same_kind"):
                raise TypeError(errors.ASSIGN_DTYPE.format(want=mine.dtype, got=array.dtype))
            array = array.astype(mine.dtype)
        return freeze(array)

    def _no_in_place(self, other: Any) -> Any:
        raise RuntimeError(errors.IN_PLACE)

    # Without these, `v += 1` would quietly bind the name v to a Tensor and leave the Variable as it was.
    __iadd__ = __isub__ = __imul__ = __itruediv__ = _no_in_place
    __ifloordiv__ = __imod__ = __ipow__ = __imatmul__ = _no_in_place

    def __repr__(self) -> str:
        name = f", name={self._given_name!r}" if self._given_name is not None else ""
        return f"Variable({describe(self._value)}{name})"

    def __copy__(self) -> Variable:
        return type(self)(self._value, self.trainable, name=self._given_name)

    def __deepcopy__(self, memo: dict) -> Variable:
        memo[id(self)] = twin = self.__copy__()
        return twin

    def __reduce__(self) -> tuple:
        return _rebuilt, (type(self), np.asarray(self._value), self.trainable, self._given_name)


def _rebuilt(kind: type[Variable], value: Any, trainable: bool, name: str | None) -> Variable:
    return kind(value, trainable, name=name)


# What the ops take as a Variable: the class and its subclasses, so that a look-up in a set is enough.
VARIABLES: set[type] = {Variable}
OWN_TYPES.add(Variable)
