"""Taking turns: all engines run in one process, one after the other, again and again."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

import numpy as np


def agree(title: str, runs: dict[str, Callable], truth: str) -> None:
    """Stop unless all engines give the same gradients."""
    answers = {engine: [np.asarray(g) for g in run()] for engine, run in runs.items()}
    for engine, found in answers.items():
        for mine, theirs in zip(answers[truth], found, strict=True):
            np.testing.assert_allclose(
                np.reshape(theirs, mine.shape), mine, rtol=1e-8, atol=1e-11, err_msg=f"{title}: {engine}"
            )


def measure(runs: dict[str, Callable], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Time all engines in turn; each turn lasts about `seconds`, and gives the time of one run."""
    repeats = {}
    for engine, run in runs.items():
        run()
        start = time.perf_counter()
        run()
        repeats[engine] = max(1, round(seconds / (time.perf_counter() - start)))
    times: dict[str, list[float]] = {engine: [] for engine in runs}
    for _ in range(rounds):
        for engine, run in runs.items():
            gc.collect()
            start = time.perf_counter()
            for _ in range(repeats[engine]):
                run()
            times[engine].append((time.perf_counter() - start) / repeats[engine])
    return times


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios, turn by turn: a slow moment of the machine strikes both alike."""
    return statistics.median(m / t for m, t in zip(ours, theirs, strict=True))


def spoken(seconds: float) -> str:
    """A time with three digits, in ms or µs."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
