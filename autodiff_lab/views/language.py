"""In which language pictures, players and sentences speak: one catalogue file for each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "ru")

_chosen = {"language": "en"}


def set_language(language: str) -> None:
    """Choose the language of pictures, players and explanations that are made from now on.

    Parameters
    ----------
    language : str
        ``"en"`` (the default on every machine, so that saved outputs are the same everywhere) or ``"ru"``. A
        region, as in ``"en-GB"``, is left out of account.

    Raises
    ------
    ValueError
        If there is no catalogue for it.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.set_language("ru")
    >>> print(adl.trace(lambda x: x**2, x=3.0).sweep.steps[1].caption)
    Наклон x² в точке 3 равен 2 × 3 = 6. 1 × 6 = 6.
    >>> adl.set_language("en")
    """
    base = str(language).replace("_", "-").partition("-")[0].lower()
    if base not in LANGUAGES:
        known = ", ".join(f'"{code}" ({words_of(code)["language"]})' for code in LANGUAGES)
        raise ValueError(
            f"There is no catalogue for the language {language!r}. Those that are there: {known}."
        )
    _chosen["language"] = base


def get_language() -> str:
    """Return the language that is chosen.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> adl.get_language()
    'en'
    """
    return _chosen["language"]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while: what was made in it goes on in it."""
    before = _chosen["language"]
    _chosen["language"] = language
    try:
        yield
    finally:
        _chosen["language"] = before


@cache
def words_of(language: str) -> dict[str, Any]:
    """Read the catalogue of a language: the ``narrative``, with {names}, and the ``player``, with $names."""
    path = files("autodiff_lab") / "views" / "catalogue" / f"{language}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
