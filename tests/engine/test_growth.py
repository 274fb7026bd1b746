"""Twice the records: about twice the time and the memory, with wide margins."""

import sys
import time
import tracemalloc

import numpy as np

import autodiff_lab as adl


def chain(links):
    x = adl.Variable(np.float64(0.5))
    with adl.GradientTape() as tape:
        y = x
        for _ in range(links // 2):
            y = y * 0.999 + x
    return tape, y, x


def seconds(links):
    start = time.process_time()
    tape, y, x = chain(links)
    tape.gradient(y, x)
    return time.process_time() - start


def test_time_grows_in_step():
    seconds(1000)
    growth = min(seconds(40_000) / seconds(20_000) for _ in range(5))
    assert growth < 3.5


def test_a_record_of_numbers_takes_at_most_400_bytes_beyond_numpys_own():
    links = 20_000
    chain(100)
    tracemalloc.start()
    try:
        kept = chain(links)
        grown = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept[1].shape == ()
    assert grown / links - sys.getsizeof(np.float64(0)) < 400
