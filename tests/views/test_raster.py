"""PNG, PDF and GIF: real files of the right size, the same each time, with the colours of their theme."""

import io

import numpy as np
import pytest
from PIL import Image

import autodiff_lab as adl
from autodiff_lab.views.theme import DARK, LIGHT

HOSTILE = "</text><script>alert(1)</script> ]]> \"'&amp; \u202e 🙂"


def f(x, w):
    a = x * w
    y = np.tanh(a) + x**2
    return y  # noqa: RET504  the name is in the picture


@pytest.fixture(scope="module")
def run():
    return adl.trace(f, x=1.0, w=-0.5)


def colours(picture):
    return {tuple(p) for p in np.asarray(picture.convert("RGB")).reshape(-1, 3)[::7].tolist()}


def rgb(text):
    return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_png(run, tmp_path, theme):
    path = run.graph.save(tmp_path / "graph.png", theme=theme.name)
    picture = Image.open(path)
    width, height = (
        float(run.graph.to_svg().split(f'{side}="')[1].split('"')[0]) for side in ("width", "height")
    )
    assert picture.size == (2 * width, 2 * height)
    assert {rgb(theme.surface), rgb(theme["source"].fill), rgb(theme["source"].line)} <= colours(picture)


def test_the_text_of_a_png_is_drawn(run):
    """The same picture without its words has fewer dark pixels."""
    from autodiff_lab.views.raster import png

    svg = run.graph.to_svg()
    bare = svg.replace("<text", "<g").replace("</text>", "</g>")
    dark = [np.sum(np.asarray(Image.open(io.BytesIO(png(s))).convert("L")) < 100) for s in (svg, bare)]
    assert dark[0] > 1.2 * dark[1]


def test_pdf(run, tmp_path):
    path = run.sweep.save(tmp_path / "sweep.pdf")
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") == 1 or b"/Count 1" in data
    assert run.sweep.save(tmp_path / "again.pdf").read_bytes() == data


def test_a_gif_plays_once_and_ends_on_the_last_step(run, tmp_path):
    path = run.sweep.save(tmp_path / "sweep.gif")
    movie = Image.open(path)
    assert movie.n_frames == len(run.sweep.steps) + 1
    assert "loop" not in movie.info  # then a player shows it once
    times = []
    for frame in range(movie.n_frames):
        movie.seek(frame)
        times.append(movie.info["duration"])
    assert min(times) >= 900
    assert times[-1] == max(times)
    last = np.asarray(movie.convert("RGB"), dtype=float)
    movie.close()
    whole = np.asarray(Image.open(run.sweep.save(tmp_path / "sweep.png")).convert("RGB"), dtype=float)
    inside = whole[60:-60, 60:-60]  # the corners are transparent
    apart = np.abs(last[60 : whole.shape[0] - 60, 60 : whole.shape[1] - 60] - inside)
    assert np.mean(apart) < 1
    assert run.sweep.save(tmp_path / "again.gif").read_bytes() == path.read_bytes()


def test_a_gif_keeps_the_colour_of_the_active_step(run, tmp_path):
    movie = Image.open(run.sweep.save(tmp_path / "sweep.gif"))
    movie.seek(2)
    halo = np.array(rgb(LIGHT["active"].fill), dtype=float)
    apart = np.abs(np.asarray(movie.convert("RGB"), dtype=float) - halo).max(axis=-1)
    movie.close()
    assert np.sum(apart == 0) > 500


def test_a_long_gif_is_refused_with_the_way_out(tmp_path):
    def long(x):
        for _ in range(150):
            x = np.sin(x)
        return x

    with pytest.raises(ValueError, match=r"151|152.*sweep.html"):
        adl.trace(long, x=1.0).sweep.save(tmp_path / "long.gif")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "html", "gif", "dot", "txt"])
def test_any_name_can_be_saved(tmp_path, ending):
    x = adl.Variable(3.0, name=HOSTILE)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    data = tape.sweep(y, x).save(tmp_path / f"sweep.{ending}").read_bytes()
    assert len(data) > 100
    if ending in ("svg", "html"):
        assert b"<script>alert" not in data


def test_a_graph_as_a_page(run, tmp_path):
    page = run.graph.save(tmp_path / "graph.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "http://" not in page.replace("http://www.w3.org", "")
