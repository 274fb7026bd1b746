"""Slopes from central differences, to compare gradients with."""

import numpy as np

import autodiff_lab.tf as tf


def check(f, *arrays, rtol=1e-6, atol=1e-7):
    """Compare the gradients of a weighted sum of ``f(*tensors)`` with differences, in float64."""
    arrays = [np.asarray(a, np.float64) for a in arrays]
    rng = np.random.default_rng(4)
    shapes = [np.shape(r) for r in _parts(f(*map(tf.constant, arrays)))]
    weights = [rng.uniform(0.5, 1.5, shape) for shape in shapes]

    def loss(values):
        return sum(float(np.sum(np.asarray(r) * w)) for r, w in zip(_parts(f(*values)), weights, strict=True))

    tensors = [tf.constant(a) for a in arrays]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        total = tf.add_n([tf.reduce_sum(r * w) for r, w in zip(_parts(f(*tensors)), weights, strict=True)])
    found = tape.gradient(total, tensors, unconnected_gradients="zero")
    for slot, gradient in enumerate(found):
        slopes = np.zeros_like(arrays[slot])
        for place in np.ndindex(slopes.shape):
            ends = []
            for step in (1e-5, -1e-5):
                moved = [a.copy() for a in arrays]
                moved[slot][place] += step
                ends.append(loss(map(tf.constant, moved)))
            slopes[place] = (ends[0] - ends[1]) / 2e-5
        np.testing.assert_allclose(np.asarray(tf.convert_to_tensor(gradient)), slopes, rtol=rtol, atol=atol)


def _parts(result):
    return list(result) if isinstance(result, list | tuple) else [result]
