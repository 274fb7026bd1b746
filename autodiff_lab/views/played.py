"""Drawings with steps: a sweep of the tape, one made from a list of steps, the story of one cell."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .. import errors
from . import animation
from .export import to_html
from .graph import Drawing
from .language import words_of
from .raster import gif
from .saving import save
from .shown import live
from .stops import resolve
from .strip import Strip
from .svg import to_svg

MOST_FRAMES = 120  # more steps would take some minutes to watch


class Played(Drawing):
    """A story with steps, as a still picture, a page and a player."""

    def to_svg(self, theme: str = "light", position: int | None = None, animated: bool = False) -> str:
        """Draw the sweep as a still picture, or as one that plays.

        Parameters
        ----------
        theme : str
            ``"light"`` or ``"dark"``; a picture that plays may also follow the reader's system with
            ``"auto"``.
        position : int, optional
            How many steps have happened; all of them by default.
        animated : bool
            Whether the picture plays the sweep once by itself, also inside an ``<img>``. It ends on the
            complete picture, which is also what print and readers who asked for less motion get.

        Raises
        ------
        ValueError
            If there are too many steps to be watched, or a position is asked of a picture that plays.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: x * x, x=3.0).sweep
        >>> "@keyframes" in sweep.to_svg(animated=True), "@keyframes" in sweep.to_svg()
        (True, False)
        """
        if animated and position is not None:
            raise ValueError(errors.MOVING_POSITION.format(position=errors.short(position)))
        arranged = self.layout()  # first: it may fold the story, which then has fewer steps
        if not animated:
            return super().to_svg(theme, len(self.story["steps"]) if position is None else position)
        self._check_length()
        return animation.animated(self.story, arranged, theme)

    def strip(
        self, steps: Iterable[int] | None = None, columns: int | None = None, theme: str = "light"
    ) -> Strip:
        """Put key moments side by side, for print.

        Parameters
        ----------
        steps : iterable of int, optional
            The numbers of the steps, as the player counts them. By default the start, the first and the last
            share of each fan-out, and the end; without a fan-out all steps. Of more than six, or than a page
            shows readably, some are left out evenly.
        columns : int, optional
            How many frames stand side by side; as many as a page has room for by default.
        theme : str
            ``"light"`` or ``"dark"``.

        Returns
        -------
        Strip
            Shows itself in Jupyter; ``save("strip.pdf")`` keeps it.

        Raises
        ------
        TypeError, ValueError
            If there is no such step.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.trace(lambda x: x * x, x=3.0).sweep.strip([1, 4])
        <Strip of 2 frames: Graph of x × x, 2 values, with its backward sweep>
        """
        arranged = self.layout()
        return Strip(self.story, arranged, steps, columns, theme)

    def save(self, path: str | Path, theme: str = "light", animated: bool = False) -> Path:
        """Write the sweep to a file, whose ending says how.

        Parameters
        ----------
        path : str or Path
            Ends in ``.svg``, ``.png``, ``.pdf``, ``.html``, ``.gif``, ``.dot`` or ``.txt``. A GIF plays once
            and ends on the last step; a page has the player in it.
        theme : str
            ``"light"`` or ``"dark"``; a page, and an SVG that plays, may also follow the reader's system with
            ``"auto"``.
        animated : bool
            Whether an SVG plays the sweep; a GIF and a page do so anyway.

        Returns
        -------
        Path
            Where it was written.

        Raises
        ------
        ValueError
            For another ending, or if `animated` is asked of a form that stands still.

        Examples
        --------
        >>> import tempfile
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: x * x, x=3.0).sweep
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sweep.save(f"{folder}/sweep.svg", animated=True).name
        'sweep.svg'
        """
        if animated and Path(path).suffix.lower() not in (".svg", ".gif", ".html"):
            raise ValueError(errors.NOT_ANIMATED.format(path=errors.short(str(path))))
        forms = self._forms(theme)
        if animated:
            forms[".svg"] = lambda: self.to_svg(theme, animated=True)
        return save(path, forms)

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

    def _forms(self, theme: str) -> dict[str, Callable[[], str | bytes]]:
        return {**super()._forms(theme), ".gif": lambda: self._gif(theme)}

    def _check_length(self) -> None:
        if len(self.story["steps"]) > MOST_FRAMES:
            raise ValueError(errors.GIF_TOO_LONG.format(steps=len(self.story["steps"]), most=MOST_FRAMES))

    def _gif(self, theme: str) -> bytes:
        arranged = self.layout()
        self._check_length()
        captions = ["", *(step["caption"] for step in self.story["steps"])]
        pictures = [to_svg(self.story, arranged, theme, p) for p in range(len(captions))]
        return gif(pictures, captions, theme)

    def _aside(self) -> str:
        steps = "".join(f"<li>{html.escape(step['caption'])}</li>" for step in self.story["steps"])
        head = html.escape(words_of(self.story["language"])["player"]["log"])
        return f"<details><summary>{head}</summary><ol>{steps}</ol></details>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return live(super()._repr_mimebundle_(), self.player)
