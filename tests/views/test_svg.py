from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_stories import AWKWARD, diamond, graph, layers, node, square_by_product, step, story, unrolled

from autodiff_lab.views import curves
from autodiff_lab.views.dot import to_dot
from autodiff_lab.views.layout import layout
from autodiff_lab.views.svg import to_svg
from autodiff_lab.views.text import clean, shorten

pytest.importorskip("wasmtime")
SVG = "{http://www.w3.org/2000/svg}"
ANY_TEXT = st.lists(st.sampled_from(AWKWARD) | st.text(max_size=6), max_size=4).map("".join)


def picture(made, theme="light", position=None, style=True):
    return ET.fromstring(to_svg(made, layout(to_dot(made)), theme, position, style))


def having(root, name):
    return [item for item in root.iter() if name in item.get("class", "").split()]


def part(root, number, name):
    (group,) = [item for item in having(root, "adl-node") if item.get("data-node") == f"n{number}"]
    (found,) = having(group, name)
    return found


def test_it_says_what_it_is():
    root = picture(diamond())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Graph of y"
    assert root[1].tag == f"{SVG}desc"
    assert root[1].text == "x is 3."
    assert not [
        item for item in root.iter() if item.get("id")
    ]  # ids would clash between two pictures of a page


def test_each_node_and_edge_is_there_once():
    root = picture(diamond())
    assert [item.get("data-node") for item in having(root, "adl-node")] == [
        f"n{number}" for number in range(6)
    ]
    assert sorted(item.get("data-edge") for item in having(root, "adl-edge")) == [f"e{n}" for n in range(6)]
    for group in having(root, "adl-edge"):
        assert [len(having(group, name)) for name in ("adl-line", "adl-head", "adl-edge-label")] == [1, 1, 1]


def test_name_value_and_gradient():
    root = picture(diamond(), position=6)
    assert [part(root, 0, name).text for name in ("adl-name", "adl-value", "adl-gradient")] == [
        "x",
        "2",
        "3 + 4 = 7",
    ]
    assert [part(root, 2, name).text for name in ("adl-name", "adl-value", "adl-gradient")] == [
        "a = x + 1",
        "3",
        "4",
    ]
    (constant,) = [item for item in having(root, "adl-constant") if item.get("data-node") == "n1"]
    assert [item.text for item in constant.iter(f"{SVG}text")] == ["1"]


def test_the_sweep_step_by_step():
    def shown(position):
        root = picture(diamond(), position=position)
        return (
            [item.get("data-node") for item in having(root, "adl-active")],
            [item.get("data-edge") for item in having(root, "adl-flow")],
            {item.get("data-node") for item in having(root, "adl-done") if item.get("data-node")},
            part(root, 0, "adl-gradient").text,
        )

    assert shown(0) == ([], [], set(), "–")
    assert shown(1) == (["n5"], [], {"n5"}, "–")
    assert shown(2) == (["n5"], ["e4"], {"n5", "n2"}, "–")
    assert shown(4) == (["n4"], ["e2"], {"n5", "n2", "n4"}, "3")  # x still waits for its second share
    assert shown(5) == (["n2"], ["e0"], {"n5", "n2", "n4", "n0"}, "3 + 4 = 7")
    assert shown(6) == ([], [], {"n5", "n2", "n4", "n0"}, "3 + 4 = 7")


def test_the_end_shows_every_local_derivative():
    root = picture(diamond(), position=6)
    texts = [item.text for group in having(root, "adl-done") for item in having(group, "adl-edge-label")]
    assert sorted(texts) == ["×1 → 3", "×1 → 4", "×3 → 3", "×4 → 4"]
    assert not having(root, "adl-tight")


@pytest.mark.parametrize("position", [-1, 7])
def test_a_position_outside_the_sweep(position):
    with pytest.raises(ValueError, match="from 0 to 6"):
        picture(diamond(), position=position)


def test_the_gradient_stands_below_the_box():
    root = picture(diamond())
    for group in having(root, "adl-node"):
        (box,) = having(group, "adl-box")
        bottom = float(box.get("y")) + float(box.get("height"))
        (value,) = having(group, "adl-value")
        assert float(box.get("y")) < float(value.get("y")) < bottom
        for gradient in having(group, "adl-gradient"):
            assert float(gradient.get("y")) > bottom + 10


def test_edges_meet_the_middle_of_boxes():
    made = graph([[], [0]])
    root = picture(made)
    (line,) = having(root, "adl-line")
    numbers = [float(word) for word in line.get("d").replace("M", " ").replace("C", " ").split()]
    for number, at in ((0, 1), (1, -1)):
        box = part(root, number, "adl-box")
        assert numbers[at] == pytest.approx(float(box.get("y")) + float(box.get("height")) / 2, abs=0.1)


def test_the_two_edges_of_x_times_x_are_apart():
    made = square_by_product()
    first, second = (having(group, "adl-edge-label")[0] for group in having(picture(made), "adl-edge"))
    assert abs(float(first.get("y")) - float(second.get("y"))) >= 20
    lines = {item.get("d") for item in having(picture(made), "adl-line")}
    assert len(lines) == 2


def test_second_cues_of_the_roles():
    root = picture(diamond())
    corners = {item.get("class").split()[1]: having(item, "adl-box")[0] for item in having(root, "adl-node")}
    assert float(corners["adl-op"].get("rx")) == float(corners["adl-op"].get("height")) / 2
    assert float(corners["adl-source"].get("rx")) < 5
    assert [item.get("data-node") for item in having(root, "adl-node") if having(item, "adl-inner")] == ["n5"]


def test_what_is_not_connected_looks_and_says_so():
    made = story([node(0, "x", [], "source", "none"), node(1, "y", [0], "target")])
    root = picture(made, position=0)
    assert part(root, 0, "adl-gradient").text == "none"
    assert {item.get("data-node") or item.get("data-edge") for item in having(root, "adl-unconnected")} == {
        "n0",
        "e0",
    }


def test_style_can_be_left_out():
    assert picture(diamond()).find(f"{SVG}style") is not None
    bare = picture(diamond(), style=False)
    assert bare.find(f"{SVG}style") is None
    assert bare.get("class") == "adl-graph"


def test_two_themes_on_one_page_do_not_mix():
    for theme, other in (("light", "dark"), ("dark", "light")):
        root = picture(diamond(), theme)
        assert f"adl-{theme}" in root.get("class")
        rules = root.find(f"{SVG}style").text
        assert f".adl-{theme} .adl-box" in rules
        assert f"adl-{other}" not in rules


def test_copies_carry_the_id_of_their_node():
    root = picture(unrolled(20))
    copies = [item for item in having(root, "adl-node") if item.get("data-node") == "n0"]
    assert len(copies) == 20
    assert all(item.find(f"{SVG}title").text.endswith("(drawn again at each use)") for item in copies)


@given(ANY_TEXT)
def test_any_text_is_drawn_literally_and_stays_text(text):
    made = story([node(0, text, [], "source", text or "1"), node(1, "y", [0], "target", "1", text)])
    made |= {"title": text, "description": text}
    made["steps"] = [step("share", "n1", "e0", "n0", text, text)]
    root = picture(made, position=1)
    assert root.find(f"{SVG}title").text in (clean(text), None if not clean(text) else "")
    if shorten(text, 16):
        assert part(root, 0, "adl-name").text == shorten(text, 16)
    known = {"svg", "title", "desc", "style", "rect", "g", "path", "text"}
    assert {item.tag.removeprefix(SVG) for item in root.iter()} <= known
    assert not [name for item in root.iter() for name in item.attrib if name.startswith("on")]


def test_drawing_300_nodes_is_quick():
    import time

    made = layers(2, 7)
    found = layout(to_dot(made))
    start = time.perf_counter()
    to_svg(made, found)
    assert time.perf_counter() - start < 2


def test_curves_leave_and_arrive_where_told():
    assert curves.path([(0, 0), (1, 0), (2, 3), (3, 3.25)]) == "M0 0C1 0 2 3 3 3.2"
    assert curves.arrow((0, 0), (10, 0), 4, 2) == "M0 0L4 1L4 -1Z"
    spots = curves.sample([(0, 0), (1, 0), (2, 0), (3, 0)])
    assert spots[0] == (0, 0)
    assert spots[-1] == pytest.approx((3, 0))


MEASURE = """() => {
  const inside = (a, b, slack) => a.x >= b.x - slack && a.y >= b.y - slack &&
    a.x + a.width <= b.x + b.width + slack && a.y + a.height <= b.y + b.height + slack;
  const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x ||
    a.y + a.height <= b.y || b.y + b.height <= a.y;
  const faults = [];
  const boxes = [...document.querySelectorAll('.adl-node')].map(
    g => ({g, box: g.querySelector('.adl-box').getBBox()}));
  for (const {g, box} of boxes) {
    for (const text of g.querySelectorAll('.adl-name, .adl-value'))
      if (!inside(text.getBBox(), box, 0)) faults.push('text leaves its box: ' + text.textContent);
    const gradient = g.querySelector('.adl-gradient');
    if (gradient && !boxes.every(other => apart(gradient.getBBox(), other.box)))
      faults.push('gradient on a box: ' + gradient.textContent);
  }
  const labels = [...document.querySelectorAll('.adl-edge-label')].filter(text => text.getBBox().width > 0);
  labels.forEach((text, at) => {
    const place = text.getBBox(), chip = text.parentNode.querySelector('.adl-chip').getBBox();
    if (!inside(place, chip, 1)) faults.push('label leaves its chip: ' + text.textContent);
    if (!boxes.every(other => apart(place, other.box))) faults.push('label on a box: ' + text.textContent);
    if (!labels.slice(0, at).every(other => apart(place, other.getBBox())))
      faults.push('two labels overlap: ' + text.textContent);
  });
  const svg = document.querySelector('svg');
  if (!inside(svg.getBBox(), svg.viewBox.baseVal, 1)) faults.push('something leaves the picture');
  return faults;
}"""


def long_names():
    made = square_by_product()
    made["nodes"][0]["label"] = "WWWWWWWWWWWWWWWW"
    made["nodes"][0]["value"]["text"] = "[0.1235, 0.2346, 0.3457]"
    made["steps"][2]["gradients"]["n0"] = "−0.125+1.25=1.13"
    made["steps"][1]["edge_label"] = "×−0.125 → −1.2e−7"
    return made


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "made",
    [diamond(), square_by_product(), long_names(), layers(1, 3)],
    ids=["diamond", "x*x", "long", "layers"],
)
def test_nothing_overlaps_in_a_browser(page, made, theme):
    last = len(made["steps"])
    page.set_content(to_svg(made, layout(to_dot(made)), theme, position=last))
    assert page.evaluate(MEASURE) == []
