"""The player stops before a step and asks; the answer stays beside what came out."""

import player_stories
import pytest
from playwright.sync_api import expect

HOSTILE = "</p><img src=x onerror=window.hacked=1> \"'& \u202e"


def asking(step=5, **more):
    story = player_stories.diamond()
    stop = {
        "step": step,
        "question": "What is it?",
        "options": ["3", "4", "7"],
        "answer": 2,
        "why": "3 + 4 = 7.",
    }
    story["stops"] = [stop | more]
    return story


@pytest.fixture
def at_question(page, load):
    player = load(page, asking())
    for _ in range(5):
        player.get_by_role("button", name="Next").click()
    return player


def position(page):
    return page.evaluate("state.position")


def test_next_stops_at_the_question(page, at_question):
    assert position(page) == 4
    group = at_question.get_by_role("group", name="What is it?")
    expect(group).to_be_visible()
    assert group.get_by_role("button").all_text_contents() == ["3", "4", "7", "Show me"]
    expect(group.get_by_role("button").first).to_be_focused()
    expect(at_question.locator(".adl-live")).to_have_text("What is it?")
    at_question.get_by_role("button", name="Next").click()
    assert position(page) == 4  # there is no way around but an answer, the slider or the end


@pytest.mark.parametrize(
    ("choice", "kind", "words"),
    [
        ("7", "right", "You said 7. That is right. 3 + 4 = 7."),
        ("4", "wrong", "You said 4. It is 7. 3 + 4 = 7."),
        ("Show me", "skipped", "It is 7. 3 + 4 = 7."),
    ],
)
def test_the_answer_stays_beside_the_outcome(page, at_question, choice, kind, words):
    at_question.locator(".adl-question").get_by_role("button", name=choice, exact=True).click()
    assert position(page) == 5
    kept = at_question.locator(".adl-answers li")
    expect(kept).to_have_text(f"What is it? {words}")
    expect(kept).to_have_class(f"adl-{kind}")
    expect(at_question.locator(".adl-question")).to_be_hidden()
    expect(at_question.get_by_role("button", name="Next")).to_be_focused()
    at_question.get_by_role("button", name="Next").click()
    expect(kept).to_be_visible()
    at_question.get_by_role("button", name="To the start").click()
    expect(kept).to_be_hidden()  # nothing is told ahead
    for _ in range(5):
        at_question.get_by_role("button", name="Next").click()
    assert position(page) == 5  # what is answered is not asked again
    expect(kept).to_be_visible()


def test_keys_reach_the_question_and_answer_it(page, load):
    player = load(page, asking())
    player.locator(".adl-frame").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert position(page) == 4
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert position(page) == 5
    expect(player.locator(".adl-answers .adl-right")).to_be_visible()


def test_play_pauses_at_the_question(page, load):
    player = load(page, asking(step=2), clock=True)
    player.get_by_role("button", name="Play").click()
    page.clock.run_for(5000)
    assert position(page) == 1
    expect(player.locator(".adl-question")).to_be_visible()
    expect(player.get_by_role("button", name="Play")).to_be_visible()


def test_going_back_or_to_the_end_leaves_the_question(page, at_question):
    at_question.get_by_role("button", name="Back").click()
    expect(at_question.locator(".adl-question")).to_be_hidden()
    assert position(page) == 3
    at_question.get_by_role("button", name="To the end").click()
    assert position(page) == 6
    expect(at_question.locator(".adl-answers")).to_be_hidden()


def test_two_views_share_the_question_and_the_answer(page, load):
    first = load(page, asking(step=1))
    page.evaluate("view('second')")
    second = page.locator("#second > .adl-player")
    first.get_by_role("button", name="Next").click()
    second.locator(".adl-question").get_by_role("button", name="7").click()
    for player in (first, second):
        expect(player.locator(".adl-answers .adl-right")).to_be_visible()
        expect(player.locator(".adl-question")).to_be_hidden()


def test_texts_of_a_question_stay_texts(page, load):
    player = load(page, asking(step=1, question=HOSTILE, options=[HOSTILE, "b"], answer=0, why=HOSTILE))
    player.get_by_role("button", name="Next").click()
    assert player.locator(".adl-question p").text_content() == HOSTILE
    player.locator(".adl-choice").first.click()
    assert player.locator("img").count() == 0
    assert page.evaluate("window.hacked") is None


def test_the_choices_are_large_and_fit_a_narrow_page(page, load):
    page.set_viewport_size({"width": 320, "height": 700})
    player = load(page, asking(step=1, options=["a long answer that takes its room " * 3, "b", "c"]))
    player.get_by_role("button", name="Next").click()
    for box in player.locator(".adl-choice").all():
        size = box.bounding_box()
        assert size["height"] >= 24
        assert size["x"] + size["width"] <= 320
