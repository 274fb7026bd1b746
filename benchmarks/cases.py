"""The work that is timed: each case is a loss in the words of any library, its inputs, and NumPy by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_random = np.random.default_rng(1)


def _normal(*shape: int, scale: float = 1.0) -> np.ndarray:
    return _random.normal(size=shape) * scale


@dataclass
class Case:
    """One row of the table.

    Attributes
    ----------
    title : str
        What the table says.
    loss : callable
        ``loss(xp, *inputs, *data)``: `xp` has the functions of a library; the result is one number.
    inputs : list
        What is differentiated for: arrays, or single numbers.
    data : list
        Constant arrays.
    by_hand : callable
        ``by_hand(*inputs, *data)`` gives the gradients, as one would write them without a library.
    goals : dict
        Engine to the largest ratio of our time to its that was aimed at; keys in `PROGRAM` are for programs.
    kind : str
        ``"gradient"``, ``"jacobian"`` (the loss gives a vector) or ``"hessian"``.
    without : tuple of str
        Engines that cannot do it (or not within a minute).
    """

    title: str
    loss: Callable
    inputs: list
    data: list
    by_hand: Callable
    goals: dict[str, float] = field(default_factory=dict)
    program_goals: dict[str, float] = field(default_factory=dict)
    kind: str = "gradient"
    without: tuple[str, ...] = ()


# ---- chains of single numbers ------------------------------------------------------------------------

LINKS = 1000


def chain(xp: Any, x: Any) -> Any:
    for _ in range(LINKS // 4):
        x = xp.tanh(xp.sin(x) * 1.5 + 0.25)
    return x


def chain_by_hand(x: Any) -> list:
    kept = []
    for _ in range(LINKS // 4):
        y = np.tanh(np.sin(x) * 1.5 + 0.25)
        kept.append((x, y))
        x = y
    g = np.float64(1.0)
    for before, after in reversed(kept):
        g = g * (1 - after * after) * 1.5 * np.cos(before)
    return [g]


def sums_and_products(xp: Any, x: Any) -> Any:
    y = x
    for _ in range(LINKS // 2):
        y = y * 0.999 + x
    return y


def sums_and_products_by_hand(x: Any) -> list:
    y = x
    for _ in range(LINKS // 2):
        y = y * 0.999 + x
    g = total = 1.0
    for _ in range(LINKS // 2):
        g = g * 0.999
        total = total + g
    return [np.float64(total)]


# ---- networks and other losses -----------------------------------------------------------------------


def network(xp: Any, w1: Any, b1: Any, w2: Any, b2: Any, x: Any, wanted: Any) -> Any:
    error = xp.tanh(x @ w1 + b1) @ w2 + b2 - wanted
    return xp.mean(error * error)


def network_by_hand(w1: Any, b1: Any, w2: Any, b2: Any, x: Any, wanted: Any) -> list:
    hidden = np.tanh(x @ w1 + b1)
    error = hidden @ w2 + b2 - wanted
    np.mean(error * error)
    g = 2 * error / error.size
    inner = (g @ w2.T) * (1 - hidden * hidden)
    return [x.T @ inner, inner.sum(0), hidden.T @ g, g.sum(0)]


def elementwise(xp: Any, x: Any, a: Any) -> Any:
    return xp.sum(xp.sin(x) * a + x * x)


def elementwise_by_hand(x: Any, a: Any) -> list:
    np.sum(np.sin(x) * a + x * x)
    return [np.cos(x) * a + 2 * x]


def matrices(xp: Any, a: Any, b: Any, c: Any) -> Any:
    return xp.sum(a @ b @ c @ a)


def matrices_by_hand(a: Any, b: Any, c: Any) -> list:
    ab = a @ b
    abc = ab @ c
    np.sum(abc @ a)
    ones = np.ones((a.shape[0], a.shape[1]))
    g = ones @ a.T
    g_ab = g @ c.T
    return [g_ab @ b.T + abc.T @ ones, a.T @ g_ab, ab.T @ g]


def logistic(xp: Any, w: Any, b: Any, x: Any, sign: Any) -> Any:
    return xp.mean(xp.log1p(xp.exp(-(x @ w + b) * sign)))


def logistic_by_hand(w: Any, b: Any, x: Any, sign: Any) -> list:
    e = np.exp(-(x @ w + b) * sign)
    np.mean(np.log1p(e))
    g = -sign * (e / (1 + e)) / sign.size
    return [x.T @ g, g.sum()]


def convolution(xp: Any, filters: Any, bias: Any, w: Any, images: Any, wanted: Any) -> Any:
    """3×3 filters over 28×28 images, a rectifier, a mean over each picture, one linear layer."""
    windows = xp.windows(images)  # (images, 26, 26, 9): the pictures are data, so this is no part of the tape
    maps = xp.maximum(windows @ filters + bias, 0.0)
    error = xp.mean(xp.mean(maps, 1), 1) @ w - wanted
    return xp.mean(error * error)


def convolution_by_hand(filters: Any, bias: Any, w: Any, images: Any, wanted: Any) -> list:
    windows = numpy_windows(images)
    before = windows @ filters + bias
    maps = np.maximum(before, 0.0)
    pooled = maps.mean(1).mean(1)
    error = pooled @ w - wanted
    np.mean(error * error)
    g = 2 * error / error.size
    inner = (g @ w.T)[:, None, None, :] / (maps.shape[1] * maps.shape[2]) * (before > 0)
    flat = inner.reshape(-1, inner.shape[-1])
    return [windows.reshape(-1, windows.shape[-1]).T @ flat, flat.sum(0), pooled.T @ g]


def numpy_windows(images: np.ndarray) -> np.ndarray:
    """All 3×3 windows of each picture, laid out as rows: a view made by strides, and one copy."""
    windows = np.lib.stride_tricks.sliding_window_view(images, (3, 3), (1, 2))
    return windows.reshape(*windows.shape[:3], 9)


STEPS = 100


def recurrent(xp: Any, wx: Any, wh: Any, b: Any, x: Any) -> Any:
    h = xp.tanh(x[0] @ wx + b)
    for t in range(1, STEPS):
        h = xp.tanh(x[t] @ wx + h @ wh + b)
    return xp.mean(h * h)


def recurrent_by_hand(wx: Any, wh: Any, b: Any, x: Any) -> list:
    states = [np.tanh(x[0] @ wx + b)]
    for t in range(1, STEPS):
        states.append(np.tanh(x[t] @ wx + states[-1] @ wh + b))
    np.mean(states[-1] * states[-1])
    g = 2 * states[-1] / states[-1].size
    gx, gh, gb = np.zeros_like(wx), np.zeros_like(wh), np.zeros_like(b)
    for t in range(STEPS - 1, 0, -1):
        g = g * (1 - states[t] * states[t])
        gx += x[t].T @ g
        gh += states[t - 1].T @ g
        gb += g.sum(0)
        g = g @ wh.T
    g = g * (1 - states[0] * states[0])
    return [gx + x[0].T @ g, gh, gb + g.sum(0)]


def layer(xp: Any, x: Any, a: Any) -> Any:
    return xp.tanh(a @ x) + x * x


def layer_by_hand(x: Any, a: Any) -> list:
    y = np.tanh(a @ x)
    return [a * (1 - y * y)[:, None] + np.diag(2 * x)]


def curved(xp: Any, x: Any, a: Any) -> Any:
    y = xp.tanh(a @ x)
    return xp.sum(y * y)


def curved_by_hand(x: Any, a: Any) -> list:
    y = np.tanh(a @ x)
    s = 1 - y * y
    return [(a.T * (2 * s * (s - 2 * y * y))) @ a]


CASES = {
    "chain": Case(
        f"chain of {LINKS:,} ops on one number",
        chain,
        [np.float64(0.3)],
        [],
        chain_by_hand,
        {"PyTorch": 1 / 3, "HIPS autograd": 1 / 6, "MyGrad": 1 / 6, "TensorFlow eager": 1 / 20},
        without=("micrograd",),
    ),
    "sums and products": Case(
        f"chain of {LINKS:,} sums and products",
        sums_and_products,
        [np.float64(0.3)],
        [],
        sums_and_products_by_hand,
        {"micrograd": 1.0},
    ),
    "network": Case(
        "network 64×32 → 32 → 1, one training gradient",
        network,
        [_normal(32, 32, scale=0.2), np.zeros(32), _normal(32, 1, scale=0.2), np.zeros(1)],
        [_normal(64, 32), _normal(64, 1)],
        network_by_hand,
        {"NumPy by hand": 2.2, "PyTorch": 1 / 2.5, "HIPS autograd": 1 / 5},
        {"NumPy by hand": 1.1, "JAX jit": 1.0},
    ),
    "elementwise": Case(
        "loss over 1,000,000 numbers, element by element",
        elementwise,
        [_normal(1_000_000)],
        [_normal(1_000_000)],
        elementwise_by_hand,
        {"NumPy by hand": 1.15},
        {"NumPy by hand": 1.15},
    ),
    "matrices": Case(
        "products of 512×512 matrices",
        matrices,
        [_normal(512, 512, scale=0.05) for _ in range(3)],
        [],
        matrices_by_hand,
        {"NumPy by hand": 1.3, "HIPS autograd": 1.0},
    ),
    "logistic": Case(
        "logistic regression, 10,000×100",
        logistic,
        [_normal(100, scale=0.1), np.float64(0.1)],
        [_normal(10_000, 100), np.where(_normal(10_000) > 0, 1.0, -1.0)],
        logistic_by_hand,
        {"NumPy by hand": 1.3, "HIPS autograd": 1.0},
    ),
    "convolution": Case(
        "small convolution by windows, 16 pictures of 28×28",
        convolution,
        [_normal(9, 8, scale=0.3), np.zeros(8), _normal(8, 10, scale=0.3)],
        [_normal(16, 28, 28), _normal(16, 10)],
        convolution_by_hand,
        {"NumPy by hand": 1.3, "HIPS autograd": 1.0},
    ),
    "recurrent": Case(
        f"recurrent network, {STEPS} steps of 32×16 → 32",
        recurrent,
        [_normal(16, 32, scale=0.2), _normal(32, 32, scale=0.2), np.zeros(32)],
        [_normal(STEPS, 32, 16)],
        recurrent_by_hand,
        {"NumPy by hand": 1.3, "HIPS autograd": 1.0},
    ),
    "jacobian": Case(
        "Jacobian, 200 → 200",
        layer,
        [_normal(200)],
        [_normal(200, 200, scale=0.1)],
        layer_by_hand,
        {"TensorFlow eager": 1.0, "HIPS autograd": 1.0, "PyTorch": 1.0},
        kind="jacobian",
        without=("MyGrad",),
    ),
    "hessian": Case(
        "Hessian of a loss of 100 parameters",
        curved,
        [_normal(100)],
        [_normal(100, 100, scale=0.1)],
        curved_by_hand,
        {"TensorFlow eager": 1.0, "HIPS autograd": 1.0, "PyTorch": 1.0},
        kind="hessian",
        without=("MyGrad",),
    ),
}
