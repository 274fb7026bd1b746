"""Questions before steps: what is asked by itself, and what a lesson may ask."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.stops import resolve


def product(x):
    a = x + 1
    b = x + 2
    y = a * b
    return y  # noqa: RET504  the names are in the questions


@pytest.fixture(scope="module")
def sweep():
    return adl.trace(product, x=2.0).sweep


def test_at_each_fan_out_the_sum_is_asked_for(sweep):
    (stop,) = resolve("auto", sweep.steps)
    step = sweep.steps[stop["step"] - 1]
    assert (step.to, step.arrived, step.expected) == ("x", 2, 2)
    assert stop["options"] == ["3", "4", "7", "12"]  # either share, their sum, their product
    assert stop["options"][stop["answer"]] == "7"
    assert stop["why"] == "Shares add: 3 + 4 = 7."
    assert "7" not in stop["question"]


def test_without_a_fan_out_nothing_is_asked():
    assert resolve("auto", adl.trace(lambda x: np.sin(x) ** 2, x=1.0).sweep.steps) == []


def test_negative_shares_stand_in_brackets():
    (stop,) = resolve("auto", adl.trace(lambda x: 5 * x - x * 2, x=1.0).sweep.steps)
    assert "(−2)" in stop["why"] or "+ 5" in stop["why"]
    assert stop["options"][stop["answer"]] == "3"


def test_arrays_are_not_asked_about():
    steps = adl.trace(lambda x: np.sum(x * x), x=[1.0, 2.0]).sweep.steps
    assert resolve("auto", steps) == []


def test_questions_of_a_lesson_come_in_order(sweep):
    late = adl.Stop(3, "And then?", ["a", "b"], 1)
    early = adl.Stop(1, "What first?", ("a", "b", "c"), 0, "because")
    assert [s["step"] for s in resolve([late, early], sweep.steps)] == [1, 3]
    assert resolve(None, sweep.steps) == []


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: adl.Stop(1, "?", ["a"], 0), ValueError, "two to 5"),
        (lambda: adl.Stop(1, "?", list("abcdef"), 0), ValueError, "two to 5"),
        (lambda: adl.Stop(1, "?", ["a", "a"], 0), ValueError, "different"),
        (lambda: adl.Stop(1, "?", ["a", "b"], 2), ValueError, "answer=2"),
    ],
)
def test_a_question_that_cannot_be_asked(make, error, words):
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(
    ("stops", "error", "words"),
    [
        ("all", ValueError, "auto"),
        (["x"], TypeError, "adl.Stop"),
        ([adl.Stop(99, "?", ["a", "b"], 0)], ValueError, "no step 99"),
        ([adl.Stop(0, "?", ["a", "b"], 0)], ValueError, "no step 0"),
        ([adl.Stop(1, "?", ["a", "b"], 0), adl.Stop(1, "!", ["a", "b"], 0)], ValueError, "same step"),
    ],
)
def test_stops_that_do_not_fit(sweep, stops, error, words):
    with pytest.raises(error, match=words):
        sweep.to_html(stops=stops)


def test_the_player_and_the_page_carry_them(sweep):
    assert sweep.player(stops="auto").story["stops"] == resolve("auto", sweep.steps)
    assert "What is the gradient of x?" in sweep.to_html(stops="auto")
    assert "stops" not in sweep.story


def test_complex_totals_are_not_asked_about():
    x = adl.Variable(1.0 + 2.0j)
    with adl.GradientTape(persistent=True) as tape:
        y = np.abs(x * x)
    assert tape.sweep(y, x).player(stops="auto").story["stops"] == []
