"""tape.explain: every reason, told by the walk and in words, and the warnings of gradient()."""

import math
import warnings

import numpy as np
import pytest
from ops.cases import CASES

import autodiff_lab as adl
from autodiff_lab import tf


def variable(value=3.0, **settings):
    return adl.Variable(value, **settings)


# ---- None: each case returns (tape, target, source) -----------------------------------------------------


def not_watched():
    c = adl.constant(3.0)
    with adl.GradientTape() as tape:
        y = c * c
    return tape, y, c


def not_watched_beside_a_variable():
    c, x = adl.constant(3.0), variable()
    with adl.GradientTape() as tape:
        y = x * c
    return tape, y, c


def a_variable_that_must_be_watched():
    x = variable()
    with adl.GradientTape(watch_accessed_variables=False) as tape:
        y = x * x
    return tape, y, x


def watched_after_use():
    c = adl.constant(3.0)
    with adl.GradientTape() as tape:
        y = c * c
        tape.watch(c)
    return tape, y, c


def integer():
    n = adl.Variable(3)
    with adl.GradientTape() as tape:
        y = n * 2.0
    return tape, y, n


def integer_constant():
    n = adl.constant([1, 2])
    with adl.GradientTape() as tape:
        y = np.sum(n * 2.0)
    return tape, y, n


def truth_value():
    b = adl.Variable(True)
    with adl.GradientTape() as tape:
        y = np.where(b, 1.0, 2.0)
    return tape, y, b


def not_trainable():
    v = variable(trainable=False)
    with adl.GradientTape() as tape:
        y = v * v
    return tape, y, v


def computed_after_the_block():
    x = variable()
    with adl.GradientTape() as tape:
        z = x * x
    return tape, z * 2.0, x


def computed_before_the_block():
    x = variable()
    y = x * x
    with adl.GradientTape() as tape:
        x * 1.0
    return tape, y, x


def paused():
    x = variable()
    with adl.GradientTape() as tape:
        with tape.stop_recording():
            z = x * x
        y = z * 2.0
    return tape, y, x


def left_through_float():
    x = variable()
    with adl.GradientTape() as tape:
        z = x * x
        y = adl.constant(float(z)) * 2.0  # here
    return tape, y, x


def left_through_math():
    x = variable()
    with adl.GradientTape() as tape:
        y = adl.constant(math.sin(x))  # here
    return tape, y, x


def left_through_numpy():
    x = variable()
    with adl.GradientTape() as tape:
        z = x * x
        n = z.numpy()  # here
        y = np.sqrt(adl.constant(n))
    return tape, y, x


def left_through_an_array():
    x = variable()
    with adl.GradientTape() as tape:
        both = np.array([x * 1.0, x * 2.0])  # here
        y = np.sum(adl.constant(both))
    return tape, y, x


def left_through_asarray():
    x = variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = adl.constant(np.asarray(x)) * 2.0  # here
    return tape, y, x


def left_through_item():
    x = variable()
    with adl.GradientTape() as tape:
        y = adl.constant(2.0) * x.item()  # here
    return tape, y, x


def left_through_tolist():
    x = variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = adl.constant(x.tolist()) * 2.0  # here
    return tape, y, x


def left_in_a_function():
    def forward(v):
        h = v * v
        k = float(h)  # here
        return adl.constant(k) * 3.0

    x = variable()
    with adl.GradientTape() as tape:
        y = forward(x)
    return tape, y, x


def left_in_a_loop():
    x = variable()
    total = adl.constant(0.0)
    with adl.GradientTape() as tape:
        for _ in range(3):
            total = total + float(x)  # here
    return tape, total, x


def left_beside_another_path():
    x, w = variable(), variable()
    with adl.GradientTape() as tape:
        scale = float(x)  # here
        y = w * scale
    return tape, y, x


def assigned():
    x, w = variable(), variable()
    with adl.GradientTape() as tape:
        w.assign(x * x)  # here
        y = w * 3.0
    return tape, y, x


def assigned_by_adding():
    x, w = variable(), variable()
    with adl.GradientTape() as tape:
        w.assign_add(x * x)  # here
        y = w * 3.0
    return tape, y, x


def stopped():
    x = variable()
    with adl.GradientTape() as tape:
        y = adl.stop_gradient(x * x) * 2.0  # here
    return tape, y, x


def rounded():
    x = variable()
    with adl.GradientTape() as tape:
        y = np.round(x) * 2.0  # here
    return tape, y, x


def compared():
    x = variable()
    with adl.GradientTape() as tape:
        y = np.where(x > 0, 1.0, 2.0)  # here
    return tape, y, x


def place_of_the_largest():
    x = variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = np.argmax(x)  # here
    return tape, y, x


def cast_to_integers():
    x = variable()
    with adl.GradientTape() as tape:
        y = x.astype("int32") * 2.0  # here
    return tape, y, x


def its_own_gradient_gives_none():
    @adl.custom_gradient
    def gate(v):
        return v * 1.0, lambda upstream: None

    x = variable()
    with adl.GradientTape() as tape:
        y = gate(x) * 2.0
    return tape, y, x


def name_given_to_a_later_value():
    x = variable()
    with adl.GradientTape() as tape:
        y = x * x
        x = x + 1.0
    return tape, y, x


def name_given_to_a_tensor_outside():
    x = variable()
    with adl.GradientTape() as tape:
        y = x * x
    x = x - 0.1
    return tape, y, x


def not_connected():
    x, spare = variable(), variable()
    with adl.GradientTape() as tape:
        y = x * x
    return tape, y, spare


def computed_outside_and_used():
    x = variable()
    h = x * x
    with adl.GradientTape() as tape:
        y = h * 2.0
    return tape, y, x


def printed_only():
    x, spare = variable(), variable()
    with adl.GradientTape() as tape:
        f"{float(spare * 2.0)}"
        y = x**2
    return tape, y, spare


def noted_at_the_end():
    x, spare = variable(), variable()
    with adl.GradientTape() as tape:
        y = 0.5 * x
        float(spare * 2.0)
    return tape, y, spare


def of_an_outer_tape():
    x = variable()
    with adl.GradientTape() as outer, adl.GradientTape() as inner:
        y = x**3
    return outer, inner.gradient(y, x), x  # asked after the outer one had closed


def after_reset():
    x = variable()
    with adl.GradientTape() as tape:
        y = x * x
        tape.reset()
        z = y * 2.0
    return tape, z, x


def large():
    x = variable(np.ones(1000))
    with adl.GradientTape() as tape:
        y = np.sum(adl.stop_gradient(np.sin(x)) * 2.0)  # here
    return tape, y, x


def large_and_left():
    x = variable(np.ones(1000))
    with adl.GradientTape() as tape:
        h = np.sin(x) * np.ones(1000)
        y = np.sum(adl.constant(h.numpy()) * 2.0)  # here
    return tape, y, x


NONE = {
    not_watched: "not-watched",
    not_watched_beside_a_variable: "not-watched",
    a_variable_that_must_be_watched: "not-watched",
    watched_after_use: "watched-late",
    integer: "integer",
    integer_constant: "integer",
    truth_value: "integer",
    not_trainable: "not-trainable",
    computed_after_the_block: "outside",
    computed_before_the_block: "outside",
    paused: "paused",
    left_through_float: "left",
    left_through_math: "left",
    left_through_numpy: "left",
    left_through_an_array: "left",
    left_through_asarray: "left",
    left_through_item: "left",
    left_through_tolist: "left",
    left_in_a_function: "left",
    left_in_a_loop: "left",
    left_beside_another_path: "left",
    assigned: "assigned",
    assigned_by_adding: "assigned",
    stopped: "stopped",
    rounded: "flat-op",
    compared: "flat-op",
    place_of_the_largest: "flat-op",
    cast_to_integers: "whole-numbers",
    its_own_gradient_gives_none: "no-rule",
    name_given_to_a_later_value: "made-later",
    name_given_to_a_tensor_outside: "never-met",
    not_connected: "not-connected",
    computed_outside_and_used: "not-connected",
    printed_only: "not-connected",
    noted_at_the_end: "not-connected",
    of_an_outer_tape: "outside",
    after_reset: "not-connected",
    large: "stopped",
    large_and_left: "left",
}
every = pytest.mark.parametrize("case", NONE, ids=lambda case: case.__name__)


@every
def test_the_reason_for_none(case):
    tape, y, source = case()
    (reason,) = tape.explain(y, source).reasons
    assert (reason.answer, reason.kind) == ("none", NONE[case])
    assert reason.source is source
    assert reason.gradient is None


@every
def test_the_same_reason_after_gradient_returned_none(case):
    tape, y, source = case()
    before = tape.explain(y, source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert tape.gradient(y, source) is None
    after = tape.explain(y, source)
    assert after.reasons[0] == before.reasons[0]
    assert str(after) == str(before)


@every
def test_the_line_where_the_path_broke(case):
    tape, y, source = case()
    (reason,) = tape.explain(y, source).reasons
    if reason.kind in ("left", "assigned", "stopped", "flat-op", "whole-numbers"):
        assert reason.place.text.endswith("# here")
        assert f"line {reason.place.line}: {reason.place.text}" in str(tape.explain(y, source))


@every
def test_it_is_told_in_two_lines_and_ends_with_the_mend(case):
    tape, y, source = case()
    told, mend = str(tape.explain(y, source)).splitlines()
    assert told.startswith("source: none. ")
    assert mend.startswith("Mend it:  ")
    assert "{" not in told + mend


def test_the_words_are_stable():
    tape, y, c = not_watched()
    told, mend = str(tape.explain(y, c)).splitlines()
    assert told.startswith("c: none. The tape does not watch c: it is a Tensor, not a Variable, and only")
    assert mend == "Mend it:  tape.watch(c)  as the first line inside the with block"
    tape, y, v = a_variable_that_must_be_watched()
    assert "made with watch_accessed_variables=False" in str(tape.explain(y, v))
    tape, y, x = computed_outside_and_used()
    h = y  # the name of another value changes nothing
    assert "No path leads from" in str(tape.explain(h, x))


def test_what_came_from_outside_is_named():
    x = variable()
    h = x * x
    with adl.GradientTape() as tape:
        y = h * 2.0
    told = str(tape.explain(y, x))
    assert "y rests on h, and the tape did not see where that comes from." in told
    assert "Mend it:  if h is computed from x, do so inside the with block" in told


MENDED = {
    not_watched: lambda c, tape: tape.watch(c),
    a_variable_that_must_be_watched: lambda x, tape: tape.watch(x),
    not_trainable: lambda v, tape: tape.watch(v),
}


@pytest.mark.parametrize("case", MENDED, ids=lambda case: case.__name__)
def test_the_mend_mends(case):
    _, _, source = case()
    with adl.GradientTape(watch_accessed_variables=False) as tape:
        MENDED[case](source, tape)
        y = source * source
    assert float(tape.gradient(y, source)) == 6.0


# ---- numbers ---------------------------------------------------------------------------------------------


def reason_for(f, *values):
    sources = [variable(v) for v in values]
    with adl.GradientTape() as tape, np.errstate(all="ignore"):
        y = f(*sources)
    explanation = tape.explain(y, sources)
    return explanation.reasons[0], explanation.sentences[0]


def test_a_number_comes_with_its_paths():
    reason, told = reason_for(lambda x: x * x + np.sin(x), 2.0)
    assert (reason.answer, reason.kind) == ("number", "path")
    assert sorted(p.slope for p in reason.paths) == pytest.approx([math.cos(2.0), 2.0, 2.0])
    assert sum(p.slope for p in reason.paths) == pytest.approx(float(reason.gradient))
    assert "3 paths" in told


def test_a_path_names_its_values():
    x = variable()
    with adl.GradientTape() as tape:
        u = x * 2.0
        y = u**2
    assert str(tape.explain(y, x)) == "x: 24. It came along one path: y → u → x (24)."
    assert tape.explain(y, x).reasons[0].paths[0].keys == (y._key, u._key, x._key)


@pytest.mark.parametrize(
    "lossy",
    [
        lambda x: np.sum(x * np.array([x[0], x[1]])),  # here
        lambda x: np.sum(x) * math.sin(x[0]),  # here
        lambda x: np.sum(x * np.asarray(x)),  # here
        lambda x: np.sum(x) * float(x[0]),  # here
        lambda x: np.sum(x * x.numpy()),  # here
    ],
    ids=["np.array", "math.sin", "np.asarray", "float", "numpy()"],
)
def test_a_share_that_left_beside_a_recorded_path_is_mentioned(lossy):
    x = variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = lossy(x)
    told, mend = str(tape.explain(y, x)).splitlines()
    assert "left the tape at line" in told
    assert "# here" in told
    assert mend.startswith("Mend it:  use NumPy on the Tensor itself")


def test_a_number_that_is_only_printed_is_not_mentioned():
    x = variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = np.sum(x * x)
        print(float(y), x[0].numpy())
    assert "left" not in str(tape.explain(y, x))


def test_the_target_itself():
    x = variable()
    with adl.GradientTape() as tape:
        x * 1.0
    assert str(tape.explain(x, x)) == "x: 1. It is the target itself."


def test_many_paths_are_cut_and_said_so():
    reason, told = reason_for(lambda x: sum(x * k for k in range(1, 40)), 2.0)
    assert len(reason.paths) == 12
    assert reason.more_paths
    assert told.endswith("and more.")


def test_a_long_chain_is_quick_and_needs_no_recursion():
    x = variable()
    with adl.GradientTape() as tape:
        y = x
        for _ in range(20_000):
            y = y + 1.0
    (reason,) = tape.explain(y, x).reasons
    assert len(reason.paths[0].keys) == 20_001


@pytest.mark.parametrize(
    ("f", "at", "op"),
    [
        (lambda x: np.maximum(x, 0.0) * 3.0, -1.0, "maximum"),
        (tf.nn.relu, -1.0, "relu"),
        (lambda x: np.where(x > 0, x * 2.0, 7.0), -1.0, "where"),
        (lambda x: np.clip(x, 0.0, 1.0), 5.0, "clip"),
        (np.sign, 2.0, "sign"),
        (lambda x: x * 0.0, 2.0, "multiply"),
        (np.abs, 0.0, "absolute"),
        (lambda x: np.square(x), 0.0, "square"),
        (lambda x: np.tanh(x * 1e4), 2.0, "tanh"),
    ],
)
def test_a_zero_names_the_op_that_is_flat(f, at, op):
    reason, told = reason_for(f, at)
    assert (reason.answer, reason.kind, reason.op) == ("zero", "flat", op)
    assert f"{op} passes nothing on here" in told


def test_a_zero_of_shares_that_cancel():
    reason, _ = reason_for(lambda x: x - x, 2.0)
    assert (reason.answer, reason.kind) == ("zero", "cancelled")
    assert sorted(p.slope for p in reason.paths) == [-1.0, 1.0]


@pytest.mark.parametrize(
    ("f", "at", "kind", "op"),
    [
        (lambda x: np.where(x > 0, np.log(x), 0.0), 0.0, "nan", "log"),
        (lambda x: np.where(x > 0, 1 / x, 0.0) * 2.0, 0.0, "nan", "divide"),
        (lambda x: np.hypot(x, x * 0.0), 0.0, "nan", "hypot"),
        (lambda x: x / x, 0.0, "nan-value", "divide"),
        (lambda x: np.log(x) * x, -1.0, "nan-value", "log"),
        (lambda x: np.sin(np.sqrt(x)) * 2.0, -1.0, "nan-value", "sqrt"),
        (lambda x: x * x, math.nan, "nan-value", ""),
        (lambda x: np.exp(x) - np.exp(x), math.inf, "nan-sum", ""),
    ],
)
def test_a_nan_names_the_node_where_it_arose(f, at, kind, op):
    reason, told = reason_for(f, at)
    assert (reason.answer, reason.kind, reason.op) == ("nan", kind, op)
    assert "not a number" in told
    assert op in told


def test_a_nan_of_another_source_is_not_blamed():
    reason, _ = reason_for(lambda x, z: x * 3.0 + np.log(z) * 0.0, 2.0, 0.0)
    assert (reason.answer, reason.kind) == ("number", "path")


# ---- several tapes and sources -------------------------------------------------------------------------


def test_several_sources_each_have_their_reason():
    x, b, n, c = variable(), variable(), adl.Variable(2), adl.constant(2.0)
    with adl.GradientTape() as tape:
        y = x * c * n + adl.stop_gradient(b)
    explanation = tape.explain(y, {"x": x, "b": b, "c": c, "n": n})
    assert [r.kind for r in explanation.reasons] == ["stopped", "not-watched", "integer", "path"]
    assert [line[:2] for line in explanation.sentences] == ["b:", "c:", "n:", "x:"]
    assert [bool(m) for m in explanation.mends] == [True, True, True, False]


def test_nested_tapes_explain_their_own():
    x = variable(2.0)
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = x**3
        g = inner.gradient(y, x)
    assert inner.explain(y, x).reasons[0].gradient == 12.0
    assert outer.explain(g, x).reasons[0].gradient == 12.0


def test_a_tape_that_went_on():
    x = variable(2.0)
    with adl.GradientTape() as tape:
        y = x * x
    with tape:
        z = y * 3.0
    assert tape.explain(z, x).reasons[0].gradient == 12.0


def test_a_large_tape_that_answered_keeps_the_answers():
    x, spare = variable(np.ones(1000)), variable()
    with adl.GradientTape() as tape:
        y = np.sum(np.sin(x))
    tape.gradient(y, [x, spare])
    kinds = [r.kind for r in tape.explain(y, [x, spare]).reasons]
    assert kinds == ["path", "not-connected"]
    assert "(1000,)" in str(tape.explain(y, x))


def test_sparse_gradients_are_explained():
    table = adl.Variable([[1.0, 2.0], [3.0, 4.0]])
    with adl.GradientTape() as tape:
        y = np.sum(tf.gather(table, [1, 1]))
    (reason,) = tape.explain(y, table).reasons
    np.testing.assert_array_equal(reason.gradient, [[0, 0], [2, 2]])


def test_what_cannot_be_explained_is_an_error():
    x = variable()
    with adl.GradientTape() as tape:
        y = float(x * x)  # here
    with pytest.raises(TypeError, match=r"line \d+: y = float\(x \* x\)"):
        tape.explain(y, x)
    with pytest.raises(TypeError, match="target is None"):
        tape.explain(None, x)
    with pytest.raises(RuntimeError, match="persistent"):
        adl.GradientTape().explain(x, x)


@pytest.mark.parametrize("case", CASES, ids=map(str, CASES))
def test_no_op_lets_a_value_leave_by_itself(case):
    """An op that looked at numpy(x) inside would be blamed for a break that is none."""
    tensors = [a if i in case.fixed else adl.constant(a) for i, a in enumerate(case.draw())]
    with adl.GradientTape() as tape, np.errstate(all="ignore"):
        tape.watch([t for i, t in enumerate(tensors) if i not in case.fixed])
        case.call(*tensors)
    assert tape._exits == []


# ---- the warnings of gradient() ---------------------------------------------------------------------------

LOUD = {"integer", "left"}


@every
def test_gradient_warns_only_where_the_loss_is_surely_unwanted(case):
    tape, y, source = case()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tape.gradient(y, source)
    assert len(caught) == (1 if NONE[case] in LOUD else 0)
    for warning in caught:
        assert issubclass(warning.category, adl.GradientWarning)
        assert warning.filename == __file__
        if NONE[case] == "left":
            assert "# here" in str(warning.message)


def test_a_warning_comes_once_per_line():
    x = variable()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            with adl.GradientTape() as tape:
                y = adl.constant(float(x)) * 2.0
            tape.gradient(y, x)
    assert len(caught) == 1


def test_a_logged_loss_is_no_loss():
    x = variable()
    history = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with adl.GradientTape() as tape:
            y = x * x
            history.append(float(y))
        assert float(tape.gradient(y, x)) == 6.0
