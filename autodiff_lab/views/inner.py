"""Stories inside a sweep: the same one with other folds, and the story of one cell.

A player names what it wants in one line, ``folds s0,s2 40`` (scopes that are shut, operations of a large fold
that are open) or ``cell n3 0,1`` (a node and the place in its array); a cell of a folded picture has both,
with a stroke between them. A page carries the answers for small graphs; in a notebook Python is asked.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from .language import speaking

if TYPE_CHECKING:
    from .closer import Closer

MOST_SCOPES = 4  # of a page: each of their combinations is a picture
MOST_CELLS = 24  # of a page


def answer(sweep: Closer, ask: str) -> dict[str, Any]:
    """Make the story that a player asks for.

    Raises
    ------
    ValueError
        If nothing is asked that there is, or it is too long to draw.
    """
    with speaking(sweep.story["language"]):
        return _answer(sweep, ask)


def _answer(sweep: Closer, ask: str) -> dict[str, Any]:
    for part in ask.split("/"):
        kind, first, *rest = part.split(" ")
        if kind == "folds" and len(rest) == 1 and rest[0].isdecimal():
            sweep = sweep.folded(filter(None, first.split(",")), int(rest[0]))
        elif kind == "cell" and len(rest) == 1:
            followed = sweep.follow(first, tuple(int(i) for i in rest[0].split(",")))
            return {"story": followed.story, "svg": followed.bare_svg()}
        else:
            raise ValueError(f"There is nothing to open that is called {ask!r}.")
    svg = sweep.bare_svg()  # first: it may fold the story
    return {"story": sweep._asking(None), "svg": svg}


def embedded(sweep: Closer) -> dict[str, Any]:
    """Make the answers that a page carries: all foldings of a few scopes, and the cells of small arrays."""
    scopes = [scope["id"] for scope in sweep.story["scopes"] if scope["foldable"]]
    asks = [
        f"folds {','.join(shut)} 0"
        for count in range(1, len(scopes) + 1)
        for shut in itertools.combinations(scopes, count)
        if len(scopes) <= MOST_SCOPES
    ]
    cells = 0
    for node in sorted(sweep.story["nodes"], key=lambda n: n["role"] != "source"):
        size = int(np.prod(node["value"]["shape"]))
        drawn = node["role"] != "constant" and node["op"] != "folded" and node["value"]["shape"]
        if drawn and node["value"]["data"] is not None and cells + size <= MOST_CELLS:
            cells += size
            places = np.ndindex(*node["value"]["shape"])
            asks += [f"cell {node['id']} {','.join(map(str, place))}" for place in places]
    found = {}
    for ask in asks:
        try:
            found[ask] = answer(sweep, ask)
        except ValueError:  # such as the story of a whole number, or one that is too long
            continue
    return found
