"""Looking closer in the player: details, the walk by keys, nudges, one cell, folds, tangents."""

import numpy as np
import pytest
from playwright.sync_api import expect

import autodiff_lab as adl

HOSTILE = "<img src=x onerror=window.hacked=1>"


def diamond(x):
    a = x + 1
    b = x + 2
    return a * b


def network():
    x = adl.constant(np.ones((4, 3)), name="x")
    w, v = adl.Variable(np.full((3, 2), 0.3), name="w"), adl.Variable(np.ones((2, 1)), name="v")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("model"):
            with adl.scope("first"):
                h = np.tanh(x @ w)
            with adl.scope("second"):
                y = h @ v
        with adl.scope("loss"):
            loss = np.mean((y - 1) ** 2)
    return tape.sweep(loss, [w, v])


def shown(page, load, sweep, kernel=True, **state):
    """A player whose questions the sweep answers, as a kernel would; or one without a kernel."""
    player = load(page, sweep.player().story, svg=sweep.bare_svg(), **{"asks": True, "inner": {}} | state)
    answers = sweep._answerer()

    def answer(message):
        try:
            return {"answer": message["ask"], **answers(message["ask"])}
        except ValueError as error:
            return {"answer": message["ask"], "error": str(error)}

    page.expose_function("kernel", answer)
    page.evaluate(
        """(kernelRuns) => { window.asked = [];
          window.sendOf = (message) => { asked.push(message.ask);
            if (kernelRuns) kernel(message).then((told) => {
              for (const f of [...(listeners["msg:custom"] ?? [])]) f(told); }); }; }""",
        kernel,
    )
    return player


def box(player, name):
    return player.locator(f".adl-frame g.adl-node[data-node={name}]")


def press(player, name):
    player.get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def small(page, load):
    return shown(page, load, adl.trace(diamond, x=2.0).sweep)


@pytest.fixture
def large(page, load):
    return shown(page, load, network())


# details on hover and focus


def test_details_come_on_hover_stay_while_pointed_at_and_go(page, small):
    tip = small.locator(".adl-tip")
    expect(tip).to_be_hidden()
    box(small, "n2").hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("a = x + 1")
    expect(tip).to_contain_text("Value: 3 (float32)")
    expect(tip).to_contain_text("Gradient: – (not yet)")
    tip.hover()
    page.wait_for_timeout(500)
    expect(tip).to_be_visible()
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()


def test_details_can_be_dismissed(page, small):
    box(small, "n2").hover()
    expect(small.locator(".adl-tip")).to_be_visible()
    small.get_by_role("button", name="Next").focus()
    page.keyboard.press("Escape")
    expect(small.locator(".adl-tip")).to_be_hidden()


def test_details_stay_inside_the_player(page, load):
    page.set_viewport_size({"width": 340, "height": 700})
    player = shown(page, load, adl.trace(diamond, x=2.0).sweep)
    for name in ("n0", "n5"):
        box(player, name).scroll_into_view_if_needed()
        box(player, name).hover()
        page.wait_for_timeout(400)
        tip, root = player.locator(".adl-tip").bounding_box(), player.bounding_box()
        assert root["x"] <= tip["x"]
        assert tip["x"] + tip["width"] <= root["x"] + root["width"]


# the walk


def test_a_walk_by_keys(page, small):
    small.locator(".adl-frame").focus()
    page.keyboard.press("Enter")
    expect(box(small, "n5")).to_be_focused()
    expect(small.locator(".adl-live")).to_contain_text("Walking through the graph")
    expect(small.locator(".adl-tip")).to_contain_text("a × b")
    for key, place in [
        ("ArrowLeft", "n2"), ("ArrowLeft", "n0"), ("ArrowRight", "n2"), ("ArrowDown", "n3"),
        ("ArrowDown", "n4"), ("ArrowRight", "n5"), ("ArrowRight", "n5"), ("Home", "n0"), ("ArrowUp", "n0"),
        ("End", "n5"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(box(small, place)).to_be_focused()
    assert page.evaluate("state.position") == 0  # the arrows do not step
    page.keyboard.press("Escape")  # first the details, then the walk
    page.keyboard.press("Escape")
    expect(small.locator(".adl-frame")).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("state.position") == 1


def test_enter_in_the_walk_tells_more(page, small):
    small.locator(".adl-frame").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    panel = small.get_by_role("region", name="About x")
    expect(panel).to_be_visible()
    expect(panel.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")  # the close button
    expect(panel).to_be_hidden()
    expect(box(small, "n0")).to_be_focused()


def test_a_box_tells_all_to_those_who_hear_it(page, small):
    expect(box(small, "n2")).to_have_accessible_name(
        "a = x + 1. add. Inputs x, 1. Value 3. Gradient: – (not yet)"
    )
    page.evaluate("() => update({position: 2})")
    page.wait_for_timeout(600)
    expect(box(small, "n2")).to_have_accessible_name(
        "a = x + 1. add. Inputs x, 1. Value 3. Gradient: 4 (done)"
    )


# the panel


def test_the_panel_follows_the_sweep(page, small):
    box(small, "n0").click()
    panel = small.get_by_role("region", name="About x")
    expect(panel).to_contain_text("not yet")
    expect(panel).not_to_contain_text("From")
    page.evaluate("() => update({position: 5})")
    page.wait_for_timeout(600)
    expect(panel).to_contain_text("3 + 4 = 7 (done)")
    expect(panel.locator("dl div", has_text="From b")).to_contain_text("3 × 1 = 3")
    expect(panel.locator("dl div", has_text="From a")).to_contain_text("4 × 1 = 4")
    box(small, "n0").click()
    expect(panel).to_be_hidden()


def test_a_nudge_shows_prediction_and_measurement(page, small):
    box(small, "n0").click()
    press(small, "+0.1")
    said = small.locator(".adl-nudged")
    expect(said).to_have_text(
        "Raise x by 0.1. Predicted change of y: 7 × 0.1 = 0.7. Measured: 0.71.".replace("y:", "a × b:")
    )
    press(small, "−0.01")
    expect(said).to_contain_text("Lower x by 0.01")
    expect(small.get_by_role("button", name="−0.01", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(small.get_by_role("button", name="+0.1", exact=True)).to_have_attribute("aria-pressed", "false")
    page.evaluate("() => update({position: 2})")
    expect(said).to_contain_text("Lower x by 0.01")  # the sweep goes on beside it


def test_constants_cannot_be_nudged(page, small):
    box(small, "n1").click()
    expect(small.locator(".adl-about")).to_be_visible()
    expect(small.locator(".adl-about .adl-choices")).to_have_count(0)


# one cell


def test_one_cell_and_back(page, large):
    box(large, "n1").click()
    large.locator(".adl-cells button").nth(3).click()
    bar = large.locator(".adl-bar")
    expect(bar).to_contain_text("w[1, 1] alone")
    assert page.evaluate("asked") == ["cell n1 1,1"]
    expect(large.locator(".adl-frame text.adl-name", has_text="w[1, 1]")).to_be_visible()
    press(large, "To the end")
    expect(large.locator(".adl-band .adl-caption").first).to_contain_text("w[1, 1] has gradient")
    assert page.evaluate("state.position") == 0  # the whole sweep has not moved
    press(large, "Back to the whole")
    expect(bar).to_be_hidden()
    expect(large.locator(".adl-frame text.adl-name", has_text="h = tanh")).to_be_visible()
    expect(large.locator(".adl-counter")).to_have_text("step 0 of 9")


def test_a_cell_of_a_large_array_is_chosen_by_numbers(page, load):
    player = shown(page, load, adl.trace(lambda x: np.sum(x**2), x=np.arange(100.0).reshape(10, 10)).sweep)
    box(player, "n0").click()
    fields = player.locator(".adl-about input[type=number]")
    fields.nth(0).fill("3")
    fields.nth(1).fill("99")  # beyond the end: the last one
    fields.nth(1).press("ArrowRight")  # keys in a field are its own
    press(player, "Follow")
    expect(player.locator(".adl-bar")).to_contain_text("x[3, 9] alone")


def test_scalars_have_no_cells(page, small):
    box(small, "n0").click()
    expect(small.locator(".adl-follow")).to_have_count(0)


# folds


def test_a_scope_folds_by_a_click_and_by_its_switch(page, large):
    large.locator("g.adl-scope", has=page.locator("text", has_text="loss")).locator("rect").click(
        position={"x": 8, "y": 8}
    )
    expect(large.locator(".adl-frame text.adl-name", has_text="loss (3 steps)")).to_be_visible()
    switch = large.locator(".adl-tools button", has_text="loss")
    expect(switch).to_have_attribute("aria-expanded", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-expanded", "true")
    expect(large.locator(".adl-frame text.adl-name", has_text="y − 1").first).to_be_visible()
    large.locator(".adl-tools button", has_text="first").press("Enter")
    expect(large.locator(".adl-frame text.adl-name", has_text="first (2 steps)")).to_be_visible()
    expect(large.locator(".adl-tools button", has_text="first")).to_be_focused()


def test_the_moment_stays_when_a_box_folds(page, large):
    page.evaluate("() => update({position: 5})")  # inside: h has its gradient
    large.locator(".adl-tools button", has_text="loss").click()
    expect(large.locator(".adl-counter")).to_have_text("step 3 of 7")
    press(large, "Next")
    large.locator(".adl-tools button", has_text="loss").click()
    expect(large.locator(".adl-counter")).to_have_text("step 6 of 9")
    assert page.evaluate("state.position") == 6


def test_a_folded_box_says_how_to_open_it(page, large):
    large.locator(".adl-tools button", has_text="model").click()
    large.locator(".adl-frame g.adl-node", has_text="model (3 steps)").click()
    press(large, "Open model")
    expect(large.locator(".adl-frame text.adl-name", has_text="h = tanh")).to_be_visible()


def test_a_cell_inside_a_folding(page, large):
    large.locator(".adl-tools button", has_text="loss").click()
    large.locator(".adl-frame g.adl-node", has_text="w").first.click()
    large.locator(".adl-cells button").first.click()
    expect(large.locator(".adl-bar")).to_contain_text("w[0, 0] alone")
    assert page.evaluate("asked").pop().startswith("folds s3 0/cell ")
    press(large, "Back to the whole")
    expect(large.locator(".adl-frame text.adl-name", has_text="loss (3 steps)")).to_be_visible()


def test_a_large_graph_is_opened_piece_by_piece(page, load):
    def f(x):
        for _ in range(250):
            x = np.tanh(x * 1.01)
        return x

    player = shown(page, load, adl.trace(f, x=0.5).sweep)
    before = player.locator(".adl-frame g.adl-node").count()
    player.locator(".adl-frame g.adl-node", has_text="turns").click()
    press(player, "Open more of it")
    expect(player.locator(".adl-frame g.adl-node")).to_have_count(before + 60)  # 40 operations, 20 constants


# without a kernel


def test_a_silent_kernel_is_told(page, load):
    page.clock.install()
    player = shown(page, load, network(), kernel=False)
    box(player, "n1").click()
    player.locator(".adl-cells button").first.click()
    expect(player.locator(".adl-bar")).to_contain_text("Asking Python")
    page.clock.run_for(7000)
    expect(player.locator(".adl-bar")).to_contain_text("Python does not answer")
    expect(player.locator(".adl-counter")).to_have_text("step 0 of 9")


def test_a_fault_of_python_is_told(page, load):
    def f(x):
        for _ in range(60):
            x = np.tanh(np.ones((7, 7)) @ x)
        return np.sum(x)

    player = shown(page, load, adl.trace(f, x=np.full((7, 7), 0.01)).sweep)
    player.locator(".adl-frame g.adl-source").first.click()
    press(player, "Follow")
    expect(player.locator(".adl-bar")).to_contain_text("too long for a picture")


def test_what_cannot_be_had_is_not_offered(page, load):
    player = shown(page, load, network(), asks=False)
    box(player, "n1").click()
    expect(player.locator(".adl-cells")).to_have_count(0)
    expect(player.locator(".adl-tools")).to_be_hidden()
    expect(player.locator(".adl-about .adl-choices").first).to_contain_text("Nudge w")


def test_a_page_carries_its_answers(page, tmp_path):
    (tmp_path / "page.html").write_text(network().to_html(), encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    player = page.locator("#player > .adl-player")
    player.locator(".adl-tools button", has_text="model").click()
    expect(player.locator("text.adl-name", has_text="model (3 steps)")).to_be_visible()
    player.locator(".adl-tools button", has_text="model").click()
    box(player, "n1").click()
    player.locator(".adl-cells button").nth(3).click()
    expect(player.locator(".adl-bar")).to_contain_text("w[1, 1] alone")


def test_new_numbers_close_what_was_open(page, load):
    sweep = network()
    player = shown(page, load, sweep)
    player.locator(".adl-tools button", has_text="loss").click()
    expect(player.locator("text.adl-name", has_text="loss (3 steps)")).to_be_visible()
    story = network().player().story
    page.evaluate("(story) => update({story})", story)
    expect(player.locator("text.adl-name", has_text="loss (3 steps)")).to_have_count(0)
    expect(player.locator(".adl-counter")).to_have_text("step 0 of 9")


# tangents


def test_tangents_run_the_other_way(page, small):
    press(small, "Tangents")
    expect(small.locator(".adl-band .adl-caption").first).to_contain_text("an input moves by 1")
    press(small, "Next")
    expect(box(small, "n0").locator(".adl-gradient")).to_have_text("1")
    press(small, "Next")
    expect(box(small, "n2").locator(".adl-gradient")).to_have_text("1")
    assert "adl-forwards" in small.locator(".adl-graph").get_attribute("class")
    edge = small.locator("g.adl-edge.adl-flow")
    expect(edge.locator(".adl-head")).to_be_visible()
    expect(edge.locator(".adl-back")).to_be_hidden()
    press(small, "To the end")
    expect(box(small, "n5").locator(".adl-gradient")).to_have_text("4 + 3 = 7")
    press(small, "Backward")
    expect(small.locator(".adl-graph")).not_to_have_class("adl-graph adl-forwards")
    expect(box(small, "n5").locator(".adl-gradient")).to_have_text("–")


def test_each_run_of_tangents_begins_anew(page, load):
    player = shown(page, load, adl.trace(lambda x, w: x * w, x=2.0, w=5.0).sweep)
    press(player, "Tangents")
    for _ in range(4):
        press(player, "Next")
    expect(player.locator(".adl-band .adl-caption").first).to_contain_text("Run 2 of 2")
    assert player.locator(".adl-frame .adl-gradient").all_text_contents() == ["–", "1", "–"]
    expect(player.locator("g.adl-edge.adl-done")).to_have_count(0)


def test_both_modes_are_counted(page, load):
    player = shown(page, load, adl.trace(lambda x, w: x * w, x=2.0, w=5.0).sweep)
    expect(player.locator(".adl-runs")).to_be_hidden()
    press(player, "Tangents")
    expect(player.locator(".adl-runs")).to_contain_text("runs needed: 2")
    press(player, "Backward")
    expect(player.locator(".adl-runs")).to_be_hidden()


# settings


def test_motion_can_be_switched_off(page, small):
    press(small, "No motion")
    press(small, "Next")
    press(small, "Next")
    expect(small.locator(".adl-dot")).to_have_count(0)
    expect(box(small, "n2").locator(".adl-gradient")).to_have_text("4", timeout=200)


def test_projector_size(page, small):
    before = small.locator(".adl-band .adl-caption").first.bounding_box()["height"]
    press(small, "Large")
    after = small.locator(".adl-band .adl-caption").first.bounding_box()["height"]
    assert after == pytest.approx(1.5 * before, rel=0.1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(small.get_by_role("button", name="Large")).to_have_attribute("aria-pressed", "true")


# hostile names


def test_hostile_names_stay_text(page, load):
    x = adl.Variable(np.ones(3))
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope(HOSTILE):
            u = x * x
        y = np.sum(u)
    player = shown(page, load, tape.sweep(y, x, names={HOSTILE: x, HOSTILE + "u": u}))
    box(player, "n0").hover()
    expect(player.locator(".adl-tip")).to_be_visible()
    box(player, "n0").click()
    player.locator(".adl-cells button").first.click()
    expect(player.locator(".adl-bar")).to_contain_text("alone")
    press(player, "Back to the whole")
    player.locator(".adl-tools button").first.click()
    page.wait_for_timeout(200)
    assert page.evaluate("window.hacked") is None


def test_russian(page, load):
    from autodiff_lab.views.language import words_of

    adl.set_language("ru")
    try:
        sweep = adl.trace(diamond, x=2.0).sweep
        player = shown(page, load, sweep, lang="ru", words=words_of("ru")["player"])
    finally:
        adl.set_language("en")
    expect(player).to_have_attribute("lang", "ru")
    press(player, "Дальше")
    expect(player.locator(".adl-band .adl-caption").first).to_contain_text("Начинаем с")
    box(player, "n0").click()
    expect(player.get_by_role("region", name="Подробно: x")).to_be_visible()


# local derivatives at rest


def test_slopes_stand_on_edges_where_they_are_asked_for(page, small):
    slope = small.locator("g.adl-edge .adl-slope", has_text="×4")
    expect(slope).to_be_hidden()
    press(small, "Slopes")
    expect(slope).to_be_visible()
    page.evaluate("() => update({position: 2})")
    expect(slope).to_be_hidden()  # the sweep tells it now, with what comes out
    expect(small.locator("g.adl-edge.adl-flow .adl-edge-label")).to_have_text("×4 → 4")
    press(small, "Slopes")
    page.evaluate("() => update({position: 0})")
    expect(slope).to_be_hidden()


def test_without_single_slopes_there_is_no_switch(page, load):
    player = shown(page, load, adl.trace(lambda x: np.tanh(x), x=np.ones(8)).sweep)
    expect(player.get_by_role("button", name="Slopes")).to_be_hidden()


def test_a_constant_says_why_the_sweep_stops(page, small):
    box(small, "n1").click()
    expect(small.locator(".adl-about")).to_contain_text("1 is a constant. Nobody asked for its gradient")


# new numbers while something is open


def test_the_panel_stays_open_when_numbers_change(page, load):
    sweeps = [adl.trace(diamond, x=x).sweep for x in (2.0, 5.0)]
    player = shown(page, load, sweeps[0], position=6)
    box(player, "n0").click()
    player.get_by_role("button", name="Close").focus()
    page.evaluate("([story, svg]) => update({story, svg})", [sweeps[1].story, sweeps[1].bare_svg()])
    panel = player.get_by_role("region", name="About x")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("Value5 (float32)")
    expect(panel).to_contain_text("6 + 7 = 13")


def test_the_focus_in_the_panel_stays_when_numbers_change(page, load):
    stories = [adl.trace(diamond, x=x).sweep.story for x in (2.0, 5.0)]  # as an explorer sends them
    player = load(page, stories[0], svg=adl.trace(diamond, x=2.0).sweep.bare_svg())
    box(player, "n0").click()
    player.get_by_role("button", name="Close").focus()
    page.evaluate("(story) => update({story})", stories[1])
    expect(player.get_by_role("button", name="Close")).to_be_focused()
    expect(player.locator(".adl-about")).to_contain_text("5 (float32)")


def test_another_folding_closes_the_panel(page, large):
    box(large, "n1").click()
    expect(large.locator(".adl-about")).to_be_visible()
    large.locator(".adl-tools button", has_text="model").click()
    expect(large.locator("text.adl-name", has_text="model (3 steps)")).to_be_visible()
    expect(large.locator(".adl-about")).to_be_hidden()


def test_folding_while_it_plays_and_while_it_asks(page, load):
    sweep = network()
    player = shown(page, load, sweep)
    player.get_by_role("button", name="Play").click()
    player.locator(".adl-tools button", has_text="loss").click()
    expect(player.get_by_role("button", name="Play")).to_be_visible()  # it rests
    expect(player.locator("text.adl-name", has_text="loss (3 steps)")).to_be_visible()
    press(player, "To the end")
    press(player, "To the start")
    player.locator(".adl-tools button", has_text="loss").click()
    expect(player.locator(".adl-counter")).to_have_text("step 0 of 9")


def test_two_views_show_the_same_inside(page, load):
    player = shown(page, load, network())
    page.evaluate("view('other')")
    other = page.locator("#other > .adl-player")
    player.locator(".adl-tools button", has_text="loss").click()
    for one in (player, other):
        expect(one.locator("text.adl-name", has_text="loss (3 steps)")).to_be_visible()
    press(other, "Next")
    for one in (player, other):
        expect(one.locator(".adl-counter")).to_have_text("step 1 of 7")


def test_views_go_without_a_trace(page, load):
    player = shown(page, load, network())
    before = page.evaluate("Object.values(listeners).map((l) => l.length).reduce((a, b) => a + b)")
    page.evaluate("for (let i = 0; i < 5; i += 1) { view('v' + i); cleanups.pop()(); }")
    after = page.evaluate("Object.values(listeners).map((l) => l.length).reduce((a, b) => a + b)")
    assert after == before
    box(player, "n1").hover()
    page.evaluate("cleanups[0]()")
    page.wait_for_timeout(600)  # no timer of a view that is gone does anything


def test_modified_keys_are_not_the_players(page, small):
    small.locator(".adl-frame").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+ArrowLeft")
    expect(box(small, "n5")).to_be_focused()


@pytest.mark.parametrize("width", [320, 400])
def test_a_narrow_column_holds_everything(page, load, width):
    page.set_viewport_size({"width": width, "height": 900})
    player = shown(page, load, network())
    box(player, "n1").click()
    press(player, "+0.1")
    press(player, "Tangents")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for one in player.locator("button:visible, .adl-about p, .adl-runs").all():
        area = one.bounding_box()
        if one.evaluate("e => Boolean(e.closest('.adl-scroller'))"):
            continue
        assert area["x"] >= 0
        assert area["x"] + area["width"] <= width + 0.5


def test_text_spacing_of_the_readers_own(page, load):
    """WCAG 1.4.12: wider letters, words and lines, and nothing is cut off."""
    page.set_viewport_size({"width": 320, "height": 900})
    player = shown(page, load, network())
    page.add_style_tag(
        content="* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; "
        "line-height: 1.5 !important } p { margin-bottom: 2em !important }"
    )
    box(player, "n1").click()
    press(player, "+0.1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for one in player.locator("button:visible, .adl-about p, .adl-caption").all():
        if one.evaluate("e => Boolean(e.closest('.adl-scroller'))"):
            continue
        assert one.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), one.inner_text()
        area = one.bounding_box()
        assert area["x"] + area["width"] <= 320.5


# a graph without a sweep


def test_a_graph_tells_more_and_folds(page, load):
    x, w = adl.Variable(np.ones((2, 3)), name="x"), adl.Variable(np.full((3, 2), 0.3), name="w")
    with adl.GradientTape(persistent=True) as tape:
        with adl.scope("layer"):
            h = np.tanh(x @ w)
        y = np.sum(h)
    widget = tape.graph(y).player()
    player = load(page, widget.story, svg=widget.svg, asks=True, inner={})
    page.expose_function(
        "kernel", lambda message: {"answer": message["ask"], **widget._answer(message["ask"])}
    )
    page.evaluate(
        """() => { window.sendOf = (message) => { kernel(message).then((told) => {
             for (const f of [...(listeners["msg:custom"] ?? [])]) f(told); }); }; }"""
    )
    expect(player.locator(".adl-controls")).to_be_hidden()  # there is nothing to play
    box(player, "n0").hover()
    expect(player.locator(".adl-tip")).to_contain_text("all 1. (2, 3), float64")
    box(player, "n0").click()
    expect(player.locator(".adl-about")).to_contain_text("x")
    expect(player.locator(".adl-cells, .adl-about input")).to_have_count(0)  # a cell is followed on a sweep
    player.locator(".adl-tools button", has_text="layer").click()
    expect(player.locator("text.adl-name", has_text="layer (2 steps)")).to_be_visible()
    player.locator(".adl-tools button", has_text="layer").click()
    expect(player.locator("text.adl-name", has_text="h = tanh")).to_be_visible()
