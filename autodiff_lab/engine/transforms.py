"""Functions of functions: grad, jacobian, hessian, vjp, jvp, hvp, each a few lines over the tape."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from .asking import UnconnectedGradients
from .forward import ForwardAccumulator
from .structure import flatten
from .tape import GradientTape
from .tensor import Operand, convert

Argnums = int | str | tuple

ZERO = UnconnectedGradients.ZERO


def value_and_grad(f: Callable, argnums: Argnums = 0, has_aux: bool = False) -> Callable:
    """Make a function that returns ``(value, gradient)``.

    Parameters
    ----------
    f : callable
        Returns one number (a Tensor of one element), or with `has_aux` a pair ``(number, anything)``.
    argnums : int, str, or tuple of them
        Which inputs to differentiate for, by position or by name. With a tuple the gradient is a tuple.
    has_aux : bool
        Whether `f` returns something besides; the value is then the pair.

    Returns
    -------
    callable
        Takes the inputs of `f`: numbers, arrays, Tensors, or structures of them.

    Raises
    ------
    TypeError
        When called: if `f` does not return a Tensor of one element, or an input is a whole number.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.value_and_grad(lambda x: x**2)(3.0)
    (Tensor(9.0, shape=(), dtype=float32), Tensor(6.0, shape=(), dtype=float32))
    """

    @functools.wraps(f)
    def both(*args: Any, **kwargs: Any) -> Any:
        call = _Call(f, argnums, args, kwargs)
        with GradientTape() as tape:
            tape.watch(call.inputs)
            value, aux = call.run(has_aux)
        _one_number(value, f)
        gradient = tape.gradient(value, call.inputs, unconnected_gradients=ZERO)
        return (value, aux) if has_aux else value, call.answer(gradient)

    return both


def grad(f: Callable, argnums: Argnums = 0, has_aux: bool = False) -> Callable:
    """Make a function that returns the gradient of `f`; see `value_and_grad`.

    With `has_aux` it returns ``(gradient, aux)``.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> slope = adl.grad(lambda x, y: x**2 + y**3, argnums=("x", "y"))
    >>> slope(2.0, 3.0)
    (Tensor(4.0, shape=(), dtype=float32), Tensor(27.0, shape=(), dtype=float32))
    >>> adl.grad(adl.grad(lambda x: x**3))(2.0)
    Tensor(12.0, shape=(), dtype=float32)
    """
    both = value_and_grad(f, argnums, has_aux)

    @functools.wraps(f)
    def gradient(*args: Any, **kwargs: Any) -> Any:
        value, found = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradient


def jacobian(f: Callable, argnums: Argnums = 0) -> Callable:
    """Make a function that returns the Jacobian of `f`, of shape ``output.shape + input.shape``.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> adl.jacobian(lambda x: np.stack([x[0] * x[1], x[0] + x[1]]))(np.array([3.0, 2.0]))
    Tensor(
    [[2. 3.]
     [1. 1.]], shape=(2, 2), dtype=float64)
    """

    @functools.wraps(f)
    def table(*args: Any, **kwargs: Any) -> Any:
        call = _Call(f, argnums, args, kwargs)
        with GradientTape() as tape:
            tape.watch(call.inputs)
            value, _ = call.run(False)
        return call.answer(tape.jacobian(value, call.inputs, unconnected_gradients=ZERO))

    return table


def hessian(f: Callable, argnums: Argnums = 0) -> Callable:
    """Make a function that returns the second derivatives of `f`: the Jacobian of its gradient.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> adl.hessian(lambda x: x[0] ** 2 * x[1])(np.array([3.0, 2.0]))
    Tensor(
    [[4. 6.]
     [6. 0.]], shape=(2, 2), dtype=float64)
    """
    return jacobian(grad(f, argnums), argnums)


def vjp(f: Callable, *primals: Any) -> tuple[Any, Callable]:
    """Run `f`, and return its value with a function from upstream gradients to the inputs' gradients.

    Parameters
    ----------
    f : callable
        Returns Tensors, in any structure.
    *primals
        The inputs.

    Returns
    -------
    value : Tensor or structure of Tensors
    pull : callable
        ``pull(upstream)`` takes the structure of the value and returns a tuple, one gradient per input. It
        can be called any number of times.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> value, pull = adl.vjp(np.sin, 0.0)
    >>> pull(2.0)
    (Tensor(2.0, shape=(), dtype=float32),)
    """
    call = _Call(f, tuple(range(len(primals))), primals, {})
    with GradientTape(persistent=True) as tape:
        tape.watch(call.inputs)
        value, _ = call.run(False)

    def pull(upstream: Any) -> tuple:
        return tuple(tape.gradient(value, call.inputs, upstream, ZERO))

    return value, pull


def jvp(f: Callable, primals: Any, tangents: Any) -> tuple[Any, Any]:
    """Run `f`, and return its value with its change in a direction: forward mode.

    Parameters
    ----------
    f : callable
        Returns Tensors, in any structure.
    primals, tangents : tuple or list
        The inputs, and how each moves. A single input needs no tuple.

    Returns
    -------
    value, tangent
        Both in the structure that `f` returns.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> adl.jvp(lambda x: x**2, 3.0, 1.0)
    (Tensor(9.0, shape=(), dtype=float32), Tensor(6.0, shape=(), dtype=float32))
    """
    primals, tangents = _several(primals), _several(tangents)
    call = _Call(f, tuple(range(len(primals))), primals, {})
    with ForwardAccumulator(list(call.inputs), list(tangents)) as forward:
        value, _ = call.run(False)
    return value, forward.jvp(value, unconnected_gradients=ZERO)


def hvp(f: Callable, primals: Any, tangents: Any) -> Any:
    """Return the product of the Hessian of `f` with a vector, without making the Hessian.

    Forward mode over reverse mode: about as much work as a few gradients.

    Parameters
    ----------
    f : callable
        Returns one number.
    primals, tangents
        The inputs and the vectors, as for `jvp`.

    Returns
    -------
    Tensor, or a tuple of Tensors for a tuple of inputs

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> adl.hvp(lambda x: x[0] ** 2 * x[1], np.array([3.0, 2.0]), np.array([1.0, 0.0]))
    Tensor([4. 6.], shape=(2,), dtype=float64)
    """
    single = not isinstance(primals, tuple | list)
    inputs, vectors = _several(primals), _several(tangents)
    places = tuple(range(len(inputs)))
    _, found = jvp(lambda *xs: grad(f, places)(*xs), inputs, vectors)
    return found[0] if single else found


class _Call:
    """A function with its inputs, those to differentiate for turned into Tensors."""

    def __init__(self, f: Callable, argnums: Argnums, args: Any, kwargs: dict) -> None:
        if not callable(f):
            raise TypeError(errors.NOT_CALLABLE.format(value=errors.short(f)))
        self.f = f
        self.args, self.kwargs = list(args), dict(kwargs)
        self.single = not isinstance(argnums, tuple | list)
        self.inputs: list = []
        for where in argnums if isinstance(argnums, tuple | list) else (argnums,):
            place = self._place(where)
            store: Any = self.kwargs if isinstance(place, str) else self.args
            store[place] = self._tensors(store[place], where)
            self.inputs.append(store[place])

    def _place(self, where: Any) -> int | str:
        """Find an input by position or name, however it was passed."""
        names = _names(self.f)
        if isinstance(where, str):
            if where in self.kwargs:
                return where
            if where in names and names.index(where) < len(self.args):
                return names.index(where)
        elif -len(self.args) <= where < len(self.args):
            return int(where)
        elif 0 <= where < len(names) and names[where] in self.kwargs:
            return names[where]
        raise TypeError(
            errors.ARGNUMS.format(where=where, count=len(self.args), names=", ".join(self.kwargs) or "none")
        )

    def _tensors(self, value: Any, where: Any) -> Any:
        leaves, rebuild = (
            flatten(value) if isinstance(value, dict) or _holds_arrays(value) else ([value], None)
        )
        tensors = [convert(leaf) for leaf in leaves]
        for t in tensors:
            if t.dtype.kind not in "fc":
                raise TypeError(errors.GRAD_OF_INTEGER.format(where=where, dtype=t.dtype))
        return rebuild(tensors) if rebuild else tensors[0]

    def run(self, has_aux: bool) -> tuple[Any, Any]:
        value = self.f(*self.args, **self.kwargs)
        if has_aux:
            if not isinstance(value, tuple) or len(value) != 2:
                raise TypeError(errors.AUX_PAIR.format(function=_title(self.f)))
            return value
        return value, None

    def answer(self, found: Any) -> Any:
        return found[0] if self.single else tuple(found)


def _holds_arrays(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(v, Operand | np.ndarray | dict) for v in value)


def _several(values: Any) -> tuple:
    return tuple(values) if isinstance(values, tuple | list) else (values,)


def _names(f: Callable) -> list[str]:
    try:
        return list(inspect.signature(f).parameters)
    except (TypeError, ValueError):
        return []


def _title(f: Callable) -> str:
    return getattr(f, "__name__", type(f).__name__)


def _one_number(value: Any, f: Callable) -> None:
    if not isinstance(value, Operand):
        raise TypeError(errors.GRAD_NOT_TENSOR.format(function=_title(f), value=errors.short(value)))
    if value.size != 1:
        raise TypeError(errors.GRAD_NOT_SCALAR.format(function=_title(f), shape=value.shape))
