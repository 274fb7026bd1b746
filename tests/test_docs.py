"""The pages beside the code: their examples run, their lists and pictures are the kit's own."""

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.cli import main

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page):
    if page.name == "dask.md":
        pytest.importorskip("dask.array")
    done = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert done.failed == 0


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_recipe_for_an_op_works():
    # In a process of its own: an op is declared for good.
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "doctest", "CONTRIBUTING.md"],
        cwd=ROOT, check=False, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^(>>>|\.\.\.) ", text, flags=re.MULTILINE)) < 10


def known_names(text):
    """Each line with those of its names that the installed NumPy has: the page was made with the newest."""
    lines = []
    for line in text.splitlines():
        names = re.findall(r"`np\.([\w.]+)`", line)
        known = sorted(name for name in names if known_to_numpy(name))
        if known or not names:
            lines.append((re.sub(r"(?:, )?`np\.[\w.]+`", "", line), known))
    return lines


def known_to_numpy(name):
    found = np
    for part in name.split("."):
        found = getattr(found, part, None)
    return found is not None


def test_the_list_of_numpy_functions_is_up_to_date():
    made = script("make_numpy_page").page()
    stored = (ROOT / "docs" / "numpy.md").read_text(encoding="utf-8")
    assert known_names(stored) == known_names(made), "run: python docs/make_numpy_page.py"


def test_what_the_list_says_about_operators_and_methods_is_so():
    x = adl.Variable([[0.5, 1.0, 1.5], [2.0, 2.5, 3.0]], dtype=np.float64)
    forms = [
        lambda x: x + 1, lambda x: x - 1, lambda x: x * 2, lambda x: x / 2, lambda x: x % 2, lambda x: x**2,
        lambda x: x @ np.ones(3), lambda x: abs(x), lambda x: x[0], lambda x: x[:, 1],
        lambda x: x.sum(axis=0), lambda x: x.reshape(3, 2), lambda x: x.T, lambda x: x.astype(np.float32),
    ]  # fmt: skip
    for form in forms:
        with adl.GradientTape() as tape:
            y = form(x)
        assert tape.gradient(y, x) is not None
    with pytest.raises(TypeError, match=r"np\.unique"):
        np.unique(x)


def test_the_readmes_pictures_are_what_the_kit_draws():
    pytest.importorskip("wasmtime")
    for path, svg in script("make_images").images():
        # Words and numbers, not places: those may move a little with another Graphviz.
        stored = list(ET.fromstring(path.read_text(encoding="utf-8")).itertext())
        assert stored == list(ET.fromstring(svg).itertext()), "run: python docs/make_images.py"


def test_the_readme_shows_each_picture_in_both_themes():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs" / "images").glob("*.svg"):
        assert f"docs/images/{path.name}" in text


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_shows_what_the_demo_prints(tmp_path, capsys):
    (shown,) = re.findall(r"^```text\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
    assert main(["demo", "--no-open", "--output", str(tmp_path / "page.html")]) == 0
    assert capsys.readouterr().out.startswith(shown)


def test_the_readmes_notebook_cell_runs():
    blocks = re.findall(r"^```python\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
    (cell,) = [block for block in blocks if ">>>" not in block and "def f(" not in block]
    names = {"adl": adl, "square": lambda x: x**2}
    exec(cell, names)
    assert float(names["explorer"].gradients["x"]) == 8
    names["explorer"].close()
