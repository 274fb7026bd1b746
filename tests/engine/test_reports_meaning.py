"""What users of comparable tools tripped over, and the answers that they should have had.

Each test covers a kind of fault: the case that was reported and its relatives.
Here: what is recorded and asked for.
"""

import contextlib
import warnings

import numpy as np
import pytest
from engine.reported import approx, gradient

import autodiff_lab as adl

# ---- the connection to the tape ----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [4.0, [4.0], [[4.0, 4.0]]])
def test_r001_a_constant_has_no_gradient_until_it_is_watched(value):
    c = adl.constant(value)
    with adl.GradientTape() as tape:
        y = 3.0 * np.sqrt(c)
    assert tape.gradient(y, c) is None
    with adl.GradientTape() as tape:
        tape.watch(c)
        y = 3.0 * np.sqrt(c)
    assert np.all(tape.gradient(y, c).numpy() == 0.75)


@pytest.mark.parametrize("spare", [1.0, [[1.0, 2.0]], np.ones(3), np.float64(1)])
def test_r003_an_unused_variable(spare):
    used, spare = adl.Variable(2.0), adl.Variable(spare)
    with adl.GradientTape(persistent=True) as tape:
        y = used**3
    assert tape.gradient(y, spare) is None
    zero = tape.gradient(y, spare, unconnected_gradients="zero")
    assert (zero.shape, zero.dtype) == (spare.shape, spare.dtype)
    assert not zero.numpy().any()


@pytest.mark.parametrize("value", [3, [1, 2], True, np.int8(3), np.uint16(2)])
@pytest.mark.parametrize("f", [lambda n: n * n, lambda n: n * 2.0, lambda n: n.astype("float32") ** 2])
def test_r005_whole_numbers_have_no_gradient_and_the_cause_is_named(f, value):
    n = adl.Variable(value)
    with adl.GradientTape() as tape:
        y = f(n)
    with pytest.warns(UserWarning, match=f"dtype {n.dtype}.*float32") as caught:
        assert tape.gradient(y, n) is None
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "join",
    [
        lambda a, b: np.concatenate([[a], [b]]),
        lambda a, b: np.array([a, b]),
        lambda a, b: np.asarray([[a], [b]]),
        lambda a, b: np.hstack([[a], [b]]),
    ],
)
def test_r007_lists_that_numpy_turns_into_numbers_are_not_silent(join):
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = np.sum(join(x[0] * 2.0, x[1]) ** 2)
    try:
        found = tape.gradient(y, x)
    except TypeError as error:
        assert "np.stack([a, b])" in str(error)  # noqa: PT017 - either outcome is right
    else:
        assert found.numpy().tolist() == [8.0, 4.0]


@pytest.mark.parametrize("join", [np.stack, np.concatenate])
def test_r007_tensors_that_numpy_hands_over_are_joined(join):
    pick = (lambda x, i: x[i]) if join is np.stack else (lambda x, i: x[i : i + 1])
    assert gradient(lambda x: np.sum(join([pick(x, 0) * 2.0, pick(x, 1)]) ** 2), [1.0, 2.0]) == [[8.0, 4.0]]


# ---- target, source and seed -------------------------------------------------------------------------------


def test_r009_several_targets_are_added_up():
    assert gradient(lambda x: [x**3, 1.0 / x], 2.0) == [11.75]
    assert gradient(lambda x: {"a": x**3, "b": (1.0 / x, x)}, 2.0) == [12.75]


@pytest.mark.parametrize("target", [None, [None], (None, None)])
def test_r011_a_function_that_forgot_its_return(target):
    with pytest.raises(TypeError, match="target is None"):
        gradient(lambda a: target, 2.0)


# ---- life cycle --------------------------------------------------------------------------------------------


def test_r013_the_second_question():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = x * x
        z = y * y
    tape.gradient(z, x)
    for ask in (tape.gradient, tape.jacobian):
        with pytest.raises(RuntimeError, match="persistent=True"):
            ask(y, x)


@pytest.mark.parametrize("missing", [{}, {"key": 1}])
def test_r015_a_gradient_in_a_pause(missing):
    x = adl.Variable(3.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with adl.GradientTape(persistent=True) as tape:
            y = x * x
            with contextlib.suppress(KeyError), tape.stop_recording():
                g = tape.gradient(y, x)
                off = x * 10.0
                missing["key"]  # the pause also ends by an exception
            z = y + off
    assert float(g) == 6.0
    assert float(tape.gradient(z, x)) == 6.0
    assert tape.gradient(off, x) is None


# ---- higher derivatives and Jacobians ----------------------------------------------------------------------


@pytest.mark.parametrize(("inside", "expected"), [(False, None), (True, 18.0)])
def test_r017_the_first_derivative_belongs_inside_the_outer_tape(inside, expected):
    x = adl.Variable(3.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = x**3
        if inside:
            d = inner.gradient(y, x)
    if not inside:
        d = inner.gradient(y, x)
    found = outer.gradient(d, x)
    assert (found if found is None else float(found)) == expected


@pytest.mark.parametrize("ask", ["gradient", "jacobian"])
def test_r019_asking_a_tape_that_is_still_recording(ask):
    y, v = adl.constant(1.5), adl.Variable(4.0)
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(y)
        w = y**3 * v
        dw = getattr(tape, ask)(w, y)
    assert float(dw) == 27.0
    assert float(tape.gradient(dw, v)) == 6.75


def test_r021_row_jacobians_of_mixed_rows_are_sums():
    x = adl.Variable(np.array([[2.0], [3.0]]))
    with adl.GradientTape(persistent=True) as tape:
        y = x * np.sum(x)
    assert tape.jacobian(y, x).numpy().reshape(2, 2).tolist() == [[7.0, 2.0], [3.0, 8.0]]
    assert tape.batch_jacobian(y, x).numpy().ravel().tolist() == [10.0, 10.0]


@pytest.mark.parametrize("n", [5000, 50_000])
def test_r023_long_chains(n):
    def f(x):
        y = x
        for _ in range(n):
            y = y + x
        return y

    assert gradient(f, 2.0) == [n + 1.0]


# ---- operators ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (lambda t: 3.0**t, 9 * np.log(3)),
        (lambda t: 1.0 - t, -1.0),
        (lambda t: 6.0 / t, -1.5),
        (lambda t: -t, -1.0),
        (lambda t: +t, 1.0),
        (lambda t: abs(t - 5.0), -1.0),
        (lambda t: 5.0 + t, 1.0),
        (lambda t: 5.0 * t, 5.0),
        (lambda t: t**3, 12.0),
        (lambda t: t**-1, -0.25),
        (lambda t: t % 1.5, 1.0),
        (lambda t: 7.0 % t, -3.0),
        (lambda t: np.float64(3.0) * t, 3.0),
        (lambda t: np.array(6.0) / t, -1.5),
        (lambda t: np.array([1.0]) @ np.reshape(t, (1,)), 1.0),
        (lambda t: [3.0] * t, 3.0),
        (lambda t: True * t, 1.0),
    ],
)
def test_r025_operators_on_both_sides(f, slope):
    assert np.ravel(gradient(f, 2.0)) == approx([slope])


def test_r027_filling_an_array_loses_the_path_and_says_so():
    b = adl.Variable([0.5, 4.0])
    with adl.GradientTape() as tape:
        c = np.zeros(2)
        c[0] = np.sin(b[0])
        c[1] = b[0] / b[1]
        y = np.sum(c)
    with pytest.raises(TypeError, match=r"c\[0\] = np.sin\(b\[0\]\).*np.stack"):
        tape.gradient(y, b)


def test_r027_half_a_gradient_is_not_given_either():
    b = adl.Variable([0.5, 4.0])
    with adl.GradientTape() as tape:
        c = np.zeros(2)
        c[0] = np.sin(b[0])
        y = np.sum(c * b)
    with pytest.raises(TypeError, match=r"written into a NumPy array.*np.stack"):
        tape.gradient(y, b)


def test_r029_keys():
    a, b = adl.Variable(1.0), adl.Variable(1.0)
    assert len({a.ref(): "a", b.ref(): "b"}) == 2
    with pytest.raises(TypeError, match=r"ref\(\)"):
        hash(a)
