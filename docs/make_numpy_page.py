"""Write docs/numpy.md: what becomes of each function of NumPy, from the ops' own declarations.

Run it after a change in the ops::

    python docs/make_numpy_page.py
"""

from __future__ import annotations

import importlib
import inspect
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from autodiff_lab.engine.dispatch import FUNCTIONS, UFUNCS
from autodiff_lab.ops import OPS, Op
from autodiff_lab.ops.flat import FLAT
from autodiff_lab.ops.refused import REFUSED, UNSEEN
from autodiff_lab.ops.registry import COMPOSED
from autodiff_lab.ops.symbol import Symbol
from autodiff_lab.views.formula import numpy_text

PAGE = Path(__file__).parent / "numpy.md"

MODULES = {"np": np, "np.linalg": np.linalg, "np.fft": np.fft}

# Old names that the newest NumPy no longer has.
GONE = {"np.trapz", "np.in1d"}

TOP = """# What a tape records

Made by `docs/make_numpy_page.py` from the ops' declarations; a test compares it with them. It has every
function of `np`, `np.linalg` and `np.fft`.

Call NumPy's functions as always: on a Tensor or a Variable each is one op, and an active tape records it.
So are the operators `+ - * / % ** @`, `abs(x)`, indexing and slicing (`x[0]`, `x[:, 1]`), and the methods of
the same names (`x.sum(axis=0)`, `x.reshape(2, 3)`, `x.T`, `x.astype(dtype)`). Some functions are built from
others, and recorded as these; some have no gradient, and some cannot be recorded: they raise a TypeError with
their name and the way out. Nothing is dropped in silence.

## Cell by cell

The rule says what an input gets: `g` is the gradient that arrives at the result, `y` is the result, the other
letters are the inputs. Two helpers are the kit's own: `sigmoid(s)` is `1 / (1 + np.exp(-s))`, and
`sinc_slope(x, order=1)` is the derivative of `np.sinc`. Broadcasting is undone afterwards, in one place, for
all of them.

| NumPy | gradient of the first input | of the second | of the third |
|---|---|---|---|
"""

WHOLE = """
## Whole arrays
"""

BUILT = """
## Built from other ops

The tape shows the ops that these are made of.
"""

FLAT_TOP = """
## Computed, but not followed

These take Tensors too. Their result has no gradient, for the reason given.

| Reason | NumPy |
|---|---|
"""

REFUSED_TOP = """
## Not supported

These raise a TypeError that says why.

| Reason | NumPy |
|---|---|
"""

UNSEEN_TOP = """
## Never asked

NumPy does not hand these over to a Tensor. Some take `like=`, and with it they are asked:
`np.array([a, b], like=a)` stacks two Tensors, and `np.full(3, a, like=a)` repeats one.

| What happens | NumPy |
|---|---|
"""


def functions() -> Iterator[tuple[str, Any]]:
    """Every public function of NumPy's main namespace, np.linalg and np.fft, by the name that one types."""
    for prefix, module in MODULES.items():
        for name in sorted(vars(module).keys() | set(dir(module))):
            if name.startswith("_") or f"{prefix}.{name}" in GONE:
                continue
            function = getattr(module, name)
            if callable(function) and not inspect.isclass(function) and not inspect.ismodule(function):
                yield f"{prefix}.{name}", function


def classified() -> dict[str, tuple[str, str]]:
    """For each function what becomes of it: recorded, composed, flat, refused or unseen, and the reason.

    A function that nobody has thought of is missing.
    """
    unseen = {f"np.{name}": reason for reason, names in UNSEEN.items() for name in names}
    found: dict[str, tuple[str, str]] = {}
    for name, function in functions():
        if function in FLAT:
            found[name] = "flat", FLAT[function]
        elif function in REFUSED:
            found[name] = "refused", REFUSED[function]
        elif function in COMPOSED:
            found[name] = "composed", ""
        elif name in unseen:  # with like= some of them are asked after all
            found[name] = "unseen", unseen[name]
        elif function in UFUNCS or function in FUNCTIONS:
            found[name] = "recorded", ""
    return found


def rules(op: Op) -> list[str]:
    """An elementwise op's rules as NumPy code: the rules themselves are run, on values that carry names."""
    rule = next(rule for rule in op.rules if rule is not None)
    names = list(inspect.signature(rule).parameters)
    # An input without a rule is a condition, or a whole number.
    values = [np.float64(0.5)] * 2 + [np.int64(1) if r is None else np.float64(0.5) for r in op.rules]
    values += [np.float64(0.5)] * (len(names) - len(values))
    g, y, *inputs = (Symbol(name, value) for name, value in zip(names, values, strict=True))
    with np.errstate(all="ignore"):  # arccosh has no value at 0.5; only the formula counts
        texts = ["" if rule is None else numpy_text(rule(g, y, *inputs)) for rule in op.rules]
    # a bar would end the cell of the table
    return ["`{}`".format(text.replace("|", r"\|")) if text else "–" for text in texts]


def _named(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _by_reason(kind: str, classes: dict[str, tuple[str, str]]) -> list[str]:
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for name, (found, reason) in classes.items():
        if found == kind:
            reasons[reason].append(name)
    return [f"| {reason} | {_named(names)} |" for reason, names in sorted(reasons.items())]


def _purpose(module: str) -> str:
    """What a module is about, in its own words."""
    return (importlib.import_module(module).__doc__ or "").partition("\n")[0]


def page() -> str:
    """The text of docs/numpy.md."""
    classes = classified()
    by_call = {op.call: op for op in OPS.values()}
    cells: dict[str, list[str]] = defaultdict(list)
    others: dict[str, defaultdict[str, list[str]]] = {k: defaultdict(list) for k in ("recorded", "composed")}
    for name, function in functions():
        kind = classes.get(name, ("", ""))[0]
        if kind not in others:
            continue
        call = UFUNCS.get(function) or FUNCTIONS[function]
        op = by_call.get(call, OPS.get(function.__name__))
        if kind == "recorded" and op is not None and op.kind == "elementwise":
            cells[op.name].append(name)
        else:
            module = call.rules[0].__module__ if isinstance(call, Op) else call.__module__
            others[kind][module].append(name)
    rows = []
    for op_name, names in cells.items():
        formulas = rules(OPS[op_name])
        rows.append(f"| {_named(names)} | {' | '.join([*formulas, '', ''][:3])} |")
    lists = {
        kind: [f"- {_purpose(module)} {_named(sorted(names))}" for module, names in sorted(modules.items())]
        for kind, modules in others.items()
    }
    parts = [
        TOP + "\n".join(rows),
        WHOLE,
        *lists["recorded"],
        BUILT,
        *lists["composed"],
        FLAT_TOP + "\n".join(_by_reason("flat", classes)),
        REFUSED_TOP + "\n".join(_by_reason("refused", classes)),
        UNSEEN_TOP + "\n".join(_by_reason("unseen", classes)),
        "",
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
