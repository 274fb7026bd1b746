"""ForwardAccumulator: tangents against slopes, beside tapes, nested, through gradients of one's own."""

import math
import re
import warnings

import numpy as np
import pytest
from ops.cases import CASES

import autodiff_lab as adl
from autodiff_lab import tf


def assert_close(got, wanted, rtol=1e-9, atol=1e-9):
    np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), rtol=rtol, atol=atol)


# ---- every op: forward inside a tape is the second derivative ----------------------------------------------


def parts(result):
    return [r for r in (result if isinstance(result, tuple | list) else [result]) if r.dtype.kind in "fc"]


def loss(results):
    rng = np.random.default_rng(11)
    total = 0.0
    for r in results:
        weights = rng.uniform(0.5, 1.5, r.shape)
        total = total + np.sum(np.real(r * weights))
    return total


HELD = [c for c in CASES if "forward" not in c.without and "second" not in c.without]


@pytest.mark.parametrize("case", HELD, ids=map(str, HELD))
def test_a_tape_sees_the_tangents(case):
    """The gradient of a directional derivative is the Hessian times the direction, as two tapes give it."""
    rng = np.random.default_rng(5)
    tensors = [a if i in case.fixed else adl.constant(a) for i, a in enumerate(case.draw())]
    sources = [t for i, t in enumerate(tensors) if i not in case.fixed]
    directions = [adl.constant(rng.uniform(-1, 1, s.shape).astype(s.dtype)) for s in sources]
    with adl.GradientTape() as tape, np.errstate(all="ignore"):
        tape.watch(sources)
        with adl.ForwardAccumulator(sources, directions) as forward:
            y = loss(parts(case.call(*tensors)))
        moved = forward.jvp(y, unconnected_gradients="zero")
    forward_first = tape.gradient(moved, sources, unconnected_gradients="zero")
    with adl.GradientTape() as outer, np.errstate(all="ignore"):
        outer.watch(sources)
        with adl.GradientTape() as inner:
            inner.watch(sources)
            y = loss(parts(case.call(*tensors)))
        slopes = inner.gradient(y, sources, unconnected_gradients="zero")
        total = sum((np.sum(np.real(g * d)) for g, d in zip(slopes, directions, strict=True)), 0.0)
    reverse_twice = outer.gradient(total, sources, unconnected_gradients="zero")
    for a, b in zip(forward_first, reverse_twice, strict=True):
        assert_close(a, b, rtol=1e-8, atol=1e-8)


# ---- meaning ---------------------------------------------------------------------------------------------


def test_several_primals_in_a_structure():
    x, w = adl.Variable(2.0), adl.constant([1.0, 3.0])
    directions = {"x": 1.0, "w": adl.constant([0.0, 1.0])}
    with adl.ForwardAccumulator({"x": x, "w": w}, directions) as forward:
        y = x * w
    np.testing.assert_array_equal(forward.jvp(y), [1.0, 5.0])
    assert float(forward.jvp({"x": x})["x"]) == 1.0


def test_what_does_not_move():
    x, c = adl.constant(2.0), adl.constant([1.0, 2.0])
    with adl.ForwardAccumulator(x, 1.0) as forward:
        y = c * 2.0
        stopped = adl.stop_gradient(x) * 1.0
        steps = np.floor(x)
    assert forward.jvp([y, stopped, steps, c]) == [None] * 4
    np.testing.assert_array_equal(forward.jvp(y, unconnected_gradients="zero"), [0, 0])


def test_whole_numbers_do_not_move():
    n = adl.constant([1, 2])
    with adl.ForwardAccumulator(n, [1, 1]) as forward:
        y = n.astype("float32") * 2.0
        z = n * 2
    assert forward.jvp([y, z]) == [None, None]


def test_recording_ends_with_the_block_and_goes_on_in_the_next():
    x = adl.constant(3.0)
    forward = adl.ForwardAccumulator(x, 1.0)
    with forward:
        y = x * x
    outside = y * 2.0
    assert forward.jvp(outside) is None
    with forward:
        again = y * 2.0
    assert float(forward.jvp(again)) == 12.0


def test_a_variable_keeps_what_it_had_when_it_was_read():
    v = adl.Variable(2.0)
    with adl.ForwardAccumulator(v, 1.0) as forward:
        y = v * v
        v.assign(10.0)
        z = v * v
    assert float(forward.jvp(y)) == 4.0
    assert float(forward.jvp(z)) == 20.0


def test_nested_accumulators_give_second_derivatives():
    x = adl.constant(2.0)
    with adl.ForwardAccumulator(x, 1.0) as outer:
        with adl.ForwardAccumulator(x, 1.0) as inner:
            y = x**4
        first = inner.jvp(y)
    assert float(first) == 32.0
    assert float(outer.jvp(first)) == 48.0
    assert float(outer.jvp(y)) == 32.0


def test_nested_directions_do_not_mix():
    x = adl.constant([0.4, 0.7])
    along = [adl.constant([1.0, 0.0]), adl.constant([0.0, 1.0])]
    with adl.ForwardAccumulator(x, along[0]) as a:
        with adl.ForwardAccumulator(x, along[1]) as b:
            y = np.sin(x[0] * x[1])
        d = b.jvp(y)
    u, v = 0.4, 0.7
    assert_close(a.jvp(d), np.cos(u * v) - u * v * np.sin(u * v), rtol=1e-6)
    assert_close(a.jvp(y), v * np.cos(u * v), rtol=1e-6)


def test_forward_over_reverse_is_a_product_with_the_hessian():
    x = adl.Variable(np.array([3.0, 2.0]))
    with adl.ForwardAccumulator(x, adl.constant(np.array([1.0, 0.0]))) as forward:
        with adl.GradientTape() as tape:
            y = x[0] ** 2 * x[1]
        g = tape.gradient(y, x)
    np.testing.assert_array_equal(forward.jvp(g), [4.0, 6.0])


@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (lambda z: z * z, lambda z, t: 2 * z * t),
        (np.exp, lambda z, t: np.exp(z) * t),
        (np.conj, lambda z, t: np.conj(t)),
        (np.abs, lambda z, t: np.real(np.conj(z) * t) / abs(z)),
        (np.real, lambda z, t: np.real(t)),
        (np.imag, lambda z, t: np.imag(t)),
        (lambda z: 1 / z, lambda z, t: -t / z**2),
        (np.sign, lambda z, t: 1j * np.sign(z) * np.imag(t / z)),
        (lambda z: z * np.conj(z), lambda z, t: 2 * np.real(np.conj(z) * t)),
        (tf.math.angle, lambda z, t: np.imag(t / z)),
        (lambda z: tf.math.squared_difference(z, 1.0 + 0j), lambda z, t: 2 * np.real(np.conj(z - 1) * t)),
        (np.sqrt, lambda z, t: t / (2 * np.sqrt(z))),
    ],
)
def test_complex_tangents(f, slope):
    z, t = np.complex128(1.0 + 2.0j), np.complex128(0.3 - 0.7j)
    with adl.ForwardAccumulator(x := adl.constant(z), adl.constant(t)) as forward:
        y = f(x)
    assert_close(forward.jvp(y), slope(z, t), rtol=1e-12)
    step = 1e-6
    plain = (np.asarray(f(adl.constant(z + step * t))) - np.asarray(f(adl.constant(z - step * t)))) / (
        2 * step
    )
    assert_close(forward.jvp(y), plain, rtol=1e-8)


# ---- gradients of one's own --------------------------------------------------------------------------------


def test_tangents_go_through_the_ops_inside():
    """As in TensorFlow: the learner's gradient is for the way back."""

    @adl.custom_gradient
    def f(x):
        return x * x, lambda upstream: upstream * 100.0

    x = adl.constant(3.0)
    with adl.ForwardAccumulator(x, 1.0) as forward:
        y = f(x) * 2.0
    assert float(forward.jvp(y)) == 12.0


def test_where_nothing_comes_through_the_gradient_is_transposed():
    @adl.custom_gradient
    def straight_through(x):
        return adl.stop_gradient(np.round(x)), lambda upstream: upstream * 5.0

    x = adl.constant([1.2, 2.7])
    with adl.ForwardAccumulator(x, adl.constant([1.0, 10.0])) as forward:
        y = straight_through(x) * 2.0
    np.testing.assert_array_equal(forward.jvp(y), [10.0, 100.0])


def test_recomputed_functions_move_too():
    layer = adl.recompute_grad(lambda x: np.sin(x) ** 2)
    x = adl.constant(np.float64(0.5))
    with adl.ForwardAccumulator(x, adl.constant(np.float64(1.0))) as forward:
        y = layer(x)
    assert_close(forward.jvp(y), np.sin(1.0))


# ---- errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "match"),
    [
        (lambda x: adl.ForwardAccumulator(None, 1.0), TypeError, "primals are None"),
        (lambda x: adl.ForwardAccumulator(3.0, 1.0), TypeError, "has to be a Tensor or a Variable"),
        (lambda x: adl.ForwardAccumulator([x, x], [x, x]), ValueError, "twice"),
        (lambda x: adl.ForwardAccumulator([x], [x, x]), ValueError, "1 primals and 2 tangents"),
        (lambda x: adl.ForwardAccumulator(x, [1.0]), ValueError, r"shape \(1,\).*shape \(2,\)"),
        (lambda x: adl.ForwardAccumulator(x, x).jvp(None), TypeError, "primals are None"),
        (lambda x: adl.ForwardAccumulator(x, x).jvp(x, "some"), ValueError, "'some' is not known"),
    ],
)
def test_errors(make, error, match):
    with pytest.raises(error, match=match):
        make(adl.constant([1.0, 2.0]))


def test_entered_twice():
    x = adl.constant(1.0)
    forward = adl.ForwardAccumulator(x, 1.0)
    with forward, pytest.raises(ValueError, match="second time"), forward:
        pass


def test_an_exception_leaves_no_accumulator_active():
    x = adl.constant(1.0)
    forward = adl.ForwardAccumulator(x, 1.0)
    with pytest.raises(ZeroDivisionError), forward:
        1 / 0  # noqa: B018 - the error is the point
    assert forward.jvp(x * 2.0) is None


# ---- nothing is lost in silence ---------------------------------------------------------------------------


def fill(x):
    c = np.zeros(2)
    c[0] = x
    return np.sum(c * x)


LOSING = {
    "math.sin(x)": lambda x: adl.constant(math.sin(x)),
    "np.array([x, x])": lambda x: np.sum(adl.constant(np.array([x, x]))),
    "np.mean([x, x])": lambda x: np.mean([x, x]) * x,
    "c[0] = x": fill,
    "float(x)": lambda x: adl.constant(float(x)) * 2.0,
}


@pytest.mark.parametrize("line", LOSING)
def test_a_tangent_that_is_lost_names_its_line(line):
    x = adl.constant(0.5)
    with adl.ForwardAccumulator(x, 1.0) as forward:
        y = LOSING[line](x)
    with pytest.warns(adl.GradientWarning, match=re.escape(line)):
        forward.jvp(y)
    with pytest.warns(adl.GradientWarning, match=re.escape(line)):
        adl.jvp(LOSING[line], (0.5,), (1.0,))


def test_looking_at_a_value_loses_nothing():
    x = adl.constant(0.5)
    log = np.zeros(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with adl.ForwardAccumulator(x, 1.0) as forward:
            y = x * x
            assert float(y) == 0.25
            log[0] = y
        assert float(forward.jvp(y)) == 1.0
