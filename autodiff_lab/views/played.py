"""Drawings with steps: a sweep of the tape, one made from a list of steps, the story of one cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .export import to_html
from .graph import Drawing
from .stops import resolve


class Played(Drawing):
    """A story with steps, as a still picture, a page and a player."""

    def to_svg(self, theme: str = "light", position: int | None = None) -> str:
        """Draw the sweep as a still picture.

        Parameters
        ----------
        theme : str
            ``"light"`` or ``"dark"``.
        position : int, optional
            How many steps have happened; all of them by default.
        """
        self.layout()  # first: it may fold the story, which then has fewer steps
        return super().to_svg(theme, len(self.story["steps"]) if position is None else position)

    def to_html(self, theme: str = "auto", stops: Any = None) -> str:
        """Write one self-contained page that plays the sweep, also without a network.

        Parameters
        ----------
        theme : str
            ``"light"``, ``"dark"``, or ``"auto"`` for the reader's own.
        stops : list of Stop or "auto", optional
            As for `player`.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> page = adl.trace(lambda x: x * x, x=3.0).sweep.to_html()
        >>> page.startswith("<!DOCTYPE html>")
        True
        """
        self.layout()
        still = self.bare_svg(len(self.story["steps"]))
        return to_html(self._asking(stops), still, theme=theme, inner=self._inner())

    def player(self, theme: str = "auto", stops: Any = None) -> Any:
        """Make the widget that plays the sweep (needs Jupyter).

        Parameters
        ----------
        theme : str
            ``"light"``, ``"dark"``, or ``"auto"`` as the notebook around it.
        stops : list of Stop or "auto", optional
            Questions before steps. ``"auto"`` asks at each fan-out, before its last share arrives.

        Raises
        ------
        TypeError, ValueError
            If a stop is none, or there is no such step.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: x * x, x=3.0).sweep
        >>> [stop["question"] for stop in sweep.player(stops="auto").story["stops"]]
        ['So far x has 3. Now its last share arrives: 3. What is the gradient of x?']
        """
        from ..widgets.player import Player  # the one door from a view to its widget

        self.layout()
        return Player(self._asking(stops), self.bare_svg(), theme, answer=self._answerer())

    def _asking(self, stops: Any) -> dict[str, Any]:
        """Give the story with all that a player shows; without new questions those that it has."""
        story = {**self.story, **self._more()}
        return story if stops is None else {**story, "stops": resolve(stops, self._steps())}

    def _more(self) -> dict[str, Any]:
        """What a player shows beside the sweep itself: nudges, tangents."""
        return {}

    def _inner(self) -> dict[str, Any]:
        """The stories that a page can open inside, by what the player asks for."""
        return {}

    def _answerer(self) -> Callable[[str], dict[str, Any]] | None:
        """What makes such stories while a kernel runs."""
        return None

    def _steps(self) -> Any:
        """What questions are asked about: steps with their numbers."""
        raise NotImplementedError

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_()
        widget = self.player()._repr_mimebundle_()
        if widget is not None:
            live = widget[0] if isinstance(widget, tuple) else widget
            bundle.update({k: v for k, v in live.items() if k.startswith("application/")})
        return bundle
