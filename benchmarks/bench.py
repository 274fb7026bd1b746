"""How long a gradient takes here, beside NumPy by hand, HIPS autograd and PyTorch.

Run ``python benchmarks/bench.py`` from the project's folder. It prints a table and writes the same to
``benchmarks/RESULTS.md``. All engines run in this one process and take turns, so that a slow moment of
the machine strikes them alike, and what counts is the median of the ratios.
"""

from __future__ import annotations

import os

# One thread for everybody; this has to be said before NumPy is loaded.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[_name] = "1"

import argparse
import contextlib
import datetime as dt
import gc
import importlib
import importlib.metadata
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import autodiff_lab as adl

OURS = "Autodiff Lab"
PEERS = {"HIPS autograd": "autograd", "PyTorch": "torch"}
LINKS = 1000

# ---- the work: functions that only need a library's sin, tanh, ... -----------------------------------


def chain(x: Any, sin: Callable, tanh: Callable) -> Any:
    """1,000 ops on a single number, one after another."""
    for _ in range(LINKS // 4):
        x = tanh(sin(x) * 1.5 + 0.25)
    return x


def loss(w1: Any, b1: Any, w2: Any, b2: Any, data: Any, wanted: Any, tanh: Callable, mean: Callable) -> Any:
    """The mean squared error of a small network: 32 inputs, 32 hidden units, 1 output."""
    error = tanh(data @ w1 + b1) @ w2 + b2 - wanted
    return mean(error * error)


START = 0.3
_random = np.random.default_rng(1)
DATA, WANTED = _random.normal(size=(64, 32)), _random.normal(size=(64, 1))
WEIGHTS = [
    _random.normal(size=(32, 32)) / 6,
    np.zeros(32),
    _random.normal(size=(32, 1)) / 6,
    np.zeros(1),
]

# ---- each engine makes, for each case, a function that gives the gradients ----------------------------


def ours() -> dict[str, Callable]:
    x = adl.Variable(np.float64(START))
    weights = [adl.Variable(w) for w in WEIGHTS]
    data, wanted = adl.constant(DATA), adl.constant(WANTED)

    def run_chain() -> list:
        with adl.GradientTape() as tape:
            y = chain(x, np.sin, np.tanh)
        return [tape.gradient(y, x)]

    def run_network() -> list:
        with adl.GradientTape() as tape:
            y = loss(*weights, data, wanted, np.tanh, np.mean)
        return tape.gradient(y, weights)

    return {"chain": run_chain, "network": run_network}


def by_hand() -> dict[str, Callable]:
    def run_chain() -> list:
        x = np.float64(START)
        kept = []
        for _ in range(LINKS // 4):
            y = np.tanh(np.sin(x) * 1.5 + 0.25)
            kept.append((x, y))
            x = y
        g = np.float64(1.0)
        for before, after in reversed(kept):
            g = g * (1 - after * after) * 1.5 * np.cos(before)
        return [g]

    def run_network() -> list:
        w1, b1, w2, b2 = WEIGHTS
        hidden = np.tanh(DATA @ w1 + b1)
        error = hidden @ w2 + b2 - WANTED
        np.mean(error * error)
        g = 2 * error / error.size
        inner = (g @ w2.T) * (1 - hidden * hidden)
        return [DATA.T @ inner, inner.sum(0), hidden.T @ g, g.sum(0)]

    return {"chain": run_chain, "network": run_network}


def hips_autograd() -> dict[str, Callable]:
    anp = importlib.import_module("autograd.numpy")
    grad = importlib.import_module("autograd").grad
    slope = grad(lambda x: chain(x, anp.sin, anp.tanh))
    slopes = grad(lambda w: loss(*w, DATA, WANTED, anp.tanh, anp.mean))
    return {"chain": lambda: [slope(START)], "network": lambda: slopes(WEIGHTS)}


def pytorch() -> dict[str, Callable]:
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    x = torch.tensor(START, dtype=torch.float64, requires_grad=True)
    weights = [torch.tensor(w, requires_grad=True) for w in WEIGHTS]
    data, wanted = torch.tensor(DATA), torch.tensor(WANTED)
    grad = torch.autograd.grad
    return {
        "chain": lambda: grad(chain(x, torch.sin, torch.tanh), [x]),
        "network": lambda: grad(loss(*weights, data, wanted, torch.tanh, torch.mean), weights),
    }


ENGINES = {OURS: ours, "NumPy by hand": by_hand, "HIPS autograd": hips_autograd, "PyTorch": pytorch}
TITLES = {
    "chain": f"chain of {LINKS:,} ops on one number",
    "network": "network 64×32 → 32 → 1, one training gradient",
}

# ---- measuring ---------------------------------------------------------------------------------------


def agree(name: str, runs: dict[str, Callable]) -> None:
    """Stop unless all engines give the same gradients."""
    answers = {engine: [np.asarray(g) for g in run()] for engine, run in runs.items()}
    for engine, found in answers.items():
        for mine, theirs in zip(answers[OURS], found, strict=True):
            np.testing.assert_allclose(theirs, mine, rtol=1e-9, atol=1e-12, err_msg=f"{name}: {engine}")


def measure(runs: dict[str, Callable], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Time all engines in turn; each turn lasts about `seconds`, and gives the time of one gradient."""
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


def table(results: dict[str, dict[str, list[float]]]) -> str:
    """Write the medians as Markdown."""
    lines = [
        "| case | engine | time of one gradient | Autodiff Lab's time ÷ this one's |",
        "|---|---|---:|---:|",
    ]
    for case, times in results.items():
        for engine, taken in times.items():
            ratio = statistics.median(m / t for m, t in zip(times[OURS], taken, strict=True))
            middle = f"{statistics.median(taken) * 1e3:.3f} ms"
            lines.append(f"| {TITLES[case]} | {engine} | {middle} | {ratio:.2f} |")
    return "\n".join(lines)


def processor() -> str:
    """The processor's name in words, where the system tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def circumstances(absent: list[str]) -> str:
    """Tell when, where and with which versions this was measured."""
    versions = [f"{OURS} {adl.__version__}", f"NumPy {np.__version__}"]
    peers = {engine: name for engine, name in PEERS.items() if engine not in absent}
    versions += [f"{engine} {importlib.metadata.version(name)}" for engine, name in peers.items()]
    where = f"{platform.system()}, {processor()}, {os.cpu_count()} cores, one thread"
    when = dt.date.today().isoformat()
    lines = [
        f"Measured on {when} with Python {platform.python_version()} ({where}).",
        "Versions: " + ", ".join(versions) + ".",
    ]
    if absent:
        lines.append("Not installed, so not measured: " + ", ".join(absent) + ".")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, help="how often the engines take turns")
    parser.add_argument("--seconds", type=float, default=0.05, help="how long one turn lasts")
    parser.add_argument("--no-file", action="store_true", help="print only, leave RESULTS.md as it is")
    asked = parser.parse_args()

    engines, absent = {}, []
    for name, make in ENGINES.items():
        try:
            engines[name] = make()
        except ModuleNotFoundError:
            absent.append(name)
    limits = contextlib.nullcontext()
    with contextlib.suppress(ModuleNotFoundError):
        limits = importlib.import_module("threadpoolctl").threadpool_limits(1)

    results = {}
    with limits:
        for case in TITLES:
            runs = {engine: cases[case] for engine, cases in engines.items()}
            agree(case, runs)
            results[case] = measure(runs, asked.rounds, asked.seconds)
    text = f"{table(results)}\n\n{circumstances(absent)}\n"
    print(text)
    if not asked.no_file:
        heading = (
            "# How long a gradient takes\n\n"
            "Forward and backward together, in float64, each time from a fresh tape. "
            "Made by `python benchmarks/bench.py`; the engines take turns in one process, all give the same "
            "gradients, and the numbers are medians. A ratio below 1 means that Autodiff Lab is quicker.\n\n"
        )
        (HERE / "RESULTS.md").write_text(heading + text, encoding="utf-8")


if __name__ == "__main__":
    main()
