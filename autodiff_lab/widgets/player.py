"""The player of a sweep as a Jupyter widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from autodiff_lab.views.export import player_css, player_js


class Player(anywidget.AnyWidget):
    """Play a backward sweep step by step.

    Parameters
    ----------
    story
        Nodes, edges and steps, as plain data.
    svg
        The picture of that story.
    theme
        ``"auto"`` (as the notebook around it), ``"light"`` or ``"dark"``.
    position
        How many steps have happened: 0 is before the sweep.

    Examples
    --------
    >>> steps = [{"kind": "end", "caption": "Done."}]
    >>> player = Player({"title": "Graph of y", "steps": steps}, "<svg/>")
    >>> player
    Player('Graph of y', position=0 of 1)
    >>> player.position = 1
    """

    _esm = player_js()
    _css = player_css()

    story = traitlets.Dict().tag(sync=True)
    svg = traitlets.Unicode().tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    quiet = traitlets.Bool(False).tag(sync=True)  # whether somebody else speaks when the story changes
    theme = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)

    def __init__(self, story: Mapping[str, Any], svg: str, theme: str = "auto", position: int = 0) -> None:
        super().__init__(story=dict(story), svg=svg, theme=theme, position=position)

    def show(self, story: Mapping[str, Any], svg: str) -> None:
        """Show new numbers; the position stays if there are as many steps as before."""
        with self.hold_sync():
            self.story = dict(story)
            self.svg = svg

    def __repr__(self) -> str:
        return f"Player({self.story['title']!r}, position={self.position} of {len(self.story['steps'])})"
