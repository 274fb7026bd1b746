"""Functions of functions: against slopes worked out by hand, and against each other."""

from typing import NamedTuple

import numpy as np
import pytest

import autodiff_lab as adl

A = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 4.0]])
X = np.array([0.3, -0.7, 1.1])


def quadratic(x):
    return x @ A @ x / 2


def assert_close(got, wanted):
    np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), rtol=1e-9, atol=1e-12)


# ---- grad and value_and_grad ----------------------------------------------------------------------


def test_value_and_gradient():
    value, gradient = adl.value_and_grad(quadratic)(X)
    assert_close(value, X @ A @ X / 2)
    assert_close(gradient, A @ X)
    assert_close(adl.grad(quadratic)(X), A @ X)


def f(x, y, *, scale=2.0):
    return x**2 * y * scale


@pytest.mark.parametrize(
    ("argnums", "call", "wanted"),
    [
        (0, lambda g: g(3.0, 5.0), 60.0),
        (1, lambda g: g(3.0, 5.0), 18.0),
        (-1, lambda g: g(3.0, 5.0), 18.0),
        ("x", lambda g: g(3.0, 5.0), 60.0),
        ("y", lambda g: g(3.0, 5.0), 18.0),
        ("y", lambda g: g(3.0, y=5.0), 18.0),
        (1, lambda g: g(3.0, y=5.0), 18.0),
        ("scale", lambda g: g(3.0, 5.0, scale=7.0), 45.0),
        (0, lambda g: g(3.0, 5, scale=1), 30.0),
    ],
)
def test_argnums_by_position_and_name(argnums, call, wanted):
    assert float(call(adl.grad(f, argnums))) == wanted


def test_several_argnums_give_a_tuple_in_their_order():
    assert [float(g) for g in adl.grad(f, (1, "x"))(3.0, 5.0)] == [18.0, 60.0]
    assert isinstance(adl.grad(f, (0,))(3.0, 5.0), tuple)


def test_has_aux():
    def with_aux(x):
        y = x**2
        return np.sum(y), {"squares": y}

    (value, aux), gradient = adl.value_and_grad(with_aux, has_aux=True)(np.array([1.0, 3.0]))
    assert float(value) == 10.0
    np.testing.assert_array_equal(aux["squares"], [1, 9])
    np.testing.assert_array_equal(gradient, [2, 6])
    gradient, aux = adl.grad(with_aux, has_aux=True)(np.array([1.0, 3.0]))
    np.testing.assert_array_equal(gradient, [2, 6])
    np.testing.assert_array_equal(aux["squares"], [1, 9])


class Layer(NamedTuple):
    w: object
    b: object


def test_structures_of_inputs():
    def loss(layers, x):
        for layer in layers:
            x = np.tanh(x @ layer["w"] + layer["b"])
        return np.sum(x)

    rng = np.random.default_rng(0)
    layers = [{"w": rng.normal(size=(3, 3)), "b": rng.normal(size=3)} for _ in range(2)]
    found = adl.grad(loss)(layers, X)
    assert [sorted(layer) for layer in found] == [["b", "w"]] * 2
    step = 1e-6
    for i in range(2):
        moved = [{k: v.copy() for k, v in layer.items()} for layer in layers]
        moved[i]["b"][1] += step
        slope = (float(loss(moved, X)) - float(loss(layers, X))) / step
        assert float(found[i]["b"][1]) == pytest.approx(slope, rel=1e-4)


def test_structures_of_numbers():
    pair = adl.grad(lambda p: p.w * p.b)(Layer(2.0, 3.0))
    assert (float(pair.w), float(pair.b)) == (3.0, 2.0)
    nested = adl.grad(lambda ps: np.sum(ps[0][0]) * ps[1]["c"])([(np.ones(2), np.ones(2)), {"c": 4.0}])
    np.testing.assert_array_equal(nested[0][0], [4, 4])
    np.testing.assert_array_equal(nested[0][1], [0, 0])
    assert float(nested[1]["c"]) == 2.0
    np.testing.assert_array_equal(adl.grad(lambda v: np.sum(v**2))([1.0, 2.0]), [2, 4])


def test_an_unused_input_gets_zeros():
    _, found = adl.grad(lambda x, y: np.sum(x), (0, 1))(X, np.ones((2, 2)))
    np.testing.assert_array_equal(found, np.zeros((2, 2)))


def test_variables_and_tensors_are_inputs_too():
    v = adl.Variable(3.0)
    assert float(adl.grad(lambda x: x * x)(v)) == 6.0
    assert float(adl.grad(lambda x: x * v)(adl.constant(2.0))) == 3.0


def test_nested_to_the_fourth_derivative():
    g = np.sin
    for wanted in (np.cos(0.4), -np.sin(0.4), -np.cos(0.4), np.sin(0.4)):
        g = adl.grad(g)
        assert_close(g(np.float64(0.4)), wanted)


def test_inside_a_tape_a_transform_is_recorded():
    x = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        y = adl.grad(lambda t: t**3)(x) * x
    assert float(tape.gradient(y, x)) == 36.0


def test_the_name_and_docstring_stay():
    assert adl.grad(quadratic).__name__ == "quadratic"


# ---- jacobian and hessian ----------------------------------------------------------------------


def test_jacobian_by_position_and_tuple():
    def g(x, w):
        return w @ x

    w = np.arange(6.0).reshape(2, 3)
    assert_close(adl.jacobian(g)(X, w), w)
    by_x, by_w = adl.jacobian(g, (0, "w"))(X, w)
    assert_close(by_x, w)
    assert_close(by_w, np.einsum("ij,k->ijk", np.eye(2), X))


def test_jacobian_of_a_structure():
    found = adl.jacobian(lambda x: {"s": np.sin(x), "t": (np.sum(x),)})(X)
    assert_close(found["s"], np.diag(np.cos(X)))
    assert_close(found["t"][0], np.ones(3))
    pair = adl.jacobian(lambda x, y: (x * y, x + y), (0, 1))(np.float64(2.0), np.float64(3.0))
    assert [[float(t) for t in row] for row in pair] == [[3.0, 2.0], [1.0, 1.0]]


def test_hessian_is_symmetric_and_right():
    assert_close(adl.hessian(quadratic)(X), A)
    assert_close(adl.hessian(lambda x: np.sum(np.sin(x)))(X), np.diag(-np.sin(X)))
    assert_close(adl.hessian(lambda x: np.sum(x))(X), np.zeros((3, 3)))


def test_hessian_in_blocks():
    def g(x, y):
        return np.sum(x**2) * y**3

    (xx, xy), (yx, yy) = adl.hessian(g, (0, 1))(X, np.float64(2.0))
    assert_close(xx, 16 * np.eye(3))
    assert_close(xy, 24 * X)
    assert_close(yx, 24 * X)
    assert_close(yy, 12 * np.sum(X**2))


def test_hessian_of_a_structure():
    found = adl.hessian(lambda p: p["a"] ** 2 * p["b"])({"a": np.float64(3.0), "b": np.float64(5.0)})
    assert float(found["a"]["a"]) == 10.0
    assert float(found["a"]["b"]) == float(found["b"]["a"]) == 6.0
    assert float(found["b"]["b"]) == 0.0


# ---- vjp, jvp, hvp ----------------------------------------------------------------------


def test_vjp_can_pull_several_times():
    value, pull = adl.vjp(lambda x, w: w @ x, X, A)
    assert_close(value, A @ X)
    for u in np.eye(3):
        by_x, by_w = pull(u)
        assert_close(by_x, A.T @ u)
        assert_close(by_w, np.outer(u, X))


def test_vjp_of_a_structure():
    _, pull = adl.vjp(lambda x: {"a": x * 2.0, "b": np.sum(x)}, X)
    assert_close(pull({"a": np.ones(3), "b": np.float64(5.0)})[0], np.full(3, 7.0))


def test_jvp_and_vjp_are_adjoint():
    rng = np.random.default_rng(1)

    def g(x, y):
        return np.sin(x) * y[:, None], np.sum(x @ y)

    x, y = rng.normal(size=(3, 3)), rng.normal(size=3)
    t, s = rng.normal(size=(3, 3)), rng.normal(size=3)
    u, v = rng.normal(size=(3, 3)), rng.normal()
    _, (a, b) = adl.jvp(g, (x, y), (t, s))
    _, pull = adl.vjp(g, x, y)
    by_x, by_y = pull((u, np.float64(v)))
    assert_close(np.sum(a.numpy() * u) + float(b) * v, np.sum(by_x.numpy() * t) + np.sum(by_y.numpy() * s))


def test_jvp_of_a_single_input():
    value, moved = adl.jvp(quadratic, X, [1.0, 0.0, 2.0])
    assert_close(value, X @ A @ X / 2)
    assert_close(moved, (A @ X) @ [1.0, 0.0, 2.0])
    _, moved = adl.jvp(lambda p: p["a"] * p["b"], {"a": 2.0, "b": 3.0}, {"a": 1.0, "b": 10.0})
    assert float(moved) == 23.0
    assert float(adl.jvp(lambda x: adl.constant(1.0), 2.0, 1.0)[1]) == 0.0


def test_hvp_is_the_hessian_times_a_vector():
    v = np.array([1.0, -2.0, 0.5])
    assert_close(adl.hvp(quadratic, X, v), A @ v)
    assert_close(adl.hvp(quadratic, X, v.tolist()), A @ v)

    def g(x, y):
        return np.sum(np.sin(x)) * y**2

    by_x, by_y = adl.hvp(g, (X, np.float64(2.0)), (v, np.float64(3.0)))
    (xx, xy), (yx, yy) = adl.hessian(g, (0, 1))(X, np.float64(2.0))
    assert_close(by_x, xx.numpy() @ v + xy.numpy() * 3.0)
    assert_close(by_y, yx.numpy() @ v + float(yy) * 3.0)


# ---- errors ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: adl.grad(3.0)(2.0), "A function is needed"),
        (lambda: adl.grad(f, 2)(3.0, 5.0), "no input 2"),
        (lambda: adl.grad(f, "z")(3.0, 5.0), "no input 'z'"),
        (lambda: adl.grad(f)(3, 5.0), "dtype int32.*3.0 instead of 3"),
        (lambda: adl.grad(lambda x: None)(3.0), "returned None.*return"),
        (lambda: adl.grad(lambda x: float(x))(3.0), "without float"),
        (lambda: adl.grad(lambda x: x * 2.0)(X), r"shape \(3,\).*jacobian"),
        (lambda: adl.grad(lambda x: x, has_aux=True)(3.0), "pair"),
        (lambda: adl.jvp(f, (1.0, 2.0), (1.0,)), "2 primals and 1 tangents"),
        (lambda: adl.vjp(np.sin, X)[1](1.0), r"shape \(\).*shape \(3,\)"),
    ],
)
def test_errors(call, match):
    with pytest.raises((TypeError, ValueError), match=match):
        call()
