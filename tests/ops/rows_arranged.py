"""Rows of functions that join, cut, pad, turn and pick."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.case import Case, distinct, exactly, numbers

MASK = np.array([True, False, True])
WINDOWS = np.lib.stride_tricks.sliding_window_view
PICK = np.array([[0, 1, 2], [2, 1, 0]])
_counter = [0]


def one(op: str, call: Any, *shapes: tuple, draw: Any = numbers) -> Iterator[Case]:
    for shape in shapes:
        _counter[0] += 1
        yield Case(op, call, (draw(shape),), note=f"arranged {_counter[0]} {shape}")


def two(op: str, call: Any, *pairs: tuple[tuple, tuple], draw: Any = numbers) -> Iterator[Case]:
    for a, b in pairs:
        _counter[0] += 1
        yield Case(op, call, (draw(a), draw(b)), note=f"arranged {_counter[0]} {a}{b}")


def rows() -> Iterator[Case]:
    yield from turned()
    yield from joined()
    yield from cut()
    yield from padded()
    yield from chosen()
    yield from ranked()


def turned() -> Iterator[Case]:
    for k in (0, 1, 2, 3, -1):
        yield from one("rot90", lambda x, k=k: np.rot90(x, k), (2, 3), (2, 2, 2))
    yield from one("rot90", lambda x: np.rot90(x, 1, axes=(2, 0)), (2, 3, 4))
    yield from one("flip", np.flipud, (3,), (2, 3), (0,))
    yield from one("flip", np.fliplr, (2, 3), (2, 0), (2, 3, 2))
    yield from one("transpose", lambda x: np.rollaxis(x, 2), (2, 3, 4))
    yield from one("transpose", lambda x: np.rollaxis(x, -1, 1), (2, 3, 4))
    yield from one("transpose", lambda x: np.rollaxis(x, 0, 3), (2, 3, 4))
    yield from one("transpose", np.matrix_transpose, (2, 3), (4, 2, 3))
    yield from one("transpose", lambda x: np.permute_dims(x, (1, 0)), (2, 3))
    yield from one("transpose", lambda x: np.reshape(x, (3, 2), order="F"), (2, 3), (6,))
    yield from one("transpose", lambda x: np.ravel(x, "F"), (2, 3), (2, 3, 2))
    yield from one("diag", np.diagflat, (3,), (2, 2))
    yield from one("diag", lambda x: np.diagflat(x, -1), (), (2, 2))


def joined() -> Iterator[Case]:
    yield from one("reshape", np.atleast_1d, ())
    yield from one("expand_dims", np.atleast_2d, (), (3,))
    yield from one("expand_dims", np.atleast_3d, (), (3,), (2, 3))
    yield from two("expand_dims", lambda a, b: np.atleast_2d(a, b), ((), (3,)))
    yield from two("concatenate", lambda a, b: np.dstack([a, b]), ((), ()), ((3,), (3,)), ((2, 3), (2, 3)))
    yield from two("concatenate", lambda a, b: np.column_stack((a, b)), ((3,), (3,)), ((3, 2), (3,)))
    yield from two("concatenate", lambda a, b: np.hstack([a, b]), ((), ()), ((3,), (2,)))
    yield from two("concatenate", lambda a, b: np.block([a, b]), ((3,), (2,)), ((2, 3), (2, 1)), ((), ()))
    corners = lambda a, b: np.block([[a, np.zeros((2, 1))], [np.ones((1, 2)), b]])
    yield from two("concatenate", corners, ((2, 2), (1, 1)))
    yield from two("concatenate", lambda a, b: np.append(a, b), ((3,), ()), ((2, 3), (2,)))
    yield from two("concatenate", lambda a, b: np.append(a, values=b, axis=1), ((2, 3), (2, 1)))
    for obj in (1, [1], [0, 2], slice(0, 3, 2), np.array([2, 2]), -1):
        yield from two("take", lambda a, b, obj=obj: np.insert(a, obj, b), ((3,), ()), ((2, 2), ()))
    yield from two("take", lambda a, b: np.insert(a, [0, 2], b), ((3,), (2,)))
    yield from two("take", lambda a, b: np.insert(a, 1, b, axis=1), ((2, 3), ()), ((2, 3), (2,)))
    yield from two("take", lambda a, b: np.insert(a, [1, 2], b, axis=0), ((2, 3), (2, 3)), ((2, 3), (3,)))
    for obj in (1, [0, 2], slice(None, None, 2), -1, [True, False, True]):
        yield from one("take", lambda x, obj=obj: np.delete(x, obj, axis=-1), (3,), (2, 3))
    yield from one("take", lambda x: np.delete(x, [0, 3]), (2, 3))
    yield from one("take", lambda x: np.resize(x, (3, 3)), (2, 2), (3,), ())
    yield from one("take", lambda x: np.resize(x, 2), (2, 3))


def cut() -> Iterator[Case]:
    yield from one("getitem", lambda x: tuple(np.array_split(x, 2)), (3,), (4, 2))
    yield from one("getitem", lambda x: tuple(np.split(x, [1, 2], axis=-1)), (3,), (2, 3))
    yield from one("getitem", lambda x: tuple(np.hsplit(x, 2)), (4,), (3, 2))
    yield from one("getitem", lambda x: tuple(np.vsplit(x, [1])), (3, 2))
    yield from one("getitem", lambda x: tuple(np.dsplit(x, 2)), (2, 1, 4))
    if hasattr(np, "unstack"):
        yield from one("getitem", lambda x: np.unstack(x, axis=-1), (3,), (2, 3))
    holed = exactly([0.0, 0.0, 1.0, 0.0, 2.0, 0.0])
    for trim in ("fb", "f", "b"):
        nudged = {
            "gradient": "a zero at the end that is nudged is no longer cut off",
            "second": "the same as for the first order",
        }
        yield Case(
            "getitem", lambda x, t=trim: np.trim_zeros(x, t), (holed,), note=f"trim {trim}", without=nudged
        )
    yield from one("getitem", lambda x: np.trim_zeros(np.pad(x, (2, 1))), (3,), draw=distinct)


def padded() -> Iterator[Case]:
    pairs = ((1, 2), (0, 3))
    for mode in ("mean", "linear_ramp"):
        yield from one("concatenate", lambda x, m=mode: np.pad(x, 2, m), (3,), (2, 3))
        yield from one("concatenate", lambda x, m=mode: np.pad(x, pairs, m), (2, 3))
    for mode in ("maximum", "minimum", "median"):
        yield from one("concatenate", lambda x, m=mode: np.pad(x, pairs, m), (2, 3), draw=distinct)
        yield from one("concatenate", lambda x, m=mode: np.pad(x, 2, m, stat_length=2), (4,), draw=distinct)
    yield from one("concatenate", lambda x: np.pad(x, 1, "mean", stat_length=((1, 2), (2, 1))), (3, 3))
    for mode in ("reflect", "symmetric"):
        yield from one(
            "concatenate", lambda x, m=mode: np.pad(x, 2, m, reflect_type="odd"), (3,), (3, 3), (1,)
        )
        yield from one("concatenate", lambda x, m=mode: np.pad(x, (7, 4), m, reflect_type="odd"), (3,))
        yield from one("pad", lambda x, m=mode: np.pad(x, 2, m, reflect_type="even"), (3,))
    yield from one("concatenate", lambda x: np.pad(x, 2, constant_values=((1, 2), (3, 4))), (2, 3))
    yield from one("pad", lambda x: np.pad(x, [(1, 0), (0, 2)]), (2, 3))
    border = lambda x, c: np.pad(x, (1, 2), constant_values=c)
    yield from two("concatenate", border, ((3,), ()), ((2, 3), ()))
    ramp = lambda x, e: np.pad(x, (1, 2), "linear_ramp", end_values=e)
    yield from two("concatenate", ramp, ((3,), ()), ((2, 3), ()), ((3,), (2,)))


def chosen() -> Iterator[Case]:
    yield from one("take", lambda x: np.compress(MASK, x, axis=-1), (3,), (2, 3))
    yield from one("take", lambda x: np.compress([False, True], x), (3,), (2, 3))
    yield from one("take", lambda x: np.extract(PICK > 0, x), (2, 3))
    yield from two("choose", lambda a, b: np.choose(PICK, [a, b, 2.0]), ((2, 3), (3,)), ((), (2, 1)))
    yield from two("choose", lambda a, b: np.choose(PICK + 2, (a, b), mode="wrap"), ((2, 3), (3,)))
    yield from two("choose", lambda a, b: np.choose(PICK, (a, b), mode="clip"), ((3,), ()))
    select = lambda a, b: np.select([PICK == 0, PICK < 2], [a, b], default=7.0)
    yield from two("select", select, ((2, 3), (2, 3)), ((3,), ()))
    yield from two("select", lambda a, b: np.select([MASK], [a], b), ((3,), (3,)), ((), (2, 3)))
    pieces = lambda x: np.piecewise(x, [x < -0.5, x > 0.5], [np.sin, lambda v: v * v, 3.0])
    yield from one("place", pieces, (5,), (2, 3), draw=distinct)
    yield from one("place", lambda x: np.piecewise(x, x > -9, [lambda v, k: v**k, 0], 3), (), (3,))
    along = lambda x: np.apply_along_axis(lambda row: np.cumsum(row) * row[0], -1, x)
    yield from one("stack", along, (3,), (2, 3))
    yield from one("stack", lambda x: np.apply_along_axis(np.sum, 0, x), (2, 3), (2, 3, 2))
    yield from one("stack", lambda x: np.apply_along_axis(lambda r: r[:2], 1, x), (2, 3, 2))
    yield from one("sum", lambda x: np.apply_over_axes(np.sum, x, (0, 2)), (2, 3, 2))
    yield Case("sliding_window_view", lambda x: WINDOWS(x, 2), (numbers((4,)),), note="vector")
    yield Case("sliding_window_view", lambda x: WINDOWS(x, (2, 3)), (numbers((3, 4)),), note="matrix")
    yield Case(
        "sliding_window_view", lambda x: WINDOWS(x, (3, 2), (-1, 0)), (numbers((3, 2, 4)),), note="axes"
    )
    yield Case("sliding_window_view", lambda x: WINDOWS(x, (2, 2), (1, 1)), (numbers((2, 4)),), note="twice")
    counts = lambda w: np.bincount(np.array([0, 2, 2]), weights=w, minlength=4)
    yield Case("scatter", counts, (numbers((3,)),), note="bincount")
    yield from one("sort", lambda x: np.real(np.sort_complex(x)), (4,), draw=distinct)


def ranked() -> Iterator[Case]:
    for how in ({}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": (0, 1)}):
        for f in (np.median, np.nanmedian):
            yield from one(f.__name__, lambda x, f=f, how=how: f(x, **how), (2, 3), (4, 2), draw=distinct)
        for f in (np.quantile, np.nanquantile):
            for q in (0.3, [0.0, 0.25, 1.0]):
                call = lambda x, f=f, q=q, how=how: f(x, q, **how)
                yield from one(f.__name__, call, (2, 3), (5, 2), draw=distinct)
    yield from one("quantile", lambda x: np.percentile(x, 37.0), (), (5,), (2, 3), draw=distinct)
    methods = (
        "linear",
        "hazen",
        "weibull",
        "median_unbiased",
        "normal_unbiased",
        "interpolated_inverted_cdf",
    )
    for method in methods:  # the place is a Tensor too
        call = lambda x, q, m=method: np.quantile(x, q, method=m)
        yield Case("sort", call, (distinct((2, 3)), exactly(0.45)), note=f"quantile place {method}")
    call = lambda x, q: np.quantile(x, q, axis=(0, -1), keepdims=True)
    yield Case("sort", call, (distinct((2, 3, 2)), exactly([0.13, 0.67])), note="quantile places")
    call = lambda x, q: np.percentile(x, q, axis=1)
    yield Case("sort", call, (distinct((2, 4)), exactly([[13.0], [67.0]])), note="percentile places")
    yield from one("quantile", lambda x: np.percentile(x, q=[10, 90], axis=0), (5, 2), draw=distinct)
    yield from one("nanquantile", lambda x: np.nanpercentile(x, [[10], [90]]), (5,), draw=distinct)
    for method in (
        "lower", "higher", "nearest", "midpoint", "hazen", "weibull", "median_unbiased",
        "inverted_cdf", "averaged_inverted_cdf", "interpolated_inverted_cdf",
    ):  # fmt: skip
        call = lambda x, m=method: np.quantile(x, [0.2, 0.6], axis=-1, method=m)
        yield from one("quantile", call, (4,), (2, 5), draw=distinct)
    holes = np.array([[True, False, True, True], [False, True, True, False]])
    for f in (np.nanmedian, lambda x, axis: np.nanquantile(x, [0.2, 0.7], axis=axis)):
        call = lambda x, f=f: f(np.where(holes, x, np.nan), axis=1)
        yield from one("nanmedian" if f is np.nanmedian else "nanquantile", call, (2, 4), draw=distinct)
    yield from one("partition", lambda x: np.partition(x, 2), (5,), (2, 4), draw=distinct)
    yield from one("partition", lambda x: np.partition(x, [0, 1], axis=0), (3, 2), draw=distinct)
    yield from one("partition", lambda x: np.partition(x, 1, axis=None), (2, 2), draw=distinct)
