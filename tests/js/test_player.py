"""The player as a learner meets it: buttons, keys, slider, play, and what each shows."""

import player_stories
import pytest
from playwright.sync_api import expect


def position(page):
    return page.evaluate("state.position")


def gradients(player):
    """The gradient line of each node that has one."""
    found = player.locator(".adl-node:has(.adl-gradient)").evaluate_all(
        "gs => gs.map(g => [g.dataset.node, g.querySelector('.adl-gradient').textContent])"
    )
    return dict(found)


def marked(player, mark, attribute):
    return player.locator(f".{mark}[{attribute}]").evaluate_all(
        f"gs => gs.map(g => g.getAttribute('{attribute}'))"
    )


def button(player, name):
    return player.get_by_role("button", name=name, exact=True)


# stepping


def test_before_the_sweep_each_gradient_is_a_dash_and_nothing_is_marked(page, load):
    player = load(page)
    assert set(gradients(player).values()) == {"–"}
    assert marked(player, "adl-active", "data-node") == []
    assert marked(player, "adl-flow", "data-edge") == []
    expect(player.locator(".adl-band .adl-caption").first).to_have_text("Press Next to start at y.")
    expect(player.locator(".adl-counter")).to_have_text("step 0 of 6")


def test_nothing_moves_until_asked(page, load):
    load(page, clock=True)
    page.clock.run_for(10_000)
    assert position(page) == 0
    assert page.evaluate("saved") == []


def test_next_shows_the_share_on_its_edge_and_below_its_node(page, load):
    player = load(page)
    button(player, "Next").click()
    button(player, "Next").click()
    assert position(page) == 2
    assert marked(player, "adl-active", "data-node") == ["n5"]
    assert marked(player, "adl-flow", "data-edge") == ["e4"]
    expect(player.locator("[data-edge=e4] .adl-edge-label")).to_have_text("×4 → 4")
    expect(player.locator("[data-node=n2] .adl-gradient")).to_have_text("4")
    assert gradients(player)["n0"] == "–"
    assert page.evaluate("saved") == [1, 2]


def test_back_takes_the_share_away_again(page, load):
    player = load(page, position=5)
    assert gradients(player)["n0"] == "3 + 4 = 7"
    button(player, "Back").click()
    assert gradients(player)["n0"] == "3"
    assert marked(player, "adl-done", "data-edge") == ["e4", "e5"]


def test_first_and_last(page, load):
    player = load(page)
    button(player, "To the end").click()
    assert position(page) == 6
    assert marked(player, "adl-flow", "data-edge") == []
    assert sorted(marked(player, "adl-done", "data-edge")) == ["e0", "e2", "e4", "e5"]
    assert gradients(player) == {"n0": "3 + 4 = 7", "n2": "4", "n4": "3", "n5": "1"}
    expect(button(player, "Next")).to_have_attribute("aria-disabled", "true")
    button(player, "Next").press("Enter")
    assert position(page) == 6
    button(player, "To the start").click()
    assert position(page) == 0


def test_the_active_edge_lies_above_the_others_and_points_back(page, load):
    player = load(page, position=2)
    edges = player.locator(".adl-edge").evaluate_all("gs => gs.map(g => g.dataset.edge)")
    assert edges[-1] == "e4"
    shown = "(e) => getComputedStyle(e).display"
    assert player.locator("[data-edge=e4] .adl-head").evaluate(shown) == "none"
    assert player.locator("[data-edge=e4] .adl-back").evaluate(shown) == "inline"


@pytest.mark.parametrize("wrong", [-3, 99])
def test_a_position_outside_the_story_is_shown_as_the_nearest(page, load, wrong):
    player = load(page, position=wrong)
    expect(player.locator(".adl-counter")).to_have_text(f"step {0 if wrong < 0 else 6} of 6")


# keys


def test_keys_work_inside_the_player(page, load):
    player = load(page)
    frame = player.locator(".adl-frame")
    for key, expected in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 6), ("Home", 0)]:
        frame.press(key)
        assert position(page) == expected, key


def test_keys_do_nothing_outside_and_letters_do_nothing_inside(page, load):
    player = load(page)
    page.keyboard.press("ArrowRight")
    for key in ("n", "b", "p", "Control+ArrowRight", "Shift+ArrowRight"):
        player.locator(".adl-frame").press(key)
    assert position(page) == 0


def test_the_notebook_around_does_not_hear_the_players_keys(page, load):
    player = load(page)
    page.evaluate("window.heard = []; document.addEventListener('keydown', (e) => heard.push(e.key))")
    for key in ("ArrowRight", "Home", "Tab", "x"):
        player.locator(".adl-frame").press(key)
    assert page.evaluate("heard") == ["Tab", "x"]
    assert player.get_attribute("data-lm-suppress-shortcuts") == "true"


def test_space_plays_on_the_graph_but_presses_a_focused_button(page, load):
    player = load(page, clock=True)
    button(player, "Back").press(" ")
    expect(button(player, "Play")).to_be_visible()
    button(player, "Next").press(" ")
    assert position(page) == 1
    player.locator(".adl-frame").press(" ")
    expect(button(player, "Pause")).to_be_visible()
    player.locator(".adl-frame").press("Escape")
    expect(button(player, "Play")).to_be_visible()


def test_tab_goes_through_every_control_and_leaves(page, load):
    load(page)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button id=after>after</button>')")
    seen = []
    for _ in range(16):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.className || document.activeElement.id"))
        if seen[-1] == "after":
            break
    assert seen[0] == "adl-frame"
    assert [name.removeprefix("adl-button adl-") for name in seen[1:12]] == [
        "adl-scrub", "first", "previous", "next", "play", "last", *["speed"] * 3, *["speed"] * 2,
    ]  # fmt: skip
    assert seen[-1] == "after"


# slider


def test_scrubbing_is_quiet_until_it_rests(page, load):
    player = load(page)
    page.evaluate("""() => {
      window.said = [];
      const live = document.querySelector("[aria-live]");
      new MutationObserver(() => said.push(live.textContent)).observe(live, {childList: true, subtree: true});
    }""")
    drag = "(e, value) => { e.value = value; e.dispatchEvent(new Event('input')); }"
    for value in (1, 3, 5):
        player.locator(".adl-scrub").evaluate(drag, value)
    assert position(page) == 5
    assert gradients(player)["n0"] == "3 + 4 = 7"
    assert page.evaluate("said") == []
    player.locator(".adl-scrub").evaluate("(e) => e.dispatchEvent(new Event('change'))")
    page.wait_for_function("said.length")
    assert page.evaluate("said") == ["Step 5 of 6. n0 gets 4 × 1 = 4."]


def test_dragging_with_the_mouse(page, load):
    player = load(page)
    box = player.locator(".adl-scrub").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle, steps=5)
    assert position(page) == 3
    expect(player.locator("[aria-live]")).to_have_text("")
    page.mouse.up()
    expect(player.locator("[aria-live]")).to_contain_text("Step 3 of 6.")
    expect(player.locator(".adl-scrub")).to_have_attribute("aria-valuetext", "step 3 of 6")


def test_one_message_a_step(page, load):
    player = load(page)
    button(player, "Next").click()
    expect(player.locator("[aria-live=polite]")).to_have_text("Step 1 of 6. Start at y.")


# play


def test_play_takes_900_ms_a_step_and_stops_at_the_end(page, load):
    player = load(page, clock=True)
    button(player, "Play").click()
    assert position(page) == 1
    page.clock.run_for(890)
    assert position(page) == 1
    page.clock.run_for(20)
    assert position(page) == 2
    page.clock.run_for(10 * 900)
    assert position(page) == 6
    expect(button(player, "Play")).to_be_visible()
    assert page.evaluate("saved") == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("speed", "step"), [("Half speed", 1800), ("Double speed", 450)])
def test_speeds(page, load, speed, step):
    player = load(page, clock=True)
    button(player, speed).click()
    expect(button(player, speed)).to_have_attribute("aria-pressed", "true")
    button(player, "Play").click()
    page.clock.run_for(3 * step + 10)
    assert position(page) == 4


def test_play_at_the_end_starts_again_from_the_first_step(page, load):
    player = load(page, clock=True, position=6)
    button(player, "Play").click()
    assert position(page) == 1
    page.clock.run_for(910)
    assert position(page) == 2


def test_pause_keeps_the_position_and_stepping_by_hand_pauses(page, load):
    player = load(page, clock=True)
    button(player, "Play").click()
    button(player, "Pause").click()
    page.clock.run_for(5000)
    assert position(page) == 1
    button(player, "Play").click()
    button(player, "Next").click()
    page.clock.run_for(5000)
    assert position(page) == 3


def test_the_dot_travels_from_result_to_input_and_the_number_comes_with_it(page, load):
    player = load(page, clock=True, position=1)
    button(player, "Next").click()
    dot = player.locator("[data-edge=e4] .adl-dot")
    assert gradients(player)["n2"] == "–"
    places = []
    for _ in range(3):
        page.clock.run_for(120)
        places.append(float(dot.get_attribute("cx")))
    assert places == sorted(places, reverse=True)
    assert places[0] > places[-1]
    page.clock.run_for(200)
    expect(dot).to_have_count(0)
    assert gradients(player)["n2"] == "4"


def test_with_less_motion_the_state_changes_at_once_and_play_is_slow(calm_page, load):
    player = load(calm_page, clock=True, position=1)
    button(player, "Next").click()
    expect(player.locator(".adl-dot")).to_have_count(0)
    assert gradients(player)["n2"] == "4"
    button(player, "Play").click()
    calm_page.clock.run_for(2000)
    assert position(calm_page) == 3


# two views of one model


def test_two_views_show_one_position_and_play_at_one_speed(page, load):
    one = load(page, clock=True)
    page.evaluate("view('second')")
    two = page.locator("#second > .adl-player")
    button(one, "Play").click()
    expect(button(two, "Pause")).to_be_visible()
    page.clock.run_for(910)
    assert position(page) == 2
    expect(two.locator(".adl-counter")).to_have_text("step 2 of 6")
    button(two, "Pause").click()
    expect(button(one, "Play")).to_be_visible()
    page.clock.run_for(5000)
    assert page.evaluate("saved") == [1, 2]


def test_two_views_stay_together_when_the_story_changes(page, load):
    one = load(page, clock=True)
    page.evaluate("view('second')")
    page.evaluate("(story) => update({story})", player_stories.diamond(4))
    page.evaluate("view('third')")
    button(page.locator("#third > .adl-player"), "Play").click()
    button(one, "Pause").click()
    page.clock.run_for(5000)
    assert position(page) == 1


def test_cleaning_up_leaves_nothing(page, load):
    player = load(page, clock=True)
    page.evaluate("view('second')")
    page.evaluate("cleanups[0]()")
    expect(player).to_have_count(0)
    two = page.locator("#second > .adl-player")
    button(two, "Play").click()
    assert position(page) == 1
    page.evaluate("cleanups[1]()")
    page.clock.run_for(5000)
    assert position(page) == 1
    assert page.evaluate("Object.values(listeners).flat()") == []
    assert page.evaluate("document.body.innerText.trim()") == ""
