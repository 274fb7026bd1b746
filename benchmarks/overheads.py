"""What is not a gradient: memory per record, growth, import, and a call that no tape follows."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from typing import Any

import numpy as np
from measuring import measure, spoken

import autodiff_lab as adl

HEAVY = ("matplotlib", "ipywidgets", "anywidget", "graphviz", "IPython", "optree")


def overheads(short: bool) -> list[tuple[str, str, str]]:
    """Rows for the table: what, how much, and the goal."""
    return [*_records(100_000 if short else 1_000_000), _imports(3 if short else 15), _untaped()]


def _chain(records: int) -> tuple[Any, Any, Any]:
    x = adl.Variable(np.float64(0.5))
    with adl.GradientTape() as tape:
        y = x
        for _ in range(records // 2):
            y = y * 0.999 + x
    return tape, y, x


def _seconds(records: int) -> float:
    start = time.perf_counter()
    tape, y, x = _chain(records)
    tape.gradient(y, x)
    return time.perf_counter() - start


def _records(count: int) -> list[tuple[str, str, str]]:
    growth = statistics.median(_seconds(count) / _seconds(count // 2) for _ in range(3))
    few = min(count, 100_000)
    tracemalloc.start()
    kept = _chain(few)
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    # NumPy's own: the scalar that each op gives has 32 bytes.
    each = grown / few - sys.getsizeof(np.float64(1.0))
    return [
        (f"tape of {count:,} records: time of twice as many records", f"× {growth:.2f}", "about 2"),
        ("memory of a record of single numbers, beyond NumPy's scalar", f"{each:.0f} bytes", "≤ 400 bytes"),
    ]


def _imports(rounds: int) -> tuple[str, str, str]:
    ratios = []
    with tempfile.TemporaryDirectory() as cache:  # compiled once, as on any machine after the first import
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = cache
        for turn in range(rounds + 1):
            taken = {}
            for module in ("numpy", "autodiff_lab"):
                start = time.perf_counter()
                subprocess.run([sys.executable, "-c", f"import {module}"], check=True, env=environment)
                taken[module] = time.perf_counter() - start
            if turn:
                ratios.append(taken["autodiff_lab"] / taken["numpy"])
    code = f"import sys, autodiff_lab; print([m for m in {HEAVY} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    heavy = loaded.stdout.strip().strip("[]") or "nothing heavy"
    return (
        f"import of autodiff_lab ÷ import of numpy (with it comes: {heavy})",
        f"{statistics.median(ratios):.2f}",
        "≤ 1.3",
    )


def _untaped() -> tuple[str, str, str]:
    tensor, number = adl.constant(0.5), np.float64(0.5)
    times = measure({"ours": lambda: np.sin(tensor), "numpy": lambda: np.sin(number)}, 9, 0.02)
    over = statistics.median(m - t for m, t in zip(times["ours"], times["numpy"], strict=True))
    return "np.sin of a Tensor that no tape follows, beyond np.sin of a number", spoken(over), "≤ 1 µs"
