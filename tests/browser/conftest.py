"""A real JupyterLab on copies of the lessons, in folders of its own."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_fixture import chromium

LESSONS = Path(__file__).parents[2] / "notebooks"

# The kernel of the open notebook is there and has nothing to do.
READY = """() => {
  const widget = window.jupyterapp && window.jupyterapp.shell.currentWidget;
  return widget && widget.sessionContext && widget.context.isReady && widget.sessionContext.isReady
    && widget.sessionContext.session && widget.sessionContext.session.kernel.status === 'idle';
}"""


def _write(path: Path, settings: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings), encoding="utf-8")


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers; its log is the message if it never does."""
    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')}")


@pytest.fixture(scope="session")
def lab_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the server shows. It holds copies of the lessons; a test may add notebooks."""
    root = tmp_path_factory.mktemp("lessons")
    shutil.copytree(
        LESSONS, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    )
    return root


@pytest.fixture(scope="session")
def lab(lab_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """A running JupyterLab; call it with a notebook's name for the address."""
    chromium()  # no browser, no server
    home = tmp_path_factory.mktemp("home")
    # No question about news over the page, and every cell in the document, also those out of sight.
    announcements = {"@jupyterlab/apputils-extension:announcements": True}
    _write(home / "config/labconfig/page_config.json", {"disabledExtensions": announcements})
    tracker = "settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
    _write(home / tracker, {"windowingMode": "none"})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(16)
    folders = {
        "HOME": "",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "run",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={lab_root}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    base = f"http://127.0.0.1:{port}"
    log = home / "lab.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | {name: str(home / folder) for name, folder in folders.items()},
            stdout=output,
            stderr=output,
        )
        try:
            _wait_for(f"{base}/api/status?token={token}", process, log)
            # "reset" forgets what was open before.
            yield lambda name: f"{base}/lab/tree/{name}?reset&token={token}"
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def open_notebook(lab: Callable[[str], str], page: Any) -> Callable[[str], Any]:
    """Opens a notebook without running it, waits for its kernel, and gives the notebook's element."""

    def open_(name: str) -> Any:
        page.goto(lab(name))
        page.wait_for_selector(".jp-NotebookPanel .jp-Notebook .jp-Cell")
        page.wait_for_function(READY)
        return page.locator(".jp-NotebookPanel .jp-Notebook")

    return open_


@pytest.fixture
def run_notebook(open_notebook: Callable[[str], Any], page: Any) -> Callable[[str], Any]:
    """Opens a notebook, runs all its cells to the end, and gives the notebook's element."""

    def run(name: str) -> Any:
        notebook = open_notebook(name)
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        return notebook

    return run
