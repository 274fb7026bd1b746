"""gradient(): structures, weights, missing paths, higher derivatives, long chains."""

import collections
import time

import numpy as np
import pytest

import autodiff_lab as adl

Pair = collections.namedtuple("Pair", "w b")


# ---- TensorFlow's documented examples ----------------------------------------------------------------------


def test_a_variable_squared(capsys):
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = x**2
    print(tape.gradient(y, x))
    assert capsys.readouterr().out == "Tensor(6.0, shape=(), dtype=float32)\n"


def test_a_watched_vector():
    x = adl.constant([1, 2, 3, 4, 5], dtype=np.float32)
    with adl.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    gradient = tape.gradient(y, x)
    assert str(gradient.numpy()) == "[ 2.  4.  6.  8. 10.]"
    assert gradient.shape == (5,)
    assert gradient.dtype == np.float32


def test_two_sources():
    x, y = adl.Variable(2.0), adl.Variable(3.0)
    with adl.GradientTape() as tape:
        z = x**2 + y**3
    gradients = tape.gradient(z, [x, y])
    assert isinstance(gradients, list)
    assert [float(g) for g in gradients] == [4.0, 27.0]


def test_a_watched_matrix():
    x = adl.constant([[1, 2, 3], [4, 5, 6]], dtype=np.float32)
    with adl.GradientTape() as tape:
        tape.watch(x)
        y = np.sum(x**2)
    gradient = tape.gradient(y, x)
    assert str(gradient.numpy()) == "[[ 2.  4.  6.]\n [ 8. 10. 12.]]"
    assert gradient.shape == (2, 3)


def test_a_source_that_the_target_does_not_use():
    x, y = adl.Variable(2.0), adl.Variable(3.0)
    with adl.GradientTape(persistent=True) as tape:
        z = y * y
    assert tape.gradient(z, x) is None
    zero = tape.gradient(z, x, unconnected_gradients="zero")
    assert repr(zero) == "Tensor(0.0, shape=(), dtype=float32)"


# ---- structures --------------------------------------------------------------------------------------------


def test_the_answer_is_nested_like_the_sources():
    w, b, unused = adl.Variable([1.0, 2.0]), adl.Variable(3.0), adl.Variable(0.0)
    sources = {"layer": Pair(w, b), "more": [unused, (b,)], "empty": {}}
    with adl.GradientTape() as tape:
        y = np.sum(w * w) * b
    found = tape.gradient(y, sources)
    assert isinstance(found["layer"], Pair)
    assert found["layer"].w.numpy().tolist() == [6.0, 12.0]
    assert found["layer"].b.numpy() == 5.0
    assert found["more"][0] is None
    assert isinstance(found["more"][1], tuple)
    assert found["more"][1][0].numpy() == 5.0
    assert found["empty"] == {}


def test_several_targets_are_added_up():
    x = adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        a, b = x**3, 1.0 / x
    for targets in ([a, b], (a, b), {"a": a, "b": b}, [a, [b]]):
        assert float(tape.gradient(targets, x)) == 12.0 - 0.25
    assert float(tape.gradient([a, a], x)) == 24.0


def test_the_same_source_twice_has_the_whole_gradient_twice():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = x * x
    assert [float(g) for g in tape.gradient(y, [x, x])] == [6.0, 6.0]


def test_an_intermediate_value_as_source():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = x * x
        z = y * y
    assert [float(g) for g in tape.gradient(z, [x, y])] == [108.0, 18.0]


def test_a_target_that_is_its_own_source():
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        _ = x * x
    assert tape.gradient(x, x).numpy().tolist() == [1.0, 1.0]


# ---- weights -----------------------------------------------------------------------------------------------


def test_weights_scale_the_gradient():
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape(persistent=True) as tape:
        y, z = x * x, np.sum(x)
    assert tape.gradient(y, x, output_gradients=[1.0, 10.0]).numpy().tolist() == [2.0, 40.0]
    assert tape.gradient(y, x, output_gradients=np.array([0, 1])).numpy().tolist() == [0.0, 4.0]
    both = tape.gradient([y, z], x, output_gradients=[adl.constant([1.0, 1.0]), 100.0])
    assert both.numpy().tolist() == [102.0, 104.0]
    assert tape.gradient(y, x, output_gradients=np.ones(2)).dtype == np.float32


@pytest.mark.parametrize("weights", [[np.ones(2)], [np.ones(2)] * 3, {"y": np.ones(2)}])
def test_weights_of_another_number_than_the_targets(weights):
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y, z = x * x, x + x
    with pytest.raises(ValueError, match=rf"{len(weights)} entries, but there are 2 targets"):
        tape.gradient([y, z], x, output_gradients=weights)


@pytest.mark.parametrize("weights", [1.0, np.ones(3), np.ones((2, 1))])
def test_weights_of_another_shape_than_the_target(weights):
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = x * x
    with pytest.raises(ValueError, match=r"its target has shape \(2,\)") as caught:
        tape.gradient(y, x, output_gradients=weights)
    assert str(np.shape(weights)) in str(caught.value)


def test_weights_are_differentiated_too():
    x, w = adl.Variable(3.0), adl.Variable(5.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = x * x
        g = inner.gradient(y, x, output_gradients=w)
    assert [float(d) for d in outer.gradient(g, [x, w])] == [10.0, 6.0]


# ---- missing paths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("zero", ["zero", adl.UnconnectedGradients.ZERO])
def test_zeros_have_shape_and_dtype_of_their_source(zero):
    x = adl.Variable(1.0)
    spare = adl.Variable(np.ones((2, 3), dtype="float64"))
    with adl.GradientTape() as tape:
        y = x * x
    found = tape.gradient(y, spare, unconnected_gradients=zero)
    assert found.dtype == np.float64
    assert found.numpy().tolist() == [[0.0] * 3] * 2


def test_a_step_function_cuts_the_path():
    x = adl.Variable(2.5)
    with adl.GradientTape(persistent=True) as tape:
        y = np.floor(x) * 3.0
        z = np.floor(x) * x
    assert tape.gradient(y, x) is None
    assert float(tape.gradient(z, x)) == 2.0


# ---- higher derivatives ------------------------------------------------------------------------------------


def test_third_derivatives():
    x = adl.Variable(2.0)
    with adl.GradientTape() as third:
        with adl.GradientTape() as second:
            with adl.GradientTape() as first:
                y = x**5
            d1 = first.gradient(y, x)
        d2 = second.gradient(d1, x)
    assert [float(d) for d in (d1, d2, third.gradient(d2, x))] == [80.0, 160.0, 240.0]


def test_mixed_second_derivatives():
    x, y = adl.Variable(2.0), adl.Variable(3.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            z = x**2 * y**3
        by_x = inner.gradient(z, x)
    assert float(outer.gradient(by_x, y)) == 2 * 2 * 3 * 9


def test_a_persistent_tape_records_its_own_gradient():
    x = adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x**4
        d1 = tape.gradient(y, x)
        d2 = tape.gradient(d1, x)
    assert [float(d) for d in (d1, d2, tape.gradient(d2, x))] == [32.0, 48.0, 48.0]


def test_sin_four_times_is_sin():
    x = adl.Variable(np.float64(0.7))
    with adl.GradientTape(persistent=True) as tape:
        y = np.sin(x)
        for _ in range(4):
            y = tape.gradient(y, x)
    assert float(y) == pytest.approx(np.sin(0.7), rel=1e-14)


def test_the_second_derivative_of_a_linear_function_has_no_path():
    x = adl.Variable(2.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = 3.0 * x
        d = inner.gradient(y, x)
    assert outer.gradient(d, x) is None


# ---- variables change, records do not ----------------------------------------------------------------------


def test_a_record_keeps_the_value_that_was_read():
    v = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        y = v * v
        v.assign(100.0)
        z = y + v * v
    v.assign(-1.0)
    assert float(tape.gradient(z, v)) == 4.0 + 200.0


# ---- size --------------------------------------------------------------------------------------------------


def chain(n):
    x = adl.Variable(np.float64(1.0))
    with adl.GradientTape() as tape:
        y = x
        for _ in range(n):
            y = y + x
    return float(tape.gradient(y, x))


def test_a_hundred_thousand_ops_in_a_row_need_no_recursion():
    assert chain(100_000) == 100_001.0


def test_time_grows_with_the_number_of_records():
    """100 times the records take 100 times as long; it would be 10,000 times if time grew with the square."""

    def fastest(n):
        taken = []
        for _ in range(3):
            start = time.process_time()
            chain(n)
            taken.append(time.process_time() - start)
        return min(taken)

    chain(100)
    assert fastest(100_000) < 1_500 * max(fastest(1_000), 1e-3)
