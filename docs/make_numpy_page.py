"""Write docs/numpy.md, the list of NumPy functions that a tape records, from the ops' own declarations.

Run it after a change in the ops::

    python docs/make_numpy_page.py
"""

from __future__ import annotations

import importlib
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from autodiff_lab.engine.dispatch import FUNCTIONS, UFUNCS
from autodiff_lab.ops import OPS, Op
from autodiff_lab.ops.flat import FLAT
from autodiff_lab.ops.symbol import Symbol
from autodiff_lab.views.formula import numpy_text

PAGE = Path(__file__).parent / "numpy.md"

TOP = """# What a tape records

Made by `docs/make_numpy_page.py` from the ops' declarations; a test compares it with them.

Call NumPy's functions as always: on a Tensor or a Variable each is one op, and an active tape records it.
So are the operators `+ - * / % ** @`, `abs(x)`, indexing and slicing (`x[0]`, `x[:, 1]`), and the methods of
the same names (`x.sum(axis=0)`, `x.reshape(2, 3)`, `x.T`, `x.astype(dtype)`). A function that is not listed
raises a TypeError with its name: nothing is dropped in silence.

## Cell by cell

The rule says what an input gets: `g` is the gradient that arrives at the result, `y` is the result, the other
letters are the inputs. Two helpers are the kit's own: `multiply_no_nan(s, g)` is `s * g`, but 0 where `g` is
0; `sigmoid(s)` is `1 / (1 + np.exp(-s))`. Broadcasting is undone afterwards, in one place, for all of them.

| NumPy | gradient of the first input | of the second | of the third |
|---|---|---|---|
"""

WHOLE = """
## Whole arrays
"""

FLAT_TOP = """
## Computed, but not followed

These take Tensors too. Their result has no gradient, for the reason given.

| Reason | NumPy |
|---|---|
"""


def spoken(function: Any) -> str:
    """A function's name as it is typed."""
    module = (getattr(function, "__module__", None) or "numpy").replace("numpy", "np", 1)
    return f"{module}.{function.__name__}"


def of_numpy(table: dict[Any, Callable]) -> Iterator[tuple[Any, Callable]]:
    """The entries for NumPy's own functions that have a gradient."""
    for function, call in table.items():
        if function not in FLAT and (getattr(function, "__module__", None) or "numpy").startswith("numpy"):
            yield function, call


def rules(op: Op) -> list[str]:
    """An elementwise op's rules as NumPy code: the rules themselves are run, on values that carry names."""
    rule = next(rule for rule in op.rules if rule is not None)
    names = list(inspect.signature(rule).parameters)
    g, y, *inputs = (Symbol(name, np.float64(0.5)) for name in names)
    with np.errstate(all="ignore"):  # arccosh has no value at 0.5; only the formula counts
        texts = ["" if rule is None else numpy_text(rule(g, y, *inputs)) for rule in op.rules]
    # a bar would end the cell of the table
    return ["`{}`".format(text.replace("|", r"\|")) if text else "–" for text in texts]


def page() -> str:
    """The text of docs/numpy.md."""
    by_call = {op.call: op for op in OPS.values()}
    rows: list[str] = []
    others: defaultdict[str, set[str]] = defaultdict(set)
    for function, call in (*of_numpy(UFUNCS), *of_numpy(FUNCTIONS)):
        op = by_call.get(call, OPS.get(function.__name__))
        if op is not None and op.kind == "elementwise":
            cells = [f"`{spoken(function)}`", *rules(op)]
            rows.append(f"| {' | '.join(cells + [''] * (4 - len(cells)))} |")
        else:
            others[call.__module__].add(f"`{spoken(function)}`")
    lines = []
    for module in sorted(others):
        purpose = (importlib.import_module(module).__doc__ or "").partition("\n")[0]
        lines.append(f"- {purpose} {', '.join(sorted(others[module]))}")
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for function, reason in FLAT.items():
        reasons[reason].append(f"`{spoken(function)}`")
    flat = [f"| {reason} | {', '.join(sorted(names))} |" for reason, names in reasons.items()]
    return "\n".join([TOP + "\n".join(rows), WHOLE, *lines, FLAT_TOP + "\n".join(flat), ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
