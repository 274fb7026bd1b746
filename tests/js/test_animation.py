"""The SVG that plays by itself: at any time it looks like the still picture of that moment."""

import io
import itertools
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from browser_fixture import FLAGS, chromium
from PIL import Image

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
SEEN = """root => [...root.querySelectorAll('text, .adl-ring, .adl-pointer, .adl-spot')]
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


def test_at_any_time_each_part_has_one_look(page):
    """At the very millisecond of a change, and just before and after: never none, never two."""
    sweep = SWEEPS["scoped"]()
    page.set_content(f"<!DOCTYPE html><body>{sweep.to_svg(animated=True)}")
    starts = times([s["caption"] for s in sweep.story["steps"]])
    parts = len(sweep.story["nodes"]) + len(sweep.story["edges"])
    count = """() => [...document.querySelectorAll('[data-node], [data-edge]')]
      .filter((e) => e.checkVisibility({visibilityProperty: true}))
      .map((e) => e.dataset.node ?? e.dataset.edge).sort()"""
    for start, shift in itertools.product(starts, (-1, 0, 1, TRAVEL - 1, TRAVEL, TRAVEL + 1)):
        page.evaluate(SEEK, start + shift)
        shown = page.evaluate(count)
        assert len(shown) == len(set(shown)) == parts, (start, shift)


def test_no_look_is_written_twice():
    """A node that was, is not, and is again the active one looks before as it does after."""
    for make in SWEEPS.values():
        root = ET.fromstring(make().to_svg(animated=True))
        parts = [e for e in root.iter(f"{SVG}g") if e.get("data-node") or e.get("data-edge")]
        looks = [ET.tostring(e) for e in parts]
        assert len(looks) == len(set(looks))


def test_the_dot_travels_from_the_result_to_the_input(page):
    """The dot, in a colour of its own, is looked for on the screen; the line is asked for its middle."""
    sweep = SWEEPS["diamond"]()
    page.set_content(f"<!DOCTYPE html><body style='margin: 0'>{sweep.to_svg(animated=True)}")
    page.add_style_tag(content=".adl-travel .adl-spot { stroke: #00ff00 !important; }")
    begin = times([s["caption"] for s in sweep.story["steps"]])[2]

    def dot(part):
        page.evaluate(SEEK, begin + part * TRAVEL)
        rows, columns = np.nonzero((shot(page) == (0, 255, 0)).all(axis=-1))
        assert 9 <= np.ptp(rows) <= 12
        assert 9 <= np.ptp(columns) <= 12
        return np.mean(columns) + 0.5, np.mean(rows) + 0.5

    places = [dot(part) for part in (0.3, 0.5, 0.7)]
    line = """share => { const line = document.querySelector('[data-edge=' + CSS.escape(%r) + '] .adl-line');
      const p = line.getPointAtLength(share * line.getTotalLength()).matrixTransform(line.getScreenCTM());
      return [p.x, p.y]; }""" % sweep.story["steps"][1]["edge"]  # noqa: UP031
    assert places[1] == pytest.approx(page.evaluate(line, 0.5), abs=1.5)
    tail, head = page.evaluate(line, 0), page.evaluate(line, 1)
    assert tail[0] < places[2][0] < places[1][0] < places[0][0] < head[0]


def test_one_clock_moves_everything():
    """SMIL would begin when a page has loaded, style sheets do when the picture is there."""
    assert not re.search("<(animate|set)", SWEEPS["diamond"]().to_svg(animated=True))


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


def short():
    """A sweep that takes three seconds, as wide as its words."""
    steps = [
        {"kind": "start", "to": "y", "total": 1.0, "caption": "a"},
        {"kind": "share", "source": "y", "to": "h", "share": 3.0, "total": 3.0, "caption": "b"},
        {"kind": "share", "source": "h", "to": "x", "share": 6.0, "total": 6.0, "caption": "c"},
    ]
    return adl.play(steps)


def inner(drawing):
    """The place of the graph in a screenshot, without the border around it."""
    height, width = (int(ET.fromstring(drawing.to_svg()).get(side)) for side in ("height", "width"))
    return np.s_[15 : height - 15, 15 : width - 15]


def image(page, folder, svg, wait=0):
    (folder / "sweep.svg").write_text(svg, encoding="utf-8")
    (folder / "page.html").write_text(
        "<!DOCTYPE html><body style='margin: 0'><img src=sweep.svg>", encoding="utf-8"
    )
    page.goto((folder / "page.html").as_uri())
    page.wait_for_timeout(wait)
    return shot(page)


def shot(page):
    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=int)


def test_in_an_image_it_plays_and_ends_on_the_last_picture(page, tmp_path):
    played = short()
    graph = inner(played)
    first, last = (image(page, tmp_path, played.to_svg(position=p))[graph] for p in (0, 4))
    moving = played.to_svg(animated=True)
    assert (image(page, tmp_path, moving, wait=100)[graph] == first).all()
    page.wait_for_timeout(1500)
    between = shot(page)[graph]
    assert (between != first).any()
    assert (between != last).any()
    page.wait_for_timeout(3500)
    end = shot(page)
    assert (end[graph] == last).all()
    page.wait_for_timeout(500)
    assert (shot(page) == end).all()


def test_in_an_image_with_less_motion_nothing_moves(browser, tmp_path):
    # what a page is told to emulate does not reach its images; the setting of the system does
    flags = [*FLAGS, "--force-prefers-reduced-motion"]
    calm = browser.browser_type.launch(executable_path=chromium(), args=flags)
    page = calm.new_page()
    played = short()
    last = image(page, tmp_path, played.to_svg())[inner(played)]
    at_once = image(page, tmp_path, played.to_svg(animated=True))
    assert (at_once[inner(played)] == last).all()
    page.wait_for_timeout(1300)
    assert (shot(page) == at_once).all()
    calm.close()


def test_as_a_document_of_its_own_it_plays_too(page, tmp_path):
    sweep = SWEEPS["diamond"]()
    still = seen(page, sweep.to_svg(position=4))
    path = sweep.save(tmp_path / "sweep.svg", animated=True)
    page.goto(path.as_uri())
    page.evaluate(SEEK, times([s["caption"] for s in sweep.story["steps"]])[4] + TRAVEL)
    now = page.evaluate(f"({SEEN})(document.documentElement)")
    # without the markup around a text, which names its namespace in a document of this kind
    assert [e.split("|")[:2] for e in now if not e.startswith("|")] == [e.split("|")[:2] for e in still]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_readers_theme(browser, tmp_path, scheme):
    page = browser.new_page(color_scheme=scheme, reduced_motion="reduce")
    sweep = SWEEPS["diamond"]()
    mine = image(page, tmp_path, sweep.to_svg("auto", animated=True))
    assert (mine == image(page, tmp_path, sweep.to_svg(scheme, animated=True))).all()
    page.close()


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_renderer_that_knows_no_animation_paints_the_last_picture(theme):
    sweep = SWEEPS["diamond"]()
    moving, still = (
        np.asarray(Image.open(io.BytesIO(png(sweep.to_svg(theme, animated=a)))).convert("RGB"), dtype=int)
        for a in (True, False)
    )
    graph = np.s_[30 : still.shape[0] - 30, 30 : still.shape[1] - 30]
    assert (moving[graph] == still[graph]).all()
    below = moving[still.shape[0] : -30, 30:-30]
    assert (below != below[0, 0]).any()  # the words


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


@pytest.mark.parametrize("caption", [HOSTILE, "🙂漢字 " * 3000, "שלום עולם " * 30, "word " * 5000])
def test_words_never_leave_the_picture(page, caption):
    steps = [
        {"kind": "start", "to": "y", "total": 1.0, "caption": caption},
        {"kind": "share", "source": "y", "to": "x", "share": 6.0, "total": 6.0, "caption": caption},
    ]
    svg = adl.play(steps).to_svg(animated=True)
    assert float(ET.fromstring(svg).get("height")) < 600
    page.set_content(f"<!DOCTYPE html><body>{svg}")
    outside = page.evaluate(
        """() => { const box = document.querySelector('svg').getBoundingClientRect();
          return [...document.querySelectorAll('.adl-words text')].map((t) => t.getBoundingClientRect())
            .filter((b) => b.left < box.left || b.right > box.right || b.bottom > box.bottom).length; }"""
    )
    assert outside == 0
    page.evaluate(SEEK, 60_000)  # nobody waits a minute for one step
    assert page.evaluate(
        "document.getAnimations().every((a) => a.effect.getComputedTiming().progress === null)"
    )


def test_saving(tmp_path):
    sweep = SWEEPS["diamond"]()
    text = sweep.save(tmp_path / "a.svg", animated=True).read_text(encoding="utf-8")
    assert text == sweep.to_svg(animated=True)
    assert "@keyframes" not in sweep.save(tmp_path / "b.svg").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="cannot be animated"):
        sweep.save(tmp_path / "c.png", animated=True)
    assert sweep.save(tmp_path / "d.gif", animated=True).read_bytes().startswith(b"GIF")


def test_a_position_of_a_moving_picture_is_refused():
    with pytest.raises(ValueError, match=r"position=2.*animated=True"):
        SWEEPS["diamond"]().to_svg(position=2, animated=True)


def test_too_many_steps_are_refused():
    def f(x):
        for _ in range(70):
            x = np.tanh(np.sin(x))
        return x

    with pytest.raises(ValueError, match="steps"):
        adl.trace(f, x=0.5).sweep.to_svg(animated=True)
