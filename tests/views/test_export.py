"""The saved page: it plays with the network off, stands without scripts, prints, and holds any text."""

import json
import re
from html.parser import HTMLParser

import player_stories
import pytest
from playwright.sync_api import expect

from autodiff_lab.views.export import player_css, player_js, to_html

HOSTILE = "</script><img src=x onerror=window.hacked=1></style></title><!-- %%SVG%% \"'&amp; \u202e 🙂 \u2028"


@pytest.fixture
def saved(tmp_path):
    """Writes the page of a story to a file and gives its address."""

    def saved_(story, **more):
        path = tmp_path / "sweep.html"
        svg = player_stories.picture(story, len(story["steps"]))
        path.write_text(to_html(story, svg, **more), encoding="utf-8")
        return path.as_uri()

    return saved_


@pytest.fixture
def plain_page(browser):
    """A page without scripts."""
    page = browser.new_page(java_script_enabled=False)
    yield page
    page.close()


class Outline(HTMLParser):
    """Which elements a document holds, with their attributes, and the text of each script."""

    def __init__(self, document):
        super().__init__()
        self.elements, self.scripts, self.inside = [], [], False
        self.feed(document)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.scripts[-1] += data


def test_one_file_that_asks_for_nothing():
    story = player_stories.diamond()
    document = to_html(story, player_stories.picture(story))
    for tag, attributes in Outline(document).elements:
        assert not {"src", "href", "srcset"} & set(attributes), tag
        assert tag not in ("link", "iframe", "object", "embed", "base")
    assert "@import" not in document
    assert "url(" not in document
    assert document.startswith('<!DOCTYPE html>\n<html lang="en"')
    assert '<meta charset="utf-8">' in document
    assert 'name="viewport"' in document


def test_the_inlined_sources_cannot_end_their_elements():
    assert not re.search(r"</script|<!--", player_js(), re.IGNORECASE)
    assert not re.search(r"</style|<!--", player_css(), re.IGNORECASE)


def test_hostile_texts_change_no_element_and_arrive_whole():
    tame, wild = player_stories.hostile("tame"), player_stories.hostile(HOSTILE)
    tame_page = Outline(to_html(tame, player_stories.picture(tame)))
    wild_page = Outline(to_html(wild, player_stories.picture(wild)))
    assert [tag for tag, _ in wild_page.elements] == [tag for tag, _ in tame_page.elements]
    assert json.loads(wild_page.scripts[0])["story"] == wild


def test_half_a_surrogate_pair_can_be_saved():
    story = player_stories.diamond()
    story["title"] = story["steps"][0]["caption"] = "half \ud83d"
    document = to_html(story, player_stories.picture(player_stories.diamond()))
    assert "half ?" in document.encode("utf-8").decode("utf-8")


def test_not_a_number_is_refused_rather_than_written_as_broken_json():
    story = player_stories.diamond()
    story["nodes"][0]["value"]["data"] = float("nan")
    with pytest.raises(ValueError, match="JSON"):
        to_html(story, "<svg/>")


def test_title_and_theme():
    story = player_stories.diamond()
    assert "<title>A &amp; B</title>" in to_html(story, "<svg/>", title="A & B")
    assert '<html lang="en" data-theme="dark">' in to_html(story, "<svg/>", theme="dark")
    with pytest.raises(ValueError, match="theme must be"):
        to_html(story, "<svg/>", theme="sepia")


def test_the_page_plays(page, saved):
    page.goto(saved(player_stories.diamond()))
    player = page.locator("#player .adl-player")
    expect(page.locator("#still")).to_be_hidden()
    expect(player.locator(".adl-counter")).to_have_text("step 0 of 6")
    expect(player.locator("[data-node=n0] .adl-gradient")).to_have_text("–")
    player.get_by_role("button", name="Next", exact=True).click()
    expect(player.locator("[data-node=n5] .adl-gradient")).to_have_text("1")
    player.locator(".adl-frame").press("End")
    expect(player.locator("[data-node=n0] .adl-gradient")).to_have_text("3 + 4 = 7")
    assert page.errors == []


def test_hostile_page_plays_and_runs_nothing(page, saved):
    page.goto(saved(player_stories.hostile(HOSTILE)))
    expect(page.locator("#player .adl-player")).to_be_visible()
    assert page.locator("h1").text_content() == HOSTILE
    assert page.evaluate("window.hacked") is None
    assert page.errors == []


def test_without_scripts_the_last_picture_and_the_steps_are_there(plain_page, saved):
    plain_page.goto(saved(player_stories.diamond()))
    still = plain_page.locator("#still")
    expect(still.locator("svg")).to_be_visible()
    expect(still.locator("[data-node=n0] .adl-gradient")).to_have_text("3 + 4 = 7")
    expect(still.locator("li")).to_have_text([step["caption"] for step in player_stories.diamond()["steps"]])


def test_paper_shows_the_last_picture_and_the_steps_in_light_colours(page, saved):
    page.goto(saved(player_stories.diamond(), theme="dark"))
    page.emulate_media(media="print")
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator("#still [data-node=n0] .adl-gradient")).to_be_visible()
    expect(page.locator("#still li")).to_have_count(6)
    expect(page.locator("#still")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


@pytest.mark.parametrize(
    ("theme", "system", "colour"),
    [
        ("auto", "dark", "rgb(28, 33, 40)"),
        ("auto", "light", "rgb(246, 248, 250)"),
        ("light", "dark", "rgb(246, 248, 250)"),
    ],
)
def test_the_page_around_has_the_players_theme(page, saved, theme, system, colour):
    page.emulate_media(color_scheme=system)
    page.goto(saved(player_stories.diamond(), theme=theme))
    expect(page.locator("body")).to_have_css("background-color", colour)
