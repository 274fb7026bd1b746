"""A sweep as one SVG that plays by itself, also inside an ``<img>``, where no script runs.

The picture is drawn at every position. What looks the same for several steps is written once and shown for
so long: style sheets can do that alone. What knows no animation shows the complete last picture, and so it is
for readers who asked for less motion.
"""

from __future__ import annotations

import hashlib
import itertools
import textwrap
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from .layout import Layout
from .svg import PAD, to_svg
from .text import clean
from .theme import SANS, get_theme

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = 1000  # milliseconds until the first step
STEP = 900  # a step, as in the player at normal speed, and time to read its words
PER_CHARACTER = 25
TRAVEL = 500  # of it along the edge
NARROWEST = 420  # pixels, so that the words have room
LINE = 22
CHARACTER = 8
SIZE = 15


@dataclass
class Version:
    """One look of one part of the picture, from a position until another (None: to the end)."""

    element: ET.Element
    text: str
    first: int
    until: int | None = None


def times(captions: Sequence[str]) -> list[int]:
    """Give the millisecond at which each position is reached; the first one is 0."""
    lengths = [STEP + PER_CHARACTER * len(caption) for caption in captions[:-1]]
    return [0, *itertools.accumulate(lengths, initial=BEFORE)] if captions else [0]


def animated(story: dict[str, Any], arranged: Layout, theme: str) -> str:
    """Draw a sweep that plays once.

    Parameters
    ----------
    story : dict
        With its steps.
    arranged : Layout
        The positions of its boxes and edges.
    theme : str
        ``"light"`` or ``"dark"``.

    Returns
    -------
    str
        An ``<svg>`` element.
    """
    ET.register_namespace("", SVG[1:-1])
    steps = story["steps"]
    captions = [clean(step["caption"]) for step in steps]
    frames = [ET.fromstring(to_svg(story, arranged, theme, p)) for p in range(len(steps) + 1)]
    root = ET.Element(f"{SVG}svg", frames[-1].attrib)
    mark = (
        f"adl-{hashlib.sha256(''.join(ET.tostring(f, 'unicode') for f in frames).encode()).hexdigest()[:8]}"
    )
    starts = times(captions)
    layers: dict[str, list[ET.Element]] = {"under": [], "edges": [], "flow": [], "nodes": []}
    for key, versions in _versions(frames).items():
        for version in versions:
            if len(versions) == 1:
                shown = version.element
            else:
                late = _late(key, steps, version.first), _late(key, steps, version.until)
                shown = _timed(mark, version, starts, *late)
            layers[_layer(key, version.element)].append(shown)
    for element in (e for layer in ("under", "edges", "flow") for e in layers[layer]):
        root.append(element)
    root.extend(_dots(mark, steps, arranged, frames, starts, theme))
    root.extend(layers["nodes"])
    _put_words(root, mark, captions, starts, theme)
    style = root.find(f"{SVG}style")
    assert style is not None
    style.text = f"{style.text}{_keyframes(mark)}"
    return ET.tostring(root, encoding="unicode")


def _versions(frames: Sequence[ET.Element]) -> dict[tuple[str, ...], list[Version]]:
    """Collect the looks of each part, in the order of drawing."""
    found: dict[tuple[str, ...], list[Version]] = {}
    for position, frame in enumerate(frames):
        seen: defaultdict[tuple[str, ...], int] = defaultdict(int)
        for child in frame:
            name = child.get("data-node") or child.get("data-edge") or child.get("data-scope") or ""
            kind = (child.tag, (child.get("class") or "").partition(" ")[0], name)
            key = (*kind, str(seen[kind]))  # a constant with many uses is drawn at each of them
            seen[kind] += 1
            text = ET.tostring(child, encoding="unicode")
            versions = found.setdefault(key, [])
            if versions and versions[-1].text == text:
                continue
            if versions:
                versions[-1].until = position
            versions.append(Version(child, text, position))
    return found


def _layer(key: tuple[str, ...], element: ET.Element) -> str:
    if key[1] == "adl-node":
        return "nodes"
    if key[1] == "adl-edge":
        return "flow" if "adl-flow" in (element.get("class") or "").split() else "edges"
    return "under"


def _late(key: tuple[str, ...], steps: Sequence[dict[str, Any]], position: int | None) -> bool:
    """Tell whether a part changes only when what travels to it has arrived."""
    if not position or key[1] != "adl-node":
        return False
    step = steps[position - 1]
    return bool(step["edge"]) and step["to"] == key[2] != step["node"]


def _timed(
    mark: str, version: Version, starts: Sequence[int], late_in: bool = False, late_out: bool = False
) -> ET.Element:
    """Show an element during its positions alone."""
    begin = starts[version.first] + TRAVEL * late_in
    group = ET.Element(f"{SVG}g", {"class": mark})
    if version.until is None:
        group.set("style", f"animation: {mark}-hide {begin}ms")
    else:
        length = starts[version.until] + TRAVEL * late_out - begin
        group.set("visibility", "hidden")
        group.set("style", f"animation: {mark}-show {length}ms {begin}ms")
    group.append(version.element)
    return group


def _dots(
    mark: str,
    steps: Sequence[dict[str, Any]],
    arranged: Layout,
    frames: Sequence[ET.Element],
    starts: Sequence[int],
    theme: str,
) -> list[ET.Element]:
    """Make what travels along each edge: from the result back to the input."""
    lines = {
        edge.get("data-edge"): path.get("d", "")
        for edge in frames[-1].iter(f"{SVG}g")
        if (path := edge.find(f"{SVG}path[@class='adl-line']")) is not None
    }
    colours = get_theme(theme)
    found = []
    for number, step in enumerate(steps, start=1):
        if not step["edge"]:
            continue
        begin = starts[number]
        dot = ET.Element(
            f"{SVG}circle",
            {
                "class": mark,
                "r": "7",
                "fill": colours["gradient"].line,
                "stroke": colours.surface,
                "stroke-width": "2",
                "visibility": "hidden",
                "style": f"animation: {mark}-show {TRAVEL}ms {begin}ms",
            },
        )
        motion = {
            "path": lines[step["edge"]],
            "begin": f"{begin}ms",
            "dur": f"{TRAVEL}ms",
            "keyPoints": "1;0",
            "keyTimes": "0;1",
            "calcMode": "spline",
            "keySplines": "0.4 0 0.6 1",
            "fill": "freeze",
        }
        ET.SubElement(dot, f"{SVG}animateMotion", motion)
        found.append(dot)
    return found


def _put_words(
    root: ET.Element, mark: str, captions: Sequence[str], starts: Sequence[int], theme: str
) -> None:
    """Make room below the picture, and write the words of each step there."""
    left, top, width, height = (float(n) for n in root.attrib["viewBox"].split())
    wide = max(width, NARROWEST)
    edge = left - (wide - width) / 2
    told = [textwrap.wrap(c, int((wide - 2 * PAD) / CHARACTER)) for c in captions]
    tall = height + LINE * max(map(len, told), default=0) + PAD
    root.set("viewBox", f"{edge:g} {top:g} {wide:g} {tall:g}")
    root.set("width", f"{wide:g}")
    root.set("height", f"{tall:g}")
    surface = root.find(f"{SVG}rect[@class='adl-surface']")
    assert surface is not None
    surface.set("x", f"{edge + 0.5:g}")
    surface.set("width", f"{wide - 1:g}")
    surface.set("height", f"{tall - 1:g}")
    look = {"fill": get_theme(theme).text, "font-family": SANS, "font-size": str(SIZE)}
    for number, lines in enumerate(told, start=1):
        group = ET.Element(f"{SVG}g", look)
        for row, line in enumerate(lines):
            place = {
                "x": f"{edge + PAD:g}",
                "y": f"{top + height + LINE * (row + 0.7):g}",
            }
            ET.SubElement(group, f"{SVG}text", place).text = line
        until = number + 1 if number < len(told) else None
        root.append(_timed(mark, Version(group, "", number, until), starts))


def _keyframes(mark: str) -> str:
    return (
        f"@keyframes {mark}-show {{ from, to {{ visibility: visible; }} }}\n"
        f"@keyframes {mark}-hide {{ from, to {{ visibility: hidden; }} }}\n"
        f"@media (prefers-reduced-motion: reduce), print {{ .{mark} {{ animation: none !important; }} }}\n"
    )
