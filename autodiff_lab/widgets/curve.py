"""The curve of an explorer: which one is shown, when it is sampled, and the point and tangent on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..engine.tensor import Operand
from ..views.numbers import format_number
from ..views.program import Program
from ..views.text import shorten
from ..views.trace import _source
from ..views.words import say
from .controls import Controls
from .inputs import Inputs
from .plot import Plot
from .readout import NAME, Readout, slope
from .samples import INTERVALS, Samples

AT_ONCE = 0.15  # seconds that a whole curve may take right after the numbers
REST = 0.5  # seconds without a move before a slow function is called for its curve
PART = 0.03  # seconds of work at a time; between parts the kernel is free
MOST = 5.0  # seconds for one curve


class Curve:
    """The picture beside the sliders, filled in when a page looks at it.

    Parameters
    ----------
    inputs : Inputs
        The sliders.
    controls : Controls
        Where the picture goes.
    """

    def __init__(self, inputs: Inputs, controls: Controls) -> None:
        self._inputs, self._controls = inputs, controls
        self._plot: Plot | None = None
        self._samples: Samples | None = None
        self._key: Any = None  # what the samples depend on
        self._drawn: Any = None  # and what the picture does
        self._values: Sequence[float] = controls.values
        self._names = ("", "")
        self._seconds = 0.0
        self._timer: Any = None

    def mark(self, readout: Readout, values: Sequence[float], moved: int) -> dict[str, Any]:
        """Give the point and the slope of its tangent, which is the engine's gradient, as plain data."""
        if not readout.single:
            return {}
        at = self._chosen(moved)
        slider = self._inputs.sliders[at]
        gradient = slope(readout.run, slider)
        words = {"name": shorten(slider.name, NAME), "x": slider.scale.text(values[at]), "of": readout.name}
        words["y"] = format_number(readout.value)
        if gradient is None:
            told = say("curve-bare", **words)
        else:
            told = say("curve-mark", slope=format_number(gradient), **words)
        return {
            "input": shorten(slider.name, NAME),
            "result": readout.name,
            "x": values[at],
            "y": _plain(readout.value),
            "slope": None if gradient is None else _plain(gradient),
            "slopeText": say("none") if gradient is None else format_number(gradient),
            "alt": told,
        }

    def show(
        self,
        readout: Readout | None,
        moved: int,
        values: Sequence[float] | None = None,
        seconds: float | None = None,
    ) -> None:
        """Bring the picture up to date: now if that is quick, else when the sliders rest."""
        self._values = self._values if values is None else values
        self._seconds = self._seconds if seconds is None else seconds
        self._stop()
        if readout is None or not self._controls.shown_theme:
            return  # nothing to show, or nobody looks
        if not readout.single:
            self._put({}, say("curve-several", of=readout.of))
            return
        at = self._chosen(moved)
        others = [v for i, v in enumerate(self._values) if i != at]
        self._controls.mark = self.mark(readout, self._values, moved)
        self._names = (self._inputs.sliders[at].name, readout.name)
        key = (at, others)
        if key != self._key:
            self._key = key
            scale = self._inputs.sliders[at].scale
            along = self._along(at, list(self._values), readout.run.sweep.program)
            self._samples = Samples(along, scale.low, scale.high)
        self._go_on(first=True)

    def close(self) -> None:
        """Stop, and let go of the figure."""
        self._stop()
        self._plot = self._samples = None

    # ---- sampling ----------------------------------------------------------------------------------

    def _chosen(self, moved: int) -> int:
        names = [slider.name for slider in self._inputs.sliders]
        return names.index(self._controls.choice) if self._controls.choice in names else moved

    def _along(self, at: int, values: list[float], program: Program | None) -> Callable[[float], float]:
        """Make the function of one number: the others stay, and no tape records.

        It is the program of the run that is shown; where that takes another branch, the function itself.
        """

        def f(x: float) -> float:
            arguments = self._inputs.arguments([*values[:at], x, *values[at + 1 :]])
            sources: dict[str, Operand] = {}
            made = {name: _source(name, v, sources) for name, v in arguments.items()}
            if program is not None:
                with contextlib.suppress(ValueError):
                    return float(program(*(v._value for v in sources.values()))[0])
            result = self._inputs.call(**made)
            return float(result.numpy() if isinstance(result, Operand) else result)

        return f

    def _go_on(self, first: bool = False) -> None:
        """Sample for as long as it disturbs nobody, and draw when there is enough."""
        self._timer = None
        samples = self._samples
        if samples is None:
            return
        loop = _running_loop()
        if not _enough(samples):
            if loop is None:
                samples.advance(MOST)
            elif self._seconds * INTERVALS < AT_ONCE:
                samples.advance(AT_ONCE)
            elif not first:
                samples.advance(PART)
        if loop is not None and not _enough(samples):
            if first:
                self._put({}, say("curve-drawing"))
            self._timer = loop.call_later(REST if first else PART, self._go_on)
        else:
            self._draw(samples)

    def _draw(self, samples: Samples) -> None:
        theme = self._controls.shown_theme
        wanted = (self._key, self._names, theme, len(samples))
        if wanted == self._drawn:
            return
        xs, ys = samples.curve()
        if np.isnan(ys).all():
            low, high = format_number(samples.low), format_number(samples.high)
            self._put({}, say("curve-nowhere", low=low, high=high))
            return
        self._plot = self._plot or Plot()
        ends = (samples.low, samples.high)
        picture = self._plot.draw(xs, ys, ends, samples.heights(), *self._names, theme)
        note = ""
        if not samples.done:
            each = samples.seconds / len(samples)
            note = say("curve-coarse", seconds=f"{each:.1g}", count=len(samples))
        self._put(picture, note)
        self._drawn = wanted

    def _put(self, picture: dict[str, Any], note: str) -> None:
        self._drawn = None
        with self._controls.hold_sync():
            self._controls.curve = picture
            self._controls.note = note

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _enough(samples: Samples) -> bool:
    return samples.done or samples.seconds >= MOST


def _plain(number: float) -> float | str:
    """Keep what JSON cannot carry as text."""
    return number if abs(number) < float("inf") else str(number)
