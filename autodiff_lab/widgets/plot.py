"""The picture of a curve, drawn with matplotlib in a theme's colours: one figure, changed in place."""

from __future__ import annotations

import base64
import io
import warnings
from typing import Any

import numpy as np

from ..views.numbers import format_number
from ..views.text import clean, shorten
from ..views.theme import SANS, get_theme

WIDTH, HEIGHT = 440, 300  # pixels, whatever is shown
LEFT, TOP, RIGHT, BOTTOM = 74, 34, 18, 34  # around the axes
FAMILIES = [name.strip(' "') for name in SANS.split(",")][:-1]
LABEL = 24  # characters of an axis label


class Plot:
    """Draw a curve over one input, without the point and the tangent that move on it.

    Examples
    --------
    >>> plot = Plot()
    >>> picture = plot.draw([0.0, 1.0], [0.0, 1.0], (0.0, 1.0), (-0.1, 1.1), "x", "y", "light")
    >>> picture["box"], picture["alt"]
    ({'left': 74, 'top': 34, 'width': 348, 'height': 232}, 'Curve of y over x from 0 to 1')
    """

    def __init__(self) -> None:
        # Imported late, because that takes a while. Not pyplot, which would keep the figure for ever.
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter, MaxNLocator

        self.figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72)
        FigureCanvasSVG(self.figure)
        inside = ((WIDTH - LEFT - RIGHT) / WIDTH, (HEIGHT - TOP - BOTTOM) / HEIGHT)
        self.axes = axes = self.figure.add_axes((LEFT / WIDTH, BOTTOM / HEIGHT, *inside))
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
            axis.set_major_formatter(FuncFormatter(lambda value, _: format_number(value)))
        axes.tick_params(length=0, labelsize=13, pad=6)
        (self.line,) = axes.plot([], [], linewidth=2.5, solid_capstyle="round", solid_joinstyle="round")
        # lone points, as between two gaps, are seen too
        (self.dots,) = axes.plot([], [], linestyle="none", marker="o", markersize=5)
        self.zero = [axes.axhline(0, linewidth=1), axes.axvline(0, linewidth=1)]
        self.name_y = self.figure.text(LEFT / WIDTH, 1 - 12 / HEIGHT, "", va="top", ha="center")
        self.name_x = self.figure.text(1 - 4 / WIDTH, (BOTTOM + 8) / HEIGHT, "", va="bottom", ha="right")
        for name in (self.name_x, self.name_y):
            name.set(fontsize=14, fontweight="bold", parse_math=False)  # a "$" in a name is a "$"

    def draw(
        self, xs: Any, ys: Any, x_ends: tuple[float, float], y_ends: tuple[float, float],
        name_x: str, name_y: str, theme: str,
    ) -> dict[str, Any]:  # fmt: skip
        """Draw, and give the picture as data for the page: an image, and where its axes lie."""
        self.line.set_data(xs, ys)
        self.dots.set_data(*_lone(np.asarray(xs), np.asarray(ys)))
        self.axes.set_xlim(*x_ends)
        self.axes.set_ylim(*y_ends)
        name_x, name_y = shorten(name_x, LABEL), shorten(name_y, LABEL)
        self.name_x.set_text(name_x)
        self.name_y.set_text(name_y)
        self.name_y.set_horizontalalignment("center" if len(name_y) < 8 else "left")
        self._colour(theme)
        image = base64.b64encode(self._svg()).decode()
        return {
            "image": f"data:image/svg+xml;base64,{image}",
            "width": WIDTH,
            "height": HEIGHT,
            "box": {
                "left": LEFT,
                "top": TOP,
                "width": WIDTH - LEFT - RIGHT,
                "height": HEIGHT - TOP - BOTTOM,
            },
            "x": list(x_ends),
            "y": list(y_ends),
            "theme": theme,
            "alt": f"Curve of {clean(name_y)} over {clean(name_x)} "
            f"from {format_number(x_ends[0])} to {format_number(x_ends[1])}",
        }

    def _colour(self, theme: str) -> None:
        colours = get_theme(theme)
        self.figure.set_facecolor(colours.surface)
        self.axes.set_facecolor(colours.surface)
        for spine in self.axes.spines.values():
            spine.set_edgecolor(colours.edge)
        self.axes.tick_params(colors=colours.muted)
        self.axes.grid(color=colours.edge, alpha=0.22, linewidth=1)
        for zero in self.zero:
            zero.set(color=colours.edge, alpha=0.8)
        for part in (self.line, self.dots):
            part.set_color(colours["target"].line)
        self.name_x.set_color(colours["source"].line)
        self.name_y.set_color(colours["target"].line)

    def _svg(self) -> bytes:
        from matplotlib import rc_context

        # Text stays text: the page's own fonts know more scripts than the one that matplotlib brings.
        settings: Any = {
            "svg.fonttype": "none",
            "svg.hashsalt": "curve",
            "font.family": "sans-serif",
            "font.sans-serif": [*FAMILIES, "DejaVu Sans"],
        }
        buffer = io.BytesIO()
        with rc_context(settings), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")  # the page has one
            self.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None}, dpi=72)
        return buffer.getvalue()


def _lone(xs: np.ndarray, ys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the points that have a gap on both sides."""
    there = np.isfinite(np.concatenate([[np.nan], ys, [np.nan]]))
    alone = there[1:-1] & ~there[:-2] & ~there[2:]
    return xs[alone], ys[alone]
