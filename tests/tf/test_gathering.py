"""Reading and writing at places beside plain loops, and their slopes."""

import numpy as np
import pytest
from tf.slopes import check

import autodiff_lab.tf as tf

X = np.arange(24.0).reshape(2, 3, 4) ** 1.5


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
@pytest.mark.parametrize("indices", [1, [0, 1, 1], [[0, 1], [1, 0]]])
def test_gather(axis, indices):
    np.testing.assert_array_equal(tf.gather(X, indices, axis=axis), np.take(X, indices, axis))
    check(lambda x: tf.gather(x, indices, axis=axis), X)


@pytest.mark.parametrize(
    ("shape", "places", "axis", "batch"),
    [
        ((2, 3), [[2, 0], [1, 1]], None, 1),
        ((2, 3), [2, 0], 1, 1),
        ((2, 3, 4), [[3, 0], [1, 2]], 2, 1),
        ((2, 3, 4), [[3, 0], [1, 2]], -1, 1),
        ((2, 3, 4), [[[1], [0], [3]], [[2], [2], [0]]], 2, 2),
        ((2, 3, 4), [[1, 0, 2], [3, 3, 1]], 2, -1),
    ],
)
def test_gather_row_by_row(shape, places, axis, batch):
    x, indices = X[: shape[0]].ravel()[: np.prod(shape)].reshape(shape), np.array(places)
    dims = batch if batch >= 0 else batch + indices.ndim
    at = dims if axis is None else axis % x.ndim
    rows = [np.take(x[i], indices[i], axis=at - dims) for i in np.ndindex(*x.shape[:dims])]
    expected = np.stack(rows).reshape(*x.shape[:dims], *rows[0].shape)
    found = tf.gather(x, places, axis=axis, batch_dims=batch)
    np.testing.assert_array_equal(found, expected)
    check(lambda x: tf.gather(x, places, axis=axis, batch_dims=batch), x)


@pytest.mark.parametrize("wrong", [[3], [-1], [[0], [7]]])
def test_gather_beyond_the_end(wrong):
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not one of 0 to 2"):
        tf.gather([1.0, 2.0, 3.0], wrong)


def test_places_are_whole_numbers():
    with pytest.raises(TypeError, match="whole numbers"):
        tf.gather([1.0], [0.0])


def test_gather_nd():
    indices = np.array([[0, 2], [1, 1], [0, 2]])
    np.testing.assert_array_equal(tf.gather_nd(X, indices), [X[0, 2], X[1, 1], X[0, 2]])
    np.testing.assert_array_equal(tf.gather_nd(X, [[1, 2, 3]]), [X[1, 2, 3]])
    np.testing.assert_array_equal(tf.gather_nd(X, [[1]]), X[1:])
    np.testing.assert_array_equal(tf.gather_nd(X, [[[2], [0]], [[1], [1]]], 1)[1, 0], X[1, 1])
    check(lambda x: tf.gather_nd(x, indices), X)
    check(lambda x: tf.gather_nd(x, [[2, 1], [0, 0]], batch_dims=1), X)
    check(lambda x: tf.gather_nd(x, [[1], [1]]), X)
    with pytest.raises(tf.errors.InvalidArgumentError, match="index 3 is not one of 0 to 2"):
        tf.gather_nd(X, [[0, 3]])


def test_scatter_nd_adds_up():
    updates = np.arange(1.0, 9.0).reshape(2, 4)
    expected = np.zeros((3, 4))
    expected[2] = updates[0] + updates[1]
    np.testing.assert_array_equal(tf.scatter_nd([[2], [2]], updates, [3, 4]), expected)
    check(lambda u: tf.scatter_nd([[2], [2]], u, [3, 4]), updates)
    with pytest.raises(tf.errors.InvalidArgumentError, match="updates has shape"):
        tf.scatter_nd([[0], [1]], [1.0, 2.0, 3.0], [4])


@pytest.mark.parametrize(
    ("write", "combine"),
    [
        (tf.tensor_scatter_nd_update, lambda old, new: new),
        (tf.tensor_scatter_nd_add, lambda old, new: old + new),
        (tf.tensor_scatter_nd_sub, lambda old, new: old - new),
        (tf.tensor_scatter_nd_max, max),
        (tf.tensor_scatter_nd_min, min),
    ],
)
def test_writing(write, combine):
    x, u = X[0], np.array([50.0, 0.5, 3.25])
    places = [[0, 0], [2, 3], [1, 1]]
    expected = x.copy()
    for (i, j), value in zip(places, u, strict=True):
        expected[i, j] = combine(expected[i, j], value)
    np.testing.assert_array_equal(write(x, places, u), expected)
    check(lambda x, u: write(x, places, u), x, u)
    np.testing.assert_array_equal(x, X[0])


@pytest.mark.parametrize("name", ["sum", "mean", "max", "min", "prod", "sqrt_n"])
def test_unsorted_segments(name):
    x = np.array([[1.0, -2.0], [3.0, 0.5], [-1.0, 4.0], [2.0, 2.5], [9.0, 9.0]])
    ids = [2, 0, 2, 2, -1]
    function = getattr(tf.math, f"unsorted_segment_{name}")
    combine = {"sqrt_n": lambda rows, axis: rows.sum(axis) / np.sqrt(len(rows))}.get(name) or getattr(
        np, name
    )
    found = np.asarray(function(x, ids, num_segments=4))
    np.testing.assert_allclose(found[2], combine(x[[0, 2, 3]], axis=0), rtol=1e-12)
    np.testing.assert_allclose(found[0], x[1], rtol=1e-12)
    lowest = np.finfo(float).min
    empty = {"max": lowest, "min": -lowest, "prod": 1.0}.get(name, 0.0)
    assert found[1].tolist() == found[3].tolist() == [empty, empty]
    check(lambda x: tf.gather(function(x, ids, 4), [0, 2]), x)


def test_a_product_of_a_segment_with_zeros():
    check(lambda x: tf.math.unsorted_segment_prod(x, [0, 0, 1, 1, 1, 2], 3), [0.0, 3.0, 0.0, 0.0, 2.0, 0.0])


def test_segments_of_several_axes():
    found = tf.math.unsorted_segment_sum(X, [[0, 1, 0], [1, 1, 0]], 2)
    np.testing.assert_array_equal(found, [X[0, 0] + X[0, 2] + X[1, 2], X[0, 1] + X[1, 0] + X[1, 1]])


def test_sorted_segments():
    x = [1.0, 2.0, 3.0, 5.0]
    assert tf.math.segment_sum(x, [0, 0, 2, 2]).numpy().tolist() == [3, 0, 8]
    assert tf.math.segment_max(x, [0, 0, 2, 2]).numpy().tolist() == [2, 0, 5]
    assert tf.math.segment_mean(x, [0, 0, 2, 2]).numpy().tolist() == [1.5, 0, 4]
    assert tf.math.segment_prod(x, [0, 0, 2, 2]).numpy().tolist() == [2, 1, 15]
    check(lambda x: tf.math.segment_min(x, [0, 0, 2, 2]), x)
    with pytest.raises(tf.errors.InvalidArgumentError, match="ascending"):
        tf.math.segment_sum(x, [1, 0, 2, 2])


@pytest.mark.parametrize(
    ("mask", "axis"),
    [
        ([True, False], None),
        ([True, False, True], 1),
        ([False, False, True, True], -1),
        ([[True, False, True], [False, False, True]], 0),
        ([[True] * 4, [False] * 4, [True, False] * 2], 1),
    ],
)
def test_boolean_mask(mask, axis):
    index = (slice(None),) * ((axis or 0) % 3) + (np.array(mask),)
    np.testing.assert_array_equal(tf.boolean_mask(X, mask, axis=axis), X[index])
    check(lambda x: tf.boolean_mask(x, mask, axis=axis), X)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_one_hot(axis):
    indices = np.array([[0, 2], [3, -1]])
    expected = np.full((2, 2, 3), -1.0)
    for place in np.ndindex(2, 2):
        if 0 <= indices[place] < 3:
            expected[place][indices[place]] = 5.0
    found = tf.one_hot(indices, 3, on_value=5.0, off_value=-1.0, axis=axis)
    np.testing.assert_array_equal(found, np.moveaxis(expected, -1, axis))


# ---- sorting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_sorting(axis):
    x = np.array([[3.0, 1.0, 2.0, 1.0], [5.0, 9.0, 7.0, 8.0], [0.5, 4.0, 6.0, 2.5]])
    np.testing.assert_array_equal(tf.sort(x, axis), np.sort(x, axis))
    np.testing.assert_array_equal(tf.sort(x, axis, "DESCENDING"), np.flip(np.sort(x, axis), axis))
    np.testing.assert_array_equal(tf.argsort(x, axis), np.argsort(x, axis, kind="stable"))
    distinct = x + 0.01 * np.arange(12).reshape(3, 4)
    check(lambda x: tf.sort(x, axis=axis, direction="DESCENDING"), distinct)
    check(lambda x: tf.sort(x, axis=axis), distinct)


def test_of_equal_numbers_the_first_comes_first():
    assert tf.argsort([1, 2, 1, 2]).numpy().tolist() == [0, 2, 1, 3]
    assert tf.argsort([1, 2, 1, 2], direction="DESCENDING").numpy().tolist() == [1, 3, 0, 2]
    assert tf.math.top_k([1, 2, 1, 2], 3).indices.numpy().tolist() == [1, 3, 0]


def test_top_k():
    x = np.array([[1.0, 9.0, 3.0], [8.0, 2.0, 7.0]])
    found = tf.math.top_k(x, k=2)
    assert found.values.numpy().tolist() == [[9, 3], [8, 7]]
    assert found.indices.numpy().tolist() == [[1, 2], [0, 2]]
    check(lambda x: tf.math.top_k(x, 2).values, x)
    with pytest.raises(tf.errors.InvalidArgumentError, match="k is 4"):
        tf.math.top_k(x, 4)
