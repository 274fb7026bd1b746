"""Tapes end with their block, also by an exception, and each thread has its own."""

import threading

import pytest

import autodiff_lab as adl
from autodiff_lab.engine.state import state


def test_an_exception_in_the_block_leaves_no_tape_active():
    x = adl.Variable(3.0)
    tapes = []

    def interrupted():
        with adl.GradientTape() as outer, adl.GradientTape() as inner:
            tapes.extend([outer, inner, x * x])
            raise KeyError

    with pytest.raises(KeyError):
        interrupted()
    assert state.recorders == ()
    *tapes, y = tapes
    assert [float(t.gradient(y, x)) for t in tapes] == [6.0, 6.0]


def test_leaving_in_another_order_than_entering():
    x = adl.Variable(3.0)
    first, second = adl.GradientTape(), adl.GradientTape()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    y = x * x
    second.__exit__(None, None, None)
    assert first.gradient(y, x) is None
    assert float(second.gradient(y, x)) == 6.0


def test_a_tape_does_not_see_what_another_thread_does():
    x = adl.Variable(3.0)
    found = {}
    opened, computed = threading.Event(), threading.Event()

    def elsewhere():
        opened.wait(10)
        assert state.recorders == ()
        found["y"] = x * x
        computed.set()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    with adl.GradientTape() as tape:
        opened.set()
        assert computed.wait(10)
        z = x + 1.0
    thread.join()
    assert [op.name for op, *_ in tape._records] == ["add"]
    assert tape.gradient([z, found["y"]], x).numpy() == 1.0


def test_threads_compute_side_by_side():
    x = adl.Variable(1.0)
    slopes = {}

    def work(n):
        for _ in range(30):
            with adl.GradientTape() as tape:
                y = x
                for _ in range(n):
                    y = y * 2.0
            slopes[n] = float(tape.gradient(y, x))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert slopes == {n: 2.0**n for n in range(1, 9)}
