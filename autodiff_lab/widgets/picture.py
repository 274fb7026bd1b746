"""The drawn graph of an explorer: kept while only numbers change, drawn again when its shape does."""

from __future__ import annotations

import copy
from typing import Any

from ..views.boxes import MOST_EDGE_LABEL, MOST_GRADIENT, range_line
from ..views.dot import to_dot
from ..views.layout import LayoutError, arrange
from ..views.svg import to_svg
from ..views.text import shorten

Story = dict[str, Any]
ROOM = 8  # characters that every box has room for


class Picture:
    """An SVG that fits the story shown last, with room for the longest texts seen so far.

    The player changes the numbers of a picture in place. A number that is longer than its place makes a new
    picture, and the place stays that long: after a few moves of a slider every number fits.

    Examples
    --------
    >>> from autodiff_lab.views.trace import trace
    >>> picture = Picture()
    >>> for x in (3.0, 4.0):
    ...     picture.fit(trace(lambda x: x * x, x=x).sweep.story)
    True
    False
    """

    def __init__(self) -> None:
        self.svg = ""
        self._shape: Any = None
        self._longest: dict[str, str] = {}

    def fit(self, story: Story) -> bool:
        """Draw if need be, and tell whether there is a new picture."""
        shape = _shape(story)
        same = shape == self._shape
        if not same:
            self._shape, self._longest = shape, {}
        grown = False
        for name, text, room in _texts(story):
            longest = self._longest.get(name, "")
            grown |= len(text) > max(len(longest), room)
            self._longest[name] = max(longest, text, key=len)
        if same and not grown:
            return False
        roomy = self._roomy(story)
        try:
            self.svg = to_svg(roomy, arrange(to_dot(roomy)), position=len(story["steps"]), style=False)
        except LayoutError:
            self.svg = ""  # the player then says so, and shows the values as a list
        return True

    def _roomy(self, story: Story) -> Story:
        """Copy a story with the longest texts in it; the player puts in today's."""
        roomy = copy.deepcopy(story)
        for node in roomy["nodes"]:
            node["value"]["text"] = self._longest[f"value {node['id']}"]
            if range_line(node):
                node["value"]["range"] = [self._longest[f"range {node['id']}"]]
        for edge in roomy["edges"]:
            edge["slope"] = self._longest[f"slope {edge['id']}"] if edge["slope"] else ""
        for step in roomy["steps"]:
            if step["edge"]:
                step["edge_label"] = self._longest[f"label {step['edge']}"]
            for name in step["gradients"]:
                step["gradients"][name] = self._longest[f"gradient {name}"]
        return roomy


def _shape(story: Story) -> Any:
    nodes = [
        (n["role"], n["op"], n["label"], n["title"], n["inputs"], n["connected"], n["gradient"] == "")
        for n in story["nodes"]
    ]
    return nodes, [(s["kind"], s["edge"]) for s in story["steps"]]


def _texts(story: Story) -> list[tuple[str, str, int]]:
    """List every text whose length decides how much room the picture needs, with the room it has anyway."""
    texts = [(f"value {node['id']}", node["value"]["text"], ROOM) for node in story["nodes"]]
    texts += [(f"slope {edge['id']}", edge["slope"], ROOM) for edge in story["edges"]]
    texts += [(f"range {node['id']}", range_line(node), 0) for node in story["nodes"]]
    for step in story["steps"]:
        if step["edge"]:
            texts.append((f"label {step['edge']}", shorten(step["edge_label"], MOST_EDGE_LABEL), 0))
        for name, text in step["gradients"].items():
            texts.append((f"gradient {name}", shorten(text, MOST_GRADIENT), ROOM))
    return texts
