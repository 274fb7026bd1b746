"""How long a picture takes, by the size of its graph: the words, the layout inside Python, the drawing.

Beside it the dot program, and torchviz, which draws PyTorch's graphs with it. Ours is more: the sweep in
words, the places of labels, and every step of the way back.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from measuring import spoken

import autodiff_lab as adl
from autodiff_lab.views.layout import layout

SIZES = (10, 100, 300, 10_000)
PATIENCE = 20  # seconds that the other programs get for a picture


def pictures(short: bool) -> list[tuple[str, str, str]]:
    """Rows for the table: what, how long, and the goal."""
    layout("digraph { a }")  # starts the engine, once per process
    rows = []
    for size in SIZES:
        tape, y, sources = _tape(size)
        times = [_seconds(tape, y, sources, number) for number in range(1 if short else 5)]
        ours = statistics.median(times)
        goal = "under 1 s" if size == 300 else "under 5 s" if size > 300 else ""
        folded = " (folded)" if size > 300 else ""
        rows.append((f"sweep of {size:,} values{folded}: told, arranged, drawn", spoken(ours), goal))
        if size <= 300:  # the others have nothing that folds
            rows.append(("– its graph by the dot program", _compared(ours, _by_dot(size, short)), ""))
            rows.append(
                ("– the same computation by torchviz", _compared(ours, _by_torchviz(size, short)), "")
            )
    return rows


def _tape(values: int) -> tuple[Any, Any, list]:
    x, w = adl.Variable(np.float64(1.0), name="x"), adl.Variable(np.float64(0.5), name="w")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(_turns(values)):
            y = np.tanh(w * y + x)
    return tape, y, [x, w]


def _turns(values: int) -> int:
    return max(1, (values - 2) // 3)  # three values in each turn


def _seconds(tape: Any, y: Any, sources: list, number: int) -> float:
    start = time.perf_counter()
    # Another name each time, so that no layout is known already.
    tape.sweep(y, sources, names={f"y{number}": y}).to_svg()
    return time.perf_counter() - start


def _compared(ours: float, theirs: float | None) -> str:
    if theirs is None:
        return "not installed here"
    if theirs >= PATIENCE:
        return f"stopped after {PATIENCE} s"
    return f"{spoken(theirs)}; ours takes {ours / theirs:.2f} of it"


def _by_dot(size: int, short: bool) -> float | None:
    """Arrange and draw the same graph with the dot program, from its text to an SVG."""
    if shutil.which("dot") is None:
        return None
    tape, y, sources = _tape(size)
    text = tape.sweep(y, sources).to_dot()
    return _median(lambda: _dot(text), short)


def _by_torchviz(size: int, short: bool) -> float | None:
    """Draw the same computation of PyTorch's with torchviz, which has dot arrange it, to an SVG."""
    try:
        import torch
        from torchviz import make_dot
    except ImportError:
        return None
    if shutil.which("dot") is None:
        return None
    x, w = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (1.0, 0.5))
    y = x
    for _ in range(_turns(size)):
        y = torch.tanh(w * y + x)
    return _median(lambda: _dot(make_dot(y, {"x": x, "w": w}).source), short)


def _dot(text: str) -> None:
    subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True, timeout=PATIENCE)


def _median(draw: Callable[[], Any], short: bool) -> float:
    times = []
    for _ in range(1 if short else 5):
        start = time.perf_counter()
        try:
            draw()
        except subprocess.TimeoutExpired:
            return float(PATIENCE)
        times.append(time.perf_counter() - start)
    return statistics.median(times)
