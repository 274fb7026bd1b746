"""A graph that cannot be arranged whole: the dot program of the computer, then a fold, then a clear error."""

import shutil

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views import layout as module
from autodiff_lab.views.layout import LayoutError, PictureWarning, arrange


def long_chain():
    x = adl.Variable(np.float64(0.5), name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x
        for _ in range(60):
            y = np.tanh(y * 1.01)
    return tape, y, x


@pytest.fixture
def only_small(monkeypatch):
    """An engine that fails where there are more than 60 boxes."""
    real = module.layout

    def limited(text, timeout=10.0, engine="wasi"):
        if text.count("[label=") > 60:
            raise LayoutError("too large")
        return real(text, timeout, "wasi")

    monkeypatch.setattr(module, "layout", limited)


def test_it_is_folded_and_says_so(only_small, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    tape, y, x = long_chain()
    for drawing in (tape.graph(y, x), tape.sweep(y, x)):
        assert len(drawing.story["nodes"]) > 100
        with pytest.warns(PictureWarning, match="folded into one box"):
            assert drawing.to_svg().startswith("<svg")
        assert len(drawing.story["nodes"]) < 60
        assert any(n["op"] == "folded" for n in drawing.story["nodes"])
    assert drawing.steps[-2].total == float(tape.gradient(y, x))


def test_a_page_and_a_player_of_it(only_small, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    tape, y, x = long_chain()
    with pytest.warns(PictureWarning):
        assert "folded" in tape.sweep(y, x).to_html()
    with pytest.warns(PictureWarning):
        player = tape.sweep(y, x).player()
    assert len(player.story["nodes"]) < 60


def test_what_cannot_be_folded_is_an_error(monkeypatch):
    def never(text, timeout=10.0, engine="wasi"):
        raise LayoutError("cannot")

    monkeypatch.setattr(module, "layout", never)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(LayoutError, match="cannot"):
        adl.trace(lambda x: x * x, x=1.0).graph.to_svg()
    trace = adl.trace(lambda x: x * x, x=1.0)
    for drawing in (trace.graph, trace.sweep):
        bundle = drawing._repr_mimebundle_()
        assert set(bundle) == {"text/plain"}
        assert "cannot" in bundle["text/plain"]


def test_the_program_of_the_computer_comes_first(monkeypatch):
    asked = []

    def first_fails(text, timeout=10.0, engine="wasi"):
        asked.append(engine)
        if engine == "wasi":
            raise LayoutError("no")
        return "arranged"

    monkeypatch.setattr(module, "layout", first_fails)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/dot")
    with pytest.warns(PictureWarning, match="dot program"):
        assert arrange("digraph {}") == "arranged"
    assert asked == ["wasi", "system"]


def test_without_any_engine_the_first_error_stands(monkeypatch):
    def fails(text, timeout=10.0, engine="wasi"):
        raise LayoutError(engine)

    monkeypatch.setattr(module, "layout", fails)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/dot")
    with pytest.raises(LayoutError, match="wasi"):
        arrange("digraph {}")
