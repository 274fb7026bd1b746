"""The explorer in a real JupyterLab: slider, numbers, curve, player, theme, errors, slow functions."""

import json
import re

import nbformat
import pytest
from playwright.sync_api import expect

SQUARE = """\
import autodiff_lab as adl
def square(x):
    y = x**2
    return y
explorer = adl.explore(square, x=3.0)
explorer"""
BREAKS = """\
import autodiff_lab as adl
def breaks(x):
    y = x * 2.0
    if x > 4:
        y = y / {}["a"]
    return y
adl.explore(breaks, x=4.0)"""
SLOW = """\
import time
import autodiff_lab as adl
calls = []
def slow(x):
    calls.append(float(x))
    time.sleep(0.3)
    return x**2
_ = adl.explore(slow, x=-5.0)"""
LAST = """\
import autodiff_lab as adl
adl.explore(lambda x: x**3, x=2.0)"""


@pytest.fixture
def show(lab_root, run_notebook):
    """Runs a notebook of these cells."""

    def show_(name, *cells):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, lab_root / name)
        return run_notebook(name)

    return show_


def number(notebook, kind, at=0):
    return notebook.locator(f".adl-explore [data-kind={kind}]").nth(at)


def stderr(notebook):
    return notebook.locator("[data-mime-type='application/vnd.jupyter.stderr']")


def evaluate(page, code):
    """Ask the kernel of the open notebook, and wait for what it prints."""
    return page.evaluate(
        """async (code) => {
          const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const future = kernel.requestExecute({code, store_history: false});
          let text = ""; future.onIOPub = (m) => { if (m.content.text) text += m.content.text; };
          await future.done; return text; }""",
        code,
    )


def test_six_becomes_eight(show, page):
    notebook = show("explore_square.ipynb", SQUARE)
    expect(number(notebook, "gradient")).to_have_attribute("data-value", "6")
    expect(number(notebook, "value")).to_have_attribute("data-value", "9")
    expect(notebook.locator(".adl-explore")).to_have_count(1)  # shown by explore, and not again as the result
    slider = notebook.get_by_role("slider", name="x", exact=True)
    for _ in range(10):
        slider.press("ArrowRight")
    expect(number(notebook, "input")).to_have_text("x = 4, ")
    expect(number(notebook, "value")).to_have_attribute("data-value", "16")
    expect(number(notebook, "gradient")).to_have_attribute("data-value", "8")
    # graph and curve say the same
    expect(notebook.locator("[data-node=n0] .adl-value")).to_have_text("4")
    expect(notebook.locator("[data-node=n0] .adl-gradient")).to_have_text("8")
    expect(notebook.locator(".adl-tangent")).to_have_attribute("data-slope", "8")
    expect(notebook.locator(".adl-point")).to_have_attribute("data-y", "16")
    expect(notebook.locator(".adl-curve-image")).to_have_attribute("src", re.compile("^data:image/svg"))
    expect(notebook.locator(".adl-explore .adl-live")).to_have_text(
        "x = 4, y = 16, gradient of y for x = 8. Raise x by 0.01 and y changes by about 0.08."
    )
    assert evaluate(page, "print(explorer, explorer.gradients['x'].numpy())").split()[-1] == "8.0"
    assert stderr(notebook).count() == 0
    assert page.errors == []

    # the player below follows, and keeps its place when the slider moves
    player = notebook.locator(".adl-player")
    player.get_by_role("button", name="To the start").click()
    player.get_by_role("button", name="Next", exact=True).click()
    player.get_by_role("button", name="Next", exact=True).click()
    caption = player.locator(".adl-band .adl-caption").first
    expect(caption).to_have_text("The slope of x² at 4 is 2 × 4 = 8. 1 × 8 = 8.")
    slider.press("ArrowRight")
    expect(caption).to_have_text("The slope of x² at 4.1 is 2 × 4.1 = 8.2. 1 × 8.2 = 8.2.")
    expect(player.locator(".adl-counter")).to_have_text("step 2 of 3")

    # from Python
    evaluate(page, "explorer.set(x=-2.0)")
    expect(slider).to_have_attribute("aria-valuetext", "−2")
    expect(number(notebook, "gradient")).to_have_attribute("data-value", "-4")

    # typed
    box = notebook.get_by_role("textbox", name="x, as a number")
    box.fill("9")
    box.press("Enter")
    expect(notebook.locator(".adl-notice")).to_have_text("x goes from −5 to 5, so 9 became 5.")
    expect(number(notebook, "gradient")).to_have_attribute("data-value", "10")

    evaluate(page, "explorer.close()")
    expect(notebook.locator(".adl-explore")).to_have_count(0)
    expect(notebook.locator(".adl-player")).to_have_count(0)


def test_the_curve_takes_the_theme_of_the_page(show, page):
    notebook = show("explore_theme.ipynb", LAST)
    image = notebook.locator(".adl-curve-image")
    expect(image).to_have_attribute("src", re.compile("^data:image/svg"))
    light = image.get_attribute("src")
    page.evaluate(
        "() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    expect(notebook.locator(".adl-explore")).to_have_attribute("data-theme", "dark")
    expect(image).not_to_have_attribute("src", light)
    surface = notebook.locator(".adl-explore").evaluate("e => getComputedStyle(e).backgroundColor")
    assert surface == "rgb(20, 24, 29)"
    page.evaluate(
        "() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})"
    )
    expect(image).to_have_attribute("src", light)


def test_an_error_is_shown_and_the_next_value_recovers(show, page):
    notebook = show("explore_error.ipynb", BREAKS)
    expect(number(notebook, "gradient")).to_have_attribute("data-value", "2")
    slider = notebook.get_by_role("slider", name="x", exact=True)
    slider.press("ArrowRight")
    failure = notebook.locator(".adl-failure")
    expect(failure).to_be_visible()
    expect(failure.locator(".adl-failure-title")).to_have_text("There is no result at x = 4.1.")
    expect(failure.locator(".adl-failure-line")).to_have_text('y = y / {}["a"]')
    expect(failure.locator(".adl-failure-where")).to_have_text("Line 5 of breaks:")
    opacity = "e => getComputedStyle(e).opacity"
    assert float(notebook.locator(".adl-frame").evaluate(opacity)) < 0.6
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(failure).to_be_hidden()
    expect(number(notebook, "value")).to_have_attribute("data-value", "7.8")
    assert notebook.locator(".adl-frame").evaluate(opacity) == "1"
    assert stderr(notebook).count() == 0


def test_a_storm_over_a_slow_function_never_queues(show, page):
    notebook = show("explore_slow.ipynb", SLOW)
    expect(number(notebook, "value")).to_have_attribute("data-value", "25")
    evaluate(page, "calls.clear(); _._curve.close()")  # only the moves are counted
    slider = notebook.get_by_role("slider", name="x", exact=True)
    for _ in range(60):
        slider.press("ArrowRight")
    released = page.evaluate("performance.now()")
    expect(number(notebook, "input")).to_have_text("x = 1, ", timeout=5000)
    assert page.evaluate("performance.now()") - released < 2000
    calls = json.loads(evaluate(page, "import json; print(json.dumps(calls))"))
    assert calls[-1] == 1
    assert len(calls) < 30
    page.wait_for_timeout(700)
    assert json.loads(evaluate(page, "print(json.dumps(calls))")) == calls


def test_without_running_there_is_the_still_picture(show, open_notebook, lab_root, page):
    notebook = show("explore_still.ipynb", LAST)
    expect(number(notebook, "gradient")).to_have_attribute("data-value", "12")
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    saved = nbformat.read(lab_root / "explore_still.ipynb", 4)
    for cell in saved.cells:
        for output in cell.outputs:
            output.data.pop("application/vnd.jupyter.widget-view+json", None)
    saved.metadata.pop("widgets", None)
    nbformat.write(saved, lab_root / "explore_opened.ipynb")
    notebook = open_notebook("explore_opened.ipynb")
    picture = notebook.locator(".jp-OutputArea img")
    expect(picture).to_be_visible()
    assert picture.evaluate("img => img.naturalWidth") > 200
    expect(notebook.locator(".jp-OutputArea")).to_contain_text("run this cell")
