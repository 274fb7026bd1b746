"""From a story to DOT text: the one place where labels are escaped for Graphviz.

The text serves twice. Our layout reads it, and a learner may save it and give it to any Graphviz program.
"""

from __future__ import annotations

from typing import Any

from .boxes import (
    MOST_EDGE_LABEL,
    MOST_GRADIENT,
    MOST_SCOPE,
    Node,
    Story,
    box_size,
    gradient_charts,
    gradient_lines,
    name_line,
    place,
    repeated,
    room,
    value_line,
)
from .text import clean, mono_width, shorten
from .theme import EDGE_SIZE, LIGHT

POINTS = 72  # to the inch; Graphviz measures boxes in inches, and a point is a pixel of ours
BARE_GAP = 56
LABEL_SIDES = 80  # what is seen of an edge on both sides of its label
LEAST_LABEL_GAP = 140  # so that another number on an edge needs no new layout
NODE_GAP = 8

_LOOKS = {
    "source": {"shape": "box"},
    "constant": {"shape": "box", "style": "filled,dashed"},
    "op": {"shape": "box", "style": "filled,rounded"},
    "target": {"shape": "box", "penwidth": "3"},
}

# Graphviz leads each long edge around the boxes of every column it passes. Where that would take many seconds
# and nobody could follow the lines anyway, they run straight and the order is looked for less long.
MOST_SPAN = 6000
_TANGLED = {"splines": "line", "nslimit": "0.3", "nslimit1": "0.3", "mclimit": "0.1"}


def to_dot(story: Story) -> str:
    r"""Write a story as DOT.

    Parameters
    ----------
    story
        The plain data of a graph.

    Returns
    -------
    str
        DOT text. Nodes carry the story's ids; an edge carries its id as the attribute ``id``. A leaf with
        very many uses is drawn again at each: its boxes are named ``<node>_<edge>``.

    Examples
    --------
    >>> x = {"id": "n0", "role": "source", "label": 'say "x"', "value": {"text": "3"}, "inputs": []}
    >>> x["gradient"] = "6"
    >>> text = to_dot({"title": "Graph of x", "nodes": [x], "edges": [], "steps": []})
    >>> print(text.splitlines()[4].strip().split(" color")[0])
    n0 [label="say \"x\"\n3\n6"
    """
    import graphviz

    again = repeated(story)
    graph = graphviz.Digraph(
        graph_attr={
            "rankdir": "LR",
            "label": "",
            "tooltip": graphviz.nohtml(_escape(clean(story["title"]))),
            "bgcolor": LIGHT.surface,
            "nodesep": _inches(NODE_GAP),
            "ranksep": _inches(_gap(story)),
            "nslimit": "1",
            "nslimit1": "1",
            **(_TANGLED if _span(story, again) > MOST_SPAN else {}),
        },
        node_attr={"fixedsize": "true", "fontname": "Helvetica", "fontsize": "13", "style": "filled"},
        edge_attr={"tailport": "e", "headport": "w", "color": LIGHT.edge, "arrowsize": "0.8"},
    )
    gradients, charts = gradient_lines(story), gradient_charts(story)
    groups = {"": graph}
    for scope in story.get("scopes", []):
        groups[scope["id"]] = graphviz.Digraph(f"cluster_{scope['id']}", graph_attr=_cluster(scope))
    for node in story["nodes"]:
        if node["id"] not in again:
            groups[node.get("scope", "")].node(
                node["id"], **_node(node, gradients[node["id"]], charts.get(node["id"]))
            )
    for scope in reversed(story.get("scopes", [])):  # the inner ones first
        groups[scope["parent"]].subgraph(groups[scope["id"]])
    nodes = {node["id"]: node for node in story["nodes"]}
    for edge in story["edges"]:
        tail = place(edge, again)
        if tail != edge["tail"]:
            graph.node(tail, **_node(nodes[edge["tail"]], gradients[edge["tail"]], charts.get(edge["tail"])))
        graph.edge(tail, edge["head"], id=edge["id"])
    return str(graph.source)


def _cluster(scope: dict[str, str]) -> dict[str, str]:
    """A box around a scope; the label keeps its place free."""
    import graphviz

    return {
        "label": graphviz.nohtml(_escape(shorten(scope["name"], MOST_SCOPE))),
        "labeljust": "l",
        "margin": "14",
        "fontsize": "13",
        "color": LIGHT.edge,
    }


def _node(node: Node, gradients: list[str], chart: Any = None) -> dict[str, str]:
    import graphviz

    width, height = box_size(node, gradients, chart)
    lines = [name_line(node), value_line(node), shorten(node["gradient"], MOST_GRADIENT)]
    colours = LIGHT[node["role"]]
    return {
        # "<…>" would be HTML
        "label": graphviz.nohtml("\\n".join(_escape(line) for line in lines if line)),
        "width": _inches(width),
        "height": _inches(height + 2 * room(gradients, chart)),
        "color": colours.line,
        "fillcolor": colours.fill,
        "fontcolor": colours.text,
        **_LOOKS[node["role"]],
    }


def _escape(text: str) -> str:
    """Escape what Graphviz would read as an entity or a backslash code."""
    import graphviz

    return str(graphviz.escape(text.replace("&", "&amp;")))


def _inches(pixels: float) -> str:
    return f"{pixels / POINTS:.4f}".rstrip("0").rstrip(".")


def _gap(story: Story) -> float:
    """Pixels between two columns: enough for the longest label that an edge shows."""
    labels = [shorten(step["edge_label"], MOST_EDGE_LABEL) for step in story["steps"]]
    if story.get("slopes"):
        labels += [edge["slope"] for edge in story["edges"]]
    if not any(labels):
        return BARE_GAP
    return max(LEAST_LABEL_GAP, LABEL_SIDES + max(mono_width(label, EDGE_SIZE) for label in labels))


def _span(story: Story, again: set[str]) -> int:
    """Count the columns that all edges together pass."""
    column: dict[str, int] = {}
    for node in story["nodes"]:
        column[node["id"]] = 1 + max((column.get(tail, 0) for tail in node["inputs"]), default=-1)
    return sum(
        column[edge["head"]] - column[edge["tail"]] for edge in story["edges"] if edge["tail"] not in again
    )
