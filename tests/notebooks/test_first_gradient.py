"""Lesson 1, "Your first gradient": every number, against the kit, a real nudge, and what the lesson says."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import autodiff_lab as adl

PATH = Path(__file__).parents[2] / "notebooks" / "01_first_gradient.ipynb"
CELLS = json.loads(PATH.read_text(encoding="utf-8"))["cells"]
SOURCES = ["".join(cell["source"]) for cell in CELLS]
TEXT = "\n\n".join(
    source for cell, source in zip(CELLS, SOURCES, strict=True) if cell["cell_type"] == "markdown"
)


def cell_with(words):
    """The code cell whose first line holds these words."""
    (found,) = [n for n, source in enumerate(SOURCES) if words in source.split("\n")[0] and source[0] == "#"
                and CELLS[n]["cell_type"] == "code"]  # fmt: skip
    return found


def printed(words):
    """What the stored lesson printed there."""
    return "".join("".join(output.get("text", "")) for output in CELLS[cell_with(words)]["outputs"])


def square(x):
    return np.square(x)


def by_tape(f, place):
    x = adl.Variable(float(place))
    with adl.GradientTape() as tape:
        y = f(x)
    return float(y), float(tape.gradient(y, x))


def by_nudge(f, place, step=1e-4):
    """The central difference, in double precision."""
    return (f(np.float64(place + step)) - f(np.float64(place - step))) / (2 * step)


STOPS = {-3: (9, -6), 3: (9, 6), 4: (16, 8), -2: (4, -4), 0: (0, 0), 0.5: (0.25, 1), 5: (25, 10)}


@pytest.mark.parametrize("place", STOPS)
def test_value_and_gradient_of_the_square(place):
    value, gradient = STOPS[place]
    assert by_tape(square, place) == (value, gradient)
    assert by_nudge(square, place) == pytest.approx(gradient, abs=1e-7)
    if place != 0:  # at 0 both are 0, and the lesson says that this is chance
        assert value != gradient


def test_the_table_of_stops():
    rows = [tuple(map(float, line.split())) for line in printed("Visit several places").splitlines()[1:]]
    assert rows == [(place, *STOPS[place]) for place in (-2, 0, 0.5, 5)]


def test_the_table_of_nudges():
    rows = [tuple(map(float, line.split())) for line in printed("Nudge x up").splitlines()[1:]]
    # (3 + h)² − 3² = 6h + h²
    assert rows == [(1, 7, 7), (0.1, 0.61, 6.1), (0.01, 0.0601, 6.01), (0.001, 0.006001, 6.001)]
    for nudge, change, rate in rows:
        assert change == pytest.approx(6 * nudge + nudge**2, rel=1e-4)
        assert rate == pytest.approx(6 + nudge, rel=1e-4)


def test_the_prediction_is_about_the_sign():
    options = [int(n.replace("−", "-")) for n in re.findall(r"^- [A-D]: (−?\d+)$", TEXT, flags=re.MULTILINE)]
    value, gradient = STOPS[-3]
    sign_lost, value_with_sign = -gradient, -value
    assert sorted(options) == sorted([gradient, sign_lost, value, value_with_sign])
    assert len(set(options)) == 4
    assert printed("Record the rule at -3").split() == ["value", "9", "gradient", "-6"]
    # A learner who has not run it yet does not see the gradient.
    hidden = CELLS[cell_with("Record the rule at -3")]["metadata"]
    assert hidden["jupyter"]["outputs_hidden"] is True


def test_the_sweep_has_two_boxes_and_two_steps():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = square(x)
    sweep = tape.sweep(y, x)
    assert [node["label"] for node in sweep.story["nodes"]] == ["x", "y = x²"]
    start, share, end = sweep.steps
    assert (start.kind, start.to, start.total) == ("start", "y", 1)
    assert (share.kind, share.to, share.upstream, share.local, share.share) == ("share", "x", 1, 6, 6)
    assert end.kind == "end"
    assert printed("The same walk in words") == f"{sweep}\n"


def test_nobody_has_asked_yet_is_a_dash_in_the_graph():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = square(x)
    assert [node["gradient"] for node in tape.graph(y).story["nodes"]] == ["–", "–"]


def test_the_kits_own_check_agrees():
    assert adl.check_gradients(square, 3.0)


def test_the_slider_makes_6_into_8():
    explorer = adl.explore(square, x=3.0)
    assert float(explorer.gradients["x"]) == 6
    explorer.set(x=4.0)
    assert (float(explorer.value), float(explorer.gradients["x"])) == (16, 8)


# Exercise: rule, place, accepted answer, rejected answers with a word of what is said.
EXERCISES = {
    1: (square, -4, -8, {8: "sign got lost", 16: "the value"}),
    3: (lambda x: x**3, 2, 12, {8: "the value", 6: "power is one too low", 4: "factor 3 is missing"}),
    4: (lambda x: 5 * x, 3, 5, {15: "the value", 0: "not zero"}),
}


def section(number):
    return TEXT.partition(f"### Exercise {number}")[2].partition("##")[0]


@pytest.mark.parametrize("number", EXERCISES)
def test_an_exercise_accepts_the_gradient_and_nothing_else(number):
    f, place, right, wrong = EXERCISES[number]
    value, gradient = by_tape(f, place)
    assert gradient == right
    assert by_nudge(f, place) == pytest.approx(right, abs=1e-6)
    assert right not in wrong
    assert value != right
    assert value in wrong
    for answer, said in wrong.items():
        assert re.search(rf"^- {answer}: .*{said}", section(number), flags=re.MULTILINE)
    assert f"\n\n{right}".replace("-", "−") in section(number).partition("Solution")[2]


def test_exercise_2_asks_for_the_place():
    assert by_tape(square, 5) == (25, 10)
    assert by_nudge(square, 5) == pytest.approx(10, abs=1e-6)
    assert by_tape(square, 10**0.5)[0] == pytest.approx(10)  # the value was set to 10
    for wrong in (10, 10**0.5, 20):
        assert by_tape(square, wrong)[1] != pytest.approx(10)
    for tried in ("You tried 10: ", "You tried the square root of 10: ", "You tried 20: "):
        assert tried in section(2)


@pytest.mark.parametrize(
    ("number", "changes", "answer"),
    [
        (1, {"3.0": "-4.0"}, -8),
        (2, {"3.0": "5.0"}, 10),
        (3, {"3.0": "2.0", "np.square(x)": "x**3"}, 12),
    ],
)
def test_the_solution_works_in_the_cell(number, changes, answer, capsys):
    program = SOURCES[cell_with(f"Exercise {number}")]
    solution = section(number).partition("Solution")[2]
    for old, new in changes.items():
        assert program.count(old) == 1
        assert new in solution
        program = program.replace(old, new)
    exec(program, {"np": np, "adl": adl})
    assert capsys.readouterr().out == f"gradient {answer}\n"
    # As the cell comes, it does not give the answer away.
    assert printed(f"Exercise {number}").split() == ["gradient", "6"] != ["gradient", str(answer)]


def test_numbers_in_the_sentences():
    assert "8.1206" in section(3)
    assert round(2.01**3, 4) == 8.1206
    assert abs((2.01**3 - 8) / 0.01 - 12) < 0.1
    assert "changes by about −0.06" in TEXT
    assert square(-2.99) - square(-3) == pytest.approx(-0.06, abs=1e-3)
    assert "A nudge by 1 changes the value by 201" in TEXT
    assert (101**2 - 100**2, by_tape(square, 100)[1]) == (201, 200)
