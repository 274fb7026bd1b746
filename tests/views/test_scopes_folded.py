"""Scopes that are shut: one box each, the same gradients, everything that is hidden is said."""

import itertools
import time

import numpy as np
import pytest

import autodiff_lab as adl


def network():
    x = adl.constant(np.arange(12.0).reshape(4, 3) / 10, name="x")
    w, v = adl.Variable(np.full((3, 2), 0.3), name="w"), adl.Variable(np.ones((2, 1)), name="v")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("model"):
            with adl.scope("first"):
                h = np.tanh(x @ w)
                h = h * h  # a fan-out inside
            with adl.scope("second"):
                y = h @ v
        with adl.scope("loss"):
            loss = np.mean((y - 1) ** 2)
    return tape, loss, [w, v]


NAMES = ["model", "first", "second", "loss"]
CHOICES = [list(c) for n in range(1, 5) for c in itertools.combinations(NAMES, n)]


@pytest.mark.parametrize("shut", CHOICES, ids=" ".join)
def test_any_choice_gives_the_same_gradients(shut):
    tape, loss, sources = network()
    sweep = tape.sweep(loss, sources, fold=shut)
    for source, mine, theirs in zip(sources, sweep.gradients, tape.gradient(loss, sources), strict=True):
        np.testing.assert_array_equal(mine, theirs.numpy())
        shares = [s for s in sweep.steps if s.kind == "share" and s.to == source.name]
        np.testing.assert_allclose(sum(s.share for s in shares), mine, rtol=1e-6)
        np.testing.assert_array_equal(shares[-1].total, mine)
    story = sweep.story
    folded = {n["name"] for n in story["nodes"] if n["op"] == "folded"}
    inner = {"first", "second"} if "model" in shut else set()
    assert folded == set(shut) - inner
    drawn = {s["name"] for s in story["scopes"]}
    assert drawn == set(NAMES) - folded - inner - ({"model"} if "model" in shut else set())
    for name in folded:
        assert f"{name} is folded" in story["description"]
    assert sweep.to_svg().startswith("<svg")
    ids = {n["id"] for n in story["nodes"]}
    assert all(e["tail"] in ids and e["head"] in ids for e in story["edges"])


def test_a_hidden_fan_out_is_counted():
    tape, loss, sources = network()
    assert "used more than once: 1" in tape.sweep(loss, sources, fold="first").story["description"]
    assert "used more than once" not in tape.sweep(loss, sources, fold="second").story["description"]


def test_the_box_has_the_value_that_leaves_it():
    tape, loss, sources = network()
    node = next(n for n in tape.graph(loss, sources, fold="first").story["nodes"] if n["op"] == "folded")
    assert node["value"]["shape"] == [4, 2]
    assert node["title"] == "first (3 steps)"
    assert (
        next(n for n in tape.graph(loss, fold="loss").story["nodes"] if n["name"] == "loss")["role"]
        == "target"
    )


def test_what_was_asked_for_stays_to_be_seen():
    x = adl.Variable(2.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("inner"):
            u = x * x
        y = np.sin(u)
    story = tape.sweep(y, [x, u], fold="inner").story
    assert all(n["op"] != "folded" for n in story["nodes"])
    assert [s["foldable"] for s in story["scopes"]] == [False]


def test_the_same_moment_in_another_folding():
    tape, loss, sources = network()
    whole = tape.sweep(loss, sources)
    shares = [s["done"] for s in whole.story["steps"]]
    assert shares == sorted(shares)
    folded = whole.folded(["s0"])
    assert folded.story["steps"][-1]["done"] == shares[-1]
    assert {s["done"] for s in folded.story["steps"]} <= set(shares)


def test_equal_names_are_folded_together():
    x = adl.Variable(np.float64(1.0), name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(3):
            with adl.scope("turn"):
                y = np.sin(y * 2.0)
    story = tape.sweep(y, x, fold="turn").story
    assert sum(n["op"] == "folded" for n in story["nodes"]) == 3
    assert story["scopes"] == []


@pytest.mark.parametrize(
    ("fold", "error"),
    [("nobody", ValueError), ([3], TypeError), (3, TypeError), (["model", "x"], ValueError)],
)
def test_faults_are_told(fold, error):
    tape, loss, sources = network()
    with pytest.raises(error, match="scope"):
        tape.graph(loss, sources, fold=fold)


def test_a_large_graph_is_opened_piece_by_piece():
    x = adl.Variable(np.float64(0.5), name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(200):
            y = np.tanh(y * 1.01)
    sweep = tape.sweep(y, x)
    before = sum(n["op"] not in ("", "folded") for n in sweep.story["nodes"])
    opened = sweep.folded(opened=40)
    after = sum(n["op"] not in ("", "folded") for n in opened.story["nodes"])
    assert after == before + 40
    assert opened.gradients == sweep.gradients
    assert opened.steps[-2].total == sweep.steps[-2].total
    whole = sweep.folded(opened=10_000)
    assert all(n["op"] != "folded" for n in whole.story["nodes"])


def test_a_shut_scope_and_a_large_graph_together():
    x = adl.Variable(np.float64(0.5), name="x")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("start"):
            y = np.sin(np.exp(x))
        for _ in range(400):
            y = np.tanh(y * 1.01)
    sweep = tape.sweep(y, x, fold=["start"])
    assert sum(n["op"] == "folded" for n in sweep.story["nodes"]) == 2
    assert sweep.steps[-2].total == pytest.approx(float(tape.gradient(y, x)))


def test_many_scopes_cost_in_proportion():
    """Four times as many turns take about four times as long, and not sixteen."""
    seconds = []
    for turns in (500, 2000):
        x = adl.Variable(np.float64(0.5), name="x")
        with adl.GradientTape(persistent=True) as tape:
            y = x
            for _ in range(turns):
                with adl.scope("turn"):
                    y = np.tanh(y * 1.01 + x)
        times = []
        for _ in range(4):
            start = time.perf_counter()
            tape.sweep(y, x)
            times.append(time.perf_counter() - start)
        seconds.append(min(times))
    assert seconds[1] < 10 * seconds[0]
