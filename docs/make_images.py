"""Make the pictures of the README: each is drawn by the kit, in both themes.

Run it after a change in the drawing::

    python docs/make_images.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import autodiff_lab as adl

FOLDER = Path(__file__).parent / "images"


def square(x: Any) -> Any:
    """One op: what a gradient is."""
    y = np.square(x)
    return y  # noqa: RET504  the names of a function's own variables are drawn


def two_paths(x: Any) -> Any:
    """A value that is used twice: its shares add."""
    a = x + 1
    b = x + 2
    y = a * b
    return y  # noqa: RET504


def network(x: Any, w: Any, v: Any) -> Any:
    """Two layers and a loss, each in a box with its name."""
    with adl.scope("hidden layer"):
        h = np.tanh(w * x)
    with adl.scope("output layer"):
        out = v * h
    with adl.scope("loss"):
        loss = (out - 1) ** 2
    return loss  # noqa: RET504


def many_turns(x: Any, w: Any) -> Any:
    """A loop of 500 turns: its middle is folded."""
    for _ in range(500):
        x = np.tanh(w * x)
    return x


def layer(x: Any, w: Any) -> Any:
    """Arrays: each is a small chart."""
    h = np.tanh(x @ w)
    loss = np.mean(h**2)
    return loss  # noqa: RET504


_RNG = np.random.default_rng(0)

# Name of the file, function, inputs.
PICTURES: list[tuple[str, Callable, dict[str, Any]]] = [
    ("square-at-3", square, {"x": 3.0}),
    ("square-at-4", square, {"x": 4.0}),
    ("two-paths", two_paths, {"x": 2.0}),
    ("scopes", network, {"x": 1.0, "w": 0.5, "v": 2.0}),
    ("arrays", layer, {"x": _RNG.normal(size=(8, 3)), "w": _RNG.normal(size=(3, 4))}),
    ("folded-loop", many_turns, {"x": 1.0, "w": 1.5}),
]


def images() -> Iterator[tuple[Path, str]]:
    """Each picture's file and content: the sweep when all its steps are done."""
    for name, function, inputs in PICTURES:
        sweep = adl.trace(function, **inputs).sweep
        for theme in ("light", "dark"):
            yield FOLDER / f"{name}-{theme}.svg", sweep.to_svg(theme) + "\n"
    for theme in ("light", "dark"):
        moving = adl.trace(two_paths, x=2.0).sweep.to_svg(theme, animated=True)
        yield FOLDER / f"two-paths-moving-{theme}.svg", moving + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, svg in images():
        path.write_text(svg, encoding="utf-8", newline="\n")
        print(path.name)
