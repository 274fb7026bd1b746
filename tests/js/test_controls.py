"""The explorer's controls alone in a blank page, with a kernel that answers when the test says so."""

from importlib.resources import files

import pytest
from playwright.sync_api import expect

from autodiff_lab.widgets.controls import Controls, controls_css
from autodiff_lab.widgets.inputs import Inputs

SOURCE = (files("autodiff_lab") / "widgets" / "static" / "controls.js").read_text(encoding="utf-8")

# Each view gets a model object of its own over one common state; `answer` is the kernel, for y = x².
HARNESS = """async ([source, style, state]) => {
  document.head.append(Object.assign(document.createElement("style"), {textContent: style}));
  window.helpers = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  window.listeners = {}; window.sent = []; window.cleanups = []; window.state = state;
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  window.update = (changes) => {
    const changed = Object.keys(changes).filter((key) => !same(state[key], changes[key]));
    Object.assign(state, changes);
    for (const key of changed) for (const f of [...(listeners["change:" + key] ?? [])]) f();
  };
  window.makeModel = () => ({
    get: (key) => state[key],
    set: (key, value) => update({[key]: value}),
    on: (event, f) => (listeners[event] ??= []).push(f),
    off: (event, f) => { listeners[event] = (listeners[event] ?? []).filter((g) => g !== f); },
    save_changes: () => sent.push(structuredClone(state)),
  });
  window.answer = () => {
    const {serial, values} = state.wanted;
    const x = values[0];
    const part = (kind, before, name, value) => (
      {kind, before, name, value: String(value), text: String(value)});
    update({
      values, answered: serial, failure: {},
      readout: {
        parts: [part("input", "x = ", "x", x), part("value", "y = ", "y", x * x),
                part("gradient", "gradient of y for x = ", "x", 2 * x)],
        nudge: "Nudge.", sentence: `x = ${x}, y = ${x * x}.`,
      },
      mark: {input: "x", result: "y", x, y: x * x, slope: 2 * x, slopeText: String(2 * x), alt: "Point."},
    });
  };
  window.view = (id) => {
    const el = document.body.appendChild(Object.assign(document.createElement("div"), {id}));
    cleanups.push(helpers.default.render({model: makeModel(), el}));
  };
  view("root");
}"""

CURVE = {
    "image": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='440' height='300'/>",
    "width": 440,
    "height": 300,
    "box": {"left": 70, "top": 30, "width": 350, "height": 240},
    "x": [-5, 5],
    "y": [0, 30],
    "alt": "Curve of y over x",
}


@pytest.fixture
def load(page):
    def load_(ranges=None, clock=False, theme="light", traits=None, **inputs):
        made = Controls(Inputs(lambda **k: k["x"], inputs or {"x": 3.0}, ranges), theme)
        names = [
            *("function", "sliders", "values", "wanted", "answered", "readout", "failure", "curve"),
            *("mark", "note", "choice", "theme", "shown_theme", "lang", "words"),
        ]
        state = {name: getattr(made, name) for name in names} | (traits or {})
        if clock:
            page.clock.install(time=0)
        page.set_content("<!DOCTYPE html><html lang=en><title>Controls</title><body>")
        if clock:
            page.clock.pause_at(1000)
        page.evaluate(HARNESS, [SOURCE, controls_css(), state])
        return page.locator("#root > .adl-explore")

    return load_


def wanted(page):
    """What was sent, without what only told the theme."""
    return page.evaluate("sent.map(s => s.wanted).filter((w, i, all) => w.serial && w !== all[i - 1])")


def slide(page, *stops):
    """Drag the first slider over some stops, as fast as events come."""
    page.evaluate(
        """(stops) => { const range = document.querySelector(".adl-range"); for (const stop of stops) {
             range.value = String(stop); range.dispatchEvent(new Event("input", {bubbles: true})); } }""",
        list(stops),
    )


# what is there


def test_labels_names_and_sizes(page, load):
    root = load()
    slider = root.get_by_role("slider", name="x")
    expect(slider).to_have_attribute("aria-valuetext", "3")
    expect(root.get_by_role("textbox", name="x, as a number")).to_have_value("3")
    for name in ("x one step down", "x one step up"):
        box = root.get_by_role("button", name=name).bounding_box()
        assert min(box["width"], box["height"]) >= 32
    assert slider.bounding_box()["height"] >= 32
    for focusable in (root, *root.locator("input, button").all()):
        expect(focusable).to_have_attribute("data-lm-suppress-shortcuts", "true")


def test_the_page_tells_the_theme_that_it_shows(page, load):
    load(theme="auto")
    assert page.evaluate("state.shown_theme") == "light"
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    page.wait_for_function("state.shown_theme === 'dark'")
    expect(page.locator(".adl-explore")).to_have_attribute("data-theme", "dark")
    page.evaluate("update({theme: 'light'})")
    assert page.evaluate("state.shown_theme") == "light"


# moving


def test_arrow_keys_move_by_a_step(page, load):
    root = load(traits={"readout": {}})
    slider = root.get_by_role("slider", name="x")
    slider.press("ArrowRight")
    assert [w["values"] for w in wanted(page)] == [[3.1]]
    page.evaluate("answer()")
    slider.press("ArrowLeft")
    page.evaluate("answer()")
    slider.press("End")
    page.evaluate("answer()")
    assert [w["values"] for w in wanted(page)] == [[3.1], [3], [5]]
    expect(slider).to_have_attribute("aria-valuetext", "5")
    expect(root.locator("[data-kind=gradient]")).to_have_attribute("data-value", "10")
    expect(root.locator("[data-kind=value]")).to_have_text("y = 25, ")


def test_three_tenths_is_three_tenths(page, load):
    root = load(x=(0.0, 1.0, 0.1), ranges=None)
    slider = root.get_by_role("slider", name="x")
    slider.press("Home")
    for _ in range(3):
        page.evaluate("answer()")
        slider.press("ArrowRight")
    assert wanted(page)[-1]["values"] == [0.3]
    expect(root.get_by_role("textbox")).to_have_value("0.3")


def test_a_tiny_range_moves_and_shows_its_numbers(page, load):
    root = load(x=(1e-8, 5e-8))
    root.get_by_role("button", name="x one step up").click()
    assert wanted(page)[-1]["values"] == [3.05e-8]
    expect(root.get_by_role("textbox")).to_have_value("3.05e−8")
    expect(root.get_by_role("slider")).to_have_attribute("aria-valuetext", "3.05e−8")


def test_plus_and_minus_stop_at_the_ends(page, load):
    root = load(x=(0, 1, 0.5))
    more, less = (root.get_by_role("button", name=f"x one step {way}") for way in ("up", "down"))
    for _ in range(3):
        more.press("Enter")
        page.evaluate("answer()")
    assert [w["values"] for w in wanted(page)] == [[1]]
    expect(more).to_have_attribute("aria-disabled", "true")
    less.click()
    assert wanted(page)[-1]["values"] == [0.5]
    expect(more).to_have_attribute("aria-disabled", "false")


@pytest.mark.parametrize(
    ("typed", "value"), [("-2.25", -2.25), ("−2", -2), ("0,5", 0.5), (" 1e0 ", 1), (".5", 0.5)]
)
def test_a_typed_number_counts_as_it_is(page, load, typed, value):
    box = load().get_by_role("textbox")
    box.fill(typed)
    box.press("Enter")
    assert wanted(page)[-1]["values"] == [value]


def test_a_typed_number_outside_is_brought_in_and_said(page, load):
    root = load()
    box = root.get_by_role("textbox")
    box.fill("9")
    box.press("Enter")
    assert wanted(page)[-1]["values"] == [5]
    expect(box).to_have_value("5")
    notice = root.locator(".adl-notice")
    expect(notice).to_have_text("x goes from −5 to 5, so 9 became 5.")
    expect(notice).to_have_attribute("aria-live", "polite")
    page.evaluate("answer()")
    root.get_by_role("slider").press("ArrowLeft")
    expect(notice).to_have_text("")


@pytest.mark.parametrize("typed", ["abc", "", "1/2", "Infinity", "0x10", "1.2.3", "NaN"])
def test_what_is_no_number_changes_nothing_and_is_said(page, load, typed):
    root = load()
    box = root.get_by_role("textbox")
    box.fill(typed)
    box.press("Enter")
    expect(box).to_have_value("3")
    expect(root.locator(".adl-notice")).to_contain_text("is not a number, so x stays 3.")
    assert wanted(page) == []


def test_keys_in_the_number_box(page, load):
    root = load(x=3.25)
    box = root.get_by_role("textbox")
    box.press("ArrowUp")
    assert wanted(page)[-1]["values"] == [3.3]
    page.evaluate("answer()")
    box.fill("1")
    box.press("Escape")
    expect(box).to_have_value("3.3")


def test_a_value_between_stops_goes_to_the_next_stop(page, load):
    root = load(x=3.25)
    root.get_by_role("button", name="x one step down").click()
    assert wanted(page)[-1]["values"] == [3.2]


def test_each_input_has_its_own_row(page, load):
    root = load(x=1.0, v=[2.0, 3.0])
    root.get_by_role("slider", name="v[1]").press("ArrowRight")
    assert wanted(page)[-1] == {"serial": 1, "values": [1, 2, 3.1], "moved": 2}


# one computation at a time


def test_a_storm_sends_one_and_then_the_last(page, load):
    load()
    slide(page, *range(100))
    assert [w["values"] for w in wanted(page)] == [[-5]]
    page.evaluate("answer()")
    assert [w["values"] for w in wanted(page)] == [[-5], [4.9]]
    page.evaluate("answer()")
    assert len(wanted(page)) == 2
    assert page.evaluate("state.readout.sentence") == "x = 4.9, y = 24.010000000000005."


def test_the_slider_does_not_jump_back_to_an_older_answer(page, load):
    root = load()
    slide(page, 10, 90)
    page.evaluate("answer()")  # the kernel's -4 arrives while the learner is at 4
    expect(root.get_by_role("textbox")).to_have_value("4")
    page.evaluate("answer()")
    expect(root.get_by_role("textbox")).to_have_value("4")


def test_the_kernel_can_move_the_slider(page, load):
    root = load()
    page.evaluate("update({values: [-1.5]})")
    expect(root.get_by_role("textbox")).to_have_value("−1.5")
    expect(root.get_by_role("slider")).to_have_attribute("aria-valuetext", "−1.5")
    assert wanted(page) == []


def test_two_views_stay_together(page, load):
    load()
    page.evaluate("view('second')")
    slide(page, 10, 20, 30)
    for _ in range(3):
        page.evaluate("answer()")
    expect(page.locator("#second").get_by_role("textbox")).to_have_value("−2")
    page.locator("#second").get_by_role("slider").press("Home")
    page.evaluate("answer()")
    expect(page.locator("#root").get_by_role("textbox")).to_have_value("−5")
    assert [w["values"] for w in wanted(page)] == [[-4], [-2], [-5]]


def test_a_long_computation_says_so_and_a_lost_kernel_too(page, load):
    root = load(clock=True)
    slide(page, 10)
    page.clock.run_for(300)
    expect(root.locator(".adl-status")).to_have_text("")
    page.clock.run_for(200)
    expect(root.locator(".adl-status")).to_have_text("Computing …")
    page.clock.run_for(8000)
    expect(root.locator(".adl-status")).to_contain_text("run this cell again")
    page.evaluate("answer()")
    expect(root.locator(".adl-status")).to_have_text("")


# words


def test_nothing_is_announced_while_moving_and_a_summary_at_rest(page, load):
    root = load(clock=True)
    live = root.locator(".adl-live")
    page.clock.run_for(2000)
    expect(live).to_have_text("")
    for stop in (10, 20, 30):
        slide(page, stop)
        page.evaluate("answer()")
        page.clock.run_for(300)
        expect(live).to_have_text("")
    page.clock.run_for(400)
    expect(live).to_have_text("x = -2, y = 4.")
    expect(live).to_have_attribute("aria-live", "polite")


def test_only_the_numbers_of_the_line_change(page, load):
    load()
    slide(page, 10)
    page.evaluate("answer()")
    page.evaluate("window.kept = [...document.querySelectorAll('.adl-part, .adl-part *')]")
    slide(page, 20)
    page.evaluate("answer()")
    assert page.evaluate(
        "kept.every((e, i) => e === [...document.querySelectorAll('.adl-part, .adl-part *')][i])"
    )


def test_an_error_takes_the_place_of_the_line(page, load):
    root = load()
    slide(page, 10)
    page.evaluate("answer()")
    failure = {"title": "No.", "what": "<b>why</b>", "where": "Line 2:", "line": "1 / 0", "kept": "Old."}
    page.evaluate("(failure) => update({failure})", failure)
    expect(root.locator(".adl-readout")).to_be_hidden()
    expect(root.locator(".adl-failure-what")).to_have_text("<b>why</b>")
    expect(root.locator(".adl-failure-line")).to_have_text("1 / 0")
    page.evaluate("update({failure: {}})")
    expect(root.locator(".adl-readout")).to_be_visible()
    expect(root.locator(".adl-failure")).to_be_hidden()


def test_texts_are_never_markup(page, load):
    bad = "<img src=x onerror=alert(1)>"
    load(**{"x": 1.0, bad: 2.0}, traits={"function": bad, "note": bad})
    assert page.locator(".adl-explore img[src=x]").count() == 0
    assert page.locator(".adl-explore").get_by_role("slider", name=bad).count() == 1


# the curve


def test_point_and_tangent_stand_where_the_numbers_say(page, load):
    root = load(traits={"curve": CURVE})
    for stop in (10, 80):
        slide(page, stop)
        page.evaluate("answer()")
    point, tangent = root.locator(".adl-point"), root.locator(".adl-tangent")
    # x from −5 to 5 on 350 pixels, y from 0 to 30 on 240 pixels
    assert float(point.get_attribute("cx")) == pytest.approx(70 + 350 * 0.8)
    assert float(point.get_attribute("cy")) == pytest.approx(30 + 240 * (1 - 9 / 30))
    x1, y1, x2, y2 = (float(tangent.get_attribute(name)) for name in ("x1", "y1", "x2", "y2"))
    assert (y1 - y2) / (x2 - x1) * (350 / 240) * (30 / 10) == pytest.approx(6, rel=1e-3)
    assert tangent.get_attribute("data-slope") == "6"
    expect(root.locator(".adl-legend")).to_have_text("y over xtangent, slope 6")
    expect(root.locator(".adl-plot")).to_have_attribute("aria-label", "Curve of y over x. Point.")


@pytest.mark.parametrize(
    ("slope", "line"),
    [(0, (1, 0)), (1e300, (0, -1)), (-1e300, (0, 1)), (None, None), ("nan", None), ("inf", None)],
)
def test_tangents_of_every_kind(page, load, slope, line):
    load(traits={"curve": CURVE})
    found = page.evaluate("([c, m]) => helpers.place(c, m).line", [CURVE, {"x": 1, "y": 9, "slope": slope}])
    if line is None:
        assert found is None
        return
    length = ((found[2] - found[0]) ** 2 + (found[3] - found[1]) ** 2) ** 0.5
    assert length > 1000
    direction = (found[2] - found[0]) / length, (found[3] - found[1]) / length
    assert direction == pytest.approx(line, abs=1e-9)


def test_a_point_that_is_no_number_is_not_drawn(page, load):
    mark = {"input": "x", "result": "y", "x": 1, "y": "nan", "slope": "nan", "slopeText": "not a number"}
    root = load(traits={"curve": CURVE, "mark": mark})
    expect(root.locator(".adl-point")).to_be_hidden()
    expect(root.locator(".adl-tangent")).to_be_hidden()
    expect(root.locator(".adl-legend")).to_contain_text("no tangent here")


def test_the_page_never_jumps_while_a_slider_moves(page, load):
    root = load(traits={"curve": CURVE})
    slide(page, 10)
    page.evaluate("answer()")
    before = root.bounding_box()
    for stop in (0, 33, 57, 100):
        slide(page, stop)
        page.evaluate("answer()")
        assert root.bounding_box() == before
    failure = {
        "title": "No result at x = 5.",
        "what": "ZeroDivisionError",
        "where": "Line 1:",
        "line": "1 / 0",
    }
    page.evaluate("(failure) => update({failure})", failure)
    assert root.bounding_box() == before


def test_the_place_of_the_curve_is_kept_until_it_comes(page, load):
    root = load()
    before = root.bounding_box()
    page.evaluate("(curve) => update({curve})", CURVE)
    assert root.bounding_box() == before


def test_a_sentence_instead_of_a_curve(page, load):
    root = load(traits={"note": "No curve here."}, x=1.0, z=2.0)
    expect(root.locator(".adl-note")).to_have_text("No curve here.")
    expect(root.locator(".adl-plot")).to_be_hidden()
    expect(root.get_by_role("combobox")).to_be_hidden()


def test_the_input_of_the_curve_can_be_chosen(page, load):
    root = load(traits={"curve": CURVE}, x=1.0, z=2.0)
    root.get_by_role("combobox", name="Curve over").select_option("z")
    assert page.evaluate("sent.at(-1).choice") == "z"


@pytest.mark.parametrize("width", [320, 420, 700, 1000])
def test_nothing_sticks_out_at_any_width(page, load, width):
    page.set_viewport_size({"width": width, "height": 900})
    root = load(x=-1234.5, a_name_that_is_really_very_long_indeed=1e-7, traits={"curve": CURVE})
    slide(page, 10)
    page.evaluate("answer()")
    frame = root.bounding_box()
    for part in root.locator("button, input, select, label, img, p, .adl-told").all():
        box = part.bounding_box()
        if box is not None and part.is_visible():
            assert box["x"] >= frame["x"]
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 0.5, part.inner_html()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_cleaning_up_leaves_nothing(page, load):
    load(clock=True)
    slide(page, 10)
    page.evaluate("cleanups[0]()")
    page.clock.run_for(20_000)
    assert page.evaluate("Object.values(listeners).flat()") == []
    assert page.evaluate("document.body.innerText.trim()") == ""
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    page.clock.run_for(100)
    assert page.evaluate("state.shown_theme") == "light"
