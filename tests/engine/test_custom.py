"""custom_gradient, stop_gradient and recompute_grad."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab import tf


def gradients(f, *values):
    sources = [adl.Variable(v) for v in values]
    with adl.GradientTape() as tape:
        y = f(*sources)
    return [None if g is None else np.asarray(g).tolist() for g in tape.gradient(y, sources)]


# ---- inputs and outputs ----------------------------------------------------------------------


def test_the_learners_gradient_is_used():
    @adl.custom_gradient
    def f(x):
        return x * x, lambda upstream: upstream * 5.0

    assert gradients(lambda x: f(x) * 2.0, 3.0) == [10.0]
    assert gradients(lambda x: f(f(x)), 3.0) == [25.0]
    assert float(f(3.0)) == 9.0
    assert f.__name__ == "f"


INPUTS = {
    "two": (lambda a, b: (a * b, lambda g: (g * 1.0, g * 2.0)), [1.0, 2.0]),
    "a list of them": (lambda ab: (ab[0] * ab[1], lambda g: [g * 1.0, g * 2.0]), [1.0, 2.0]),
    "a dict in the order of its keys": (
        lambda d: (d["p"] * d["q"], lambda g: (g * 1.0, g * 2.0)),
        [1.0, 2.0],
    ),
    "one without a gradient": (lambda a, b: (a * b, lambda g: (g, None)), [1.0, None]),
    "any number": (
        lambda *xs: (sum(xs[1:], xs[0]), lambda g: [g * (i + 1.0) for i in range(len(xs))]),
        [1.0, 2.0],
    ),
}


@pytest.mark.parametrize("name", INPUTS)
def test_inputs(name):
    f, wanted = INPUTS[name]
    own = adl.custom_gradient(f)
    packed = {"a list of them": lambda a, b: own([a, b])}
    packed["a dict in the order of its keys"] = lambda a, b: own({"q": b, "p": a})
    assert gradients(packed.get(name, own), 3.0, 4.0) == wanted


def test_settings_by_keyword_are_no_inputs():
    @adl.custom_gradient
    def scaled(x, factor=2.0):
        return x * factor, lambda upstream: upstream * factor

    k = adl.Variable(7.0)
    assert gradients(lambda x: scaled(x, factor=7.0), 3.0) == [7.0]
    assert gradients(lambda x: scaled(x, factor=k), 3.0) == [7.0]
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = scaled(x, factor=k)
    assert tape.gradient(y, k) is None


@pytest.mark.parametrize("setting", [2, 2.0, True, "twice", None, np.float32(2), (1, 2)])
def test_settings_by_position_count_as_inputs(setting):
    places = len(setting) if isinstance(setting, tuple) else 1

    @adl.custom_gradient
    def f(x, how):
        assert how is setting or how == setting
        return x * 1.0, lambda upstream: (upstream * 3.0, *([None] * places))

    assert gradients(lambda x: f(x, setting), 1.0) == [3.0]


@pytest.mark.parametrize(
    ("make", "read"),
    [
        (lambda a, b: (a, b), lambda r: r),
        (lambda a, b: [a, b], lambda r: r),
        (lambda a, b: {"u": a, "v": b}, lambda r: (r["u"], r["v"])),
    ],
)
def test_several_results(make, read):
    @adl.custom_gradient
    def f(x):
        return make(x * 1.0, x * 2.0), lambda g, h: g * 10.0 + h * 100.0

    def both(x):
        result = f(x)
        assert type(result) is type(make(1, 2))
        u, v = read(result)
        return u + 2.0 * v

    assert gradients(both, 3.0) == [210.0]
    assert gradients(lambda x: read(f(x))[1], 3.0) == [100.0]  # the other one counts as zeros


def test_the_gradient_is_asked_once_per_sweep_for_all_inputs():
    calls = []

    @adl.custom_gradient
    def f(a, b):
        def upstream(g):
            calls.append(float(g))
            return g * b, g * a

        return a * b, upstream

    a, b = adl.Variable(3.0), adl.Variable(4.0)
    with adl.GradientTape(persistent=True) as tape:
        y = f(a, b)
    assert [float(g) for g in tape.gradient(y, [a, b])] == [4.0, 3.0]
    assert float(tape.gradient(y, a)) == 4.0
    assert float(tape.gradient(y, b)) == 3.0
    assert calls == [1.0, 1.0, 1.0]


def test_a_new_sweep_asks_again():
    @adl.custom_gradient
    def f(a, b):
        return a * b, lambda g: (g * 10.0, g * 100.0)

    a, b = adl.Variable(3.0), adl.Variable(4.0)
    with adl.GradientTape(persistent=True) as tape:
        y = f(a, b)
    assert float(tape.gradient(y, a, 2.0)) == 20.0
    assert float(tape.gradient(y, a, 3.0)) == 30.0
    assert float(tape.gradient(y, b, 3.0)) == 300.0


@pytest.mark.parametrize("answer", [2.0, np.float32(2), [2.0], adl.constant(2.0), np.array(2.0, "float32")])
def test_what_a_gradient_may_return(answer):
    @adl.custom_gradient
    def f(x):
        return x * 1.0, lambda g: answer

    assert gradients(f, 3.0) == [2.0]


def test_inside_nothing_is_recorded():
    @adl.custom_gradient
    def f(x):
        return np.floor(np.sin(x)), lambda g: g

    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = f(x)
    assert float(tape.gradient(y, x)) == 1.0


# ---- Variables that are used inside ----------------------------------------------------------------------


def test_variables_get_their_gradients():
    w, frozen = adl.Variable(2.0), adl.Variable(5.0, trainable=False)

    @adl.custom_gradient
    def f(x):
        def grad(g, variables=None):
            assert [v is w for v in variables] == [True]
            return g * 10.0, [g * 100.0]

        return x * w * frozen, grad

    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = f(x)
    assert [float(g) for g in tape.gradient(y, [x, w])] == [10.0, 100.0]


def test_a_variable_that_is_an_input_is_not_asked_for_twice():
    @adl.custom_gradient
    def f(x, v):
        return x * v, lambda g: (g * 3.0, g * 4.0)

    assert gradients(f, 1.0, 2.0) == [3.0, 4.0]


# ---- higher order ----------------------------------------------------------------------


def test_second_order_differentiates_the_learners_gradient():
    @adl.custom_gradient
    def f(x):
        return x * x, lambda g: g * 5.0 * x

    x = adl.Variable(3.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = f(x)
        g = inner.gradient(y, x)
    assert (float(g), float(outer.gradient(g, x))) == (15.0, 5.0)


def test_a_gradient_with_a_gradient_of_its_own():
    @adl.custom_gradient
    def f(x):
        @adl.custom_gradient
        def grad(g):
            return g * 3.0 * x, lambda h: h * 1000.0

        return x * x, grad

    x = adl.constant(3.0)
    with adl.GradientTape() as outer:
        outer.watch(x)
        with adl.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        g = inner.gradient(y, x)
    assert float(g) == 9.0
    assert outer.gradient(g, x) is None  # the gradient of g is for its own input, which is the seed


def test_jacobian_and_complex():
    @adl.custom_gradient
    def f(x):
        return x * 1.0, lambda g: g * (2.0 + 1j if x.dtype.kind == "c" else 2.0)

    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = f(x)
    np.testing.assert_array_equal(tape.jacobian(y, x), [[2, 0], [0, 2]])
    z = adl.Variable(1.0 + 1j)
    with adl.GradientTape() as tape:
        y = f(z)
    assert complex(tape.gradient(y, z)) == 2 + 1j  # as TensorFlow: what the learner returns is the answer


# ---- errors ----------------------------------------------------------------------


def wrong(returned, match, error=ValueError):
    return pytest.param(returned, match, error, id=match)


@pytest.mark.parametrize(
    ("returned", "match", "error"),
    [
        wrong(lambda g: (g, g, g), "f returned 3 gradients, but there are 2 inputs", ValueError),
        wrong(lambda g: g, "f returned 1 gradients, but there are 2 inputs", ValueError),
        wrong(lambda g: [], "f returned 0 gradients, but there are 2 inputs", ValueError),
    ],
)
def test_a_wrong_count(returned, match, error):
    @adl.custom_gradient
    def f(x, y):
        return x * y, returned

    with pytest.raises(error, match=match):
        gradients(f, 1.0, 2.0)


def test_what_the_function_has_to_return():
    with pytest.raises(TypeError, match="return result, grad"):
        adl.custom_gradient(lambda x: x * x)(1.0)


def test_variables_without_an_answer():
    w = adl.Variable(2.0)
    with pytest.raises(TypeError, match="variables=None"):
        gradients(adl.custom_gradient(lambda x: (x * w, lambda g: g)), 1.0)
    with pytest.raises(ValueError, match="pair"):
        gradients(adl.custom_gradient(lambda x: (x * w, lambda g, variables=None: g)), 1.0)
    with pytest.raises(ValueError, match="0 gradients, but there are 1 variables"):
        gradients(adl.custom_gradient(lambda x: (x * w, lambda g, variables=None: (g, []))), 1.0)


def test_an_exception_inside_leaves_the_tapes_as_they_were():
    @adl.custom_gradient
    def f(x):
        raise ZeroDivisionError

    x = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        with pytest.raises(ZeroDivisionError):
            f(x)
        y = x * x
    assert float(tape.gradient(y, x)) == 4.0


# ---- stop_gradient and recompute_grad ----------------------------------------------------------------------


def test_stop_gradient():
    assert gradients(lambda x: adl.stop_gradient(x * x) * x, 3.0) == [9.0]
    assert gradients(lambda x: x + adl.stop_gradient(np.round(x) - x), 3.4) == [1.0]  # straight through
    assert gradients(lambda x: adl.stop_gradient([1.0, 2.0])[1] * x, 3.0) == [2.0]


def test_recompute_grad_gives_the_same_and_keeps_one_record():
    w = adl.Variable(np.array([2.0, 3.0]))

    def block(x, scale=1.0):
        return np.tanh(np.sin(x * w) * scale) ** 2

    x = adl.Variable(np.array([0.5, -0.4]))
    results = []
    for f in (block, adl.recompute_grad(block)):
        with adl.GradientTape() as tape:
            y = f(x, scale=0.7)
        records = len(tape._records)
        results.append((records, [np.asarray(g) for g in tape.gradient(y, [x, w])]))
    (many, wanted), (one, found) = results
    assert (many, one) == (5, 1)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)


def test_recompute_grad_of_several_results():
    f = adl.recompute_grad(lambda x, y: (x * y, tf.exp(x)))
    assert gradients(lambda x, y: f(x, y)[0] * 2.0, 3.0, 4.0) == [8.0, 6.0]
    assert gradients(lambda x, y: sum(f(x, y)), 0.0, 4.0) == [5.0, 0.0]
