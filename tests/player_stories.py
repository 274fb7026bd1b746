"""Small stories written by hand, so that tests of the player need no engine; and their pictures."""

from typing import Any

from autodiff_lab.views.dot import to_dot
from autodiff_lab.views.layout import layout
from autodiff_lab.views.svg import to_svg

Story = dict[str, Any]


def cell(number: float) -> Story:
    return {"text": f"{number:g}".replace("-", "−"), "shape": [], "dtype": "float32", "data": float(number)}


def node(number: int, role: str, label: str, value: float, inputs: str = "", **more: Any) -> Story:
    return {
        "id": f"n{number}",
        "role": role,
        "name": "",
        "op": "",
        "label": label,
        "title": label,
        "value": cell(value),
        "inputs": inputs.split(),
        "gradient": "" if role == "constant" else "–",
        "connected": True,
    } | more


def start(target: str) -> Story:
    return {
        "kind": "start",
        "node": target,
        "edge": "",
        "to": target,
        "upstream": None,
        "local": None,
        "share": cell(1),
        "total": cell(1),
        "edge_label": "",
        "arrived": 1,
        "expected": 1,
        "gradients": {target: "1"},
        "caption": "Start at y.",
        "detail": "",
    }


def share(edge: str, head: str, tail: str, up: float, local: float, **more: Any) -> Story:
    out = cell(up * local)
    return {
        "kind": "share",
        "node": head,
        "edge": edge,
        "to": tail,
        "upstream": cell(up),
        "local": cell(local),
        "share": out,
        "total": out,
        "edge_label": f"×{cell(local)['text']} → {out['text']}",
        "arrived": 1,
        "expected": 1,
        "gradients": {tail: out["text"]},
        "caption": f"{tail} gets {cell(up)['text']} × {cell(local)['text']} = {out['text']}.",
        "detail": "upstream × local derivative",
    } | more


def end(caption: str) -> Story:
    nothing = dict.fromkeys(("upstream", "local", "share", "total"))
    empty = {"node": "", "edge": "", "to": "", "edge_label": "", "arrived": 0, "expected": 0, "gradients": {}}
    return {"kind": "end", "caption": caption, "detail": ""} | nothing | empty


def diamond(x: float = 2.0) -> Story:
    """y = (x + 1)(x + 2) in six steps; the gradient at x is 2x + 3, in two shares."""
    a, b, done = x + 1, x + 2, f"Done. x has gradient {2 * x + 3:g}."
    total = f"{a:g} + {b:g} = {a + b:g}"
    ends = [
        ("n0", "n2", 0),
        ("n1", "n2", 1),
        ("n0", "n4", 0),
        ("n3", "n4", 1),
        ("n2", "n5", 0),
        ("n4", "n5", 1),
    ]
    return {
        "version": 1,
        "title": "Graph of y = a × b, 6 values",
        "description": f"x is {x:g}. y = a × b is {a * b:g}.",
        "nodes": [
            node(0, "source", "x", x, name="x"),
            node(1, "constant", "1", 1),
            node(2, "op", "a = x + 1", a, "n0 n1", name="a", op="add"),
            node(3, "constant", "2", 2),
            node(4, "op", "b = x + 2", b, "n0 n3", name="b", op="add"),
            node(5, "target", "y = a × b", a * b, "n2 n4", name="y", op="multiply"),
        ],
        "edges": [
            {"id": f"e{number}", "tail": tail, "head": head, "slot": slot}
            for number, (tail, head, slot) in enumerate(ends)
        ],
        "sources": ["n0"],
        "targets": ["n5"],
        "steps": [
            start("n5"),
            share("e4", "n5", "n2", 1, b),
            share("e5", "n5", "n4", 1, a),
            share("e2", "n4", "n0", a, 1, expected=2),
            share("e0", "n2", "n0", b, 1, arrived=2, expected=2, total=cell(a + b), gradients={"n0": total}),
            end(done),
        ],
        "summary": done,
    }


def hostile(text: str) -> Story:
    """The diamond with a text in each place where a learner's words may stand."""
    story = diamond()
    story["title"] = story["description"] = story["summary"] = text
    for one in story["nodes"]:
        one["name"] = one["label"] = one["title"] = text
    for step in story["steps"]:
        step["caption"] = step["detail"] = text
    return story


def picture(story: Story, position: int | None = None) -> str:
    return to_svg(story, layout(to_dot(story)), position=position, style=False)
