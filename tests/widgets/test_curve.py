"""The points of a curve and their picture: gaps, jumps, limits, slow functions, names that are no words."""

import base64
import time
import warnings
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from autodiff_lab.views.theme import THEMES
from autodiff_lab.widgets.plot import Plot
from autodiff_lab.widgets.samples import Samples


def curve(f, low=-5.0, high=5.0):
    samples = Samples(f, low, high)
    assert samples.advance()
    return *samples.curve(), samples


def gaps(xs, ys):
    """The ends of each stretch without a value."""
    return xs[np.isnan(ys)]


def test_points_lie_on_the_curve_from_end_to_end():
    xs, ys, _ = curve(lambda x: x**2)
    assert (xs[0], xs[-1]) == (-5, 5)
    assert np.diff(xs).max() < 0.05
    assert ys == pytest.approx(xs**2)


def test_a_pole_and_an_end_of_the_domain_are_gaps():
    xs, ys, _ = curve(lambda x: 1 / np.float64(x))
    assert gaps(xs, ys).tolist() == [0.0]
    xs, ys, _ = curve(lambda x: np.log(x))
    assert (gaps(xs, ys) <= 0).all()
    assert np.isfinite(ys[xs > 0]).all()


@pytest.mark.parametrize(
    ("f", "places"),
    [
        (lambda x: 1.0 if x > 0.123 else -1.0, [0.123]),
        (lambda x: np.floor(x / 2), [-4, -2, 0, 2, 4]),
        (np.tan, np.pi * np.array([-1.5, -0.5, 0.5, 1.5])),
    ],
)
def test_a_jump_is_a_gap_at_its_place(f, places):
    xs, ys, _ = curve(f)
    assert gaps(xs, ys) == pytest.approx(np.array(places), abs=0.001)


@pytest.mark.parametrize(
    "f", [lambda x: np.tanh(100 * x), lambda x: np.cbrt(x), abs, lambda x: np.exp(3 * x)]
)
def test_a_steep_line_has_no_gap(f):
    _, ys, _ = curve(f)
    assert not np.isnan(ys).any()


def test_whatever_a_function_does_at_a_point_is_a_gap(capsys):
    def f(x):
        print("hello")
        warnings.warn("look", stacklevel=1)
        if x < 0:
            raise ValueError
        return "text" if x < 1 else None if x < 2 else x

    xs, ys, _ = curve(f)
    assert np.isnan(ys[xs < 2]).all()
    assert ys[xs >= 2] == pytest.approx(xs[xs >= 2])
    assert capsys.readouterr() == ("", "")


def test_heights_hold_the_curve_but_not_its_run_to_infinity():
    low, high = curve(lambda x: x**2)[2].heights()
    assert -3 < low < 0
    assert 25 < high < 28
    low, high = curve(lambda x: 1 / np.float64(x))[2].heights()
    assert 2 < high < 20
    low, high = curve(lambda x: 2.0)[2].heights()
    assert low < 2 < high
    low, high = curve(lambda x: 1e200 * x)[2].heights()
    assert np.isfinite([low, high]).all()


def test_a_slow_function_is_sampled_evenly_as_far_as_the_time_goes():
    samples = Samples(lambda x: time.sleep(0.01) or x, 0.0, 8.0)
    assert not samples.advance(0.05)
    xs, _ = samples.curve()
    assert xs[0] == 0
    assert xs[-1] == 8
    assert len(xs) < 12
    assert np.diff(xs).max() <= 4
    assert samples.seconds >= 0.05


# the picture


def picture(name_x="x", name_y="y", theme="light", f=lambda x: x**2, plot=None):
    xs, ys, samples = curve(f)
    drawn = (plot or Plot()).draw(xs, ys, (-5.0, 5.0), samples.heights(), name_x, name_y, theme)
    head, _, data = drawn["image"].partition(",")
    assert head == "data:image/svg+xml;base64"
    return base64.b64decode(data).decode(), drawn


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_has_the_colours_of_its_theme_and_labelled_axes(theme):
    svg, drawn = picture("weight", "loss", theme)
    colours = THEMES[theme]
    for colour in (colours.surface, colours["target"].line, colours["source"].line, colours.muted):
        assert colour.lower() in svg.lower()
    texts = [
        "".join(text.itertext()).strip()
        for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert {"weight", "loss", "−4", "25"} <= set(texts)
    assert drawn["alt"] == "Curve of loss over weight from −5 to 5"


def test_any_name_is_drawn_literally():
    for name in ("$a$", "a_b^c", "<b>", '"', "x & y", "\\frac", "猫🐈", "a\nb", ""):
        svg, _ = picture(name, name)
        texts = [
            "".join(text.itertext()).strip()
            for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
        ]
        assert name.replace("\n", "↵") in texts or name == ""


def test_the_place_of_the_axes_never_changes():
    plot = Plot()
    boxes = [
        picture(f=f, plot=plot)[1]["box"]
        for f in (lambda x: x, lambda x: 12345.678 * x, lambda x: 1e-9 * x, lambda x: 7.0)
    ]
    assert all(box == boxes[0] for box in boxes)


def test_a_lone_point_is_seen():
    xs, ys = np.array([0.0, 0.5, 1.0]), np.array([np.nan, 2.0, np.nan])
    plot = Plot()
    plot.draw(xs, ys, (0.0, 1.0), (0.0, 3.0), "x", "y", "light")
    assert [v.tolist() for v in plot.dots.get_data()] == [[0.5], [2.0]]
