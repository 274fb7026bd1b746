"""The player alone in a blank page, with a model that keeps its traits in an object."""

from collections.abc import Callable
from typing import Any

import player_stories
import pytest

from autodiff_lab.views.export import player_css, player_js
from autodiff_lab.views.language import words_of

# As with anywidget, each view gets a model object of its own over one common state.
HARNESS = """async ([source, style, state]) => {
  document.head.append(Object.assign(document.createElement("style"), {textContent: style}));
  const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  window.helpers = await import(address);
  window.listeners = {}; window.saved = []; window.cleanups = [];
  window.state = state;
  window.update = (changes) => {
    Object.assign(state, changes);
    for (const key of Object.keys(changes)) for (const f of [...(listeners["change:" + key] ?? [])]) f();
  };
  window.makeModel = () => ({
    get: (key) => state[key],
    set: (key, value) => update({[key]: value}),
    on: (event, f) => (listeners[event] ??= []).push(f),
    off: (event, f) => { listeners[event] = (listeners[event] ?? []).filter((g) => g !== f); },
    save_changes: () => saved.push(state.position),
    send: (message) => window.sendOf(message),
  });
  window.view = (id) => {
    const el = document.body.appendChild(Object.assign(document.createElement("div"), {id}));
    cleanups.push(helpers.default.render({model: makeModel(), el}));
  };
  view("root");
}"""


@pytest.fixture
def load() -> Callable[..., Any]:
    """Puts a player into a page and gives the player's root element."""

    def load_(page: Any, story: dict[str, Any] | None = None, clock: bool = False, **state: Any) -> Any:
        story = story or player_stories.diamond()
        if clock:
            page.clock.install(time=0)
        page.set_content("<!DOCTYPE html><html lang=en><title>Player</title><body>")
        if clock:
            page.clock.pause_at(1000)
        traits = {"story": story, "svg": player_stories.picture(story), "position": 0, "theme": "light"}
        traits |= {"lang": "en", "words": words_of("en")["player"], "asks": False}
        page.evaluate(HARNESS, [player_js(), player_css(), traits | state])
        return page.locator("#root > .adl-player")

    return load_


@pytest.fixture
def calm_page(browser: Any) -> Any:
    """A page of a reader who asked the system for less motion."""
    page = browser.new_page(reduced_motion="reduce")
    yield page
    page.close()


@pytest.fixture(autouse=True)
def _no_errors(request: pytest.FixtureRequest) -> Any:
    """No test of the player may leave an error or a warning in the console."""
    if "page" not in request.fixturenames:
        yield
        return
    page = request.getfixturevalue("page")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    yield
    assert page.errors == []
    assert said == []
