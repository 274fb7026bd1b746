"""What the README promises: its code runs, and its commands exist."""

import doctest
import re
from pathlib import Path

from autodiff_lab.cli import main

TEXT = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)


def test_the_tour_prints_what_it_says():
    examples = "\n".join(block for block in BLOCKS if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_learners_function_goes_through_the_command(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (source,) = (block for block in BLOCKS if "def f(" in block)
    (tmp_path / "my_function.py").write_text(source, encoding="utf-8")
    (command,) = re.findall(r"^autodiff-lab (demo my_function.*)$", TEXT, flags=re.MULTILINE)
    assert main([*command.split(), "--no-open"]) == 0
    # tanh(1) = 0.7616, and its slope 1 - tanh(1)² = 0.42 goes to x times w = 2, to w times x = 0.5.
    output = capsys.readouterr().out
    assert "value: 0.7616" in output
    assert "gradient for x: 0.8399" in output
    assert "gradient for w: 0.21" in output


def test_the_two_commands_stand_on_lines_of_their_own():
    lines = TEXT.splitlines()
    assert 'python -m pip install ".[lab]" && autodiff-lab demo' in lines
    assert 'python -m pip install -e ".[test]" && python -m pytest' in lines


def test_what_the_readme_links_to_is_there():
    root = Path(__file__).parents[1]
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT):
        assert (root / target).exists(), target
