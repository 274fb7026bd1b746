"""Key moments on one page: the right steps, their words, and forms for print."""

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


def test_by_itself_it_takes_start_fan_outs_and_end():
    def f(x):
        for _ in range(10):
            x = np.tanh(x)
        return x * x

    steps = adl.trace(f, x=0.5).sweep.strip().steps
    sweep = adl.trace(f, x=0.5).sweep
    assert steps[0] == 1
    assert steps[-1] == len(sweep.steps)
    fans = [n for n, s in enumerate(sweep.steps, 1) if s.expected > 1]
    assert set(fans) <= set(steps) or len(steps) == 6
    assert len(steps) <= 6


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


def test_words_stay_beside_each_other():
    root = ET.fromstring(adl.trace(diamond, x=2.0).sweep.strip(columns=2).to_svg())
    full = float(root.get("width"))
    for text in root.iter(f"{SVG}text"):
        if text.get("x") and text.get("class") is None:
            line = "".join(text.itertext())
            assert float(text.get("x")) + 7 * len(line) <= full + 40


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
    [([], ValueError), ([0], ValueError), ([7], ValueError), ([1.0], TypeError), ([True], TypeError)],
)
def test_faults_are_told(steps, error):
    with pytest.raises(error, match="step"):
        adl.trace(diamond, x=2.0).sweep.strip(steps)


def test_other_faults():
    strip = adl.trace(diamond, x=2.0).sweep.strip()
    with pytest.raises(ValueError, match="Cannot save"):
        strip.save("strip.gif")
    with pytest.raises(ValueError, match="column"):
        adl.trace(diamond, x=2.0).sweep.strip(columns=0)
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


def test_a_list_of_steps_has_a_strip_too():
    played = adl.play(
        [
            {"kind": "start", "to": "y", "total": 1.0},
            {"kind": "share", "source": "y", "to": "x", "share": 6.0, "total": 6.0},
        ]
    )
    assert played.strip().steps == [1, 2, 3]
