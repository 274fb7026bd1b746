"""A function of the learner's own: finding it, giving it its inputs, and telling what went wrong in it."""

import ast
import difflib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from autodiff_lab.cli.problem import Problem

NUMBERS = "a number (--{name} 3) or numbers (--{name} 1,2,3 or --{name} [[1,2],[3,4]])"


def load(place: str) -> Callable[..., Any]:
    """Give the function that ``file.py:name`` names.

    Parameters
    ----------
    place : str
        Path and name with a colon between them. The name may be left out where the file defines one
        function only.

    Raises
    ------
    Problem
        If there is no such file or function, or the file does not run.
    """
    file, colon, name = place.rpartition(":")
    if not colon or place.endswith(".py"):  # a path without a name; on Windows it may hold a colon itself
        file, name = place, ""
    path = Path(file).expanduser().resolve()
    if not path.is_file():
        hint = "" if file.endswith(".py") else " Name your function as file.py:name, as in my_function.py:f."
        raise Problem(f"there is no file {file!r} here.{hint} This folder is {Path.cwd()}")
    module = _run_file(path)
    own = [key for key, thing in vars(module).items() if inspect.isfunction(thing) and _is_in(thing, path)]
    if not name:
        if len(own) != 1:
            names = ", ".join(f"{path.name}:{each}" for each in own)
            choice = f"say which function you mean: {names}" if own else f"{path.name} defines no function."
            raise Problem(choice)
        name = own[0]
    function = getattr(module, name, None)
    if not callable(function):
        what = "is not a function" if hasattr(module, name) else "is not there"
        listed = f"Its functions are: {', '.join(own)}." if own else "It defines no function."
        raise Problem(f"{name!r} {what} in {path.name}. {listed}")
    return function


def _is_in(function: Any, path: Path) -> bool:
    return bool(function.__code__.co_filename == str(path))


def _run_file(path: Path) -> ModuleType:
    """Run a file as a module. Nothing is written next to it, and nothing already loaded is replaced."""
    module = ModuleType("__learner__")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # so that it can import its neighbours, but hide no package
    with told_as(f"{path.name} does not run", path):
        exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
    return module


@contextmanager
def told_as(opening: str, path: Path | None) -> Iterator[None]:
    """Turn any error inside the block into a Problem that shows the learner's own line.

    Parameters
    ----------
    opening : str
        What failed, as the start of the sentence.
    path : Path or None
        The learner's file; lines of other files are not shown.
    """
    try:
        yield
    except (Problem, KeyboardInterrupt):
        raise
    except BaseException as error:
        message = f"{type(error).__name__}: {error}"
        if isinstance(error, SyntaxError):  # Python's own account shows file, line and column
            message = "".join(traceback.format_exception_only(error)).strip()
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if path and frame.filename == str(path)]
        where = f"\n  line {own[-1].lineno}, in {own[-1].name}:  {own[-1].line}" if own else ""
        raise Problem(f"{opening}.{where}\n  {message}") from error


def read_value(name: str, text: str) -> float | list[Any]:
    """Read the value of an input from the command line: always floats, since whole numbers have no gradient.

    Examples
    --------
    >>> read_value("x", "3"), read_value("x", "1,2,3"), read_value("x", "[[1, 2], [3, 4]]")
    (3.0, [1.0, 2.0, 3.0], [[1.0, 2.0], [3.0, 4.0]])
    """
    try:
        return float(text)
    except ValueError:
        pass
    try:
        array = np.asarray(ast.literal_eval(text.strip()))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        array = np.asarray(None)
    if array.dtype.kind not in "iuf" or array.size == 0:
        raise Problem(f"--{name} {text} is not understood. Give {NUMBERS.format(name=name)}.")
    numbers: list[Any] = array.astype(float).tolist()
    return numbers


def fit_inputs(function: Callable[..., Any], given: Mapping[str, str]) -> dict[str, Any]:
    """Give a function's inputs by name: those given, and its own defaults where they are floats.

    Examples
    --------
    >>> def line(x, w=2.0):
    ...     return w * x
    >>> fit_inputs(line, {"x": "3"})
    {'x': 3.0, 'w': 2.0}
    """
    title = getattr(function, "__name__", "the function")
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        raise Problem(
            f"the inputs of {title} cannot be read. Call it from a function of your own: "
            f"def f(x): return {title}(x)"
        ) from None
    kinds = inspect.Parameter
    by_name = (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY)
    named = [key for key, each in parameters.items() if each.kind in by_name]
    if any(each.kind is kinds.POSITIONAL_ONLY for each in parameters.values()):
        raise Problem(
            f"{title} has inputs without a name, those before the /. Take the / out of its def line."
        )
    if any(each.kind is kinds.VAR_POSITIONAL for each in parameters.values()):
        star = next(key for key, each in parameters.items() if each.kind is kinds.VAR_POSITIONAL)
        raise Problem(
            f"{title} takes its inputs as *{star}, without names. Give each a name in its def line."
        )
    takes = f"{title} takes {', '.join(named)}." if named else f"{title} takes no inputs."
    open_ended = any(each.kind is kinds.VAR_KEYWORD for each in parameters.values())
    for name in given:
        if name not in named and not open_ended:
            near = difflib.get_close_matches(name, named, n=1)
            meant = f" Did you mean --{near[0]}?" if near else ""
            raise Problem(f"{title} has no input {name!r}. {takes}{meant}")
    missing = [name for name in named if name not in given and parameters[name].default is kinds.empty]
    if missing:
        add = " ".join(f"--{name} 3" for name in missing)
        raise Problem(f"{title} needs a value for {' and '.join(missing)}. Add for example: {add}")
    inputs = {}
    for name in [*named, *(name for name in given if name not in named)]:
        if name in given:
            inputs[name] = read_value(name, given[name])
        elif isinstance(parameters[name].default, float):
            inputs[name] = parameters[name].default
    return inputs
