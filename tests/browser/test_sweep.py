"""The player of a sweep in a real JupyterLab: with a kernel, after saving, and without one."""

import urllib.request
from urllib.parse import urlsplit

import nbformat
import pytest
from nbconvert.preprocessors import ExecutePreprocessor
from playwright.sync_api import expect

NETWORK = """\
import numpy as np
import autodiff_lab as adl
x = adl.constant(np.ones((4, 3)), name="x")
w, v = adl.Variable(np.full((3, 2), 0.3), name="w"), adl.Variable(np.ones((2, 1)), name="v")
with adl.GradientTape(persistent=True) as tape:
    with adl.scope("model"):
        h = np.tanh(x @ w)
        y = h @ v
    loss = np.mean((y - 1) ** 2)
sweep = tape.sweep(loss, [w, v])
sweep"""
SQUARE = """\
import autodiff_lab as adl
adl.trace(lambda x: x**2, x=3.0).sweep"""


def written(lab_root, name, *cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, lab_root / name)
    return notebook


def press(player, name):
    player.get_by_role("button", name=name, exact=True).click()


def test_python_answers_what_the_player_asks(lab_root, run_notebook):
    written(lab_root, "sweep_asks.ipynb", NETWORK)
    player = run_notebook("sweep_asks.ipynb").locator(".adl-player")
    expect(player).to_be_visible()
    press(player, "model")
    expect(player.locator("text.adl-name", has_text="model (3 steps)")).to_be_visible()
    press(player, "model")
    expect(player.locator("text.adl-name", has_text="h = tanh")).to_be_visible()
    player.locator("g.adl-node", has_text="w").first.click()
    press(player, "+0.1")
    expect(player.locator(".adl-nudged")).to_contain_text("Measured")
    player.locator(".adl-cells button").nth(3).click()
    expect(player.locator(".adl-bar")).to_contain_text("w[1, 1] alone")
    press(player, "To the end")
    expect(player.locator(".adl-band .adl-caption").first).to_contain_text("w[1, 1] has gradient")
    press(player, "Back to the whole")
    press(player, "Tangents")
    press(player, "Next")
    expect(player.locator(".adl-band .adl-caption").first).to_contain_text("w[0, 0] moves by 1")


def test_keys_inside_are_the_players_and_keys_outside_the_notebooks(lab_root, run_notebook, page):
    written(lab_root, "sweep_keys.ipynb", SQUARE)
    notebook = run_notebook("sweep_keys.ipynb")
    player = notebook.locator(".adl-player")
    expect(player).to_be_visible()
    cells = notebook.locator(".jp-Cell").count()
    frame = player.locator(".adl-frame")
    frame.focus()
    letters = ["a", "b", "m", "d", "d", "y"]  # what a notebook would take as commands
    for key in [
        "ArrowRight",
        "ArrowDown",
        *letters,
        "Enter",
        "ArrowLeft",
        *letters,
        "Enter",
        *letters,
        "Escape",
    ]:
        page.keyboard.press(key)
        page.wait_for_timeout(50)
    assert notebook.locator(".jp-Cell").count() == cells  # neither added, nor deleted, nor turned into text
    expect(notebook.locator(".jp-CodeCell")).to_have_count(cells)
    notebook.locator(".jp-Cell").first.click(position={"x": 5, "y": 5})
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(notebook.locator(".jp-Cell")).to_have_count(cells + 1)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_the_player_takes_the_theme_of_the_page(lab_root, run_notebook, page, theme):
    written(lab_root, "sweep_theme.ipynb", SQUARE)
    player = run_notebook("sweep_theme.ipynb").locator(".adl-player")
    expect(player).to_be_visible()
    page.evaluate("(theme) => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", theme)
    expect(player).to_have_attribute("data-theme", "dark" if "Dark" in theme else "light")
    surface = player.locator(".adl-surface").evaluate("e => getComputedStyle(e).fill")
    assert surface == ("rgb(20, 24, 29)" if "Dark" in theme else "rgb(255, 255, 255)")


def test_without_a_kernel_the_still_picture_is_complete(lab_root, open_notebook):
    made = written(lab_root, "sweep_still.ipynb", SQUARE)
    ExecutePreprocessor(timeout=120, kernel_name="python3", store_widget_state=False).preprocess(made)
    for output in made.cells[0].outputs:
        output.data.pop("application/vnd.jupyter.widget-view+json", None)
    nbformat.write(made, lab_root / "sweep_still.ipynb")
    notebook = open_notebook("sweep_still.ipynb")
    picture = notebook.locator(".jp-OutputArea img")
    assert picture.evaluate("img => img.naturalWidth") > 200
    notebook.locator("summary", has_text="Steps in words").click()
    expect(notebook.locator(".jp-OutputArea ol li")).to_have_count(3)
    expect(notebook.locator(".jp-OutputArea ol li").nth(1)).to_contain_text("2 × 3 = 6")


def trust(lab, name):
    """Mark a notebook as one's own, as one that was run here would be."""
    address = urlsplit(lab(name))
    token = address.query.partition("token=")[2]
    url = f"{address.scheme}://{address.netloc}/api/contents/{name}/trust"
    request = urllib.request.Request(url, method="POST", headers={"Authorization": f"token {token}"})
    urllib.request.urlopen(request, timeout=10).close()


def test_a_stored_widget_plays_before_anything_runs(lab, lab_root, open_notebook):
    made = written(lab_root, "sweep_stored.ipynb", NETWORK)
    ExecutePreprocessor(timeout=120, kernel_name="python3", store_widget_state=True).preprocess(made)
    nbformat.write(made, lab_root / "sweep_stored.ipynb")
    trust(lab, "sweep_stored.ipynb")
    player = open_notebook("sweep_stored.ipynb").locator(".adl-player")
    expect(player).to_be_visible()
    press(player, "Next")
    expect(player.locator(".adl-counter")).to_have_text("step 1 of 9")
    player.locator("g.adl-node", has_text="w").first.click()
    press(player, "+0.1")
    expect(player.locator(".adl-nudged")).to_contain_text("Measured")
    player.locator(".adl-cells button").first.click()
    expect(player.locator(".adl-bar")).to_contain_text("Python does not answer", timeout=10_000)
