"""Programs in JavaScript, run in a real browser, beside the same programs in Python."""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest

import autodiff_lab as adl

OPS = Path(__file__).parent.parent / "ops"
sys.path.insert(0, str(OPS))
from cases import CASES  # noqa: E402  the table of ops
from test_laws import sources  # noqa: E402

sys.path.remove(str(OPS))

RUN = """async (programs) => {
  const found = [];
  const plain = (v) => Array.isArray(v) ? v.map(plain)
    : v === null ? null : Number.isFinite(v) ? v : String(Number(v));
  for (const [source, inputs] of programs) {
    const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    try {
      const {program} = await import(address);
      const {value, gradients} = program(...inputs);
      found.push([plain(value), plain(gradients)]);
    } catch (error) {
      found.push(String(error));
    }
    URL.revokeObjectURL(address);
  }
  return found;
}"""


def lists(value):
    """A value as a page has it: nested lists of numbers."""
    if value is None:
        return None
    return np.asarray(value, dtype=float).tolist()


def numbers(value):
    return np.asarray(value, dtype=float)


def run(page, program, *inputs):
    return page.evaluate(RUN, [[program.to_js(), [lists(v) for v in inputs]]])[0]


def assert_same(got, python):
    value, gradients = python
    np.testing.assert_allclose(numbers(got[0]), numbers(value), rtol=1e-9, atol=1e-12)
    for mine, theirs in zip(got[1], gradients, strict=True):
        assert (mine is None) == (theirs is None)
        if theirs is not None:
            assert np.shape(mine) == np.shape(theirs)
            np.testing.assert_allclose(numbers(mine), numbers(theirs), rtol=1e-9, atol=1e-12)


def program_of(case):
    arrays = case.draw()
    if any(a.dtype.kind == "c" for a in arrays):
        return None
    tensors = [adl.constant(a) if i in sources(case) else a for i, a in enumerate(arrays)]
    asked = [tensors[i] for i in sources(case)]
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(asked)
        y = case.call(*tensors)
        y = y[0] if isinstance(y, tuple) else y
        loss = np.sum(y * np.cos(np.arange(y.size)).reshape(y.shape))
    if loss.dtype.kind == "c":
        return None
    try:
        program = tape.program(loss, asked)
        return program, program.to_js(), [t.numpy() for t in asked]
    except NotImplementedError:
        return None


@pytest.fixture(scope="module")
def written():
    """What can be written of the table of ops, by the row's name."""
    with np.errstate(all="ignore"):
        made = {str(case): program_of(case) for case in CASES}
    return {name: program for name, program in made.items() if program is not None}


@pytest.fixture(scope="module")
def found(browser, written):
    page = browser.new_page()
    calls = [[source, [lists(v) for v in inputs]] for _, source, inputs in written.values()]
    answers = page.evaluate(RUN, calls)
    page.close()
    return dict(zip(written, answers, strict=True))


def test_every_row_that_can_be_written_gives_pythons_numbers(written, found):
    wrong = []
    for name, (program, _, inputs) in written.items():
        try:
            assert not isinstance(found[name], str), found[name]
            assert_same(found[name], program(*inputs))
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:300]}")
    assert not wrong, "\n".join(wrong)


def test_the_common_ops_can_be_written(written):
    """Elementwise ops, sums and means, products of matrices, indexing and joining."""
    ops = {name.split("-")[0] for name in written}
    missing = {
        *("add", "subtract", "multiply", "divide", "power", "negative", "square", "sqrt", "exp", "log"),
        *("sin",),
        *("cos", "tan", "tanh", "arctan2", "hypot", "maximum", "minimum", "where", "absolute", "sigmoid"),
        *("softplus", "relu", "leaky_relu", "elu", "silu", "logaddexp", "sum", "mean", "matmul", "dot"),
        *("reshape", "transpose", "getitem", "concatenate", "stack", "broadcast_to", "expand_dims", "clip"),
    } - ops  # fmt: skip
    assert not missing


def test_a_guard_throws_in_words(page):
    def branch(x):
        return x**2 if x > 2 else 3 * x

    program = adl.trace(branch, x=3.0).program
    assert run(page, program, 4.0) == [16, [8]]
    assert "x > 2 was True" in run(page, program, 1.0)


def test_another_number_of_elements_is_refused(page):
    program = adl.trace(lambda x: np.sum(x * x), x=[1.0, 2.0]).program
    assert run(page, program, [3.0, 4.0]) == [25, [[6, 8]]]
    assert "x has 3 numbers" in run(page, program, [1.0, 2.0, 3.0])


@pytest.mark.parametrize("name", ["var", "Math", "new", "é", "lambda", "sum", "e0", "a", "constructor"])
def test_any_name_gives_code_that_runs(page, name):
    x = adl.Variable([3.0, 1.0], name=name)
    with adl.GradientTape() as tape:
        y = np.sum(x * x)
    assert run(page, tape.program(y, x), [4.0, 1.0]) == [17, [[8, 2]]]


def test_no_path_is_null(page):
    assert run(page, adl.trace(lambda x, w: x * 2.0, x=1.0, w=2.0).program, 1.0, 2.0) == [2, [2, None]]


def test_what_is_too_large_says_so():
    program = adl.trace(lambda x: np.sum(x * x), x=np.ones(1000)).program
    with pytest.raises(NotImplementedError, match=r"\(1000,\).*256"):
        program.to_js()


def test_a_function_without_javascript_is_named():
    program = adl.trace(lambda x: np.linalg.det(x), x=np.eye(2)).program
    with pytest.raises(NotImplementedError, match=r"det.*program\.source"):
        program.to_js()


def test_saving(tmp_path):
    program = adl.trace(lambda x: np.sin(x), x=1.0).program
    path = program.save(tmp_path / "slope.js")
    assert path.read_text(encoding="utf-8") == program.to_js()


def test_numbers_that_are_not_finite(page):
    program = adl.trace(
        lambda x: np.minimum(x, np.inf) + np.where(x > 5, -np.inf, 0.0), x=np.float64(1)
    ).program
    assert run(page, program, 1.0) == [1, [1]]
    assert math.isinf(float(run(page, program, 6.0)[0]))
    assert json.dumps(program.to_js())
