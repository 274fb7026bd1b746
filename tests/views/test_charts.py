"""Arrays as small charts: the right numbers, the sign in every picture, one range for all."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.charts import THUMBNAIL, chart_of, largest, level, shapes, size
from autodiff_lab.views.numbers import format_cell
from autodiff_lab.views.theme import LEVELS

SVG = "{http://www.w3.org/2000/svg}"
RNG = np.random.default_rng(2)


@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        ((), None), ((2,), "bars"), ((24,), "bars"), ((25,), None), ((0,), None), ((0, 3), None),
        ((4, 6), "grid"), ((1, 1), "grid"), ((5, 2), "heat"), ((2, 7), "heat"), ((100, 100), "heat"),
        ((2, 2, 3), "grid"), ((2, 3, 4, 5), "heat"),
    ],
)  # fmt: skip
def test_which_chart(shape, kind):
    chart = chart_of(RNG.normal(size=shape))
    assert (chart and chart["kind"]) == kind


def test_small_arrays_are_all_there():
    x = np.array([[1.0, -2.5, 0.0], [1e9, -1e-9, 123.456]])
    chart = chart_of(x)
    np.testing.assert_allclose(np.reshape(chart["cells"], x.shape), x, rtol=1e-3)
    assert chart["most"] == 1e9


@pytest.mark.parametrize("shape", [(13, 17), (28, 28), (5, 100), (1000, 3), (3, 12, 40)])
def test_a_thumbnail_keeps_the_largest_entry_of_each_block(shape):
    x = RNG.normal(size=shape)
    matrix = x.reshape(-1, shape[-1])
    chart = chart_of(x)
    rows, columns = (
        np.unique(np.arange(m) * n // m) if n > m else np.arange(n)
        for n, m in zip(matrix.shape, THUMBNAIL, strict=True)
    )
    assert (chart["rows"], chart["columns"]) == (len(rows), len(columns))
    cells = np.reshape(chart["cells"], (len(rows), len(columns)))
    ends = (*rows[1:], matrix.shape[0]), (*columns[1:], matrix.shape[1])
    for i, (top, bottom) in enumerate(zip(rows, ends[0], strict=True)):
        for j, (left, right) in enumerate(zip(columns, ends[1], strict=True)):
            block = matrix[top:bottom, left:right].ravel()
            assert cells[i, j] == pytest.approx(block[np.argmax(np.abs(block))], rel=1e-3)
    assert chart["most"] == pytest.approx(np.abs(x).max(), rel=1e-3)


@pytest.mark.parametrize(
    "x",
    [
        np.full((3, 3), np.nan), np.array([[np.inf, -np.inf, np.nan]]), np.zeros(8), np.zeros((30, 30)),
        np.array([True, False] * 4), np.arange(-4, 4), np.arange(200, dtype=np.uint8).reshape(20, 10),
        np.array([1e308, -1e308] * 3), np.full((20, 20), np.nan), np.float16([[1, -2]]),
    ],
    ids=str,
)  # fmt: skip
def test_odd_arrays_are_drawn(x):
    chart = chart_of(x)
    for small in (False, True):
        drawn = shapes(chart, largest([chart]), small)
        width, height = size(chart, small)
        for tag, attributes in drawn:
            if tag == "rect":
                left, top, wide, tall = (float(attributes[k]) for k in ("x", "y", "width", "height"))
                assert left >= 0
                assert left + wide <= width + 0.01
                assert top >= -0.01
                assert top + tall <= height + 0.01
    assert "chart" in format_cell(x, charted=True) or x.size <= 5


@pytest.mark.parametrize("x", [np.array([1 + 2j] * 8), np.array(["a"] * 8), np.array([object()] * 8)])
def test_what_has_no_order_has_no_chart(x):
    assert chart_of(x) is None
    assert "range" not in format_cell(x, charted=True)


def test_only_zero_has_the_middle_colour():
    assert level(0.0, 5.0) == str(LEVELS)
    assert level(1e-30, 5.0) == str(LEVELS + 1)
    assert level(-1e-30, 5.0) == str(LEVELS - 1)
    assert (level(5.0, 5.0), level(-5.0, 5.0)) == (str(2 * LEVELS), "0")
    assert (level("inf", 5.0), level("-inf", 5.0), level(None, 5.0)) == (str(2 * LEVELS), "0", "none")
    assert level(0.0, 0.0) == str(LEVELS)


def test_the_sign_is_seen_without_colours():
    bars = [a for _, a in shapes(chart_of(np.array([2.0, -1.0] * 3)), 2.0) if "heat" in a["class"]]
    assert [float(a["y"]) for a in bars] == [0, 12] * 3  # from the axis up, and down
    assert [float(a["height"]) for a in bars] == [12, 6] * 3
    cells = shapes(chart_of(np.array([[2.0, -1.0], [0.0, -3.0]])), 3.0)
    marks = [a["d"] for _, a in cells if a["class"].startswith("adl-minus")]
    assert "".join(marks).count("M") == 2


def drawn(sweep, kind):
    """The shapes of the charts of a kind, by the names of their nodes."""
    names = {n["id"]: n["name"] for n in sweep.story["nodes"]}
    found = {}
    for node in ET.fromstring(sweep.to_svg()).iter(f"{SVG}g"):
        for g in node:
            if g.get("class") == f"adl-{kind}-chart" and names.get(node.get("data-node")):
                found[names[node.get("data-node")]] = list(g)
    return found


def test_colours_of_a_picture_share_a_range_and_gradients_have_their_own():
    a, b = np.ones((2, 3)), np.full((2, 3), 25.0)
    sweep = adl.trace(lambda a, b: np.sum(a * 100.0) - np.sum(b), a=a, b=b).sweep
    values, gradients = drawn(sweep, "value"), drawn(sweep, "gradient")
    # The largest value is 100, of a × 100. Colours grow with the root.
    assert {r.get("class") for r in values["b"][:6]} == {f"adl-heat-{LEVELS + 4}"}
    assert {r.get("class") for r in values["a"][:6]} == {f"adl-heat-{LEVELS + 1}"}
    assert {r.get("class") for r in gradients["a"][:6]} == {f"adl-heat-{2 * LEVELS}"}
    assert {r.get("class") for r in gradients["b"][:6]} == {f"adl-heat-{LEVELS - 1}"}


def test_bars_fill_their_place_and_grow_as_shares_arrive():
    x = np.arange(1.0, 9.0)
    sweep = adl.trace(lambda x: np.sum(x * 1000.0) + np.sum(x * 3000.0), x=x).sweep
    heights = [float(r.get("height")) for r in drawn(sweep, "value")["x"][:8]]
    np.testing.assert_allclose(heights, 12 * x / 8, atol=0.01)
    arrived = [n for n, s in enumerate(sweep.steps, 1) if s.to == "x"]
    tallest = []
    for position in arrived:
        node = next(
            g
            for g in ET.fromstring(sweep.to_svg(position=position)).iter(f"{SVG}g")
            if g.get("data-node") == "n0"
        )
        chart = next(g for g in node if g.get("class") == "adl-gradient-chart")
        tallest.append(max(float(r.get("height")) for r in chart if r.tag == f"{SVG}rect"))
    assert tallest == [pytest.approx(10 * sweep.steps[n - 1].total[0] / 4000) for n in arrived]


def test_an_image_with_one_channel_looks_as_the_image():
    image = RNG.normal(size=(9, 8))
    assert chart_of(image.reshape(1, 9, 8, 1)) == chart_of(image)


def test_equal_numbers_are_told_as_one():
    sweep = adl.trace(lambda x: np.sum(x), x=np.ones(8)).sweep
    assert "(8,), all 1" in str(sweep)


def test_before_a_share_arrives_there_is_no_chart():
    sweep = adl.trace(lambda x: np.sum(x**2), x=np.arange(8.0)).sweep
    for position in range(len(sweep.steps) + 1):
        root = ET.fromstring(sweep.to_svg(position=position))
        source = next(g for g in root.iter(f"{SVG}g") if g.get("data-node") == "n0")
        chart = next(g for g in source.iter(f"{SVG}g") if g.get("class") == "adl-gradient-chart")
        arrived = any(s.to == "x" for s in sweep.steps[:position])
        assert (len(chart) > 0) == arrived


def test_the_range_is_told():
    x = np.array([3.0, -2.0, 5.0, 0.0, 1.0, 1.0, 1.0])
    assert format_cell(x, charted=True)["range"] == ["−2", "1.286", "5"]
    sweep = adl.trace(lambda x: np.sum(x), x=x).sweep
    assert "(7,), from −2 to 5" in str(sweep)
    assert "x is (7,), from −2 to 5." in sweep.story["description"]
    assert "(7,), from −2 to 5" in str(adl.trace(lambda x: np.sum(x), x=x).graph)
    assert format_cell(np.array([1.0, np.nan] * 4), charted=True)["range"] == ["nan"] * 3


def test_printed_numbers_need_no_chart():
    cell = format_cell(np.array([1.0, 2.0, 3.0]), charted=True)
    assert cell == format_cell(np.array([1.0, 2.0, 3.0]))
    assert "chart" not in format_cell(np.zeros((3, 3)))


def test_large_arrays_stay_cheap():
    story = adl.trace(lambda x: np.mean(x**2), x=RNG.normal(size=(500, 500))).sweep.story
    assert len(str(story)) < 40_000
