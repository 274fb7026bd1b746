"""Rows of reductions that leave out NaN, averages, differences, areas and polynomials."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.case import Case, distinct, exactly, numbers
from ops.rows_arranged import one, two

HOLES = np.array([[True, False, True], [False, True, True]])
SETTINGS: list[tuple[tuple, dict]] = [
    ((), {}),
    ((3,), {"axis": -1, "keepdims": True}),
    ((2, 3), {}),
    ((2, 3), {"axis": 0}),
    ((2, 3), {"axis": (-1, 0), "keepdims": True}),
    ((2, 3, 2), {"axis": (0, 2)}),
]
GRID = np.array([0.0, 0.5, 1.5, 1.75, 3.0])


def rows() -> Iterator[Case]:
    yield from without_holes()
    yield from chosen()
    yield from averaged()
    yield from neighbours()
    yield from running()
    yield from polynomials()


def without_holes() -> Iterator[Case]:
    functions = {
        np.nansum: ("sum", numbers),
        np.nanprod: ("prod", numbers),
        np.nanmean: ("sum", numbers),
        np.nanvar: ("sum", numbers),
        np.nanstd: ("sqrt", distinct),
        np.nanmax: ("nanmax", distinct),
        np.nanmin: ("nanmin", distinct),
    }
    for f, (op, draw) in functions.items():
        for shape, how in SETTINGS:
            lonely = shape == (), how.get("axis") == 0  # no spread, and a root has no slope at 0
            if f is np.nanstd and lonely[0]:
                continue
            yield from one(op, lambda x, f=f, how=how: f(x, **how), shape, draw=draw)
            if shape == (2, 3) and not (f is np.nanstd and lonely[1]):
                holed = lambda x, f=f, how=how: f(np.where(HOLES, x, np.nan), **how)
                yield from one(op, holed, shape, draw=draw)
    for ddof in (1, 0.5):
        yield from one("sum", lambda x, d=ddof: np.nanvar(x, 0, ddof=d), (3, 2))
    for f, op in ((np.nancumsum, "cumsum"), (np.nancumprod, "cumprod")):
        yield from one(op, lambda x, f=f: f(np.where(HOLES, x, np.nan), axis=1), (2, 3))
        yield from one(op, f, (), (3,), (2, 3))


def chosen() -> Iterator[Case]:
    """With ``where=`` only some of the numbers count."""
    for f, op in ((np.sum, "sum"), (np.mean, "sum"), (np.prod, "prod"), (np.nansum, "sum"), (np.var, "sum")):
        for how in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}):
            yield from one(op, lambda x, f=f, how=how: f(x, where=HOLES, **how), (2, 3), draw=distinct)
    yield from one("sum", lambda x: np.std(x, axis=1, ddof=1, where=HOLES), (2, 3), draw=distinct)
    yield from one("sum", lambda x: np.nanmean(x, where=[True, False, True]), (2, 3))
    for f in (np.max, np.min, np.nanmax, np.nanmin):
        call = lambda x, f=f: f(x, axis=0, where=HOLES, initial=0.1)
        yield from one(f.__name__, call, (2, 3), draw=distinct)
    for f in (np.sum, np.prod):
        yield from one(f.__name__, lambda x, f=f: f(x, initial=2.0), (3,), (2, 3))
    yield from one("max", lambda x: np.max(x, initial=0.0), (3,), draw=distinct)
    for f in (np.max, np.min, np.nanmax, np.nanmin):
        yield from one("sum", lambda x, f=f: f(x, initial=0.5), (0,), (2, 0))
        yield from one("sum", lambda x, f=f: f(x, axis=-1, keepdims=True, initial=0.5), (0,), (2, 0), (0, 0))
    for f, op in ((np.sum, "sum"), (np.prod, "prod"), (np.max, "max"), (np.min, "min"), (np.nansum, "sum")):
        for axis in (0, -1):  # NumPy lets a single number pass for a row
            yield from one(op, lambda x, f=f, axis=axis: f(x, axis=axis), ())
    for f, op in ((np.cumsum, "cumsum"), (np.cumprod, "cumprod")):
        yield from one(op, lambda x, f=f: f(x, axis=-1), ())
    yield from one("sum", lambda x: np.sum(x, axis=0, dtype=np.float64), (2, 3))


def averaged() -> Iterator[Case]:
    for shape, how in SETTINGS:
        yield from one("subtract", lambda x, how=how: np.ptp(x, **how), shape, draw=distinct)
    yield from one("mean", np.average, (3,), (2, 3))
    yield from one("mean", lambda x: np.average(x, axis=0, keepdims=True), (2, 3))
    yield from one("mean", lambda x: np.average(x, axis=0, returned=True)[0], (2, 3))
    weigh: Any = lambda shape: numbers(shape, (0.5, 2.0))
    for how in ({}, {"axis": 0}, {"axis": -1, "returned": True}, {"axis": 1, "keepdims": True}):
        call = lambda x, w, how=how: np.average(x, weights=w, **how)
        yield from two("divide", call, ((2, 3), (2, 3)), draw=weigh)
    yield from two("divide", lambda x, w: np.average(x, 1, w), ((2, 3), (3,)), ((2, 3, 2), (3,)), draw=weigh)
    for ddof in (0, 1):
        yield from one("sqrt", lambda x, d=ddof: np.std(x, axis=-1, ddof=d), (3,), (2, 3), draw=distinct)
        yield from one("mean", lambda x, d=ddof: np.var(x, axis=0, ddof=d, keepdims=True), (3,), (3, 2))
    yield from one("mean", lambda x: np.var(x, mean=np.mean(x, keepdims=True)), (3,), (2, 3))
    yield from one("mean", lambda x: np.std(x, axis=1, correction=1), (2, 3), draw=distinct)
    yield from one("mean", np.std, (), (1,), (1, 1))
    yield from one("mean", lambda x: np.std(x, axis=1, keepdims=True), (2, 1))
    yield from one("matmul", np.cov, (3,), (2, 4))
    yield from one("matmul", lambda x: np.cov(x, rowvar=False, bias=True), (4, 2))
    yield from one("matmul", lambda x: np.cov(x, aweights=np.array([1.0, 2.0, 1.5, 0.5])), (2, 4))
    yield from one("matmul", lambda x: np.cov(x, fweights=np.array([1, 2, 1, 3]), ddof=0), (2, 4))
    yield from two("matmul", lambda x, y: np.cov(x, y), ((4,), (4,)), ((2, 4), (4,)))
    yield from one("matmul", np.corrcoef, (2, 4), draw=distinct)
    yield from two("matmul", np.corrcoef, ((4,), (4,)), draw=distinct)


def neighbours() -> Iterator[Case]:
    for n in (1, 2, 3):
        yield from one("diff", lambda x, n=n: np.diff(x, n), (5,), (2, 4), (3,), (2,))
    yield from one("diff", lambda x: np.diff(x, axis=0), (3, 2), (1, 2), (2, 0))
    yield from two("diff", lambda a, b: np.diff(a, prepend=b), ((3,), ()), ((2, 3), ()), ((2, 3), (2, 2)))
    yield from two("diff", lambda a, b: np.diff(a, n=2, axis=0, prepend=0.5, append=b), ((3,), (2,)))
    yield from one("diff", np.ediff1d, (4,), (2, 3))
    yield from two("diff", lambda a, b: np.ediff1d(a, to_begin=b, to_end=[1.0, 2.0]), ((4,), ()))
    for order in (1, 2):
        yield from one("gradient", lambda x, o=order: np.gradient(x, edge_order=o), (3,), (5,), (3, 4))
        yield from one("gradient", lambda x, o=order: np.gradient(x, 0.5, edge_order=o), (4,))
        yield from one("gradient", lambda x, o=order: np.gradient(x, GRID, edge_order=o), (5,))
        call = lambda x, o=order: np.gradient(x, GRID[:4], axis=1, edge_order=o)
        yield from one("gradient", call, (2, 4))
        places = exactly(GRID[:4])
        call = lambda x, c, o=order: np.gradient(x, c, axis=-1, edge_order=o)
        yield Case("divide", call, (numbers((2, 4)), places), note=f"gradient between places {order}")
        yield Case("divide", call, (numbers((4,)), exactly(0.5)), note=f"gradient over steps {order}")
    both = lambda x, c, h: np.gradient(x, c, h)
    args = (numbers((3, 4)), exactly(GRID[:3]), exactly(2.0))
    yield Case("divide", both, args, note="gradient along two axes")
    yield from one("gradient", np.gradient, (2,), (2, 2))
    yield from one("gradient", lambda x: np.gradient(x, 2.0, GRID[:3]), (2, 3))
    yield from one("gradient", lambda x: np.gradient(x, axis=-1), (3,), (2, 3), (0, 3))
    yield from one("gradient", lambda x: np.gradient(x, axis=(0, -1)), (2, 3, 4))


def running() -> Iterator[Case]:
    yield from one("sum", np.trapezoid, (4,), (2, 3))
    yield from one("sum", lambda y: np.trapezoid(y, dx=0.5, axis=0), (4,), (3, 2))
    yield from two("sum", np.trapezoid, ((4,), (4,)), ((2, 4), (4,)), ((2, 4), (2, 4)))
    yield from two("sum", lambda y, x: np.trapezoid(y, x, axis=0), ((3, 2), (3,)))
    if not hasattr(np, "cumulative_sum"):
        return
    for f, op in ((np.cumulative_sum, "cumsum"), (np.cumulative_prod, "cumprod")):
        yield from one(op, f, (), (3,))
        yield from one(op, lambda x, f=f: f(x, axis=-1), (3,), (2, 3))
        yield from one(op, lambda x, f=f: f(x, axis=0, include_initial=True), (3,), (2, 3))


def polynomials() -> Iterator[Case]:
    yield from two("add", np.polyadd, ((3,), (3,)), ((3,), (1,)), ((2,), (4,)))
    yield from two("subtract", np.polysub, ((3,), (3,)), ((1,), (3,)))
    yield from two("convolve", np.polymul, ((3,), (2,)), ((1,), (4,)))
    for m in (1, 2):
        yield from one("multiply", lambda p, m=m: np.polyder(p, m), (4,))
        yield from one("concatenate", lambda p, m=m: np.polyint(p, m), (3,))
    yield from one("concatenate", lambda p: np.polyint(p, 2, [3.0, 5.0]), (3,))
    yield from one("convolve", np.poly, (1,), (3,))
    yield from one("matmul", lambda y: np.polyfit(GRID, y, 2), (5,), (5, 2))
    yield from one("matmul", lambda y: np.polyfit(GRID, y, 1, w=np.array([1.0, 2.0, 1.0, 0.5, 1.0])), (5,))
    yield from two("pinv", lambda x, y: np.polyfit(x, y, 1), ((5,), (5,)), draw=distinct)
