"""What axe-core, the common accessibility checker, finds in the player and in pages: nothing serious."""

import numpy as np
import player_stories
import pytest
from axe_playwright_python.sync_playwright import Axe

import autodiff_lab as adl


def network(x, w):
    h = np.tanh(x @ w)
    return np.sum(h * h)


SWEEPS = {
    "scalar": lambda: adl.trace(lambda x: (x + 1) * (x + 2), x=2.0).sweep,
    "arrays": lambda: adl.trace(network, x=np.ones((2, 3)), w=np.ones((3, 2))).sweep,
    "no path": lambda: adl.trace(lambda x, w: x * 2, x=1.0, w=2.0).sweep,
}


def serious(page):
    found = Axe().run(page).response["violations"]
    return [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SWEEPS)
def test_a_saved_page(page, tmp_path, name, theme):
    path = tmp_path / "sweep.html"
    path.write_text(SWEEPS[name]().to_html(theme, stops="auto"), encoding="utf-8")
    page.goto(path.as_uri())
    for summary in page.locator("summary:visible").all():
        summary.click()
    assert serious(page) == []
    page.locator(".adl-frame[tabindex]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
        page.wait_for_timeout(550)  # the share has arrived
        assert serious(page) == []
    for run in ("Forward", "Tangents"):
        page.get_by_role("button", name=run).click()
        assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SWEEPS)
def test_looking_closer(page, tmp_path, name, theme):
    path = tmp_path / "sweep.html"
    path.write_text(SWEEPS[name]().to_html(theme), encoding="utf-8")
    page.goto(path.as_uri())
    page.locator(".adl-frame[tabindex]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    assert serious(page) == []  # the details of a box
    page.keyboard.press("Enter")
    assert serious(page) == []  # and the panel about it
    page.get_by_role("button", name="+0.1").click()
    assert serious(page) == []
    if page.locator(".adl-cells button").count():
        page.locator(".adl-cells button").first.click()
        assert serious(page) == []
    page.get_by_role("button", name="Large").click()
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_question(page, load, theme):
    story = player_stories.diamond()
    story["stops"] = [
        {"step": 1, "question": "Which?", "options": ["a", "b"], "answer": 0, "why": "So it is."}
    ]
    player = load(page, story, theme=theme)
    player.get_by_role("button", name="Next").click()
    assert serious(page) == []
    player.locator(".adl-choice").first.click()
    assert serious(page) == []


def test_a_graph_as_a_page(page, tmp_path):
    path = adl.trace(lambda x: x**2, x=3.0).graph.save(tmp_path / "graph.html")
    page.goto(path.as_uri())
    assert serious(page) == []
