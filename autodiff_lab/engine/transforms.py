"""Functions of functions: grad, jacobian, hessian, vjp, jvp, hvp, each a few lines over the tape."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .asking import UnconnectedGradients
from .calls import Argnums, Call, one_number
from .forward import ForwardAccumulator
from .structure import flatten
from .tape import GradientTape
from .tensor import convert

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
        call = Call(f, argnums, args, kwargs)
        with GradientTape() as tape:
            tape.watch(call.inputs)
            value, aux = call.run(has_aux)
        one_number(value, f)
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

    Parameters
    ----------
    f : callable
        Returns a Tensor, or a structure of Tensors: the result is then such a structure of Jacobians.
    argnums : int, str, or tuple of them
        As for `value_and_grad`. With a tuple each Jacobian is a tuple.

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
        call = Call(f, argnums, args, kwargs)
        with GradientTape() as tape:
            tape.watch(call.inputs)
            value, _ = call.run(False)
        targets, rebuild = flatten(value)
        tables = tape.jacobian(targets, call.inputs, unconnected_gradients=ZERO)
        return rebuild([call.answer(found) for found in tables])

    return table


def hessian(f: Callable, argnums: Argnums = 0) -> Callable:
    """Make a function that returns the second derivatives of `f`: the Jacobian of its gradient.

    With a tuple as `argnums` it is a tuple of rows of blocks: ``h[i][j]`` is for inputs i and j.

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
    call = Call(f, tuple(range(len(primals))), primals, {})
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
    primals, tangents = _pair(primals, tangents)
    call = Call(f, tuple(range(len(primals))), primals, {})
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
    inputs, vectors = _pair(primals, tangents)
    places = tuple(range(len(inputs)))
    _, found = jvp(lambda *xs: grad(f, places)(*xs), inputs, vectors)
    return found[0] if single else found


def _pair(primals: Any, tangents: Any) -> tuple[tuple, tuple]:
    """Inputs and their tangents as tuples; a single input's tangent may be a list of numbers."""
    if isinstance(primals, tuple | list):
        return tuple(primals), tuple(tangents) if isinstance(tangents, tuple | list) else (tangents,)
    return (primals,), (tangents if isinstance(primals, dict) else convert(tangents),)
