"""Arrays as small charts: bars for a vector, a grid or a thumbnail of coloured cells for a matrix.

A chart is plain data first (`chart_of`), so that the player can draw it too: ``widgets/static/charts.js``
makes the same shapes from the same data. Colours are classes, from ``adl-heat-0`` (the most negative) over
``adl-heat-8`` (zero) to ``adl-heat-16``, because one picture is painted in either theme.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from .theme import LEVELS, STRONG

Chart = dict[str, Any]

MOST_BARS = 24
GRID = (4, 6)  # rows and columns of a matrix whose cells are all drawn
THUMBNAIL = (12, 16)  # rows and columns of a larger one
DIGITS = 4

BAR, BAR_HEIGHT = 4, 24  # pixels: the narrowest bar, and the height of all
WIDEST_BARS = 96
CELL, SMALLEST = 10, 3
THUMB_WIDTH, THUMB_HEIGHT = 72, 40
MARKED = 5  # pixels of a cell in which a minus sign has room


def chart_of(values: np.ndarray[Any, Any]) -> Chart | None:
    """Reduce an array to what a small chart shows.

    Parameters
    ----------
    values : ndarray
        Real numbers. Of more than two axes those of length 1 are left out, and the leading ones become rows.

    Returns
    -------
    dict or None
        ``kind`` ("bars", "grid" or "heat"), ``rows``, ``columns``, ``cells`` (row by row, four digits each;
        None for what is not a number) and ``most``, the largest absolute value among the finite ones. In a
        thumbnail each cell stands for a block, by that entry of it that is largest in absolute value. None
        for numbers, short vectors, and vectors that are too long for bars.

    Examples
    --------
    >>> chart_of(np.array([[1.0, -2.0], [0.0, 4.0]]))
    {'kind': 'grid', 'rows': 2, 'columns': 2, 'cells': [1.0, -2.0, 0.0, 4.0], 'most': 4.0}
    """
    if values.dtype.kind not in "fiub" or not values.size or values.ndim == 0:
        return None
    if values.ndim > 2 and values.squeeze().ndim >= 2:  # an image with one channel looks as the image itself
        values = values.squeeze()
    if values.ndim == 1:
        if not 2 <= values.size <= MOST_BARS:
            return None
        kind, matrix = "bars", values[None, :]
    else:
        matrix = values.reshape(-1, values.shape[-1])
        small = matrix.shape[0] <= GRID[0] and matrix.shape[1] <= GRID[1]
        kind = "grid" if small else "heat"
        if not small:
            matrix = _blocks(_blocks(matrix, 0, THUMBNAIL[0]), 1, THUMBNAIL[1])
    wide = matrix.astype(np.float64)
    finite = np.abs(wide[np.isfinite(wide)])
    return {
        "kind": kind,
        "rows": matrix.shape[0],
        "columns": matrix.shape[1],
        "cells": [_short(v) for v in wide.ravel().tolist()],
        "most": _short(float(finite.max(initial=0.0))),
    }


def _blocks(matrix: np.ndarray[Any, Any], axis: int, most: int) -> np.ndarray[Any, Any]:
    """Keep of each block of rows or columns the entry that is largest in absolute value."""
    length = matrix.shape[axis]
    if length <= most:
        return matrix
    starts = np.unique(np.arange(most) * length // most)
    wide = matrix.astype(np.float64) if matrix.dtype.kind in "ub" else matrix
    high = np.fmax.reduceat(wide, starts, axis=axis)
    low = np.fmin.reduceat(wide, starts, axis=axis)
    return np.where(np.abs(low) > np.abs(high), low, high)


def _short(value: float) -> Any:
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return float(f"{value:.{DIGITS}g}")


def largest(charts: Iterable[Chart | None]) -> float:
    """Give the range that several charts share: the largest absolute value in any of them."""
    return max((chart["most"] for chart in charts if chart), default=0.0)


def scale(chart: Chart, shared: float, own: float) -> float:
    """Choose the range of a chart: cells share one, so that colours compare; bars fill their place."""
    return own if chart["kind"] == "bars" else shared


def size(chart: Chart | None, small: bool = False) -> tuple[float, float]:
    """Give the width and height of a chart in pixels; a small one stands beside a line of text."""
    if chart is None:
        return 0, 0
    rows, columns = chart["rows"], chart["columns"]
    if chart["kind"] == "bars":
        return columns * _bar(columns, small), BAR_HEIGHT - 4 * small
    width, height = _cell(rows, columns, small)
    return columns * width, rows * height


def _bar(columns: int, small: bool) -> float:
    return 3 if small else min(10, max(BAR, WIDEST_BARS // columns))


def _cell(rows: int, columns: int, small: bool) -> tuple[float, float]:
    """Give the width and height of a cell: narrow matrices have wide ones."""
    if small:
        return max(2, min(6, 54 // columns)), max(2, min(6, 24 // rows))
    return (
        max(SMALLEST, min(CELL, THUMB_WIDTH // columns)),
        max(SMALLEST, min(CELL, THUMB_HEIGHT // rows)),
    )


def level(value: Any, most: float) -> str:
    """Give the class of a value's colour; only zero has the middle one."""
    if value is None:
        return "none"
    if isinstance(value, str):
        return str(2 * LEVELS if value == "inf" else 0)
    if not value or not most:
        return str(LEVELS)
    # The root: small numbers beside large ones still have a colour.
    steps = max(1, math.floor(math.sqrt(abs(value) / most) * LEVELS + 0.5))
    return str(LEVELS + min(steps, LEVELS) * (1 if value > 0 else -1))


def shapes(chart: Chart, most: float, small: bool = False) -> list[tuple[str, dict[str, str]]]:
    """Draw a chart with its upper left corner at (0, 0).

    Returns
    -------
    list of tuple
        Tags of SVG elements with their attributes.
    """
    columns = chart["columns"]
    found: list[tuple[str, dict[str, str]]] = []
    if chart["kind"] == "bars":
        width, height = size(chart, small)
        bar = _bar(columns, small)
        for at, value in enumerate(chart["cells"]):
            part = 0.0 if value is None or not most else 1.0 if isinstance(value, str) else abs(value) / most
            tall = max(1.0, min(part, 1.0) * height / 2) if value != 0 else 0.0
            down = value is not None and (value == "-inf" if isinstance(value, str) else value < 0)
            top = height / 2 if down else height / 2 - tall
            look = f"adl-heat-{'none' if value is None else 0 if down else 2 * LEVELS}"
            found.append(("rect", _rectangle(look, at * bar, top, bar - 1, tall)))
        found.append(("path", {"class": "adl-axis", "d": f"M0 {_text(height / 2)}H{_text(width)}"}))
        return found
    wide, high = _cell(chart["rows"], columns, small)
    marks: dict[str, list[str]] = {"adl-minus": [], "adl-minus-strong": []}
    for at, value in enumerate(chart["cells"]):
        left, top = at % columns * wide, at // columns * high
        found.append(("rect", _rectangle(f"adl-heat-{level(value, most)}", left, top, wide, high)))
        if min(wide, high) >= MARKED and (value == "-inf" or (isinstance(value, float) and value < 0)):
            strong = int(level(value, most)) < STRONG
            mark = f"M{_text(left + wide / 2 - 2)} {_text(top + high / 2)}h4"
            marks["adl-minus-strong" if strong else "adl-minus"].append(mark)
    # the sign, for those who see no colours
    found += [("path", {"class": look, "d": "".join(drawn)}) for look, drawn in marks.items() if drawn]
    width, height = size(chart, small)
    found.append(("rect", _rectangle("adl-outline", 0, 0, width, height)))
    return found


def _rectangle(look: str, left: float, top: float, width: float, height: float) -> dict[str, str]:
    numbers = {"x": left, "y": top, "width": width, "height": height}
    return {"class": look, **{name: _text(value) for name, value in numbers.items()}}


def _text(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
