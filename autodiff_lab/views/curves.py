"""The line of an edge: its curve, its arrows, and the spot for its label."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]  # left, top, right, bottom

SAMPLES = 8  # on each Bezier piece
CELL = 64.0  # pixels; the raster in which neighbours are looked up


def end_at(points: Sequence[Point], start: Point, end: Point, bow: float = 0.0) -> list[Point]:
    """Fit a curve to new ends that lie close to the old ones; it leaves and arrives horizontally.

    A `bow` moves everything between the ends down by so many pixels.

    Examples
    --------
    >>> end_at([(1, 1), (10, 2), (20, 8), (29, 9)], (0, 0), (30, 10))
    [(0, 0), (10, 0.0), (20, 10.0), (30, 10)]
    """
    fitted = [(x, y + bow) for x, y in points]
    first, last = fitted[1], fitted[-2]
    fitted[0], fitted[-1] = start, end
    fitted[1] = (max(first[0], start[0]), start[1] + bow)
    fitted[-2] = (min(last[0], end[0]), end[1] + bow)
    return fitted


def path(points: Sequence[Point]) -> str:
    """Write a curve as the ``d`` of an SVG path."""
    pieces = (points[at : at + 3] for at in range(1, len(points) - 2, 3))
    return f"M{_pair(points[0])}" + "".join("C" + " ".join(map(_pair, piece)) for piece in pieces)


def arrow(tip: Point, towards: Point, length: float, width: float) -> str:
    """Write a triangle as the ``d`` of an SVG path, its base in the direction of `towards`."""
    dx, dy = towards[0] - tip[0], towards[1] - tip[1]
    size = math.hypot(dx, dy) or 1.0
    dx, dy = dx / size, dy / size
    base = (tip[0] + length * dx, tip[1] + length * dy)
    half = width / 2
    left, right = (base[0] - half * dy, base[1] + half * dx), (base[0] + half * dy, base[1] - half * dx)
    return f"M{_pair(tip)}L{_pair(left)}L{_pair(right)}Z"


def _pair(point: Point) -> str:
    return " ".join(f"{number:.1f}".removesuffix(".0") for number in point)


def sample(points: Sequence[Point]) -> list[Point]:
    """Give points along a curve, nearly evenly spread."""
    spots = [points[0]]
    for at in range(0, len(points) - 3, 3):
        a, b, c, d = points[at : at + 4]
        for number in range(1, SAMPLES + 1):
            t = number / SAMPLES
            u = 1 - t
            k, m, n, p = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            x = k * a[0] + m * b[0] + n * c[0] + p * d[0]
            y = k * a[1] + m * b[1] + n * c[1] + p * d[1]
            spots.append((x, y))
    return spots


def along(spots: Sequence[Point], share: float) -> Point:
    """Find the point at a share of the length of a line of points.

    Examples
    --------
    >>> along([(0, 0), (10, 0), (10, 30)], 0.5)
    (10.0, 10.0)
    """
    lengths = [math.dist(a, b) for a, b in pairwise(spots)]
    left = share * sum(lengths)
    for (a, b), length in zip(pairwise(spots), lengths, strict=True):
        if left <= length and length > 0:
            part = left / length
            return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
        left -= length
    return spots[-1]


class Obstacles:
    """Rectangles and lines that a label must not hide, found quickly by place."""

    def __init__(self) -> None:
        self._rectangles: defaultdict[tuple[int, int], list[Rectangle]] = defaultdict(list)
        self._spots: defaultdict[tuple[int, int], list[tuple[Point, str]]] = defaultdict(list)

    def add_rectangle(self, rectangle: Rectangle) -> None:
        """Add something that a label must not cover."""
        for cell in _cells(rectangle):
            self._rectangles[cell].append(rectangle)

    def add_line(self, spots: Iterable[Point], name: str) -> None:
        """Add an edge, which a label covers only where it must."""
        for spot in spots:
            self._spots[int(spot[0] // CELL), int(spot[1] // CELL)].append((spot, name))

    def hits(self, rectangle: Rectangle) -> int:
        """Count the rectangles that overlap this one."""
        near = {other for cell in _cells(rectangle) for other in self._rectangles[cell]}
        return sum(_overlap(rectangle, other) for other in near)

    def crossings(self, rectangle: Rectangle, own: str) -> int:
        """Count the points of other lines that lie inside."""
        left, top, right, bottom = rectangle
        return sum(
            name != own and left <= x <= right and top <= y <= bottom
            for cell in _cells(rectangle)
            for (x, y), name in self._spots[cell]
        )


def _cells(rectangle: Rectangle) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(number // CELL) for number in rectangle)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


_SHARES = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8)


def label_spot(
    spots: Sequence[Point], name: str, width: float, height: float, obstacles: Obstacles
) -> tuple[Point, Rectangle, bool]:
    """Find the spot on a line where a label hides least, and close to its middle.

    Returns
    -------
    tuple
        The centre, the rectangle, and whether nothing but lines lies below it.
    """
    best: tuple[tuple[int, int, int], Point, Rectangle] | None = None
    for rank, share in enumerate(_SHARES):
        x, y = along(spots, share)
        rectangle = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        cost = (obstacles.hits(rectangle), obstacles.crossings(rectangle, name), rank)
        if best is None or cost < best[0]:
            best = cost, (x, y), rectangle
        if cost[:2] == (0, 0):
            break
    assert best is not None
    return best[1], best[2], best[0][0] == 0
