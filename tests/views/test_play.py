"""A sweep that somebody else made: a learner's own tape, a list by hand, our own steps given back."""

import numpy as np
import pytest

import autodiff_lab as adl


class Number:
    """A learner's tape in twenty lines, which notes what it does."""

    def __init__(self, name, value, inputs=()):
        self.name, self.value, self.inputs, self.gradient = name, value, inputs, None

    def times(self, other, name):
        return Number(name, self.value * other.value, ((self, other.value), (other, self.value)))

    def plus(self, other, name):
        return Number(name, self.value + other.value, ((self, 1.0), (other, 1.0)))


def sweep(order, adds=True):
    steps = [{"kind": "start", "to": order[-1].name, "total": 1.0}]
    order[-1].gradient = 1.0
    for node in reversed(order):
        for to, local in node.inputs:
            share = node.gradient * local
            to.gradient = share if to.gradient is None or not adds else to.gradient + share
            steps.append(
                {"kind": "share", "source": node.name, "to": to.name, "upstream": node.gradient,
                 "local": local, "share": share, "total": to.gradient}
            )  # fmt: skip
    return steps


def numbers():
    x = Number("x", 2.0)
    a = x.plus(Number("1", 1.0), "a")
    y = a.times(x, "y")
    return x, [x, a, y]


def test_a_learners_tape_is_played():
    x, order = numbers()
    played = adl.play(sweep(order), values={n.name: n.value for n in order})
    assert x.gradient == 5.0  # (x + 1) x at 2: 2 x + 1
    assert "x has gradient 5" in str(played)
    roles = {n["name"]: n["role"] for n in played.story["nodes"]}
    assert (roles["x"], roles["a"], roles["y"]) == ("source", "op", "target")
    last = [s for s in played.story["steps"] if s["to"] and s["gradients"].get(s["to"], "").endswith("= 5")]
    assert last[0]["gradients"][last[0]["to"]] == "3 + 2 = 5"
    assert played.to_svg().startswith("<svg")
    assert "3 + 2 = 5" in played.to_html()


def test_a_share_that_replaces_the_old_one_is_found():
    """The commonest slip in a tape of one's own: ``=`` where ``+=`` belongs."""
    _, order = numbers()
    with pytest.raises(
        ValueError, match=r"Step \d does not add up: x had 3.*share is 2.*total is said to be 2"
    ):
        adl.play(sweep(order, adds=False))


def test_our_own_steps_come_out_the_same():
    def f(x):
        a = x + 1
        b = x + 2
        y = a * b
        return y  # noqa: RET504  the names are in the steps

    mine = adl.trace(f, x=2.0).sweep
    theirs = adl.play(mine.steps, values={"x": 2.0, "a": 3.0, "b": 4.0, "y": 12.0}, stops="auto")
    kinds = [(s["kind"], s["edge_label"], s["total"] and s["total"]["text"]) for s in theirs.story["steps"]]
    wanted = [(s["kind"], s["edge_label"], s["total"] and s["total"]["text"]) for s in mine.story["steps"]]
    assert kinds == wanted
    assert [s["caption"] for s in theirs.story["steps"][:-1]] == [s.caption for s in mine.steps[:-1]]
    assert theirs.story["stops"][0]["why"] == "Shares add: 3 + 4 = 7."


def test_arrays():
    steps = [
        {"kind": "start", "to": "y", "total": np.ones(3)},
        {"kind": "share", "source": "y", "to": "x", "share": np.arange(3.0), "total": np.arange(3.0)},
        {"kind": "share", "source": "y", "to": "x", "share": np.ones(3), "total": np.arange(3.0) + 1},
    ]
    played = adl.play(steps, values={"x": np.zeros(3)})
    assert "x has a gradient of its own shape, (3,)" in str(played)
    assert len(played.story["edges"]) == 2


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([], "begin with a"),
        ([{"kind": "share", "source": "y", "to": "x", "share": 1.0, "total": 1.0}], "begin with a"),
        ([{"kind": "go"}], "Step 1 has the kind 'go'"),
        ([{}], "Step 1 has the kind None"),
        ([{"kind": "start", "to": "y"}], "Step 1.*no total"),
        ([{"kind": "start", "to": "y", "total": 1.0}, {"kind": "share", "to": "x"}], "Step 2.*no source"),
    ],
)
def test_what_is_no_sweep_says_so(steps, words):
    with pytest.raises(ValueError, match=words):
        adl.play(steps)


def test_any_name(tmp_path):
    hostile = "</text><script>alert(1)</script>" + "x" * 1000
    played = adl.play(
        [
            {"kind": "start", "to": hostile, "total": 1.0},
            {"kind": "share", "source": hostile, "to": "x", "share": 2.0, "total": 2.0, "caption": hostile},
        ]
    )
    for ending in ("svg", "html", "dot", "txt", "png"):
        data = played.save(tmp_path / f"play.{ending}").read_bytes()
        if ending in ("svg", "html"):
            assert b"<script>alert" not in data


def test_the_widget():
    _, order = numbers()
    played = adl.play(sweep(order))
    assert played.player().story["version"] == 2
    assert "text/html" in played._repr_mimebundle_()


def test_gradients_of_an_earlier_sweep_are_found():
    """A tape that is swept twice without forgetting doubles its gradients."""
    _, order = numbers()
    sweep(order)
    with pytest.raises(ValueError, match="a had nothing"):
        adl.play(sweep(order))
