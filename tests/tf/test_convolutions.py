"""Convolution and pooling beside plain loops, and their slopes."""

import numpy as np
import pytest
from tf.slopes import check

import autodiff_lab.tf as tf


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


def border(n, k, stride, dilation, padding):
    """Zeros before and after, as TensorFlow's documentation defines them."""
    if padding == "VALID":
        return 0, 0
    reach = (k - 1) * dilation + 1
    total = max(reach - stride if n % stride == 0 else reach - n % stride, 0)
    return total // 2, total - total // 2


def by_loops(x, k, strides, padding, dilations):
    """The sum over every tap of the filter, one output at a time."""
    pads = [border(x.shape[i + 1], k.shape[i], strides[i], dilations[i], padding) for i in range(2)]
    x = np.pad(x, ((0, 0), *pads, (0, 0)))
    reach = [(k.shape[i] - 1) * dilations[i] + 1 for i in range(2)]
    rows, columns = ((x.shape[i + 1] - reach[i]) // strides[i] + 1 for i in range(2))
    y = np.zeros((x.shape[0], rows, columns, k.shape[-1]))
    for n, r, c, f in np.ndindex(*y.shape):
        for i, j, d in np.ndindex(*k.shape[:3]):
            y[n, r, c, f] += (
                k[i, j, d, f] * x[n, r * strides[0] + i * dilations[0], c * strides[1] + j * dilations[1], d]
            )
    return y


SETTINGS = [
    ((1, 1), "VALID", (1, 1)),
    ((1, 1), "SAME", (1, 1)),
    ((2, 1), "SAME", (1, 1)),
    ((3, 2), "SAME", (1, 1)),
    ((2, 3), "VALID", (1, 1)),
    ((1, 1), "SAME", (2, 1)),
    ((1, 1), "VALID", (1, 2)),
]


@pytest.mark.parametrize(("strides", "padding", "dilations"), SETTINGS)
@pytest.mark.parametrize("kernel", [(1, 1), (2, 2), (3, 2)])
def test_conv2d(strides, padding, dilations, kernel):
    x, k = numbers(2, 5, 6, 2), numbers(*kernel, 2, 3, seed=1)
    y = tf.nn.conv2d(x, k, strides=list(strides), padding=padding, dilations=dilations)
    np.testing.assert_allclose(y, by_loops(x, k, strides, padding, dilations), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("strides", "padding", "dilations"), SETTINGS)
def test_slopes_of_conv2d(strides, padding, dilations):
    check(
        lambda x, k: tf.nn.conv2d(x, k, strides, padding, dilations=dilations),
        numbers(1, 4, 5, 2),
        numbers(2, 3, 2, 2),
    )


def test_layouts_and_spellings_agree():
    x, k = numbers(2, 5, 6, 2), numbers(2, 3, 2, 3)
    y = np.asarray(tf.nn.conv2d(x, k, 2, "SAME"))
    first = tf.nn.conv2d(np.moveaxis(x, -1, 1), k, [1, 1, 2, 2], "SAME", data_format="NCHW")
    np.testing.assert_array_equal(np.moveaxis(np.asarray(first), 1, -1), y)
    np.testing.assert_array_equal(tf.nn.conv2d(x, k, [1, 2, 2, 1], "SAME"), y)
    pads = [[0, 0], [0, 1], [0, 1], [0, 0]]
    np.testing.assert_array_equal(tf.nn.conv2d(x, k, [2, 2], pads), y)


def test_conv1d_and_conv3d_are_those_of_two_axes():
    x, k = numbers(2, 7, 3), numbers(3, 3, 2)
    flat = tf.nn.conv2d(x[:, None], k[None], [1, 2], "SAME")
    np.testing.assert_allclose(tf.nn.conv1d(x, k, 2, "SAME"), flat[:, 0], rtol=1e-12)
    deep = tf.nn.conv3d(x[:, None, :, None], k[None, :, None], [1, 2, 1], "SAME")
    np.testing.assert_allclose(deep[:, 0, :, 0], flat[:, 0], rtol=1e-12)


def test_transposed_convolution_is_the_gradient_of_convolution():
    x, k, g = numbers(1, 5, 4, 2), numbers(3, 2, 2, 3), numbers(1, 3, 2, 3)
    source = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(source)
        y = tf.nn.conv2d(source, k, 2, "SAME")
    expected = tape.gradient(y, source, output_gradients=g)
    np.testing.assert_allclose(tf.nn.conv2d_transpose(g, k, [1, 5, 4, 2], 2), expected, rtol=1e-12)
    check(lambda g, k: tf.nn.conv2d_transpose(g, k, [1, 5, 4, 2], 2, "SAME"), g, k)


def test_depthwise_convolution_takes_each_channel_by_itself():
    x, k = numbers(1, 4, 4, 3), numbers(2, 2, 3, 2)
    y = tf.nn.depthwise_conv2d(x, k, [1, 1, 1, 1], "VALID")
    for c in range(3):
        alone = tf.nn.conv2d(x[..., c : c + 1], k[:, :, c : c + 1], 1, "VALID")
        np.testing.assert_allclose(y[..., 2 * c : 2 * c + 2], alone, rtol=1e-12)
    check(lambda x, k: tf.nn.depthwise_conv2d(x, k, [1, 2, 2, 1], "SAME"), x, k)


def pooled(function, x, kernel, strides, padding):
    """Each window by itself; the border does not count."""
    pads = [border(x.shape[i + 1], kernel[i], strides[i], 1, padding) for i in range(2)]
    x = np.pad(x, ((0, 0), *pads, (0, 0)), constant_values=np.nan)
    rows, columns = ((x.shape[i + 1] - kernel[i]) // strides[i] + 1 for i in range(2))
    y = np.zeros((x.shape[0], rows, columns, x.shape[-1]))
    for n, r, c, d in np.ndindex(*y.shape):
        window = x[n, r * strides[0] :, c * strides[1] :, d][: kernel[0], : kernel[1]]
        y[n, r, c, d] = function(window)
    return y


POOLS = [(tf.nn.max_pool2d, np.nanmax), (tf.nn.avg_pool2d, np.nanmean)]


@pytest.mark.parametrize(("pool", "function"), POOLS)
@pytest.mark.parametrize("padding", ["VALID", "SAME"])
@pytest.mark.parametrize(("kernel", "strides"), [((2, 2), (2, 2)), ((3, 2), (1, 2)), ((2, 3), (2, 1))])
def test_pools(pool, function, padding, kernel, strides):
    x = numbers(2, 5, 6, 2)
    y = pool(x, kernel, strides, padding)
    np.testing.assert_allclose(y, pooled(function, x, kernel, strides, padding), rtol=1e-12)
    check(lambda x: pool(x, ksize=kernel, strides=strides, padding=padding), x[:1])


def test_the_first_of_equal_maxima_gets_the_gradient():
    x = tf.ones([1, 2, 2, 1])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.max_pool2d(x, 2, 2, "VALID")
    assert tape.gradient(y, x).numpy().ravel().tolist() == [1, 0, 0, 0]


def test_pools_of_other_ranks():
    x = numbers(2, 6, 3)
    expected = x.reshape(2, 3, 2, 3)
    np.testing.assert_allclose(tf.nn.max_pool1d(x, 2, 2, "VALID"), expected.max(axis=2))
    np.testing.assert_allclose(tf.nn.avg_pool(x, 2, 2, "VALID"), expected.mean(axis=2))
    assert tf.nn.max_pool2d([[[[3], [5]]]], 2, 2, "SAME").numpy().tolist() == [[[[5]]]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tf.nn.conv2d(tf.ones([4, 4, 1]), tf.ones([2, 2, 1, 1]), 1, "SAME"), "4 axes"),
        (lambda: tf.nn.conv2d(tf.ones([1, 4, 4, 2]), tf.ones([2, 2, 1, 1]), 1, "SAME"), "2 channels in"),
        (lambda: tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 1, "FULL"), "padding='FULL'"),
        (lambda: tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), [1, 2, 3], "SAME"), "3 entries"),
        (lambda: tf.nn.avg_pool2d(tf.ones([1, 4, 4, 1]), [2, 2, 2, 2], 1, "SAME"), "stay at 1"),
    ],
)
def test_errors(call, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call()
