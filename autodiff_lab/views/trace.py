"""trace: run a function once, and keep its value, gradients, graph and sweep."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of
from ..engine.convert import to_array
from ..engine.names import array_names, merged, names_in, own_names, without_taken
from ..engine.structure import flatten
from ..engine.tape import GradientTape
from ..engine.tensor import Operand, Tensor
from .graph import Graph
from .program import Program
from .sweep import Sweep

NO_FLOAT = (
    "None of the inputs is a floating-point number, so there is no gradient to show: {inputs}. "
    "Whole numbers have no small nudge. Write the number with a point, as in  {example}"
)
KEEP_TENSOR = (
    " Keep the Tensor: without float(), int() and .numpy(), and with NumPy's functions, such as np.sin(x) "
    "instead of math.sin(x)."
)
NO_INPUTS = "There is no input to differentiate for. Give the function its numbers by name:  {example}"
NO_RESULT = "{function} returned {value}, and a gradient needs a Tensor computed from the inputs.{advice}"


class Trace:
    """What one run of a function left behind.

    Attributes
    ----------
    value : Tensor or structure of Tensors
        What the function returned.
    gradients : dict
        For each input by name its gradient: a Tensor, or None if no path leads to it.
    inputs : dict
        The inputs that gradients were taken for, by name.
    tape : GradientTape
        The persistent tape of the run.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> t = adl.trace(lambda x, w: x * w, x=3.0, w=0.5)
    >>> t
    <Trace of <lambda>: value 1.5, gradients x: 0.5, w: 3>
    >>> sorted(t.gradients)
    ['w', 'x']
    """

    def __init__(
        self,
        function: str,
        value: Any,
        inputs: dict[str, Operand],
        tape: GradientTape,
        names: Mapping[int, str],
        again: Callable[..., Trace] | None = None,
    ) -> None:
        self._again = again
        self._shared: Program | None = None  # the program of an earlier run, if it is that of this one too
        self.function = function
        self.value = value
        self.inputs = inputs
        self.tape = tape
        self._names = names
        self.gradients: dict[str, Tensor | None] = dict(
            zip(inputs, tape.gradient(value, list(inputs.values())), strict=True)
        )

    @cached_property
    def graph(self) -> Graph:
        """The picture of the run, with the gradients of the inputs."""
        return Graph(self.tape, self.value, list(self.inputs.values()), self._names)

    @cached_property
    def sweep(self) -> Sweep:
        """The backward sweep, step by step."""
        inputs = list(self.inputs.values())
        return Sweep(self.tape, self.value, inputs, None, self._names, self._shared)

    def share(self, before: Trace) -> None:
        """Take over the program of an earlier run of the same function, where the graph kept its shape."""
        program = before.sweep.program
        if program is None or not _same_ops(before.tape, self.tape):
            return
        try:
            program._run([v._value for v in self.inputs.values()])
        except ValueError:  # another branch, although the same ops stand in it
            return
        self._shared = program

    @cached_property
    def program(self) -> Program:
        """The value and the gradients as NumPy code; for another branch it is written anew."""
        return self._program()

    def _program(self) -> Program:
        again = self._again
        rewrite = None if again is None else lambda *inputs: again(*inputs)._program()
        return Program(self.tape, self.value, list(self.inputs.values()), self._names, rewrite)

    def __repr__(self) -> str:
        slopes = ", ".join(f"{n}: {_brief(g)}" for n, g in self.gradients.items())
        return f"<Trace of {self.function}: value {_brief(self.value)}, gradients {slopes}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {**self.sweep._repr_mimebundle_(), "text/plain": repr(self)}


def trace(f: Callable, /, *args: Any, **kwargs: Any) -> Trace:
    """Run a function once under a tape, and keep everything there is to see.

    Parameters
    ----------
    f : callable
        A function of NumPy code. Its parameters' names, and those of its own variables, become the names
        in the picture.
    *args, **kwargs
        Its inputs. Floating-point numbers, arrays and lists of them become sources; whole numbers, truth
        values, text and everything else are passed on as they are.

    Returns
    -------
    Trace
        With ``value``, ``gradients``, ``graph`` and ``sweep``.

    Raises
    ------
    TypeError
        If no input is a floating-point number, or the function returns no Tensor.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> def f(x):
    ...     y = x**2
    ...     return y
    >>> t = adl.trace(f, x=3.0)
    >>> t.value, t.gradients["x"]
    (Tensor(9.0, shape=(), dtype=float32), Tensor(6.0, shape=(), dtype=float32))
    """
    if not callable(f):
        raise TypeError(f"trace() runs a function, but got {errors.short(f)}. Write  trace(f, x=3.0)")
    title = getattr(f, "__name__", type(f).__name__)
    sources: dict[str, Operand] = {}
    positional = [_source(name, a, sources) for name, a in zip(_parameters(f, len(args)), args, strict=True)]
    named = {name: _source(name, a, sources) for name, a in kwargs.items()}
    if not sources:
        example = _example(title, kwargs)
        if not args and not kwargs:
            raise TypeError(NO_INPUTS.format(example=example))
        inputs = ", ".join([*map(errors.short, args), *(f"{k}={errors.short(v)}" for k, v in kwargs.items())])
        raise TypeError(NO_FLOAT.format(inputs=inputs, example=example))
    local: dict[int, str] = {}
    with GradientTape(persistent=True) as tape:
        tape._keeps_all = True
        for source in sources.values():
            tape.watch(source)
        value = _run(f, positional, named, local, tape)
    value = _checked(value, title)
    by_input = {key_of(s): name for name, s in sources.items()}
    given = merged([own_names(tape), by_input])

    def again(*inputs: Any) -> Trace:
        """Run the function anew, with other numbers in the place of its sources."""
        new = dict(zip(sources, inputs, strict=True))
        return trace(
            f,
            *(_renewed(n, v, new) for n, v in zip(_parameters(f, len(args)), args, strict=True)),
            **{k: _renewed(k, v, new) for k, v in kwargs.items()},
        )

    names_of_all = merged([given, without_taken(local, given)])
    return Trace(title, value, sources, tape, names_of_all, again)


def _same_ops(a: GradientTape, b: GradientTape) -> bool:
    """Tell whether two tapes recorded the same ops with the same settings."""
    if len(a._records) != len(b._records):
        return False
    for one, other in zip(a._records, b._records, strict=True):
        if one[0] is not other[0] or repr(one[5]) != repr(other[5]):
            return False
    return True


def _source(name: str, value: Any, sources: dict[str, Operand]) -> Any:
    """Turn a floating-point input into a source; containers of such inputs, one by one."""
    if isinstance(value, Operand):
        if value.dtype.kind in "fc":
            sources[name] = value
        return value
    if isinstance(value, dict):
        return {
            k: _source(k if isinstance(k, str) else f"{name}[{k!r}]", v, sources) for k, v in value.items()
        }
    if isinstance(value, bool | int | str) or value is None or callable(value):
        return value
    if isinstance(value, list | tuple) and any(isinstance(v, np.ndarray | Operand) for v in value):
        return type(value)(_source(f"{name}[{i}]", v, sources) for i, v in enumerate(value))
    if isinstance(value, float | complex | np.number | np.ndarray | list | tuple):
        array = to_array(value)
        if array.dtype.kind in "fc":
            sources[name] = Tensor(value)
            return sources[name]
    return value


def _renewed(name: str, value: Any, new: Mapping[str, Any]) -> Any:
    """Put new numbers in the place of an input, or of those inside a container."""
    if name in new:
        return new[name]
    if isinstance(value, dict):
        return {k: _renewed(k if isinstance(k, str) else f"{name}[{k!r}]", v, new) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_renewed(f"{name}[{i}]", v, new) for i, v in enumerate(value))
    return value


def _parameters(f: Callable, count: int) -> list[str]:
    """Name the positional inputs: by the function's parameters, or ``x0``, ``x1``, ..."""
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        return [f"x{i}" for i in range(count)] if count > 1 else ["x"] * count
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), "x")
    return [*names[:count], *(f"{rest}{i}" for i in range(count - len(names)))]


def _run(f: Callable, args: list, kwargs: dict, names: dict[int, str], tape: GradientTape) -> Any:
    """Call `f`, and read the names of its own variables as it returns."""
    inner = inspect.unwrap(f)
    while isinstance(inner, functools.partial):
        inner = inner.func
    code = getattr(inner, "__code__", None) or getattr(type(inner).__call__, "__code__", None)
    before = sys.getprofile()

    def listen(frame: Any, event: Any, arg: Any) -> None:
        if event == "return" and frame.f_code is code:
            names.update(names_in(frame.f_locals))
            names.update(array_names(tape, frame.f_locals, frame.f_globals))
        if before is not None:
            before(frame, event, arg)

    sys.setprofile(listen)
    try:
        return f(*args, **kwargs)
    finally:
        sys.setprofile(before)


def _checked(value: Any, function: str) -> Any:
    if value is None:
        advice = f" Does {function} end with a line like  return y ?"
        raise TypeError(NO_RESULT.format(function=function, value="None", advice=advice))
    leaves, _ = flatten(value)
    for leaf in leaves:
        if not isinstance(leaf, Operand):
            advice = KEEP_TENSOR if _is_number(leaf) else ""
            raise TypeError(
                NO_RESULT.format(
                    function=function,
                    value=f"{errors.short(leaf)} of type {type(leaf).__name__!r}",
                    advice=advice,
                )
            )
    if not leaves:
        raise TypeError(NO_RESULT.format(function=function, value=errors.short(value), advice=""))
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.generic | np.ndarray)


def _example(function: str, kwargs: Mapping[str, Any]) -> str:
    numbers = {k: float(v) for k, v in kwargs.items() if isinstance(v, int) and not isinstance(v, bool)}
    inside = ", ".join(f"{k}={v}" for k, v in (numbers or {"x": 3.0}).items())
    return f"trace({function if function.isidentifier() else 'f'}, {inside})"


def _brief(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, Operand):
        from .narrate import text

        return text(value.numpy())
    return str(value)
