"""The points of a curve: a learner's function called along one input, coarse to fine, with its gaps found."""

from __future__ import annotations

import contextlib
import io
import math
import time
import warnings
from collections.abc import Callable, Iterator

import numpy as np

INTERVALS = 256
MOST_JUMPS = 16  # places that are looked at closely; a wilder curve keeps its steep lines
HALVINGS = 12
LARGEST = 1e300  # beyond, a picture's own arithmetic would overflow


class Samples:
    """A curve that grows: each pass halves the distance of its points.

    Parameters
    ----------
    f : callable
        From a number to a number. Whatever it raises makes a gap.
    low, high : float
        The ends.

    Examples
    --------
    >>> samples = Samples(lambda x: x**2, -5.0, 5.0)
    >>> samples.advance()
    True
    >>> xs, ys = samples.curve()
    >>> len(xs), float(ys[0]), float(min(ys))
    (257, 25.0, 0.0)
    """

    def __init__(self, f: Callable[[float], float], low: float, high: float) -> None:
        self._f = f
        self.low, self.high = low, high
        self._order = _coarse_to_fine(INTERVALS)
        self._next = 0
        self._known: dict[float, float] = {}
        self._breaks: list[float] = []
        self.done = False
        self.seconds = 0.0  # spent so far

    def __len__(self) -> int:
        return len(self._known)

    def advance(self, seconds: float = math.inf) -> bool:
        """Call the function for about so long, at least once; tell whether the curve is complete."""
        start = time.perf_counter()
        with _quiet():
            while not self.done:
                if self._next < len(self._order):
                    part = self._order[self._next] / INTERVALS
                    self._at(self.low * (1 - part) + self.high * part)
                    self._next += 1
                else:
                    self._find_breaks()
                    self.done = True
                if time.perf_counter() - start > seconds:
                    break
        self.seconds += time.perf_counter() - start
        return self.done

    def curve(self) -> tuple[np.ndarray, np.ndarray]:
        """Give the points from left to right, with not-a-number where the line has a gap."""
        points = sorted([*self._known.items(), *((x, math.nan) for x in self._breaks)])
        array = np.array(points, float).reshape(-1, 2)
        array[~np.isfinite(array[:, 1]), 1] = math.nan
        return array[:, 0], array[:, 1]

    def heights(self) -> tuple[float, float]:
        """Choose the lowest and the highest value that the picture shows.

        A few values that run far away, as beside a pole, do not press the rest flat.
        """
        # only the evenly spread points: those around a pole would count too much
        evenly = list(self._known.values())[: self._next]
        finite = np.array([y for y in evenly if math.isfinite(y)])
        if not finite.size:
            return -1.0, 1.0
        low, high = float(finite.min()), float(finite.max())
        inner_low, inner_high = (float(v) for v in np.quantile(finite, [0.04, 0.96]))
        if high - low > 6 * (inner_high - inner_low) > 0:
            half = (inner_high - inner_low) / 4
            low, high = max(low, inner_low - half), min(high, inner_high + half)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            half = max(1.0, abs(high) / 2)
            return low - half, high + half
        edge = 0.08 * (high - low)
        return low - edge, high + edge

    def _at(self, x: float) -> float:
        if x not in self._known:
            try:
                y = float(self._f(x))
            except Exception:
                y = math.nan
            self._known[x] = y if abs(y) < LARGEST else math.nan
        return self._known[x]

    def _find_breaks(self) -> None:
        """Look closely at the largest jumps: one that no halving makes smaller is a gap, not a steep line."""
        xs, ys = self.curve()
        if len(xs) < 3:
            return
        jumps = np.abs(np.diff(ys))
        low, high = self.heights()
        usual = np.nanmedian(jumps) if np.isfinite(jumps).any() else math.nan
        suspects = [i for i in range(len(jumps)) if jumps[i] > max(8 * usual, 0.02 * (high - low))]
        for i in sorted(suspects, key=lambda i: -jumps[i])[:MOST_JUMPS]:
            self._halve(xs[i], xs[i + 1], float(jumps[i]))

    def _halve(self, left: float, right: float, jump: float) -> None:
        start = jump
        for _ in range(HALVINGS):
            middle = (left + right) / 2
            y = self._at(middle)
            if not math.isfinite(y):
                return  # this point is a gap already
            first, second = abs(y - self._known[left]), abs(self._known[right] - y)
            left, right, jump = (left, middle, first) if first > second else (middle, right, second)
        if jump > start / 4:
            self._breaks.append((left + right) / 2)


def _coarse_to_fine(intervals: int) -> list[int]:
    """Order the points so that every beginning of the list is spread evenly: ends, middle, quarters."""
    order = [0, intervals]
    step = intervals
    while step > 1:
        order += range(step // 2, intervals, step)
        step //= 2
    return order


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep what a function prints or warns about out of the page: the learner did not call it here."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield
