"""What explore takes: which inputs get a slider, with which stops, and what it refuses with which words."""

import math

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.widgets.inputs import Inputs
from autodiff_lab.widgets.scale import around, make_scale


def f(x, y=2.0):
    return x * y


def starts(**inputs):
    return {slider.name: slider.start for slider in Inputs(lambda **k: k, inputs).sliders}


# stops


def test_the_ends_of_a_plain_number_are_round_and_hold_it():
    assert (around(3.0).low, around(3.0).high) == (-5, 5)
    assert (around(-4.0).low, around(0.0).high) == (-5, 5)
    for value in (0.03, 7.3, -12.0, 1e6, 1e-8, -123.456):
        scale = around(value)
        assert scale.low == -scale.high
        assert abs(value) * 1.9 <= scale.high <= abs(value) * 2.5
        assert 60 <= len(scale.stops) <= 170


@pytest.mark.parametrize(
    "ends", [(0, 1), (-5, 5), (1, 4.7), (1e-8, 5e-8), (0, math.pi), (1e5, 3e5), (-1e-3, 2)]
)
def test_stops_rise_from_end_to_end_in_about_a_hundred_round_steps(ends):
    stops = make_scale(*map(float, ends)).stops
    assert (stops[0], stops[-1]) == ends
    assert 60 <= len(stops) <= 170
    gaps = np.diff(stops)
    assert (gaps > 0).all()
    assert gaps[1:-1] == pytest.approx(np.full(len(gaps) - 2, gaps[1]))


def test_a_stop_is_the_number_that_is_written_there():
    tenths = make_scale(0.0, 1.0, 0.1)
    assert tenths.stops == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert [tenths.text(stop) for stop in tenths.stops[2:4]] == ["0.2", "0.3"]
    small = make_scale(1e-8, 5e-8)
    assert 2.35e-8 in small.stops
    assert small.text(2.35e-8) == "2.35e−8"
    for scale in (small, tenths, around(3.0), around(1e12)):
        for stop in scale.stops:
            assert float(scale.text(stop).replace("−", "-")) == stop


def test_a_number_between_the_stops_keeps_its_digits():
    assert around(3.0).text(0.25) == "0.25"
    assert around(3.0).text(-0.0) == "0"


# which inputs get a slider


def test_floats_pairs_and_short_arrays_get_sliders():
    assert starts(x=3.0) == {"x": 3.0}
    assert starts(x=(0, 10)) == {"x": 5.0}
    assert starts(x=(0, 10, 2.5)) == {"x": 5.0}
    assert starts(x=np.float32(0.5)) == {"x": 0.5}
    assert starts(v=[1.0, 2.0]) == {"v[0]": 1.0, "v[1]": 2.0}
    assert starts(m=np.array([[1.0, 2.0]])) == {"m[0, 0]": 1.0, "m[0, 1]": 2.0}
    assert starts(x=adl.Variable(2.0), v=adl.constant([1.0, 4.0])) == {"x": 2.0, "v[0]": 1.0, "v[1]": 4.0}


def test_everything_else_goes_to_the_function_as_it_is():
    big, nothing = np.ones(7), None
    given = {
        "x": 1.0,
        "n": 2,
        "flag": True,
        "word": "a",
        "big": big,
        "nothing": nothing,
        "whole": [1, 2],
        "f": f,
    }
    inputs = Inputs(lambda **k: k, given)
    assert [slider.name for slider in inputs.sliders] == ["x"]
    passed = inputs.arguments([7.0])
    assert passed.pop("x") == 7.0
    assert all(passed[name] is given[name] for name in passed)


def test_numbers_come_back_in_the_type_they_were_given_in():
    made = Inputs(lambda **k: k, {"a": 1.0, "b": np.float64(2), "v": [1.0, 2.0], "w": np.ones(2, "f4")})
    arguments = made.arguments([4.0, 5.0, 6.0, 7.0, 8.0, 9.0])
    assert type(arguments["a"]) is float
    assert type(arguments["b"]) is np.float64
    assert arguments["v"] == [6.0, 7.0]
    assert arguments["w"].dtype == np.float32
    assert arguments["w"].tolist() == [8.0, 9.0]


def test_ranges_for_one_input_or_one_element():
    inputs = Inputs(f, {"x": 3.0, "y": [1.0, 1.0]}, {"x": (0, 10), "y": (0, 2), "y[1]": (-1, 1)})
    assert [(s.name, s.scale.low, s.scale.high) for s in inputs.sliders] == [
        ("x", 0, 10),
        ("y[0]", 0, 2),
        ("y[1]", -1, 1),
    ]


def test_functions_that_take_their_inputs_by_position_only():
    def half(x, /):
        return x / 2

    assert Inputs(half, {"x": 3.0}).call(x=8.0) == 4.0
    assert Inputs(np.square, {"x": 3.0}).call(x=3.0) == 9.0


# what is refused


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"x": 3}, TypeError, "explore(f, x=3.0)"),
        ({"x": [1, 2]}, TypeError, "Write the number with a point"),
        ({}, TypeError, "f also needs x"),
        ({"x": 1.0, "z": 2.0}, TypeError, "f has no input called z. It takes x and y."),
        ({"x": (5, -5)}, ValueError, "x=(-5, 5)"),
        ({"x": (1, 1)}, ValueError, "x=(1, 2)"),
        ({"x": (math.nan, 1)}, ValueError, "nan"),
        ({"x": (0, math.inf)}, ValueError, "inf"),
        ({"x": (0, "a")}, TypeError, "'a', which is not a number"),
        ({"x": (0, None)}, TypeError, "None, which is not a number"),
        ({"x": (0, 10, 0)}, ValueError, "above 0"),
        ({"x": (0, 10, 20)}, ValueError, "fit into the range"),
        ({"x": (0, 10, 1e-9)}, ValueError, "more than 10000 steps"),
        ({"x": (1.0, 1.0 + 2**-52)}, ValueError, "could not move"),
        ({"x": math.nan}, ValueError, "x is nan"),
        ({"x": 1.7e308}, ValueError, "ordinary number"),
        ({"x": [[1.0], [1.0, 2.0]]}, ValueError, "different lengths"),
        ({"x": ["a"]}, TypeError, "is text"),
        ({"x": "3.0"}, TypeError, "no gradient to show"),
        ({"x": None}, TypeError, "no gradient to show"),
        ({"x": np.array([object()])}, TypeError, "object"),
        ({"x": np.ones(100)}, TypeError, "trace(f, x=x)"),
    ],
)
def test_bad_inputs_are_refused_before_anything_is_shown(given, error, words, capsys):
    with pytest.raises(error) as caught:
        adl.explore(f, **given)
    assert words in str(caught.value)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("ranges", "error", "words"),
    [
        ({"q": (0, 1)}, ValueError, "ranges= names q"),
        ({"x": (0, 1)}, ValueError, "x is 3.0, which lies outside its range from 0 to 1"),
        ({"x": (10, 0)}, ValueError, "upside down"),
        ({"x": 5}, TypeError, "takes two numbers"),
        ([1], TypeError, "takes a dict"),
    ],
)
def test_bad_ranges(ranges, error, words):
    with pytest.raises(error) as caught:
        adl.explore(f, x=3.0, ranges=ranges)
    assert words in str(caught.value)


def test_not_a_function_and_not_a_theme():
    with pytest.raises(TypeError, match=r"explore\(f, x=3.0\)"):
        adl.explore(3.0, x=3.0)
    with pytest.raises(ValueError, match='"auto", "light" or "dark"'):
        adl.explore(f, x=3.0, theme="blue")


def test_an_input_without_a_name_is_refused_with_the_way_out():
    with pytest.raises(TypeError, match=r"by name.*explore\(f, x=3.0\)"):
        adl.explore(lambda x: x * x, 3.0)
