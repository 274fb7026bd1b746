"""What a notebook stores of a picture: complete where nothing runs, on paper, and in words."""

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image

import autodiff_lab as adl
from autodiff_lab.views import shown

nbformat = pytest.importorskip("nbformat", reason="notebooks are read with Jupyter's own packages")
nbconvert = pytest.importorskip("nbconvert", reason="pages are made by Jupyter's own packages")

HOSTILE = "</li><script>alert(1)</script> ]]> \"'& \u202e \n"


def notebook(drawing):
    """A notebook whose one cell shows a drawing, without the widget that needs a kernel."""
    bundle = {k: v for k, v in drawing._repr_mimebundle_().items() if not k.startswith("application/")}
    cell = nbformat.v4.new_code_cell("sweep")
    cell.outputs = [nbformat.v4.new_output("execute_result", bundle, execution_count=1)]
    return nbformat.v4.new_notebook(cells=[cell])


DRAWINGS = {
    "sweep": lambda: adl.trace(lambda x: x**2, x=3.0).sweep,
    "graph": lambda: adl.trace(lambda x: x**2, x=3.0).graph,
    "trace": lambda: adl.trace(lambda x: x**2, x=3.0),
    "strip": lambda: adl.trace(lambda x: x**2, x=3.0).sweep.strip(),
    "cell": lambda: adl.trace(lambda x: np.sum(x**2), x=[1.0, 2.0]).sweep.follow("x", 1),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_has_a_picture_for_paper(name):
    bundle = DRAWINGS[name]()._repr_mimebundle_()
    image = Image.open(io.BytesIO(base64.b64decode(bundle["image/png"])))
    assert image.width > 200
    assert bundle["text/html"].startswith("<img alt=")


@pytest.mark.parametrize("name", DRAWINGS)
def test_latex_gets_the_picture(name):
    text, resources = nbconvert.LatexExporter().from_notebook_node(notebook(DRAWINGS[name]()))
    assert re.search(r"\\(adjust)?includegraphics", text) or "adjustimage" in text
    assert any(file.endswith(".png") for file in resources["outputs"])


def test_html_tells_the_steps():
    sweep = DRAWINGS["sweep"]()
    text, _ = nbconvert.HTMLExporter().from_notebook_node(notebook(sweep))
    assert "data:image/svg+xml;base64," in text
    for step in sweep.steps:
        assert step.caption in text.replace("&amp;", "&")


def test_names_are_escaped():
    x = adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    html = tape.sweep(y, x, names={HOSTILE: x})._repr_mimebundle_()["text/html"]
    assert "<script" not in html
    assert html.count("<li>") == 4


def test_the_same_picture_gives_the_same_bytes():
    one, other = (DRAWINGS["sweep"]()._repr_mimebundle_() for _ in range(2))
    for kind in ("text/html", "image/png", "text/plain"):
        assert one[kind] == other[kind]


def test_very_large_pictures_have_no_png(monkeypatch):
    monkeypatch.setattr(shown, "MOST_PIXELS", 10)
    assert "image/png" not in DRAWINGS["graph"]()._repr_mimebundle_()


def test_without_the_renderer_the_rest_is_shown(monkeypatch):
    def missing(svg, zoom):
        raise ImportError

    monkeypatch.setattr(shown, "png", missing)
    bundle = DRAWINGS["graph"]()._repr_mimebundle_()
    assert {kind for kind in bundle if not kind.startswith("application/")} == {"text/html", "text/plain"}


@pytest.mark.parametrize("name", ["sweep", "graph", "trace", "cell"])
def test_in_a_notebook_it_is_live(name):
    assert "application/vnd.jupyter.widget-view+json" in DRAWINGS[name]()._repr_mimebundle_()
