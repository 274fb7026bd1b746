"""From a story and its positions to an SVG picture, drawn by ourselves in either theme."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

from . import curves
from .boxes import (
    CHART_GAP,
    MOST_EDGE_LABEL,
    MOST_GRADIENT,
    MOST_SCOPE,
    RANGE_HEIGHT,
    TWO_LINES,
    Node,
    Story,
    gradient_charts,
    gradient_lines,
    lines_height,
    name_line,
    place,
    range_line,
    repeated,
    room,
    value_line,
)
from .charts import largest, scale, shapes, size
from .elements import Element, chart_group, element, number, rectangle, text_line
from .layout import Box, Layout
from .moment import Moment, moment
from .node import FOLDED
from .text import clean, mono_width, shorten
from .theme import (
    EDGE_SIZE,
    GRADIENT_SIZE,
    NAME_SIZE,
    RANGE_SIZE,
    SCOPE_SIZE,
    VALUE_SIZE,
    Theme,
    css,
    get_theme,
)
from .words import say

PAD = 18
CORNER = {"source": 4, "constant": 4, "target": 9}  # an op is a pill
LINE_GAP = 11  # from the middle of a box to the middle of either of its two lines
BELOW = 18  # from the bottom of a box to the middle of the gradient line
INSET = 4  # between the two lines of a target
FAN = 13  # pixels between the arrows that arrive at one box
BOW = 34  # pixels between the middles of two edges with the same ends, such as those of x * x
LABEL_HEIGHT = 19
SHORT_LABEL = "×0.12 → 0.12"  # what an edge leaves room for when no step has told its label yet
MOST_PLACED = 200  # edges; with more, only the label of the moving edge is shown


def to_svg(
    story: Story,
    layout: Layout,
    theme: str | Theme = "light",
    position: int | None = None,
    style: bool = True,
) -> str:
    """Draw a graph.

    Parameters
    ----------
    story
        The plain data of a graph.
    layout
        The positions of its boxes and edges.
    theme
        ``"light"`` or ``"dark"``.
    position
        How many steps of the sweep have happened. ``None`` draws the graph without any step.
    style
        Whether to put the style sheet inside. A page that brings its own says False.

    Returns
    -------
    str
        An ``<svg>`` element that can stand alone or inside HTML.

    Examples
    --------
    >>> from autodiff_lab.views.dot import to_dot
    >>> from autodiff_lab.views.layout import layout
    >>> x = {
    ...     "id": "n0",
    ...     "role": "source",
    ...     "name": "x",
    ...     "label": "x",
    ...     "title": "x",
    ...     "value": {"text": "3"},
    ...     "inputs": [],
    ...     "gradient": "6",
    ...     "connected": True,
    ... }
    >>> story = {"title": "x", "description": "x is 3.", "nodes": [x], "edges": [], "steps": []}
    >>> to_svg(story, layout(to_dot(story)), style=False)[:29]
    '<svg class="adl-graph" xmlns='
    """
    theme = get_theme(theme)
    width, height = math.ceil(layout.width) + 2 * PAD, math.ceil(layout.height) + 2 * PAD
    root = Element(
        "svg",
        {
            "class": f"adl-graph adl-{theme.name}" if style else "adl-graph",
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"{-PAD} {-PAD} {width} {height}",
            "width": str(width),
            "height": str(height),
            "role": "img",
        },
    )
    element(root, "title").text = clean(story["title"])
    element(root, "desc").text = clean(story["description"])
    if style:
        element(root, "style").text = css(theme, f".adl-{theme.name}")
    surface = rectangle((-PAD, -PAD, width - PAD, height - PAD), -0.5, 12)
    element(root, "rect", "adl-surface", **surface)
    drawing = _Drawing(story, layout, moment(story, position))
    drawing.scopes(root)
    drawing.edges(root)
    drawing.nodes(root)
    return ET.tostring(root, encoding="unicode")


class _Drawing:
    def __init__(self, story: Story, layout: Layout, shown: Moment) -> None:
        self.story, self.layout, self.shown = story, layout, shown
        self.again = repeated(story)
        self.gradients = gradient_lines(story)
        self.charts = gradient_charts(story)
        self.most = largest(node["value"].get("chart") for node in story["nodes"])
        self.most_gradient = largest(s["total"].get("chart") for s in story["steps"] if s["total"])
        self.labels = {
            step["edge"]: shorten(step["edge_label"], MOST_EDGE_LABEL)
            for step in story["steps"]
            if step["edge_label"]
        }
        self.slopes = {edge["id"]: edge.get("slope", "") for edge in story["edges"] if story.get("slopes")}
        self.by_id: dict[str, Node] = {node["id"]: node for node in story["nodes"]}

    # scopes

    def scopes(self, root: Element) -> None:
        for scope in self.story.get("scopes", []):
            box = self.layout.clusters.get(scope["id"])
            if box is None:
                continue
            group = element(root, "g", "adl-scope", data_scope=scope["id"])
            element(group, "title").text = shorten(scope["name"], 200)
            element(group, "rect", "adl-scope-box", **rectangle(box, 0, 10))
            name = shorten(scope["name"], MOST_SCOPE)
            text_line(group, "adl-scope-name", box[0] + 12, box[1] + 13, SCOPE_SIZE, name)

    # nodes

    def nodes(self, root: Element) -> None:
        copies: defaultdict[str, list[str]] = defaultdict(list)
        for edge in self.story["edges"]:
            if edge["tail"] in self.again:
                copies[edge["tail"]].append(place(edge, self.again))
        for node in self.story["nodes"]:
            for name in copies.get(node["id"], [node["id"]]):
                self._node(root, node, self.layout.nodes[name])

    def _node(self, root: Element, node: Node, spot: Box) -> None:
        role, (x, y, _, _) = node["role"], spot
        box = self._box(node, spot)
        marks = [
            f"adl-node adl-{role}",
            "adl-unconnected" if not node["connected"] else "",
            "adl-active" if node["id"] == self.shown.active else "",
            "adl-done" if node["id"] in self.shown.done_nodes else "",
        ]
        group = element(root, "g", " ".join(filter(None, marks)), data_node=node["id"])
        title = shorten(node["title"], 200)
        element(group, "title").text = say("again", title=title) if node["id"] in self.again else title
        corner = _corner(role, box)
        element(group, "rect", "adl-halo", **rectangle(box, 4, corner + 4))
        element(group, "rect", "adl-ring", **rectangle(box, 6.5, corner + 6.5))
        element(group, "path", "adl-pointer", d=curves.arrow((x, box[1] - 10), (x, box[1] - 30), 11, 18))
        if node.get("op") == FOLDED:  # a pile: there is more than one in it
            for shift in (8, 4):
                under = (box[0] + shift, box[1] - shift, box[2] + shift, box[3] - shift)
                element(group, "rect", "adl-pile", **rectangle(under, 0, corner))
        element(group, "rect", "adl-box", **rectangle(box, 0, corner))
        if role == "target":
            element(group, "rect", "adl-inner", **rectangle(box, -INSET, corner - INSET))
        name, value, chart = name_line(node), value_line(node), node["value"].get("chart")
        y = box[1] + lines_height(node) / 2
        if name:
            text_line(group, "adl-name", x, y - LINE_GAP if value else y, NAME_SIZE, name)
        text_line(group, "adl-value", x, y + LINE_GAP if name else y, VALUE_SIZE, value)
        if chart:
            corner_at = x - size(chart)[0] / 2, box[1] + lines_height(node) - 1
            chart_group(
                group, "adl-value-chart", corner_at, shapes(chart, scale(chart, self.most, chart["most"]))
            )
        if range_line(node):
            text_line(group, "adl-range", x, box[3] - RANGE_HEIGHT / 2 - 4, RANGE_SIZE, range_line(node))
        if self.gradients[node["id"]]:
            self._gradient(group, node, x, box[3] + BELOW)

    def _gradient(self, group: Element, node: Node, x: float, y: float) -> None:
        """Write the line below a box, with a small chart beside it where the gradient is an array."""
        line = shorten(self.shown.gradients[node["id"]], MOST_GRADIENT)
        room_for = self.charts.get(node["id"])
        if room_for:
            width, height = size(room_for, small=True)
            text = max(mono_width(line, GRADIENT_SIZE) for line in self.gradients[node["id"]])
            left = x + (text + CHART_GAP - width) / 2
            chart = self.shown.charts.get(node["id"])
            most = scale(room_for, self.most_gradient, self._most_of(node["id"]))
            drawn = shapes(chart, most, small=True) if chart else []
            made = chart_group(group, "adl-gradient-chart", (left, y + 3 - height / 2), drawn)
            beside = x - (width + CHART_GAP) / 2
            # Where the player writes the line, with a chart beside it and without one.
            made.attrib |= {"data-beside": number(beside), "data-alone": number(x)}
            x = beside if drawn else x
        text_line(group, "adl-gradient", x, y, GRADIENT_SIZE, line)

    def _most_of(self, node: str) -> float:
        """Give the range of a node's gradient in all steps, so that its bars grow as shares arrive."""
        steps = (s for s in self.story["steps"] if s["to"] == node and s["total"])
        return largest(step["total"].get("chart") for step in steps)

    def _box(self, node: Node, spot: Box) -> curves.Rectangle:
        x, y, width, height = spot
        half = height / 2 - room(self.gradients[node["id"]], self.charts.get(node["id"]))
        return x - width / 2, y - half, x + width / 2, y + half

    # edges

    def edges(self, root: Element) -> None:
        lines = self._lines()
        spots = self._label_spots(lines)
        # the moving edge is drawn last, so that nothing crosses its label
        for edge in sorted(self.story["edges"], key=lambda edge: edge["id"] == self.shown.flow):
            name, points = edge["id"], lines[edge["id"]]
            (x, y), free = spots[name]
            marks = [
                "adl-edge",
                "adl-tight" if not free else "",
                "adl-sloped" if self.slopes.get(name) else "",
                "adl-unconnected" if not self.by_id[edge["tail"]]["connected"] else "",
                "adl-done" if name in self.shown.done_edges else "",
                "adl-flow" if name == self.shown.flow else "",
            ]
            group = element(root, "g", " ".join(filter(None, marks)), data_edge=name)
            element(group, "path", "adl-line", d=curves.path(points))
            element(group, "path", "adl-head", d=curves.arrow(points[-1], points[-2], 10, 9))
            element(group, "path", "adl-back", d=curves.arrow(points[0], points[1], 12, 11))
            slope = edge.get("slope", "")
            if slope:
                self._slope(group, slope, x, y)
            label = shorten(self.shown.labels.get(name, ""), MOST_EDGE_LABEL)
            half = self._label_width(name) / 2
            chip = (x - half, y - LABEL_HEIGHT / 2, x + half, y + LABEL_HEIGHT / 2)
            element(group, "rect", "adl-chip", **rectangle(chip, 0, LABEL_HEIGHT / 2))
            text_line(group, "adl-edge-label", x, y, EDGE_SIZE, label)

    def _slope(self, group: Element, slope: str, x: float, y: float) -> None:
        """Write the local derivative on an edge at rest."""
        half = mono_width(slope, EDGE_SIZE) / 2 + 4
        chip = (x - half, y - LABEL_HEIGHT / 2, x + half, y + LABEL_HEIGHT / 2)
        element(group, "rect", "adl-slope-chip", **rectangle(chip, 0, LABEL_HEIGHT / 2))
        text_line(group, "adl-slope", x, y, EDGE_SIZE, slope)

    def _lines(self) -> dict[str, list[curves.Point]]:
        """Each edge from the side of one box to the side of the other."""
        edges = self.story["edges"]
        leave, arrive = self._spread(edges, arriving=False), self._spread(edges, arriving=True)
        parallel: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for edge in sorted(edges, key=lambda edge: arrive[edge["id"]][1]):
            parallel[place(edge, self.again), edge["head"]].append(edge["id"])
        lines = {}
        for same in parallel.values():
            for nth, name in enumerate(same):
                bow = BOW * (nth - (len(same) - 1) / 2)
                lines[name] = curves.end_at(self.layout.edges[name], leave[name], arrive[name], bow)
        return lines

    def _spread(self, edges: list[dict[str, Any]], arriving: bool) -> dict[str, curves.Point]:
        """Find the ends of all edges on one side of the boxes; those that meet there are spread a little."""
        groups: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for edge in edges:
            groups[edge["head"] if arriving else place(edge, self.again)].append(edge)
        ends = {}
        for name, group in groups.items():
            group.sort(key=lambda edge: (self._height(edge, arriving), edge["slot"]))
            node = self.by_id[group[0]["head" if arriving else "tail"]]
            left, top, right, bottom = self._box(node, self.layout.nodes[name])
            gap = min(FAN, 0.6 * (bottom - top) / max(1, len(group) - 1))
            for nth, edge in enumerate(group):
                shift = gap * (nth - (len(group) - 1) / 2)
                inwards = (
                    _bend(_corner(node["role"], (left, top, right, bottom)), top, bottom, shift)
                    if node["role"] not in CORNER
                    else 0
                )
                ends[edge["id"]] = (
                    left + inwards if arriving else right - inwards,
                    (top + bottom) / 2 + shift,
                )
        return ends

    def _height(self, edge: dict[str, Any], arriving: bool) -> float:
        """Find the height from which an edge comes to a box."""
        points = self.layout.edges[edge["id"]]
        return curves.along(curves.sample(points[-4:] if arriving else points[:4]), 0.5)[1]

    def _label_spots(self, lines: Mapping[str, list[curves.Point]]) -> dict[str, tuple[curves.Point, bool]]:
        sampled = {name: curves.sample(points) for name, points in lines.items()}
        if len(lines) > MOST_PLACED:
            return {name: (curves.along(spots, 0.5), False) for name, spots in sampled.items()}
        obstacles = curves.Obstacles()
        for spot in self.layout.nodes.items():
            obstacles.add_rectangle(self._taken(*spot))
        for name, spots in sampled.items():
            obstacles.add_line(spots, name)
        found = {}
        for name, spots in sampled.items():
            width = self._label_width(name) or mono_width(SHORT_LABEL, EDGE_SIZE)
            centre, rectangle, free = curves.label_spot(spots, name, width, LABEL_HEIGHT, obstacles)
            found[name] = centre, free
            if self._label_width(name):
                obstacles.add_rectangle(rectangle)
        return found

    def _label_width(self, edge: str) -> float:
        """Give the width of the label that the sweep writes on an edge, 0 for none."""
        label = max(self.labels.get(edge, ""), self.slopes.get(edge, ""), key=len)
        return mono_width(label, EDGE_SIZE) + 12 if label else 0.0

    def _taken(self, name: str, spot: Box) -> curves.Rectangle:
        """Give what a node covers: its box, and the gradient line below it."""
        node = self.by_id[name.partition("_")[0]]
        left, top, right, bottom = self._box(node, spot)
        below = BELOW + GRADIENT_SIZE / 2 if self.gradients[node["id"]] else 0
        return left, top, right, bottom + below


def _corner(role: str, box: curves.Rectangle) -> float:
    """Give the radius of a box's corners; an op is a pill, and no rounder when there is a chart in it."""
    return CORNER.get(role, min(box[3] - box[1], TWO_LINES) / 2)


def _bend(radius: float, top: float, bottom: float, shift: float) -> float:
    """How far the round side of a box lies inside it, `shift` pixels from the middle."""
    over = max(0.0, abs(shift) - ((bottom - top) / 2 - radius))
    return radius - math.sqrt(radius * radius - over * over)
