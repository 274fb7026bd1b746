"""Nudges: predicted is gradient times change, measured is the function itself at another place."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.nudge import SIZES


def diamond(x):
    a = x + 1
    b = x + 2
    return a * b


def test_a_source_against_the_function_itself():
    sweep = adl.trace(diamond, x=2.0).sweep
    for by in (0.1, -0.5, 1e-6, 3.0):
        made = sweep.nudge("x", by)
        assert made.measured == pytest.approx(diamond(2.0 + by) - 12.0, rel=1e-9)
        assert made.predicted == pytest.approx(7 * by)


def test_a_value_on_the_way_moves_what_comes_after_it_alone():
    sweep = adl.trace(diamond, x=2.0).sweep
    assert sweep.nudge("a", 0.5).measured == pytest.approx(0.5 * 4)  # b stays at 4
    assert sweep.nudge("b", 0.5).measured == pytest.approx(0.5 * 3)
    assert sweep.nudge("a * b".replace("*", "×"), 0.5).measured == pytest.approx(0.5)


def test_the_words_have_the_numbers():
    told = str(adl.trace(diamond, x=2.0).sweep.nudge("x", 0.1))
    assert "7 × 0.1 = 0.7" in told
    assert "0.71" in told
    assert "Lower x by 0.1" in str(adl.trace(diamond, x=2.0).sweep.nudge("x", -0.1))


FUNCTIONS = {
    "chain": lambda x: np.sum(np.sin(np.exp(x)) ** 2),
    "matmul": lambda x: np.sum(np.tanh(x @ x.T)),
    "reduced": lambda x: np.mean(x * np.max(x, axis=0)) + np.prod(x[0]),
    "sorted": lambda x: np.sum(np.sort(x, axis=1) * np.arange(3.0)),
    "solved": lambda x: np.sum(np.linalg.inv(x + 5 * np.eye(3))),
    "parts": lambda x: np.sum(np.linalg.eigh(x + x.T)[1][:, 0] ** 2 * np.arange(3.0)),
    "several": lambda x: x * 2.0,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_small_nudges_of_every_value_come_out_as_predicted(name):
    x = np.random.default_rng(1).normal(size=(3, 3))
    sweep = adl.trace(FUNCTIONS[name], x=x).sweep
    tried = 0
    for node in sweep.story["nodes"]:
        if node["role"] == "constant":
            continue
        made = sweep.nudge(node["id"], 1e-6)
        assert made.measured == pytest.approx(made.predicted, rel=1e-3, abs=1e-10), node["title"]
        tried += 1
    assert tried >= 2


def test_one_cell():
    x = np.arange(6.0).reshape(2, 3)
    sweep = adl.trace(lambda x: np.sum(x**2), x=x).sweep
    made = sweep.nudge("x", 0.5, index=(1, -1))
    assert made.measured == pytest.approx(5.5**2 - 25)
    assert made.predicted == pytest.approx(5.0)
    assert "x[1, 2]" in made.caption


def test_weights_count():
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    made = tape.sweep(y, x, output_gradients=adl.constant([0.0, 3.0])).nudge(x, 0.1)
    assert made.measured == pytest.approx(3 * (2.1**2 - 4), rel=1e-6)


def test_rounding_does_not_blur_it():
    made = adl.trace(lambda x: x**2 + 1e6, x=np.float32(3.0)).sweep.nudge("x", 1e-4)
    assert made.measured == pytest.approx(6e-4 + 1e-8, rel=1e-6)


def test_at_a_corner_prediction_and_measurement_differ():
    made = adl.trace(lambda x: np.abs(x), x=0.0).sweep.nudge("x", 0.1)
    assert (made.predicted, made.measured) == (0, pytest.approx(0.1))


def test_without_a_path_nothing_is_predicted_and_nothing_happens():
    x, z = adl.Variable(2.0, name="x"), adl.Variable(5.0, name="z")
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    made = tape.sweep(y, [x, z]).nudge("z", 0.1)
    assert (made.predicted, made.measured) == (0, 0)
    assert "none" in made.caption


def test_values_can_be_given_themselves():
    x = adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
        z = y * 3.0
    sweep = tape.sweep(z, x)
    assert sweep.nudge(y, 1.0).measured == pytest.approx(3.0)
    assert sweep.nudge(x, 1.0).measured == pytest.approx(3 * (9 - 4))


def test_it_works_after_the_tape_is_used_up():
    x = adl.Variable(3.0, name="x")
    with adl.GradientTape() as tape:
        y = x * x
    sweep = tape.sweep(y, x)
    tape.gradient(y, x)
    assert sweep.nudge("x", 1.0).measured == pytest.approx(7.0)
    assert sweep.folded().steps


@pytest.mark.parametrize(
    ("value", "options", "error", "message"),
    [
        ("q", {}, ValueError, "Those that are there: x"),
        (3, {}, TypeError, "name of a value"),
        ("x", {"index": 5}, ValueError, "no cell"),
        ("x", {"index": (0, 0)}, ValueError, "no cell"),
        ("x", {"index": 0.5}, TypeError, "whole numbers"),
    ],
)
def test_faults_are_told(value, options, error, message):
    sweep = adl.trace(lambda x: np.sum(x * x), x=[1.0, 2.0]).sweep
    with pytest.raises(error, match=message):
        sweep.nudge(value, **options)


def test_a_value_of_another_computation():
    with pytest.raises(ValueError, match="not in the picture"):
        adl.trace(diamond, x=1.0).sweep.nudge(adl.Variable(1.0))


def test_equal_names_are_not_mixed_up():
    x = adl.Variable(1.0, name="x")
    other = adl.Variable(2.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x * other
    sweep = tape.sweep(y, [x, other])
    with pytest.raises(ValueError, match="2 values"):
        sweep.nudge("x")
    assert sweep.nudge(other, 1.0).measured == pytest.approx(1.0)


def test_a_function_with_its_own_gradient_cannot_be_run_again():
    @adl.custom_gradient
    def own(x):
        return x * 2.0, lambda up: up * 2.0

    sweep = adl.trace(lambda x: own(x) * 3.0, x=1.0).sweep
    with pytest.raises(ValueError, match="own"):
        sweep.nudge("x")
    assert "n0" not in sweep.player().story["nudges"]


def test_complex_numbers_are_refused():
    x = adl.Variable(1.0 + 2.0j, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = np.real(x * np.conj(x))
    with pytest.raises(ValueError, match="real numbers"):
        tape.sweep(y, x).nudge("x")


def test_the_player_offers_the_same_numbers():
    sweep = adl.trace(diamond, x=2.0).sweep
    offered = sweep.player().story["nudges"]["n0"]
    assert [n["by"] for n in offered] == ["−0.1", "−0.01", "+0.01", "+0.1"]
    assert [n["caption"] for n in offered] == [sweep.nudge("x", by).caption for by in SIZES]
    assert offered[-1]["measured"] == "+0.71"


def test_a_mask_moves_along():
    f = lambda x: np.sum(np.where(x > 0, x * 2.0, 0.0))
    x = np.array([0.05, 1.0])
    sweep = adl.trace(f, x=x).sweep
    made = sweep.nudge("x", -0.1)
    assert made.measured == pytest.approx(f(x - 0.1) - f(x))
    assert made.predicted == pytest.approx(-0.4)
    assert sweep.nudge("x", 0.1).measured == pytest.approx(0.4)


def test_another_branch_cannot_be_measured():
    def f(x):
        return x * 2.0 if x > 1 else x * x

    sweep = adl.trace(f, x=1.05).sweep
    assert sweep.nudge("x", 0.1).measured == pytest.approx(0.2)
    with pytest.raises(ValueError, match="cannot be measured"):
        sweep.nudge("x", -0.1)
    offered = sweep.player().story["nudges"]["n0"]
    assert [n["measured"] for n in offered] == ["–", "−0.02", "+0.02", "+0.2"]
    assert offered[0]["predicted"] == "−0.2"


def test_a_look_at_a_number_is_no_branch(capsys):
    def f(x):
        y = x * x
        print(float(y))
        return y + 1.0

    assert adl.trace(f, x=3.0).sweep.nudge("x", 0.1).measured == pytest.approx(0.61)


@pytest.mark.parametrize("method", ["nudge", "follow"])
def test_constants_are_refused(method):
    sweep = adl.trace(lambda x: np.sum(x * 2.0 + np.ones(3)), x=np.ones(3)).sweep
    for node in sweep.story["nodes"]:
        if node["role"] == "constant":
            index = (0,) * len(node["value"]["shape"])
            with pytest.raises(ValueError, match="is a constant"):
                getattr(sweep, method)(node["id"], **({"index": index} if method == "follow" else {}))
