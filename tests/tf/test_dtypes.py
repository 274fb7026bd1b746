"""Dtype objects, and which dtype a value gets."""

import copy
import pickle

import numpy as np
import pytest

import autodiff_lab.tf as tf

NAMES = ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16"]
NAMES += ["uint32", "uint64", "complex64", "complex128", "bool"]


@pytest.mark.parametrize("name", NAMES)
def test_equals_numpys_dtype_both_ways(name):
    ours, theirs = getattr(tf, name), np.dtype(name)
    assert ours == theirs
    assert theirs == ours
    assert ours == theirs.type
    assert ours == name
    assert hash(ours) == hash(theirs)
    assert {theirs: "found"}[ours] == {ours: "found"}[theirs] == "found"
    assert np.dtype(ours) is theirs
    assert np.zeros(1, ours).dtype == theirs
    assert tf.as_dtype(theirs) == ours
    assert ours.as_numpy_dtype is theirs.type
    assert ours.size == theirs.itemsize
    for other in set(NAMES) - {name}:
        assert ours != getattr(tf, other)
        assert ours != np.dtype(other)
        assert np.dtype(other) != ours


def test_what_a_dtype_is_not_equal_to():
    assert tf.float32 != None  # noqa: E711 - the comparison is the test
    assert tf.float32 != "no dtype"
    assert tf.float32 != 32
    assert tf.float32 != [tf.float32]


def test_kinds():
    assert tf.float16.is_floating
    assert not tf.int32.is_floating
    assert tf.uint8.is_integer
    assert tf.uint8.is_unsigned
    assert not tf.bool.is_integer
    assert tf.bool.is_bool
    assert tf.complex64.is_complex
    assert not tf.complex64.is_floating
    assert tf.complex64.real_dtype == tf.float32
    assert tf.float32.real_dtype == tf.float32


def test_limits():
    assert (tf.int8.min, tf.int8.max) == (-128, 127)
    assert tf.float32.max == np.finfo(np.float32).max
    assert tf.bool.max is True


def test_looks():
    assert repr(tf.float32) == "tf.float32"
    assert str(tf.float32) == "<dtype: 'float32'>"
    assert tf.float32.name == "float32"


def test_copies_are_equal():
    assert pickle.loads(pickle.dumps(tf.int32)) == tf.int32
    assert copy.deepcopy({"t": tf.int32}) == {"t": tf.int32}


@pytest.mark.parametrize(
    ("spelling", "dtype"),
    [
        ("float", tf.float32),
        (float, tf.float32),
        ("half", tf.float16),
        ("double", tf.float64),
        (bool, tf.bool),
        (np.int64, tf.int64),
        (np.dtype("int8"), tf.int8),
        (tf.float16, tf.float16),
    ],
)
def test_spellings(spelling, dtype):
    assert tf.as_dtype(spelling) == dtype
    assert tf.zeros([1], spelling).dtype == dtype


def test_no_dtype_of_numbers():
    with pytest.raises(TypeError, match="not a dtype of numbers"):
        tf.as_dtype("datetime64[s]")


@pytest.mark.parametrize(
    ("make", "dtype"),
    [
        (lambda: tf.constant(1.5), "float32"),
        (lambda: tf.constant([1, 2]), "int32"),
        (lambda: tf.constant([1, 2.5]), "float32"),
        (lambda: tf.constant(2**40), "int64"),
        (lambda: tf.constant(1j), "complex128"),
        (lambda: tf.constant(np.array([1.0])), "float64"),
        (lambda: tf.add(1, 2.5), "float32"),
        (lambda: tf.add(1, 2), "int32"),
        (lambda: tf.multiply(tf.constant(1.0, tf.float64), 0.1), "float64"),
        (lambda: tf.multiply(0.5, tf.constant(1.0, tf.float16)), "float16"),
        (lambda: tf.maximum([1, 2], tf.constant(1.0)), "float32"),
        (lambda: tf.where([True], 1.0, 0.0), "float32"),
        (lambda: tf.truediv(1, 4), "float64"),
        (lambda: tf.truediv(tf.constant(1, tf.int8), tf.constant(4, tf.int8)), "float32"),
        (lambda: tf.reduce_sum(tf.constant([1, 2], tf.int8)), "int8"),
        (lambda: tf.reduce_prod([2, 3]), "int32"),
        (lambda: tf.reduce_mean([1, 2]), "int32"),
        (lambda: tf.cumsum([1, 2]), "int32"),
        (lambda: tf.range(3), "int32"),
        (lambda: tf.range(0, 1, 0.5), "float32"),
        (lambda: tf.linspace(0, 1, 3), "float64"),
        (lambda: tf.shape(tf.zeros([2])), "int32"),
        (lambda: tf.argsort([2, 1]), "int32"),
        (lambda: tf.argmax([2, 1]), "int64"),
        (lambda: tf.abs(tf.constant([1 + 1j], tf.complex64)), "float32"),
        (lambda: tf.complex(1.0, 2.0), "complex64"),
        (lambda: tf.complex(np.float64(1), np.float64(2)), "complex128"),
        (lambda: tf.math.erf(tf.constant(1.0, tf.float16)), "float16"),
        (lambda: tf.nn.gelu(tf.constant(1.0)), "float32"),
        (lambda: tf.nn.avg_pool2d(tf.ones([1, 2, 2, 1]), 2, 2, "VALID"), "float32"),
    ],
)
def test_the_dtype_of_a_result(make, dtype):
    assert make().dtype == dtype


def test_conversion_has_to_be_asked_for():
    with pytest.raises(ValueError, match=r"tf\.cast\(x, tf\.float64\)"):
        tf.convert_to_tensor(tf.constant(1.0), dtype=tf.float64)
    with pytest.raises(TypeError, match="cut them off"):
        tf.constant([1.5], dtype=tf.int32)
    with pytest.raises(ValueError, match="None is not a number"):
        tf.constant(None)
    with pytest.raises(ValueError, match="None is not a number"):
        tf.sin(None)
    with pytest.raises(TypeError, match="cannot fill"):
        tf.constant([1, 2, 3], shape=[2, 2])


@pytest.mark.parametrize("call", [tf.sqrt, tf.exp, tf.math.log, tf.nn.sigmoid, tf.norm, tf.nn.softmax])
def test_functions_with_fractions_refuse_whole_numbers(call):
    with pytest.raises(tf.errors.InvalidArgumentError, match="with a point"):
        call(tf.constant([4, 9]))


def test_cast():
    assert tf.cast([1.9, -1.9], tf.int32).numpy().tolist() == [1, -1]
    assert tf.cast([0.0, 0.5, -2.0], tf.bool).numpy().tolist() == [False, True, True]
    assert tf.cast([3 + 4j], tf.float32).numpy().tolist() == [3.0]
    assert tf.saturate_cast([300.0, -5.0, 7.0], tf.uint8).numpy().tolist() == [255, 0, 7]
    assert tf.dtypes.cast(1, tf.float64).dtype == tf.float64
