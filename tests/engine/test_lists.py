"""NumPy does not hand over a list that holds Tensors: what is lost so is never lost in silence."""

import math

import numpy as np
import pytest

import autodiff_lab as adl


def gradient(f):
    s = adl.Variable(0.5, dtype="float64")
    with adl.GradientTape() as tape:
        y = f(s)
    return tape.gradient(y, s)


PLAIN = {
    "array": lambda s: np.array([s, 2 * s]),
    "concatenate": lambda s: np.concatenate([[s], [2 * s]]),
    "mean": lambda s: np.mean([s, 2 * s]),
    "sin": lambda s: np.sin([s, s]),
    "math": lambda s: math.sin(s),
    "full": lambda s: np.full(3, s),
    "norm": lambda s: np.linalg.norm([s, s]),
    "linspace": lambda s: np.linspace([s], [s], 3),
}


@pytest.mark.parametrize("f", PLAIN.values(), ids=PLAIN.keys())
def test_a_target_made_of_a_list_is_an_error_that_names_the_line(f):
    with pytest.raises(TypeError, match=r"np\.stack") as error:
        gradient(f)
    assert "lambda s:" in str(error.value), "the learner's line, not one of NumPy's"


@pytest.mark.parametrize("f", PLAIN.values(), ids=PLAIN.keys())
def test_a_constant_made_of_a_list_is_warned_of(f):
    one = adl.constant(2.0, dtype="float64")
    with pytest.warns(adl.GradientWarning, match=r"np\.stack"):
        assert gradient(lambda s: np.sum(one * f(s))) is None


@pytest.mark.parametrize("f", [PLAIN["mean"], PLAIN["norm"], PLAIN["full"], PLAIN["linspace"]])
def test_a_part_that_is_lost_in_a_list_is_warned_of(f):
    with pytest.warns(adl.GradientWarning, match=r"part is missing.*np\.stack"):
        gradient(lambda s: np.sum(s * f(s)))


def test_the_way_out_is_right():
    assert float(gradient(lambda s: s * np.mean(np.stack([s, 2 * s])))) == pytest.approx(1.5)


def test_a_list_that_is_only_noted_is_no_fault():
    notes = []

    def f(s):
        notes.append(np.mean([s, 2 * s]))
        return s * s

    assert float(gradient(f)) == 1.0


def test_comparing_in_a_test_is_no_fault():
    def f(s):
        np.testing.assert_allclose([s, s], [0.5, 0.5])
        return s * np.float64(3.0)

    assert float(gradient(f)) == 3.0


def test_a_value_written_into_an_array_is_refused():
    def f(s):
        a = np.zeros(3)
        a[0] = s
        return np.sum(a) * s

    with pytest.raises(TypeError, match=r"np\.stack"):
        gradient(f)


def test_numpys_own_writing_is_refused():
    def f(s):
        a = np.zeros((2, 2))
        np.fill_diagonal(a, s)
        return np.sum(a) * s

    with pytest.raises(TypeError, match=r"np\.stack"):
        gradient(f)
