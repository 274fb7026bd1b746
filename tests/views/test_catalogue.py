"""One file of words for each language: the same keys and places everywhere, none missing, none unused."""

import json
import re
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.views import language
from autodiff_lab.views.language import LANGUAGES, words_of
from autodiff_lab.views.words import say

PACKAGE = Path(adl.__file__).parent
OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(autouse=True)
def english_afterwards():
    yield
    adl.set_language("en")


def flat(tree, path=()):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from flat(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            yield from flat(value, (*path, number))
    else:
        yield path, tree


def places(path, text):
    """The places for names and numbers in a text."""
    if path[0] == "narrative":
        return {name for _, name, _, _ in Formatter().parse(text) if name}
    return set(re.findall(r"\$(\w+)", text))


def test_each_file_is_a_language_of_the_kit():
    files = {path.stem for path in (PACKAGE / "views" / "catalogue").glob("*.json")}
    assert files == set(LANGUAGES)
    for code in LANGUAGES:
        json.loads((PACKAGE / "views" / "catalogue" / f"{code}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", OTHERS)
def test_no_text_is_missing_and_none_is_left_over(code):
    assert dict(flat(words_of("en"))).keys() == dict(flat(words_of(code))).keys()


@pytest.mark.parametrize("code", OTHERS)
def test_each_text_has_the_same_places(code):
    english = dict(flat(words_of("en")))
    for path, text in flat(words_of(code)):
        if path != ("language",):
            assert places(path, text) == places(path, english[path]), path


def test_russian_is_written_in_russian():
    english = dict(flat(words_of("en")))
    for path, text in flat(words_of("ru")):
        bare = re.sub(r"\{\w+\}|\$\w+", "", english[path])
        if re.search(r"[A-Za-z]{3}", bare):
            assert re.search(r"[а-яё]", text, re.IGNORECASE), (path, text)
        latin = re.findall(r"[A-Za-z_]{3,}", re.sub(r"\{\w+\}|\$\w+", "", text))
        kept = set(re.findall(r"[A-Za-z_]{3,}", bare)) | {"exp", "log", "sin", "cos", "tanh"}
        assert set(latin) <= kept, (path, text)  # only names of code, which English has too


def sources():
    return {
        path: path.read_text(encoding="utf-8")
        for path in [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]
        if "lessons" not in path.parts
    }


def named(key, code):
    """Whether the code names a key of the narrative: whole, or as a beginning in an f-string."""
    if f'"{key}"' in code or f"'{key}'" in code:
        return True
    return any(
        re.fullmatch(re.sub(r"\\\{[^}]*\\\}", ".+", re.escape(found)), key)
        for found in re.findall(r'f"([a-z{][\w\-{}. \'=!]*\{[^"]*)"', code)
        if not found.startswith("{") or "-" in found
    )


def test_every_sentence_is_used():
    code = "\n".join(text for path, text in sources().items() if path.suffix == ".py")
    unused = [key for key in words_of("en")["narrative"] if not named(key, code)]
    assert unused == []


def test_every_word_of_the_player_is_used():
    code = "\n".join(text for path, text in sources().items() if path.suffix == ".js")
    for section in ("player", "controls"):
        for path, _ in flat(words_of("en")[section]):
            assert re.search(rf"\b{path[0]}\b", code), path


def test_every_sentence_that_the_code_asks_for_exists():
    known = words_of("en")["narrative"]
    asked = {
        key
        for path, text in sources().items()
        if path.suffix == ".py"
        for key in re.findall(r'\bsay\(\s*"([^"]+)"', text)
    }
    assert len(asked) > 60
    assert asked <= set(known)


def network(x, w):
    h = np.tanh(x @ w)
    return np.mean(np.maximum(h, 0.1) ** 2) + np.max(h) - np.sum(h / 3.0)


def fan(x):
    a = np.exp(x) * x
    return a / x - np.log(x) ** 2 + np.sqrt(x) * np.abs(np.cos(x))


FUNCTIONS = [
    (network, {"x": np.ones((2, 3)), "w": np.full((3, 2), 0.3)}),
    (fan, {"x": 1.5}),
    (lambda x: x**2, {"x": 3.0}),
]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(("f", "inputs"), FUNCTIONS)
def test_whole_sweeps_are_told_without_english(code, f, inputs):
    adl.set_language(code)
    sweep = adl.trace(f, **inputs).sweep
    story = sweep.player(stops="auto").story
    told = [s["caption"] for s in story["steps"]] + [s["caption"] for s in story["tangents"]["steps"]]
    told += [n["caption"] for offered in story["nudges"].values() for n in offered]
    told += [s["question"] for s in story["stops"]] + [story["title"], story["summary"]]
    ops = {node["op"] for node in story["nodes"]}
    known = {"exp", "log", "sin", "cos", "tanh", "abs", "sqrt", "maximum", "mean", "max", "sum"} | ops
    for text in told:
        assert re.search("[а-яё]", text), text
        assert set(re.findall(r"[A-Za-z]{3,}", text)) <= known, text
    assert "Шаг" in str(sweep)


def test_a_story_keeps_its_language():
    adl.set_language("ru")
    sweep = adl.trace(lambda x: np.sum(x * x), x=[1.0, 2.0]).sweep
    player = sweep.player()
    adl.set_language("en")
    assert sweep.story["language"] == player.lang == "ru"
    assert player.words["next"] == words_of("ru")["player"]["next"]
    answer = player._answer("cell n0 1")
    assert answer["story"]["language"] == "ru"
    assert re.search("[а-яё]", answer["story"]["title"])
    assert adl.get_language() == "en"


def test_an_explorer_keeps_its_language():
    adl.set_language("ru")
    explorer = adl.explore(lambda x: x * x, x=3.0)
    adl.set_language("en")
    explorer.set(x=2.0)
    assert re.search("[а-яё]", explorer._controls.readout["nudge"])
    explorer.close()


@pytest.mark.parametrize("given", ["en", "EN", "en-GB", "en_US.UTF-8"])
def test_a_region_is_left_out_of_account(given):
    adl.set_language("ru")
    adl.set_language(given)
    assert adl.get_language() == "en"


@pytest.mark.parametrize("given", ["xx", "", None, 3])
def test_a_language_without_words(given):
    with pytest.raises(ValueError, match="English"):
        adl.set_language(given)
    assert adl.get_language() == "en"


def test_speaking_ends_also_after_an_error():
    with language.speaking("ru"):
        assert say("done") == "Готово."
    with pytest.raises(ZeroDivisionError), language.speaking("ru"):
        raise ZeroDivisionError
    assert say("done") == "Done."
