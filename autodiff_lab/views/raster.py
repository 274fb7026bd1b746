"""Pictures as PNG, PDF and GIF: for documents that take no SVG.

The SVG is painted by resvg with the fonts that come with matplotlib, so the picture is the same everywhere.
"""

from __future__ import annotations

import functools
import html
import io
import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .theme import get_theme

# Two pixels for each of the drawing's: sharp on a projector, and at 192 to the inch in print.
ZOOM = 2
DPI = 96

# The fonts here are a little wider than those that the boxes are made for.
NARROWER = (
    ".adl-name { font-size: 13.5px !important; } .adl-value { font-size: 13px !important; } "
    ".adl-range { font-size: 12px !important; } "
    ".adl-words text { font-size: 88% !important; }"
)

# Milliseconds for a step: as in the player at normal speed, and time to read the words.
STEP = 900
PER_CHARACTER = 25
LAST = 6000

MOST_PIXELS = 2_000_000  # of one picture of a GIF that is sharp on a projector too

LINE = 22  # the height of a line of words, and the width of a character in it
CHARACTER = 9


def png(svg: str, zoom: int = ZOOM) -> bytes:
    """Paint an SVG as a PNG.

    Parameters
    ----------
    svg : str
        The drawing, with a style sheet of its own.
    zoom : int
        Pixels for each of the drawing's.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> b"PNG" in png(adl.trace(lambda x: x**2, x=3.0).graph.to_svg())[:4]
    True
    """
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            dpi=DPI,
            zoom=zoom,
            style_sheet=NARROWER,
            skip_system_fonts=True,
            font_files=_fonts(),
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans Mono",
        )
    )


def zoom_for(svg: str, most: float) -> int:
    """Choose the zoom that keeps a picture below so many pixels; 0 where even the smallest is above."""
    width, height = _size(svg)
    return next((zoom for zoom in (ZOOM, 1) if width * height * zoom**2 <= most), 0)


def pdf(svg: str) -> bytes:
    """Paint an SVG on a PDF page of its size."""
    from PIL import Image

    page = io.BytesIO()
    picture = Image.open(io.BytesIO(png(svg))).convert("RGB")
    # Without a date the same picture gives the same bytes.
    picture.save(page, "PDF", resolution=DPI * ZOOM, creationDate=None, modDate=None)
    return page.getvalue()


def gif(svgs: Sequence[str], captions: Sequence[str], theme: str) -> bytes:
    """Paint a sequence of SVGs, each above its caption, as a GIF that plays once and ends on the last one."""
    from PIL import Image

    width = int(_size(svgs[0])[0])
    told = [textwrap.wrap(c, max(20, width // CHARACTER)) for c in captions]
    height = max(map(len, told)) * LINE + 12
    pages = [_with_words(svg, lines, height, theme) for svg, lines in zip(svgs, told, strict=True)]
    zoom = zoom_for(pages[0], MOST_PIXELS) or 1
    frames = [Image.open(io.BytesIO(png(page, zoom))).convert("RGB") for page in pages]
    # One palette for all, or colours would flicker from picture to picture: the commonest of all pictures.
    counts: Counter[Any] = Counter()
    for frame in frames:
        counts.update({colour: count for count, colour in frame.getcolors(1 << 24) or []})
    colours = np.array([c for c, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))])
    palette = colours[:255]
    numbers = np.zeros(1 << 24, np.uint8)  # for each colour that occurs its place in the palette
    numbers[_packed(colours)] = _nearest(colours, palette)
    reduced = [Image.fromarray(numbers[_packed(np.asarray(frame))]) for frame in frames]
    for picture in reduced:
        picture.putpalette(palette.astype(np.uint8).tobytes())
    times = [STEP + PER_CHARACTER * len(c) for c in captions[:-1]] + [LAST]
    movie = io.BytesIO()
    reduced[0].save(movie, "GIF", save_all=True, append_images=reduced[1:], duration=times, optimize=False)
    return movie.getvalue()


def _packed(colours: np.ndarray) -> np.ndarray:
    """Each colour as one number."""
    red, green, blue = np.moveaxis(colours.astype(np.int32), -1, 0)
    packed: np.ndarray = (red << 16) | (green << 8) | blue
    return packed


def _nearest(colours: np.ndarray, palette: np.ndarray) -> np.ndarray:
    """For each colour the place of the nearest one; one that is in the palette stays exactly itself."""
    parts = [
        np.sum((some[:, None].astype(np.int32) - palette) ** 2, axis=-1).argmin(axis=1)
        for some in np.array_split(colours, max(1, len(colours) // 1000))
    ]
    return np.concatenate(parts).astype(np.uint8)


def _size(svg: str) -> tuple[float, float]:
    box = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', svg)
    assert box is not None
    return float(box[3]), float(box[4])


def _with_words(svg: str, lines: Sequence[str], height: int, theme: str) -> str:
    """Put a picture above lines of text, on one surface."""
    colours = get_theme(theme)
    width, tall = _size(svg)
    rows = "".join(
        f'<text x="20" y="{tall + LINE * (i + 0.8):g}" fill="{colours.text}" font-family="DejaVu Sans" '
        f'font-size="14">{html.escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{tall + height:g}" '
        f'viewBox="0 0 {width:g} {tall + height:g}">'
        f'<rect width="100%" height="100%" fill="{colours.surface}"/>{svg}{rows}</svg>'
    )


@functools.cache
def _fonts() -> list[str]:
    import matplotlib as mpl

    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    return [str(folder / f"DejaVuSans{kind}.ttf") for kind in ("", "-Bold", "Mono", "Mono-Bold")]
