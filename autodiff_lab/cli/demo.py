"""``autodiff-lab demo``: value, gradient and sweep of a function, in words and as a page that plays."""

import contextlib
import os
import re
import sys
import tempfile
import warnings
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from autodiff_lab.cli.learner import NUMBERS, fit_inputs, load, told_as
from autodiff_lab.cli.problem import Problem

OPTIONS = {"--output": 1, "--no-open": 0, "--help": 0}  # and how many words follow each
OUR_MARK = "<!-- written by autodiff-lab demo -->"  # the last line of a page that may be replaced


def square(x: Any) -> Any:
    """The function that is shown when the learner names none."""
    y = x**2
    return y  # noqa: RET504  the name y is drawn


def split_inputs(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Take the inputs (``--x 3``, ``--x=3``) out of the command's words.

    argparse cannot do it: it does not know the inputs' names, and takes the 3 for a file.

    Examples
    --------
    >>> split_inputs(["demo", "my_function.py:f", "--x", "-3", "--no-open"])
    (['demo', 'my_function.py:f', '--no-open'], {'x': '-3'})
    """
    rest: list[str] = []
    inputs: dict[str, str] = {}
    queue = list(words)
    while queue:
        word = queue.pop(0)
        option, equals, value = word.partition("=")
        if option in OPTIONS:
            rest.append(word)
            rest += [] if equals or not OPTIONS[option] else queue[:1]
            del queue[: 0 if equals else OPTIONS[option]]
        elif word.startswith("--") and len(option) > 2:
            name = option[2:].replace("-", "_")
            if not equals:
                if not queue or queue[0].startswith("--"):
                    raise Problem(f"{option} needs a value: {NUMBERS.format(name=name)}.")
                value = queue.pop(0)
            inputs[name] = value
        else:
            rest.append(word)
    return rest, inputs


def run(place: str | None, inputs: Mapping[str, str], *, output: str | None, open_page: bool) -> int:
    """Print the story of a function's gradient, and write it as a page.

    Parameters
    ----------
    place : str or None
        The learner's function as ``file.py:name``; y = x² if None.
    inputs : mapping of str to str
        The inputs as typed, by name.
    output : str or None
        Where to write the page; a name in the current folder if None.
    open_page : bool
        Whether to open the page, where there is a display.

    Returns
    -------
    int
        0; everything else is a Problem.
    """
    function = load(place) if place else square
    values = fit_inputs(function, inputs if place or inputs else {"x": "3"})
    name = getattr(function, "__name__", "function")
    path = Path(function.__code__.co_filename) if place and hasattr(function, "__code__") else None
    with _warnings_told():
        html = _tell(function, name, values, path)
    page = _write_page(f"{html.rstrip()}\n{OUR_MARK}\n", _page_name(name), output)
    print(f"The page that plays this: {page}")
    if open_page and _has_display() and _open(page):
        print("It opens in your browser now.")
    else:
        print("Open it in a browser; it needs no network.")
    return 0


@contextlib.contextmanager
def _warnings_told() -> Iterator[None]:
    """Tell each warning once and in one line: a division by zero is news, our line that divides is not."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        yield
    told = [each.message for each in caught if issubclass(each.category, RuntimeWarning | UserWarning)]
    for message in dict.fromkeys(map(str, told)):
        print(f"Mind: {message}.", file=sys.stderr)


def _tell(function: Callable[..., Any], name: str, values: Mapping[str, Any], path: Path | None) -> str:
    """Print the story, and give the page."""
    from autodiff_lab import trace

    with told_as(f"the gradient of {name} cannot be shown", path):
        traced = trace(function, **values)
    print(name)
    for key, value in values.items():
        print(f"  {key} ={_numbers(value)}")
    for key, value in _parts("value", traced.value):
        print(f"  {key}:{_numbers(value)}")
    for key, gradient in traced.gradients.items():
        print(f"  gradient for {key}:{' none' if gradient is None else _numbers(gradient)}")
    print()
    print(traced.sweep)
    print()
    with told_as("the page cannot be made", None):
        html: str = traced.sweep.to_html()
    return html


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each Tensor of a result that may be a list, tuple or dict of them, with the way to it."""
    if isinstance(value, Mapping | list | tuple):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _parts(f"{name}[{key!r}]", part)
    else:
        yield name, value


def _numbers(value: Any) -> str:
    """Numbers as the pictures write them: behind a space, or a matrix row by row on lines of its own."""
    from autodiff_lab.views.numbers import format_number

    array = np.asarray(value)
    if array.shape == ():
        return f" {format_number(array.item())}"
    text = np.array2string(array, separator=", ", threshold=24, formatter={"all": format_number})
    return "\n    " + text.replace("\n", "\n    ") if "\n" in text else f" {text}"


def _page_name(function: str) -> str:
    """Name the page after the function; ``<lambda>`` is no file name on Windows."""
    name = re.sub(r"[^\w-]+", "", function)[:60]
    return f"autodiff-lab-{name or 'function'}.html"


def _write_page(html: str, name: str, output: str | None) -> Path:
    """Write the page whole or not at all, and over nobody else's file; give the place where it is."""
    if output is not None:
        target = Path(output).expanduser().resolve()
        if target.is_dir():
            target /= name
        if not _is_free(target):
            raise Problem(f"{target} exists and was not written by this command. Choose another --output.")
        try:
            _replace(target, html)
        except OSError as error:
            raise Problem(f"the page cannot be written to {target} ({error.strerror}).") from error
        return target
    target = Path.cwd() / name
    if not _is_free(target):
        stem, number = target.stem, 2
        while not _is_free(target):
            target = target.with_name(f"{stem}-{number}.html")
            number += 1
        print(f"{name} is a file of your own and stays as it is.")
    try:
        _replace(target, html)
    except OSError:
        target = Path(tempfile.mkdtemp(prefix="autodiff-lab-")) / name
        print(f"This folder cannot be written to: {Path.cwd()}")
        _replace(target, html)
    return target


def _is_free(path: Path) -> bool:
    """Whether a page may be put there: nothing is there, or an earlier page of this command."""
    if not path.exists() and not path.is_symlink():
        return True
    try:
        return path.read_bytes().rstrip().endswith(OUR_MARK.encode())
    except OSError:
        return False


def _replace(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(path)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _has_display() -> bool:
    """Whether the person who types sees a screen of this computer."""
    if any(os.environ.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _open(page: Path) -> bool:
    try:
        return webbrowser.open(page.as_uri())
    except webbrowser.Error:
        return False
