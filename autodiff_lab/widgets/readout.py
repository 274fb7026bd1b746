"""The read-out of an explorer: inputs, result, gradients and nudge in one line of words."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.structure import flatten
from ..views.numbers import format_number
from ..views.text import clean, shorten
from ..views.trace import Trace
from ..views.words import say
from .inputs import Inputs, Slider
from .scale import nudge

NAME = 40
SHOWN = 6  # numbers of a result that are written out


class Readout:
    """What an explorer tells about one run.

    Parameters
    ----------
    inputs : Inputs
        The sliders.
    values : list of float
        Where they stand.
    run : Trace
        What the function left behind.
    moved : int
        The slider that the nudge is about.

    Attributes
    ----------
    of : str
        What the gradient is the gradient of: ``y``, or ``the sum of y``.
    sentence : str
        Everything in words.

    Examples
    --------
    >>> from autodiff_lab.views.trace import trace
    >>> def f(x):
    ...     y = x**2
    ...     return y
    >>> inputs = Inputs(f, {"x": 3.0})
    >>> print(Readout(inputs, [3.0], trace(f, x=3.0), 0).sentence)
    x = 3, y = 9, gradient of y for x = 6. Raise x by 0.01 and y changes by about 0.06.
    """

    def __init__(self, inputs: Inputs, values: Sequence[float], run: Trace, moved: int) -> None:
        self.run = run
        results = [t.numpy() for t in flatten(run.value)[0]]
        names = result_names(run)
        alone = len(results) == 1 and np.size(results[0]) == 1
        self.name = names[0]
        self.of = names[0] if alone else say("read-sum", names=say("and").join(names))
        self.single = alone and np.asarray(results[0]).dtype.kind == "f"
        self.value = float(np.asarray(results[0]).item()) if self.single else math.nan
        self.slope = slope(run, inputs.sliders[moved])
        self.parts = [
            *(
                _part("input", say("read-equals", name=shorten(n, NAME)), n, v, t)
                for n, v, t in _by_parameter(inputs, values)
            ),
            *(
                _part("value", say("read-equals", name=n), n, v, write(v))
                for n, v in zip(names, results, strict=True)
            ),
            *(self._gradient(name) for name in dict.fromkeys(s.parameter for s in inputs.sliders)),
        ]
        self.nudge = self._nudge(inputs.sliders[moved])
        told = ", ".join(part["before"] + part["text"] for part in self.parts)
        self.sentence = f"{told}. {self.nudge}"

    def data(self) -> dict[str, Any]:
        """Return the read-out as plain data for the page."""
        return {"parts": self.parts, "nudge": self.nudge, "sentence": self.sentence}

    def _gradient(self, name: str) -> dict[str, Any]:
        gradient = self.run.gradients.get(name)
        before = say("read-gradient", of=self.of, name=shorten(name, NAME))
        if gradient is None:
            return _part("gradient", before, name, None, say("none"))
        return _part("gradient", before, name, gradient.numpy(), write(gradient.numpy()))

    def _nudge(self, slider: Slider) -> str:
        if self.single and math.isnan(self.value):
            return say("read-nan", of=self.of)
        if self.single and math.isinf(self.value):
            return say("read-inf", of=self.of)
        if self.slope is None:
            return say("read-none", of=self.of, name=shorten(slider.name, NAME))
        if not math.isfinite(self.slope):
            return say("read-slope")
        small = nudge(slider.scale)
        values = {"name": shorten(slider.name, NAME), "nudge": format_number(small), "of": self.of}
        # in the gradient's own precision, so that 6 × 0.01 reads 0.06
        delta = format_number(np.float32(self.slope) * np.float32(small))
        return say("read-nudge", delta=delta, **values) if self.slope else say("read-flat", **values)


def slope(run: Trace, slider: Slider) -> float | None:
    """Give the engine's gradient at a slider; None where no path leads to it."""
    gradient = run.gradients.get(slider.parameter)
    if gradient is None:
        return None
    number = np.asarray(gradient.numpy())[slider.index]
    return float(number.real)


def result_names(run: Trace) -> list[str]:
    """Name the results: as the learner did, else by their formula, else by the function."""
    nodes = {node["id"]: node for node in run.sweep.story["nodes"]}
    names = []
    for target in run.sweep.story["targets"]:
        node = nodes[target]
        name = node["name"] or node["label"]
        if not node["name"] and re.fullmatch(r"v\d+|", name):
            name = f"{run.function}()" if run.function.isidentifier() else say("read-result")
        names.append(shorten(name, NAME))
    return names


def write(value: Any) -> str:
    """Write a number, or the few numbers of an array, or the shape of a large one."""
    array = np.asarray(value)
    if array.ndim == 0:
        return format_number(array[()])
    if array.size > SHOWN:
        return f"an array of shape {tuple(array.shape)}"
    return _listed(array)


def _listed(array: np.ndarray) -> str:
    if array.ndim == 0:
        return format_number(array[()])
    return "[" + ", ".join(map(_listed, array)) + "]"


def _by_parameter(inputs: Inputs, values: Sequence[float]) -> list[tuple[str, Any, str]]:
    """Join the sliders of one array: its name, its numbers, and these as text."""
    found: dict[str, list[tuple[Slider, float]]] = {}
    for slider, value in zip(inputs.sliders, values, strict=True):
        found.setdefault(slider.parameter, []).append((slider, value))
    told: list[tuple[str, Any, str]] = []
    for name, members in found.items():
        texts = [slider.scale.text(value) for slider, value in members]
        if members[0][0].index == ():
            told.append((name, members[0][1], texts[0]))
        else:
            told.append((name, np.array([v for _, v in members]), f"[{', '.join(texts)}]"))
    return told


def _part(kind: str, before: str, name: str, value: Any, text: str) -> dict[str, Any]:
    """Make one piece of the line; `value` in full digits, for readers other than people."""
    full = "" if value is None else _listed_full(np.asarray(value))
    return {"kind": kind, "before": clean(before), "name": clean(name), "text": text, "value": full}


def _listed_full(array: np.ndarray) -> str:
    if array.size > SHOWN:
        return ""
    if array.ndim:
        return "[" + ", ".join(map(_listed_full, array)) + "]"
    text = str(array[()])
    return text.removesuffix(".0")
