"""The run forward: values arrive in the order of computing; the sweep back keeps its own place."""

import player_stories
import pytest
from playwright.sync_api import expect

ORDER = ["n0", "n2", "n4", "n5"]


@pytest.fixture
def player(page, load):
    story = player_stories.diamond()
    story["forward"] = [{"node": name, "caption": f"{name} arrives."} for name in ORDER]
    return load(page, story)


def shown(player):
    """The nodes whose values are to be seen."""
    return player.locator(".adl-frame g.adl-node:not(.adl-coming)").evaluate_all(
        "nodes => nodes.map((n) => n.dataset.node).sort()"
    )


def press(player, name):
    player.get_by_role("button", name=name, exact=True).click()


def test_values_arrive_one_by_one(page, player):
    constants = {"n1", "n3"}
    press(player, "Forward")
    assert set(shown(player)) == constants
    expect(player.locator(".adl-band .adl-caption").first).to_contain_text("values arrive one by one")
    for count in range(1, 5):
        press(player, "Next")
        assert set(shown(player)) == constants | set(ORDER[:count])
        expect(player.locator(".adl-counter")).to_have_text(f"step {count} of 4")
        expect(player.locator(".adl-live")).to_have_text(f"Step {count} of 4. {ORDER[count - 1]} arrives.")
        expect(player.locator(".adl-node.adl-active")).to_have_attribute("data-node", ORDER[count - 1])
    assert page.evaluate("state.position") == 0  # the sweep has not moved
    expect(player.locator(".adl-frame .adl-gradient").first).to_have_text("–")


def test_each_run_keeps_its_place(page, player):
    for _ in range(3):
        press(player, "Next")
    press(player, "Forward")
    press(player, "Next")
    press(player, "Backward")
    expect(player.locator(".adl-counter")).to_have_text("step 3 of 6")
    assert len(shown(player)) == 6
    press(player, "Forward")
    expect(player.locator(".adl-counter")).to_have_text("step 1 of 4")


def test_play_and_keys_work_forward(page, load):
    story = player_stories.diamond()
    story["forward"] = [{"node": name, "caption": f"{name} arrives."} for name in ORDER]
    player = load(page, story, clock=True)
    press(player, "Forward")
    player.get_by_role("button", name="Play").click()
    page.clock.run_for(10_000)
    expect(player.locator(".adl-counter")).to_have_text("step 4 of 4")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(player.locator(".adl-counter")).to_have_text("step 1 of 4")
    page.keyboard.press("End")
    expect(player.locator(".adl-counter")).to_have_text("step 4 of 4")


def test_the_table_does_not_tell_ahead(player):
    player.locator("summary", has_text="Values").click()
    press(player, "Forward")
    cells = player.locator("tbody tr", has_text="y = a").locator("td.adl-number")
    expect(cells.first).to_have_text("–")
    press(player, "To the end")
    expect(cells.first).to_have_text("12")


def test_questions_belong_to_the_sweep(page, load):
    story = player_stories.diamond()
    story["forward"] = [{"node": name, "caption": f"{name} arrives."} for name in ORDER]
    story["stops"] = [{"step": 1, "question": "Which?", "options": ["a", "b"], "answer": 0, "why": ""}]
    player = load(page, story)
    press(player, "Forward")
    press(player, "Next")
    expect(player.locator(".adl-question")).to_be_hidden()
    press(player, "Backward")
    press(player, "Next")
    expect(player.locator(".adl-question")).to_be_visible()


def test_new_numbers_keep_the_run(page, player):
    press(player, "Forward")
    press(player, "Next")
    story = player_stories.diamond(3.0)
    story["forward"] = [{"node": name, "caption": f"{name} arrives again."} for name in ORDER]
    page.evaluate("(story) => update({story})", story)
    expect(player.locator(".adl-counter")).to_have_text("step 1 of 4")
    expect(player.locator(".adl-band .adl-caption").first).to_have_text("n0 arrives again.")


def test_without_a_run_forward_there_is_no_choice(page, load):
    player = load(page, player_stories.diamond())
    expect(player.locator(".adl-ways")).to_be_hidden()


def test_only_runs_that_are_there_can_be_chosen(page, player):
    names = player.locator(".adl-ways button:visible").all_text_contents()
    assert names == ["Forward", "Backward"]  # this story has no tangents
