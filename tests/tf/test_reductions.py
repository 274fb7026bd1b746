"""Reductions, norms and running totals beside NumPy's own, and their slopes."""

import numpy as np
import pytest
from tf.slopes import check

import autodiff_lab.tf as tf

X = np.array([[[1.5, -2.0, 0.5], [3.0, 0.25, -1.0]], [[0.75, 4.0, 2.0], [-0.5, 1.0, 2.5]]])
AXES = [None, 0, -1, [0, 2], [-1, 1], (0, 1, 2), []]

NUMPY = [
    (tf.reduce_sum, np.sum),
    (tf.reduce_mean, np.mean),
    (tf.reduce_prod, np.prod),
    (tf.reduce_max, np.max),
    (tf.reduce_min, np.min),
    (tf.math.reduce_variance, np.var),
    (tf.math.reduce_std, np.std),
    (tf.reduce_logsumexp, lambda x, **k: np.log(np.sum(np.exp(x), **k))),
    (tf.math.reduce_euclidean_norm, lambda x, **k: np.sqrt(np.sum(x * x, **k))),
]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize(("ours", "theirs"), NUMPY, ids=[f.__name__ for f, _ in NUMPY])
def test_values(ours, theirs, axis, keepdims):
    axes = tuple(axis) if isinstance(axis, list) else axis
    expected = theirs(X, axis=axes, keepdims=keepdims)
    np.testing.assert_allclose(ours(X, axis=axis, keepdims=keepdims), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("axis", [None, 1, [0, -1]])
@pytest.mark.parametrize("ours", [f for f, _ in NUMPY], ids=[f.__name__ for f, _ in NUMPY])
def test_slopes(ours, axis):
    check(lambda x: ours(x, axis), X)


def test_an_axis_may_be_a_tensor():
    np.testing.assert_array_equal(tf.reduce_sum(X, tf.constant([0, 1])), X.sum((0, 1)))


def test_truth():
    x = [[True, False], [True, True]]
    assert tf.reduce_all(x, 1, keepdims=True).numpy().tolist() == [[False], [True]]
    assert tf.reduce_any([[False, False], [True, False]], axis=-1).numpy().tolist() == [False, True]
    with pytest.raises(tf.errors.InvalidArgumentError, match="truth values"):
        tf.reduce_all([1, 0])


def test_whole_numbers_cut_their_mean_off():
    assert [tf.reduce_mean(x).numpy() for x in ([1, 2], [-1, -2], [7, 8, 8])] == [1, -1, 7]


def test_of_nothing():
    empty = tf.zeros([2, 0])
    assert tf.reduce_sum(empty, 1).numpy().tolist() == [0, 0]
    assert tf.reduce_prod(empty, 1).numpy().tolist() == [1, 1]
    assert tf.reduce_max(empty, 1).numpy().tolist() == [-np.inf] * 2
    assert tf.reduce_min(empty, 1).numpy().tolist() == [np.inf] * 2
    assert np.isnan(tf.reduce_mean(empty, 1)).all()
    assert tf.reduce_max(tf.zeros([0], tf.int32)).numpy() == np.iinfo(np.int32).min
    assert tf.reduce_sum(empty, 0).shape == (0,)


@pytest.mark.parametrize("axis", [2, -3, [0, 5]])
def test_an_axis_that_is_not_there(axis):
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not exist"):
        tf.reduce_sum([[1.0]], axis)


def test_places():
    x = [[1.0, 9.0, 9.0], [3.0, 0.0, 0.0]]
    assert tf.argmax(x).numpy().tolist() == [1, 0, 0]
    assert tf.argmin(x, axis=-1).numpy().tolist() == [0, 1]
    assert tf.argmax(x, 1, output_type=tf.int32).dtype == tf.int32


def test_logsumexp_keeps_its_digits():
    """Shifting all numbers by 1000 shifts the result by 1000, and leaves the slopes alone."""
    x = tf.constant([1000.0, 1001.0, 1002.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_logsumexp(x)
    e = np.exp([0.0, 1.0, 2.0])
    np.testing.assert_allclose(tape.gradient(y, x), e / e.sum(), rtol=1e-6)


# ---- running totals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize(
    ("ours", "neutral", "combine"), [(tf.cumsum, 0, np.add), (tf.math.cumprod, 1, np.multiply)]
)
def test_running_totals(ours, neutral, combine, axis, exclusive, reverse):
    x = np.moveaxis(X, axis, 0)
    expected = np.empty_like(x)
    total = np.full(x.shape[1:], float(neutral))
    for i in range(len(x))[:: -1 if reverse else 1]:
        after = combine(total, x[i])
        expected[i] = total if exclusive else after
        total = after
    found = ours(X, axis=axis, exclusive=exclusive, reverse=reverse)
    np.testing.assert_allclose(found, np.moveaxis(expected, 0, axis), rtol=1e-12, atol=1e-12)
    check(lambda x: ours(x, axis=axis, exclusive=exclusive, reverse=reverse), X)


@pytest.mark.parametrize("x", [[2.0, 0.0, 3.0], [0.0, 0.0, 3.0], [0.0], []])
def test_a_running_product_with_zeros(x):
    check(lambda t: tf.math.cumprod(t), x)
    check(lambda t: tf.math.cumprod(t, exclusive=True, reverse=True), x)


# ---- norms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ord", ["euclidean", 1, 2, 3, 1.5, np.inf])
@pytest.mark.parametrize("keepdims", [False, True])
def test_norms_of_vectors(ord, keepdims):
    number = 2 if ord == "euclidean" else ord
    expected = np.linalg.norm(X, number, axis=1, keepdims=keepdims)
    np.testing.assert_allclose(tf.norm(X, ord, axis=1, keepdims=keepdims), expected, rtol=1e-12)
    np.testing.assert_allclose(tf.norm(X, ord), np.linalg.norm(X.ravel(), number), rtol=1e-12)
    check(lambda x: tf.norm(x, ord=ord, axis=-1), X)


@pytest.mark.parametrize("ord", ["euclidean", "fro", 1, 2, np.inf])
@pytest.mark.parametrize("axis", [[0, 1], (-1, 0), [2, 1]])
def test_norms_of_matrices(ord, axis):
    expected = np.linalg.norm(X, "fro" if ord == "euclidean" else ord, axis=tuple(axis), keepdims=True)
    np.testing.assert_allclose(tf.norm(X, ord, axis, keepdims=True), expected, rtol=1e-12)
    check(lambda x: tf.norm(x, ord, axis), X)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"ord": "nuc"}, "not known"),
        ({"ord": 0}, "not above 0"),
        ({"ord": "fro"}, "one of matrices"),
        ({"ord": 3, "axis": [0, 1]}, "for matrices"),
        ({"axis": [0, 1, 2]}, "one axis"),
        ({"axis": [0, 0]}, "one axis"),
    ],
)
def test_norms_that_there_are_not(settings, message):
    with pytest.raises(ValueError, match=message):
        tf.norm(X, **settings)


def test_clipping_by_norm():
    np.testing.assert_allclose(tf.clip_by_norm([3.0, 4.0], 10.0), [3, 4], rtol=1e-6)
    rows = np.linalg.norm(np.asarray(tf.clip_by_norm(X, 1.5, axes=[-1])), axis=-1)
    np.testing.assert_allclose(rows, np.minimum(np.linalg.norm(X, axis=-1), 1.5), rtol=1e-12)
    check(lambda x: tf.clip_by_norm(x, 1.5, axes=[1]), X)
    x = tf.constant([0.0, 0.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.clip_by_norm(x, 2.0)
    assert tape.gradient(y, x).numpy().tolist() == [1.0, 1.0]


def test_clipping_several_together():
    clipped, size = tf.clip_by_global_norm([X, None, [4.0]], 1.0)
    np.testing.assert_allclose(size, np.sqrt((X**2).sum() + 16), rtol=1e-6)
    assert clipped[1] is None
    np.testing.assert_allclose(tf.linalg.global_norm(clipped), 1.0, rtol=1e-6)
    same, _ = tf.clip_by_global_norm([[3.0], [4.0]], 9.0)
    np.testing.assert_allclose(np.ravel(same), [3, 4], rtol=1e-6)
    spoilt, _ = tf.clip_by_global_norm([[np.inf], [4.0]], 1.0)
    assert np.isnan(np.ravel(spoilt)).all()


def test_clipping_keeps_sparse_gradients_sparse():
    table, bias = tf.Variable([[3.0, 4.0], [1.0, 1.0]]), tf.Variable(12.0)
    with tf.GradientTape() as tape:
        row = tf.gather(table, [0])
        loss = (tf.reduce_sum(row * row) + bias * bias) / 2.0
    (rows, number), size = tf.clip_by_global_norm(tape.gradient(loss, [table, bias]), 1.3)
    assert size.numpy() == 13
    assert isinstance(rows, tf.IndexedSlices)
    assert rows.indices.numpy().tolist() == [0]
    np.testing.assert_allclose(rows.values, [[0.3, 0.4]], rtol=1e-6)
    np.testing.assert_allclose(number, 1.2, rtol=1e-6)
    alone = tf.clip_by_norm(rows, 0.25)
    np.testing.assert_allclose(alone.values, [[0.15, 0.2]], rtol=1e-6)


def test_moments():
    mean, variance = tf.nn.moments(X, axes=[0, 2], keepdims=True)
    np.testing.assert_allclose(mean, X.mean((0, 2), keepdims=True), rtol=1e-12)
    np.testing.assert_allclose(variance, X.var((0, 2), keepdims=True), rtol=1e-12)
    check(lambda x: tf.nn.moments(x, [1]), X)


def test_l2_normalize():
    np.testing.assert_allclose(np.linalg.norm(tf.math.l2_normalize(X, axis=[0, 1]).numpy(), axis=(0, 1)), 1)
    check(lambda x: tf.nn.l2_normalize(x, -1), X)
    assert tf.nn.l2_normalize([0.0, 0.0]).numpy().tolist() == [0, 0]
