"""The player draws the same charts as Python does, and keeps them in step with the story."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from playwright.sync_api import expect

import autodiff_lab as adl
from autodiff_lab.views.charts import chart_of, shapes

SVG = "{http://www.w3.org/2000/svg}"
RNG = np.random.default_rng(4)
ARRAYS = [
    *(RNG.normal(size=shape) for shape in [8, 24, (3, 4), (7, 5), (40, 90), (1, 6), (2, 3, 4)]),
    np.array([[np.nan, np.inf], [-np.inf, 0.0]]),
    np.zeros(6),
    np.array([np.nan, 1.0, -np.inf, 0.0, 2.0, -1.0]),
    np.arange(-3, 5),
    np.array([1e-30, 1e30, -1e-30, 0.0, 1.0, 2.0]),
]


def normal(drawn):
    return [[tag, dict(attributes)] for tag, attributes in drawn]


def test_both_draw_the_same_shapes(page, load):
    load(page)
    for x in ARRAYS:
        chart = chart_of(x)
        for most in (chart["most"], 3.0, 0.0):
            for small in (False, True):
                theirs = page.evaluate("([c, m, s]) => helpers.chartShapes(c, m, s)", [chart, most, small])
                assert theirs == normal(shapes(chart, most, small))


def player_of(page, load, sweep, **state):
    return load(page, sweep.player().story, svg=sweep.bare_svg(), **state)


def charts(player, kind):
    """The shapes of all charts of a kind that are drawn, by node."""
    return player.locator(f".adl-frame g.adl-{kind}-chart").evaluate_all(
        """groups => Object.fromEntries(groups.map((g) => [g.closest('[data-node]').dataset.node,
             [...g.children].map((e) =>
               [e.localName, e.getAttribute('class'), e.getAttribute('height') ?? ''])]))"""
    )


def still(sweep, position, kind):
    root = ET.fromstring(sweep.bare_svg(position))
    found = {}
    for node in root.iter(f"{SVG}g"):
        for g in node:
            if g.get("class") == f"adl-{kind}-chart":
                found[node.get("data-node")] = [
                    [e.tag.removeprefix(SVG), e.get("class"), e.get("height", "")] for e in g
                ]
    return found


@pytest.fixture
def network():
    x, w = RNG.normal(size=(8, 3)), RNG.normal(size=(3, 4))
    return adl.trace(lambda x, w: np.mean(np.tanh(x @ w) ** 2), x=x, w=w).sweep


def test_gradients_come_with_their_charts(page, load, network):
    player = player_of(page, load, network)
    for position in range(len(network.steps) + 1):
        page.evaluate("(position) => update({position})", position)
        page.wait_for_timeout(550)
        assert charts(player, "gradient") == still(network, position, "gradient")
        drawn = ET.fromstring(network.bare_svg(position)).iter(f"{SVG}text")
        places = [t.get("x") for t in drawn if t.get("class") == "adl-gradient"]
        texts = player.locator(".adl-frame text.adl-gradient")
        assert texts.evaluate_all("ts => ts.map((t) => t.getAttribute('x'))") == places
    assert charts(player, "value") == still(network, 0, "value")


def test_new_numbers_make_new_charts(page, load):
    make = lambda k: adl.trace(lambda x: np.sum(x**2), x=np.arange(8.0) * k - 3).sweep
    one, other = make(1.0), make(-2.0)
    player = player_of(page, load, one, position=3)
    page.evaluate("(story) => update({story})", other.player().story)
    assert charts(player, "value") == still(other, 3, "value")
    assert charts(player, "gradient") == still(other, 3, "gradient")


def test_the_table_tells_the_range(page, load, network):
    player = player_of(page, load, network)
    player.locator("summary", has_text="Values").click()
    x = next(n for n in network.story["nodes"] if n["name"] == "w")
    low, mean, high = x["value"]["range"]
    cell = player.locator("tbody tr", has_text=re.compile("^w")).locator("td.adl-number").first
    if x["value"]["data"] is None:
        expect(cell).to_contain_text(f"from {low} to {high}, mean {mean}")
    else:
        expect(cell).to_contain_text("(3, 4)")
