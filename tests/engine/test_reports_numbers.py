"""What users of comparable tools tripped over, and the answers that they should have had.

Each test covers a kind of fault: the case that was reported and its relatives.
Here: dtypes, shapes, corners, other rules.
"""

import numpy as np
import pytest
from engine.reported import approx, gradient

import autodiff_lab as adl

# ---- values, dtypes, shapes --------------------------------------------------------------------------------


def test_r031_values_changed_after_recording():
    n = np.array([1.0, 2.0])
    x, v = adl.constant(n), adl.Variable(n)
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x + v * n
        z = y * y
    before = np.asarray(tape.gradient(z, [x, v]))
    n[0] = 100.0
    y.numpy()[:] = 100.0
    v.assign([7.0, 7.0])
    np.testing.assert_array_equal(np.asarray(tape.gradient(z, [x, v])), before)


DTYPES = ["float16", "float32", "float64"]


@pytest.mark.parametrize("first", DTYPES)
@pytest.mark.parametrize("second", DTYPES)
@pytest.mark.parametrize(
    "f",
    [
        lambda x, z: x * z,
        lambda x, z: np.sum(np.concatenate([x, z])) * np.sum(x),
        lambda x, z: np.where(x > 0, x, z) * z,
        lambda x, z: np.dot(x, z) ** 2,
        lambda x, z: np.max(x) / np.mean(z),
    ],
)
def test_r033_each_gradient_has_the_dtype_of_its_source(f, first, second):
    x, z = adl.Variable(np.array([2.0, 1.0], first)), adl.Variable(np.array([3.0, 4.0], second))
    with adl.GradientTape() as tape:
        y = f(x, z)
    gx, gz = tape.gradient(y, [x, z])
    assert (gx.dtype, gz.dtype) == (first, second)
    assert (gx.shape, gz.shape) == ((2,), (2,))


def test_r033_numbers_of_two_dtypes():
    x, z = adl.Variable(2.0, dtype="float32"), adl.Variable(3.0, dtype="float64")
    with adl.GradientTape() as tape:
        y = x * z
    assert [(float(g), str(g.dtype)) for g in tape.gradient(y, [x, z])] == [
        (3.0, "float32"),
        (2.0, "float64"),
    ]


def test_r035_tensordot_with_a_pair_of_axes():
    v, m = np.array([1.0, 2.0]), np.array([[3.0, 4.0], [5.0, 6.0]])
    found = gradient(lambda v, m: np.sum(np.tensordot(v, m, axes=(0, 1)) * np.array([1.0, -1.0])), v, m)
    assert found == [[-2.0, -2.0], [[1.0, 2.0], [-1.0, -2.0]]]


@pytest.mark.parametrize("rows", [[0, 2, 0], np.array([0, 2, 0]), adl.constant([0, 2, 0])])
@pytest.mark.parametrize("read", [lambda w, r: np.take(w, r, axis=0), lambda w, r: w[r]])
def test_r037_rows_that_are_read_twice(read, rows):
    w = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    weights = np.array([[1.0], [10.0], [100.0]])
    assert gradient(lambda w: np.sum(read(w, rows) * weights), w) == [
        [[101.0, 101.0], [0.0, 0.0], [10.0, 10.0]]
    ]
    both = gradient(lambda w: np.sum(read(w, rows) * weights) + np.sum(w), w)
    assert both == [[[102.0, 102.0], [1.0, 1.0], [11.0, 11.0]]]


def test_r039_sorting_along_an_axis():
    x = np.array([[3.0, 1.0, 2.0], [1.0, 9.0, 0.0]])
    weights = np.array([[1.0], [10.0]])
    assert gradient(lambda x: np.sum(np.sort(x, axis=0) * weights), x) == [
        [[10.0, 1.0, 10.0], [1.0, 10.0, 1.0]]
    ]


@pytest.mark.parametrize("widths", [((0, 0), (1, 2)), ((0, 1), (0, 0)), ((2, 0), (0, 3)), 0, 1, (2, 0)])
def test_r041_padding_with_a_width_of_zero(widths):
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    padded = np.pad(np.ones((2, 2)), widths)
    weights = np.arange(float(padded.size)).reshape(padded.shape)
    found = gradient(lambda x: np.sum(np.pad(x, widths) * weights), x)
    assert np.ravel(found).tolist() == weights[padded == 1].tolist()


# ---- singular points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "slopes"),
    [
        ([3.0, 0.0, 5.0, 2.0], [0.0, 30.0, 0.0, 0.0]),
        ([3.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]),
        ([2.0, 5.0], [5.0, 2.0]),
        ([0.0], [1.0]),
    ],
)
def test_r043_products_with_zeros(data, slopes):
    assert gradient(np.prod, data) == [slopes]
    assert gradient(lambda x: np.cumprod(x)[-1], data) == [slopes]


@pytest.mark.parametrize("f", [np.max, lambda x: -np.min(-x)])
def test_r045_ties_share(f):
    assert gradient(f, [1.5, -2.0, 1.5]) == [[0.5, 0.0, 0.5]]
    assert np.sum(gradient(f, [7.0] * 5)) == approx(1.0)


@pytest.mark.parametrize(
    ("base", "exponent", "slopes"),
    [
        (0.0, 2.0, [0.0, 0.0]),
        (0.0, 1.0, [1.0, 0.0]),
        (-1.5, 2.0, [-3.0, 0.0]),
        (2.0, 0.0, [0.0, np.log(2.0)]),
    ],
)
def test_r047_powers_of_zero_and_of_negative_numbers(base, exponent, slopes):
    assert gradient(lambda a, e: a**e, base, exponent) == approx(slopes)


def test_r049_the_spread_of_constant_data():
    assert gradient(np.var, [2.0, 2.0, 2.0]) == [[0.0] * 3]
    (found,) = gradient(np.std, [2.0, 2.0, 2.0])
    assert found == [0.0] * 3 or np.isnan(found).all()


def test_the_spread_of_one_number():
    for spread in (np.std, np.var, np.nanstd, np.nanvar):
        assert gradient(spread, 3.0) == [0.0]


def test_r051_corners_follow_tensorflow():
    assert gradient(lambda x: np.sum(np.clip(x, 0.0, 1.0)), [0.0, 0.5, 1.0, 2.0]) == [[1.0, 1.0, 1.0, 0.0]]
    corners = [
        (lambda x: np.maximum(x, 0.0), 1.0),
        (lambda x: np.maximum(0.0, x), 0.0),
        (lambda x: np.minimum(x, 0.0), 1.0),
        (lambda x: np.minimum(0.0, x), 0.0),
        (abs, 0.0),
        (np.sign, 0.0),
    ]
    assert [gradient(f, 0.0)[0] for f, _ in corners] == [slope for _, slope in corners]


@pytest.mark.parametrize(
    ("f", "data", "slopes"),
    [
        (lambda a: np.arctan2(a, a + np.array([0.0, 0.0, 1.0])), [2.0, 0.0, -4.0], [0.0, None, 0.04]),
        (np.sqrt, [4.0, 0.0, 1.0], [0.25, None, 0.5]),
        (np.log, [4.0, 0.0, 1.0], [0.25, None, 1.0]),
        (lambda a: 1.0 / a, [4.0, 0.0, 1.0], [-0.0625, None, -1.0]),
    ],
)
def test_r053_a_singular_point_behind_a_where_does_not_spread(f, data, slopes):
    mask = np.array([True, False, True])
    with np.errstate(all="ignore"):
        (found,) = gradient(lambda a: np.sum(np.where(mask, f(a), 0.0)), np.array(data))
    assert [found[0], found[2]] == approx([slopes[0], slopes[2]])
    assert found[1] == 0.0 or np.isnan(found[1])


def test_r055_a_stable_sigmoid():
    x = np.array([-1000.0, 0.0, 1000.0])
    assert gradient(lambda x: np.sum(0.5 * (1.0 + np.tanh(0.5 * x))), x) == [[0.0, 0.25, 0.0]]


# ---- complex numbers and custom rules ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (lambda z: z * z, 2 - 4j),  # the conjugate of 2 z
        (lambda z: np.real(z * np.conj(z)), 2 + 4j),  # uphill of |z|²
        (lambda z: np.abs(z), (1 + 2j) / 5**0.5),
        (lambda z: np.real(z), 1),
        (lambda z: np.imag(z), 1j),
    ],
)
def test_r057_complex_gradients_point_uphill(f, slope):
    z = adl.constant(1.0 + 2.0j)
    with adl.GradientTape() as tape:
        tape.watch(z)
        y = f(z)
    assert complex(tape.gradient(y, z)) == pytest.approx(slope)


@pytest.mark.parametrize(("rule", "count"), [(lambda dy: (dy, dy), 2), (lambda dy: [], 0)])
def test_r059_a_rule_with_another_number_of_gradients(rule, count):
    same = adl.custom_gradient(lambda x: (x * 1.0, rule))
    with pytest.raises((TypeError, ValueError), match=rf"(?s)1.*{count}|{count}.*1"):
        gradient(same, 1.0)


def test_r061_second_derivatives_through_a_custom_rule():
    @adl.custom_gradient
    def cube(x):
        return x**3, lambda dy: dy * 3.0 * x**2

    x = adl.Variable(2.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = cube(x)
        d = inner.gradient(y, x)
    assert [float(d), float(outer.gradient(d, x))] == [12.0, 12.0]
