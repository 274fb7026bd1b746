"""A sweep as one file that plays anywhere: no kernel, no network, no installation.

The page contains the very player of the notebook. Where no script runs, and on paper, it shows the picture
as given and the steps as a list.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from autodiff_lab.views.language import words_of
from autodiff_lab.views.theme import MONO, SANS, THEMES, Theme, css

# The player's files, each before those that use it; together they are one ES module.
PARTS = ("story", "dom", "charts", "transport", "picture", "inspector", "player")


@cache
def player_js() -> str:
    """Join the player's files into one ES module."""
    return "\n".join(_static(f"{name}.js") for name in PARTS)


@cache
def player_css() -> str:
    """Write the player's style sheet: colours and the picture's rules for each theme, then its own rules."""
    themes = [
        f"{scope} {{ {_variables(theme)} }}\n{css(theme, scope)}"
        for theme in THEMES.values()
        for scope in [f'.adl-player[data-theme="{theme.name}"]']
    ]
    return "".join(themes) + _static("player.css")


def to_html(
    story: Mapping[str, Any],
    svg: str,
    title: str | None = None,
    theme: str = "auto",
    inner: Mapping[str, Any] | None = None,
) -> str:
    """Write a page that plays a sweep.

    Parameters
    ----------
    story
        Nodes, edges and steps, as plain data.
    svg
        The picture of that story. Without scripts, and on paper, it is shown as it is, so give the one that
        has the last step in it.
    title
        The page's title; the story's own if left out.
    theme
        ``"auto"`` (as the reader's system), ``"light"`` or ``"dark"``.
    inner
        The stories that can be opened inside, by what the player asks for: ``{"story": ..., "svg": ...}``.

    Returns
    -------
    str
        A whole HTML document that loads nothing from anywhere.

    Examples
    --------
    >>> story = {
    ...     "title": "Graph of y",
    ...     "description": "y is 9.",
    ...     "nodes": [],
    ...     "edges": [],
    ...     "targets": [],
    ...     "steps": [{"kind": "end", "caption": "Done.", "detail": ""}],
    ...     "summary": "Done.",
    ... }
    >>> page = to_html(story, "<svg xmlns='http://www.w3.org/2000/svg'/>")
    >>> "<title>Graph of y</title>" in page
    True
    """
    if theme not in ("auto", *THEMES):
        raise ValueError(f'theme must be "auto", "light" or "dark", not {theme!r}')
    language = story.get("language", "en")
    state = {
        "story": story,
        "svg": svg,
        "position": 0,
        "theme": theme,
        "lang": language,
        "words": words_of(language)["player"],
        "inner": dict(inner or {}),
    }
    parts = {
        "TITLE": html.escape(story["title"] if title is None else title),
        "DESCRIPTION": html.escape(story["description"]),
        "LANG": language,
        "THEME": theme,
        "CSS": player_css() + _page_css(),
        "SVG": svg,
        "STEPS": "\n".join(f"<li>{html.escape(step['caption'])}</li>" for step in story["steps"]),
        "STATE": _json_for_script(state),
        "JS": player_js(),
    }
    # One pass over the template: what is put in is never searched for further places.
    pieces = _static("page.html").split("%%")
    page = "".join(parts[piece] if place % 2 else piece for place, piece in enumerate(pieces))
    # A lone half of a surrogate pair is legal in a Python string, but not in a file.
    return page.encode("utf-8", "replace").decode("utf-8")


def _static(name: str) -> str:
    return (files("autodiff_lab") / "widgets" / "static" / name).read_text(encoding="utf-8")


def _variables(theme: Theme) -> str:
    values = {
        "surface": theme.surface,
        "panel": theme.panel,
        "text": theme.text,
        "muted": theme.muted,
        "line": theme.edge,
        "hairline": f"color-mix(in srgb, {theme.edge} 35%, {theme.surface})",
        "track": f"color-mix(in srgb, {theme.edge} 45%, {theme.surface})",
        "source": theme["source"].line,
        "gradient": theme["gradient"].line,
        "sans": SANS,
        "mono": MONO,
    }
    scheme = f"color-scheme: {theme.name};"
    return " ".join([scheme, *(f"--adl-{name}: {value};" for name, value in values.items())])


def _page_css() -> str:
    light, dark = THEMES["light"], THEMES["dark"]
    return f"""
:root {{ color-scheme: light; --page: {light.panel}; --ink: {light.text}; }}
:root[data-theme="dark"] {{ color-scheme: dark; --page: {dark.panel}; --ink: {dark.text}; }}
@media screen and (prefers-color-scheme: dark) {{
  :root[data-theme="auto"] {{ color-scheme: dark; --page: {dark.panel}; --ink: {dark.text}; }}
}}
"""


def _json_for_script(data: Any) -> str:
    """Write JSON that cannot end or open anything inside a script element."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
