"""Key moments of a sweep as numbered frames on one page, for print."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from .layout import Layout
from .raster import pdf, png
from .saving import save
from .shown import showing
from .svg import to_svg
from .text import clean
from .theme import SANS, css, get_theme
from .words import say

SVG = "{http://www.w3.org/2000/svg}"
PAGE = 680.0  # pixels between the margins of a sheet of A4 or Letter, at 96 to the inch
MOST = 6  # frames that are chosen by themselves
GAP = 18
LINE = 20
CHARACTER = 8.4  # of a wide font
SIZE = 14
NARROWEST = 300


class Strip:
    """Key moments of a sweep. Made by ``sweep.strip()``; shows itself in Jupyter, prints, and saves.

    Attributes
    ----------
    steps : list of int
        The numbers of the steps that are shown, as the player counts them.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> strip = adl.trace(lambda x: x * x, x=3.0).sweep.strip()
    >>> strip.steps
    [1, 2, 3, 4]
    >>> print(strip)
    Step 1. Start at x × x. If x × x grows by 1, x × x grows by 1, so its gradient is 1.
    Step 2. x is used in 2 places. First share: 3. Waiting for 1 more.
    Step 3. The last share for x: 3. All 2 shares are in: 3 + 3 = 6.
    Step 4. Done. x has gradient 6: raise x by 0.01 and x × x changes by about 0.06.
    """

    def __init__(
        self,
        story: dict[str, Any],
        arranged: Layout,
        steps: Sequence[int] | None,
        columns: int | None,
        theme: str,
    ) -> None:
        get_theme(theme)
        self.story, self._arranged, self._theme = story, arranged, theme
        self.steps = key_moments(story["steps"]) if steps is None else chosen(steps, len(story["steps"]))
        if columns is not None and columns < 1:
            raise ValueError(f"A strip has at least one column, not {columns}.")
        self._columns = columns

    def to_svg(self, theme: str | None = None) -> str:
        """Draw the frames one after the other, from left to right and from top to bottom.

        Parameters
        ----------
        theme : str, optional
            ``"light"`` or ``"dark"``; as the strip was made by default.
        """
        ET.register_namespace("", SVG[1:-1])
        colours = get_theme(theme or self._theme)
        pictures = [
            ET.fromstring(to_svg(self.story, self._arranged, colours, p, style=False)) for p in self.steps
        ]
        width, height = float(pictures[0].attrib["width"]), float(pictures[0].attrib["height"])
        wide = max(width, NARROWEST)
        columns = min(self._columns or max(1, int((PAGE + GAP) // (wide + GAP))), len(pictures))
        told = [textwrap.wrap(text, int(wide / CHARACTER)) for text in self._told()]
        rows = [range(at, min(at + columns, len(pictures))) for at in range(0, len(pictures), columns)]
        words = [LINE * max(len(told[i]) for i in row) + GAP for row in rows]
        full = columns * wide + (columns + 1) * GAP, sum(height + below + GAP for below in words) + GAP
        root = ET.Element(
            f"{SVG}svg",
            {
                "class": f"adl-graph adl-{colours.name}",
                "viewBox": f"0 0 {full[0]:g} {full[1]:g}",
                "width": f"{full[0]:g}",
                "height": f"{full[1]:g}",
                "role": "img",
            },
        )
        ET.SubElement(root, f"{SVG}title").text = clean(self.story["title"])
        ET.SubElement(root, f"{SVG}desc").text = " ".join(self._told())
        # In grey, source and gradient are close in lightness: weight tells them apart.
        scope = f".adl-{colours.name}"
        bold = f"{scope} .adl-gradient, {scope} .adl-edge-label {{ font-weight: 700; }}\n"
        ET.SubElement(root, f"{SVG}style").text = css(colours, scope) + bold
        ET.SubElement(root, f"{SVG}rect", {"width": "100%", "height": "100%", "fill": colours.surface})
        top = float(GAP)
        for row, below in zip(rows, words, strict=True):
            for place, i in enumerate(row):
                left = GAP + place * (wide + GAP)
                picture = pictures[i]
                for child in [c for c in picture if c.tag in (f"{SVG}title", f"{SVG}desc")]:
                    picture.remove(child)
                picture.set("x", f"{left + (wide - width) / 2:g}")
                picture.set("y", f"{top:g}")
                del picture.attrib["role"]
                root.append(picture)
                look = {"fill": colours.text, "font-family": SANS, "font-size": str(SIZE)}
                group = ET.SubElement(root, f"{SVG}g", look)
                for number, line in enumerate(told[i]):
                    at = {"x": f"{left + 4:g}", "y": f"{top + height + LINE * (number + 0.8):g}"}
                    text = ET.SubElement(group, f"{SVG}text", at)
                    if number:
                        text.text = line
                    else:
                        head, dot, rest = line.partition(".")
                        ET.SubElement(text, f"{SVG}tspan", {"font-weight": "700"}).text = head + dot
                        text[0].tail = rest
            top += height + below + GAP
        return ET.tostring(root, encoding="unicode")

    def save(self, path: str | Path, theme: str | None = None) -> Path:
        """Write the strip to a file that ends in ``.svg``, ``.png``, ``.pdf`` or ``.txt``.

        Raises
        ------
        ValueError
            For another ending.
        """
        forms: dict[str, Callable[[], str | bytes]] = {
            ".svg": lambda: self.to_svg(theme),
            ".png": lambda: png(self.to_svg(theme)),
            ".pdf": lambda: pdf(self.to_svg(theme)),
            ".txt": lambda: f"{self}\n",
        }
        return save(path, forms)

    def _told(self) -> list[str]:
        return [
            f"{say('step')} {number}. {clean(self.story['steps'][number - 1]['caption'])}"
            for number in self.steps
        ]

    def __str__(self) -> str:
        return "\n".join(self._told())

    def __repr__(self) -> str:
        return f"<Strip of {len(self.steps)} frames: {self.story['title']}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return showing(self.to_svg(), " ".join(self._told()), repr(self))


def chosen(steps: Sequence[int], count: int) -> list[int]:
    """Read the numbers of steps that a learner gave.

    Raises
    ------
    TypeError, ValueError
        If there are none, or one of them does not exist.
    """
    found = list(steps)
    if not found:
        raise ValueError("A strip needs at least one step:  sweep.strip([1, 3])")
    for number in found:
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"A step is chosen by its number, not by {number!r}:  sweep.strip([1, 3])")
        if not 1 <= number <= count:
            raise ValueError(f"There is no step {number}: this sweep has the steps 1 to {count}.")
    return found


def key_moments(steps: Sequence[dict[str, Any]]) -> list[int]:
    """Choose the start, the first and the last share of each fan-out, and the end; of many, some evenly."""
    found = [
        number
        for number, step in enumerate(steps, start=1)
        if step["kind"] != "share" or (step["expected"] > 1 and step["arrived"] in (1, step["expected"]))
    ]
    if len(found) < min(MOST, len(steps)):  # a chain has no fan-out: every step is as good as another
        found = list(range(1, len(steps) + 1))
    if len(found) > MOST:
        found = [found[round(i * (len(found) - 1) / (MOST - 1))] for i in range(MOST)]
    return found
