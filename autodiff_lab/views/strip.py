"""Key moments of a sweep as numbered frames on one page, for print."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from .. import errors
from .language import speaking
from .layout import Layout
from .raster import pdf, png
from .saving import save
from .shown import showing
from .svg import PAD, to_svg
from .text import clean, wrapped
from .theme import WORDS_SIZE, css, get_theme, words_css
from .words import say

SVG = "{http://www.w3.org/2000/svg}"
PAGE = 680.0, 960.0  # pixels between the margins of a sheet of A4 or Letter, at 96 to the inch
SMALLEST = 0.65  # to what a strip may be shrunk for a page: its smallest type then has 6.3 points
MOST = 6  # frames that are chosen by themselves
FEWEST = 4
MOST_ASKED = 60
GAP = 18
LINE = 1.35  # the height of a line of words, by the size of its type
NARROWEST = 300


class _Sheet(NamedTuple):
    """Where everything stands: rows of steps, each with the lines of its words."""

    width: float
    height: float
    rows: list[list[tuple[int, list[str]]]]
    size: float  # of the words


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
        steps: Iterable[int] | None,
        columns: int | None,
        theme: str,
    ) -> None:
        get_theme(theme)
        if columns is not None and not (_whole(columns) and columns >= 1):
            raise ValueError(errors.STRIP_COLUMNS.format(given=errors.short(columns)))
        self.story, self._arranged, self._theme, self._columns = story, arranged, theme, columns
        if steps is not None:
            self.steps = chosen(steps, len(story["steps"]))
            return
        found = key_moments(story["steps"])
        for most in range(min(MOST, len(found)), 0, -1):
            self.steps = thinned(found, most)
            sheet = self._sheet()
            # a wide graph is shrunk to the page anyway, and its frames with it
            if most <= FEWEST or sheet.height <= PAGE[1] * max(1 / SMALLEST, sheet.width / PAGE[0]):
                break

    def to_svg(self, theme: str | None = None) -> str:
        """Draw the frames one after the other, from left to right and from top to bottom.

        Parameters
        ----------
        theme : str, optional
            ``"light"`` or ``"dark"``; as the strip was made by default.
        """
        ET.register_namespace("", SVG[1:-1])
        colours = get_theme(theme or self._theme)
        sheet = self._sheet()
        frame, height = self._frame()
        root = ET.Element(
            f"{SVG}svg",
            {
                "class": f"adl-graph adl-{colours.name}",
                "viewBox": f"0 0 {sheet.width:g} {sheet.height:g}",
                "width": f"{sheet.width:g}",
                "height": f"{sheet.height:g}",
                "role": "img",
            },
        )
        ET.SubElement(root, f"{SVG}title").text = clean(self.story["title"])
        ET.SubElement(root, f"{SVG}desc").text = " ".join(self._told())
        # In grey, source and gradient are close in lightness: weight tells them apart.
        scope = f".adl-{colours.name}"
        bold = f"{scope} .adl-gradient, {scope} .adl-edge-label {{ font-weight: 700; }}\n"
        ET.SubElement(root, f"{SVG}style").text = "".join(
            [css(colours, scope), bold, words_css(colours, scope, sheet.size)]
        )
        ET.SubElement(root, f"{SVG}rect", {"width": "100%", "height": "100%", "fill": colours.surface})
        top = float(GAP)
        for row in sheet.rows:
            for place, (step, lines) in enumerate(row):
                left = GAP + place * (frame + GAP)
                picture = ET.fromstring(to_svg(self.story, self._arranged, colours, step, style=False))
                for child in picture.findall(f"{SVG}title") + picture.findall(f"{SVG}desc"):
                    picture.remove(child)
                picture.set("x", f"{left + (frame - float(picture.attrib['width'])) / 2:g}")
                picture.set("y", f"{top:g}")
                del picture.attrib["role"]
                root.append(picture)
                root.append(_words(lines, left + 4, top + height, sheet.size))
            top += height + _below(row, sheet.size)
        return ET.tostring(root, encoding="unicode")

    def _frame(self) -> tuple[float, float]:
        """Give the width that a frame takes and the height of its picture."""
        width, height = (math.ceil(side) + 2 * PAD for side in (self._arranged.width, self._arranged.height))
        return max(width, NARROWEST), height

    def _sheet(self) -> _Sheet:
        frame, height = self._frame()
        columns = self._columns or max(1, int((PAGE[0] + GAP) // (frame + GAP)))
        columns = min(columns, len(self.steps))
        width = columns * (frame + GAP) + GAP
        # what is wider than a page is shrunk for it, so its words are larger
        size = round(WORDS_SIZE * max(1.0, SMALLEST * width / PAGE[0]))
        lines = [wrapped(told, frame - 8, size) for told in self._told()]
        cells = list(zip(self.steps, lines, strict=True))
        rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
        tall = sum(height + _below(row, size) for row in rows) + GAP
        return _Sheet(width, tall, rows, size)

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
        with speaking(self.story.get("language", "en")):
            word = say("step")
        steps = self.story["steps"]
        return [f"{word} {number}. {clean(steps[number - 1]['caption'])}" for number in self.steps]

    def __str__(self) -> str:
        return "\n".join(self._told())

    def __repr__(self) -> str:
        return f"<Strip of {len(self.steps)} frames: {self.story['title']}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return showing(self.to_svg(), " ".join(self._told()), repr(self))


def _below(row: Sequence[tuple[int, list[str]]], size: float) -> float:
    """Give the room for the words of a row, and for the distance to the next."""
    return LINE * size * max(len(lines) for _, lines in row) + 2 * GAP


def _words(lines: Sequence[str], left: float, top: float, size: float) -> ET.Element:
    """Write the words of a frame, which begin with its number."""
    group = ET.Element(f"{SVG}g", {"class": "adl-words"})
    for number, line in enumerate(lines):
        place = {"x": f"{left:g}", "y": f"{top + LINE * size * (number + 0.95):g}"}
        text = ET.SubElement(group, f"{SVG}text", place)
        head, dot, rest = ("", "", line) if number else line.partition(".")
        if dot:
            ET.SubElement(text, f"{SVG}tspan", {"class": "adl-number"}).text = head + dot
            text[0].tail = rest
        else:
            text.text = line
    return group


def _whole(number: Any) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def chosen(steps: Any, count: int) -> list[int]:
    """Read the numbers of steps that a learner gave.

    Raises
    ------
    TypeError, ValueError
        If there are none, or one of them does not exist.
    """
    if isinstance(steps, str) or not isinstance(steps, Iterable):
        raise TypeError(errors.STRIP_STEP.format(given=errors.short(steps)))
    found = []
    for number in steps:
        if not _whole(number):
            raise TypeError(errors.STRIP_STEP.format(given=errors.short(number)))
        if not 1 <= number <= count:
            raise ValueError(errors.STRIP_NO_STEP.format(number=number, count=count))
        found.append(int(number))
    if not found:
        raise ValueError(errors.STRIP_EMPTY)
    if len(found) > MOST_ASKED:
        raise ValueError(errors.STRIP_TOO_LONG.format(count=len(found), most=MOST_ASKED))
    return found


def key_moments(steps: Sequence[dict[str, Any]]) -> list[int]:
    """Choose the start, the first and the last share of each fan-out, and the end."""
    fans = [
        number
        for number, step in enumerate(steps, start=1)
        if step["kind"] == "share" and step["expected"] > 1 and step["arrived"] in (1, step["expected"])
    ]
    if not fans:  # in a chain every step is as good as another
        return list(range(1, len(steps) + 1))
    return sorted({1, *fans, len(steps)})


def thinned(found: Sequence[int], most: int) -> list[int]:
    """Leave some out evenly, neither the first nor the last.

    Examples
    --------
    >>> thinned([1, 2, 3, 4, 5], 3)
    [1, 3, 5]
    """
    if len(found) <= most:
        return list(found)
    return [found[round(i * (len(found) - 1) / (most - 1))] for i in range(most)]
