"""The life of a tape: what is recorded, how often it answers, and what it says when misused."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.engine.state import state


def square(x, **options):
    """A tape on which y = x² was recorded."""
    with adl.GradientTape(**options) as tape:
        tape.watch(x)
        y = x * x
    return tape, y


@pytest.fixture(autouse=True)
def no_tape_stays_active():
    assert state.recorders == ()
    yield
    assert state.recorders == ()


# ---- how often a tape answers ------------------------------------------------------------------------------


def test_a_second_question_is_refused_with_the_way_out():
    x = adl.Variable(3.0)
    tape, y = square(x)
    assert float(tape.gradient(y, x)) == 6.0
    with pytest.raises(RuntimeError, match=r"persistent=True"):
        tape.gradient(y, x)


def test_a_persistent_tape_answers_as_often_as_asked():
    x = adl.Variable(3.0)
    tape, y = square(x, persistent=True)
    assert [float(tape.gradient(y, x)) for _ in range(3)] == [6.0] * 3


def test_a_tape_that_was_never_entered_has_no_answer():
    x = adl.Variable(3.0)
    with pytest.raises(RuntimeError, match="only after something was recorded"):
        adl.GradientTape().gradient(x, x)


def test_a_failed_question_does_not_use_the_tape_up():
    x = adl.Variable(3.0)
    tape, y = square(x)
    with pytest.raises(ValueError, match="unconnected_gradients"):
        tape.gradient(y, x, unconnected_gradients="nought")
    assert float(tape.gradient(y, x)) == 6.0


def test_a_used_tape_can_record_anew():
    x = adl.Variable(3.0)
    tape, y = square(x)
    tape.gradient(y, x)
    with tape:
        z = x**3
    assert float(tape.gradient(z, x)) == 27.0


def test_entering_again_goes_on_recording():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = x * x
    with tape:
        z = y * x
    assert float(tape.gradient(z, x)) == 27.0


def test_a_tape_is_not_entered_twice_at_once():
    with adl.GradientTape() as tape, pytest.raises(ValueError, match="as inner"), tape:
        pass


def test_asking_inside_the_block_ends_the_recording():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = x * x
        assert float(tape.gradient(y, x)) == 6.0
        with pytest.raises(RuntimeError, match="not recording"), tape.stop_recording():
            pass


# ---- misuse ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["zeros", "", None, 0, [], "None"])
def test_an_unknown_answer_for_unconnected_sources(choice):
    x = adl.Variable(3.0)
    tape, y = square(x)
    with pytest.raises(ValueError, match=r"'none' .* 'zero'"):
        tape.gradient(y, x, unconnected_gradients=choice)


@pytest.mark.parametrize("target", [None, [None], {"loss": None}])
def test_a_target_that_is_none(target):
    x = adl.Variable(3.0)
    tape, _ = square(x)
    with pytest.raises(TypeError, match=r"target is None.*return"):
        tape.gradient(target, x)


@pytest.mark.parametrize("target", [6.0, np.ones(3), "y", np.float64(6.0), object()])
def test_a_target_that_has_left_the_tape(target):
    x = adl.Variable(3.0)
    tape, _ = square(x)
    with pytest.raises(TypeError, match=r"target has to be a Tensor.*without float\(\)"):
        tape.gradient(target, x)


@pytest.mark.parametrize("source", [3.0, np.ones(3), "x", [1.0], {"x": 2}])
def test_a_source_that_is_no_tensor(source):
    x = adl.Variable(3.0)
    tape, y = square(x)
    with pytest.raises(TypeError, match="x = Variable"):
        tape.gradient(y, source)


def test_sources_that_are_none():
    x = adl.Variable(3.0)
    tape, y = square(x)
    with pytest.raises(TypeError, match=r"sources are None.*tape.gradient\(y, x\)"):
        tape.gradient(y, None)


# ---- watching ----------------------------------------------------------------------------------------------


def test_variables_are_watched_and_constants_are_not():
    v, c = adl.Variable(2.0), adl.constant(5.0)
    with adl.GradientTape() as tape:
        y = v * c
    assert [g if g is None else float(g) for g in tape.gradient(y, [v, c])] == [5.0, None]


def test_watching_too_late_leaves_what_was_recorded_before():
    v = adl.Variable(2.0, trainable=False)
    w = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        y = w * v
        tape.watch(v)
        z = y * v
    assert [float(g) for g in tape.gradient(z, [v, w])] == [6.0, 4.0]


@pytest.mark.parametrize("automatic", [True, False])
def test_a_variable_that_is_not_trainable_waits_to_be_watched(automatic):
    v = adl.Variable(2.0, trainable=not automatic)
    with adl.GradientTape(persistent=True, watch_accessed_variables=automatic) as tape:
        y = v * v
        tape.watch(v)
        z = v * v
    assert tape.gradient(y, v) is None
    assert float(tape.gradient(z, v)) == 4.0


def test_each_tape_answers_only_for_what_it_watches():
    x, v = adl.constant(3.0), adl.Variable(2.0)
    with adl.GradientTape() as outer:
        outer.watch(x)
        with adl.GradientTape() as inner:
            y = x * x * v
    assert inner.gradient(y, [x, v])[0] is None
    assert float(outer.gradient(y, x)) == 12.0


def test_watch_takes_nested_structures():
    a, b, c = (adl.constant(float(i)) for i in (1, 2, 3))
    with adl.GradientTape() as tape:
        tape.watch({"a": a, "rest": [b, (c,)]})
        y = a * b * c
    assert [float(g) for g in tape.gradient(y, [a, b, c])] == [6.0, 3.0, 2.0]


@pytest.mark.parametrize("value", [3.0, np.ones(2), None, "x", [1.0, 2.0], object()])
def test_a_bare_value_cannot_be_watched(value):
    with adl.GradientTape() as tape, pytest.raises(ValueError, match=r"x = constant\(...\); tape.watch\(x\)"):
        tape.watch(value)


@pytest.mark.parametrize("value", [3, [1, 2], True, np.arange(3)])
def test_whole_numbers_are_not_watched_and_that_is_said(value):
    n = adl.constant(value)
    with adl.GradientTape() as tape:
        with pytest.warns(adl.WatchWarning, match=f"dtype {n.dtype}.*constant\\(3.0\\)"):
            tape.watch(n)
        y = n * 2.0
    with pytest.warns(adl.WatchWarning, match=f"source has dtype {n.dtype}"):
        assert tape.gradient(y, n) is None


def test_watched_variables_come_in_the_order_they_were_made():
    a, b, c = (adl.Variable(1.0, name=name) for name in "abc")
    frozen = adl.Variable(1.0, trainable=False)
    with adl.GradientTape() as tape:
        assert tape.watched_variables() == ()
        _ = c * frozen
        _ = a * c
    assert [v.name for v in tape.watched_variables()] == ["a", "c"]
    assert b.name == "b"


# ---- pausing and starting over -----------------------------------------------------------------------------


def test_what_is_made_in_a_pause_is_a_constant():
    x = adl.Variable(3.0)
    with adl.GradientTape(persistent=True) as tape:
        with tape.stop_recording():
            frozen = x * x
        y = frozen * x
    assert float(tape.gradient(y, x)) == 9.0
    assert tape.gradient(frozen, x) is None


def test_a_pause_that_ends_in_an_exception_ends():
    x = adl.Variable(3.0)
    with adl.GradientTape() as tape:
        with pytest.raises(KeyError), tape.stop_recording():
            raise KeyError
        y = x * x
    assert float(tape.gradient(y, x)) == 6.0


def test_the_others_go_on_while_one_pauses():
    x = adl.Variable(3.0)
    with adl.GradientTape() as outer, adl.GradientTape() as inner, inner.stop_recording():
        y = x * x
    assert inner.gradient(y, x) is None
    assert float(outer.gradient(y, x)) == 6.0


def test_pausing_needs_a_recording():
    tape = adl.GradientTape()
    with pytest.raises(RuntimeError, match="with GradientTape"), tape.stop_recording():
        pass
    with pytest.raises(ValueError, match="with GradientTape"):
        tape.reset()


def test_reset_forgets_records_and_what_was_watched():
    x, c = adl.Variable(3.0), adl.constant(2.0)
    with adl.GradientTape(persistent=True) as tape:
        tape.watch(c)
        y = x * x * c
        tape.reset()
        z = y + 4.0 * x + c
    assert float(tape.gradient(z, x)) == 4.0
    assert tape.gradient(z, c) is None
