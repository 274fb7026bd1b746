"""What a row of the table of ops is, and the domains that its arguments are drawn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Draw = Callable[[np.random.Generator], np.ndarray]


@dataclass(frozen=True)
class Case:
    """One call of one op.

    Attributes
    ----------
    op : str
        The op that has to appear among the records of the call.
    call : callable
        What a learner writes; it is run on Tensors.
    args : tuple
        A draw for each argument.
    plain : callable
        The same in plain NumPy: by default the very same call on arrays. Functions that NumPy does not
        have state their definition.
    fixed : tuple of int
        The arguments that have no gradient: masks, labels, places.
    note : str
        Tells rows of one op apart.
    without : dict
        Laws that do not hold, each with the reason.
    """

    op: str
    call: Callable
    args: tuple[Draw, ...]
    plain: Callable | None = None
    fixed: tuple[int, ...] = ()
    note: str = ""
    without: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.op}-{self.note}" if self.note else self.op

    def draw(self, dtype: str = "float64") -> list[np.ndarray]:
        """The arguments, the same in every run."""
        rng = np.random.default_rng(7)
        drawn = [np.asarray(make(rng)) for make in self.args]
        return [a.astype(dtype) if a.dtype.kind == "f" else a for a in drawn]


# ---- domains -------------------------------------------------------------------------------------------


def numbers(shape: tuple = (), *intervals: tuple[float, float]) -> Draw:
    """Numbers from one of several intervals, so that a kink between two of them is left out."""
    places = np.array(intervals or [(-2.0, 2.0)])

    def make(rng: np.random.Generator) -> np.ndarray:
        low, high = np.moveaxis(places[rng.integers(len(places), size=shape)], -1, 0)
        return np.asarray(low + (high - low) * rng.random(shape))

    return make


def distinct(shape: tuple) -> Draw:
    """Numbers with gaps of at least 0.2 between any two: no ties, however one nudges them."""

    def make(rng: np.random.Generator) -> np.ndarray:
        n = int(np.prod(shape))
        return (rng.permutation(n) * 0.3 - 0.15 * n + 0.1 * rng.random(n)).reshape(shape)

    return make


def exactly(values: Any) -> Draw:
    """These very numbers."""
    return lambda rng: np.asarray(values)


def mask(shape: tuple) -> Draw:
    """Truth values."""
    return lambda rng: rng.random(shape) < 0.5


def regular(*shape: int) -> Draw:
    """Matrices far from singular: the diagonal outweighs the rest."""
    return lambda rng: rng.uniform(-1, 1, shape) + (shape[-1] + 1) * np.eye(*shape[-2:])


def spread(*shape: int) -> Draw:
    """Symmetric positive matrices whose eigenvalues lie apart."""

    def make(rng: np.random.Generator) -> np.ndarray:
        noise = rng.uniform(-0.3, 0.3, shape)
        return noise + np.swapaxes(noise, -1, -2) + np.diag(2.0 * np.arange(1, shape[-1] + 1))

    return make
