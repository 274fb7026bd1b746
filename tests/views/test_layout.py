import random
import subprocess
import sys
import threading
import time

import pytest
from picture_stories import diamond, graph, layers, square_by_product, unrolled

from autodiff_lab.views import layout as module
from autodiff_lab.views.boxes import box_size, gradient_lines, room
from autodiff_lab.views.dot import to_dot
from autodiff_lab.views.layout import LayoutError, layout

pytest.importorskip("wasmtime")


def tangle(count: int) -> list[list[int]]:
    """Random inputs from far back: what Graphviz finds hardest."""
    chance = random.Random(7)
    return [[], *([number - 1, chance.randrange(number)] for number in range(1, count))]


def test_positions_run_from_inputs_to_results():
    found = layout(to_dot(diamond()))
    x = {name: spot[0] for name, spot in found.nodes.items()}
    assert x["n0"] < x["n2"] < x["n5"]
    assert x["n2"] == pytest.approx(x["n4"])
    assert set(found.edges) == {f"e{number}" for number in range(6)}


def test_boxes_keep_the_size_asked_for():
    story = diamond()
    found, lines = layout(to_dot(story)), gradient_lines(story)
    for item in story["nodes"]:
        width, height = box_size(item, lines[item["id"]])
        assert found.nodes[item["id"]][2:] == pytest.approx(
            (width, height + 2 * room(lines[item["id"]])), abs=0.05
        )


@pytest.mark.parametrize(
    "story", [diamond(), square_by_product(), layers(2, 3)], ids=["diamond", "x*x", "layers"]
)
def test_places_do_not_overlap_and_lie_inside(story):
    found = layout(to_dot(story))
    spots = [(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for x, y, w, h in found.nodes.values()]
    for number, (left, top, right, bottom) in enumerate(spots):
        assert left >= -0.1
        assert top >= -0.1
        assert right <= found.width + 0.1
        assert bottom <= found.height + 0.1
        for other in spots[:number]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_edges_run_from_side_to_side():
    story = diamond()
    found = layout(to_dot(story))
    for edge in story["edges"]:
        points = found.edges[edge["id"]]
        assert len(points) % 3 == 1
        x, y, width, _ = found.nodes[edge["tail"]]
        assert points[0] == pytest.approx((x + width / 2, y), abs=3)
        x, y, width, _ = found.nodes[edge["head"]]
        assert points[-1] == pytest.approx((x - width / 2, y), abs=3)


@pytest.mark.parametrize(
    "story",
    [
        graph([[], *([number] for number in range(299))]),
        layers(2, 7),
        unrolled(50),
        graph([[], [], *([number - 1, number - 2] for number in range(2, 300))]),
        graph(tangle(300)),
    ],
    ids=["chain", "layers", "unrolled", "ladder", "tangle"],
)
def test_300_nodes_are_laid_out_within_the_time_limit(story):
    # About 0.1 s on an idle machine, where Graphviz left alone takes minutes for some of them.
    assert len(story["nodes"]) >= 290
    assert len(layout(to_dot(story), timeout=10.0).nodes) >= 290


def test_time_limit_is_kept_and_the_next_picture_works():
    layout("digraph { warm }")
    dot = to_dot(graph(tangle(1500)))
    start = time.perf_counter()
    with pytest.raises(LayoutError, match=r"longer than 0\.5 s"):
        layout(dot, timeout=0.5)
    assert time.perf_counter() - start < 3
    assert layout("digraph { after -> this }").nodes


def test_the_same_text_is_arranged_once():
    dot = to_dot(diamond())
    assert layout(dot) is layout(dot)


def test_positions_cannot_be_changed():
    with pytest.raises(TypeError):
        layout("digraph { a }").nodes["a"] = (0, 0, 0, 0)


def test_many_threads_at_once():
    answers = []
    work = [
        threading.Thread(target=lambda n=n: answers.append(layout(f"digraph {{ a -> b{n} }}")))
        for n in range(8)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert len({frozenset(answer.nodes) for answer in answers}) == 8


def test_text_that_is_not_dot():
    with pytest.raises(LayoutError, match="could not read"):
        layout("digraph { a -> ")


def test_unknown_engine_is_named():
    with pytest.raises(ValueError, match="magic"):
        layout("digraph { a }", engine="magic")


def test_missing_program_says_what_to_do(monkeypatch):
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    with pytest.raises(LayoutError, match="leave out engine"):
        layout("digraph { no_program }", engine="system")


def test_missing_packages_say_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    module._host.cache_clear()
    with pytest.raises(LayoutError, match="pip install"):
        layout("digraph { no_packages }")
    module._host.cache_clear()


def test_slow_program_is_stopped(monkeypatch):
    def slow(*args, timeout, **kwargs):
        raise subprocess.TimeoutExpired("dot", timeout)

    monkeypatch.setattr(module.shutil, "which", lambda name: name)
    monkeypatch.setattr(module.subprocess, "run", slow)
    with pytest.raises(LayoutError, match="longer than 2 s"):
        layout("digraph { slow_program }", timeout=2, engine="system")


@pytest.mark.skipif(module.shutil.which("dot") is None, reason="Graphviz is not installed")
def test_system_program_gives_the_same_columns():
    dot = to_dot(diamond())
    ours, theirs = layout(dot), layout(dot, engine="system")
    assert set(ours.nodes) == set(theirs.nodes)
    assert ours.nodes["n5"][0] > ours.nodes["n0"][0]
    assert theirs.nodes["n5"][0] > theirs.nodes["n0"][0]


def test_nothing_is_printed_at_exit():
    code = "from autodiff_lab.views.layout import layout; layout('digraph { a }')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""
