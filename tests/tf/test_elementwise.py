"""Functions of single numbers: values beside Python's own, slopes, corners, silence."""

import cmath
import math
import warnings

import numpy as np
import pytest
from tf.slopes import check

import autodiff_lab.tf as tf

POINTS = [-2.5, -1.0, -0.3, 0.4, 1.0, 2.5]
INNER = [-0.9, -0.3, 0.4, 0.8]
ABOVE = [0.2, 1.0, 2.5, 7.0]
BEYOND_ONE = [1.2, 2.0, 5.0]


def normal_below(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


UNARY = [
    (tf.negative, lambda x: -x, POINTS),
    (tf.abs, abs, POINTS),
    (tf.square, lambda x: x * x, POINTS),
    (tf.sqrt, math.sqrt, ABOVE),
    (tf.math.rsqrt, lambda x: 1 / math.sqrt(x), ABOVE),
    (tf.math.reciprocal, lambda x: 1 / x, POINTS),
    (tf.exp, math.exp, POINTS),
    (tf.math.expm1, math.expm1, POINTS),
    (tf.math.log, math.log, ABOVE),
    (tf.math.log1p, math.log1p, INNER),
    (tf.sin, math.sin, POINTS),
    (tf.cos, math.cos, POINTS),
    (tf.tan, math.tan, POINTS),
    (tf.asin, math.asin, INNER),
    (tf.acos, math.acos, INNER),
    (tf.atan, math.atan, POINTS),
    (tf.sinh, math.sinh, POINTS),
    (tf.cosh, math.cosh, POINTS),
    (tf.tanh, math.tanh, POINTS),
    (tf.asinh, math.asinh, POINTS),
    (tf.acosh, math.acosh, BEYOND_ONE),
    (tf.atanh, math.atanh, INNER),
    (tf.math.erf, math.erf, POINTS),
    (tf.math.erfc, math.erfc, POINTS),
    (tf.sigmoid, lambda x: 1 / (1 + math.exp(-x)), POINTS),
    (tf.math.log_sigmoid, lambda x: -math.log1p(math.exp(-x)), POINTS),
    (tf.nn.softplus, lambda x: math.log1p(math.exp(x)), POINTS),
    (tf.nn.softsign, lambda x: x / (1 + abs(x)), POINTS),
    (tf.nn.relu, lambda x: max(x, 0), POINTS),
    (tf.nn.relu6, lambda x: min(max(x, 0), 6), [*POINTS, 6.5]),
    (tf.nn.leaky_relu, lambda x: x if x > 0 else 0.2 * x, POINTS),
    (lambda x: tf.nn.leaky_relu(x, alpha=0.05), lambda x: x if x > 0 else 0.05 * x, POINTS),
    (tf.nn.elu, lambda x: x if x > 0 else math.expm1(x), POINTS),
    (
        tf.nn.selu,
        lambda x: 1.0507009873554805 * (x if x > 0 else 1.6732632423543772 * math.expm1(x)),
        POINTS,
    ),
    (tf.nn.gelu, lambda x: x * normal_below(x), POINTS),
    (
        lambda x: tf.nn.gelu(x, approximate=True),
        lambda x: x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
        POINTS,
    ),
    (tf.nn.silu, lambda x: x / (1 + math.exp(-x)), POINTS),
    (lambda x: tf.nn.swish(x, 2.0), lambda x: x / (1 + math.exp(-2 * x)), POINTS),
]


@pytest.mark.parametrize(("ours", "theirs", "points"), UNARY)
def test_functions_of_one(ours, theirs, points):
    x = np.array(points)
    np.testing.assert_allclose(ours(x), [theirs(v) for v in points], rtol=1e-13, atol=1e-15)
    check(ours, x)
    assert ours(tf.constant(points[0])).dtype == tf.float32


BINARY = [
    (tf.add, lambda a, b: a + b),
    (tf.subtract, lambda a, b: a - b),
    (tf.multiply, lambda a, b: a * b),
    (tf.divide, lambda a, b: a / b),
    (tf.math.floormod, lambda a, b: a % b),
    (tf.maximum, max),
    (tf.minimum, min),
    (tf.math.squared_difference, lambda a, b: (a - b) ** 2),
    (tf.math.divide_no_nan, lambda a, b: a / b),
    (tf.math.multiply_no_nan, lambda a, b: a * b),
    (tf.atan2, math.atan2),
    (tf.math.xdivy, lambda a, b: a / b),
]


@pytest.mark.parametrize(("ours", "theirs"), BINARY)
def test_functions_of_two(ours, theirs):
    a, b = np.array([1.6, -2.1, 0.5, -0.7]), np.array([2.0, 0.75, -1.25, -3.0])
    np.testing.assert_allclose(ours(a, b), [theirs(*v) for v in zip(a, b, strict=True)], rtol=1e-13)
    check(ours, a, b)
    check(ours, a[:, None], b)
    check(ours, 0.6, b)


def test_powers():
    a, b = np.array([0.5, 2.0, 3.0]), np.array([3.0, -1.5, 0.0])
    np.testing.assert_allclose(tf.pow(a, b), a**b, rtol=1e-13)
    check(tf.pow, a, b)
    check(lambda x: tf.pow(x, 3), [-2.0, 0.0, 1.5])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.pow(tf.constant(2), tf.constant(-1))


@pytest.mark.parametrize(
    ("f", "x", "slope"),
    [
        (tf.abs, 0.0, 0.0),
        (tf.sign, 0.0, 0.0),
        (tf.sqrt, 0.0, math.inf),
        (tf.nn.relu, 0.0, 0.0),
        (tf.nn.relu6, 6.0, 0.0),
        (tf.nn.leaky_relu, 0.0, 0.2),
        (tf.nn.elu, 0.0, 1.0),
        (tf.nn.selu, 0.0, 1.0507009873554805),
        (lambda x: tf.maximum(x, 0.0), 0.0, 1.0),
        (lambda x: tf.maximum(0.0, x), 0.0, 0.0),
        (lambda x: tf.minimum(x, 0.0), 0.0, 1.0),
        (lambda x: tf.clip_by_value(x, 0.0, 1.0), 1.0, 1.0),
        (lambda x: tf.where(x > 0.0, tf.sqrt(x), 0.0), 0.0, 0.0),
        (lambda x: tf.where(x > 0.0, tf.math.reciprocal(x), 0.0), 0.0, 0.0),
        (lambda x: tf.where(x > 0.0, tf.math.rsqrt(x), 0.0), 0.0, 0.0),
        (lambda x: tf.where(x > 0.0, tf.math.log(x), 0.0), 0.0, math.nan),
        (lambda x: 1.0 / (1.0 + tf.exp(-x)), -1000.0, 0.0),
        (tf.sigmoid, -1000.0, 0.0),
        (tf.sigmoid, 1000.0, 0.0),
        (lambda x: tf.math.divide_no_nan(x, 0.0), 3.0, 0.0),
        (lambda x: tf.math.xlogy(x, 0.0), 0.0, 0.0),
        (lambda x: tf.math.xlogy(0.0, x), 0.0, 0.0),
        (lambda x: x**0.0, 0.0, math.nan),
    ],
)
def test_corners(f, x, slope):
    x = tf.constant(x)
    with tf.GradientTape() as tape, np.errstate(all="ignore"):
        tape.watch(x)
        y = f(x)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), slope, rtol=1e-6)


def test_the_mixed_derivative_survives_where_no_gradient_arrived():
    """c * sqrt(x) at c = 0: its slope by x is 0, and that slope changes with c by 1 / (2 sqrt(x))."""
    c, x = tf.Variable(0.0), tf.Variable(4.0)
    for f, expected in ((tf.sqrt, 0.25), (tf.math.reciprocal, -1 / 16), (tf.exp, math.exp(4))):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = c * f(x)
            slope = inner.gradient(y, x)
        assert slope.numpy() == 0
        np.testing.assert_allclose(outer.gradient(slope, c).numpy(), expected, rtol=1e-6)


def test_clipping():
    x = [-2.0, -1.0, 0.5, 1.0, 2.0]
    assert tf.clip_by_value(x, -1.0, 1.0).numpy().tolist() == [-1, -1, 0.5, 1, 1]
    check(lambda x, a, b: tf.clip_by_value(x, a, b), [-2.0, 0.5, 2.0], [-1.0, -1.5, 0.5], [1.0, 1.5, 0.9])
    with pytest.raises(tf.errors.InvalidArgumentError, match="stretch"):
        tf.clip_by_value([1.0], [0.0, 0.0], 2.0)


# ---- complex numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "slope"),
    [
        (tf.square, lambda z: 2 * z),
        (tf.exp, cmath.exp),
        (tf.math.log, lambda z: 1 / z),
        (tf.sqrt, lambda z: 0.5 / cmath.sqrt(z)),
        (tf.sin, cmath.cos),
        (tf.tanh, lambda z: 1 - cmath.tanh(z) ** 2),
        (tf.sigmoid, lambda z: cmath.exp(-z) / (1 + cmath.exp(-z)) ** 2),
        (tf.math.reciprocal, lambda z: -1 / z**2),
        (lambda z: z**3, lambda z: 3 * z * z),
    ],
)
def test_the_gradient_of_a_complex_function_is_its_conjugate_derivative(ours, slope):
    points = [0.5 + 1.0j, 1.5 - 0.25j]
    z = tf.constant(points)
    with tf.GradientTape() as tape:
        tape.watch(z)
        w = ours(z)
    np.testing.assert_allclose(tape.gradient(w, z), [slope(p).conjugate() for p in points], rtol=1e-12)


def test_parts_of_complex_numbers():
    z = tf.complex([3.0, 0.0], [4.0, -1.0])
    assert z.dtype == tf.complex64
    assert tf.math.real(z).numpy().tolist() == [3, 0]
    assert tf.math.imag(z).numpy().tolist() == [4, -1]
    assert tf.abs(z).numpy().tolist() == [5, 1]
    np.testing.assert_allclose(tf.math.angle(z), [math.atan2(4, 3), -math.pi / 2], rtol=1e-6)
    assert np.isinf(tf.complex(1.0, math.inf).numpy().imag)
    assert tf.complex(1.0, math.inf).numpy().real == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="one dtype"):
        tf.complex(np.float32(1), np.float64(1))


# ---- choices ---------------------------------------------------------------------------------------------


def test_where():
    check(lambda a, b: tf.where([True, False], a, b), [1.0, 2.0], [3.0, 4.0])
    check(lambda a, b: tf.where([[True], [False]], a, b), [1.0, 2.0], 5.0)
    assert tf.where([[0, 1], [2, 0]]).numpy().tolist() == [[0, 1], [1, 0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="yes or no"):
        tf.where([1, 0], 1.0, 2.0)
    with pytest.raises(ValueError, match="neither"):
        tf.where([True], 1.0)


def test_comparisons_and_logic():
    a, b = [1, 2, 3], [3, 2, 1]
    assert tf.less(a, b).numpy().tolist() == [True, False, False]
    assert tf.greater_equal(a, 2).numpy().tolist() == [False, True, True]
    assert tf.math.logical_xor([True, True], [True, False]).numpy().tolist() == [False, True]
    assert (tf.constant([1, 2]) == tf.constant([1, 2, 3])).numpy() == np.False_
    assert (tf.constant([1, 2]) != tf.constant([1, 2, 3])).numpy() == np.True_
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.equal([1, 2], [1, 2, 3])


# ---- manners ---------------------------------------------------------------------------------------------


def test_silent_where_tensorflow_is():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x = tf.constant([0.0, -1.0, 1000.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.divide(tf.math.log(x), tf.sqrt(x)) + tf.exp(x)
            tf.nn.softmax(x / 3.0)
        tape.gradient(y, x)
        tf.reduce_mean(tf.zeros([0]))
        tf.cast(np.nan, tf.int32)


def test_whole_numbers_are_not_divided_by_zero():
    for function in (tf.math.floordiv, tf.math.floormod):
        with pytest.raises(tf.errors.InvalidArgumentError, match="divided by 0"):
            function([1, 2], [1, 0])
    assert np.isnan(tf.math.floormod(1.0, 0.0).numpy())


def test_shapes_that_do_not_fit():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"tf\.add: .*\(2,\) \(3,\)"):
        tf.add([1.0, 2.0], [1.0, 2.0, 3.0])


def test_a_name_is_for_pictures():
    x = tf.constant(2.0)
    assert tf.square(x, name="area").name == "area"
    assert tf.reduce_sum([x, x], name="total").name == "total"
    assert x.name is None


def test_lists_with_tensors_stay_connected():
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        a = tf.reduce_sum([x, x * x, 3.0])
        b = tf.add_n([[x, x], tf.ones([2])])
        c = tf.concat([[x], [1.0]], 0)
        d = tf.stack([x, 2.0])
        e = tf.maximum([x, 5.0], 3.0)
    assert [tape.gradient(y, x).numpy() for y in (a, b, c, d, e)] == [5, 2, 1, 1, 0]


def test_sums_of_several():
    assert tf.add_n([[1.0, 2.0]]).numpy().tolist() == [1, 2]
    with pytest.raises(ValueError, match="empty"):
        tf.add_n([])
    with pytest.raises(ValueError, match="one shape"):
        tf.add_n([[1.0], [1.0, 2.0]])


def test_polyval():
    check(lambda x: tf.math.polyval([2.0, -1.0, 0.5], x), [0.5, -1.5])
    assert tf.math.polyval([2.0, -1.0, 0.5], 3.0).numpy() == np.polyval([2.0, -1.0, 0.5], 3.0)
