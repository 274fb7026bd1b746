"""What tf.Variable adds to the engine's Variable."""

import copy
import pickle

import numpy as np
import pytest

import autodiff_lab as adl
import autodiff_lab.tf as tf


def test_names():
    assert tf.Variable(1.0, name="w").name == "w:0"
    assert tf.Variable(1.0).name == "Variable:0"
    assert repr(tf.Variable(1.0, name="w")) == "Variable(1.0, shape=(), dtype=float32, name='w')"
    assert repr(tf.Variable(1.0)) == "Variable(1.0, shape=(), dtype=float32)"


def test_is_a_variable_of_the_kit():
    v = tf.Variable([1.0, 2.0])
    assert isinstance(v, adl.Variable)
    assert not isinstance(v, tf.Tensor)
    assert tf.is_tensor(v)
    with adl.GradientTape() as tape:
        y = np.sum(v * v)
    assert np.asarray(tape.gradient(y, v)).tolist() == [2.0, 4.0]


def test_first_values():
    assert tf.Variable(lambda: tf.ones([2])).shape == (2,)
    assert tf.Variable([1, 2], dtype=tf.float64).dtype == "float64"
    assert tf.Variable(0.1, dtype=tf.float64).numpy() == 0.1
    assert tf.Variable(tf.constant(1.0, tf.float16)).dtype == "float16"
    with pytest.raises(ValueError, match="starts with a value"):
        tf.Variable()
    with pytest.raises(ValueError, match="was asked for"):
        tf.Variable([1.0], shape=[2])


def test_assigning_keeps_the_dtype():
    v = tf.Variable(np.array([1.0, 2.0]))
    v.assign([0.1, 0.2])
    assert v.numpy().tolist() == [0.1, 0.2]
    v.assign_add([1, 1])
    v.assign_sub(np.array([1.0, 1.0], np.float32))
    np.testing.assert_allclose(v, [0.1, 0.2], rtol=1e-15)
    with pytest.raises(ValueError, match=r"tf\.cast\(value, tf\.float64\)"):
        v.assign(tf.constant([1.0, 2.0]))
    with pytest.raises(TypeError):
        tf.Variable([1]).assign([1.5])


def test_assigning_a_list_with_tensors():
    v = tf.Variable([0.0, 0.0])
    v.assign([tf.constant(1.0), 2.0])
    assert v.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_copies_are_variables_of_their_own(twin):
    v = tf.Variable([1.0], trainable=False, name="w")
    other = twin(v)
    assert type(other) is tf.Variable
    assert (other.name, other.trainable) == ("w:0", False)
    other.assign([5.0])
    assert v.numpy().tolist() == [1.0]


@pytest.mark.parametrize(
    "same", [tf.identity, tf.convert_to_tensor, tf.math.real, lambda v: tf.cast(v, tf.float32)]
)
def test_a_function_that_changes_nothing_reads_the_value(same):
    v = tf.Variable([1.0])
    with tf.GradientTape() as tape:
        y = same(v)
        v.assign([7.0])
    assert type(y) is tf.Tensor
    assert y.numpy().tolist() == [1.0]
    assert tape.gradient(y, v).numpy().tolist() == [1.0]


def test_functions_make_no_extra_record():
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tf.reduce_sum(tf.sin(v))
    assert [record[0].name for record in tape._records] == ["sin", "sum"]


def test_in_place_operators_are_refused():
    v = tf.Variable(1.0)
    with pytest.raises(RuntimeError, match="assign_add"):
        v += 1.0
