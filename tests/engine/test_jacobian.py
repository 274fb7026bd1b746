"""Jacobians: both ways against one gradient per element, for every op; their cost, shapes and structures."""

import sys

import numpy as np
import pytest
from ops.cases import CASES

import autodiff_lab as adl
from autodiff_lab import tf
from autodiff_lab.engine import batch, members
from autodiff_lab.engine.asking import answer
from autodiff_lab.engine.jacobian import _by_columns, _by_rows

# ---- every op --------------------------------------------------------------------------------------------


def recorded(case):
    """Run a row of the table on a persistent tape."""
    tensors = [a if i in case.fixed else adl.constant(a) for i, a in enumerate(case.draw())]
    sources = [t for i, t in enumerate(tensors) if i not in case.fixed]
    with adl.GradientTape(persistent=True) as tape, np.errstate(all="ignore"):
        tape.watch(sources)
        results = case.call(*tensors)
    results = list(results) if isinstance(results, tuple | list) else [results]
    return tape, [r for r in results if r.dtype.kind in "fc"], sources


def row_by_row(tape, target, sources):
    """The definition: one gradient for each element of the target."""
    rows = []
    for place in np.ndindex(target.shape):
        weight = np.zeros(target.shape, target.dtype)
        weight[place] = 1
        rows.append(tape.gradient(target, sources, weight, unconnected_gradients="zero"))
    return [
        np.reshape(np.array([np.asarray(row[i]) for row in rows], s.dtype), (*target.shape, *s.shape))
        for i, s in enumerate(sources)
    ]


@pytest.mark.parametrize("case", CASES, ids=map(str, CASES))
def test_rows_and_columns_are_the_gradients_of_the_elements(case, monkeypatch):
    """One backward run for all rows, one forward run for all columns, and neither goes one by one."""
    fallen = []

    def one_by_one(function, args, kwargs):
        fallen.append(function)
        return plain(function, args, kwargs)

    plain = batch.one_by_one
    monkeypatch.setattr(batch, "one_by_one", one_by_one)
    monkeypatch.setattr(members, "one_by_one", one_by_one)
    tape, results, sources = recorded(case)
    inputs = {s._key: s for s in sources}
    for target in results:
        wanted = row_by_row(tape, target, sources) if target.size else [None] * len(sources)
        for way in (_by_rows, _by_columns):
            if not target.size or not sum(s.size for s in sources):
                continue
            with np.errstate(all="ignore"):
                found = way(tape._records, target, inputs, False)
            for s, table in zip(sources, wanted, strict=True):
                got = found.get(s._key)
                got = np.zeros(table.shape) if got is None else np.asarray(answer(got, s, False))
                np.testing.assert_allclose(got, table, rtol=1e-9, atol=1e-10, err_msg=way.__name__)
    assert not fallen


# ---- cost: how often rules are run ------------------------------------------------------------------------


def image():
    return np.random.default_rng(0).normal(size=(1, 6, 6, 2))


COSTLY = {
    "conv2d": (lambda x: tf.nn.conv2d(x, np.ones((3, 3, 2, 3)), 1, "SAME"), image()),
    "max_pool": (lambda x: tf.nn.max_pool2d(x, 2, 1, "SAME"), image()),
    "avg_pool": (lambda x: tf.nn.avg_pool2d(x, 2, 1, "SAME"), image()),
    "gather": (lambda x: tf.gather(x, [3, 1, 1, 0, 2] * 8), np.arange(24.0).reshape(4, 6)),
    "gather_nd": (lambda x: tf.gather_nd(x, [[0, 1], [3, 2]] * 20), np.arange(24.0).reshape(4, 6)),
    "fancy": (lambda x: x[[0, 2], :, [1, 1]], np.arange(24.0).reshape(4, 3, 2)),
    "einsum": (lambda x: np.einsum("ij,kj->ik", x, x), np.arange(24.0).reshape(6, 4)),
    "cumprod": (lambda x: np.cumprod(x, axis=1), np.arange(1.0, 25).reshape(4, 6)),
    "cumsum": (lambda x: np.cumsum(x, axis=1), np.arange(24.0).reshape(4, 6)),
    "sort": (lambda x: np.sort(x, axis=0), np.sin(np.arange(24.0)).reshape(4, 6)),
    "softmax": (tf.nn.softmax, np.sin(np.arange(24.0)).reshape(4, 6)),
    "solve": (lambda x: np.linalg.solve(x, np.ones((4, 3))), np.eye(4) * 3 + 0.1),
    "inv": (np.linalg.inv, np.eye(4) * 3 + 0.1),
    "cholesky": (lambda x: np.linalg.cholesky(x + x.T), np.eye(4) * 3 + 0.1),
    "svd": (lambda x: np.linalg.svd(x, full_matrices=False)[0], np.arange(12.0).reshape(4, 3) ** 2 + 1),
    "pad": (lambda x: np.pad(x, 1, mode="reflect"), np.arange(24.0).reshape(4, 6)),
    "tile": (lambda x: np.tile(x, (2, 2)), np.arange(24.0).reshape(4, 6)),
    "segments": (lambda x: tf.math.unsorted_segment_sum(x, [0, 2, 0, 1], 3), np.arange(24.0).reshape(4, 6)),
    "relu and dense": (lambda x: tf.nn.relu(x @ np.ones((6, 5))) @ np.ones((5, 7)), np.ones((4, 6))),
    "norm": (lambda x: tf.nn.l2_normalize(x, axis=1), np.arange(1.0, 25).reshape(4, 6)),
}


@pytest.mark.parametrize("name", COSTLY)
@pytest.mark.parametrize("copies", [1, 3])
def test_rules_run_once_whatever_the_size(name, copies, monkeypatch):
    """The number of rules that are run is the number of records, not of output elements."""
    f, value = COSTLY[name]
    x = adl.Variable(value)
    with adl.GradientTape(persistent=True) as tape:
        y = f(x)
        y = y if copies == 1 else np.stack([y] * copies)
    calls = []
    for op in {id(note[0]): note[0] for note in tape._records}.values():
        count_calls(op, calls, monkeypatch)
    monkeypatch.setattr(batch, "one_by_one", None)  # a fall-back would be an error
    monkeypatch.setattr(members, "one_by_one", None)
    table = tape.jacobian(y, x)
    assert table.shape == y.shape + x.shape
    assert len(calls) <= 2 * sum(len(note[1]) for note in tape._records)


def count_calls(op, calls, monkeypatch):
    rules, function = op.rules, op.function

    class Counted:
        def __getitem__(self, slot):
            rule = rules[slot]
            if rule is None:
                return None
            return lambda *args, **params: (calls.append(op.name), rule(*args, **params))[1]

    monkeypatch.setattr(op, "rules", Counted())
    monkeypatch.setattr(op, "function", lambda *a, **k: (calls.append(op.name), function(*a, **k))[1])


def test_many_outputs_of_few_inputs_and_the_reverse():
    rng = np.random.default_rng(1)
    for shape in [(40, 2), (2, 40)]:
        a, x = rng.normal(size=shape), adl.Variable(rng.normal(size=shape[1]))
        with adl.GradientTape() as tape:
            y = np.tanh(a @ x)
        slopes = (1 - np.tanh(a @ x.numpy()) ** 2)[:, None] * a
        np.testing.assert_allclose(tape.jacobian(y, x), slopes, rtol=1e-12)


@pytest.mark.parametrize("most", [1, 30, 50])
def test_a_large_jacobian_is_cut_into_pieces(most, monkeypatch):
    monkeypatch.setattr(sys.modules[_by_rows.__module__], "MOST_ELEMENTS", most)
    x, w = adl.Variable(np.arange(12.0)), adl.Variable(2.0)
    with adl.GradientTape(persistent=True) as tape:
        y = np.sin(x) * x * w
        wide = np.stack([y, y * w, w * np.ones(12)])
    at = x.numpy()
    slopes = np.diag(2 * (np.cos(at) * at + np.sin(at)))
    np.testing.assert_allclose(tape.jacobian(y, x), slopes, rtol=1e-12)
    by_x, by_w = tape.jacobian(wide, [x, w])
    np.testing.assert_allclose(by_x, np.stack([slopes, 2 * slopes, 0 * slopes]), rtol=1e-12)
    np.testing.assert_allclose(by_w, [np.sin(at) * at, 4 * np.sin(at) * at, np.ones(12)], rtol=1e-12)


# ---- shapes, structures and tapes -------------------------------------------------------------------------


@pytest.mark.parametrize("target", [(), (2,), (2, 3), (0,), (1, 1)])
@pytest.mark.parametrize("source", [(), (3,), (3, 2), (0,), (1, 1)])
@pytest.mark.parametrize("persistent", [True, False])
def test_every_pair_of_shapes(target, source, persistent):
    x = adl.Variable(np.ones(source) * 0.5)
    weights = np.random.default_rng(2).normal(size=(*target, *source))
    with adl.GradientTape(persistent) as tape:
        y = np.sum(weights * x, axis=tuple(range(len(target), weights.ndim))) if source else weights * x
    table = tape.jacobian(y, x)
    np.testing.assert_allclose(np.asarray(table), weights, rtol=1e-12)
    assert table.shape == target + source


def test_structures_of_targets_and_sources():
    x, w = adl.Variable([1.0, 2.0]), adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = {"a": x * w, "b": (np.sum(x),)}
    tables = tape.jacobian(y, [x, {"w": w}])
    np.testing.assert_array_equal(tables["a"][0], [[3, 0], [0, 3]])
    np.testing.assert_array_equal(tables["a"][1]["w"], [1, 2])
    np.testing.assert_array_equal(tables["b"][0][0], [1, 1])
    assert tables["b"][0][1]["w"] is None


def test_unconnected_sources():
    x, spare, n = adl.Variable([1.0, 2.0]), adl.Variable([[3.0]]), adl.Variable(3)
    with adl.GradientTape(persistent=True) as tape:
        y = x * x
        flat = np.sign(x)
    assert tape.jacobian(y, spare) is None
    zeros = tape.jacobian(y, [spare, n], unconnected_gradients="zero")
    assert [z.shape for z in zeros] == [(2, 1, 1), (2,)]
    np.testing.assert_array_equal(tape.jacobian(flat, x), np.zeros((2, 2)))
    assert tape.jacobian(np.argmax(x), x) is None


def test_inside_its_own_tape_and_in_an_outer_one():
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape(persistent=True) as outer:
        with adl.GradientTape() as tape:
            y = x**3
        first = tape.jacobian(y, x)
    np.testing.assert_array_equal(
        outer.jacobian(first, x), np.einsum("ij,ik->ijk", np.eye(2), np.diag([6, 12]))
    )
    with adl.GradientTape(persistent=True) as tape:
        y = x**3
        inside = tape.jacobian(y, x)
    np.testing.assert_array_equal(inside, first)


def test_a_tape_answers_once_unless_persistent():
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = x**3
    tape.jacobian(y, x)
    with pytest.raises(RuntimeError, match="persistent=True"):
        tape.jacobian(y, x)
    with adl.GradientTape() as tape:
        y = x**3
    with pytest.raises(RuntimeError, match="persistent=True"):
        tape.jacobian(y, x, experimental_use_pfor=False)


def test_batch_jacobian_is_the_diagonal_of_the_full_one():
    rng = np.random.default_rng(3)
    x = adl.Variable(rng.normal(size=(4, 3)))
    w = rng.normal(size=(3, 2))
    with adl.GradientTape(persistent=True) as tape:
        y = np.tanh(x @ w)
    full = np.asarray(tape.jacobian(y, x))
    np.testing.assert_allclose(tape.batch_jacobian(y, x), full[np.arange(4), :, np.arange(4)], rtol=1e-12)


@pytest.mark.parametrize(
    ("target", "source", "match"),
    [
        (lambda x: np.sum(x, 1), lambda x: x, "at least one more"),
        (lambda x: x, lambda x: x[0], "at least one more"),
        (lambda x: np.reshape(x, (3, 2)), lambda x: x, "same number of rows"),
    ],
)
def test_batch_jacobian_checks_its_shapes(target, source, match):
    x = adl.Variable(np.ones((2, 3)))
    with adl.GradientTape() as tape:
        s = source(x)
        y = target(x)
    with pytest.raises(ValueError, match=match):
        tape.batch_jacobian(y, s)
