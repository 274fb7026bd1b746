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
    from .graph import Graph

MOST_SCOPES = 3  # of a page with a picture for each of their combinations
MOST_CELLS = 24  # of a page, those of small arrays first
MOST_SIZE = 1_200_000  # characters that the stories of cells may add to a page


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


def folds(graph: Graph, ask: str) -> dict[str, Any]:
    """Make the same graph with other folds, which is all that a graph without a sweep is asked.

    Raises
    ------
    ValueError
        If something else is asked.
    """
    kind, shut, opened, *rest = [*ask.split(" "), "", ""]
    if kind != "folds" or any(rest) or not opened.isdecimal():
        raise ValueError(f"There is nothing to open that is called {ask!r}.")
    with speaking(graph.story["language"]):
        other = graph.folded(filter(None, shut.split(",")), int(opened))
        svg = other.bare_svg()
    return {"story": other.story, "svg": svg}


def embedded(sweep: Closer) -> dict[str, Any]:
    """Make the answers that a page carries: foldings of the scopes, and the cells of small arrays."""
    scopes = [scope["id"] for scope in sweep.story["scopes"] if scope["foldable"]]
    counts = range(1, len(scopes) + 1) if len(scopes) <= MOST_SCOPES else {1, len(scopes)}
    asks = [f"folds {','.join(shut)} 0" for n in counts for shut in itertools.combinations(scopes, n)]
    found = {ask: answer(sweep, ask) for ask in asks}
    cells = size = 0
    for ask_all in _cells(sweep.story):
        cells += len(ask_all)
        if cells > MOST_CELLS:
            break
        try:
            first = answer(sweep, ask_all[0])
            if size + _size(first) * len(ask_all) > MOST_SIZE:
                break
            told = {ask: answer(sweep, ask) for ask in ask_all}
        except ValueError:  # such as a story that is too long
            continue
        size += sum(map(_size, told.values()))
        found |= told
    return found


def _size(one: dict[str, Any]) -> int:
    return len(one["svg"]) + len(str(one["story"]))


def _cells(story: dict[str, Any]) -> list[list[str]]:
    """List what asks for the cells of each array, sources and small ones first."""
    found = []
    for node in story["nodes"]:
        shape = node["value"]["shape"]
        if (
            shape
            and node["value"]["data"] is not None
            and node["role"] != "constant"
            and node["op"] != "folded"
        ):
            asks = [f"cell {node['id']} {','.join(map(str, place))}" for place in np.ndindex(*shape)]
            found.append((node["role"] != "source", len(asks), asks))
    return [asks for _, _, asks in sorted(found, key=lambda one: one[:2])]
