"""np.add.reduce, np.multiply.accumulate, np.add.outer and their kin, beside plain NumPy and its slopes."""

import numpy as np
import pytest
from ops.case import Case, numbers
from ops.test_laws import differences, gradients, plain_loss

import autodiff_lab as adl

X = np.array([[0.5, 1.5, 2.0], [1.2, 0.7, 0.9]])

METHODS = {
    "add.reduce": lambda x: np.add.reduce(x),
    "add.reduce all": lambda x: np.add.reduce(x, axis=None),
    "add.reduce kept": lambda x: np.add.reduce(x, axis=1, keepdims=True),
    "add.reduce initial": lambda x: np.add.reduce(x, initial=3.0),
    "multiply.reduce": lambda x: np.multiply.reduce(x, 1),
    "maximum.reduce": lambda x: np.maximum.reduce(x, axis=-1),
    "minimum.reduce": lambda x: np.minimum.reduce(x),
    "subtract.reduce": lambda x: np.subtract.reduce(x, axis=1),
    "divide.reduce": lambda x: np.divide.reduce(x, axis=1, keepdims=True),
    "power.reduce": lambda x: np.power.reduce(x, axis=0),
    "logaddexp.reduce": lambda x: np.logaddexp.reduce(x, axis=1),
    "hypot.reduce": lambda x: np.hypot.reduce(x, axis=1, initial=2.0),
    "add.accumulate": lambda x: np.add.accumulate(x, axis=1),
    "multiply.accumulate": lambda x: np.multiply.accumulate(x, axis=1),
    "maximum.accumulate": lambda x: np.maximum.accumulate(x, axis=1),
    "subtract.accumulate": lambda x: np.subtract.accumulate(x, axis=-1),
    "add.outer": lambda x: np.add.outer(x[0], x),
    "multiply.outer": lambda x: np.multiply.outer(x, x[:, 0]),
    "arctan2.outer": lambda x: np.arctan2.outer(x[0], [1.0, 2.0]),
    "power.outer": lambda x: np.power.outer(2.0, x),
    "add.reduceat": lambda x: np.add.reduceat(x, [0, 2, 1], axis=1),
    "multiply.reduceat": lambda x: np.multiply.reduceat(x[0], [0, 1]),
}


@pytest.mark.parametrize("call", METHODS.values(), ids=METHODS.keys())
def test_values_and_slopes(call):
    found = call(adl.constant(X))
    assert isinstance(found, adl.Tensor)
    assert found.shape == np.shape(call(X))
    np.testing.assert_allclose(found, call(X), rtol=1e-12)
    case = Case("", call, (numbers(X.shape),))
    (gradient,) = gradients(case, [X])
    slopes = differences(lambda moved: plain_loss(case, moved), [X], 0)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-7, atol=1e-8)


def test_a_method_with_a_name_of_its_own_is_recorded_under_it():
    x = adl.constant(X)
    with adl.GradientTape() as tape:
        tape.watch(x)
        np.add.reduce(x)
        np.multiply.accumulate(x)
        np.maximum.reduce(x, axis=1)
    assert [note[0].name for note in tape._records] == ["sum", "cumprod", "max"]


def test_truth_is_reduced_without_a_record():
    x = adl.constant(X)
    assert np.logical_and.reduce(x > 0.6, axis=1).numpy().tolist() == [False, True]
    assert np.logical_or.reduce(x > 1.9, axis=None).numpy()


def test_a_dtype_is_where_the_numbers_are_added():
    x = adl.constant(X.astype("float32"))
    assert np.add.reduce(x, dtype="float64").dtype == np.float64
    assert np.subtract.reduce(x, dtype="float64").dtype == np.float64


def test_nothing_to_reduce():
    empty = adl.constant(np.zeros((0, 2)))
    with pytest.raises(ValueError, match="no identity"):
        np.subtract.reduce(empty)
    assert np.subtract.accumulate(empty).shape == (0, 2)
    with pytest.raises(ValueError, match="binary"):
        np.sin.reduce(empty)
