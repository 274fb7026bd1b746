"""Scopes: boxes with names around parts of a computation, which change no number."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab import tf

HOSTILE = "</text><script>alert(1)</script> ]]> \"'& \u202e \n" + "x" * 10_000


def network(names=("model", "first", "second", "loss")):
    x = adl.constant(np.ones((4, 3)), name="x")
    w, v = adl.Variable(np.full((3, 2), 0.3), name="w"), adl.Variable(np.ones((2, 1)), name="v")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope(names[0]):
            with adl.scope(names[1]):
                h = np.tanh(x @ w)
            with adl.scope(names[2]):
                y = h @ v
        with adl.scope(names[3]):
            loss = np.mean((y - 1) ** 2)
    return tape, loss, [w, v]


def paths(story):
    """For each op its scopes, from the outermost."""
    by_id = {s["id"]: s for s in story["scopes"]}
    found = {}
    for node in story["nodes"]:
        names, scope = [], node["scope"]
        while scope:
            names.insert(0, by_id[scope]["name"])
            scope = by_id[scope]["parent"]
        found[node["title"]] = names
    return found


def test_each_operation_knows_its_scopes():
    tape, loss, sources = network()
    story = tape.graph(loss, sources, names={"w": sources[0], "loss": loss}).story
    found = list(paths(story).values())
    ops = [n["op"] for n in story["nodes"]]
    assert [found[i] for i, op in enumerate(ops) if op == "matmul"] == [
        ["model", "first"],
        ["model", "second"],
    ]
    assert found[ops.index("subtract")] == ["loss"]
    titles = [n["title"] for n in story["nodes"]]
    assert found[titles.index("1")] == ["loss"]  # a constant stands where it is used
    assert found[titles.index("w")] == []


def test_scopes_change_no_number():
    tape, loss, sources = network()
    x = np.ones((4, 3))
    w, v = (s.numpy() for s in sources)
    h = np.tanh(x @ w)
    g = 2 * (h @ v - 1) / 4
    np.testing.assert_allclose(tape.gradient(loss, sources)[0], x.T @ ((g @ v.T) * (1 - h * h)), rtol=1e-12)


def test_boxes_hold_their_nodes_and_nothing_else():
    tape, loss, sources = network()
    graph = tape.graph(loss, sources)
    arranged = graph.layout()
    inside = {s["id"]: set() for s in graph.story["scopes"]}
    parents = {s["id"]: s["parent"] for s in graph.story["scopes"]}
    for node in graph.story["nodes"]:
        scope = node["scope"]
        while scope:
            inside[scope].add(node["id"])
            scope = parents[scope]
    for scope, (left, top, right, bottom) in arranged.clusters.items():
        for name, (x, y, width, height) in arranged.nodes.items():
            held = (
                left <= x - width / 2 and x + width / 2 <= right
                and top <= y - height / 2 and y + height / 2 <= bottom
            )  # fmt: skip
            assert held == (name in inside[scope]), (scope, name)


def test_a_scope_entered_again_is_another_box():
    x = adl.Variable(1.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(3):
            with adl.scope("turn"):
                y = np.sin(y * 2.0)
    story = tape.graph(y, x).story
    assert [s["name"] for s in story["scopes"]] == ["turn"] * 3
    assert len({n["scope"] for n in story["nodes"] if n["op"]}) == 3


def test_a_scope_without_a_visible_operation_is_no_box():
    x = adl.Variable(1.0)
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("unused"):
            np.sin(x)
        with adl.scope("empty"):
            pass
        y = x * x
    assert tape.graph(y, x).story["scopes"] == []


def test_an_error_inside_closes_the_scope():
    x = adl.Variable(1.0)
    made = []

    def broken():
        with adl.scope("broken"):
            made.append(x * x)
            raise ZeroDivisionError

    with adl.GradientTape(persistent=True) as tape:
        with pytest.raises(ZeroDivisionError):
            broken()
        y = made[0]
        z = np.sin(y)
    found = paths(tape.graph(z, x).story)
    assert found["y = x × x"] == ["broken"]
    assert found["z = sin(y)"] == []


@pytest.mark.parametrize("name", ["", "  ", None, 3])
def test_a_scope_needs_a_name(name):
    with pytest.raises(TypeError, match="layer 1"), adl.scope(name):
        pass


def test_tensorflows_name():
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape, tf.name_scope("square"):
        y = x * x
    assert tape.graph(y, x).story["scopes"][0]["name"] == "square"


@pytest.mark.parametrize("ending", ["svg", "dot", "html", "png"])
def test_any_name_can_be_drawn(tmp_path, ending):
    tape, loss, sources = network((HOSTILE, "b", HOSTILE, "  c  "))
    data = tape.sweep(loss, sources).save(tmp_path / f"sweep.{ending}").read_bytes()
    if ending != "png":
        assert b"<script>alert" not in data or ending == "dot"
    assert tape.graph(loss, sources).to_svg() == tape.graph(loss, sources).to_svg()


def test_no_scopes_no_boxes():
    story = adl.trace(lambda x: x * x, x=1.0).graph.story
    assert story["scopes"] == []
    assert "adl-scope-box" not in adl.trace(lambda x: x * x, x=1.0).graph.bare_svg()
