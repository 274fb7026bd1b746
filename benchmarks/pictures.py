"""How long a picture takes, by the size of its graph: the words, the layout inside Python, the drawing."""

from __future__ import annotations

import shutil
import statistics
import time
from typing import Any

import numpy as np
from measuring import spoken

import autodiff_lab as adl
from autodiff_lab.views.layout import layout

SIZES = (10, 100, 300, 10_000)


def pictures(short: bool) -> list[tuple[str, str, str]]:
    """Rows for the table: what, how long, and the goal."""
    layout("digraph { a }")  # starts the engine, once per process
    rows = []
    for size in SIZES:
        tape, y, sources = _tape(size)
        times = [_seconds(tape, y, sources, number) for number in range(1 if short else 5)]
        goal = "under 1 s" if size == 300 else "under 5 s" if size > 300 else ""
        folded = " (folded)" if size > 300 else ""
        rows.append(
            (
                f"sweep of {size:,} values{folded}: told, arranged, drawn",
                spoken(statistics.median(times)),
                goal,
            )
        )
    return [*rows, _beside_dot()]


def _tape(values: int) -> tuple[Any, Any, list]:
    x, w = adl.Variable(np.float64(1.0), name="x"), adl.Variable(np.float64(0.5), name="w")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(max(1, (values - 2) // 3)):  # three values in each turn
            y = np.tanh(w * y + x)
    return tape, y, [x, w]


def _seconds(tape: Any, y: Any, sources: list, number: int) -> float:
    start = time.perf_counter()
    # Another name each time, so that no layout is known already.
    tape.sweep(y, sources, names={f"y{number}": y}).to_svg()
    return time.perf_counter() - start


def _beside_dot() -> tuple[str, str, str]:
    what = "layout of 100 values ÷ that by the dot program"
    if shutil.which("dot") is None:
        return what, "dot is not installed here", ""
    tape, y, sources = _tape(100)
    ratios = []
    for number in range(5):
        text = tape.sweep(y, sources, names={f"z{number}": y}).to_dot()
        taken = []
        for engine in ("wasi", "system"):
            start = time.perf_counter()
            layout(text, engine=engine)
            taken.append(time.perf_counter() - start)
        ratios.append(taken[0] / taken[1])
    return what, f"{statistics.median(ratios):.2f}", ""
