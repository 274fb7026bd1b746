"""Every case once more: beside each gradient() the tape draws itself and sweeps, with the same gradients.

A view reads the records of the tape itself, so a case that passes with it shows that looking changes nothing,
and that what is shown is what gradient() answers. Where a sweep cannot be made, it is a clear error.
"""

from pathlib import Path

import numpy as np
import pytest
from conformance import compare

import autodiff_lab as adl
import autodiff_lab.tf as tf
from autodiff_lab.engine.asking import wants_zeros
from autodiff_lab.engine.structure import flatten

CASES = compare.load_cases(Path(__file__).with_name("cases.json"))
CLEAR = (RuntimeError, TypeError, ValueError)  # what gradient() itself may answer with


def dense(gradient):
    return None if gradient is None else np.asarray(gradient)


def assert_same(shown, answered, zero):
    assert len(shown) == len(answered)
    for a, b in zip(map(dense, shown), map(dense, answered), strict=True):
        if b is None or (zero and a is None):
            assert a is None
            assert b is None or not b.any()
        else:
            assert (a.shape, a.dtype) == (b.shape, b.dtype)
            np.testing.assert_array_equal(a, b)


@pytest.fixture
def looked_at(monkeypatch):
    """Let each gradient() be accompanied by the views; count how many sweeps were compared."""
    plain = adl.GradientTape.gradient
    compared = []
    busy = []

    def gradient(tape, target, sources, output_gradients=None, unconnected_gradients="none"):
        asked = (tape, target, sources, output_gradients, unconnected_gradients)
        if busy or (tape._recording and not tape._persistent):
            return plain(*asked)  # this answer ends the recording: nothing to look at before
        busy.append(True)
        try:
            with np.errstate(all="ignore"):
                shown, failed = look(tape, target, sources, output_gradients)
        finally:
            busy.pop()
        answer = plain(*asked)
        if failed is None:
            assert_same(shown, flatten(answer)[0], wants_zeros(unconnected_gradients))
            compared.append(True)
        return answer

    monkeypatch.setattr(adl.GradientTape, "gradient", gradient)
    return compared


def look(tape, target, sources, output_gradients):
    """Sweep, draw and explain; return the gradients that are shown, or the error."""
    records = list(tape._records)
    try:
        sweep = tape.sweep(target, sources, output_gradients)
        assert str(sweep)
        assert sweep.steps[-1]
        assert tape.graph(target, sources).to_dot().startswith("digraph")
        assert str(tape.explain(target, sources, output_gradients)) is not None
        shown, failed = sweep.gradients, None
    except CLEAR as error:
        shown, failed = None, error
    assert failed is None or len(str(failed)) > 30
    assert len(tape._records) == len(records)
    assert all(a is b for a, b in zip(tape._records, records, strict=True))
    return flatten(shown)[0], failed


@pytest.mark.filterwarnings("ignore::autodiff_lab.GradientWarning")
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_looking_changes_nothing(case, looked_at):
    reason = compare.judge(case, tf)
    assert reason is None, reason
    assert looked_at or "tape.gradient(" not in case["code"] or "raises" in case["expect"] or excused(case)


def excused(case):
    """A case without a sweep asks while recording, for what the tape refuses, or for nothing."""
    return case["id"] in WITHOUT_A_SWEEP


WITHOUT_A_SWEEP = {"tape/gradient-inside-the-block"}
