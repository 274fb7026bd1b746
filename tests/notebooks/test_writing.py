"""How a lesson is written: the rules that hold for the text, code and figures of all of them."""

import itertools
import json
import re
from pathlib import Path

import pytest

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
SECTIONS = ["See", "Predict", "Run", "Explain", "Change", "Do", "Close"]
AVOID = re.compile(r"\b(simply|just|obviously|trivial(ly)?|clearly|easy|easily)\b", re.IGNORECASE)

pytestmark = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def cells(path, kind=None):
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for cell in found:
        cell["text"] = "".join(cell["source"])
    return [cell for cell in found if kind in (None, cell["cell_type"])]


def spoken(text):
    """The words that a reader meets: no marks of Markdown, no tags."""
    return re.findall(r"[^\W_]+", re.sub(r"<[^>]+>", " ", text))


def test_a_text_cell_has_at_most_80_words(path):
    for cell in cells(path, "markdown"):
        assert len(spoken(cell["text"])) <= 80, cell["text"]


def test_a_code_cell_has_at_most_12_lines_and_first_says_what_it_does(path):
    for cell in cells(path, "code"):
        lines = cell["text"].splitlines()
        assert len(lines) <= 12
        assert re.match(r"# [A-Z].*[.?]$", lines[0]), cell["text"]


def test_headings_come_in_order_below_a_single_top_one(path):
    text = "\n".join(cell["text"] for cell in cells(path, "markdown"))
    levels = [len(marks) for marks in re.findall(r"^(#+) ", text, flags=re.MULTILINE)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(deeper <= level + 1 for level, deeper in itertools.pairwise(levels))
    assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == SECTIONS


def test_a_lesson_opens_with_a_question(path):
    opening = cells(path)[0]["text"].split("\n\n")[1]
    assert opening.endswith("?")


def test_words_that_make_a_learner_feel_slow_are_not_used(path):
    for cell in cells(path):
        assert AVOID.search(cell["text"]) is None, cell["text"]


def test_a_new_word_is_bold_once(path):
    text = "\n".join(cell["text"] for cell in cells(path, "markdown"))
    bold = [word.lower() for word in re.findall(r"\*\*([^*\n]+?)\*\*", text)]
    assert len(bold) == len(set(bold))


def test_every_figure_has_a_caption_and_a_number(path):
    everything = cells(path)
    number = 0
    for cell, after in itertools.pairwise(everything):
        if not any("text/html" in output.get("data", {}) for output in cell.get("outputs", [])):
            continue
        number += 1
        assert after["cell_type"] == "markdown", cell["text"]
        assert after["text"].startswith(f"**Figure {number}.** "), after["text"]
    assert number


def test_a_figure_is_stored_as_a_picture_with_its_text(path):
    for cell in cells(path, "code"):
        for output in cell["outputs"]:
            html = "".join(output.get("data", {}).get("text/html", ""))
            for picture in re.findall(r"<img[^>]*>", html):
                assert re.search(r'alt="[^"]{20,}"', picture)
                assert 'src="data:image/' in picture


def test_nothing_of_one_run_is_stored(path):
    # Times and widget states differ in every run, and a stored state hides the picture in an HTML export.
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert "widgets" not in notebook["metadata"]
    assert not [cell for cell in notebook["cells"] if "execution" in cell["metadata"]]
