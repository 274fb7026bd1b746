"""The record behind every picture is documented key by key, and its numbers are those of the engine."""

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.story import VERSION

PAGE = (Path(__file__).parents[2] / "docs" / "story.md").read_text(encoding="utf-8")


def documented(section):
    """The keys that a section of the page names in code."""
    text = PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"`(\w+)`", text))


def story():
    def f(x, w):
        with adl.scope("one"):
            h = np.tanh(x * w)
        return np.sum(h * h)

    return adl.trace(f, x=np.arange(8.0), w=2.0).sweep.player(stops="auto").story


def test_the_version_is_the_documented_one():
    assert f"`version` is {VERSION}" in PAGE
    assert story()["version"] == VERSION


def test_every_key_is_documented():
    made = story()
    assert set(made) <= documented("The story")
    assert set(made["scopes"][0]) <= documented("The story")
    assert set(next(iter(made["nudges"].values()))[0]) <= documented("The story")
    for node in made["nodes"]:
        assert set(node) <= documented("A node")
        assert set(node["value"]) <= documented("A cell")
        assert set(node["value"].get("chart", {})) <= documented("A cell")
    for edge in made["edges"]:
        assert set(edge) <= documented("A node")
    steps = documented("A step of the backward sweep")
    for step in made["steps"] + made["tangents"]["steps"]:
        assert set(step) <= steps | {"run"}


def test_every_documented_key_of_a_step_is_there():
    step = next(s for s in story()["steps"] if s["kind"] == "share")
    rows = re.findall(r"^\| (`[^|]+) \|", PAGE.partition("## A step of the")[2], re.MULTILINE)
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == set(step)


def test_it_is_plain_data():
    made = story()
    assert json.loads(json.dumps(made, allow_nan=False)) == made


def expression(seed):
    """A random expression of scalars and arrays, deep and with fan-outs."""
    rng = random.Random(seed)

    def f(x, w, v):
        values = [x, w, v]
        for _ in range(rng.randrange(3, 14)):
            a, b = rng.choice(values), rng.choice(values)
            kind = rng.randrange(7)
            if kind == 0:
                made = a * b
            elif kind == 1:
                made = a + b
            elif kind == 2:
                made = np.sin(a) - b
            elif kind == 3:
                made = np.tanh(a)
            elif kind == 4:
                made = a / (2.0 + b * b)
            elif kind == 5:
                made = np.maximum(a, b)
            else:
                made = np.exp(-a * a)
            values.append(made)
        return np.sum(values[-1]) + np.sum(values[-2])

    rng_inputs = np.random.default_rng(seed)
    inputs = {"x": rng_inputs.normal(), "w": rng_inputs.normal(), "v": rng_inputs.normal(size=3)}
    return f, inputs


@pytest.mark.parametrize("seed", range(40))
def test_steps_reproduce_the_gradient_and_add_up(seed):
    f, inputs = expression(seed)
    inputs = {k: np.asarray(v, np.float64) for k, v in inputs.items()}
    trace = adl.trace(f, **inputs)
    sweep = trace.sweep
    last, sums = {}, {}
    for number, step in enumerate(sweep.steps):
        if step.kind == "end":
            continue
        node = sweep.story["steps"][number]["to"]
        sums[node] = sums.get(node, 0) + (step.total if step.kind == "start" else step.share)
        np.testing.assert_array_equal(sums[node], step.total)
        last[node] = step.total
        if step.local is not None:
            product = np.asarray(step.upstream * step.local)
            extra = product.ndim - np.ndim(step.share)  # a stretched input gets the sum of its copies
            np.testing.assert_allclose(product.sum(axis=tuple(range(extra))), step.share, rtol=1e-12)
    for name, id_ in zip(inputs, sweep.story["sources"], strict=True):
        mine, theirs = last.get(id_), trace.gradients[name]
        if theirs is None:
            assert mine is None
        else:
            np.testing.assert_array_equal(mine, theirs.numpy())


@pytest.mark.parametrize("seed", range(40))
def test_other_tellings_agree(seed):
    """The same steps played from a list, and the forward-mode sweep, end with the same numbers."""
    f, inputs = expression(seed)
    inputs = {k: np.asarray(v, np.float64) for k, v in inputs.items()}
    trace = adl.trace(f, **inputs)
    entries = [g for t in trace.gradients.values() for g in np.ravel(0.0 if t is None else t.numpy())]
    ends = {}
    told = trace.sweep.tangents()
    for step in told.data:
        if step["kind"] == "push" and step["to"] == trace.sweep.story["targets"][0]:
            ends[step["run"]] = step["total"]["data"]
    if all(t is not None for t in trace.gradients.values()):
        for run, end in ends.items():
            assert end == pytest.approx(entries[run - 1], rel=1e-9, abs=1e-12)
