"""Write one of several forms of a picture to a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path


def save(path: str | Path, forms: Mapping[str, Callable[[], str | bytes]]) -> Path:
    """Write one of several forms, chosen by the ending of the path; whole, or not at all."""
    target = Path(path)
    make = forms.get(target.suffix.lower())
    if make is None:
        given = target.suffix or "a file without an ending"
        raise ValueError(f"Cannot save as {given}. Choose a name that ends in {', '.join(forms)}.")
    made = make()
    whole = made if isinstance(made, bytes) else made.encode("utf-8")
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(whole)
        unfinished.replace(target)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(target)) from None
    finally:
        unfinished.unlink(missing_ok=True)
    return target
