"""A sweep as one SVG that plays by itself, also inside an ``<img>``, where no script runs.

The picture is drawn at every position. Each look of a part is written once and shown while it holds: style
sheets can do that alone. What knows no animation shows the complete last picture, and so it is for readers
who asked for less motion.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from .layout import Layout
from .raster import PER_CHARACTER, STEP
from .svg import PAD, to_svg
from .text import wrapped
from .theme import DARK, LIGHT, WORDS_SIZE, Theme, css, get_theme, words_css

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = 1000  # milliseconds until the first step
TRAVEL = 500  # of a step along the edge
NARROWEST = 420  # pixels, so that the words have room
LINE = 22


@dataclass
class Version:
    """One look of one part of the picture, with the spans of positions that show it (None: to the end)."""

    element: ET.Element
    spans: list[tuple[int, int | None]] = field(default_factory=list)


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
        ``"light"``, ``"dark"``, or ``"auto"`` for the reader's own.

    Returns
    -------
    str
        An ``<svg>`` element.
    """
    ET.register_namespace("", SVG[1:-1])
    steps = story["steps"]
    first = LIGHT if theme == "auto" else get_theme(theme)
    frames = [ET.fromstring(to_svg(story, arranged, first, p)) for p in range(len(steps) + 1)]
    root = ET.Element(f"{SVG}svg", {**frames[-1].attrib, "class": f"adl-graph adl-{theme}"})
    everything = theme + "".join(ET.tostring(frame, "unicode") for frame in frames)
    mark = f"adl-{hashlib.sha256(everything.encode()).hexdigest()[:8]}"
    width = max(float(frames[-1].attrib["width"]), NARROWEST)
    told = [wrapped(step["caption"], width - 2 * PAD, WORDS_SIZE) for step in steps]
    starts = times([" ".join(lines) for lines in told])
    layers: dict[str, list[ET.Element]] = {"under": [], "edges": [], "flow": [], "nodes": []}
    for key, versions in _versions(frames).items():
        for version in versions:
            shown = version.element
            if len(versions) > 1:
                shown = _timed(mark, shown, [_span(s, key, steps, starts) for s in version.spans])
            layers[_layer(key, version.element)].append(shown)
    for layer in ("under", "edges", "flow"):
        root.extend(layers[layer])
    root.extend(_dots(mark, steps, frames[-1], starts))
    root.extend(layers["nodes"])
    _put_words(root, mark, told, starts, width)
    style = root.find(f"{SVG}style")
    assert style is not None
    style.text = _style(theme, first) + _keyframes(mark)
    return ET.tostring(root, encoding="unicode")


def _versions(frames: Sequence[ET.Element]) -> dict[tuple[str, ...], list[Version]]:
    """Collect the looks of each part, in the order of drawing."""
    found: dict[tuple[str, ...], dict[str, Version]] = {}
    since: dict[tuple[str, ...], tuple[int, str]] = {}  # from when on a part has looked as it does now
    for position, frame in enumerate(frames):
        seen: defaultdict[tuple[str, ...], int] = defaultdict(int)
        for child in frame:
            name = child.get("data-node") or child.get("data-edge") or child.get("data-scope") or ""
            kind = (child.tag, (child.get("class") or "").partition(" ")[0], name)
            key = (*kind, str(seen[kind]))  # a constant with many uses is drawn at each of them
            seen[kind] += 1
            text = ET.tostring(child, encoding="unicode")
            versions = found.setdefault(key, {})
            if key in since and since[key][1] != text:
                begin, before = since.pop(key)
                versions[before].spans.append((begin, position))
            since.setdefault(key, (position, text))
            versions.setdefault(text, Version(child))
    for part, (begin, last) in since.items():
        found[part][last].spans.append((begin, None))
    return {key: list(versions.values()) for key, versions in found.items()}


def _layer(key: tuple[str, ...], element: ET.Element) -> str:
    if key[1] == "adl-node":
        return "nodes"
    if key[1] == "adl-edge":
        return "flow" if "adl-flow" in (element.get("class") or "").split() else "edges"
    return "under"


def _span(
    span: tuple[int, int | None], key: tuple[str, ...], steps: Sequence[dict[str, Any]], starts: Sequence[int]
) -> tuple[int, int | None]:
    """Give the milliseconds of a span of positions."""
    first, until = span
    begin = starts[first] + TRAVEL * _late(key, steps, first)
    return begin, None if until is None else starts[until] + TRAVEL * _late(key, steps, until)


def _late(key: tuple[str, ...], steps: Sequence[dict[str, Any]], position: int) -> bool:
    """Tell whether a part changes only when what travels to it has arrived."""
    if not position or key[1] != "adl-node":
        return False
    step = steps[position - 1]
    return bool(step["edge"]) and step["to"] == key[2] != step["node"]


def _timed(mark: str, element: ET.Element, spans: Sequence[tuple[int, int | None]]) -> ET.Element:
    """Show an element during some spans of milliseconds alone."""
    group = ET.Element(f"{SVG}g", {"class": mark})
    ends = [time for span in spans for time in span if time is not None]
    if spans[-1][1] is None:  # the last picture rests, so what it has is hidden before
        word, ends = "hide", [0, *ends]
    else:
        word = "show"
        group.set("visibility", "hidden")
    pairs = zip(ends[::2], ends[1::2], strict=True)
    moves = [f"{mark}-{word} {end - begin}ms {begin}ms" for begin, end in pairs if begin < end]
    group.set("style", f"animation: {', '.join(moves)}")
    group.append(element)
    return group


def _dots(
    mark: str, steps: Sequence[dict[str, Any]], frame: ET.Element, starts: Sequence[int]
) -> list[ET.Element]:
    """Make what travels along each edge: from the result back to the input.

    A dot is a dash of no length with round ends. It moves by the style sheet's clock, as the pictures do:
    SMIL has a clock of its own, which starts later while a page is loading.
    """
    lines = {
        edge.get("data-edge"): path.get("d", "")
        for edge in frame.iter(f"{SVG}g")
        if (path := edge.find(f"{SVG}path[@class='adl-line']")) is not None
    }
    found = []
    for begin, step in zip(starts[1:], steps, strict=True):
        if not step["edge"]:
            continue
        look = {
            "class": f"{mark} adl-travel",
            "visibility": "hidden",
            "style": f"animation: {mark}-travel {TRAVEL}ms ease-in-out {begin}ms",
        }
        dot = ET.Element(f"{SVG}g", look)
        for part in ("adl-rim", "adl-spot"):
            ET.SubElement(dot, f"{SVG}path", {"class": part, "d": lines[step["edge"]], "pathLength": "1"})
        found.append(dot)
    return found


def _put_words(
    root: ET.Element, mark: str, told: Sequence[Sequence[str]], starts: Sequence[int], width: float
) -> None:
    """Make room below the picture, and write the words of each step there."""
    left, top, narrow, height = (float(n) for n in root.attrib["viewBox"].split())
    edge = left - (width - narrow) / 2
    tall = height + LINE * max(map(len, told), default=0) + PAD
    root.set("viewBox", f"{edge:g} {top:g} {width:g} {tall:g}")
    root.set("width", f"{width:g}")
    root.set("height", f"{tall:g}")
    surface = root.find(f"{SVG}rect[@class='adl-surface']")
    assert surface is not None
    surface.set("x", f"{edge + 0.5:g}")
    surface.set("width", f"{width - 1:g}")
    surface.set("height", f"{tall - 1:g}")
    for number, lines in enumerate(told, start=1):
        group = ET.Element(f"{SVG}g", {"class": "adl-words"})
        for row, line in enumerate(lines):
            place = {"x": f"{edge + PAD:g}", "y": f"{top + height + LINE * (row + 0.7):g}"}
            ET.SubElement(group, f"{SVG}text", place).text = line
        root.append(
            _timed(mark, group, [(starts[number], starts[number + 1] if number < len(told) else None)])
        )


def _style(name: str, first: Theme) -> str:
    scope = f".adl-{name}"
    rules = _look(first, scope)
    if name == "auto":
        rules += f"@media screen and (prefers-color-scheme: dark) {{\n{_look(DARK, scope)}}}\n"
    return rules


def _look(theme: Theme, scope: str) -> str:
    travel = f"{scope} .adl-travel"
    return (
        f"{css(theme, scope)}{words_css(theme, scope)}"
        f"{travel} path {{ fill: none; stroke-linecap: round; stroke-dasharray: 0 2; }}\n"
        f"{travel} .adl-rim {{ stroke: {theme.surface}; stroke-width: 16; }}\n"
        f"{travel} .adl-spot {{ stroke: {theme['gradient'].line}; stroke-width: 12; }}\n"
    )


def _keyframes(mark: str) -> str:
    return (
        f"@keyframes {mark}-show {{ from, to {{ visibility: visible; }} }}\n"
        f"@keyframes {mark}-hide {{ from, to {{ visibility: hidden; }} }}\n"
        f"@keyframes {mark}-travel {{ from {{ visibility: visible; stroke-dashoffset: -1; }} "
        f"to {{ visibility: visible; stroke-dashoffset: 0; }} }}\n"
        f"@media (prefers-reduced-motion: reduce), print {{ .{mark} {{ animation: none !important; }} }}\n"
    )
