"""Key moments on one page: the right steps, their words, and forms for print."""

import itertools
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import autodiff_lab as adl

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script> ]]> \"'& \u202e \n" + "x" * 10_000


def diamond(x):
    a = x + 1
    b = x + 2
    return a * b


def frames(svg):
    return [f for f in ET.fromstring(svg) if f.tag == f"{SVG}svg"]


def words(svg):
    """The text under the frames, each line of it put back together."""
    groups = [g for g in ET.fromstring(svg) if g.tag == f"{SVG}g"]
    return [" ".join("".join(t.itertext()) for t in g) for g in groups]


def test_the_chosen_steps_with_their_words():
    sweep = adl.trace(diamond, x=2.0).sweep
    strip = sweep.strip([2, 5, 6])
    assert strip.steps == [2, 5, 6]
    svg = strip.to_svg()
    assert words(svg) == [f"Step {n}. {sweep.steps[n - 1].caption}" for n in (2, 5, 6)]
    for frame, number in zip(frames(svg), strip.steps, strict=True):
        still = ET.fromstring(sweep.to_svg(position=number))
        mine = [t.text for t in frame.iter(f"{SVG}text")]
        assert mine == [t.text for t in still.iter(f"{SVG}text")]


def network(x, w1, w2, b):
    h1 = np.tanh(w1 * x)
    h2 = np.tanh(w2 * x)
    return h1 + h2 + b


def chain(x):
    for _ in range(10):
        x = np.tanh(x)
    return x


def test_by_itself_it_takes_start_fan_outs_and_end():
    """The two shares of x and nothing else between: w1, w2 and b have one share each."""
    sweep = adl.trace(network, x=0.5, w1=0.7, w2=-0.3, b=1.0).sweep
    first, last = (n for n, s in enumerate(sweep.steps, 1) if s.to == "x")
    assert sweep.strip().steps == [1, first, last, len(sweep.steps)]
    assert adl.trace(diamond, x=2.0).sweep.strip().steps == [1, 4, 5, 6]


def test_without_a_fan_out_it_takes_steps_evenly():
    steps = adl.trace(chain, x=0.5).sweep.strip().steps
    assert (steps[0], steps[-1]) == (1, 12)
    assert 4 <= len(steps) <= 6
    apart = [b - a for a, b in itertools.pairwise(steps)]
    assert max(apart) - min(apart) <= 1


@pytest.mark.parametrize("f", [diamond, chain, lambda x: x**2, lambda x: x * x * x])
def test_a_page_holds_it_readably(f):
    """On A4 in portrait, 680 by 960 pixels between the margins, the words have 7 points (9.3 px) or more."""
    svg = adl.trace(f, x=0.5).sweep.strip().to_svg()
    width, height = (float(ET.fromstring(svg).get(side)) for side in ("width", "height"))
    shrunk = min(1, 680 / width, 960 / height)
    size = float(re.search(r"\.adl-words \{[^}]*font-size: ([\d.]+)px", svg)[1])
    assert size * shrunk >= 9.3


@pytest.mark.parametrize("count", [1, 2, 3, 30])
def test_never_more_than_six_frames(count):
    def f(x):
        y = x
        for _ in range(count):
            y = y * x
        return y

    steps = adl.trace(f, x=1.01).sweep.strip().steps
    assert 3 <= len(steps) <= 6
    assert steps == sorted(set(steps))


def test_columns():
    sweep = adl.trace(lambda x: x * x, x=3.0).sweep
    one, two = (frames(sweep.strip(columns=n).to_svg()) for n in (1, 2))
    assert len({f.get("x") for f in one}) == 1
    assert len({f.get("x") for f in two}) == 2
    wide = float(ET.fromstring(sweep.strip().to_svg()).get("width"))
    assert wide <= 760  # a sheet of A4 or Letter at 96 to the inch, without its margins


TEXTS = """svg => { document.body.innerHTML = svg;
  const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const seen = (e) => e.textContent.trim() && e.getBoundingClientRect().width > 0;
  return {
    texts: [...document.querySelectorAll("text")].filter(seen).map((e) => [
      e.textContent, e.closest("[data-node]") !== null, box(e)]),
    frames: [...document.querySelectorAll("svg svg .adl-surface")].map(box),
    weights: [...document.querySelectorAll(".adl-gradient")].map((e) => getComputedStyle(e).fontWeight),
    whole: box(document.querySelector("svg")),
  }; }"""


def overlap(a, b, most):
    return min(a[2], b[2]) - max(a[0], b[0]) > most and min(a[3], b[3]) - max(a[1], b[1]) > most


@pytest.mark.parametrize("columns", [None, 1, 2, 3])
@pytest.mark.parametrize("f", [diamond, lambda x: x**2, lambda x: np.sin(x) * np.exp(-x) / (x + 1)])
def test_nothing_lies_on_anything_else(page, f, columns):
    page.set_viewport_size({"width": 3000, "height": 3000})
    svg = adl.trace(f, x=2.0).sweep.strip(columns=columns).to_svg()
    found = page.evaluate(TEXTS, svg)
    for frame, other in itertools.combinations(found["frames"], 2):
        assert not overlap(frame, other, 0)
    for (text, node, box), (other_text, other_node, other) in itertools.combinations(found["texts"], 2):
        # the two lines of a box stand closer than the room that a browser gives a line
        assert not overlap(box, other, 3 if node and other_node else 1), (text, other_text)
    left, top, right, bottom = found["whole"]
    for text, _, box in found["texts"]:
        assert left <= box[0], text
        assert top <= box[1], text
        assert box[2] <= right, text
        assert box[3] <= bottom, text
    assert set(found["weights"]) == {"700"}  # in grey, weight tells gradients from values


def test_each_frame_stands_above_its_own_words(page):
    page.set_viewport_size({"width": 3000, "height": 3000})
    sweep = adl.trace(diamond, x=2.0).sweep
    found = page.evaluate(TEXTS, sweep.strip([2, 4, 6], columns=2).to_svg())
    for number, (left, _, right, bottom) in zip((2, 4, 6), found["frames"], strict=True):
        (box,) = [b for text, _, b in found["texts"] if text.startswith(f"Step {number}.")]
        assert left <= box[0] < box[2] <= right
        assert bottom <= box[1] <= bottom + 12


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "txt"])
def test_it_is_saved(tmp_path, ending):
    strip = adl.trace(diamond, x=2.0).sweep.strip()
    data = strip.save(tmp_path / f"strip.{ending}").read_bytes()
    start = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "txt": b"Step 1."}[ending]
    assert data.startswith(start)
    assert data == strip.save(tmp_path / f"again.{ending}").read_bytes()


def test_gradients_are_bold_in_print():
    assert ".adl-light .adl-gradient, .adl-light .adl-edge-label { font-weight: 700; }" in (
        adl.trace(diamond, x=2.0).sweep.strip().to_svg()
    )


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        ([], ValueError),
        ([0], ValueError),
        ([7], ValueError),
        ([1] * 61, ValueError),
        ([1.0], TypeError),
        ([True], TypeError),
        (3, TypeError),
        ("13", TypeError),
    ],
)
def test_faults_are_told(steps, error):
    with pytest.raises(error, match="step"):
        adl.trace(diamond, x=2.0).sweep.strip(steps)


def test_numbers_of_numpy_and_ranges_choose_too():
    sweep = adl.trace(diamond, x=2.0).sweep
    assert sweep.strip(np.arange(1, 4)).steps == [1, 2, 3]
    assert sweep.strip(range(2, 7, 2)).steps == [2, 4, 6]


def test_it_speaks_the_language_of_its_sweep():
    adl.set_language("ru")
    try:
        sweep = adl.trace(diamond, x=2.0).sweep
    finally:
        adl.set_language("en")
    assert not str(sweep.strip()).startswith("Step")


def test_other_faults():
    strip = adl.trace(diamond, x=2.0).sweep.strip()
    with pytest.raises(ValueError, match="Cannot save"):
        strip.save("strip.gif")
    for columns in (0, 1.5, True):
        with pytest.raises(ValueError, match="columns is a whole number"):
            adl.trace(diamond, x=2.0).sweep.strip(columns=columns)
    with pytest.raises(ValueError, match="theme"):
        adl.trace(diamond, x=2.0).sweep.strip(theme="pink")


def test_it_shows_itself():
    bundle = adl.trace(diamond, x=2.0).sweep.strip()._repr_mimebundle_()
    assert bundle["text/html"].startswith('<img alt="Step 1. Start at')
    assert set(bundle) == {"text/html", "text/plain", "image/png"}


def test_hostile_names():
    x = adl.Variable(2.0, name=HOSTILE)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    svg = tape.sweep(y, x, names={HOSTILE: x}).strip().to_svg()
    assert ET.fromstring(svg) is not None
    assert "<script" not in svg


@pytest.mark.parametrize("caption", [HOSTILE, "🙂漢字 " * 3000, "שלום עולם " * 30, "W" * 10_000])
def test_words_never_leave_the_strip(page, caption):
    page.set_viewport_size({"width": 2000, "height": 3000})
    steps = [
        {"kind": "start", "to": "y", "total": 1.0, "caption": caption},
        {"kind": "share", "source": "y", "to": "x", "share": 6.0, "total": 6.0, "caption": caption},
    ]
    found = page.evaluate(TEXTS, adl.play(steps).strip().to_svg())
    assert found["whole"][3] < 1500
    assert all(box[2] <= found["whole"][2] for _, _, box in found["texts"])


def test_a_list_of_steps_has_a_strip_too():
    played = adl.play(
        [
            {"kind": "start", "to": "y", "total": 1.0},
            {"kind": "share", "source": "y", "to": "x", "share": 6.0, "total": 6.0},
        ]
    )
    assert played.strip().steps == [1, 2, 3]
