"""Programs: the sweep as NumPy code, beside the sweep itself, closed forms and differences."""

import ast
import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autodiff_lab as adl

OPS = Path(__file__).parent.parent / "ops"
sys.path.insert(0, str(OPS))
from cases import CASES  # noqa: E402  the table of ops
from test_laws import sources  # noqa: E402

sys.path.remove(str(OPS))


def body(program):
    """The lines of a program's function, without what stands before it."""
    return program.source[program.source.index("def program") :].splitlines()


# what a teacher would write on the board


def test_square():
    def square(x):
        y = x**2
        return y  # noqa: RET504  the name is in the program

    assert body(adl.trace(square, x=3.0).program) == [
        "def program(x):",
        "    # forward",
        "    y = x ** 2",
        "",
        "    # backward",
        "    x_bar = 2 * x  # power: y to x",
        "    return y, [x_bar]",
    ]


def test_shares_are_added_one_by_one():
    program = adl.trace(lambda x: (x + 1) * (x + 2), x=2.0).program
    assert [line.split("  #")[0].strip() for line in body(program)[7:-1]] == [
        "v1_bar = v2",
        "v2_bar = v1",
        "x_bar = v2_bar",
        "x_bar = x_bar + v1_bar",
    ]
    value, (slope,) = program(5.0)
    assert (value, slope) == (42.0, 13.0)


def test_it_stands_alone(tmp_path):
    program = adl.trace(lambda x: np.sum(np.sort(x)[1:] * x[0]), x=[3.0, 1.0, 2.0]).program
    path = program.save(tmp_path / "slope.py")
    imports = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Import)]
    assert {alias.name for n in imports for alias in n.names} == {"numpy"}
    spec = importlib.util.spec_from_file_location("slope", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    value, (slope,) = module.program(np.array([3.0, 1.0, 2.0]))
    assert value == 15.0
    assert slope.tolist() == [5.0 + 3.0, 0.0, 3.0]


# the same numbers as the sweep, for every op of the table


@pytest.mark.parametrize("case", CASES, ids=str)
def test_program_equals_sweep(case):
    arrays = case.draw()
    if any(a.dtype.kind == "c" for a in arrays):
        pytest.skip("programs are written for real numbers")
    tensors = [adl.constant(a) if i in sources(case) else a for i, a in enumerate(arrays)]
    asked = [tensors[i] for i in sources(case)]
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(asked)
        y = case.call(*tensors)
        y = y[0] if isinstance(y, tuple) else y
        loss = np.sum(y * np.cos(np.arange(y.size)).reshape(y.shape))
    if loss.dtype.kind == "c":
        pytest.skip("programs are written for real numbers")
    value, gradients = tape.program(loss, asked)(*(t.numpy() for t in asked))
    np.testing.assert_allclose(value, loss.numpy(), rtol=1e-12)
    for got, want in zip(gradients, tape.gradient(loss, asked), strict=True):
        if want is None:
            assert got is None
        else:
            np.testing.assert_allclose(got, np.asarray(want), rtol=1e-12, atol=1e-300)


def test_an_op_without_source_says_so():
    factor = 2

    def times(x):
        y = x.copy()
        y *= factor
        return y

    op = adl.ops.define(times, lambda g, y, x: g * factor, name="test_times")
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = op(x)
    with pytest.raises(NotImplementedError, match="stands alone"):
        tape.program(y, x)


def test_a_file_that_changed_since_its_import_is_not_trusted(tmp_path, monkeypatch):
    """Its lines have moved, and another function stands where the imported one stood."""
    file = tmp_path / "moved_rules.py"
    text = "def times(x):\n    y = x.copy()\n    y *= 2.0\n    return y\n"
    file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    times = importlib.import_module("moved_rules").times
    op = adl.ops.define(times, lambda g, y, x: g * 2.0, name="test_moved")
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape(persistent=True) as tape:
        y = op(x)
    assert tape.program(y, x)([3.0, 4.0])[0].tolist() == [6.0, 8.0]
    for changed in (
        text.replace("times", "other").replace("2.0", "5.0") + text,
        text.replace("x", "one_value"),
        text.replace("2.0", "15.0"),
    ):
        file.write_text(changed, encoding="utf-8")
        with pytest.raises(RuntimeError, match=r"moved_rules.py has changed.*\n.*Restart the kernel"):
            tape.program(y, x)


def test_a_rule_of_ones_own_is_named():
    @adl.custom_gradient
    def twice(x):
        return x * 2.0, lambda g: g * 3.0

    x = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        y = twice(x)
    with pytest.raises(NotImplementedError, match=r"twice.*custom_gradient"):
        tape.program(y, x)


# new inputs


@given(st.floats(-3, 3), st.floats(-3, 3))
def test_new_inputs_give_new_numbers(a, b):
    program = adl.trace(lambda x, w: np.tanh(w * x) + np.exp(-x) * w, x=1.0, w=np.float64(0.5)).program
    value, (gx, gw) = program(a, b)
    a = float(np.float32(a))
    t = math.tanh(b * a)
    assert value == pytest.approx(t + math.exp(-a) * b, rel=1e-5, abs=1e-5)
    assert gx == pytest.approx((1 - t * t) * b - math.exp(-a) * b, rel=1e-4, abs=1e-4)
    assert gw == pytest.approx((1 - t * t) * a + math.exp(-a), rel=1e-4, abs=1e-4)


def test_code_that_is_free_of_shapes_takes_any():
    program = adl.trace(lambda x: x**3, x=2.0).program
    value, (slope,) = program(np.array([1.0, 2.0]))
    assert value.tolist() == [1.0, 8.0]
    assert slope.tolist() == [3.0, 12.0]


def test_other_shapes_are_refused_where_the_code_has_its_own():
    program = adl.trace(lambda x: np.mean(x**2), x=[1.0, 2.0]).program
    with pytest.raises(ValueError, match=r"x has shape \(3,\).*\(2,\)"):
        program(np.ones(3))


def test_another_number_of_inputs_is_refused():
    program = adl.trace(lambda x, w: x * w, x=1.0, w=2.0).program
    with pytest.raises(TypeError, match=r"2 inputs \(x, w\), but got 1"):
        program(1.0)


def test_unconnected_sources_are_none():
    assert adl.trace(lambda x, w: x * 2.0, x=1.0, w=2.0).program(1.0, 2.0)[1] == [2.0, None]


# constants


def test_large_constants_are_parameters_and_small_ones_stand_in_the_code():
    large, small = np.arange(100.0), np.array([1.5, -np.inf, np.nan])
    program = adl.trace(lambda x: np.sum(x * large) + np.sum(small[:1] * x), x=np.float64(2.0)).program
    assert len(program.data) == 1
    assert "np.array([1.5], np.float64)" in program.source
    value, (slope,) = program(2.0)
    assert (value, slope) == (2 * 4950.0 + 3.0, 4950.0 + 1.5)


def test_a_constant_that_the_tape_let_go_of_is_named():
    x = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        y = np.sum(x + np.ones(10_000))
    with pytest.raises(ValueError, match=r"\(10000,\).*constant"):
        tape.program(y, x)


# control flow


def branch(x):
    if x > 2:
        return x**2
    return 3 * x


def recorded(f, x):
    """The program of a tape, which cannot record anew."""
    x = adl.Variable(x, name="x")
    with adl.GradientTape() as tape:
        y = f(x)
    return tape.program(y, x)


def test_a_branch_becomes_a_guard():
    program = recorded(branch, 3.0)
    assert program(4.0)[1] == [8.0]
    with pytest.raises(ValueError, match="x > 2 was True"):
        program(1.0)
    assert recorded(branch, 1.0)(1.5)[1] == [3.0]
    with pytest.raises(ValueError, match="x > 2 was False"):
        recorded(branch, 1.0)(2.5)


def test_a_traced_function_is_recorded_anew_for_another_branch():
    calls = []

    def counted(x):
        calls.append(float(x.numpy()))
        return branch(x)

    program = adl.trace(counted, x=3.0).program
    before = program.source
    assert program(1.0) == (3.0, [3.0])
    assert program(4.0) == (16.0, [8.0])
    assert program.source == before
    runs = len(calls)
    assert [program(x)[1] for x in (1.0, 4.0)] == [[3.0], [8.0]]  # both are known by now
    assert len(calls) == runs


def test_containers_of_inputs_are_recorded_anew_as_well():
    def layer(weights, x):
        y = np.sum(weights["w"] * x) + weights["b"][0]
        return y if y > 0 else -2 * y

    weights = {"w": np.array([1.0, 2.0]), "b": [np.float64(0.5)]}
    program = adl.trace(layer, weights, np.array([1.0, 1.0])).program
    value, gradients = program(np.array([1.0, 2.0]), [0.5], np.array([-1.0, -1.0]))
    assert value == 5.0
    assert [np.asarray(g).tolist() for g in gradients] == [[2.0, 2.0], [-2.0], [-2.0, -4.0]]


def test_a_branch_recorded_anew_under_a_tape():
    program = adl.trace(branch, x=np.float64(3.0)).program
    x = adl.Variable(np.float64(1.0))
    with adl.GradientTape() as tape:
        y = program(x)[0]
    assert float(tape.gradient(y, x)) == 3.0


# what the tape does not record, and what plain Python saw


def masked(x):
    keep = (x > 0) * 1.0
    return np.sum(keep * x**2)


def ranked(x):
    return np.sum(x[np.argsort(x)] * np.arange(1.0, x.size + 1))


def halted(x):
    with adl.GradientTape() as inner:  # a pause in another tape changes nothing here
        inner.watch(x)
        y = x * x
    return np.sum(y * adl.stop_gradient(y))


DEPENDING = {
    "relu": lambda x: np.sum(np.where(x > 0, x, 0.1 * x) ** 2),
    "mask": masked,
    "ranks": ranked,
    "boolean index": lambda x: np.sum(x[x > 0.2] ** 2),
    "floor": lambda x: np.sum(x * np.floor(x)),
    "mantissa": lambda x: np.sum(np.frexp(x)[0] * x),
    "divmod": lambda x: np.sum(np.divmod(x, 0.7)[0] * np.divmod(x, 0.7)[1]),
    "stopped": halted,
    "any": lambda x: np.sum(x) * np.where(np.any(x > 1), 2.0, 3.0),
    "several steps": lambda x: np.sum(x * (np.round(x * 2) + np.sign(x) * 0.5)),
    "whole number": lambda x: np.sum(x ** int(np.sum(x > 0))),
    "float": lambda x: np.sum(x) * float(np.max(x)),
    "argmax": lambda x: x[np.argmax(x)] * x[int(np.argmin(x))],
    "item": lambda x: np.sum(x) * x[0].item(),
    "take": lambda x: np.sum(np.take(x, np.argsort(x)[:2]) ** 2),
    "allclose": lambda x: np.sum(x) * (2.0 if np.allclose(x, 1) else 3.0),
    "nan": lambda x: np.nanmean(np.where(x > 0, x, np.nan)),
    "sort": lambda x: np.sum(np.sort(x) * np.arange(1.0, x.size + 1)),
    "clip": lambda x: np.sum(np.clip(x, -0.5, 0.5) * x),
    "median": lambda x: np.median(x) ** 2,
    "trim": lambda x: np.sum(np.trim_zeros(np.maximum(x, 0)) ** 2),
    "piecewise": lambda x: np.sum(np.piecewise(x, [x < 0, x >= 0], [np.sin, np.exp])),
    "select": lambda x: np.sum(np.select([x > 1, x > 0], [x**2, x], 0.5 * x)),
    "bool": lambda x: np.sum(x) if x[0] > x[1] else np.sum(x * x),
    "format": lambda x: np.sum(x * len(f"{x[0]:.1f}") ** 0),
}
SAMPLES = [np.array(v) for v in ([1.2, -0.4, 0.3], [-1.0, 0.5, 2.5], [0.4, 0.1, -3.0], [1.0, 1.0, 1.0])]


@pytest.mark.parametrize("name", DEPENDING)
def test_a_program_never_gives_old_numbers(name):
    """With other inputs it gives what the function gives, or says that it cannot."""
    f = DEPENDING[name]
    for start in SAMPLES[:2]:
        fixed, free = recorded(f, start), adl.trace(f, x=start).program
        for x in SAMPLES:
            fresh = adl.trace(f, x=x)
            answers = [free(x)]
            try:
                answers.append(fixed(x))
            except ValueError as error:
                assert "Another branch" in str(error)  # noqa: PT017  either outcome is right
            for value, (slope,) in answers:
                np.testing.assert_allclose(value, fresh.value.numpy(), rtol=1e-12)
                np.testing.assert_allclose(slope, fresh.gradients["x"].numpy(), rtol=1e-12, atol=1e-14)


def test_what_happens_in_a_pause_is_computed_again():
    x = adl.Variable(np.float64(2.0))
    with adl.GradientTape() as tape:
        with tape.stop_recording():
            frozen = x * x
        y = frozen * x
    value, (slope,) = tape.program(y, x)(3.0)
    assert (value, slope) == (27.0, 9.0)


def test_looking_at_the_result_binds_nothing():
    x = adl.Variable(np.float64(2.0))
    with adl.GradientTape() as tape:
        y = x * x
        assert float(y) == 4.0
    assert tape.program(y, x)(3.0) == (9.0, [6.0])


def test_a_log_that_is_full_is_said():
    x = adl.Variable(2.0)
    with adl.GradientTape() as tape:
        y = x * 1.0
        for _ in range(10_100):
            if y > 100:
                break
    with pytest.raises(ValueError, match="10,000"):
        tape.program(y, x)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x * 2 if (x > 1) & (x < 5) else x,
        lambda x: x * 2 if not x < 1 else x,
        lambda x: x * 2 if bool(np.abs(x) >= 1) else x,
        lambda x: x * 2 if np.all(x > 1) else x,
        lambda x: x * 2 if x else x,
    ],
)
def test_every_kind_of_test_guards(f):
    program = recorded(f, 3.0)
    assert program(4.0)[1] == [2.0]
    with pytest.raises(ValueError, match="Another branch"):
        program(0.0)


def test_a_loop_is_guarded_at_every_turn():
    def doubled(x):
        while x < 100:
            x = x * 2
        return x

    program = recorded(doubled, 30.0)
    assert program(31.0) == (124.0, [4.0])
    for other in (10.0, 60.0, 200.0):
        with pytest.raises(ValueError, match="Another branch"):
            program(other)


# names


@pytest.mark.parametrize(
    "name", ["lambda", "np", "print", "x-y", "dense:0", "1st", "é", "a b", "", "'", "\n", "__"]
)
def test_any_name_gives_code_that_runs(name):
    x = adl.Variable(3.0, name=name)
    with adl.GradientTape() as tape:
        y = x * x
    program = tape.program(y, x)
    assert program(4.0) == (16.0, [8.0])


@settings(max_examples=50)
@given(st.lists(st.text(max_size=12), min_size=2, max_size=4))
def test_names_never_meet(names):
    sources = [adl.Variable(float(i + 2)) for i in range(len(names))]
    for source, name in zip(sources, names, strict=True):
        source._name = name
    with adl.GradientTape() as tape:
        y = sources[0]
        for source in sources[1:]:
            y = y * source
    _, gradients = tape.program(y, sources)(*range(2, len(names) + 2))
    whole = math.prod(range(2, len(names) + 2))
    assert gradients == [whole / i for i in range(2, len(names) + 2)]


# again


def test_a_program_under_a_tape_gives_the_second_derivative():
    program = adl.trace(lambda x: np.sum(np.sin(x) * np.exp(x)), x=np.array([1.0, 2.0])).program
    x = adl.Variable(np.array([1.0, 2.0]))
    with adl.GradientTape() as tape:
        slope = np.sum(program(x)[1][0])
    at = np.array([1.0, 2.0])
    np.testing.assert_allclose(tape.gradient(slope, x), 2 * np.cos(at) * np.exp(at), rtol=1e-12)


def test_the_program_of_a_program():
    first = adl.trace(lambda x: x**3, x=2.0).program
    second = adl.trace(lambda x: first(x)[1][0], x=2.0).program
    assert second(5.0) == (75.0, [30.0])


def test_each_step_of_the_sweep_knows_its_line():
    def f(x):
        a = x * x
        return np.sin(a)

    t = adl.trace(f, x=1.0)
    lines = t.program.source.splitlines()
    told = [lines[n - 1].strip().split(" =")[0] for _, n in sorted(t.program.lines.items(), reverse=True)]
    assert set(told) == {"a_bar", "x_bar"}
    assert len(t.program.lines) == 3


def test_each_step_of_a_story_names_its_line():
    def f(x, w):
        a = x * w
        y = np.tanh(a) + x
        return y  # noqa: RET504  the name is in the program

    sweep = adl.trace(f, x=1.0, w=0.5).sweep
    lines = sweep.story["program"].splitlines()
    names = {n["id"]: n["name"] for n in sweep.story["nodes"]}
    shares = [s for s in sweep.story["steps"] if s["kind"] == "share"]
    assert len(shares) == 5
    for step in shares:
        name = names[step["to"]] or "v2"
        assert lines[step["line"] - 1].strip().startswith(f"{name}_bar = ")


def test_a_long_tape_has_no_program_beside_its_picture():
    def long(x):
        for _ in range(100):
            x = x * 1.01
        return x

    sweep = adl.trace(long, x=1.0).sweep
    assert sweep.program is None
    assert sweep.story["program"] == ""


def test_a_run_of_the_same_shape_shares_its_program():
    one, two, three = (adl.trace(branch, x=x) for x in (3.0, 4.0, 1.0))
    assert one.sweep.program is not None
    two.share(one)
    three.share(one)
    assert two.sweep.program is one.sweep.program
    assert three.sweep.program is not one.sweep.program


def test_a_variable_with_two_values_is_no_input():
    x = adl.Variable(2.0, name="x")
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
        x.assign(5.0)
        z = y + x
    with pytest.raises(ValueError, match="x got another value"):
        tape.program(z, x)
    assert tape.sweep(z, x).program is None


def test_a_variable_that_is_assigned_afterwards_is_one():
    x = adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
    x.assign(5.0)
    assert tape.program(y, x)(3.0) == (9.0, [6.0])
