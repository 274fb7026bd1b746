"""The controls of an explorer as a Jupyter widget: sliders, read-out, and the curve with its tangent."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from ..views.language import get_language, words_of
from ..views.theme import MONO, SANS, THEMES, Theme
from .inputs import Inputs


class Controls(anywidget.AnyWidget):
    """What a learner moves and reads.

    The page sends what it wants as ``wanted``, with a serial number, and waits until ``answered`` has that
    number before it sends the next: so there is never a queue, and the last value wins.

    Parameters
    ----------
    inputs : Inputs
        The sliders.
    theme : str
        ``"auto"`` (as the notebook around it), ``"light"`` or ``"dark"``.

    Examples
    --------
    >>> Controls(Inputs(lambda x: x**2, {"x": 3.0}))
    Controls(x=3.0)
    """

    _esm = (files("autodiff_lab") / "widgets" / "static" / "controls.js").read_text(encoding="utf-8")
    _css = traitlets.Unicode().tag(sync=True)

    function = traitlets.Unicode().tag(sync=True)
    sliders = traitlets.List(traitlets.Dict()).tag(sync=True)
    values = traitlets.List(traitlets.Float()).tag(sync=True)
    wanted = traitlets.Dict({"serial": 0}).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    readout = traitlets.Dict().tag(sync=True)
    failure = traitlets.Dict().tag(sync=True)
    curve = traitlets.Dict().tag(sync=True)
    mark = traitlets.Dict().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    choice = traitlets.Unicode().tag(sync=True)
    lang = traitlets.Unicode("en").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    theme = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)
    shown_theme = traitlets.Unicode().tag(sync=True)

    def __init__(self, inputs: Inputs, theme: str = "auto") -> None:
        super().__init__(
            _css=controls_css(),
            function=inputs.function,
            sliders=[_plain(slider) for slider in inputs.sliders],
            values=[slider.start for slider in inputs.sliders],
            theme=theme,
            lang=get_language(),
            words=words_of(get_language())["controls"],
        )

    def __repr__(self) -> str:
        places = zip(self.sliders, self.values, strict=True)
        told = ", ".join(f"{slider['name']}={value!r}" for slider, value in places)
        return f"Controls({told})"


def _plain(slider: Any) -> dict[str, Any]:
    scale = slider.scale
    return {
        "name": slider.name,
        "stops": list(scale.stops),
        "texts": [scale.text(stop) for stop in scale.stops],
        "start": slider.start,
        "startText": scale.text(slider.start),
    }


@cache
def controls_css() -> str:
    """Write the style sheet: the colours of each theme, then the rules."""
    themes = [f'.adl-explore[data-theme="{t.name}"] {{ {_variables(t)} }}\n' for t in THEMES.values()]
    rules = files("autodiff_lab") / "widgets" / "static" / "controls.css"
    return "".join(themes) + rules.read_text(encoding="utf-8")


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
        "target": theme["target"].line,
        "gradient": theme["gradient"].line,
        "wrong": theme.wrong.line,
        "wrong-fill": theme.wrong.fill,
        "sans": SANS,
        "mono": MONO,
    }
    scheme = f"color-scheme: {theme.name};"
    return " ".join([scheme, *(f"--adl-{name}: {value};" for name, value in values.items())])
