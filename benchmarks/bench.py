"""How long a gradient takes here, beside NumPy by hand and the other libraries that are installed.

Run ``python benchmarks/bench.py`` from the project's folder. It prints tables and writes the same to
``benchmarks/RESULTS.md``; ``--short`` takes a minute and writes nothing. What counts are the medians of the
ratios: all engines run in one process and take turns.
"""

from __future__ import annotations

import os

# One thread for everybody; this has to be said before NumPy is loaded.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[_name] = "1"
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("TF_NUM_INTRAOP_THREADS", "1")
os.environ.setdefault("TF_NUM_INTEROP_THREADS", "1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import argparse
import contextlib
import datetime as dt
import importlib
import importlib.metadata
import platform
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from cases import CASES, Case
from engines import ENGINES, HAND, OURS, PROGRAM
from measuring import agree, measure, ratio, spoken
from overheads import overheads
from pictures import pictures

import autodiff_lab as adl

HEADING = """# How long a gradient takes

Forward and backward together, in float64, one thread, each time from a fresh tape. Made by
`python benchmarks/bench.py`: the engines take turns in one process, all give the same gradients, and the
numbers are medians. A ratio is our time divided by theirs; below 1 Autodiff Lab is quicker. What the cases
are stands in [cases.py](cases.py), what was tried in [README.md](README.md).
"""


def found(names: list[str]) -> tuple[list[str], list[str]]:
    """Split the engines into those that are installed and those that are not."""
    present, absent = [], []
    for name in names:
        try:
            importlib.import_module(ENGINES[name][1])
            present.append(name)
            if name == "PyTorch":  # this part of it does not load any more once TensorFlow is there
                importlib.import_module("torch._dynamo")
        except ImportError:
            absent.append(name)
    return present, absent


def runs_of(case: Case, engines: list[str]) -> dict[str, Callable]:
    """Make each engine's function for a case."""
    made = {e: ENGINES[e][0](case) for e in engines if e not in case.without}
    return {e: run for e, run in made.items() if run is not None}


def table(case: Case, times: dict[str, list[float]]) -> list[str]:
    """The rows of one case."""
    lines = []
    for engine, taken in times.items():
        row = [case.title if engine == OURS else "", engine, spoken(statistics.median(taken))]
        for mine, goals in ((OURS, case.goals), (PROGRAM, case.program_goals)):
            if mine not in times:
                row += ["", ""]
                continue
            share = ratio(times[mine], taken)
            goal = goals.get(engine)
            row.append("" if engine == mine else f"{share:.2f}")
            row.append("" if goal is None else f"≤ {goal:.2f} {'✓' if share <= goal else '✗'}")
        lines.append(f"| {' | '.join(row)} |")
    return lines


def processor() -> str:
    """The processor's name in words, where the system tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def circumstances(present: list[str], absent: list[str]) -> str:
    """Tell when, where and with which versions this was measured."""
    packages = dict.fromkeys(ENGINES[e][1] for e in present)
    versions = [f"Autodiff Lab {adl.__version__}"]
    versions += [f"{package} {importlib.metadata.version(package)}" for package in packages]
    where = f"{platform.system()}, {processor()}, {os.cpu_count()} cores, one thread"
    lines = [
        f"Measured on {dt.date.today().isoformat()} with Python {platform.python_version()} ({where}).",
        f"Versions: {', '.join(versions)}.",
    ]
    if absent:
        lines.append(f"Not installed here, so not measured: {', '.join(absent)}.")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="few and short turns, and no file")
    parser.add_argument("--rounds", type=int, default=15, help="how often the engines take turns")
    parser.add_argument("--seconds", type=float, default=0.05, help="how long one turn lasts")
    parser.add_argument("--case", action="append", choices=CASES, help="only this case (may be repeated)")
    parser.add_argument("--no-file", action="store_true", help="print only, leave RESULTS.md as it is")
    asked = parser.parse_args()
    rounds, seconds = (3, 0.01) if asked.short else (asked.rounds, asked.seconds)

    present, absent = found(list(ENGINES))
    limits: contextlib.AbstractContextManager = contextlib.nullcontext()
    with contextlib.suppress(ModuleNotFoundError):
        limits = importlib.import_module("threadpoolctl").threadpool_limits(1)
    head = ["case", "engine", "time", "ours ÷ this", "goal", "as a program ÷ this", "goal"]
    lines = [f"| {' | '.join(head)} |", "|---|---|---:|---:|---|---:|---|"]
    print("\n".join(lines))
    with limits:
        for name in asked.case or CASES:
            case = CASES[name]
            runs = runs_of(case, present)
            agree(case.title, runs, HAND)
            rows = table(case, measure(runs, rounds, seconds))
            print("\n".join(rows), flush=True)
            lines += rows
        if not asked.case:
            rest = ["", "| what else | measured | goal |", "|---|---:|---|"]
            rest += [f"| {' | '.join(row)} |" for row in (*overheads(asked.short), *pictures(asked.short))]
            print("\n".join(rest))
            lines += rest
    text = "\n".join(lines) + f"\n\n{circumstances(present, absent)}\n"
    print(f"\n{circumstances(present, absent)}")
    if not (asked.no_file or asked.short or asked.case):
        (HERE / "RESULTS.md").write_text(f"{HEADING}\n{text}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    np.seterr(all="ignore")
    main()
