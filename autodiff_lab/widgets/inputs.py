"""From what a learner hands to `explore` to sliders, and back to the inputs of the function."""

from __future__ import annotations

import functools
import inspect
import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import errors
from ..engine.convert import to_array
from ..engine.tensor import Operand
from ..views.trace import NO_FLOAT
from .scale import MOST, Scale, around, make_scale

SMALLEST, LARGEST = 1e-300, 1e300  # beyond, the arithmetic of a range would under- or overflow
MOST_SLIDERS = 6  # elements of an array that get a slider each

NOT_CALLABLE = "explore() runs a function, but got {value}. Write  explore(f, x=3.0)"
UNKNOWN_INPUT = "{function} has no input called {name}. {inputs} Write  explore({called}, {example})"
MISSING_INPUT = "{function} also needs {name}. Write  explore({called}, {example})"
UNKNOWN_RANGE = "ranges= names {name}, which has no slider here. There are sliders for {sliders}."
RANGES_FORM = "ranges= takes a dict from names to ranges, not {value}. Write  ranges={{'x': (-5, 5)}}"
RANGE_FORM = (
    "The range of {name} is {value}, but it takes two numbers, or three with a step. Write  {name}=(-5, 5)"
)
RANGE_NUMBER = (
    "The range of {name} holds {value}, which is not a number. Write two numbers, as in  {name}=(-5, 5)"
)
RANGE_FINITE = (
    "The range of {name} holds {value}, and a slider needs two ends that can be reached. "
    "Write two ordinary numbers, as in  {name}=(-5, 5)"
)
RANGE_DOWN = "The range of {name} is upside down: it goes from {low} to {high}. Write  {name}=({high}, {low})"
RANGE_EQUAL = (
    "The range of {name} begins and ends at {low}, so its slider could not move. "
    "Write  {name}=({low}, {more})"
)
RANGE_TINY = (
    "The range of {name} is so small that its slider could not move. Write two numbers further apart."
)
STEP_SIZE = (
    "The step of {name} is {step}, but it has to be above 0 and fit into the range from {low} to {high}. "
    "Leave it out for a round one:  {name}=({low}, {high})"
)
STEP_COUNT = (
    "The range of {name} has more than {most} steps of {step}. Take a larger step, or leave it out:  "
    "{name}=({low}, {high})"
)
OUTSIDE = "{name} is {value}, which lies outside its range from {low} to {high}. Write a range that holds it."
NOT_FINITE = "{name} is {value}, and a slider has to start at an ordinary number. Write  {name}=3.0"
NO_SLIDER = (
    "Nothing here can get a slider: sliders are for single numbers and for arrays of up to {most} numbers, "
    "and {name} is another size. To look at it as a whole, write  trace({called}, {name}={name})"
)
NOT_A_NUMBER = "{name} takes a number, but got {value}."
WRONG_LENGTH = "{name} has {want} numbers, but got {value}."


@dataclass(frozen=True)
class Slider:
    """One number that can be moved.

    Attributes
    ----------
    name : str
        What its label says: ``x``, or ``x[0]`` for an element of an array.
    parameter : str
        The input of the function that it belongs to.
    index : tuple of int
        Where in that input; ``()`` for a single number.
    scale : Scale
        Its stops.
    start : float
        Where it stands at first.
    """

    name: str
    parameter: str
    index: tuple[int, ...]
    scale: Scale
    start: float


class Inputs:
    """The inputs of a function, some of them with sliders.

    Parameters
    ----------
    f : callable
        The learner's function.
    given : dict
        What the learner handed over, by name.
    ranges : dict, optional
        Ends for sliders, by name.

    Examples
    --------
    >>> inputs = Inputs(lambda x, n: x**n, {"x": (0, 10), "n": 2})
    >>> [(s.name, s.start) for s in inputs.sliders], inputs.arguments([4.0])
    ([('x', 5.0)], {'x': 4.0, 'n': 2})
    """

    def __init__(
        self, f: Callable, given: Mapping[str, Any], ranges: Mapping[str, Any] | None = None
    ) -> None:
        if not callable(f):
            raise TypeError(NOT_CALLABLE.format(value=errors.short(f)))
        self.function = getattr(f, "__name__", type(f).__name__)
        self.called = self.function if self.function.isidentifier() else "f"
        self.call = self._bound(f, given)
        self.sliders: list[Slider] = []
        self._left_alone: list[str] = []  # floating-point arrays of another size
        self._given = {
            name: value.numpy() if isinstance(value, Operand) else value for name, value in given.items()
        }
        self._made: dict[str, Callable[[Sequence[float]], Any]] = {}
        if ranges is not None and not isinstance(ranges, Mapping):
            raise TypeError(RANGES_FORM.format(value=errors.short(ranges)))
        unused = dict(ranges or {})
        for name, value in self._given.items():
            self._add(name, value, unused)
        if not self.sliders:
            self._refuse(given)
        if unused:
            sliders = listed([s.name for s in self.sliders])
            raise ValueError(UNKNOWN_RANGE.format(name=next(iter(unused)), sliders=sliders))

    def arguments(self, values: Sequence[float]) -> dict[str, Any]:
        """Give the inputs of the function, with the sliders at these numbers."""
        arguments = dict(self._given)
        for name, make in self._made.items():
            mine = zip(self.sliders, values, strict=True)
            arguments[name] = make([value for slider, value in mine if slider.parameter == name])
        return arguments

    def changed(self, values: Sequence[float], changes: Mapping[str, Any]) -> list[float]:
        """Give the sliders' numbers after some changes by name, each checked against its range."""
        new = list(values)
        for name, value in changes.items():
            places = [i for i, s in enumerate(self.sliders) if name in (s.name, s.parameter)]
            if not places:
                sliders = listed([s.name for s in self.sliders])
                raise ValueError(f"There is no slider called {name}. There are sliders for {sliders}.")
            array = np.asarray(value.numpy() if isinstance(value, Operand) else value)
            if array.dtype.kind not in "iuf":
                raise TypeError(NOT_A_NUMBER.format(name=name, value=errors.short(value)))
            if array.size != len(places):
                raise ValueError(WRONG_LENGTH.format(name=name, want=len(places), value=errors.short(value)))
            for place, number in zip(places, array.ravel().tolist(), strict=True):
                _inside(self.sliders[place].name, float(number), self.sliders[place].scale)
                new[place] = float(number)
        return new

    # ---- reading what was given --------------------------------------------------------------------

    def _add(self, name: str, value: Any, ranges: dict[str, Any]) -> None:
        if isinstance(value, tuple) and _is_range(value):
            scale = _scale(name, value)
            middle = scale.stops[len(scale.stops) // 2]
            self.sliders.append(Slider(name, name, (), scale, middle))
            self._made[name] = lambda moved: moved[0]
            ranges.pop(name, None)
        elif isinstance(value, float | np.floating):
            self.sliders.append(_slider(name, name, (), float(value), ranges.pop(name, None)))
            kind = type(value)
            self._made[name] = lambda moved: kind(moved[0])
        elif isinstance(value, list | tuple | np.ndarray) and not _holds_arrays(value):
            array = to_array(value)
            if array.dtype.kind == "f" and 1 <= array.size <= MOST_SLIDERS:
                self._add_elements(name, value, array, ranges)
            elif array.dtype.kind == "f":
                self._left_alone.append(name)

    def _add_elements(self, name: str, value: Any, array: np.ndarray, ranges: dict[str, Any]) -> None:
        common = ranges.pop(name, None)
        for index in np.ndindex(array.shape):
            label = f"{name}[{', '.join(map(str, index))}]" if index else name
            # repr of the short form: a float32 of 0.1 is 0.1 for its slider
            number = float(str(array[index]))
            self.sliders.append(_slider(label, name, index, number, ranges.pop(label, common)))
        shape, dtype = array.shape, array.dtype if isinstance(value, np.ndarray) else None

        def make(moved: Sequence[float]) -> Any:
            made = np.array(moved, dtype or float).reshape(shape)
            return made.tolist() if dtype is None else made

        self._made[name] = make

    def _bound(self, f: Callable, given: Mapping[str, Any]) -> Callable:
        """Check the names against the function's own, and pass by position what can only be passed so."""
        try:
            parameters = inspect.signature(f).parameters
        except (TypeError, ValueError):
            return _by_position(f, list(given))
        P = inspect.Parameter
        named = {n: p for n, p in parameters.items() if p.kind not in (P.VAR_POSITIONAL, P.VAR_KEYWORD)}
        takes_any = any(p.kind is P.VAR_KEYWORD for p in parameters.values())
        words = {"function": self.function, "called": self.called}
        needed = [n for n, p in named.items() if p.default is P.empty]
        example = ", ".join(f"{n}={_shown(given, n)}" for n in needed or list(named)[:1] or ["x"])
        for name in given:
            if name not in named and not takes_any:
                inputs = f"It takes {listed(list(named))}." if named else "It takes none."
                raise TypeError(UNKNOWN_INPUT.format(name=name, inputs=inputs, example=example, **words))
        for name in needed:
            if name not in given:
                raise TypeError(MISSING_INPUT.format(name=name, example=example, **words))
        alone = [n for n, p in named.items() if p.kind is P.POSITIONAL_ONLY and n in given]
        return _by_position(f, alone) if alone else f

    def _refuse(self, given: Mapping[str, Any]) -> None:
        whole = {k: v for k, v in given.items() if isinstance(v, numbers.Integral) and _is_number(v)}
        if self._left_alone:
            raise TypeError(NO_SLIDER.format(name=self._left_alone[0], most=MOST_SLIDERS, called=self.called))
        inputs = ", ".join(f"{k}={errors.short(v)}" for k, v in given.items())
        example = ", ".join(f"{k}={float(v)}" for k, v in whole.items()) or "x=3.0"
        message = NO_FLOAT.format(
            inputs=inputs or "there are none", example=f"explore({self.called}, {example})"
        )
        raise TypeError(message)


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does.

    Examples
    --------
    >>> listed(["x", "y", "z"])
    'x, y and z'
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _by_position(f: Callable, names: Sequence[str]) -> Callable:
    @functools.wraps(f)
    def call(**inputs: Any) -> Any:
        return f(*[inputs.pop(name) for name in names], **inputs)

    return call


def _shown(given: Mapping[str, Any], name: str) -> str:
    return errors.short(given[name]) if name in given else "3.0"


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool | np.bool_)


def _is_range(value: tuple[Any, ...]) -> bool:
    """Tell whether a tuple means a range: two or three things, at least one of them a number."""
    return len(value) in (2, 3) and any(map(_is_number, value))


def _holds_arrays(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(v, np.ndarray | Operand) for v in value)


def _scale(name: str, value: Any) -> Scale:
    """Make the stops that a range asks for, or say what is wrong with it."""
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise TypeError(RANGE_FORM.format(name=name, value=errors.short(value)))
    for number in value:
        if not _is_number(number):
            raise TypeError(RANGE_NUMBER.format(name=name, value=errors.short(number)))
        if not math.isfinite(number):
            raise ValueError(RANGE_FINITE.format(name=name, value=float(number)))
    low, high = float(value[0]), float(value[1])
    words = {"name": name, "low": value[0], "high": value[1]}
    if low > high:
        raise ValueError(RANGE_DOWN.format(**words))
    if low == high:
        raise ValueError(RANGE_EQUAL.format(more=f"{low + 1:g}", **words))
    if max(-low, high) > LARGEST:
        raise ValueError(RANGE_FINITE.format(name=name, value=low if -low > high else high))
    if high - low < SMALLEST:
        raise ValueError(RANGE_TINY.format(name=name))
    if len(value) == 3:
        step = float(value[2])
        if not 0 < step <= high - low:
            raise ValueError(STEP_SIZE.format(step=value[2], **words))
        if (high - low) / step > MOST:
            raise ValueError(STEP_COUNT.format(step=value[2], most=MOST, **words))
        return make_scale(low, high, step)
    scale = make_scale(low, high)
    if len(scale.stops) < 3:
        raise ValueError(RANGE_TINY.format(name=name))
    return scale


def _slider(name: str, parameter: str, index: tuple[int, ...], value: float, ends: Any) -> Slider:
    if not math.isfinite(value) or (value and not SMALLEST < abs(value) < LARGEST):
        raise ValueError(NOT_FINITE.format(name=name, value=value))
    scale = around(value) if ends is None else _scale(name, ends)
    _inside(name, value, scale)
    return Slider(name, parameter, index, scale, value)


def _inside(name: str, value: float, scale: Scale) -> None:
    if not scale.low <= value <= scale.high:
        ends = {"low": scale.text(scale.low), "high": scale.text(scale.high)}
        raise ValueError(OUTSIDE.format(name=name, value=value, **ends))
