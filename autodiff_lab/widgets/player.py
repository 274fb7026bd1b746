"""The player of a sweep as a Jupyter widget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from autodiff_lab.views.export import player_css, player_js
from autodiff_lab.views.language import words_of


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
    answer
        Makes a story to be opened inside, from what the player asks for: another fold, or one cell.

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
    lang = traitlets.Unicode("en").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    asks = traitlets.Bool(False).tag(sync=True)  # whether somebody here answers when the player asks
    theme = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)

    def __init__(
        self,
        story: Mapping[str, Any],
        svg: str,
        theme: str = "auto",
        position: int = 0,
        answer: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> None:
        language = story.get("language", "en")
        super().__init__(
            story=dict(story),
            svg=svg,
            theme=theme,
            position=position,
            lang=language,
            words=words_of(language)["player"],
            asks=answer is not None,
        )
        self._answer = answer
        if answer is not None:
            self.on_msg(self._asked)

    def _asked(self, widget: Any, content: Any, buffers: Any) -> None:
        """Make the story inside that the player asks for; a fault becomes a message for the learner."""
        ask = content.get("ask") if isinstance(content, dict) else None
        if not isinstance(ask, str) or self._answer is None:
            return
        try:
            self.send({"answer": ask, **self._answer(ask)})
        except Exception as error:
            self.send({"answer": ask, "error": str(error) or type(error).__name__})

    def show(self, story: Mapping[str, Any], svg: str) -> None:
        """Show new numbers; the position stays if there are as many steps as before."""
        with self.hold_sync():
            self.story = dict(story)
            self.svg = svg

    def __repr__(self) -> str:
        return f"Player({self.story['title']!r}, position={self.position} of {len(self.story['steps'])})"
