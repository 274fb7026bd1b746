"""Text for pictures: what may be drawn, how much of it, and how wide it is."""

from __future__ import annotations

import unicodedata

_VISIBLE = {"\n": "↵", "\r": "↵", "\t": " ", "\u2028": "↵", "\u2029": "↵", "\x85": "↵"}
_JOINERS = "\u200c\u200d"  # they shape emoji and several scripts
# Widths of Helvetica Bold, in thousandths of the type size, for U+0020 to U+007E.
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
    "556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 "
    "667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 "
    "611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
)
REGULAR = 1.1  # words below a picture are not bold, but some computers' sans-serif is wider than Helvetica
MOST_LINES = 8
MOST_CHARACTERS = 2000
_WIDTH = {chr(32 + i): int(width) / 1000 for i, width in enumerate(_BOLD.split())}


def clean(text: str) -> str:
    r"""Make any text fit for one line of a picture.

    Line breaks become ``↵``. Characters that XML forbids become ``�``. Invisible characters that turn the
    writing direction of what follows are dropped; text that is written from right to left stays as it is.

    Examples
    --------
    >>> clean("two\nlines\x00")
    'two↵lines�'
    """
    text = text.replace("\r\n", "\n")
    return "".join(_clean_character(character) for character in text)


def _clean_character(character: str) -> str:
    if character in _VISIBLE:
        return _VISIBLE[character]
    kind = unicodedata.category(character)
    if kind == "Cf" and character not in _JOINERS:
        return ""
    if kind in ("Cc", "Cs") or ord(character) & 0xFFFE == 0xFFFE:
        return "�"
    return character


def shorten(text: str, most: int) -> str:
    """Clean a text and cut it to `most` characters, with an ellipsis where something is missing.

    Examples
    --------
    >>> shorten("a_very_long_name", 8)
    'a_very_…'
    """
    text = clean(text)
    return text if len(text) <= most else text[: most - 1].rstrip(_JOINERS + " ") + "…"


def sans_width(text: str, size: float) -> float:
    """Estimate how many pixels a bold line in a sans-serif font takes; rather too many than too few."""
    return size * sum(_WIDTH.get(character) or _other_width(character) for character in text)


def wrapped(text: str, width: float, size: float, most: int = MOST_LINES) -> list[str]:
    """Break a text into lines of about the same length; of a very long one the beginning is kept.

    Examples
    --------
    >>> wrapped("Start at y. If y grows by 1, y grows by 1, so its gradient is 1.", 280, 14)
    ['Start at y. If y grows by 1, y', 'grows by 1, so its gradient is 1.']
    """
    start = shorten(text[: MOST_CHARACTERS + 1], MOST_CHARACTERS)
    words = [part for word in start.split() for part in _parts(word, width, size)]
    lines = _filled(words, width, size)
    if len(lines) > most:
        return [*lines[: most - 1], lines[most - 1][:-1] + "…"]
    for share in range(95, 50, -5):  # no word alone on the last line
        narrower = _filled(words, width * share / 100, size)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _filled(words: list[str], width: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and REGULAR * sans_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _parts(word: str, width: float, size: float) -> list[str]:
    """Break a word that is longer than a line."""
    parts, used = [""], 0.0
    for character in word:
        wide = REGULAR * sans_width(character, size)
        if parts[-1] and used + wide > width:
            parts.append("")
            used = 0.0
        parts[-1] += character
        used += wide
    return parts


def mono_width(text: str, size: float) -> float:
    """Estimate how many pixels a line in a monospaced font takes; rather too many than too few."""
    return size * sum(0.61 if character < "\x7f" else max(0.61, _wide(character)) for character in text)


def _other_width(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    return _wide(character) or (0.6 if character.islower() or character in "×−±÷·²³¹" else 0.85)


def _wide(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.3 if unicodedata.category(character) == "So" else 1.05
    return 0.0
