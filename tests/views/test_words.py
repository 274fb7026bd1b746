"""The sentences of a sweep: their sums are right, and they fit the op and the shapes."""

import itertools
import re

import numpy as np
import pytest
from mathematics import read

import autodiff_lab as adl

OPS = {
    "add": lambda x: x + -1.5,
    "subtract": lambda x: x - -1.5,
    "subtracted": lambda x: -1.5 - x,
    "multiply": lambda x: x * -1.5,
    "divide": lambda x: x / -1.5,
    "divided": lambda x: -1.5 / x,
    "negative": lambda x: -x,
    "square": np.square,
    "cube": lambda x: x**3,
    "inverse square": lambda x: x**-2,
    "one": lambda x: x**1,
    "root": lambda x: np.sqrt(x + 9.0),
    "fraction": lambda x: (x + 9.0) ** 0.75,
    "exponent": lambda x: 2.0**x,
    "itself": lambda x: (x + 9.0) ** x,
    "exp": np.exp,
    "log": lambda x: np.log(x + 9.0),
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "remainder": lambda x: 7.0 % x,
    "maximum": lambda x: np.maximum(x, -1.0),
    "twice": lambda x: x * x,
    "opposed": lambda x: x * -2.0 + x * 5.0 - x,
}
SUM = re.compile(r"(?:sin|cos|log|[−(\d])(?:sin|cos|log|[\d.e ×÷+−()^⁻⁰¹²³⁴⁵⁶⁷⁸⁹])*")


def sums(caption):
    """Find each ``sum = result`` in a caption, and those that go on: ``2 × 3 = 6``."""
    for sentence in re.split(r"\. |\.$|, so |: ", caption):
        parts = sentence.split(" = ")
        for left, right in itertools.pairwise(parts):
            found = [m[0].strip() for m in SUM.finditer(left)]
            result = SUM.match(right)
            if found and result and left.endswith(found[-1]):
                yield found[-1], result[0].strip()


def captions(function, *values, **named):
    return [step.caption for step in adl.trace(function, *values, **named).sweep.steps]


@pytest.mark.parametrize("place", [-2.0, -0.5, 1.0, 3.0])
@pytest.mark.parametrize("name", OPS)
def test_every_sum_in_the_words_is_right(name, place):
    sweep = adl.trace(lambda x: -3.0 * OPS[name](x), x=np.float64(place)).sweep
    texts = [step.caption for step in sweep.steps] + [step["detail"] for step in sweep.story["steps"]]
    found = [pair for text in texts for pair in sums(text)]
    assert found
    for left, right in found:
        np.testing.assert_allclose(read(left), read(right), rtol=3e-3, atol=2e-3)


def test_the_finder_finds_sums():
    text = "The slope of x³ at −4 is 3 × (−4)² = 48. 1 × 48 = 48."
    assert list(sums(text)) == [("3 × (−4)²", "48"), ("1 × 48", "48")]
    assert list(sums("b pulls the other way: −(−1) × 4 ÷ (−2)² = 1.")) == [("−(−1) × 4 ÷ (−2)²", "1")]


@pytest.mark.parametrize(
    ("function", "value", "words"),
    [
        (lambda x: 2.0**x, 3.0,
         "The slope of 2^x for its exponent is log(2) × 8 = 5.545. 1 × 5.545 = 5.545."),
        (lambda x: 7.0 % x, 2.0, "The slope of remainder for x at 2 is −3. 1 × (−3) = −3."),
        (np.abs, 0.0, "x sits on the corner. Left slope −1, right slope 1; this kit uses 0. 1 × 0 = 0."),
        (np.max, [1.0, 3.0, 2.0], "One cell of x won, so it gets all of 1. The others get 0."),
        (np.max, [1.0, 3.0, 3.0], "2 cells of x share first place. Each gets 1 ÷ 2 = 0.5, the others 0."),
        (np.sum, [1.0, 3.0], "A sum sends 1 to every cell of x, 2 times."),
        (np.mean, [1.0, 3.0], "A mean sends 1 ÷ 2 = 0.5 to every cell of x."),
        (
            lambda x: np.mean(x, axis=0),
            [[1.0, 3.0], [2.0, 5.0]],
            "Each mean sends what arrives at it, ÷ 2, to the 2 cells of x that went into it.",
        ),
        (
            lambda x: np.sum(x, axis=1),
            [[1.0, 3.0], [2.0, 5.0]],
            "Each sum sends what arrives at it to all 2 cells of x that went into it.",
        ),
        (np.sum, np.zeros((0,)), "x has no cells, so nothing arrives."),
        (lambda x: x * [1.0, 2.0], 3.0, "x was stretched over 2 cells. Its 2 shares are added: 3."),
        (lambda x: x + np.ones((4, 2)), [1.0, 2.0],
         "Each cell of x was used 4 times. Its 4 shares are added."),
        (lambda x: np.dot(x, [1.0, 2.0]), [3.0, 4.0], "Cell by cell, x gets 1 times the other side, [1, 2]."),
        (
            lambda x: [1.0, 2.0] @ x,
            [[1.0, 3.0], [2.0, 5.0]],
            "To x: [1, 2] turned over, times [1, 1]. The result has the shape of x, (2, 2).",
        ),
        (
            lambda x: x @ [1.0, 2.0],
            [[1.0, 3.0], [2.0, 5.0]],
            "To x: [1, 1] times [1, 2] turned over. The result has the shape of x, (2, 2).",
        ),
        (lambda x: np.where([True, False], x, 0.0), [1.0, 2.0],
         "Cell by cell, x gets what arrives where it was chosen, and 0 elsewhere."),
        (lambda x: np.maximum(x, 1.0), [0.0, 2.0],
         "Cell by cell, x gets what arrives where it won, and 0 where it did not."),
    ],
)  # fmt: skip
def test_what_a_step_says(function, value, words):
    assert words in captions(lambda x: function(x), x=value)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_slope_is_not_called_a_change():
    told = captions(lambda x: 0.0 * np.log(x), x=0.0)
    assert told[-2] == "log met 0: 0 × ∞ is not a number. First place it happens: here."
    assert told[-1] == "Done. x has gradient not a number: there is no finite slope here."


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        (lambda x: x * [1.0, 2.0], "the sum of x × [1, 2] changes by about 0.03"),
        (lambda x: (x, x * 2.0), "the sum of x and x × 2 changes by about 0.03"),
        (lambda x: x * 3.0, "x × 3 changes by about 0.03"),
    ],
)
def test_the_end_names_the_number_that_changes(function, answer):
    assert captions(function, x=3.0)[-1].endswith(f"{answer}.")


def test_weights_are_named_at_the_end():
    x = adl.Variable(3.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x * 2.0
        z = x * [1.0, 2.0]
    assert (
        "y times its weight changes by about 0.2."
        in tape.sweep(y, x, output_gradients=10.0).steps[-1].caption
    )
    weighted = tape.sweep(z, x, output_gradients=[1.0, 10.0]).steps[-1].caption
    assert "the weighted sum of z changes by about 0.21." in weighted


def test_shares_of_large_arrays_are_not_written_as_sums_of_shapes():
    told = captions(lambda x: x * x, x=np.ones((3, 4)))
    assert told[1:3] == [
        "x is used in 2 places. The first share is in. Waiting for 1 more.",
        "The last share for x. All 2 shares are in, added cell by cell.",
    ]
