"""Printing ², − and → on any console, also where its encoding knows none of them."""

import codecs
import io
import sys

# In place of a "?": a lost minus sign would change a number's meaning.
PLAIN = {
    "−": "-",
    "–": "-",
    "×": "x",
    "÷": "/",
    "·": "*",
    "→": "->",
    "←": "<-",
    "≈": "~",
    "…": "...",
    "²": "^2",
    "³": "^3",
    "∂": "d",
    "∞": "inf",
    "“": '"',
    "”": '"',
    "’": "'",
}


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Error handler for encoding: the plain spelling of what the encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(PLAIN.get(character, "?") for character in lost), error.end


def prepare() -> None:
    """Let standard output and error print every text, in plain spelling where they must.

    Examples
    --------
    >>> prepare()
    >>> "y = x², slope −4 → down".encode("cp1252", errors="autodiff_lab.plain").decode("cp1252")
    'y = x², slope -4 -> down'
    """
    codecs.register_error("autodiff_lab.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="autodiff_lab.plain")
