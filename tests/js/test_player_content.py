"""What the player shows: stories that change, words, themes, hostile texts, narrow columns."""

import json

import numpy as np
import player_stories
import pytest
from playwright.sync_api import expect

import autodiff_lab as adl

HOSTILE = "</script><img src=x onerror=window.hacked=1><!-- \"'&amp; ${1} \u202e"


def button(player, name):
    return player.get_by_role("button", name=name, exact=True)


# a slider in the notebook moves


def test_new_numbers_keep_position_and_elements(page, load):
    player = load(page, position=5)
    page.evaluate("window.before = document.querySelector('.adl-graph')")
    page.evaluate("(story) => update({story})", player_stories.diamond(4))
    assert page.evaluate("before === document.querySelector('.adl-graph')")
    assert page.evaluate("state.position") == 5
    expect(player.locator("[data-node=n5] .adl-value")).to_have_text("30")
    expect(player.locator("[data-node=n0] .adl-gradient")).to_have_text("5 + 6 = 11")
    expect(player.locator(".adl-graph > title")).to_have_text("Graph of y = a × b, 6 values")


def test_a_new_picture_comes_in_the_state_of_the_position(page, load):
    player = load(page, position=2)
    story = player_stories.diamond(4)
    page.evaluate("(changes) => update(changes)", {"svg": player_stories.picture(story, 6), "story": story})
    assert player.locator(".adl-flow").evaluate_all("gs => gs.map(g => g.dataset.edge)") == ["e4"]
    expect(player.locator("[data-node=n0] .adl-gradient")).to_have_text("–")


def test_a_moving_slider_is_quiet_and_ends_with_a_summary(page, load):
    player = load(page, clock=True, position=6)
    live = player.locator("[aria-live]")
    for x in (3, 4, 5):
        page.evaluate("(story) => update({story})", player_stories.diamond(x))
        page.clock.run_for(100)
        expect(live).to_have_text("")
    page.clock.run_for(1000)
    expect(live).to_have_text("Done. x has gradient 13.")


def test_another_number_of_steps_starts_over(page, load):
    player = load(page, position=5)
    story = player_stories.diamond()
    story["steps"] = story["steps"][:3]
    page.evaluate("(story) => update({story})", story)
    assert page.evaluate("state.position") == 0
    expect(player.locator(".adl-counter")).to_have_text("step 0 of 3")


@pytest.mark.parametrize("order", [("story", "position"), ("position", "story")])
def test_a_position_that_comes_with_a_new_story_stands(page, load, order):
    player = load(page, position=5)
    story = player_stories.diamond()
    story["steps"] = story["steps"] + story["steps"]
    changes = {"story": story, "position": 12}
    page.evaluate("(changes) => update(changes)", {name: changes[name] for name in order})
    expect(player.locator(".adl-counter")).to_have_text("step 12 of 12")


def test_a_graph_without_steps_has_no_controls(page, load):
    story = player_stories.diamond()
    story["steps"], story["nodes"][0]["gradient"] = [], "7"
    player = load(page, story)
    expect(player.locator(".adl-controls")).to_be_hidden()
    expect(player.locator("[data-node=n0] .adl-gradient")).to_have_text("7")
    expect(player.locator(".adl-band .adl-caption").first).to_have_text(story["description"])


def test_a_constant_drawn_twice_is_filled_twice(page, load):
    story = player_stories.diamond()
    svg = player_stories.picture(story).replace('data-node="n3"', 'data-node="n1"')
    player = load(page, story, svg=svg)
    assert player.locator("[data-node=n1] .adl-value").all_text_contents() == ["1", "1"]


# in words


def test_steps_in_words(page, load):
    player = load(page, position=2)
    player.get_by_text("Steps in words").click()
    items = player.locator(".adl-log li")
    expect(items).to_have_count(6)
    expect(items.nth(1)).to_contain_text("n2 gets 1 × 4 = 4.")
    expect(items.nth(1)).to_contain_text("upstream × local derivative")
    expect(player.locator("li[aria-current=step]")).to_have_count(1)
    expect(items.nth(1)).to_have_attribute("aria-current", "step")
    button(player, "Next").click()
    expect(items.nth(2)).to_have_attribute("aria-current", "step")


def test_table_of_values_and_gradients(page, load):
    player = load(page, position=4)
    player.get_by_text("Values and gradients").click()
    rows = player.locator("tbody tr").evaluate_all(
        "rows => rows.map(r => [...r.cells].map(c => c.innerText))"
    )
    assert rows == [
        ["x", "–", "–", "2", "3", "1 of 2 shares"],
        ["1", "–", "–", "1", "", "constant"],
        ["a = x + 1", "add", "x, 1", "3", "4", "done"],
        ["2", "–", "–", "2", "", "constant"],
        ["b = x + 2", "add", "x, 2", "4", "3", "done"],
        ["y = a × b", "multiply", "a, b", "12", "1", "done"],
    ]


def test_not_connected_is_a_word_and_not_zero(page, load):
    story = player_stories.diamond()
    story["nodes"][3] |= {"role": "source", "connected": False, "gradient": "none"}
    player = load(page, story)
    expect(player.locator("[data-node=n3] .adl-gradient")).to_have_text("none")
    player.get_by_text("Values and gradients").click()
    expect(player.locator("tbody tr").nth(3)).to_contain_text("not connected")


@pytest.mark.parametrize(
    ("data", "dtype", "text"),
    [
        (0.10000000149011612, "float32", "0.1"),
        (0.3333333432674408, "float32", "0.33333334"),
        (0.1, "float64", "0.1"),
        (-2.5, "float64", "−2.5"),
        ([[1, 2], [3, "nan"]], "float32", "[[1, 2], [3, nan]]"),
    ],
)
def test_full_precision(page, load, data, dtype, text):
    load(page)
    assert page.evaluate("([data, dtype]) => helpers.precise(data, dtype)", [data, dtype]) == text


# themes


@pytest.mark.parametrize(
    ("asked", "lab", "system", "painted"),
    [
        ("auto", None, "dark", "dark"),
        ("auto", None, "light", "light"),
        ("auto", "true", "dark", "light"),
        ("auto", "false", "light", "dark"),
        ("light", "false", "dark", "light"),
        ("dark", "true", "light", "dark"),
    ],
)
def test_theme(page, load, asked, lab, system, painted):
    page.emulate_media(color_scheme=system)
    player = load(page, theme=asked)
    if lab:
        page.evaluate("(lab) => { document.body.dataset.jpThemeLight = lab; }", lab)
    expect(player).to_have_attribute("data-theme", painted)
    surface = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 29)"}[painted]
    expect(player).to_have_css("background-color", surface)


def test_the_theme_follows_the_notebook_and_the_trait(page, load):
    page.emulate_media(color_scheme="light")
    player = load(page, theme="auto")
    page.emulate_media(color_scheme="dark")
    expect(player).to_have_attribute("data-theme", "dark")
    page.evaluate("update({theme: 'light'})")
    expect(player).to_have_attribute("data-theme", "light")


# hostile texts


def test_texts_stay_texts(page, load):
    player = load(page, player_stories.hostile(HOSTILE), position=2)
    for summary in player.locator("summary:visible").all():
        summary.click()
    assert player.locator("img, script, a").count() == 0
    assert page.evaluate("window.hacked") is None
    assert player.locator("tbody th").first.text_content() == HOSTILE
    assert player.locator(".adl-band .adl-caption").first.text_content() == HOSTILE


def test_a_picture_can_do_nothing_but_be_drawn(page, load):
    bad = """<svg xmlns="http://www.w3.org/2000/svg" class="adl-graph" width="9" onload="window.hacked=1">
      <script>window.hacked = 2</script><style>body { display: none }</style>
      <foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="hacked=3"/></foreignObject>
      <a href="javascript:window.hacked=4"><text>press</text></a><rect onclick="window.hacked=5"/></svg>"""
    player = load(page, svg=bad)
    kept = player.locator(".adl-frame svg").evaluate(
        "e => [...e.querySelectorAll('*')].map(c => c.outerHTML)"
    )
    assert kept == ["<rect></rect>"]
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("svg", ["", "<svg", "<p>no</p>"])
def test_a_broken_picture_leaves_the_words(page, load, svg):
    player = load(page, svg=svg)
    expect(player.locator(".adl-frame")).to_contain_text("cannot be shown")
    button(player, "Next").click()
    expect(player.locator(".adl-band .adl-caption").first).to_have_text("Start at y.")


# room


@pytest.mark.parametrize("width", [320, 1200])
def test_targets_are_large_and_texts_readable(page, load, width):
    page.set_viewport_size({"width": width, "height": 800})
    player = load(page, position=5)
    for summary in player.locator("summary:visible").all():
        summary.click()
    sizes = player.locator("button:visible, input, summary:visible").evaluate_all(
        "es => es.map(e => e.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert min(min(size) for size in sizes) >= 32
    small = player.evaluate("""root => [...root.querySelectorAll("*")].filter(e =>
        [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim()) && !e.matches("title, desc")
        && parseFloat(getComputedStyle(e).fontSize) < 13).map(e => e.outerHTML)""")
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    inside = player.locator(".adl-controls").evaluate("e => e.scrollWidth <= e.clientWidth")
    assert inside


def test_in_a_narrow_column_the_frame_scrolls_to_what_happens(page, load):
    page.set_viewport_size({"width": 320, "height": 800})
    player = load(page)
    frame = player.locator(".adl-frame")
    assert frame.evaluate("e => e.scrollLeft") == 0
    button(player, "Next").click()
    page.wait_for_function("document.querySelector('.adl-frame').scrollLeft > 50")


def test_a_tall_graph_scrolls_inside_its_frame_and_leaves_the_buttons_in_sight(page, load):
    page.set_viewport_size({"width": 1200, "height": 900})
    x = adl.Variable(0.5)
    with adl.GradientTape() as tape:
        y = np.sum(np.stack([np.sin(x * float(i)) for i in range(40)]))
    story = tape.sweep(y, x).story
    player = load(page, story)
    assert button(player, "Next").bounding_box()["y"] < 800
    frame = player.locator(".adl-frame")
    inside = """frame => {
      const view = frame.getBoundingClientRect();
      const mark = frame.querySelector(".adl-flow") || frame.querySelector(".adl-active");
      const box = mark.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      return middle >= view.top && middle <= view.bottom;
    }"""
    page.emulate_media(reduced_motion="reduce")
    for _ in range(4):
        button(player, "Next").click()
        assert frame.evaluate(inside)
    assert frame.evaluate("frame => frame.scrollTop") > 0


def test_buttons_stay_where_they_are(page, load):
    page.set_viewport_size({"width": 320, "height": 800})
    story = player_stories.diamond()
    story["steps"][1]["caption"] = "A long sentence about what happens. " * 3
    player = load(page, story)
    places = set()
    for _ in range(4):
        places.add(json.dumps(button(player, "Next").bounding_box()))
        button(player, "Next").click()
    assert len(places) == 1


def test_focus_is_visible(page, load):
    player = load(page)
    player.locator(".adl-frame").press("Tab")
    page.keyboard.press("Tab")
    expect(player.locator(":focus")).to_have_css("outline-width", "3px")
    expect(player.locator(":focus")).to_have_css("outline-style", "solid")


def test_names_for_screen_readers(page, load):
    player = load(page, position=1)
    expect(player).to_have_accessible_name("Player: Graph of y = a × b, 6 values")
    expect(player.locator(".adl-graph")).to_have_accessible_name("Graph of y = a × b, 6 values")
    expect(player.get_by_role("slider")).to_have_accessible_name("Position in the sweep")
    buttons = player.locator("button:visible").all()
    assert [one.get_attribute("aria-label") or one.inner_text() for one in buttons] == [
        "To the start", "Back", "Next", "Play", "To the end", "Half speed", "Normal speed", "Double speed",
        "No motion", "Large",
    ]  # fmt: skip
    boxes = player.locator("g.adl-node").all()
    assert [one.get_attribute("role") for one in boxes] == ["button"] * 6
    expect(boxes[0]).to_have_accessible_name("x. Value 2. Gradient: – (not yet)")


def test_the_program_marks_the_line_of_the_step(page, load):
    story = player_stories.diamond()
    story["program"] = "import numpy as np\n\n\ndef program(x):\n" + "".join(
        f"    line {n} <b>\n" for n in range(len(story["steps"]))
    )
    for number, step in enumerate(story["steps"]):
        step["line"] = number + 5 if step["kind"] == "share" else 0
    player = load(page, story)
    panel = player.locator("details", has_text="program")
    panel.locator("summary").click()
    marked = panel.locator("code[aria-current=step]")
    assert marked.count() == 0
    for number, step in enumerate(story["steps"]):
        player.get_by_role("button", name="Next").click()
        if step["line"]:
            assert marked.all_text_contents() == [f"    line {number} <b>\n"]
        else:
            assert marked.count() == 0


def test_without_a_program_there_is_no_panel_for_it(page, load):
    story = player_stories.diamond()
    story["program"] = ""
    assert not load(page, story).locator("summary", has_text="program").is_visible()
