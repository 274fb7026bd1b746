"""The examples that TensorFlow documents, with only the import line swapped."""

import numpy as np
import pytest

import autodiff_lab.tf as tf


def test_a_variable(capsys):
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x**2
    print(tape.gradient(y, x))
    assert capsys.readouterr().out == "Tensor(6.0, shape=(), dtype=float32)\n"


def test_a_watched_vector():
    x = tf.constant([1, 2, 3, 4, 5], dtype=tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    dy_dx = tape.gradient(y, x)
    assert str(dy_dx.numpy()) == "[ 2.  4.  6.  8. 10.]"
    assert dy_dx.shape == (5,)
    assert dy_dx.dtype == tf.float32


def test_several_sources():
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = x**2 + y**3
    found = tape.gradient(z, [x, y])
    assert isinstance(found, list)
    assert [g.numpy() for g in found] == [4.0, 27.0]
    assert {g.dtype for g in found} == {np.dtype("float32")}


def test_a_sum_over_a_matrix():
    x = tf.constant([[1, 2, 3], [4, 5, 6]], dtype=tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x**2)
    gradient = tape.gradient(y, x)
    assert str(gradient.numpy()) == "[[ 2.  4.  6.]\n [ 8. 10. 12.]]"
    assert gradient.shape == (2, 3)


def test_a_source_without_a_path():
    x, other = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
    assert tape.gradient(y, other) is None
    zero = tape.gradient(y, other, unconnected_gradients="zero")
    assert repr(zero) == "Tensor(0.0, shape=(), dtype=float32)"


def test_a_linear_layer():
    """The second example of the guide to automatic differentiation."""
    w = tf.Variable(tf.random.normal((3, 2)), name="w")
    b = tf.Variable(tf.zeros(2, dtype=tf.float32), name="b")
    x = [[1.0, 2.0, 3.0]]
    with tf.GradientTape(persistent=True) as tape:
        y = x @ w + b
        loss = tf.reduce_mean(y**2)
    grads = tape.gradient(loss, {"w": w, "b": b})
    np.testing.assert_allclose(grads["b"], y[0], rtol=1e-6)
    np.testing.assert_allclose(grads["w"], np.outer(x[0], y[0].numpy()), rtol=1e-6)
    assert [v.name for v in tape.watched_variables()] == ["w:0", "b:0"]


def test_a_fit_of_a_line():
    """The training loop of the guide to the basics."""
    tf.random.set_seed(22)
    x = tf.linspace(-2, 2, 201)
    x = tf.cast(x, tf.float32)
    y = x**2 + 2 * x - 5 + tf.random.normal(shape=[201])
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    for _ in range(200):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(y - (w * x + b)))
        dw, db = tape.gradient(loss, [w, b])
        w.assign_sub(0.1 * dw)
        b.assign_sub(0.1 * db)
    slope, intercept = np.polyfit(x.numpy(), y.numpy(), 1)
    np.testing.assert_allclose([w.numpy(), b.numpy()], [slope, intercept], rtol=1e-3)


def test_function_changes_nothing():
    @tf.function(jit_compile=True)
    def f(x):
        return x * x

    assert f(tf.constant(3.0)).numpy() == 9.0
    assert tf.executing_eagerly()


def test_an_unknown_name_points_to_numpy():
    with pytest.raises(AttributeError, match=r"np\.sinc\(x\)"):
        _ = tf.sinc
    with pytest.raises(AttributeError, match="does not offer 'keras'"):
        _ = tf.keras


@pytest.mark.parametrize("space", [tf, tf.math, tf.linalg, tf.nn, tf.autodiff, tf.errors, tf.dtypes])
def test_every_name_announced_is_there(space):
    assert all(hasattr(space, name) for name in space.__all__)
    assert len(set(space.__all__)) == len(space.__all__)
