"""The SVG that plays by itself: at any time it looks like the still picture of that moment."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views.animation import TRAVEL, times
from autodiff_lab.views.raster import png

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>window.hacked=1</script> ]]> \"'& \u202e \n" + "x" * 10_000


def diamond(x):
    a = x + 1
    b = x + 2
    return a * b


def scoped(x, w):
    with adl.scope("layer 1"):
        h = np.tanh(x * w)
    return h * h + x


SWEEPS = {
    "diamond": lambda: adl.trace(diamond, x=2.0).sweep,
    "scoped": lambda: adl.trace(scoped, x=0.5, w=0.7).sweep,
    "arrays": lambda: adl.trace(lambda x: np.mean(x**2), x=np.arange(12.0)).sweep,
    "constants": lambda: adl.trace(lambda x: x * 2.0 + x / 2.0 - 2.0 * x + 2.0 * x, x=1.0).sweep,
}

# What is to be seen: texts of nodes and edges and marks, without what is drawn hidden or not displayed.
SEEN = """root => [...root.querySelectorAll('text, .adl-ring, .adl-pointer, circle')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}))
  .map((e) => [e.getAttribute('class'), e.textContent,
               e.closest('[data-node], [data-edge]')?.outerHTML.slice(0, 60)].join('|')).sort()"""
SEEK = """time => { for (const one of document.getAnimations()) { one.pause(); one.currentTime = time; } }"""


def seen(page, svg, time=None):
    page.set_content(f"<!DOCTYPE html><body>{svg}")
    if time is not None:
        page.evaluate(SEEK, time)
    return page.evaluate(f"({SEEN})(document.querySelector('svg'))")


@pytest.mark.parametrize("name", SWEEPS)
def test_each_moment_looks_like_its_still_picture(page, name):
    sweep = SWEEPS[name]()
    moving = sweep.to_svg(animated=True)
    starts = times([s["caption"] for s in sweep.story["steps"]])
    for position, start in enumerate(starts):
        still = seen(page, sweep.to_svg(position=position))
        now = seen(page, moving, start + TRAVEL + 10)
        pictures = [e for e in now if not e.startswith("|")]
        assert pictures == still, position
        words = " ".join(e.split("|")[1] for e in now if e.startswith("|"))
        caption = sweep.story["steps"][position - 1]["caption"] if position else ""
        assert sorted(words.split()) == sorted(caption.split())


def test_a_share_arrives_after_its_way(page):
    sweep = SWEEPS["diamond"]()
    moving = sweep.to_svg(animated=True)
    starts = times([s["caption"] for s in sweep.story["steps"]])
    on_the_way = seen(page, moving, starts[2] + 100)
    assert any("×4 → 4" in e for e in on_the_way)
    assert not any(e.startswith("adl-gradient|4|") for e in on_the_way)
    assert any(e.startswith("adl-gradient|4|") for e in seen(page, moving, starts[2] + TRAVEL + 10))


def test_the_dot_travels_from_the_result_to_the_input(page):
    sweep = SWEEPS["diamond"]()
    page.set_content(f"<!DOCTYPE html><body>{sweep.to_svg(animated=True)}")
    starts = times([s["caption"] for s in sweep.story["steps"]])
    where = []
    for part in (0.02, 0.5, 0.98):
        page.evaluate(
            "time => { const svg = document.querySelector('svg'); svg.pauseAnimations(); "
            "svg.setCurrentTime(time / 1000); }",
            starts[2] + part * TRAVEL,
        )
        page.evaluate(SEEK, starts[2] + part * TRAVEL)
        box = page.evaluate(
            "() => { const dot = [...document.querySelectorAll('circle')].find((c) => c.checkVisibility("
            "{visibilityProperty: true})); const b = dot.getBoundingClientRect(); return b.x + b.width / 2; }"
        )
        where.append(box)
    assert where[0] > where[1] > where[2]


def test_it_ends_and_does_not_begin_again(page):
    sweep = SWEEPS["diamond"]()
    still = seen(page, sweep.to_svg())
    ended = [e for e in seen(page, sweep.to_svg(animated=True), 10_000_000) if not e.startswith("|")]
    assert ended == still
    seen(page, sweep.to_svg(animated=True), 0)
    timings = page.evaluate("document.getAnimations().map((a) => a.effect.getComputedTiming().iterations)")
    assert set(timings) == {1}
    assert "repeatCount" not in sweep.to_svg(animated=True)


def test_with_less_motion_it_is_complete_at_once(browser):
    page = browser.new_page(reduced_motion="reduce")
    sweep = SWEEPS["diamond"]()
    still = seen(page, sweep.to_svg())
    now = [e for e in seen(page, sweep.to_svg(animated=True)) if not e.startswith("|")]
    assert now == still
    assert page.evaluate("document.getAnimations().length") == 0
    page.close()


def test_in_an_image_it_plays(page, tmp_path):
    sweep = SWEEPS["diamond"]()
    (tmp_path / "sweep.svg").write_text(sweep.to_svg(animated=True), encoding="utf-8")
    (tmp_path / "page.html").write_text("<!DOCTYPE html><img src=sweep.svg>", encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    first = page.screenshot()
    page.wait_for_timeout(1800)
    assert page.screenshot() != first


def test_two_on_one_page_do_not_clash(page):
    one, other = SWEEPS["diamond"](), SWEEPS["scoped"]()
    page.set_content(
        f"<!DOCTYPE html><body>{one.to_svg(animated=True)}{other.to_svg(animated=True, theme='dark')}"
    )
    page.evaluate(SEEK, 10_000_000)
    for number, sweep in enumerate((one, other)):
        now = page.evaluate(f"({SEEN})(document.querySelectorAll('body > svg')[{number}])")
        want = [
            t.text
            for t in ET.fromstring(sweep.to_svg()).iter(f"{SVG}text")
            if t.get("class") == "adl-gradient"
        ]
        assert sorted(e.split("|")[1] for e in now if e.startswith("adl-gradient")) == sorted(want)


def test_where_nothing_moves_the_last_picture_is_complete():
    sweep = SWEEPS["diamond"]()
    moving, still = ET.fromstring(sweep.to_svg(animated=True)), ET.fromstring(sweep.to_svg())
    shown = [g for g in moving if g.get("visibility") != "hidden"]
    texts = [t.text for g in shown for t in g.iter(f"{SVG}text") if t.get("class")]
    assert sorted(filter(None, texts)) == sorted(filter(None, (t.text for t in still.iter(f"{SVG}text"))))
    assert png(sweep.to_svg(animated=True)).startswith(b"\x89PNG")


def test_it_is_small_and_the_same_each_time():
    sweep = SWEEPS["diamond"]()
    moving = sweep.to_svg(animated=True)
    assert moving == SWEEPS["diamond"]().to_svg(animated=True)
    assert len(moving) < 4 * len(sweep.to_svg())


def test_hostile_names(page):
    x = adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    svg = tape.sweep(y, x, names={HOSTILE: x, "<b>": y}).to_svg(animated=True)
    assert ET.fromstring(svg) is not None
    seen(page, svg)
    assert page.evaluate("window.hacked") is None


def test_saving(tmp_path):
    sweep = SWEEPS["diamond"]()
    text = sweep.save(tmp_path / "a.svg", animated=True).read_text(encoding="utf-8")
    assert text == sweep.to_svg(animated=True)
    assert "@keyframes" not in sweep.save(tmp_path / "b.svg").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="cannot be animated"):
        sweep.save(tmp_path / "c.png", animated=True)


def test_too_many_steps_are_refused():
    def f(x):
        for _ in range(70):
            x = np.tanh(np.sin(x))
        return x

    with pytest.raises(ValueError, match="steps"):
        adl.trace(f, x=0.5).sweep.to_svg(animated=True)
