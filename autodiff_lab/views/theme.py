"""Colours, type sizes and the style sheet of every picture, in a light and a dark theme.

A role never rests on its colour alone: sources are rectangles, constants are dashed, operations are pills,
targets have a double line, the gradient flows along thick arrows that point back. Each theme paints its own
surface, because these colours are chosen for that surface and not for whatever page lies behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

# No font is downloaded. The families are alike in width, so one table of widths fits them all (see text.py).
SANS = (
    '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", "Noto Sans", sans-serif'
)
MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace'

NAME_SIZE = 15
VALUE_SIZE = 14
GRADIENT_SIZE = 14
EDGE_SIZE = 13
SCOPE_SIZE = 13
RANGE_SIZE = 13
WORDS_SIZE = 15
LEVELS = 8  # steps of colour on either side of zero
STRONG = 4  # below this step a negative cell is nearer to its end than to the middle


@dataclass(frozen=True)
class Colours:
    """What one role is drawn with: its line, the fill behind it, and the text on that fill."""

    line: str
    fill: str
    text: str


@dataclass(frozen=True)
class Theme:
    """A surface and the colours that are read on it; ``theme["source"]`` gives the colours of a role.

    The role ``"active"`` has the ring as its line and the halo as its fill. `heat` holds the signed heat map:
    the negative end, the middle (zero) and the positive end.
    """

    name: str
    surface: str
    panel: str
    text: str
    muted: str
    edge: str
    roles: Mapping[str, Colours]
    right: Colours
    wrong: Colours
    heat: tuple[str, str, str]

    def __getitem__(self, role: str) -> Colours:
        return self.roles[role]


LIGHT = Theme(
    name="light",
    surface="#FFFFFF",
    panel="#F6F8FA",
    text="#1B1F24",
    muted="#57606A",
    edge="#6B7580",
    roles=MappingProxyType(
        {
            "source": Colours("#0072CE", "#E1F0FC", "#06294A"),
            "constant": Colours("#868D94", "#F2F4F6", "#33393F"),
            "op": Colours("#1B1F24", "#FFFFFF", "#1B1F24"),
            "target": Colours("#5A2174", "#F1E6F7", "#36104A"),
            "gradient": Colours("#BE3A00", "#FFEADF", "#5A1B00"),
            "active": Colours("#1B1F24", "#FFD84D", "#1B1F24"),
        }
    ),
    right=Colours("#00704A", "#E0F3EA", "#00704A"),
    wrong=Colours("#A4123F", "#FBE4EA", "#A4123F"),
    heat=("#0072CE", "#F7F7F7", "#BE3A00"),
)

DARK = Theme(
    name="dark",
    surface="#14181D",
    panel="#1C2128",
    text="#E6EAEE",
    muted="#A3ADB8",
    edge="#8592A0",
    roles=MappingProxyType(
        {
            "source": Colours("#8CC2FF", "#10283F", "#DCEBFA"),
            "constant": Colours("#707D8A", "#22282F", "#D5DBE1"),
            "op": Colours("#FFFFFF", "#1C2128", "#F2F5F8"),
            "target": Colours("#C855F5", "#2E1239", "#F3DDFC"),
            "gradient": Colours("#FF6A13", "#3A1C0A", "#FFE2CF"),
            "active": Colours("#FFFFFF", "#FFE45C", "#14181D"),
        }
    ),
    right=Colours("#4FD6A0", "#0D2E22", "#4FD6A0"),
    wrong=Colours("#FF7A9C", "#3B1220", "#FF7A9C"),
    heat=("#8CC2FF", "#22282F", "#FF6A13"),
)

THEMES: Mapping[str, Theme] = MappingProxyType({"light": LIGHT, "dark": DARK})


def get_theme(theme: str | Theme) -> Theme:
    """Look up a theme by its name.

    Examples
    --------
    >>> get_theme("dark").surface
    '#14181D'
    """
    if isinstance(theme, Theme):
        return theme
    try:
        return THEMES[theme]
    except KeyError:
        raise ValueError(f'theme must be "light" or "dark", not {theme!r}') from None


def heat(theme: Theme, step: int) -> str:
    """Mix a colour of the signed heat map: 0 is most negative, `LEVELS` zero, twice that most positive."""
    low, middle, high = theme.heat
    end, part = (low, (LEVELS - step) / LEVELS) if step < LEVELS else (high, (step - LEVELS) / LEVELS)
    mixed = (
        round(int(middle[i : i + 2], 16) * (1 - part) + int(end[i : i + 2], 16) * part) for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02X}" for value in mixed)


def minus(theme: Theme) -> str:
    """Give the colour of the sign in a strongly negative cell, which is dark in both themes."""
    return theme.text if theme.name == "light" else theme.surface


def css(theme: str | Theme, scope: str = "") -> str:
    """Write the style sheet of a graph.

    Parameters
    ----------
    theme
        ``"light"`` or ``"dark"``.
    scope
        A selector put before each rule, so that two themes can share one page.

    Returns
    -------
    str
        CSS rules. Nothing in them is fetched from anywhere.

    Examples
    --------
    >>> print(css("light", ".mine").splitlines()[0])
    .mine .adl-surface { fill: #FFFFFF; stroke: #6B7580; stroke-opacity: 0.35; }
    """
    rules = _rules(get_theme(theme))
    lines = [f"{_scoped(scope, selector)} {{ {body} }}" for selector, body in rules]
    lines.append("@media print {")
    lines.extend(f"  {_scoped(scope, selector)} {{ {body} }}" for selector, body in _PRINT)
    lines.append("}")
    return "\n".join(lines) + "\n"


def words_css(theme: Theme, scope: str, size: float = WORDS_SIZE) -> str:
    """Write the style of the sentences below a picture, which the picture itself has not."""
    look = f"font-family: {SANS}; font-size: {size:g}px; fill: {theme.text};"
    number = f"{_scoped(scope, '.adl-number')} {{ font-weight: 700; }}"
    return f"{_scoped(scope, '.adl-words')} {{ {look} }}\n{number}\n"


def _scoped(scope: str, selector: str) -> str:
    return ", ".join(f"{scope} {part.strip()}".strip() for part in selector.split(","))


# In grey, source and gradient are close in lightness: weight tells them apart.
_PRINT = [
    (".adl-gradient, .adl-edge-label", "font-weight: 700;"),
    (".adl-halo", "stroke-opacity: 0.6;"),
]


_TEXTS = ".adl-slope, .adl-name, .adl-value, .adl-range, .adl-gradient, .adl-edge-label"


def _rules(theme: Theme) -> list[tuple[str, str]]:
    gradient, active = theme["gradient"], theme["active"]
    rules = [
        (".adl-surface", f"fill: {theme.surface}; stroke: {theme.edge}; stroke-opacity: 0.35;"),
        (_TEXTS, "text-anchor: middle; white-space: pre; font-variant-numeric: tabular-nums;"),
        # scopes
        (".adl-scope-box", f"fill: {theme.panel}; stroke: {theme.edge}; stroke-opacity: 0.6;"),
        (
            ".adl-scope-name",
            f"font-family: {SANS}; font-size: {SCOPE_SIZE}px; font-weight: 600; fill: {theme.muted};",
        ),
        # boxes
        (".adl-box, .adl-inner", "stroke-width: 1.75;"),
        (".adl-inner", "fill: none; stroke-width: 1.25;"),
        (".adl-name", f"font-family: {SANS}; font-size: {NAME_SIZE}px; font-weight: 600;"),
        (".adl-value", f"font-family: {MONO}; font-size: {VALUE_SIZE}px;"),
        (".adl-range", f"font-family: {MONO}; font-size: {RANGE_SIZE}px;"),
        (".adl-source .adl-name", "font-weight: 700;"),
        (".adl-constant .adl-box", "stroke-dasharray: 5 3;"),
    ]
    for role in ("source", "constant", "op", "target"):
        colours = theme[role]
        rules += [
            (f".adl-{role} .adl-box", f"fill: {colours.fill}; stroke: {colours.line};"),
            (
                f".adl-{role} .adl-name, .adl-{role} .adl-value, .adl-{role} .adl-range",
                f"fill: {colours.text};",
            ),
        ]
    rules += [
        (".adl-pile", f"fill: {theme['op'].fill}; stroke: {theme['op'].line}; stroke-width: 1.75;"),
        (".adl-target .adl-inner", f"stroke: {theme['target'].line};"),
        (".adl-gradient, .adl-edge-label", f"font-family: {MONO}; font-weight: 600; fill: {gradient.line};"),
        (".adl-gradient", f"font-size: {GRADIENT_SIZE}px;"),
        (".adl-edge-label", f"font-size: {EDGE_SIZE}px;"),
        (".adl-done .adl-gradient", "font-weight: 700;"),
        (".adl-unconnected .adl-box", "stroke-dasharray: 1.75 3.5; stroke-linecap: round;"),
        (".adl-unconnected .adl-gradient", f"fill: {theme.muted};"),
        # charts of arrays
        (
            ".adl-heat-none",
            f"fill: none; stroke: {theme.muted}; stroke-width: 0.75; stroke-dasharray: 1.5 1.5;",
        ),
        (".adl-outline", f"fill: none; stroke: {theme.edge}; stroke-width: 1;"),
        (".adl-axis", f"fill: none; stroke: {theme.edge}; stroke-width: 1;"),
        (".adl-minus, .adl-minus-strong", "fill: none; stroke-width: 1.5;"),
        (".adl-minus", f"stroke: {theme.text};"),
        (".adl-minus-strong", f"stroke: {minus(theme)};"),
        *((f".adl-heat-{step}", f"fill: {heat(theme, step)};") for step in range(2 * LEVELS + 1)),
        # the node whose turn it is
        (".adl-halo, .adl-ring, .adl-pointer", "display: none;"),
        (".adl-active .adl-halo, .adl-active .adl-ring, .adl-active .adl-pointer", "display: inline;"),
        (".adl-halo", f"fill: {active.fill}; stroke: {active.fill}; stroke-width: 6;"),
        (".adl-ring", f"fill: none; stroke: {active.line}; stroke-width: 2.5;"),
        (".adl-pointer", f"fill: {active.line}; stroke: {theme.surface}; stroke-width: 1.5;"),
        # edges
        (".adl-line", f"fill: none; stroke: {theme.edge}; stroke-width: 1.75;"),
        (".adl-head", f"fill: {theme.edge}; stroke: none;"),
        (".adl-edge.adl-unconnected .adl-line", "stroke-dasharray: 1.75 4; stroke-linecap: round;"),
        (".adl-back, .adl-chip, .adl-edge-label", "display: none;"),
        # The line makes room for its arrow, which now stands at the other end: skip the first pixels.
        (".adl-done .adl-line", f"stroke: {gradient.line}; stroke-width: 2; stroke-dasharray: 0 9 100000;"),
        (".adl-flow .adl-line", f"stroke: {gradient.line}; stroke-width: 5; stroke-dasharray: 0 13 100000;"),
        (".adl-done .adl-head, .adl-flow .adl-head", "display: none;"),
        (
            ".adl-done .adl-back, .adl-flow .adl-back",
            f"display: inline; fill: {gradient.line}; stroke: none;",
        ),
        (".adl-flow .adl-back", f"stroke: {gradient.line}; stroke-width: 3; stroke-linejoin: round;"),
        # local derivatives on edges at rest, where they are asked for and there is room
        (".adl-slope", f"font-family: {MONO}; font-size: {EDGE_SIZE}px; fill: {theme.muted};"),
        (".adl-slope-chip", f"fill: {theme.surface}; stroke: none;"),
        (".adl-slope, .adl-slope-chip", "display: none;"),
        (".adl-sloped .adl-slope, .adl-sloped .adl-slope-chip", "display: inline;"),
        (".adl-tight .adl-slope, .adl-tight .adl-slope-chip", "display: none;"),
        (".adl-done .adl-slope, .adl-done .adl-slope-chip", "display: none;"),
        (".adl-flow .adl-slope, .adl-flow .adl-slope-chip", "display: none;"),
        # tangents run the other way: the arrow stays where it is drawn at rest
        (".adl-forwards .adl-line", "stroke-dasharray: none;"),
        (".adl-forwards .adl-back", "display: none;"),
        (".adl-forwards .adl-done .adl-head", f"display: inline; fill: {gradient.line};"),
        (".adl-forwards .adl-flow .adl-head", f"display: inline; fill: {gradient.line};"),
        # labels: on every edge that has been travelled, where there is room for them
        (".adl-chip", f"fill: {theme.surface}; stroke: none;"),
        (".adl-flow .adl-chip", f"fill: {gradient.fill}; stroke: {gradient.line}; stroke-width: 1.5;"),
        (".adl-flow .adl-edge-label", f"fill: {gradient.text}; font-weight: 700;"),
        (".adl-done .adl-chip, .adl-done .adl-edge-label", "display: inline;"),
        (".adl-done.adl-tight .adl-chip, .adl-done.adl-tight .adl-edge-label", "display: none;"),
        (".adl-flow .adl-chip, .adl-flow .adl-edge-label", "display: inline;"),
        (".adl-flow.adl-tight .adl-chip, .adl-flow.adl-tight .adl-edge-label", "display: inline;"),
    ]
    return rules
