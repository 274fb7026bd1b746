"""Shapes, cutting, joining, making tensors: values beside NumPy's, and slopes."""

import numpy as np
import pytest
from tf.slopes import check

import autodiff_lab.tf as tf

X = np.arange(24.0).reshape(2, 3, 4) ** 1.2

MOVES = [
    (lambda x: tf.reshape(x, [4, -1]), lambda x: x.reshape(4, 6)),
    (lambda x: tf.reshape(x, tf.constant([6, 4])), lambda x: x.reshape(6, 4)),
    (tf.transpose, lambda x: x.T),
    (lambda x: tf.transpose(x, perm=[1, 2, 0]), lambda x: x.transpose(1, 2, 0)),
    (lambda x: tf.expand_dims(x, -1), lambda x: x[..., None]),
    (lambda x: tf.expand_dims(x, axis=1), lambda x: x[:, None]),
    (lambda x: tf.squeeze(x[:1]), lambda x: x[0]),
    (lambda x: tf.squeeze(x[:1, :1], [0, 1]), lambda x: x[0, 0]),
    (lambda x: tf.squeeze(x[..., :1], -1), lambda x: x[..., 0]),
    (lambda x: tf.broadcast_to(x[:, :1], [2, 3, 4]), lambda x: x[:, [0, 0, 0]]),
    (lambda x: tf.broadcast_to(x, [2, 2, 3, 4]), lambda x: np.stack([x, x])),
    (lambda x: tf.reverse(x, [0, -1]), lambda x: x[::-1, :, ::-1]),
    (lambda x: tf.roll(x, shift=1, axis=-1), lambda x: np.roll(x, 1, -1)),
    (lambda x: tf.roll(x, [1, -2], [0, 2]), lambda x: np.roll(x, (1, -2), (0, 2))),
    (lambda x: tf.roll(x, [1, 1], [1, 1]), lambda x: np.roll(x, 2, 1)),
    (lambda x: tf.tile(x, [1, 2, 3]), lambda x: np.tile(x, (1, 2, 3))),
    (lambda x: tf.tile(x, [0, 1, 1]), lambda x: x[:0]),
    (lambda x: tf.repeat(x, 2), lambda x: np.repeat(x, 2)),
    (lambda x: tf.repeat(x, [2, 0, 1], axis=1), lambda x: np.repeat(x, [2, 0, 1], 1)),
    (lambda x: tf.pad(x, [[1, 0], [0, 2], [1, 1]]), lambda x: np.pad(x, [[1, 0], [0, 2], [1, 1]])),
    (
        lambda x: tf.pad(x, [[1, 0], [0, 2], [1, 1]], constant_values=3.0),
        lambda x: np.pad(x, [[1, 0], [0, 2], [1, 1]], constant_values=3.0),
    ),
    (
        lambda x: tf.pad(x, [[1, 1], [2, 0], [3, 3]], "REFLECT"),
        lambda x: np.pad(x, [[1, 1], [2, 0], [3, 3]], "reflect"),
    ),
    (
        lambda x: tf.pad(x, [[2, 1], [3, 0], [4, 3]], mode="symmetric"),
        lambda x: np.pad(x, [[2, 1], [3, 0], [4, 3]], "symmetric"),
    ),
    (lambda x: tf.slice(x, [0, 1, 2], [1, 2, -1]), lambda x: x[:1, 1:3, 2:]),
    (lambda x: tf.strided_slice(x, [0, 2, 3], [2, 0, 0], [1, -1, -2]), lambda x: x[0:2, 2:0:-1, 3:0:-2]),
    (lambda x: tf.strided_slice(x, [0, 0], [1, 2], begin_mask=2, end_mask=1), lambda x: x[0:, :2]),
    (lambda x: tf.concat([x, x[:1]], 0), lambda x: np.concatenate([x, x[:1]])),
    (lambda x: tf.concat([x, x], axis=-1), lambda x: np.concatenate([x, x], -1)),
    (lambda x: tf.stack([x, 2 * x], axis=-1), lambda x: np.stack([x, 2 * x], -1)),
    (lambda x: tf.stack([x, x], axis=1), lambda x: np.stack([x, x], 1)),
    (lambda x: tf.unstack(x, axis=-2), lambda x: [x[:, i] for i in range(3)]),
    (lambda x: tf.split(x, 2, axis=2), lambda x: np.split(x, 2, 2)),
    (lambda x: tf.split(x, [1, -1], axis=1), lambda x: [x[:, :1], x[:, 1:]]),
    (lambda x: tf.split(x, [0, 3, 1], -1), lambda x: [x[..., :0], x[..., :3], x[..., 3:]]),
    (lambda x: x[..., tf.newaxis, 1], lambda x: x[..., None, 1]),
    (lambda x: x[tf.constant(1), ::-2, 1:-1], lambda x: x[1, ::-2, 1:-1]),
    (lambda x: tf.linalg.diag_part(x), lambda x: np.diagonal(x, 0, 1, 2)),
]


@pytest.mark.parametrize(("ours", "theirs"), MOVES)
def test_moves(ours, theirs):
    found, expected = ours(tf.constant(X)), theirs(X)
    if not isinstance(expected, list):
        found, expected = [found], [expected]
    assert isinstance(found, list)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    check(ours, X)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tf.reshape([1, 2, 3], [2, 2]), "3 values"),
        (lambda: tf.reshape([1, 2, 3], [-1, -1]), "3 values"),
        (lambda: tf.reshape([1, 2, 3], []), "3 values"),
        (lambda: tf.squeeze(tf.zeros([1, 2]), 1), "length 2"),
        (lambda: tf.expand_dims([1], 3), "axis 3 does not exist"),
        (lambda: tf.transpose([[1]], [0, 1, 2]), r"tf\.transpose"),
        (lambda: tf.concat([1.0, 2.0], 0), r"tf\.stack"),
        (lambda: tf.concat([[1.0], [[2.0]]], 0), r"tf\.concat"),
        (lambda: tf.stack([[1.0], [2.0, 3.0]]), r"tf\.stack"),
        (lambda: tf.split([1, 2, 3], 2), "2 equal parts"),
        (lambda: tf.split([1, 2, 3], [1, 1]), "do not add up"),
        (lambda: tf.unstack([1, 2, 3], num=2), "length 3"),
        (lambda: tf.unstack(1.0), "single number"),
        (lambda: tf.tile([1, 2], [2, 2]), "one number for each"),
        (lambda: tf.pad([1, 2], [[2, 0]], "REFLECT"), "mirrored"),
        (lambda: tf.pad([1, 2], [[3, 0]], "SYMMETRIC"), "mirrored"),
        (lambda: tf.pad([1, 2], [[-1, 0]]), "negative"),
        (lambda: tf.pad([1, 2], [[1, 0]], "EDGE"), "not known"),
        (lambda: tf.pad([1, 2], [[1, 0], [0, 0]]), "a pair for each"),
        (lambda: tf.slice([1, 2], [1], [3]), "does not lie within"),
        (lambda: tf.broadcast_to([1, 2], [3]), r"tf\.broadcast_to"),
        (lambda: tf.boolean_mask([1, 2], [True]), "does not fit"),
        (lambda: tf.fill([2], [1, 2]), "single number"),
        (lambda: tf.range(0, 5, 0), "delta is 0"),
        (lambda: tf.linspace(0.0, 1.0, 0), "at least one"),
        (lambda: tf.meshgrid([1], indexing="yx"), "not known"),
        (lambda: tf.ensure_shape([1, 2], [3]), "not"),
    ],
)
def test_errors_are_invalid_arguments(call, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call()


# ---- making tensors --------------------------------------------------------------------------------------


def test_filled_tensors():
    assert tf.zeros([]).numpy() == 0
    assert tf.ones(3, tf.int32).numpy().tolist() == [1, 1, 1]
    assert tf.zeros(tf.shape(X)).shape == X.shape
    assert tf.zeros_like([1, 2]).dtype == tf.int32
    assert tf.ones_like([1, 2], dtype=tf.float64).dtype == tf.float64
    assert tf.fill([2, 1], 7).numpy().tolist() == [[7], [7]]
    assert tf.eye(2, 3, [2]).numpy().tolist() == [[[1, 0, 0], [0, 1, 0]]] * 2
    check(lambda v: tf.fill([2, 3], v), 1.5)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((3,), [0, 1, 2]),
        ((2, 5), [2, 3, 4]),
        ((5, 0, -2), [5, 3, 1]),
        ((0.0, 1.0, 0.25), [0, 0.25, 0.5, 0.75]),
        ((1, 1), []),
        ((2.5,), [0, 1, 2]),
    ],
)
def test_range(arguments, expected):
    assert tf.range(*arguments).numpy().tolist() == expected


def test_linspace():
    np.testing.assert_allclose(
        tf.linspace([0.0, 1.0], [1.0, 5.0], 5), np.linspace([0, 1], [1, 5], 5), rtol=1e-6
    )
    np.testing.assert_allclose(tf.linspace([0.0, 1.0], 1.0, 3, axis=-1), [[0, 0.5, 1], [1, 1, 1]])
    assert tf.linspace(3.0, 9.0, 1).numpy().tolist() == [3]
    assert tf.linspace(0.1, 0.7, 7).numpy()[-1] == np.float32(0.7)
    check(lambda a, b: tf.linspace(a, b, 4), [0.5, 1.0], [2.0, -1.0])


def test_meshgrid():
    for indexing in ("xy", "ij"):
        found = tf.meshgrid([1.0, 2.0], [3.0, 4.0, 5.0], [6.0], indexing=indexing)
        for a, b in zip(
            found, np.meshgrid([1.0, 2.0], [3.0, 4.0, 5.0], [6.0], indexing=indexing), strict=True
        ):
            np.testing.assert_array_equal(a, b)
    check(lambda a, b: tf.meshgrid(a, b), [1.0, 2.0], [3.0, 4.0, 5.0])
    assert tf.meshgrid([1.0, 2.0])[0].shape == (2,)


def test_what_a_tensor_is():
    assert tf.shape(X).numpy().tolist() == [2, 3, 4]
    assert tf.size(X, tf.int64).dtype == tf.int64
    assert tf.rank(X).numpy() == 3
    assert tf.ensure_shape(X, [2, None, 4]).shape == X.shape
    assert tf.sequence_mask([1, 3]).numpy().tolist() == [[True, False, False], [True, True, True]]
    assert tf.searchsorted([[1, 3, 5]], [[0, 3, 9]], side="right").numpy().tolist() == [[0, 2, 3]]


def test_a_constant_made_of_a_tensor_stays_connected():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        same, reshaped = tf.constant(y), tf.constant(y, shape=[2, 1])
    assert tape.gradient(same, x).numpy().tolist() == [2, 4]
    assert tape.gradient(reshaped, x).numpy().tolist() == [2, 4]


# ---- loops, structures, chance ---------------------------------------------------------------------------


def test_loops_as_functions():
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        products = tf.scan(lambda a, b: a * b, x)
        back = tf.scan(lambda a, b: a * b, x, reverse=True)
        squares, doubles = tf.map_fn(lambda v: (v * v, 2.0 * v), x)
        total = tf.foldl(lambda a, b: a + b, x, tf.constant(10.0))
        last = tf.foldr(lambda a, b: a - b, x)
    assert products.numpy().tolist() == [1, 2, 6]
    assert back.numpy().tolist() == [6, 6, 3]
    assert squares.numpy().tolist() == [1, 4, 9]
    assert doubles.numpy().tolist() == [2, 4, 6]
    assert (total.numpy(), last.numpy()) == (16, 0)
    assert tape.gradient(products, x).numpy().tolist() == [9, 4, 2]
    assert tape.gradient(squares, x).numpy().tolist() == [2, 4, 6]
    count, value = tf.while_loop(
        lambda i, v: i < 5, lambda i, v: (i + 1, v * 2.0), (0, tf.constant(1.0)), maximum_iterations=3
    )
    assert (count, value.numpy()) == (3, 8)
    assert tf.cond(tf.constant(False), lambda: 1, lambda: 2) == 2
    assert tf.case([(tf.constant(False), lambda: 1)], default=lambda: 3) == 3


def test_nest():
    tree = {"b": [1, (2,)], "a": None}
    assert tf.nest.flatten(tree) == [None, 1, 2]
    assert tf.nest.flatten(5) == [5]
    assert tf.nest.pack_sequence_as(tree, [7, 8, 9]) == {"b": [8, (9,)], "a": 7}
    assert list(tf.nest.map_structure(lambda v: v + 1, {"z": 1, "a": 2})) == ["z", "a"]
    with pytest.raises(ValueError, match="not alike"):
        tf.nest.map_structure(lambda a, b: a, [1, 2], [1])
    with pytest.raises(TypeError, match="different kinds"):
        tf.nest.assert_same_structure([1], (1,))


def test_chance():
    tf.random.set_seed(3)
    a = tf.random.normal([1000], mean=2.0, stddev=0.5)
    tf.random.set_seed(3)
    np.testing.assert_array_equal(a, tf.random.normal([1000], mean=2.0, stddev=0.5))
    assert abs(a.numpy().mean() - 2) < 0.1
    assert abs(a.numpy().std() - 0.5) < 0.05
    u = tf.random.uniform([1000], 3, 7, dtype=tf.int32).numpy()
    assert set(u.tolist()) == {3, 4, 5, 6}
    assert np.abs(tf.random.truncated_normal([1000])).max() <= 2
    assert sorted(tf.random.shuffle([1, 2, 3]).numpy().tolist()) == [1, 2, 3]
    dropped = tf.nn.dropout(tf.ones([1000]), 0.25).numpy()
    assert set(np.unique(dropped).tolist()) == {0.0, float(np.float32(1 / 0.75))}


def test_print_shows_values(capsys):
    tf.print("x =", tf.constant([1.0, 2.0]), 3)
    assert capsys.readouterr().out == "x = [1. 2.] 3\n"
