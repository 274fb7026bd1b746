"""``tf.Variable``: the engine's Variable with TensorFlow's arguments, names and strictness."""

from __future__ import annotations

from typing import Any

from ..engine.convert import is_tensor_list, to_array
from ..engine.tensor import Operand, Tensor, convert
from ..engine.variable import Variable as EngineVariable
from .dtypes import as_numpy

OTHER_DTYPE = (
    "This Variable has dtype {want}, and the new value is a tensor of dtype {got}. Convert it on purpose:  "
    "v.assign(tf.cast(value, {want_name}))"
)


class Variable(EngineVariable):
    """A value that can be changed by ``assign``, and that every tape watches by itself.

    Parameters
    ----------
    initial_value : number, nested list, array, Tensor, or function that returns one
        The first value.
    trainable : bool, optional
        Whether tapes watch it by themselves; True by default.
    name : str, optional
        A name; ``v.name`` adds ``":0"``, as in TensorFlow.
    dtype : dtype, optional
        The dtype to convert to.
    shape : tuple of int, optional
        Is checked against the value's shape.
    validate_shape, caching_device, variable_def, import_scope, constraint, synchronization, aggregation
        Taken, so that a program written for TensorFlow runs; they change nothing here.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> v = tf.Variable([1.0, 2.0], name="weights")
    >>> v.assign_add([1.0, 1.0])
    Variable([2. 3.], shape=(2,), dtype=float32, name='weights')
    >>> v.name
    'weights:0'
    """

    __slots__ = ()

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: Any = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ) -> None:
        if callable(initial_value):
            initial_value = initial_value()
        if initial_value is None:
            raise ValueError("A Variable starts with a value:  tf.Variable(0.0)")
        if not isinstance(initial_value, Operand):
            initial_value = convert(initial_value)._value if dtype is None else initial_value
        super().__init__(
            initial_value, trainable is not False, name, None if dtype is None else as_numpy(dtype)
        )
        if shape is not None and tuple(shape) != self.shape:
            raise ValueError(f"The value has shape {self.shape}, but shape={tuple(shape)} was asked for.")

    @property
    def name(self) -> str:
        """The name with ``":0"``; ``"Variable:0"`` where none was given."""
        return f"{self._given_name or 'Variable'}:0"

    def assign(self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True) -> Any:
        """Replace the value, and return the variable; the shape and the dtype stay.

        Raises
        ------
        ValueError
            If the shape is another one, or if a Tensor of another dtype is given.
        """
        return super().assign(self._own(value))

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> Any:
        """Add to the value, and return the variable; see `assign`."""
        return super().assign_add(self._own(delta))

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: Any = None, read_value: bool = True
    ) -> Any:
        """Subtract from the value, and return the variable; see `assign`."""
        return super().assign_sub(self._own(delta))

    def initialized_value(self) -> Tensor:
        """Return the present value as a Tensor."""
        return self.read_value()

    def _own(self, value: Any) -> Any:
        """Refuse a Tensor of another dtype; plain numbers and arrays adapt."""
        if not isinstance(value, Operand):
            return convert(value) if is_tensor_list(value) else to_array(value, self.dtype)
        if value.dtype != self.dtype:
            want = self.dtype
            raise ValueError(OTHER_DTYPE.format(want=want, got=value.dtype, want_name=f"tf.{want}"))
        return value
