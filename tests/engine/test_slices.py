"""IndexedSlices: sparse gradients of reading rows, beside the same gradients made dense."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab import tf

TABLE = np.arange(12.0).reshape(4, 3) + 1


def table():
    return adl.Variable(TABLE)


def gradient_of(f):
    w = table()
    with adl.GradientTape() as tape:
        y = f(w)
    return tape.gradient(y, w)


PLACES = [[0, 2, 0], [[0, 1], [3, 0]], 2, [3, 3, 3], np.array([1, 0]), adl.constant([2, 1]), np.zeros(0, int)]


@pytest.mark.parametrize("places", PLACES, ids=repr)
def test_rows_and_their_places(places):
    plain = np.asarray(places, int).ravel()
    found = gradient_of(lambda w: tf.gather(w, places) ** 2)
    assert isinstance(found, adl.IndexedSlices)
    np.testing.assert_array_equal(found.indices, plain)
    np.testing.assert_array_equal(found.values, 2 * TABLE[plain])
    np.testing.assert_array_equal(found.dense_shape, TABLE.shape)
    dense = np.zeros_like(TABLE)
    np.add.at(dense, plain, 2 * TABLE[plain])
    np.testing.assert_array_equal(np.asarray(found), dense)


SPARSE = {
    "twice": lambda w: tf.reduce_sum(tf.gather(w, [1])) + tf.reduce_sum(tf.gather(w, [0, 1]) * 3.0),
    "a copy": lambda w: tf.gather(tf.identity(w), [1, 1]),
    "the value that was read": lambda w: tf.gather(w.read_value(), [1, 1]),
    "a copy and the table": lambda w: tf.gather(w, [1, 1]) + tf.gather(tf.identity(w), [0, 2]),
    "embedding": lambda w: tf.nn.embedding_lookup(w, [3, 0]) * 2.0,
    "rows by coordinates": lambda w: tf.gather_nd(w, [[1], [1]]),
}
DENSE = {
    "with the whole": lambda w: tf.reduce_sum(tf.gather(w, [1])) + tf.reduce_sum(w),
    "the whole first": lambda w: tf.reduce_sum(w * w) + tf.reduce_sum(tf.gather(w, [1])),
    "of something computed": lambda w: tf.gather(w * 2.0, [1, 1]),
    "another axis": lambda w: tf.gather(w, [1, 1], axis=1),
    "NumPy's take": lambda w: np.take(w, [1, 1], axis=0),
    "indexing": lambda w: w[[1, 1]],
    "single numbers": lambda w: tf.gather_nd(w, [[0, 1], [0, 1]]),
    "reshaped": lambda w: tf.gather(tf.reshape(w, [-1]), [1, 1]),
}


@pytest.mark.parametrize("f", [*SPARSE.values(), *DENSE.values()], ids=[*SPARSE, *DENSE])
def test_sparse_or_dense_the_numbers_are_the_same(f):
    found = gradient_of(f)
    assert isinstance(found, adl.IndexedSlices) == (f in SPARSE.values())
    slopes = np.zeros_like(TABLE)
    for place in np.ndindex(TABLE.shape):
        ends = []
        for step in (0.5, -0.5):  # a polynomial of degree two: these differences are exact
            moved = TABLE.copy()
            moved[place] += step
            ends.append(float(np.sum(np.asarray(f(adl.Variable(moved))))))
        slopes[place] = ends[0] - ends[1]
    np.testing.assert_allclose(np.asarray(found), slopes, rtol=1e-12)


def test_second_order_goes_through_the_rows():
    w = table()
    with adl.GradientTape(persistent=True) as outer:
        with adl.GradientTape() as inner:
            y = tf.gather(w, [1, 1]) ** 3
        g = inner.gradient(y, w)
        by_rows = np.sum(g.values)
        whole = np.sum(tf.convert_to_tensor(g) ** 2)
        as_array = np.sum(np.square(g))
    first = 3 * TABLE[1] ** 2
    dense = np.zeros_like(TABLE)
    dense[1] = 2 * 6 * TABLE[1]
    np.testing.assert_allclose(np.asarray(outer.gradient(by_rows, w)), dense, rtol=1e-12)
    dense[1] = 2 * (2 * first) * (2 * 6 * TABLE[1])
    for target in (whole, as_array):
        np.testing.assert_allclose(np.asarray(outer.gradient(target, w)), dense, rtol=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex128"])
def test_dtypes(dtype):
    w = adl.Variable(np.array([1.0, 2.0, 3.0], dtype) * (1 + 2j if dtype == "complex128" else 1))
    with adl.GradientTape() as tape:
        y = tf.gather(w, [2, 0]) ** 2
    found = tape.gradient(y, w)
    assert found.dtype == dtype
    np.testing.assert_allclose(found.values, np.conj(2 * w.numpy()[[2, 0]]), rtol=1e-3)


def test_arithmetic_and_numpy_take_the_whole():
    found = gradient_of(lambda w: tf.gather(w, [1, 1]))
    dense = np.asarray(found)
    np.testing.assert_array_equal(found + 1.0, dense + 1)
    np.testing.assert_array_equal(1.0 - found, 1 - dense)
    np.testing.assert_array_equal(found * found, dense * dense)
    np.testing.assert_array_equal(-found, -dense)
    np.testing.assert_array_equal(np.ones((2, 4)) @ found, np.ones((2, 4)) @ dense)
    np.testing.assert_array_equal(found == dense, np.full(dense.shape, True))
    np.testing.assert_array_equal(np.sum(found, axis=0), dense.sum(0))
    np.testing.assert_array_equal(np.sqrt(found), np.sqrt(dense))
    np.testing.assert_array_equal(np.stack([found, found])[1], dense)
    np.testing.assert_array_equal(found[1], dense[1])
    np.testing.assert_array_equal(found.numpy(), dense)
    assert (found.shape, len(found), found.dtype) == ((4, 3), 4, np.dtype("float64"))
    assert np.asarray(found, np.float32).dtype == np.float32


def test_a_variable_takes_it():
    w = table()
    with adl.GradientTape() as tape:
        y = tf.gather(w, [1, 1])
    w.assign_sub(0.1 * tape.gradient(y, w))
    np.testing.assert_allclose(w.numpy()[1], TABLE[1] - 0.2)


def test_made_by_hand():
    s = adl.IndexedSlices([[1.0, 2.0], [3.0, 4.0]], [0, 0], [3, 2])
    np.testing.assert_array_equal(s.to_tensor(), [[4, 6], [0, 0], [0, 0]])
    assert repr(s).startswith("IndexedSlices(values=")
    nowhere = adl.IndexedSlices([[1.0, 2.0]], [0])
    assert nowhere.dense_shape is None
    with pytest.raises(ValueError, match="no dense_shape"):
        nowhere.to_tensor()


def test_a_jacobian_is_dense():
    w = table()
    with adl.GradientTape() as tape:
        y = tf.gather(w, [1, 1])
    wanted = np.zeros((2, 3, 4, 3))
    for row in range(2):
        for i in range(3):
            wanted[row, i, 1, i] = 1
    np.testing.assert_array_equal(tape.jacobian(y, w), wanted)
