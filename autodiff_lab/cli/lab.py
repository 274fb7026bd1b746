"""``autodiff-lab lab``: JupyterLab on a copy of the lessons that belongs to the learner."""

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from autodiff_lab.cli.problem import Problem

FOLDER = "autodiff-lessons"
PACKAGE = Path(__file__).parents[1]
# In an installed package, and in the project's own folder.
PLACES = (PACKAGE / "lessons", PACKAGE.parent / "notebooks")
NOT_LESSONS = {".ipynb_checkpoints", "__pycache__"}


def lessons() -> Path:
    """Give the folder of the lessons that came with the kit.

    Examples
    --------
    >>> any(path.suffix == ".ipynb" for path in lessons().iterdir())
    True
    """
    for place in PLACES:
        if place.is_dir():
            return place
    raise Problem("the lessons are missing from this installation. Install the kit again.")


def copy_lessons(source: Path, folder: Path) -> tuple[list[str], list[str]]:
    """Copy the lessons that are not there yet, and touch no file that is.

    Parameters
    ----------
    source : Path
        The kit's lessons.
    folder : Path
        The learner's folder; made if need be.

    Returns
    -------
    added, kept : list of str
        What was copied, and what was left as it is although the kit's file differs.
    """
    added, kept = [], []
    for name in _files(source):
        content = (source / name).read_bytes()
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with target.open("xb") as new:  # "x" fails if the file is there
                new.write(content)
        except FileExistsError:
            if not target.is_file() or target.read_bytes() != content:
                kept.append(name)
        else:
            added.append(name)
    return added, kept


def _files(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and NOT_LESSONS.isdisjoint(name.parts):
            yield name.as_posix()


def run(folder: str, *, browser: bool, jupyter_options: Sequence[str]) -> int:
    """Copy the lessons, open JupyterLab on them, and stay until it ends.

    Parameters
    ----------
    folder : str
        The learner's folder.
    browser : bool
        Whether JupyterLab opens a browser.
    jupyter_options : sequence of str
        Handed to JupyterLab as they are.

    Returns
    -------
    int
        JupyterLab's exit code.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise Problem("JupyterLab is not in this Python. Install it with: python -m pip install jupyterlab")
    target = Path(folder).expanduser().resolve()
    try:
        added, kept = copy_lessons(lessons(), target)
    except OSError as error:
        raise Problem(
            f"the lessons cannot be copied to {target} ({error.strerror}). Choose another --folder."
        ) from error
    print(f"Your lessons are in {target}")
    if added:
        print(f"New here: {', '.join(added)}")
    if kept:
        print(f"Kept as you left them: {', '.join(kept)}")
    print("JupyterLab starts now. Press Ctrl-C here to stop it.", flush=True)
    return _jupyterlab(target, browser=browser, jupyter_options=jupyter_options)


def _jupyterlab(folder: Path, *, browser: bool, jupyter_options: Sequence[str]) -> int:
    first = next((name for name in _files(folder) if name.endswith(".ipynb")), "")
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{first}",
        *([] if browser else ["--no-browser"]),
        *jupyter_options,
    ]
    # The kernel of this very Python, whatever kernels are registered for the user.
    environment = os.environ | {"JUPYTER_PREFER_ENV_PATH": "1"}
    with subprocess.Popen(command, env=environment) as server, _ended_with(server):
        while True:
            try:
                return server.wait()
            except KeyboardInterrupt:
                continue  # Ctrl-C reaches JupyterLab too: it asks, and ends by itself


@contextlib.contextmanager
def _ended_with(server: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Pass an order to end on to JupyterLab, so that it never stays behind alone."""
    if threading.current_thread() is not threading.main_thread():  # only that one may listen
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
