"""Graph: the records between sources and target as a picture, and what every drawing can do."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

from .. import errors
from ..engine.asking import key_of, operands_in
from ..engine.record import Absent
from ..engine.tape import GradientTape
from .dot import to_dot
from .export import to_html
from .folding import SHOWN
from .layout import Layout, LayoutError, PictureWarning, arrange
from .node import cell
from .raster import pdf, png
from .saving import save
from .shown import live, showing
from .story import Picture, Recording, Story, View, build, check_target
from .svg import to_svg
from .words import say, value

FOLDED_INSTEAD = (
    "The graph is too large or too tangled to be drawn whole, so its middle is folded into one box. "
    "print() tells the whole of it."
)
LESS = View(most=2 * SHOWN)  # what is drawn then


class Drawing:
    """A story that can be drawn.

    Attributes
    ----------
    story : dict
        Nodes, edges and steps as plain, versioned data.
    """

    _view: View | None = None  # of drawings that can fold

    def __init__(self, story: Story) -> None:
        self.story = story

    def to_dot(self) -> str:
        """Write the graph in Graphviz's language, for programs of your own.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.trace(lambda x: x * x, x=3.0).graph.to_dot().startswith("digraph")
        True
        """
        return to_dot(self.story)

    def layout(self) -> Layout:
        """Compute the positions of boxes and edges, with Graphviz running inside Python.

        A graph that is too large or too tangled is folded, and a `PictureWarning` says so.

        Raises
        ------
        LayoutError
            If it cannot be arranged folded either.
        """
        try:
            return arrange(self.to_dot())
        except LayoutError:
            if not self._fold_more():
                raise
        warnings.warn(FOLDED_INSTEAD, PictureWarning, stacklevel=3)
        return arrange(self.to_dot())

    def _fold_more(self) -> bool:
        """Draw less than before, and tell whether that was possible."""
        if self._view in (None, LESS):
            return False
        before = len(self.story["nodes"])
        self._show(LESS)
        return len(self.story["nodes"]) < before

    def _show(self, view: View) -> None:
        """Make the story anew, with what this view folds."""
        raise NotImplementedError

    def to_svg(self, theme: str = "light", position: int | None = None) -> str:
        """Draw the picture.

        Parameters
        ----------
        theme : str
            ``"light"`` or ``"dark"``.
        position : int, optional
            How many steps of the sweep have happened.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> svg = adl.trace(lambda x: x * x, x=3.0).graph.to_svg()
        >>> svg.startswith("<svg")
        True
        """
        arranged = self.layout()  # first: it may fold the story
        return to_svg(self.story, arranged, theme, position)

    def bare_svg(self, position: int | None = None) -> str:
        """Draw the picture without a style sheet, for a page or player that brings its own."""
        arranged = self.layout()
        return to_svg(self.story, arranged, position=position, style=False)

    def to_html(self, theme: str = "auto") -> str:
        """Write one self-contained page with the picture, which loads nothing from anywhere.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> page = adl.trace(lambda x: x * x, x=3.0).graph.to_html()
        >>> page.startswith("<!DOCTYPE html>")
        True
        """
        picture = self.bare_svg()
        return to_html(self.story, picture, theme=theme)

    def save(self, path: str | Path, theme: str = "light") -> Path:
        """Write the picture to a file, whose ending says how.

        Parameters
        ----------
        path : str or Path
            Ends in ``.svg``, ``.png``, ``.pdf``, ``.html``, ``.dot`` or ``.txt``; that of a sweep also in
            ``.gif``, which plays once and ends on the last step.
        theme : str
            ``"light"`` or ``"dark"``; a page may also follow the reader's system with ``"auto"``.

        Returns
        -------
        Path
            Where it was written.

        Raises
        ------
        ValueError
            For another ending.
        """
        return save(path, self._forms(theme))

    def _forms(self, theme: str) -> dict[str, Callable[[], str | bytes]]:
        """What the picture can be saved as, by the ending of the file."""
        return {
            ".svg": lambda: self.to_svg(theme),
            ".png": lambda: png(self.to_svg(theme)),
            ".pdf": lambda: pdf(self.to_svg(theme)),
            ".html": lambda: self.to_html(theme),
            ".dot": self.to_dot,
            ".txt": lambda: f"{self}\n",
        }

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        # An image inside HTML is shown also in a notebook that was opened and not run.
        try:
            picture = self.to_svg()
        except LayoutError as error:
            return {"text/plain": f"{self}\n\n{error}"}
        return showing(
            picture, f"{self.story['title']}. {self.story['description']}", repr(self), self._aside()
        )

    def _aside(self) -> str:
        """What stands below the picture in a notebook that is only read, as HTML."""
        return ""


class Graph(Drawing):
    """The computation as a picture: sources, constants, named ops, target.

    Made by ``tape.graph(target)``. In Jupyter it shows itself; ``print(graph)`` tells it as text.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     y = x * x
    >>> print(tape.graph(y))
    Graph of y = x × x, 2 values
    <BLANKLINE>
      x          source      value 3  gradient –
      y = x × x  multiply    value 9  gradient –
    """

    def __init__(
        self,
        tape: GradientTape,
        target: Any,
        sources: Any,
        names: Mapping[int, str],
        fold: Any = True,
        slopes: bool = False,
    ) -> None:
        targets = operands_in(target, errors.TARGET_NONE, errors.TARGET_NOT_TENSOR)[0]
        asked = None
        if sources is not None:
            asked = operands_in(sources, errors.SOURCES_NONE, errors.SOURCE_NOT_TENSOR)[0]
        check_target(tape)
        self._known = tape._answers if {key_of(t) for t in targets} == tape._answered else {}
        self._drawn = (Recording(tape), targets, asked, names)
        self._slopes = slopes
        self._show(View(fold))

    def _show(self, view: View) -> None:
        self._view, known = view, self._known
        picture = Picture(*self._drawn, view)
        for node in picture.nodes:
            if node.key in known:
                gradient = known[node.key]
                node.gradient = (
                    say("none")
                    if gradient is None
                    else cell(gradient if isinstance(gradient, Absent) else np.asarray(gradient))["text"]
                )
                node.connected = gradient is not None
        super().__init__({**build(picture), "slopes": self._slopes})

    def folded(self, shut: Iterable[str] = (), opened: int = 0) -> Self:
        """Show the same graph with other folds; as `Sweep.folded`.

        Examples
        --------
        >>> import numpy as np
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     with adl.scope("inner"):
        ...         y = np.sin(x * 2.0)
        >>> [node["title"] for node in tape.graph(y).folded(["s0"]).story["nodes"]]
        ['x', 'inner (2 steps)']
        """
        other = copy.copy(self)
        other._show((self._view or View())._replace(shut=frozenset(shut), opened=opened))
        return other

    def player(self, theme: str = "auto") -> Any:
        """Make the widget that tells more of each value and folds boxes (needs Jupyter).

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.trace(lambda x: x * x, x=3.0).graph.player()
        Player('Graph of x × x, 2 values', position=0 of 0)
        """
        from ..widgets.player import Player  # the one door from a view to its widget
        from .inner import folds

        picture = self.bare_svg()
        return Player(self.story, picture, theme, answer=lambda ask: folds(self, ask))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return live(super()._repr_mimebundle_(), self.player)

    def __str__(self) -> str:
        nodes = self.story["nodes"]
        titles = max((len(n["label"]) for n in nodes), default=0)
        values = max((len(value(n["value"])) for n in nodes), default=0)
        lines = [self.story["title"], ""]
        for n in nodes:
            gradient = f"  {say('gradient')} {n['gradient']}" if n["gradient"] else ""
            told = f"{say('value')} {value(n['value']):<{values}}"
            kind = n["op"] or say(n["role"])
            lines.append(f"  {n['label']:<{titles}}  {kind:<10}  {told}{gradient}".rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self.story['title']}>"
