"""Plain arrays of the learner's go by the names they have in the learner's code."""

import numpy as np

import autodiff_lab as adl

DATA = np.arange(6.0).reshape(3, 2)


def titles(graph):
    return [node["title"] for node in graph.story["nodes"]]


def test_arrays_of_the_calling_code_are_named():
    table, wanted = np.ones((3, 2)), np.zeros(3)
    w = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        error = table @ w - wanted
        loss = np.sum(error * error)
    shown = titles(tape.graph(loss))
    assert shown[:2] == ["table", "w"]
    assert "wanted" in shown
    assert shown[-1] == "loss = sum(error × error)"


def test_arrays_of_a_traced_function_are_named_global_ones_too():
    inside = np.ones(3)

    def f(w):
        return np.sum(DATA @ w * inside)

    shown = titles(adl.trace(f, w=[1.0, 2.0]).graph)
    assert "DATA" in shown
    assert "inside" in shown


def test_an_array_that_is_gone_has_no_name():
    w = adl.Variable([1.0, 2.0])

    def product(other):
        return np.ones((3, 2)) @ other

    with adl.GradientTape() as tape:
        y = np.sum(product(w))
    assert "other" not in " ".join(titles(tape.graph(y)))


def test_a_changed_array_keeps_its_name_and_its_old_numbers():
    factor = np.array([1.0, 2.0])
    w = adl.Variable([3.0, 4.0])
    with adl.GradientTape() as tape:
        y = np.sum(w * factor)
        factor[:] = 0.0
        z = y + np.sum(w * factor)
    values = {n["value"]["text"] for n in tape.graph(z).story["nodes"] if n["title"] == "factor"}
    assert values == {"[1, 2]", "[0, 0]"}
