"""A formula in a picture, read as mathematics, is the value beside it."""

import itertools

import numpy as np
import pytest
from mathematics import read

import autodiff_lab as adl

INNER = {
    "x": lambda x: x,
    "square": np.square,
    "cube": lambda x: x**3,
    "inverse": lambda x: x**-1,
    "fraction": lambda x: x**-0.5,
    "power": lambda x: x**x,
    "base": lambda x: 2.0**x,
    "root": np.sqrt,
    "minus": lambda x: -x,
    "below": lambda x: x + -2.0,
    "sum": lambda x: x + 3.0,
    "product": lambda x: x * -3.0,
    "quotient": lambda x: 2.0 / x,
    "distance": lambda x: np.abs(x - 5.0),
    "sine": np.sin,
}
OUTER = {
    "square": np.square,
    "cube": lambda a: a**3,
    "base": lambda a: 2.0**a,
    "exponent": lambda a: a**2.5,
    "root": lambda a: np.sqrt(a),
    "minus": lambda a: -a,
    "add": lambda a: 7.0 + a,
    "subtract": lambda a: 7.0 - a,
    "times": lambda a: 7.0 * a,
    "by": lambda a: a * 7.0,
    "divide": lambda a: 7.0 / a,
    "divided": lambda a: a / 7.0,
    "remainder": lambda a: 7.0 % a,
    "sine": np.sin,
    "negative product": lambda a: a * -1.5,
}


@pytest.mark.parametrize(("inner", "outer"), list(itertools.product(INNER, OUTER)))
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_formula_reads_as_its_value(inner, outer):
    graph = adl.trace(lambda x: OUTER[outer](INNER[inner](x)), x=np.float64(1.5)).graph
    values = {"x": np.float64(1.5)}
    for node in graph.story["nodes"]:
        name, equals, formula = node["title"].partition(" = ")
        got = read(formula if equals else name, values)
        values[name] = np.float64(node["value"]["data"])
        np.testing.assert_allclose(got, values[name], rtol=1e-3)


@pytest.mark.parametrize(
    ("function", "formula"),
    [
        (lambda x: (x**2) ** 3, "(x²)³"),
        (lambda x: np.sqrt(x) ** 2, "(√x)²"),
        (lambda x: np.sqrt(np.sqrt(x)), "√(√x)"),
        (lambda x: (x**x) ** x, "(x^x)^x"),
        (lambda x: x ** (x**x), "x^(x^x)"),
        (lambda x: x - -3.0, "x − (−3)"),
        (lambda x: x * -3.0 + -1.0, "x × (−3) + (−1)"),
        (lambda x: np.negative(-x), "−(−x)"),
        (lambda x: -(x**2), "−x²"),
        (lambda x: (-x) ** 2, "(−x)²"),
        (lambda x: x * 1e-7, "x × 1e−7"),
        (lambda x: np.einsum("i,i->", x * np.ones(2), [1.0, 2.0]), "einsum(i,i->, x × [1, 1], [1, 2])"),
    ],
)  # fmt: skip
def test_brackets_stand_where_they_are_needed(function, formula):
    title = adl.trace(function, x=1.5).graph.story["nodes"][-1]["title"]
    assert title.removeprefix("v4 = ").removeprefix("v3 = ") == formula


# ---- names -----------------------------------------------------------------------------------------


def again(x):
    x = x * 2.0
    return x  # noqa: RET504  the name is what is tested


def exchanged(x):
    y = x + 1.0
    x = y * 2.0
    y = x * x
    return y  # noqa: RET504


@pytest.mark.parametrize("function", [again, exchanged])
def test_a_name_given_again_does_not_stand_for_two_values(function):
    nodes = adl.trace(function, x=3.0).graph.story["nodes"]
    names = [node["name"] for node in nodes if node["name"]]
    assert len(names) == len(set(names))
    assert next(node for node in nodes if node["name"] == "x")["role"] == "source"


def test_a_variable_of_the_cell_does_not_take_a_given_name():
    w = adl.Variable(3.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        x = w * w
    nodes = tape.graph(x, w).story["nodes"]
    assert [(node["role"], node["title"]) for node in nodes] == [("source", "x"), ("target", "x × x")]
    assert tape.graph(x, w, names={"z": x}).story["nodes"][1]["title"] == "z = x × x"


class Model:
    def __init__(self):
        self.w = adl.Variable(2.0)
        self.bias = adl.Variable(0.5)

    def __getattr__(self, name):
        raise RuntimeError("asked for what is not there")


def test_the_variables_of_a_model_are_named_after_it():
    model = Model()
    with adl.GradientTape(persistent=True) as tape:
        y = model.w * 3.0 + model.bias
    graph = tape.graph(y)
    assert graph.story["nodes"][-1]["title"] == "y = model.w × 3 + model.bias"
    assert "model.w has gradient 3" in tape.sweep(y, model.w).steps[-1].caption


def test_a_source_without_a_name_is_not_called_by_its_value():
    sources = {(1, 2): adl.Variable(7.0)}
    with adl.GradientTape(persistent=True) as tape:
        y = sources[1, 2] * 3.0
    nodes = tape.graph(y).story["nodes"]
    assert [node["title"] for node in nodes] == ["v0", "3", "y = v0 × 3"]
    assert nodes[0]["role"] == "source"
    assert "raise v0 by 0.01" in tape.sweep(y, sources[1, 2]).steps[-1].caption


def test_a_large_constant_is_not_called_by_its_shape():
    x = adl.Variable(np.ones(3))
    with adl.GradientTape(persistent=True) as tape:
        y = np.ones((2, 3)) @ x
    assert [node["title"] for node in tape.graph(y).story["nodes"]] == ["v0", "x", "y = v0 @ x"]
