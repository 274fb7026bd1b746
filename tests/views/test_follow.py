"""One cell of an array: its scalar story ends with its entry of the gradient, and every share adds up."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.follow import ALONE

RNG = np.random.default_rng(5)


def network(x, w, b):
    return np.mean((np.tanh(x @ w + b) @ w.T) ** 2)


FUNCTIONS = {
    "broadcast": (lambda x, b: np.sum((x * b) ** 2), {"x": RNG.normal(size=(3, 2)), "b": RNG.normal(size=2)}),
    "scalar": (lambda x, b: np.sum((x + b) ** 3), {"x": RNG.normal(size=12), "b": np.float64(0.7)}),
    "network": (
        network,
        {"x": RNG.normal(size=(4, 3)), "w": RNG.normal(size=(3, 2)), "b": RNG.normal(size=2)},
    ),
    "the same twice": (lambda x: np.sum(x * x * x[::-1]), {"x": RNG.normal(size=4)}),
    "reduced": (lambda x: np.prod(np.sum(x, axis=0)) + np.max(x), {"x": RNG.normal(size=(2, 3))}),
    "ties": (lambda x: np.max(x) * 2.0, {"x": np.array([3.0, 3.0, 1.0])}),
    "gathered": (lambda x: np.sum(x[np.array([0, 0, 2, 1, 0])] ** 2), {"x": RNG.normal(size=3)}),
    "moved": (lambda x: np.sum(np.concatenate([x.T, x.T]) @ x), {"x": RNG.normal(size=(3, 2))}),
    "several results": (
        lambda x: np.sum(np.linalg.eigh(x + x.T)[0] ** 2) + np.sum(np.linalg.eigh(x + x.T)[1][0]),
        {"x": RNG.normal(size=(2, 2))},
    ),
    "gate": (lambda x: np.sum(np.maximum(x, 0.0) * 3), {"x": np.array([-1.0, 2.0, 0.5])}),
    "array target": (lambda x: np.cumsum(x) * 2.0, {"x": RNG.normal(size=4)}),
    "convolution": (
        lambda x, k: np.sum(np.convolve(x, k) ** 2),
        {"x": RNG.normal(size=5), "k": RNG.normal(size=2)},
    ),
    "inverse": (lambda x: np.sum(np.linalg.inv(x + 4 * np.eye(3))), {"x": RNG.normal(size=(3, 3))}),
}


def told(followed):
    return [s for s in followed.story["steps"] if s["kind"] != "end"]


def last_total(followed, name):
    ids = {n["name"]: n["id"] for n in followed.story["nodes"]}
    steps = [s for s in told(followed) if s["to"] == ids[name]]
    return steps[-1]["total"]["data"] if steps else None


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_cell_ends_with_its_entry_of_the_gradient(name):
    f, inputs = FUNCTIONS[name]
    trace = adl.trace(f, **inputs)
    for source, value in inputs.items():
        gradient = trace.gradients[source].numpy()
        for index in np.ndindex(np.shape(value)):
            followed = trace.sweep.follow(source, index)
            start = next(n["name"] for n in followed.story["nodes"] if n["role"] in ("source", "target"))
            called = f"{source}[{', '.join(map(str, index))}]" if index else source
            names = [n["name"] for n in followed.story["nodes"]]
            assert called in names, (start, names)
            assert last_total(followed, called) == pytest.approx(gradient[index], rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shares_are_products_and_add_up(name):
    f, inputs = FUNCTIONS[name]
    sweep = adl.trace(f, **inputs).sweep
    source, value = next(iter(inputs.items()))
    for index in list(np.ndindex(np.shape(value)))[:3]:
        sums = {}
        for step in told(sweep.follow(source, index)):
            share = np.asarray(step["share"]["data"], float)
            if step["local"] is not None:
                assert share == pytest.approx(step["upstream"]["data"] * step["local"]["data"], rel=1e-6)
            sums[step["to"]] = sums.get(step["to"], 0) + share
            assert np.asarray(step["total"]["data"], float) == pytest.approx(sums[step["to"]], rel=1e-6)


def test_a_cell_on_the_way():
    x = adl.Variable(RNG.normal(size=(3, 2)), name="x")
    with adl.GradientTape(persistent=True) as tape:
        h = np.tanh(x)
        y = np.sum(h @ h.T)
    expected = tape.gradient(y, h).numpy()
    followed = tape.sweep(y, x).follow(h, (2, 1))
    assert last_total(followed, "h[2, 1]") == pytest.approx(expected[2, 1])


def test_many_cells_share_a_box_and_nothing_is_lost():
    sweep = adl.trace(lambda b, x: np.sum((x + b) ** 2), b=np.float64(1.0), x=np.arange(100.0)).sweep
    followed = sweep.follow("b", ())
    names = [n["name"] for n in followed.story["nodes"]]
    assert sum(n.startswith("(x + b)[") for n in names) == ALONE
    assert any(f"{100 - ALONE} more" in n for n in names)
    assert last_total(followed, "b") == pytest.approx(np.sum(2 * (np.arange(100.0) + 1)))


def test_a_cell_that_reaches_nothing():
    sweep = adl.trace(lambda x: np.max(x), x=np.arange(4.0)).sweep
    assert "its gradient is 0" in str(sweep.follow("x", 1))
    x, z = adl.Variable([1.0, 2.0], name="x"), adl.Variable([1.0, 2.0], name="z")
    with adl.GradientTape(persistent=True) as tape:
        y = np.sum(x)
    assert "its gradient is 0" in str(tape.sweep(y, [x, z]).follow("z", 1))


def test_a_flat_gate_keeps_its_path():
    followed = adl.trace(lambda x: np.sum(np.maximum(x, 0.0)), x=np.array([-1.0, 2.0])).sweep.follow("x", 0)
    assert any(s["local"] is not None and s["local"]["data"] == 0 for s in told(followed))
    assert last_total(followed, "x[0]") == 0


def test_labels_show_the_place_of_the_cell():
    sweep = adl.trace(lambda x: np.sum(np.tanh(np.exp(np.sin(x + 1))) ** 2), x=RNG.normal(size=(2, 2))).sweep
    labels = [n["label"] for n in sweep.follow("x", (1, 0)).story["nodes"]]
    assert len(set(labels)) == len(labels)
    assert sum("[1, 0]" in label for label in labels) == len(labels) - 1


def test_hidden_cells_of_a_folded_graph_are_followed_too():
    x = adl.Variable(RNG.normal(size=3), name="x")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("inner"):
            u = np.sin(x) * x
        y = np.sum(u * u)
    sweep = tape.sweep(y, x, fold="inner")
    assert last_total(sweep.follow("x", 1), "x[1]") == pytest.approx(sweep.gradients[0][1])


def test_a_gradient_of_ones_own_is_asked_as_it_is():
    @adl.custom_gradient
    def clipped(x):
        return x * 1.0, lambda up: np.clip(up, -1.0, 1.0)

    sweep = adl.trace(lambda x: np.sum(clipped(x * x) * 5.0), x=np.array([1.0, 2.0])).sweep
    assert last_total(sweep.follow("x", 1), "x[1]") == pytest.approx(4.0)


@pytest.mark.parametrize(
    ("value", "index", "error", "message"),
    [
        ("x", (5,), ValueError, "no cell"),
        ("x", (), ValueError, "no cell"),
        ("x", "a", TypeError, "whole numbers"),
        ("y", 0, ValueError, "Those that are there"),
    ],
)
def test_faults_are_told(value, index, error, message):
    with pytest.raises(error, match=message):
        adl.trace(lambda x: np.sum(x), x=[1.0, 2.0]).sweep.follow(value, index)


def test_a_story_that_is_too_long_says_so():
    def f(x):
        for _ in range(60):
            x = np.tanh(np.ones((7, 7)) @ x)
        return np.sum(x)

    with pytest.raises(ValueError, match="too long"):
        adl.trace(f, x=np.full((7, 7), 0.01)).sweep.follow("x", (0, 0))


def test_it_can_be_drawn_saved_and_played(tmp_path):
    f, inputs = FUNCTIONS["the same twice"]
    followed = adl.trace(f, **inputs).sweep.follow("x", 1)
    for ending in ("svg", "png", "html", "gif"):
        assert followed.save(tmp_path / f"cell.{ending}").stat().st_size > 1000
    assert followed.story["title"].startswith("x[1] alone")
    assert followed.to_svg() == adl.trace(f, **inputs).sweep.follow("x", 1).to_svg()


@pytest.mark.parametrize("index", [0, 1, 2])
def test_cells_behind_a_choice_that_leads_nowhere(index):
    x = np.array([1.0, 2.0, 3.0])
    sweep = adl.trace(lambda x: -np.log(np.exp(x) / np.sum(np.exp(x)))[0], x=x).sweep
    for node in sweep.story["nodes"]:
        if node["value"]["shape"] == [3] and node["role"] != "constant":
            made = sweep.follow(node["id"], index)
            arrived = {n["id"] for n in made.story["nodes"]} - {s["to"] for s in told(made)}
            assert arrived == set()  # no box without a gradient
