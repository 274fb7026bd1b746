"""The forward-mode sweep: its last tangents are the gradients of backward mode, its parts add up."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.tangents import MOST_RUNS


def fan(x, w):
    a = x * w
    b = np.sin(a) + x
    return a * b - w / x


SCALARS = {
    "fan": (fan, {"x": 1.3, "w": -0.7}),
    "the same twice": (lambda x: x * x * x, {"x": 2.0}),
    "corner": (lambda x: np.maximum(x, 0.0) + np.abs(x), {"x": 1.5}),
    "chosen": (lambda x, y: np.where(x > 0, x * y, y), {"x": 1.0, "y": 3.0}),
}
ARRAYS = {
    "network": (lambda x, w: np.mean(np.tanh(x @ w) ** 2), {"x": np.ones((2, 2)), "w": np.ones((2, 1)) / 3}),
    "decomposed": (lambda x: np.sum(np.linalg.eigh(x + x.T)[0] * np.arange(2.0)), {"x": np.eye(2) + 0.1}),
    "indexed": (lambda x: np.sum(x[np.array([0, 0, 2])] ** 2), {"x": np.array([1.0, 2.0, 3.0])}),
}


def last_totals(told):
    """For each run the tangent that its target ended with."""
    found = {}
    for step in told.steps:
        if step.kind == "push":
            found[step.run] = step.total
    return found


@pytest.mark.parametrize("name", {**SCALARS, **ARRAYS})
def test_each_run_ends_with_an_entry_of_the_gradient(name):
    f, inputs = {**SCALARS, **ARRAYS}[name]
    inputs = {k: np.asarray(v, np.float64) for k, v in inputs.items()}
    trace = adl.trace(f, **inputs)
    told = trace.sweep.tangents()
    entries = np.concatenate([np.ravel(g.numpy()) for g in trace.gradients.values()])
    assert told.runs == entries.size
    assert told.told == min(entries.size, MOST_RUNS)
    ends = last_totals(told)
    for run in range(1, told.told + 1):
        assert ends[run] == pytest.approx(entries[run - 1], rel=1e-9)


@pytest.mark.parametrize("name", SCALARS)
def test_parts_are_products_and_add_up(name):
    f, inputs = SCALARS[name]
    told = adl.trace(f, **{k: np.float64(v) for k, v in inputs.items()}).sweep.tangents()
    sums = {}
    for step in told.steps:
        if step.kind != "push":
            sums = {}
            continue
        if step.local is not None:
            assert step.share == pytest.approx(step.upstream * step.local)
        sums[step.to] = sums.get(step.to, 0) + step.share if step.arrived > 1 else step.share
        assert step.total == pytest.approx(sums[step.to])
        assert 1 <= step.arrived <= step.expected


def test_the_counter_compares_both_modes():
    told = adl.trace(lambda x: np.stack([np.sum(x), np.prod(x)]), x=[1.0, 2.0, 3.0]).sweep.tangents()
    assert (told.runs, told.backward) == (3, 2)
    assert "3" in told.counter
    assert "2" in told.counter


def test_an_input_without_a_path_does_not_move_the_target():
    x, z = adl.Variable(2.0, name="x"), adl.Variable(5.0, name="z")
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    told = tape.sweep(y, [x, z]).tangents()
    assert "does not move with z" in told.steps[-1].caption


def test_a_fold_is_told_in_one_step():
    x = adl.Variable(np.float64(0.5), name="x")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("inner"):
            u = np.sin(np.exp(x))
        y = u * u
    folded = tape.sweep(y, x, fold="inner").tangents()
    whole = tape.sweep(y, x).tangents()
    assert len(folded.steps) < len(whole.steps)
    assert last_totals(folded)[1] == pytest.approx(last_totals(whole)[1])
    u, du = np.sin(np.exp(0.5)), np.cos(np.exp(0.5)) * np.exp(0.5)
    assert last_totals(folded)[1] == pytest.approx(2 * u * du)


def test_the_players_steps_are_these():
    sweep = adl.trace(fan, x=1.3, w=-0.7).sweep
    told, story = sweep.tangents(), sweep.player().story["tangents"]
    assert [s["caption"] for s in story["steps"]] == [s.caption for s in told.steps]
    assert story["counter"] == told.counter
    edges = {e["id"]: e for e in sweep.story["edges"]}
    for step in story["steps"]:
        if step["edge"]:
            assert (edges[step["edge"]]["tail"], edges[step["edge"]]["head"]) == (step["node"], step["to"])


def test_a_gradient_of_ones_own_goes_through():
    @adl.custom_gradient
    def own(x):
        return x * 2.0, lambda up: up * 5.0

    told = adl.trace(lambda x: own(x) * 3.0, x=np.float64(1.0)).sweep.tangents()
    assert last_totals(told)[1] == pytest.approx(15.0)
