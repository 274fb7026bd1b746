"""Program: the sweep as a NumPy function that one can read, call, save and differentiate again.

It is written by the engine's own loop: the records are run forward on Symbols, and then backwards with the
same rules that ``gradient()`` uses. Symbols carry their values along and remember how they were made; what
comes out is printed line by line.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import operands_in
from ..engine.tape import GradientTape
from ..engine.tensor import Operand
from ..ops.symbol import Name
from .listing import listing
from .saving import save
from .unrecorded import OTHER_BRANCH
from .writing import Written

# So many branches does a program made by `trace` keep, each as a program of its own.
MOST_BRANCHES = 16

# The program of a longer tape is not shown beside its picture; it is there for whoever asks.
LONGEST_SHOWN = 60

_count = iter(range(1, 1 << 60))


class Program:
    """The value and the gradients of a computation as plain NumPy code.

    Made by ``tape.program(target, sources)``, or as ``trace(f, ...).program``. Call it with new inputs, in
    the order of the sources: it returns ``(value, gradients)``.

    Attributes
    ----------
    source : str
        A complete Python module with one function. It imports NumPy alone.
    name : str
        The name of the function.
    data : dict
        The large constant arrays, which the function takes by name.
    lines : dict
        For each step of the sweep, by ``(record, slot)``, the number of its line in the source.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> program = adl.trace(lambda x: x**2, x=3.0).program
    >>> print(program)
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def program(x):
        # forward
        v1 = x ** 2
    <BLANKLINE>
        # backward
        x_bar = 2 * x  # power: v1 to x
        return v1, [x_bar]
    >>> value, gradients = program(4.0)
    >>> float(value), float(gradients[0])
    (16.0, 8.0)
    """

    def __init__(
        self,
        tape: GradientTape,
        target: Any,
        sources: Any,
        names: Mapping[int, str],
        rewrite: Callable[..., Program] | None = None,
    ) -> None:
        targets = operands_in(target, errors.TARGET_NONE, errors.TARGET_NOT_TENSOR)[0]
        inputs = operands_in(sources, errors.SOURCES_NONE, errors.SOURCE_NOT_TENSOR)[0]
        if len(targets) != 1:
            raise ValueError(errors.PROGRAM_TARGET.format(count=len(targets)))
        if any(v.dtype.kind == "c" for v in (*targets, *inputs)):
            raise TypeError(errors.PROGRAM_COMPLEX)
        written = Written(tape, targets[0], inputs, names, strict=rewrite is not None)
        self._rewrite = rewrite
        self._others: list[Program] = []  # written for other branches and shapes
        self.name = "program"
        self.source, self.lines = listing(written)
        self.data = written.data
        forward, back = written.kept()
        value = written.values[written.target._key].expression
        shapes = dict(zip(written.parameters, (v.shape for v in inputs), strict=True))
        self._parts = forward, back, list(shapes.items()), Name(value), written.answers, written.data
        self._dtypes = [v.dtype for v in inputs]
        self._shapes = [v.shape for v in inputs]
        self._fixed = written.fixed()
        self._parameters = written.parameters
        self._function = _compiled(self.source)

    def __call__(self, *inputs: Any) -> tuple[Any, list]:
        """Run it: ``(value, gradients)``, the gradients in the order of the sources.

        Parameters
        ----------
        *inputs : number, array or Tensor
            One per source. Numbers and arrays are taken to the source's dtype; Tensors are passed on, so
            that a tape can record the program.

        Raises
        ------
        TypeError
            For another number of inputs.
        ValueError
            If an input has another shape, and the code is made for the shapes it was recorded with; or if
            the inputs would take another branch. A program made by `trace` records the function anew instead.
        """
        if len(inputs) != len(self._dtypes):
            names = ", ".join(self._parameters)
            raise TypeError(
                errors.PROGRAM_INPUTS.format(want=len(self._dtypes), names=names, got=len(inputs))
            )
        values: list[Any] = []
        for value, dtype, shape in zip(inputs, self._dtypes, self._shapes, strict=True):
            ready = isinstance(value, Operand) or (type(value) is np.ndarray and value.dtype is dtype)
            given: Any = value if ready and value.ndim else _plain(value, dtype)
            if self._fixed and given.shape != shape:
                name = self._parameters[len(values)]
                raise ValueError(errors.PROGRAM_SHAPE.format(name=name, want=shape, got=given.shape))
            values.append(given)
        if self._rewrite is None:
            return self._run(values)
        for program in (self, *self._others):
            try:
                return program._run(values)
            except ValueError as error:
                if not str(error).startswith(OTHER_BRANCH):
                    raise
        other = self._rewrite(*(v._value if isinstance(v, Operand) else v for v in values))
        self._others = [other, *self._others][:MOST_BRANCHES]
        return other._run(values)

    def _run(self, values: list) -> tuple[Any, list]:
        with np.errstate(all="ignore"):
            return self._function(*values, **self.data)

    def to_js(self) -> str:
        """Write the program as a JavaScript module, for pages without a kernel.

        It exports ``program(...inputs)``, which returns ``{value, gradients}`` and throws an Error where the
        inputs would take another branch. Everything is computed in double precision; arrays are nested lists.

        Returns
        -------
        str

        Raises
        ------
        NotImplementedError
            If an array has more than 256 elements, or a function has no JavaScript.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> print(adl.trace(lambda x: x**2, x=3.0).program.to_js())
        export function program(x) {
          // forward
          let v1 = x ** 2;
          // backward
          let x_bar = 2 * x;  // power: v1 to x
          return {value: v1, gradients: [x_bar]};
        }
        <BLANKLINE>
        """
        from .javascript import JavaScript

        return JavaScript(*self._parts).source

    def save(self, path: str | Path) -> Path:
        """Write the source to a ``.py`` file, or as JavaScript to a ``.js`` file, and return its path."""
        return save(path, {".py": lambda: self.source, ".js": self.to_js})

    def __str__(self) -> str:
        return self.source.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Program of {', '.join(self._parameters)}: {self.source.count(chr(10))} lines>"


def written(
    tape: GradientTape, targets: Sequence[Operand], sources: Sequence[Operand], names: Mapping[int, str]
) -> Program | None:
    """Write the program that goes with a picture; None if there is none, or it would be too long."""
    if len(targets) != 1 or tape._stripped or len(tape._records) > LONGEST_SHOWN:
        return None
    try:
        return Program(tape, targets[0], list(sources), names)
    except (NotImplementedError, TypeError, ValueError):  # each of them says why, to whoever asks for it
        return None


def _plain(value: Any, dtype: np.dtype) -> Any:
    return value if isinstance(value, Operand) else np.asarray(value, dtype)[()]


def _compiled(source: str) -> Any:
    """Compile a program so that debuggers and `inspect` find its lines."""
    file = f"<autodiff_lab program {next(_count)}>"
    space: dict[str, Any] = {}
    exec(compile(source, file, "exec"), space)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return space["program"]
