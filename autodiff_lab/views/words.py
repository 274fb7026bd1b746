"""The words of the pictures, from the catalogue of the chosen language.

The templates follow one pattern: what happens, with the numbers, and why in a few words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .language import get_language, words_of


def say(moment: str, **values: Any) -> str:
    """Fill in the sentence for a moment."""
    sentence: str = words_of(get_language())["narrative"][moment]
    return sentence.format(**values)


def title(target: str, count: int, swept: bool) -> str:
    """Name a picture in one line."""
    text = say("title", target=target, count=count) if count != 1 else say("title-one", target=target)
    return say("title-swept", title=text) if swept else text


def line(name: str, value: str) -> str:
    """Tell a value in one sentence."""
    if name == value:
        return ""
    return say("line", title=name, value=value)


def value(cell: Mapping[str, Any]) -> str:
    """Tell a value; of an array whose numbers are not printed its shape and its range."""
    if "range" not in cell:
        return str(cell["text"])
    low, _, high = cell["range"]
    return say("range-same" if low == high else "range", text=cell["text"], low=low, high=high)


def folded_label(count: int, turns: int) -> str:
    """Say on a box what is folded into it."""
    if count == 1:
        return say("steps-one")
    return say("turns", count=turns) if turns else say("steps", count=count)


def folded(name: str, count: int, turns: int, fans: int) -> str:
    """Say what a picture leaves out."""
    moment = "folded-scope" if name else "folded-turns" if turns else "folded"
    told = say(moment, name=name, count=count, turns=turns)
    return f"{told} {say('folded-fans', fans=fans)}" if fans else told


def arrives(name: str, value: str) -> str:
    """Tell a value in one sentence, also where its name says it already."""
    return line(name, value) or say("line", title=name, value=value)
