"""Every row of the table against every law."""

import math
from typing import Any

import numpy as np
import pytest
from ops.case import Case
from ops.cases import CASES

import autodiff_lab as adl
from autodiff_lab.engine.slices import Rows
from autodiff_lab.ops.symbol import Symbol

LAWS = ("value", "gradient", "second", "forward", "jacobian", "dtype", "untouched", "symbols")


def every(law: str) -> Any:
    held = [c for c in CASES if law not in c.without]
    return pytest.mark.parametrize("case", held, ids=[str(c) for c in held])


def test_every_op_has_a_row():
    ours = {name for name, op in adl.ops.OPS.items() if _declared_here(op)}
    assert ours - {c.op for c in CASES} == set()


def _declared_here(op: Any) -> bool:
    """Examples in docstrings and tests declare ops too; the kit's own stand in its modules."""
    rules = op.rules if isinstance(op.rules, tuple) else (op.rules.rule,)
    return any(r is not None and r.__module__.startswith("autodiff_lab.ops") for r in rules)


def test_every_row_has_a_name_of_its_own():
    names = [str(c) for c in CASES]
    assert len(names) == len(set(names))


def test_a_law_left_out_has_a_reason():
    for c in CASES:
        assert set(c.without) <= set(LAWS)
        assert all(len(reason) > 20 for reason in c.without.values())


# ---- running a row ---------------------------------------------------------------------------------------


def parts(result: Any) -> list:
    """The results of an op with one or several of them."""
    return list(result) if isinstance(result, tuple) else [result]


def weights(case: Case, results: list) -> list:
    """Fixed weights, so that no two elements of the results have the same slope."""
    rng = np.random.default_rng(11)
    return [np.asarray(rng.uniform(0.5, 1.5, np.shape(r))) for r in results]


def sources(case: Case) -> list[int]:
    return [i for i in range(len(case.args)) if i not in case.fixed]


def plain_loss(case: Case, arrays: list) -> float:
    results = parts((case.plain or case.call)(*arrays))
    total = sum(np.sum(r * w) for r, w in zip(results, weights(case, results), strict=True))
    return float(np.real(total))  # from NumPy 2.5 on, eigenvalues are complex in any case


def loss(case: Case, tensors: list) -> Any:
    results = parts(case.call(*tensors))
    pairs = zip(results, weights(case, results), strict=True)
    return sum(np.sum(r * w) for r, w in pairs)


def tensors_of(case: Case, arrays: list) -> list:
    return [a if i in case.fixed else adl.constant(a) for i, a in enumerate(arrays)]


def gradients(case: Case, arrays: list) -> list[np.ndarray]:
    tensors = tensors_of(case, arrays)
    wanted = [tensors[i] for i in sources(case)]
    with adl.GradientTape() as tape:
        tape.watch(wanted)
        y = loss(case, tensors)
    return [np.asarray(g) for g in tape.gradient(y, wanted, unconnected_gradients="zero")]


def differences(f: Any, arrays: list, slot: int, step: float = 1e-3) -> np.ndarray:
    """Slopes from four points: the error shrinks with the fourth power of the step."""
    slopes = np.zeros(arrays[slot].shape)
    for place in np.ndindex(slopes.shape):
        values = {}
        for k in (-2, -1, 1, 2):
            moved = [a.copy() for a in arrays]
            moved[slot][place] += k * step
            values[k] = f(moved)
        slopes[place] = (8 * (values[1] - values[-1]) - (values[2] - values[-2])) / (12 * step)
    return slopes


def assert_close(got: Any, wanted: Any, rtol: float = 1e-7, atol: float = 1e-8) -> None:
    np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), rtol=rtol, atol=atol)


# ---- the laws --------------------------------------------------------------------------------------------


@every("value")
def test_value(case):
    arrays = case.draw()
    wanted = parts((case.plain or case.call)(*arrays))
    found = parts(case.call(*tensors_of(case, arrays)))
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted, strict=True):
        assert isinstance(got, adl.Tensor)
        assert got.shape == np.shape(want)
        assert got.dtype == np.asarray(want).dtype
        assert_close(got, want, rtol=1e-12, atol=1e-12)


@every("gradient")
def test_gradient(case):
    arrays = case.draw()
    for slot, gradient in zip(sources(case), gradients(case, arrays), strict=True):
        assert gradient.shape == arrays[slot].shape
        assert_close(gradient, differences(lambda moved: plain_loss(case, moved), arrays, slot))


@every("second")
def test_second_order(case):
    """The gradient of the gradient, from two tapes, beside differences of the gradient."""
    arrays = case.draw()
    rng = np.random.default_rng(5)
    directions = [rng.uniform(0.5, 1.5, arrays[i].shape) for i in sources(case)]

    def along(gradients: list) -> Any:
        return sum((np.sum(g * d) for g, d in zip(gradients, directions, strict=True)), 0.0)

    tensors = tensors_of(case, arrays)
    wanted = [tensors[i] for i in sources(case)]
    with adl.GradientTape() as outer:
        outer.watch(wanted)
        with adl.GradientTape() as inner:
            inner.watch(wanted)
            y = loss(case, tensors)
        first = inner.gradient(y, wanted, unconnected_gradients="zero")
        total = along(first)
    second = outer.gradient(total, wanted, unconnected_gradients="zero")
    for slot, found in zip(sources(case), second, strict=True):
        wanted_slopes = differences(lambda moved: float(along(gradients(case, moved))), arrays, slot)
        assert_close(found, wanted_slopes, rtol=1e-6, atol=1e-7)


@every("forward")
def test_forward_mode_is_the_transpose(case):
    """Moving the inputs along t moves the loss by gradient · t."""
    arrays = case.draw()
    rng = np.random.default_rng(3)
    tangents = [rng.uniform(-1, 1, arrays[i].shape) for i in sources(case)]
    tensors = tensors_of(case, arrays)
    wanted = [tensors[i] for i in sources(case)]
    with adl.ForwardAccumulator(wanted, list(map(adl.constant, tangents))) as forward:
        y = loss(case, tensors)
    moved = forward.jvp(y, unconnected_gradients="zero")
    backward = sum(np.sum(g * t) for g, t in zip(gradients(case, arrays), tangents, strict=True))
    assert_close(moved, backward, rtol=1e-10, atol=1e-10)


@every("jacobian")
def test_jacobian_is_all_gradients(case):
    """The Jacobian, summed with the weights of the results, is the gradient."""
    arrays = case.draw()
    tensors = tensors_of(case, arrays)
    wanted = [tensors[i] for i in sources(case)]
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(wanted)
        results = parts(case.call(*tensors))
    totals = [np.zeros(t.shape) for t in wanted]
    for result, w in zip(results, weights(case, results), strict=True):
        tables = tape.jacobian(result, wanted, unconnected_gradients="zero")
        for total, table in zip(totals, tables, strict=True):
            assert np.shape(table) == result.shape + total.shape
            total += np.tensordot(w, np.asarray(table), w.ndim)
    for total, gradient in zip(totals, gradients(case, arrays), strict=True):
        assert_close(total, gradient, rtol=1e-10, atol=1e-10)


@every("dtype")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_gradient_has_the_dtype_and_shape_of_its_source(case, dtype):
    arrays = case.draw(dtype)
    for slot, gradient in zip(sources(case), gradients(case, arrays), strict=True):
        assert gradient.dtype == dtype
        assert gradient.shape == arrays[slot].shape


@every("untouched")
def test_nothing_is_changed_in_place(case):
    arrays = case.draw()
    before = [a.copy() for a in arrays]
    tensors = tensors_of(case, arrays)
    wanted = [tensors[i] for i in sources(case)]
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(wanted)
        y = loss(case, tensors)
    held = [(v, v.copy()) for note in tape._records for v in (*note[3], note[4]) if isinstance(v, np.ndarray)]
    once = tape.gradient(y, wanted, unconnected_gradients="zero")
    again = tape.gradient(y, wanted, unconnected_gradients="zero")
    for a, b in zip(once, again, strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))
    for a, b in [*zip(arrays, before, strict=True), *held]:
        np.testing.assert_array_equal(a, b)


@every("symbols")
def test_a_rule_gives_the_same_numbers_on_symbols(case):
    """On values that carry a name a rule writes its formula; its numbers are those of the sweep."""
    arrays = case.draw()
    tensors = tensors_of(case, arrays)
    wanted = [tensors[i] for i in sources(case)]
    with adl.GradientTape() as tape:
        tape.watch(wanted)
        case.call(*tensors)
    records = [note for note in tape._records if note[0].name == case.op]
    assert records, f"{case} makes no record of {case.op}"
    for op, keys, _, args, result, params in records:
        upstream = _upstream(result)
        for slot, key in enumerate(keys):
            if not key or op.rules[slot] is None:
                continue
            named = [Symbol(f"a{i}", a) for i, a in enumerate(args)]
            with np.errstate(all="ignore"):
                on_arrays = op.rules[slot](upstream, result, *args, **(params or {}))
                on_symbols = op.rules[slot](
                    Symbol("g", upstream), Symbol("y", result), *named, **(params or {})
                )
            assert isinstance(on_symbols, Symbol)
            np.testing.assert_array_equal(dense(on_symbols.value), dense(on_arrays))


def dense(share: Any) -> np.ndarray:
    """The share of reading rows keeps the rows apart until somebody needs the whole."""
    return np.asarray(share.dense() if isinstance(share, Rows) else share)


def _upstream(result: Any) -> Any:
    rng = np.random.default_rng(2)
    if isinstance(result, tuple):
        return tuple(map(_upstream, result))
    return (rng.uniform(0.5, 1.5, result.shape) * result.dtype.type(1))[()]


def test_the_differences_are_good_to_many_digits():
    """The yardstick itself: the slopes of sin by four points are cosines."""
    x = np.linspace(-2, 2, 5)
    found = differences(lambda moved: float(np.sum(np.sin(moved[0]))), [x], 0)
    np.testing.assert_allclose(found, [math.cos(v) for v in x], rtol=0, atol=1e-11)
