"""Large graphs: answered quickly, folded in one place, with the right numbers, and the fold is said."""

import random

import numpy as np
import pytest

import autodiff_lab as adl


def chain(count):
    x = adl.Variable(1.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(count):
            y = y * 1.0001
    return tape, y, [x]


def recurrent(turns):
    x, w = adl.Variable(1.0, name="x"), adl.Variable(np.float64(0.5), name="w")
    with adl.GradientTape(persistent=True) as tape:
        h = x * 1.0
        for _ in range(turns):
            h = np.tanh(w * h + x)
        y = h * h + w
    return tape, y, [x, w]


def tangled(count):
    rng = random.Random(1)
    x, w = adl.Variable(np.float64(1.0), name="x"), adl.Variable(np.float64(0.5), name="w")
    functions = (np.sin, np.tanh, np.cos, np.arctan)
    with adl.GradientTape(persistent=True) as tape:
        values = [x, w]
        for _ in range(count):
            a, b = rng.choice(values[-8:]), rng.choice(values)
            values.append(rng.choice(functions)(a) + b * 0.5)
        y = sum(values[-30:])
    return tape, y, [x, w]


LARGE = {
    "chain": lambda: chain(10_000),
    "loop": lambda: recurrent(3_000),
    "tangle": lambda: tangled(400),
}


@pytest.fixture(scope="module", params=LARGE)
def large(request):
    tape, y, sources = LARGE[request.param]()
    return tape, y, sources, tape.sweep(y, sources)


def test_it_is_small_and_can_be_drawn(large):
    tape, y, sources, sweep = large
    assert len(sweep.story["nodes"]) <= 300
    assert sweep.to_svg().startswith("<svg")
    assert tape.graph(y, sources).to_svg().startswith("<svg")


def test_what_is_hidden_is_said(large):
    tape, _, _, sweep = large
    fold = next(n for n in sweep.story["nodes"] if n["op"] == "folded")
    drawn = sum(n["op"] not in ("", "folded") for n in sweep.story["nodes"])
    assert f"{len(sweep._picture.records) - drawn} operations" in sweep.story["description"]
    assert fold["label"].split(" = ")[1].split()[1] in ("turns", "steps")
    assert len(fold["label"]) <= 16
    assert len(tape._records) >= len(sweep._picture.records)


def test_the_gradients_are_those_of_the_tape(large):
    tape, y, sources, sweep = large
    for source, mine, theirs in zip(sources, sweep.gradients, tape.gradient(y, sources), strict=True):
        assert mine == theirs.numpy()
        shares = [s for s in sweep.steps if s.kind == "share" and s.to == source.name]
        assert shares[-1].total == mine
        np.testing.assert_allclose(sum(s.share for s in shares), mine, rtol=1e-4)
        assert shares[-1].arrived == shares[-1].expected


def test_every_use_of_a_source_is_drawn_or_in_the_fold(large):
    """Folding hides no fan-out: a source that is used inside the fold has an edge into it."""
    tape, _, sources, sweep = large
    edges = {(e["tail"], e["head"]) for e in sweep.story["edges"]}
    fold = next(n["id"] for n in sweep.story["nodes"] if n["op"] == "folded")
    for source in sources:
        used = any(source._key in tape._records[i][1] for i in sweep._picture.hidden)
        place = next(n["id"] for n in sweep.story["nodes"] if n["name"] == source.name)
        assert ((place, fold) in edges) == used


def test_a_loop_shows_its_first_two_turns_and_its_last():
    tape, y, sources = recurrent(500)
    story = tape.sweep(y, sources).story
    ops = [n["op"] for n in story["nodes"] if n["op"]]
    assert ops == [
        *("multiply", *("multiply", "add", "tanh") * 2, "folded", "multiply", "add", "tanh"),
        *("multiply", "add"),
    ]
    assert "497 turns of a loop, 1491 operations" in story["description"]


def test_up_to_300_values_are_drawn_whole():
    tape, y, sources = recurrent(90)
    assert all(n["op"] != "folded" for n in tape.sweep(y, sources).story["nodes"])


def test_folding_can_be_switched_off():
    tape, y, sources = recurrent(110)
    assert any(n["op"] == "folded" for n in tape.graph(y, sources).story["nodes"])
    assert all(n["op"] != "folded" for n in tape.graph(y, sources, fold=False).story["nodes"])
    assert len(tape.sweep(y, sources, fold=False).steps) > 500


def test_what_was_asked_for_is_not_hidden():
    x = adl.Variable(1.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for number in range(400):
            y = y * 1.001
            if number == 200:
                middle = y
    assert all(n["op"] != "folded" for n in tape.graph(y, [x, middle]).story["nodes"])


def test_text_and_html_of_a_folded_sweep():
    tape, y, sources = chain(5_000)
    sweep = tape.sweep(y, sources)
    assert "folded" in str(sweep)
    assert "4997 turns" in sweep.to_html()


def test_the_run_forward_tells_each_value_in_order():
    def f(x):
        a = x + 1
        y = a * x
        return y  # noqa: RET504  the name is in the story

    story = adl.trace(f, x=2.0).sweep.story
    assert [step["caption"] for step in story["forward"]] == ["x is 2.", "a = x + 1 is 3.", "y = a × x is 6."]
    assert adl.trace(f, x=2.0).graph.story["forward"] == []
