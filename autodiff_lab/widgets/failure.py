"""An error in a learner's function in plain words, with the learner's own line."""

from __future__ import annotations

import linecache
import sysconfig
from pathlib import Path
from types import CodeType, TracebackType

from ..views.text import shorten
from ..views.words import say

LONGEST = 400  # characters of a message
LINE = 120  # characters of a line of code
OWN = Path(__file__).parents[1]  # this package

NO_WORDS = "{kind}, without a message."


def explain(error: BaseException, at: str) -> dict[str, str]:
    """Tell an error as plain data: what did not work, why, and the line where it happened.

    Parameters
    ----------
    error
        What the function raised.
    at
        The inputs in words, such as ``x = 3``.

    Examples
    --------
    >>> def f(x):
    ...     return 1 / (x - x)
    >>> try:
    ...     f(3)
    ... except ZeroDivisionError as error:
    ...     told = explain(error, "x = 3")
    >>> told["title"], told["what"]
    ('There is no result at x = 3.', 'ZeroDivisionError: division by zero')
    >>> told["where"]
    'Line 2 of f:'
    """
    code, number = _place(error.__traceback__)
    line = linecache.getline(code.co_filename, number).strip() if code else ""
    function = code.co_name if code and code.co_name.isidentifier() else "the function"
    return {
        "title": say("failure-title", at=at),
        "what": _what(error, code is None),
        "where": say("failure-where", number=number, function=function) if line else "",
        "line": shorten(line, LINE),
    }


def _what(error: BaseException, ours: bool) -> str:
    if isinstance(error, KeyboardInterrupt):
        return say("failure-stopped")
    kind = type(error).__name__
    try:
        message = str(error).strip()
    except Exception:
        message = ""
    if not message:
        return NO_WORDS.format(kind=kind)
    if len(message) > LONGEST:
        message = message[: LONGEST - 1] + "…"
    # What this kit itself says about a result is a whole sentence already.
    told = ours and isinstance(error, (TypeError, ValueError, RuntimeError))
    return message if told else f"{kind}: {message}"


def _place(traceback: TracebackType | None) -> tuple[CodeType | None, int]:
    """Find the innermost line that the learner wrote: neither ours nor a library's."""
    found: tuple[CodeType | None, int] = None, 0
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if _is_learners(code.co_filename):
            found = code, traceback.tb_lineno
        traceback = traceback.tb_next
    return found


def _is_learners(file: str) -> bool:
    path = Path(file)
    if OWN in path.parents:
        return False
    libraries = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return not any(Path(library) in path.parents for library in libraries if library)
