"""explore: move the inputs of a function, and see value, gradient, graph and curve follow."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets
import numpy as np

from .. import errors
from ..engine.tensor import Tensor
from ..views.language import speaking
from ..views.trace import Trace, trace
from ..views.words import say
from .controls import Controls
from .curve import Curve
from .failure import explain
from .inputs import Inputs
from .picture import Picture
from .player import Player
from .readout import Readout

UNNAMED = (
    "explore() takes the inputs of the function by name, so that its sliders have labels, but got {value} "
    "without one. Write  explore(f, x={value})"
)
CLOSED = "This explorer is closed. Make a new one:  explore({called}, ...)"
NOTHING_YET = "{function} has not given a result yet: {what}"


class Explorer(ipywidgets.VBox):
    """A function with its inputs on sliders. Made by :func:`explore`.

    Attributes
    ----------
    trace : Trace
        The last run that gave a result.
    value : Tensor or structure of Tensors
        What the function returned then.
    gradients : dict
        The gradients of that run by input.
    error : Exception or None
        What the function raised at the sliders' present values.

    Examples
    --------
    >>> explorer = Explorer(Inputs(lambda x: x**2, {"x": 3.0}))
    >>> explorer
    <Explorer: x = 3, x² = 9, gradient of x² for x = 6>
    >>> explorer.set(x=4.0)
    >>> explorer.gradients["x"]
    Tensor(8.0, shape=(), dtype=float32)
    >>> explorer.close()
    """

    def __init__(self, inputs: Inputs, theme: str = "auto") -> None:
        self._inputs = inputs
        self._run: Trace | None = None
        self._readout: Readout | None = None
        self._moved = 0
        self._picture = Picture()
        self._closed = False
        self._shown_in: Any = None
        self.error: BaseException | None = None
        self._controls = Controls(inputs, theme)
        self._player: Player | None = None
        self._curve = Curve(inputs, self._controls)
        super().__init__([self._controls])
        # ipywidgets would give the box scroll bars of its own, and cut off the outline of what has the focus
        self.layout.overflow = "visible"
        self.add_class("adl-explorer")
        self._compute(self._controls.values)
        self._controls.observe(self._on_wanted, "wanted")
        self._controls.observe(self._on_look, ["shown_theme", "choice"])

    # ---- for programs ------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The last run that gave a result."""
        if self._run is None:
            what = self._controls.failure["what"]
            raise RuntimeError(NOTHING_YET.format(function=self._inputs.function, what=what))
        return self._run

    @property
    def value(self) -> Any:
        """What the function returned in that run."""
        return self.trace.value

    @property
    def gradients(self) -> dict[str, Tensor | None]:
        """The gradients of that run by input; None where no path leads to one."""
        return self.trace.gradients

    def set(self, **inputs: Any) -> None:
        """Move sliders by name.

        Raises
        ------
        ValueError
            If there is no such slider, or the number lies outside its range.
        """
        if self._closed:
            raise RuntimeError(CLOSED.format(called=self._inputs.called))
        new = self._inputs.changed(self._controls.values, inputs)
        moved = [i for i, (a, b) in enumerate(zip(self._controls.values, new, strict=True)) if a != b]
        self._moved = moved[-1] if moved else self._moved
        self._compute(new)

    def close(self) -> None:
        """Take the widgets off the page, and let go of the figure."""
        self._closed = True
        self._curve.close()
        for child in self.children:
            child.close()
        super().close()

    # ---- following the sliders ---------------------------------------------------------------------

    def _on_wanted(self, change: Mapping[str, Any]) -> None:
        wanted = change["new"]
        self._moved = wanted["moved"]
        self._compute([float(v) for v in wanted["values"]], wanted["serial"])

    def _on_look(self, _: Any) -> None:
        with speaking(self._controls.lang):
            self._curve.show(self._readout, self._moved)

    def _compute(self, values: Sequence[float], serial: int | None = None) -> None:
        """Run the function once, and show: first the numbers, then the graph, then the curve."""
        with speaking(self._controls.lang):
            self._run_and_show(values, serial)

    def _run_and_show(self, values: Sequence[float], serial: int | None) -> None:
        answered = self._controls.answered if serial is None else serial
        start = time.perf_counter()
        try:
            with np.errstate(all="ignore"):
                run = trace(self._inputs.call, **self._inputs.arguments(values))
                seconds = time.perf_counter() - start
                if self._run is not None:
                    run.share(self._run)
                readout = Readout(self._inputs, values, run, self._moved)
                story = run.sweep.story
                mark = self._curve.mark(readout, values, self._moved)
        # Whatever a learner's function does, the widget lives on and takes the next value.
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            self._fail(error, values, answered)
            return
        self.error, self._run, self._readout = None, run, readout
        self.remove_class("adl-stale")
        with self._controls.hold_sync():
            self._controls.values = list(values)
            self._controls.readout = readout.data()
            self._controls.failure = {}
            self._controls.mark = mark
            self._controls.answered = answered
        self._play(story)
        self._curve.show(readout, self._moved, values, seconds)

    def _fail(self, error: BaseException, values: Sequence[float], answered: int) -> None:
        self.error = error
        places = zip(self._inputs.sliders, values, strict=True)
        at = ", ".join(f"{slider.name} = {slider.scale.text(value)}" for slider, value in places)
        with self._controls.hold_sync():
            self._controls.values = list(values)
            self._controls.failure = {
                **explain(error, at),
                "kept": "" if self._run is None else say("explore-kept"),
            }
            self._controls.mark = {}
            self._controls.answered = answered
        self.add_class("adl-stale")

    def _play(self, story: dict[str, Any]) -> None:
        new = self._picture.fit(story)
        if self._player is None:
            self._player = Player(story, self._picture.svg, self._controls.theme, len(story["steps"]))
            self._player.quiet = True  # the read-out speaks
            self.children = [self._controls, self._player]
            return
        player = self._player
        at_end = player.position == len(player.story["steps"])
        with player.hold_sync():
            if new:
                player.show(story, self._picture.svg)
            else:
                player.story = story
            if at_end:
                player.position = len(story["steps"])

    # ---- showing -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        if self.error is not None:
            return f"<Explorer: {self._controls.failure['title']}>"
        told = ", ".join(part["before"] + part["text"] for part in self._controls.readout["parts"])
        return f"<Explorer: {told}>"

    def __str__(self) -> str:
        if self.error is not None:
            told = (self._controls.failure[part] for part in ("title", "what", "where", "line"))
            return "\n".join(filter(None, told))
        return f"{self._controls.readout['sentence']}\n\n{self.trace.sweep}"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        told = html.escape(str(self) if self.error else self._controls.readout["sentence"])
        still = "" if self._run is None else self._run.sweep._repr_mimebundle_()["text/html"]
        bundle = {
            "text/html": f"{still}<p>{told}</p><p><em>{html.escape(say('explore-still'))}</em></p>",
            "text/plain": repr(self),
        }
        live = super()._repr_mimebundle_()
        if live is not None:
            bundle.update({k: v for k, v in live.items() if k.startswith("application/")})
        return bundle

    def _ipython_display_(self) -> None:
        """Show once for a cell: `explore` has shown it already when it is the cell's last line."""
        from IPython import display

        if self._shown_in is not None and self._shown_in == _cell():
            self._shown_in = None
            return
        display.publish_display_data(self._repr_mimebundle_())


def explore(
    f: Callable, /, *unnamed: Any, ranges: Mapping[str, Any] | None = None, theme: str = "auto", **inputs: Any
) -> Explorer:
    """Put the inputs of a function on sliders: value, gradient, graph, sweep and curve follow.

    Parameters
    ----------
    f : callable
        A function of NumPy code, as for `trace`.
    ranges : dict, optional
        Ends for sliders by name, as in ``ranges={"x": (0, 10)}``, or with a step ``(0, 10, 0.5)``.
    theme : str
        ``"auto"`` (as the notebook around it), ``"light"`` or ``"dark"``.
    **inputs
        The inputs of `f`. A floating-point number gets a slider that starts there; a pair ``(low, high)`` or
        ``(low, high, step)`` a slider that starts in the middle; a list or array of up to six
        floating-point numbers a slider for each. Everything else is passed on as it is.

    Returns
    -------
    Explorer
        With ``value``, ``gradients``, ``trace``, ``set()`` and ``close()``. Outside a notebook its text is
        printed.

    Raises
    ------
    TypeError, ValueError
        If no input can get a slider, a range is not one, or `f` has no such input.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> def square(x):
    ...     y = x**2
    ...     return y
    >>> explorer = adl.explore(square, x=3.0)  # doctest: +ELLIPSIS
    x = 3, y = 9, gradient of y for x = 6. Raise x by 0.01 and y changes by about 0.06.
    ...
    >>> explorer.set(x=4.0)
    >>> explorer
    <Explorer: x = 4, y = 16, gradient of y for x = 8>
    """
    if unnamed:
        raise TypeError(UNNAMED.format(value=errors.short(unnamed[0])))
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f'theme must be "auto", "light" or "dark", not {theme!r}')
    explorer = Explorer(Inputs(f, inputs, ranges), theme)
    cell = _cell()
    if cell is None:
        print(explorer)
    else:
        explorer._ipython_display_()
        explorer._shown_in = cell
    return explorer


def _cell() -> Any:
    """Tell which request to the kernel is running: None outside a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    # Not the number of the cell: whoever runs cells without history gives them all the same one.
    request = shell.get_parent() if hasattr(shell, "get_parent") else {}
    return request.get("header", {}).get("msg_id", shell.execution_count)
