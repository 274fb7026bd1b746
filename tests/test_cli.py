"""The command line: what it prints, what it writes, and how it tells a mistake."""

import io
import os
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

from autodiff_lab.cli import console, demo, lab, main, versions

LEARNER = """
import numpy as np

def line(x, w, b=1.0):
    y = w * x + b
    return y

def forgot(x):
    y = x ** 2

def text(x):
    return "nine"

def broken(x):
    z = x * 2
    return np.no_such_function(z)

def leaves(x):
    raise SystemExit

def nothing_given():
    return 1.0

def slashed(x, /):
    return x

def starred(*numbers):
    return numbers[0]

not_a_function = 3
"""


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "__learner__", raising=False)
    # Undone afterwards: a learner's file is run as this module.
    monkeypatch.setitem(sys.modules, "__learner__", None)


@pytest.fixture
def learner(tmp_path) -> str:
    (tmp_path / "my_function.py").write_text(LEARNER, encoding="utf-8")
    return "my_function.py"


def told(capsys, *words: str) -> str:
    """Run a command that must fail kindly, and give what it tells."""
    assert main(list(words)) == 2
    output = capsys.readouterr()
    assert output.err.startswith("autodiff-lab: ")
    assert "Traceback" not in output.err
    assert not list(Path.cwd().glob("*.html"))
    return output.err


# The main job.


def test_demo_tells_value_gradient_and_story_and_writes_the_page(capsys, tmp_path):
    assert main(["demo", "--no-open"]) == 0
    output = capsys.readouterr().out
    assert "x = 3" in output
    assert "value: 9" in output
    assert "gradient for x: 6" in output
    page = tmp_path / "autodiff-lab-square.html"
    assert str(page) in output
    assert "</html>" in page.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [page]  # no unfinished file is left


@pytest.mark.parametrize(
    ("x", "value", "gradient"), [("4", "16", "8"), ("-2", "4", "−4"), ("0.5", "0.25", "1")]
)
def test_demo_takes_another_x(capsys, x, value, gradient):
    assert main(["demo", "--x", x, "--no-open"]) == 0
    output = capsys.readouterr().out
    assert f"value: {value}\n" in output
    assert f"gradient for x: {gradient}\n" in output


def test_demo_takes_a_list(capsys):
    assert main(["demo", "--x", "1,2,3,4,5", "--no-open"]) == 0
    output = capsys.readouterr().out
    assert "value: [1, 4, 9, 16, 25]" in output
    assert "gradient for x: [2, 4, 6, 8, 10]" in output


def test_demo_takes_the_learners_function_and_its_defaults(capsys, learner):
    assert main(["demo", f"{learner}:line", "--x", "3", "--w=-2", "--no-open"]) == 0
    output = capsys.readouterr().out
    assert "value: −5" in output
    assert "gradient for x: −2" in output
    assert "gradient for w: 3" in output
    assert "gradient for b: 1" in output
    assert Path("autodiff-lab-line.html").exists()


def test_a_matrix_is_printed_row_by_row(capsys):
    assert main(["demo", "--x", "[[1,2],[3,-4.5]]", "--no-open"]) == 0
    assert "  gradient for x:\n    [[2, 4],\n     [6, −9]]\n" in capsys.readouterr().out


def test_a_result_of_several_parts_is_printed_part_by_part(capsys, tmp_path):
    (tmp_path / "f.py").write_text("def f(x):\n    return {'a': x * 2, 'b': [x, x * 3]}\n", encoding="utf-8")
    assert main(["demo", "f.py", "--x", "5", "--no-open"]) == 0
    output = capsys.readouterr().out
    assert "value['a']: 10\n  value['b'][0]: 5\n  value['b'][1]: 15\n" in output
    assert "gradient for x: 6" in output  # of the sum of all parts: 2 + 1 + 3


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("f", "f"),
        ("αβ", "αβ"),
        ("<lambda>", "lambda"),
        ('a"\\/:*?|b', "ab"),
        ("<>", "function"),
        ("f" * 99, "f" * 60),
    ],
)
def test_the_page_has_a_name_that_every_system_takes(name, page):
    assert demo._page_name(name) == f"autodiff-lab-{page}.html"


def test_the_only_function_of_a_file_needs_no_name(capsys, tmp_path):
    (tmp_path / "cube.py").write_text("def cube(x):\n    return x ** 3\n", encoding="utf-8")
    assert main(["demo", "cube.py", "--x", "2", "--no-open"]) == 0
    assert "gradient for x: 12" in capsys.readouterr().out


def test_a_learners_file_can_import_its_neighbour(capsys, tmp_path):
    (tmp_path / "neighbour_of_mine.py").write_text("FACTOR = 5\n", encoding="utf-8")
    (tmp_path / "f.py").write_text(
        "from neighbour_of_mine import FACTOR\ndef f(x):\n    return FACTOR * x\n", encoding="utf-8"
    )
    assert main(["demo", "f.py:f", "--x", "3", "--no-open"]) == 0
    assert "gradient for x: 5" in capsys.readouterr().out


def test_a_warning_is_told_once_and_without_our_code(capsys, tmp_path):
    (tmp_path / "f.py").write_text("import numpy as np\ndef f(x):\n    return np.log(x)\n", encoding="utf-8")
    assert main(["demo", "f.py", "--x", "0", "--no-open"]) == 0
    output = capsys.readouterr()
    assert "value: −∞" in output.out
    assert output.err.count("divide by zero") == 1
    assert ".py" not in output.err


# Mistakes are told kindly.


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere.py:f"], "no file 'nowhere.py'"),
        (["FILE:lin", "--x", "3"], "'lin' is not there"),
        (["FILE:not_a_function", "--x", "3"], "is not a function"),
        (["FILE", "--x", "3"], "which function you mean: my_function.py:line"),
        (["FILE:line", "--x", "3"], "needs a value for w. Add for example: --w 3"),
        (["FILE:line"], "needs a value for x and w"),
        (["FILE:line", "--x", "3", "--w", "2", "--ww", "1"], "Did you mean --w?"),
        (["FILE:nothing_given", "--x", "3"], "takes no inputs"),
        (["FILE:starred", "--x", "3"], "takes its inputs as *numbers, without names"),
        (["FILE:slashed", "--x", "3"], "Take the / out"),
        (["FILE:line", "3"], "name each input: --x 3"),
        (["FILE:line", "--x"], "--x needs a value"),
        (["FILE:line", "--x", "--w", "3"], "--x needs a value"),
        (["FILE:line", "--x", "three", "--w", "3"], "--x three is not understood"),
        (["FILE:line", "--x", "1,[2,3]", "--w", "3"], "is not understood"),
        (["FILE:line", "--x", "[]", "--w", "3"], "is not understood"),
        (["FILE:line", "--x", "True", "--w", "3"], "is not understood"),
        (["FILE:line", "--x", "1j", "--w", "3"], "is not understood"),
        (["FILE:forgot", "--x", "3"], "None"),
        (["FILE:text", "--x", "3"], "nine"),
        (["FILE:broken", "--x", "3"], "line 16, in broken:  return np.no_such_function(z)"),
        (["FILE:leaves", "--x", "3"], "line 19, in leaves:  raise SystemExit"),
    ],
)
def test_mistakes_are_told(capsys, learner, words, says):
    assert says in told(capsys, "demo", *(word.replace("FILE", learner) for word in words))


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f(x:\n    return x\n", "SyntaxError"),
        ("import no_such_package_here\n", "line 1, in <module>:  import no_such_package_here"),
        ("x = 1\n", "defines no function"),
        ("def f(x):\n    return \0\n", "null bytes"),
    ],
)
def test_a_file_that_does_not_run_is_told(capsys, tmp_path, source, says):
    (tmp_path / "f.py").write_text(source, encoding="utf-8")
    assert says in told(capsys, "demo", "f.py", "--x", "3")


# The page goes where it should, and over nobody's work.


def test_a_second_demo_replaces_the_page_of_the_first(tmp_path):
    assert main(["demo", "--no-open"]) == 0
    first = (tmp_path / "autodiff-lab-square.html").read_text(encoding="utf-8")
    assert main(["demo", "--x", "4", "--no-open"]) == 0
    assert (tmp_path / "autodiff-lab-square.html").read_text(encoding="utf-8") != first
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_of_the_learners_is_left_alone(capsys, tmp_path):
    own = tmp_path / "autodiff-lab-square.html"
    own.write_text("mine", encoding="utf-8")
    assert main(["demo", "--no-open"]) == 0
    assert own.read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "autodiff-lab-square-2.html").exists()
    assert "stays as it is" in capsys.readouterr().out


def test_output_names_file_or_folder(tmp_path):
    (tmp_path / "pages").mkdir()
    assert main(["demo", "--no-open", "--output", "mine.html"]) == 0
    assert main(["demo", "--no-open", "--output=pages"]) == 0
    assert (tmp_path / "mine.html").exists()
    assert (tmp_path / "pages" / "autodiff-lab-square.html").exists()


def test_output_is_not_written_over_another_file_or_into_nowhere(capsys, tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert "was not written by this command" in told(capsys, "demo", "--no-open", "--output", "notes.txt")
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert "cannot be written" in told(capsys, "demo", "--no-open", "--output", "no/folder/page.html")


def test_a_folder_that_cannot_be_written_to_sends_the_page_elsewhere(capsys, tmp_path, monkeypatch):
    here = tmp_path / "locked"
    here.mkdir()
    monkeypatch.chdir(here)
    write = Path.write_text

    def refuse(path, *args, **kwargs):
        if path.parent == here:
            raise PermissionError(13, "Permission denied")
        return write(path, *args, **kwargs)

    monkeypatch.setattr(Path, "write_text", refuse)
    monkeypatch.setattr(demo.tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    assert main(["demo", "--no-open"]) == 0
    assert (tmp_path / "autodiff-lab-square.html").exists()
    assert "cannot be written to" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("variables", "opens"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "CI": "true"}, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "here there"}, False),
        ({}, False),
    ],
)
def test_the_page_opens_only_where_somebody_sees_it(monkeypatch, variables, opens):
    for name in ("CI", "SSH_CONNECTION", "SSH_TTY", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    assert main(["demo"]) == 0
    assert bool(opened) == opens


# Consoles of every kind.


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
def test_every_console_can_print_the_story(encoding, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "autodiff_lab", "demo", "--x", "-2", "--no-open"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        timeout=120,
        check=True,
    )
    minus = "−" if encoding == "utf-8" else "-"
    assert f"gradient for x: {minus}4" in done.stdout.decode(encoding)
    assert done.stderr == b""


def test_what_an_encoding_lacks_is_spelled_plainly(monkeypatch):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    console.prepare()
    print("x² × −2 → ∂ 🙂", end="", flush=True)
    assert raw.getvalue() == b"x^2 x -2 -> d ?"


# The lessons.


@pytest.fixture
def started(monkeypatch) -> list[list[str]]:
    """JupyterLab is not started; the list holds the commands that would."""
    commands: list[list[str]] = []

    class Server:
        def __init__(self, command, env):
            assert env["JUPYTER_PREFER_ENV_PATH"] == "1"
            commands.append(command)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def wait(self):
            return 0

    monkeypatch.setattr(lab.subprocess, "Popen", Server)
    return commands


def test_lab_copies_the_lessons_and_starts_jupyterlab_on_them(capsys, started, tmp_path):
    assert main(["lab", "--no-browser", "--", "--port=9999"]) == 0
    copied = tmp_path / "autodiff-lessons"
    name = "01_first_gradient.ipynb"
    assert (copied / name).read_bytes() == (lab.lessons() / name).read_bytes()
    assert name in capsys.readouterr().out
    (command,) = started
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={copied}" in command
    assert command[-2:] == ["--no-browser", "--port=9999"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no order to end")
def test_lab_leaves_no_jupyterlab_behind(tmp_path):
    stub = tmp_path / "jupyterlab"
    stub.mkdir()
    (stub / "__init__.py").touch()
    (stub / "__main__.py").write_text(
        "import time\nprint('up', flush=True)\ntime.sleep(60)\n", encoding="utf-8"
    )
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[1])])
    with subprocess.Popen(
        [sys.executable, "-m", "autodiff_lab", "lab", "--folder", str(tmp_path / "mine")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    ) as command:
        while command.stdout.readline().strip() != "up":
            assert command.poll() is None
        command.terminate()
        command.communicate(timeout=30)  # ends when nobody holds the other end any more


def test_lab_never_overwrites_and_adds_what_is_new(capsys, started, tmp_path):
    own = tmp_path / "mine" / "01_first_gradient.ipynb"
    own.parent.mkdir()
    own.write_text("my own work", encoding="utf-8")
    assert main(["lab", "--folder", "mine"]) == 0
    assert own.read_text(encoding="utf-8") == "my own work"
    assert "Kept as you left them: 01_first_gradient.ipynb" in capsys.readouterr().out


def test_lessons_are_copied_with_their_folders_and_without_litter(tmp_path):
    source = tmp_path / "source"
    for name in ("01.ipynb", "data/points.csv", ".ipynb_checkpoints/01-checkpoint.ipynb"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(name, encoding="utf-8")
    assert lab.copy_lessons(source, tmp_path / "copy") == (["01.ipynb", "data/points.csv"], [])
    assert lab.copy_lessons(source, tmp_path / "copy") == ([], [])  # the same again is nothing to tell


def test_lab_tells_when_the_folder_is_a_file(capsys, started, tmp_path):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    assert "cannot be copied" in told(capsys, "lab", "--folder", "taken")
    assert started == []


def test_lab_tells_how_to_get_jupyterlab(capsys, started, monkeypatch, tmp_path):
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: None)
    assert "python -m pip install jupyterlab" in told(capsys, "lab")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_is_left_to_jupyterlab(started, monkeypatch):
    answers = iter([KeyboardInterrupt, 0])

    def wait(self):
        answer = next(answers)
        if answer is KeyboardInterrupt:
            raise KeyboardInterrupt
        return answer

    monkeypatch.setattr(lab.subprocess.Popen, "wait", wait)
    assert main(["lab"]) == 0


# Versions, and the rest.


def test_versions_lists_what_is_installed(capsys):
    main(["versions"])
    output = capsys.readouterr().out
    for name in (
        "autodiff-lab",
        "python",
        "numpy",
        "ipywidgets",
        "jupyterlab_widgets",
        "anywidget",
        "jupyterlab",
    ):
        assert f"\n{name}" in f"\n{output}"


@pytest.mark.parametrize(
    ("kernel_half", "browser_half", "fits"),
    [
        ("8.1.9", "3.0.17", True),
        ("7.8.5", "1.1.11", True),
        ("8.1.9", "1.1.11", False),
        ("7.8.5", "3.0.17", False),
    ],
)
def test_versions_knows_the_pairs(kernel_half, browser_half, fits):
    found = {"ipywidgets": kernel_half, "jupyterlab_widgets": browser_half}
    assert (versions.mismatches(found) == []) == fits


def test_versions_tells_a_pair_that_does_not_fit(capsys, monkeypatch):
    fake = {"ipywidgets": "8.1.9", "jupyterlab_widgets": None}
    monkeypatch.setattr(versions, "installed", lambda package: fake.get(package, "1.0"))
    assert main(["versions"]) == 1
    assert "jupyterlab_widgets==3.*" in capsys.readouterr().out


def test_without_a_command_the_help_is_shown(capsys):
    assert main([]) == 0
    assert "demo" in capsys.readouterr().out
