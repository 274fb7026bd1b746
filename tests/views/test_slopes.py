"""Local derivatives on edges at rest, both sides of a corner, and the reason of a none."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab import tf
from autodiff_lab.views.numbers import format_number
from autodiff_lab.views.words import say

SVG = "{http://www.w3.org/2000/svg}"


def slopes(story):
    """The slope of each edge, by the names of its ends."""
    called = {n["id"]: n["name"] or n["title"] for n in story["nodes"]}
    return {(called[e["tail"]], called[e["head"]], e["slot"]): e["slope"] for e in story["edges"]}


def test_each_edge_has_its_local_derivative():
    def f(x, w):
        a = x * w
        b = np.sin(a)
        y = b / x
        return y  # noqa: RET504

    x, w = 2.0, 0.3
    b = np.sin(x * w)
    found = slopes(adl.trace(f, x=np.float64(x), w=np.float64(w)).sweep.story)
    expected = {
        ("x", "a", 0): w, ("w", "a", 1): x, ("a", "b", 0): np.cos(x * w), ("b", "y", 0): 1 / x,
        ("x", "y", 1): -b / x**2,
    }  # fmt: skip
    assert found == {key: f"×{format_number(slope)}" for key, slope in expected.items()}


def test_constants_arrays_and_folds_have_none():
    x = adl.Variable(np.arange(8.0), name="x")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("inner"):
            u = np.exp(x)
        y = np.sum(u) * 2.0
    for fold in (True, "inner"):
        found = slopes(tape.graph(y, fold=fold).story)
        assert {slope for key, slope in found.items() if "sum" not in key[0]} == {""}


def test_a_sweep_multiplies_by_these():
    story = adl.trace(lambda x: np.tanh(x * x) + x, x=0.4).sweep.story
    at_rest = {e["id"]: e["slope"] for e in story["edges"]}
    for step in story["steps"]:
        if step["local"]:
            assert at_rest[step["edge"]] == f"×{step['local']['text']}"


def drawn(svg):
    root = ET.fromstring(svg)
    return [
        e.find(f"{SVG}text[@class='adl-slope']").text
        for e in root.iter(f"{SVG}g")
        if "adl-sloped" in e.get("class", "").split()
    ]


def test_a_graph_shows_them_where_it_is_asked():
    x = adl.Variable(3.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    assert drawn(tape.graph(y).to_svg()) == []
    assert drawn(tape.graph(y, slopes=True).to_svg()) == ["×3", "×3"]
    assert tape.graph(y, slopes=True).story["slopes"] is True


@pytest.mark.parametrize(
    ("f", "left", "right"),
    [
        (lambda x: np.abs(x), "−1", "1"),
        (lambda x: tf.nn.relu(x), "0", "1"),
        (lambda x: tf.nn.leaky_relu(x), "0.2", "1"),
        (lambda x: np.maximum(x, 0.0), "0", "1"),
        (lambda x: np.minimum(x, 0.0), "1", "0"),
        (lambda x: np.maximum(0.0, x), "0", "1"),
    ],
)
def test_a_corner_tells_both_its_slopes(f, left, right):
    told = adl.trace(f, x=np.float64(0.0)).sweep.steps[1].caption
    assert f"Left slope {left}, right slope {right}" in told


@pytest.mark.parametrize(("x", "words"), [(2.0, "the gate is open"), (-2.0, "the gate is closed")])
def test_a_gate(x, words):
    assert words in adl.trace(lambda x: tf.nn.relu(x), x=x).sweep.steps[1].caption


def test_a_sigmoid_and_a_rule_of_ones_own():
    told = adl.trace(lambda x: tf.nn.sigmoid(x), x=np.float64(0.0)).sweep.steps[1].caption
    assert "0.5 × 0.5 = 0.25" in told

    @adl.custom_gradient
    def own(x):
        return x * 2.0, lambda up: up * 5.0

    assert (
        "own uses its own rule. 1 arrives, 5 leaves"
        in adl.trace(lambda x: own(x), x=1.0).sweep.steps[1].caption
    )


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_none_has_its_reason(language):
    c, x = adl.constant(3.0, name="c"), adl.Variable(2.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = c * x
    adl.set_language(language)
    try:
        told = tape.sweep(y, [x, c]).steps[-1].caption
        reason = str(tape.explain(y, c)).splitlines()[0]
    finally:
        adl.set_language("en")
    assert reason.partition(". ")[2] in told
    assert f"c: {say('none')}." not in told  # the name has been said already
    assert "c: none" not in told


def test_where_the_reason_says_no_more_it_is_left_out():
    x, z = adl.Variable(2.0, name="x"), adl.Variable(5.0, name="z")
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    told = tape.sweep(y, [x, z]).steps[-1].caption
    assert told.count("No path leads") == 1
