"""Random expressions: the tape's gradient beside differences of the same expression in plain NumPy.

An expression is a tree of functions that are smooth wherever one stands: each is followed, where it needs to
be, by something that brings its argument back into a safe domain.
"""

import functools

import numpy as np
from hypothesis import given, note, settings
from hypothesis import strategies as st

import autodiff_lab as adl

UNARY = {
    "sin": np.sin,
    "tanh": np.tanh,
    "arctan": np.arctan,
    "square": lambda x: np.square(np.tanh(x)),
    "exp": lambda x: np.exp(-np.square(np.tanh(x))),
    "log": lambda x: np.log(2.0 + np.sin(x)),
    "sqrt": lambda x: np.sqrt(1.5 + np.cos(x)),
    "reciprocal": lambda x: 1.0 / (2.0 + np.sin(x)),
    "cube": lambda x: np.sin(x) ** 3,
    "negative": lambda x: -x,
    "shifted": lambda x: 1.0 - x,
    "power": lambda x: 2.0 ** np.tanh(x),
    "mean of rows": lambda x: x - np.mean(x, axis=-1, keepdims=True),
    "sum of columns": lambda x: np.tanh(np.sum(x, axis=0)) * x,
    "prod": lambda x: np.prod(np.cos(x), axis=1, keepdims=True) + x,
    "transpose": lambda x: np.transpose(np.transpose(np.sin(x)) * 2.0),
    "reshape": lambda x: np.reshape(np.reshape(x, -1) * np.arange(6.0), (2, 3)),
    "index": lambda x: x[::-1, [2, 0, 1]] * x[0, 1],
    "slice": lambda x: np.concatenate([x[:, 1:], x[:, :1]], axis=1),
    "stack": lambda x: np.sum(np.stack([x, np.sin(x)]), axis=0),
    "cumsum": lambda x: np.tanh(np.cumsum(x, axis=1)),
    "flip": lambda x: np.flip(x, 1) * 0.5,
    "where": lambda x: np.where(np.array([[True, False, True]]), np.sin(x), x * 0.5),
    "squeeze": lambda x: np.squeeze(np.expand_dims(x, 1), 1),
}
BINARY = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * np.tanh(b),
    "divide": lambda a, b: a / (2.0 + np.sin(b)),
    "matmul": lambda a, b: np.tanh(a @ np.transpose(b)) @ b,
    "power": lambda a, b: (1.5 + np.sin(a)) ** np.tanh(b),
    "maximum": lambda a, b: np.maximum(np.tanh(a) - 1.5, np.tanh(b) + 1.5),
    "dot": lambda a, b: np.dot(a[0], np.sin(b[1])) * a,
    "tensordot": lambda a, b: np.tensordot(np.tanh(a), b, axes=2) + a,
    "broadcast": lambda a, b: np.sin(a[:1]) * b + a[:, :1],
}
SHAPE = (2, 3)
LEAVES = 3

trees = st.recursive(
    st.integers(0, LEAVES - 1),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(sorted(UNARY)), inner),
        st.tuples(st.sampled_from(sorted(BINARY)), inner, inner),
    ),
    max_leaves=8,
)


def evaluate(tree, leaves):
    if isinstance(tree, int):
        return leaves[tree]
    name, *inner = tree
    function = UNARY[name] if len(inner) == 1 else BINARY[name]
    return function(*(evaluate(t, leaves) for t in inner))


def loss(tree, leaves):
    weights = np.linspace(0.5, 1.5, 6).reshape(SHAPE)
    return np.sum(evaluate(tree, leaves) * weights)


@functools.cache
def points(seed):
    return tuple(np.random.default_rng((seed, i)).uniform(-1.5, 1.5, SHAPE) for i in range(LEAVES))


def slopes(f, leaves, slot, step=1e-3):
    found = np.zeros(SHAPE)
    for place in np.ndindex(SHAPE):
        values = {}
        for k in (-2, -1, 1, 2):
            moved = [a.copy() for a in leaves]
            moved[slot][place] += k * step
            values[k] = float(f(moved))
        found[place] = (8 * (values[1] - values[-1]) - (values[2] - values[-2])) / (12 * step)
    return found


@settings(max_examples=150)
@given(trees, st.integers(0, 50))
def test_gradients_of_random_expressions(tree, seed):
    note(f"{tree}")
    leaves = list(points(seed))
    variables = [adl.Variable(a) for a in leaves]
    with adl.GradientTape() as tape:
        y = loss(tree, variables)
    found = tape.gradient(y, variables, unconnected_gradients="zero")
    assert float(y) == np.float64(loss(tree, leaves))
    for slot, gradient in enumerate(found):
        wanted = slopes(lambda moved: loss(tree, moved), leaves, slot)
        np.testing.assert_allclose(gradient.numpy(), wanted, rtol=1e-6, atol=1e-6)


@settings(max_examples=50)
@given(trees, st.integers(0, 50))
def test_second_derivatives_of_random_expressions(tree, seed):
    note(f"{tree}")
    leaves = list(points(seed))

    def steepness(arrays):
        variables = [adl.Variable(a) for a in arrays]
        with adl.GradientTape() as tape:
            y = loss(tree, variables)
        return sum(
            np.sum(np.square(g.numpy())) for g in tape.gradient(y, variables, unconnected_gradients="zero")
        )

    variables = [adl.Variable(a) for a in leaves]
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = loss(tree, variables)
        first = inner.gradient(y, variables, unconnected_gradients="zero")
        total = sum(np.sum(np.square(g)) for g in first)
    second = outer.gradient(total, variables, unconnected_gradients="zero")
    for slot, gradient in enumerate(second):
        wanted = slopes(steepness, leaves, slot)
        np.testing.assert_allclose(gradient.numpy(), wanted, rtol=1e-5, atol=1e-5)


DEPENDING = {
    "relu": lambda x: np.where(x > 0.1, x, 0.2 * x),
    "mask": lambda x: x * (x > 0),
    "floor": lambda x: x * np.floor(x * 2),
    "sort": lambda x: np.sort(x, axis=1),
    "argmax": lambda x: x * x[0][np.argmax(x[0])],
    "branch": lambda x: x * 2 if x[0, 0] > 0 else x * x,
    "median": lambda x: x - np.median(x),
    "softmax": lambda x: np.exp(x) / np.sum(np.exp(x), axis=1, keepdims=True),
    "mean": lambda x: np.mean(x) + 0 * x,
}


@settings(max_examples=60)
@given(
    trees, st.lists(st.sampled_from(sorted(DEPENDING)), max_size=3), st.integers(0, 50), st.integers(0, 50)
)
def test_programs_of_random_expressions(tree, functions, seed, other):
    """Written at one place, called at another: what the function itself gives there, branches included."""
    note(f"{tree} {functions}")

    def f(a, b, c):
        x = evaluate(tree, [a, b, c])
        for name in functions:
            x = DEPENDING[name](x)
        return np.sum(x * np.linspace(0.5, 1.5, 6).reshape(SHAPE))

    program = adl.trace(f, *points(seed)).program
    fresh = adl.trace(f, *points(other))
    value, gradients = program(*points(other))
    np.testing.assert_allclose(value, fresh.value.numpy(), rtol=1e-9)
    for got, wanted in zip(gradients, fresh.gradients.values(), strict=True):
        assert (got is None) == (wanted is None)
        if wanted is not None:
            assert got.shape == SHAPE
            np.testing.assert_allclose(got, wanted.numpy(), rtol=1e-8, atol=1e-10)
