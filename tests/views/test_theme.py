from itertools import combinations

import pytest
from colour_science import SIGHT, ciede2000, contrast, distance

from autodiff_lab.views import theme as module
from autodiff_lab.views.theme import DARK, LEVELS, LIGHT, STRONG, css, get_theme, heat, minus

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # from the published test data of CIEDE2000
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_colour_distance_is_the_published_one(one, other, expected):
    assert ciede2000(one, other) == pytest.approx(expected, abs=1e-4)


def test_contrast_of_black_and_white():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@THEMES
def test_lines_stand_out(theme):
    for role, colours in theme.roles.items():
        assert contrast(colours.line, theme.surface) >= 3.0, role
        assert contrast(colours.line, theme.panel) >= 3.0, role
        if not (
            theme is DARK and role == "active"
        ):  # there the halo is no boundary: both stand on the surface
            assert contrast(colours.line, colours.fill) >= 3.0, role
    assert contrast(theme.edge, theme.surface) >= 3.0
    assert contrast(theme["active"].fill, theme["active"].text) >= 7.0


@THEMES
def test_text_can_be_read(theme):
    for role, colours in theme.roles.items():
        assert contrast(colours.text, colours.fill) >= 7.0, role
    assert contrast(theme.text, theme.surface) >= 7.0
    assert contrast(theme.text, theme.panel) >= 7.0
    assert contrast(theme.muted, theme.surface) >= 4.5
    assert contrast(theme.muted, theme.panel) >= 4.5
    # gradient lines and edge labels are written in the gradient's colour, on the surface or the panel
    assert contrast(theme["gradient"].line, theme.surface) >= 4.5
    assert contrast(theme["gradient"].line, theme.panel) >= 4.5
    for feedback in (theme.right, theme.wrong):
        assert contrast(feedback.text, feedback.fill) >= 4.5
        assert contrast(feedback.line, theme.surface) >= 4.5


@pytest.mark.parametrize(("theme", "smallest"), [(LIGHT, 17.4), (DARK, 14.1)], ids=["light", "dark"])
def test_roles_differ_in_all_kinds_of_sight(theme, smallest):
    marks = [colours.fill if role == "active" else colours.line for role, colours in theme.roles.items()]
    found = min(distance(a, b, sight) for a, b in combinations(marks, 2) for sight in SIGHT)
    assert found == pytest.approx(smallest, abs=0.05)
    assert found >= 12


@THEMES
def test_ends_of_the_heat_map_differ(theme):
    low, _, high = theme.heat
    assert min(distance(low, high, sight) for sight in SIGHT) >= 48


@THEMES
def test_style_sheet_fetches_nothing_and_is_scoped(theme):
    text = css(theme, ".one")
    for word in ("url(", "@import", "@font-face", "http"):
        assert word not in text
    for line in text.splitlines():
        if "{" in line and not line.startswith("@media"):
            for selector in line.partition("{")[0].split(","):
                assert selector.strip().startswith(".one .adl-"), line
    assert text.count("{") == text.count("}")


@THEMES
def test_style_sheet_uses_colours_of_its_theme_only(theme):
    import re

    known = {theme.surface, theme.panel, theme.text, theme.muted, theme.edge}
    known |= {colour for role in theme.roles.values() for colour in (role.line, role.fill, role.text)}
    known |= {heat(theme, step) for step in range(2 * LEVELS + 1)}
    assert set(re.findall(r"#[0-9A-Fa-f]{6}", css(theme))) <= known


@THEMES
def test_the_heat_map_runs_from_end_to_end_over_the_middle(theme):
    steps = [heat(theme, step) for step in range(2 * LEVELS + 1)]
    assert (steps[0], steps[LEVELS], steps[-1]) == theme.heat
    assert len(set(steps)) == len(steps)
    for end in (steps[LEVELS::-1], steps[LEVELS:]):  # each step is farther from zero than the one before
        away = [distance(end[0], colour, "normal") for colour in end]
        assert away == sorted(away)


@THEMES
def test_the_sign_in_a_cell_is_seen_on_every_colour(theme):
    for step in range(LEVELS):
        mark = minus(theme) if step < STRONG else theme.text
        assert contrast(mark, heat(theme, step)) >= 3, step


def test_print_style_makes_gradients_bold():
    printed = css("light").partition("@media print")[2]
    assert ".adl-gradient" in printed
    assert "700" in printed


def test_nothing_is_set_below_13_pixels():
    sizes = [module.NAME_SIZE, module.VALUE_SIZE, module.GRADIENT_SIZE, module.EDGE_SIZE]
    assert sizes == [15, 14, 14, 13]


def test_unknown_theme_is_named():
    with pytest.raises(ValueError, match="blue"):
        get_theme("blue")
