"""How large the box of a node is, and what is drawn more than once.

The box holds the name and the value; the gradient line stands below it. Room for that line is kept above and
below alike, so that the middle of the reserved place is the middle of the box and edges meet it there.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .charts import size
from .text import mono_width, sans_width, shorten
from .theme import GRADIENT_SIZE, NAME_SIZE, RANGE_SIZE, VALUE_SIZE

Node = dict[str, Any]
Story = dict[str, Any]

MOST_NAME = 16
MOST_VALUE = 24
MOST_GRADIENT = 16
MOST_EDGE_LABEL = 16
MOST_SCOPE = 40

TWO_LINES = 54
ONE_LINE = 34
NARROWEST = 92  # any number fits, so that a new value needs no new layout
NARROWEST_CONSTANT = 44
SIDE = 16
GRADIENT_ROOM = 30
RING_ROOM = 10
CHART_ROOM = 36  # a small chart is a little higher than a line
CHART_GAP = 8
CHART_BELOW = 12
RANGE_HEIGHT = 20

# Beyond these numbers of uses a leaf is drawn again at each use: long shared edges cost Graphviz minutes.
CONSTANT_USES = 3
SOURCE_USES = 8
LARGE = 60  # edges; below, a source is never repeated, because its fan-out is what the learner should see


def name_line(node: Node) -> str:
    """Give the first line of a box; empty where it would only repeat the value."""
    name = shorten(node["label"], MOST_NAME)
    return "" if node["role"] == "constant" and name == value_line(node) else name


def value_line(node: Node) -> str:
    """Give the second line of a box."""
    return shorten(node["value"]["text"], MOST_VALUE)


def range_line(node: Node) -> str:
    """Give the line below a vector's bars: its ends. A vector too long for bars has its mean between them."""
    found, chart = node["value"].get("range"), node["value"].get("chart")
    if not found or (chart and chart["kind"] != "bars") or (not chart and len(node["value"]["shape"]) != 1):
        return ""
    if found[0] == found[-1]:
        return str(found[0])
    return " … ".join(found[::2] if chart else found)


def gradient_lines(story: Story) -> dict[str, list[str]]:
    """Collect the lines that ever stand below each node: in the still picture and in each step."""
    lines: dict[str, list[str]] = {node["id"]: [] for node in story["nodes"]}
    for node in story["nodes"]:
        if node["gradient"]:
            lines[node["id"]].append(shorten(node["gradient"], MOST_GRADIENT))
    for step in story["steps"]:
        for name, line in step["gradients"].items():
            lines[name].append(shorten(line, MOST_GRADIENT))
    return lines


def gradient_charts(story: Story) -> dict[str, Any]:
    """Find the nodes whose gradient is drawn as a chart, with the first of its charts: all have one size."""
    found: dict[str, Any] = {}
    for step in story["steps"]:
        chart = (step["total"] or {}).get("chart")
        if chart and step["to"]:
            found.setdefault(step["to"], chart)
    return found


def box_size(node: Node, gradients: list[str], gradient_chart: Any = None) -> tuple[float, float]:
    """Give the width and height of a box in pixels: as wide as the widest of its lines and charts."""
    name, value = name_line(node), value_line(node)
    widest = max(sans_width(name, NAME_SIZE), mono_width(value, VALUE_SIZE))
    below = max((mono_width(line, GRADIENT_SIZE) for line in gradients), default=0)
    if gradient_chart:
        below += size(gradient_chart, small=True)[0] + CHART_GAP
    narrowest = NARROWEST_CONSTANT if node["role"] == "constant" else NARROWEST
    width, height = size(node["value"].get("chart"))
    ends = range_line(node)
    tall = lines_height(node) + (height + CHART_BELOW if height else 0) + (RANGE_HEIGHT if ends else 0)
    inside = max(widest, width, mono_width(ends, RANGE_SIZE))
    return round(max(narrowest, inside + 2 * SIDE, below + 4)), tall


def lines_height(node: Node) -> float:
    """Give the height of the lines of text in a box."""
    return TWO_LINES if name_line(node) and value_line(node) else ONE_LINE


def room(gradients: list[str], gradient_chart: Any = None) -> float:
    """Give the pixels kept free above and below a box."""
    return CHART_ROOM if gradient_chart else GRADIENT_ROOM if gradients else RING_ROOM


def repeated(story: Story) -> set[str]:
    """Find the leaves that are drawn again at each use."""
    uses = Counter(edge["tail"] for edge in story["edges"])
    most = {"constant": CONSTANT_USES}
    if len(story["edges"]) > LARGE:
        most["source"] = SOURCE_USES
    return {
        node["id"]
        for node in story["nodes"]
        if not node["inputs"] and uses[node["id"]] > most.get(node["role"], uses[node["id"]])
    }


def place(edge: dict[str, Any], again: set[str]) -> str:
    """Name the box that an edge starts from: the node itself, or its copy for this edge."""
    return f"{edge['tail']}_{edge['id']}" if edge["tail"] in again else edge["tail"]
