"""check_gradients: the tape's gradient beside plain differences of the function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from .structure import flatten, paths
from .tape import GradientTape
from .tensor import Operand, constant

# A table for people: so many lines are printed, those that disagree first of all.
LINES = 24
# The smallest size of a number to take steps by, so that 0 has a step too.
SMALLEST = 1e-3


class Comparison(NamedTuple):
    """One element of one argument, differentiated twice.

    Attributes
    ----------
    argument : str
        The name of the function's parameter.
    place : tuple of int
        Which element.
    tape : float or None
        The tape's gradient; None if no path leads to the argument.
    differences : float
        The central difference.
    verdict : str
        ``"agree"``, ``"differ"``, ``"lost"`` (there is a slope, but the tape found no path) or
        ``"kink"`` (the slopes on both sides differ, and the tape's lies between them).
    """

    argument: str
    place: tuple[int, ...]
    tape: float | None
    differences: float
    verdict: str

    @property
    def ok(self) -> bool:
        """Whether the tape's gradient is a right one."""
        return self.verdict in ("agree", "kink")


class GradientCheck(tuple[Comparison, ...]):
    """What `check_gradients` found: a `Comparison` per element; true if all are right."""

    __slots__ = ()

    @property
    def ok(self) -> bool:
        """Whether every element is right."""
        return all(line.ok for line in self)

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        return f"<GradientCheck: {sum(line.ok for line in self)} of {len(self)} right>"

    def __str__(self) -> str:
        shown = list(self)
        if len(shown) > LINES:
            chosen = sorted(range(len(shown)), key=lambda i: shown[i].ok)[:LINES]
            shown = [shown[i] for i in sorted(chosen)]
        rows = [("argument", "place", "tape", "differences", "verdict"), *map(_row, shown)]
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        lines = [
            f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:>{widths[2]}}  {d:>{widths[3]}}  {e}"
            for a, b, c, d, e in rows
        ]
        left = len(self) - len(shown)
        if left:
            wrong = sum(not line.ok for line in self) - sum(not line.ok for line in shown)
            rest = f"{wrong} of them wrong" if wrong else "all right"
            lines.append(f"… and {left} more elements, {rest}")
        return "\n".join(lines)


def check_gradients(
    f: Callable,
    *args: Any,
    step: float | None = None,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    verbose: bool = True,
) -> GradientCheck:
    """Compare the tape's gradients with differences of the function, element by element.

    Every float argument is taken to float64. For each of its elements x, the slope
    (f(x + h) − f(x − h)) / 2h is computed, which knows nothing of tapes and rules.

    Parameters
    ----------
    f : callable
        Takes the arguments as Tensors and returns a Tensor, or a structure of them; several, and
        the elements of one that is not a scalar, are added up, as `GradientTape.gradient` does.
    *args : number, array, Tensor, or dict, list or tuple of arrays
        Where to check. Whole numbers, truth values and texts are held constant.
    step : float, optional
        The step h for all elements. By default it follows the size of each element:
        about 6e-6 times it, where truncation and rounding harm about equally.
    rtol, atol : float
        How far the two may be apart: ``atol + rtol * size``, and what rounding alone can make.
    verbose : bool, default True
        Whether to print the table.

    Returns
    -------
    GradientCheck
        A tuple of `Comparison`, with ``.ok`` for all together; ``assert check_gradients(...)`` works.

    Raises
    ------
    TypeError
        If `f` cannot be called, returns None or text, or if no argument is a float.
    ValueError
        If the function is not finite at or beside the arguments, or gives another value each time.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> check = adl.check_gradients(lambda x, k: k * np.sin(x), np.array([0.0, 1.0]), 2)
    argument  place      tape  differences  verdict
    x         (0,)          2            2  agree
    x         (1,)   1.080605     1.080605  agree
    >>> check.ok
    True
    """
    if not callable(f):
        raise TypeError(errors.CHECK_NOT_CALLABLE.format(value=errors.short(f)))
    inputs = _Inputs(f, args)
    if not inputs.names:
        raise TypeError(errors.CHECK_NO_FLOAT)
    with np.errstate(all="ignore"):
        with GradientTape() as tape:
            tensors = inputs.tensors()
            tape.watch(tensors)
            outputs = _outputs(f(*inputs.arguments(tensors)))
        targets = [y for y in outputs if isinstance(y, Operand) and y.dtype.kind == "f"]
        found = tape.gradient(targets, tensors) if targets else [None] * len(tensors)
        base = _values(outputs)
        again = _values(_outputs(f(*inputs.arguments(inputs.tensors()))))
        if not all(np.array_equal(a, b, equal_nan=True) for a, b in zip(base, again, strict=True)):
            raise ValueError(errors.CHECK_RANDOM)
        if not all(np.isfinite(v).all() for v in base):
            raise ValueError(errors.CHECK_NOT_FINITE.format(where="at these arguments"))
        precision = max([np.finfo(v.dtype).eps for v in base], default=np.finfo(float).eps)
        lines = [
            _compare(f, inputs, i, place, found[i], base, step, float(precision), (rtol, atol))
            for i, values in enumerate(inputs.values)
            for place in np.ndindex(values.shape)
        ]
    check = GradientCheck(lines)
    if verbose:
        print(check)
    return check


class _Inputs:
    """The arguments, taken apart into float64 arrays to be checked, and all that is held constant."""

    def __init__(self, f: Callable, args: tuple) -> None:
        self.names: list[str] = []
        self.values: list[np.ndarray] = []
        self._rebuild: list[Callable[[Iterator], Any]] = []
        for name, arg in zip(_parameters(f, len(args)), args, strict=True):
            self._add(name, arg)

    def _add(self, name: str, arg: Any) -> None:
        if not _is_structure(arg):
            self._rebuild.append(self._leaf(name, arg))
            return
        leaves, rebuild = flatten(arg)
        parts = [self._leaf(name + path, leaf) for path, leaf in zip(paths(arg), leaves, strict=True)]
        self._rebuild.append(lambda tensors: rebuild([part(tensors) for part in parts]))

    def _leaf(self, name: str, value: Any) -> Callable[[Iterator], Any]:
        plain = value.numpy() if isinstance(value, Operand) else value
        kind = np.asarray(plain).dtype.kind if _is_numeric(plain) else ""
        if kind == "c":
            raise TypeError(errors.CHECK_COMPLEX.format(name=name))
        if kind != "f":
            return lambda tensors: value
        self.names.append(name)
        self.values.append(np.array(plain, dtype=np.float64))
        return next

    def tensors(self, changed: int = -1, place: tuple = (), x: Any = None) -> list:
        """Make fresh Tensors; where asked, with one element changed."""
        made = []
        for i, values in enumerate(self.values):
            if i == changed:
                values = values.copy()
                values[place] = x
            made.append(constant(values))
        return made

    def arguments(self, tensors: list) -> list:
        """Put the Tensors and what is held constant back into the function's arguments."""
        following = iter(tensors)
        return [rebuild(following) for rebuild in self._rebuild]


def _compare(
    f: Callable,
    inputs: _Inputs,
    index: int,
    place: tuple,
    gradient: Any,
    base: list,
    step: float | None,
    precision: float,
    tolerances: tuple[float, float],
) -> Comparison:
    """Differentiate one element by differences, and judge the tape's gradient by it."""
    x = inputs.values[index][place]
    small = np.cbrt(precision)
    # Close to the edge of the function's domain, the smaller step may still be inside.
    steps = [step] if step is not None else [small * max(abs(x), SMALLEST), small * abs(x)]
    for h in steps:
        low, high = x - h, x + h
        below, above = (
            _values(_outputs(f(*inputs.arguments(inputs.tensors(index, place, moved)))))
            for moved in (low, high)
        )
        if h and all(np.isfinite(v).all() for v in (*below, *above)):
            break
    else:
        where = f"beside them, at {inputs.names[index]}{list(place) if place else ''} ± {steps[0]:.2g}"
        raise ValueError(errors.CHECK_NOT_FINITE.format(where=where))
    slope = _difference(above, below) / (high - low)
    tape = None if gradient is None else float(np.asarray(gradient)[place])
    rtol, atol = tolerances
    noise = 4 * precision * sum(float(np.abs(v).sum()) for v in base) / h
    left, right = _difference(base, below) / (x - low), _difference(above, base) / (high - x)

    def near(a: float, b: float) -> bool:
        return abs(a - b) <= atol + noise + rtol * max(abs(a), abs(b))

    verdict = "differ"
    if near(tape or 0.0, slope):
        verdict = "agree"
    elif tape is None:
        verdict = "lost"
    elif abs(right - left) > 1e-3 * (abs(left) + abs(right)) + noise:
        outermost = sorted((left, right))
        if outermost[0] - noise <= tape <= outermost[1] + noise or near(tape, left) or near(tape, right):
            verdict = "kink"
    return Comparison(inputs.names[index], place, tape, slope, verdict)


def _difference(above: list, below: list) -> float:
    return float(sum(np.sum(a.astype(float) - b.astype(float)) for a, b in zip(above, below, strict=True)))


def _outputs(result: Any) -> list:
    if result is None:
        raise TypeError(errors.TARGET_NONE)
    leaves = flatten(result)[0]
    for leaf in leaves:
        if leaf is None:
            raise TypeError(errors.TARGET_NONE)
        if not isinstance(leaf, Operand) and not _is_numeric(leaf):
            kind = type(leaf).__name__
            raise TypeError(errors.TARGET_NOT_TENSOR.format(value=errors.short(leaf), kind=kind))
        if np.asarray(leaf).dtype.kind == "c":
            raise TypeError(errors.CHECK_COMPLEX.format(name="the result"))
    return leaves


def _values(outputs: list) -> list:
    """The float results as plain arrays; whole numbers have no slope."""
    return [v for v in map(np.asarray, outputs) if v.dtype.kind == "f"]


def _parameters(f: Callable, count: int) -> list[str]:
    """Name the positional arguments as the function's signature does."""
    names: list[str] = []
    try:
        parameters = list(inspect.signature(f).parameters.values())
    except (TypeError, ValueError):  # some functions written in C have none
        parameters = []
    for p in parameters:
        if p.kind is p.VAR_POSITIONAL:
            names += [f"{p.name}[{i}]" for i in range(count - len(names))]
        elif p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
            names.append(p.name)
    names = names[:count]
    return names + [f"argument {i + 1}" for i in range(len(names), count)]


def _is_structure(arg: Any) -> bool:
    """Tell a dict, or a list of arrays, from a list of numbers, which is one array."""
    if isinstance(arg, list | tuple):
        return any(isinstance(v, Operand | np.ndarray | dict) for v in arg)
    return isinstance(arg, dict)


def _is_numeric(value: Any) -> bool:
    if isinstance(value, float | int | complex | np.number | np.ndarray):
        return not isinstance(value, np.ndarray) or value.dtype.kind in "biufc"
    return isinstance(value, list | tuple) and np.asarray(value).dtype.kind in "biufc"


def _row(line: Comparison) -> tuple[str, str, str, str, str]:
    tape = "none" if line.tape is None else f"{line.tape:.7g}"
    return line.argument, str(line.place), tape, f"{line.differences:.7g}", line.verdict
