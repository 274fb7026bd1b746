"""Over thirty graphs of different kinds, measured in a browser: nothing overlaps, and nothing is cut off."""

import random

import numpy as np
import pytest

import autodiff_lab as adl

MATRIX = np.array([[1.0, 2.0], [3.0, 4.0]])


def names(learning_rate_of_the_model, w):
    a_very_long_name_for_a_product = learning_rate_of_the_model * w
    return a_very_long_name_for_a_product + adl.constant(np.float64(0.5), name="переменная с именем")


def network(x, w1, b1, w2, b2):
    return np.mean((np.tanh(x @ w1 + b1) @ w2 + b2) ** 2)


def tangle(x, w):
    rng = random.Random(3)
    values = [x, w]
    for _ in range(25):
        f = rng.choice([np.sin, np.tanh, np.exp])
        values.append(f(rng.choice(values) * 0.1) + rng.choice(values))
    return sum(values[-5:])


def recurrent(x):
    h = x
    for _ in range(4):
        h = np.tanh(h * 0.5 + x)
    return h


def folded(x, w):
    for _ in range(200):
        x = np.tanh(w * x)
    return x


def scoped(x, w):
    with adl.scope("model"):
        with adl.scope("layer 1"):
            h = np.tanh(x * w)
        with adl.scope("a layer with a long name that goes on and on"):
            h = np.sin(h) + x
    with adl.scope("loss"):
        return (h - 1) ** 2


GRAPHS = {
    "scopes": (scoped, {"x": 0.5, "w": 0.7}),
    "square": (lambda x: x**2, {"x": 3.0}),
    "chain": (lambda x: np.sin(np.tanh(np.exp(-x))), {"x": 1.0}),
    "diamond": (lambda x: (x + 1) * (x + 2), {"x": 2.0}),
    "the same twice": (lambda x: x * x * x * x, {"x": 1.5}),
    "long formula": (
        lambda x: np.log(1 + np.exp(np.sin(x) * np.cos(x) + x**3 - 2 / x)),
        {"x": np.float64(1.2345678)},
    ),
    "five sources": (
        lambda a, b, c, d, e: a * b + c * d - e,
        dict(zip("abcde", (1.0, 2.0, 3.0, 4.0, 5.0), strict=True)),
    ),
    "matrices": (lambda x, w: np.sum((x @ w) ** 2), {"x": np.ones((2, 3)), "w": np.full((3, 2), 0.123456)}),
    "network": (
        network,
        {
            "x": np.ones((4, 3)),
            "w1": np.ones((3, 2)),
            "b1": np.zeros(2),
            "w2": np.ones((2, 1)),
            "b2": np.zeros(1),
        },
    ),
    "large and small": (lambda x: x * 1e10 + x * 1e-10, {"x": np.float64(123456.789)}),
    "signs": (lambda x: np.negative(np.negative(-x)), {"x": np.float64(-1.23456789)}),
    "not a number": (lambda x: np.log(x), {"x": -1.0}),
    "zero": (lambda x: np.abs(x) * 0, {"x": 0.0}),
    "cells": (lambda x: np.sum(x[::2] * x[1]), {"x": np.arange(5.0) + 0.123}),
    "softmax": (lambda x: -np.log(np.exp(x) / np.sum(np.exp(x)))[0], {"x": np.array([1.0, 2.0, 3.0])}),
    "choice": (lambda x: np.where(x > 1, x**2, 3 * x), {"x": 2.0}),
    "extremes": (lambda a, b: np.maximum(a, b) * np.minimum(a, b), {"a": 1.0, "b": 2.0}),
    "no path": (lambda x, w: x * 2, {"x": 1.0, "w": 2.0}),
    "stopped": (lambda x: adl.stop_gradient(x) * x, {"x": 3.0}),
    "exponent": (lambda x, w: x**w, {"x": 2.0, "w": 3.0}),
    "polynomial": (lambda x: 4 * x**3 - 3 * x**2 + 2 * x - 1, {"x": 0.5}),
    "distance": (lambda x, y: np.sqrt(x**2 + y**2), {"x": 3.0, "y": 4.0}),
    "recurrent": (recurrent, {"x": 1.0}),
    "fan-out": (lambda x: np.sin(x) + np.cos(x) + np.exp(x) + x + x * 2 + x**2, {"x": 0.7}),
    "names": (names, {"learning_rate_of_the_model": 0.1, "w": 2.0}),
    "spread": (lambda x: np.std(x), {"x": np.array([1.0, 2.0, 4.0])}),
    "einsum": (lambda a, b: np.sum(np.einsum("ij,jk->ik", a, b)), {"a": MATRIX, "b": MATRIX}),
    "stacked": (lambda a, b: np.sum(np.stack([a, b, a * b])), {"a": 1.0, "b": 2.0}),
    "quotients": (lambda a, b: a / b / (a + b), {"a": 1.0, "b": 3.0}),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), {"x": 0.3}),
    "tangle": (tangle, {"x": 0.5, "w": 0.7}),
    "bars": (lambda v, w: np.sum(np.sin(v) * w), {"v": np.linspace(-3, 3, 12), "w": np.ones(24)[::2]}),
    "thumbnails": (
        lambda image, k: np.mean(np.maximum(image @ k, 0.0)),
        {"image": np.sin(np.arange(784.0)).reshape(28, 28), "k": np.cos(np.arange(140.0)).reshape(28, 5)},
    ),
    "grids": (
        lambda a_matrix_with_a_name, b: np.sum(np.tanh(a_matrix_with_a_name @ b)),
        {"a_matrix_with_a_name": np.arange(-12.0, 12.0).reshape(4, 6), "b": np.eye(6, 3) - 0.5},
    ),
    "long vectors": (lambda v: np.mean(v * v[::-1]), {"v": np.linspace(-1, 1, 1000)}),
    "folded": (folded, {"x": 0.5, "w": 0.7}),
}

MEASURE = """(svg) => {
  document.body.innerHTML = svg;
  const picture = document.querySelector("svg");
  const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const seen = (e) => e.textContent.trim() && getComputedStyle(e).display !== "none";
  return {
    nodes: [...picture.querySelectorAll("g.adl-node")].map((g) => ({
      name: g.dataset.node,
      box: box(g.querySelector(".adl-box")),
      texts: [...g.querySelectorAll("text")].filter(seen).map(
        (t) => [t.getAttribute("class"), t.textContent, box(t)]),
      charts: [...g.querySelectorAll(".adl-value-chart, .adl-gradient-chart")]
        .filter((c) => c.children.length)
        .map((c) => [c.getAttribute("class"), "chart", box(c)]),
    })),
    scopes: [...picture.querySelectorAll("g.adl-scope")].map((g) => [
      g.querySelector("text").textContent, box(g.querySelector("text")), box(g.querySelector("rect"))]),
    labels: [...picture.querySelectorAll(".adl-edge-label")].filter(seen).map((t) => [t.textContent, box(t)]),
    picture: box(picture),
  };
}"""


def overlap(a, b, most):
    return min(a[2], b[2]) - max(a[0], b[0]) > most and min(a[3], b[3]) - max(a[1], b[1]) > most


def inside(inner, outer, most):
    return (
        inner[0] >= outer[0] - most
        and inner[1] >= outer[1] - most
        and inner[2] <= outer[2] + most
        and inner[3] <= outer[3] + most
    )


def faults(found):
    nodes = found["nodes"]
    for number, node in enumerate(nodes):
        for other in nodes[number + 1 :]:
            if overlap(node["box"], other["box"], 0.5):
                yield f"box {node['name']} on box {other['name']}"
        for kind, text, box in node["texts"] + node["charts"]:
            if "gradient" not in kind and not inside(box, node["box"], 1):
                yield f"{text!r} leaves its box"
            if not inside(box, found["picture"], 1):
                yield f"{text!r} is cut off"
        for text, box in found["labels"]:
            if overlap(box, node["box"], 1):
                yield f"label {text!r} on box {node['name']}"
    texts = [(node["name"], text, box) for node in nodes for _, text, box in node["texts"] + node["charts"]]
    texts += [("", text, box) for text, box in found["labels"]]
    for text, box, around in found["scopes"]:
        texts.append(("", text, box))
        if not inside(box, around, 1):
            yield f"{text!r} leaves its scope"
    for number, (owner, text, box) in enumerate(texts):
        for other_owner, other, other_box in texts[number + 1 :]:
            # The two lines of a box stand closer than the room that a browser gives a line.
            if overlap(box, other_box, 3 if owner and owner == other_owner else 1):
                yield f"{text!r} on {other!r}"


@pytest.mark.parametrize("name", GRAPHS)
def test_nothing_lies_on_anything_else(page, name):
    page.set_viewport_size({"width": 3000, "height": 2000})
    f, inputs = GRAPHS[name]
    with np.errstate(all="ignore"):
        sweep = adl.trace(f, **inputs).sweep
    for position in (0, len(sweep.steps) // 2, len(sweep.steps)):
        assert list(faults(page.evaluate(MEASURE, sweep.to_svg(position=position)))) == []
