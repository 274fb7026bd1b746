"""Rows of ops that move numbers, read them at places, or make one of many."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.case import Case, Draw, distinct, exactly, numbers

from autodiff_lab.ops import OPS, gathering, indexing, moving
from autodiff_lab.ops.gathering import segment_prod

ROWS = np.array([2, 0, 2])
ALONG = np.array([[1, 1, 0], [0, 2, 2]])


def rows() -> Iterator[Case]:
    yield from moved()
    yield from joined()
    yield from read()
    yield from written()
    yield from reduced()
    yield from segmented()


def one(op: str, call: Any, *shapes: tuple, plain: Any = None, draw: Any = numbers) -> Iterator[Case]:
    for shape in shapes:
        yield Case(op, call, (draw(shape),), plain, note=f"{_count()} {shape}")


def _count(counter: list[int] = [0]) -> int:  # noqa: B006 - rows of one op need different names
    counter[0] += 1
    return counter[0]


def moved() -> Iterator[Case]:
    yield from one("identity", OPS["identity"], (), (2, 3), plain=lambda x: x)
    yield from one("reshape", lambda x: np.reshape(x, (3, -1)), (6,), (2, 3), (0,))
    yield from one("reshape", lambda x: np.ravel(x), (), (2, 3), (2, 0))
    yield from one("expand_dims", lambda x: np.expand_dims(x, 0), (), (3,), (0,))
    yield from one("expand_dims", lambda x: np.expand_dims(x, (0, -1)), (), (2, 3))
    yield from one("squeeze", lambda x: np.squeeze(x), (), (1,), (2, 1, 3))
    yield from one("squeeze", lambda x: np.squeeze(x, -2), (1, 1), (2, 1, 3))
    yield from one("broadcast_to", lambda x: np.broadcast_to(x, (4, 2, 3)), (), (3,), (2, 1), (4, 2, 3))
    yield from one("transpose", lambda x: np.transpose(x), (), (3,), (2, 3), (2, 0))
    yield from one("transpose", lambda x: np.transpose(x, (2, 0, -2)), (2, 3, 4))
    yield from one("transpose", lambda x: np.swapaxes(x, -1, 0), (2, 3), (2, 3, 4))
    yield from one("transpose", lambda x: np.moveaxis(x, (0, 2), (-1, 0)), (2, 3, 4))
    yield from one("flip", lambda x: np.flip(x), (3,), (2, 3), (0,))
    yield from one("flip", lambda x: np.flip(x, -1), (3,), (2, 3))
    yield from one("tile", lambda x: np.tile(x, (2, 3)), (3,), (2, 3), (4, 2, 1))
    yield from one("repeat", lambda x: np.repeat(x, 2, axis=-1), (3,), (2, 3))
    yield from one("repeat", lambda x: np.repeat(x, [2, 0, 1], axis=1), (2, 3))
    yield from one("repeat", lambda x: np.repeat(x, 3), (), (2, 3), (0,))
    yield from one("roll", lambda x: np.roll(x, 2), (3,), (2, 3), (0,))
    yield from one("roll", lambda x: np.roll(x, (1, -2), (0, -1)), (2, 3))
    yield from one("roll", lambda x: np.roll(x, (1, 1), (0, 0)), (3,), (3, 2))
    yield from one("roll", lambda x: np.roll(x, (1, 2, -5), (1, 0, -1)), (2, 3))
    yield from one("roll", lambda x: np.roll(x, (1, 1)), (3,), (2, 3))
    yield from one("roll", lambda x: np.roll(x, 1, (0, 1)), (2, 3))
    yield from one("pad", lambda x: np.pad(x, ((0, 0), (1, 2))), (2, 2), (2, 0))
    for mode in ("edge", "reflect", "symmetric", "wrap"):
        yield from one("pad", lambda x, mode=mode: np.pad(x, (3, 2), mode), (3,), (3, 3))
    yield from one("diagonal", lambda x: np.diagonal(x, 1), (3, 3), (2, 4))
    yield from one("diagonal", lambda x: np.diagonal(x, -1, 0, 2), (3, 2, 4))
    yield from one("diag", lambda x: np.diag(x, 1), (3,))
    yield from one("diag", lambda x: np.diag(x, -2), (3,))
    yield from one("trace", lambda x: np.trace(x), (3, 3), (2, 4))
    yield from one("trace", lambda x: np.trace(x, 1, -1, 0), (3, 2, 4))
    yield from one("triangle", lambda x: np.tril(x, 1), (3, 3), (2, 2, 4))
    yield from one("triangle", lambda x: np.triu(x, -1), (3, 3), (3,))
    yield from one("triangle", lambda x: np.tril(x), (3,))
    yield from one(
        "band_part",
        lambda x: moving.band(x, lower=1, upper=0),
        (3, 3),
        (2, 3, 4),
        plain=lambda x: np.triu(np.tril(x), -1),
    )


def joined() -> Iterator[Case]:
    pairs: list[tuple[tuple, tuple, int]] = [((2,), (3,), 0), ((2, 3), (2, 1), 1), ((2, 3), (0, 3), 0)]
    for a, b, axis in pairs:
        for spelled in (axis, axis - len(a)):
            call = lambda a, b, axis=spelled: np.concatenate([a, b], axis=axis)
            yield Case("concatenate", call, (numbers(a), numbers(b)), note=f"{a}{b}{spelled}")
    yield Case("concatenate", lambda a, b: np.concatenate((a, b, a), None), (numbers((2, 2)), numbers((3,))))
    mixed = lambda x: np.concatenate([x, np.array([1.0, 2.0]), [3.0]])
    yield Case("concatenate", mixed, (numbers((3,)),), note="with an array and a list")
    for shape, axis in [((), 0), ((3,), 0), ((3,), -1), ((2, 3), 1), ((0,), 0)]:
        call = lambda a, b, axis=axis: np.stack([a, b, a * 2], axis=axis)
        yield Case("stack", call, (numbers(shape), numbers(shape)), note=f"{shape}{axis}")
    yield Case("concatenate", lambda a, b: np.vstack([a, b]), (numbers((3,)), numbers((2, 3))), note="v")
    yield Case("concatenate", lambda a, b: np.hstack([a, b]), (numbers((2, 1)), numbers((2, 3))), note="h")


def read() -> Iterator[Case]:
    indices: dict[str, Any] = {
        "number": 1,
        "from the end": -1,
        "slice": slice(1, None),
        "steps": slice(None, None, -2),
        "dots": (..., 0),
        "new axis": (None, 1),
        "pair": (1, 2),
        "row twice": [0, 1, 0],
        "array": np.array([[0, 1], [1, 1]]),
        "mask": np.array([True, False]),
        "full mask": np.array([[True, False, True], [False, False, True]]),
        "mixed": (slice(None), [2, 2, 0]),
        "two arrays": ([0, 1, 1], [2, 0, 0]),
        "numpy number": np.int64(1),
        "nothing": slice(0, 0),
        "empty list": [],
        "truth": True,
    }
    for note, index in indices.items():
        yield Case("getitem", lambda x, i=index: x[i], (numbers((2, 3)),), note=note)
    yield Case("getitem", lambda x: x[()], (numbers(()),), note="all of a number")
    yield Case("getitem", lambda x: x[None, ...], (numbers(()),), note="new axis of a number")
    yield from one("take", lambda x: np.take(x, ROWS, axis=0), (3,), (3, 2))
    yield from one("take", lambda x: np.take(x, ROWS, axis=-1), (2, 3))
    yield from one("take", lambda x: np.take(x, [[1, 1], [5, 0]]), (2, 3))
    yield from one("take", lambda x: np.take(x, 1, axis=1), (2, 3))
    yield from one("take", lambda x: np.take(x, [4, -1], axis=0, mode="wrap"), (3,))
    for axis in (0, 1):
        gather = lambda x, axis=axis: OPS["gather"](x, indices=ROWS, axis=axis)
        yield from one("gather", gather, (3, 3), plain=lambda x, axis=axis: np.take(x, ROWS, axis))
    yield from one("take_along_axis", lambda x: np.take_along_axis(x, ALONG, 1), (2, 3))
    yield from one("take_along_axis", lambda x: np.take_along_axis(x, ALONG % 2, 0), (2, 3))
    yield from one("take_along_axis", lambda x: np.take_along_axis(x, ALONG[:1], 1), (2, 3))
    yield from one("take_along_axis", lambda x: np.take_along_axis(x, ALONG, 1), (1, 3))
    yield from one("sort", lambda x: np.sort(x, axis=0), (4,), (2, 3), draw=distinct)
    yield from one("sort", lambda x: np.sort(x), (2, 3), draw=distinct)
    yield from one("sort", lambda x: np.sort(x, None), (2, 3), draw=distinct)
    falling = lambda x: OPS["sort"](x, axis=1, descending=True)
    yield from one("sort", falling, (2, 3), draw=distinct, plain=lambda x: -np.sort(-x))


def _added_at(g: Any, index: Any, shape: tuple) -> Any:
    zeros = np.zeros(shape)
    np.add.at(zeros, index, g)
    return zeros


def written() -> Iterator[Case]:
    for index, shape in [(1, (3,)), (slice(0, 2), (2, 3)), ([0, 1, 0], (3, 3)), (([0, 1], [2, 2]), (2,))]:
        call = lambda g, i=index: indexing.scatter(g, shape=(2, 3), index=i)
        plain = lambda g, i=index: _added_at(g, i, (2, 3))
        yield Case("scatter", call, (numbers(shape),), plain, note=f"{index}")
    yield Case(
        "scatter_along_axis",
        lambda g: gathering.scatter_along(g, (2, 3), ALONG, 1),
        (numbers((2, 3)),),
        lambda g: _added_at(g, (np.array([[0], [1]]), ALONG), (2, 3)),
    )
    places = [0, 2]
    for op, choose in (("place", lambda old, new: new), ("place_max", np.maximum), ("place_min", np.minimum)):

        def plain(x: Any, new: Any, choose: Any = choose) -> Any:
            out = x.copy()
            for i, j in enumerate(places):
                out[j] = choose(x[j], new[i])
            return out

        call = lambda x, new, op=op: OPS[op](x, new, index=places)
        args = numbers((3, 2), (-2, -1), (1, 2)), numbers((2, 2), (-0.8, 0.8))
        yield Case(op, call, args, plain)


def reduced() -> Iterator[Case]:
    settings: list[tuple[tuple, dict]] = [
        ((), {}),
        ((3,), {}),
        ((3,), {"axis": -1, "keepdims": True}),
        ((2, 3), {}),
        ((2, 3), {"keepdims": True}),
        ((2, 3), {"axis": 0}),
        ((2, 3), {"axis": -1, "keepdims": True}),
        ((2, 3), {"axis": (0, 1)}),
        ((2, 3, 2), {"axis": (-1, 0)}),
        ((2, 3), {"axis": ()}),
        ((2, 0), {"axis": 0}),
    ]
    for op in ("sum", "mean", "prod", "max", "min"):
        function, draw = getattr(np, op), numbers if op in ("sum", "mean", "prod") else distinct
        for shape, how in settings:
            call = lambda x, f=function, how=how: f(x, **how)
            yield Case(op, call, (draw(shape),), note=f"{shape} {how}")
    for op in ("sum", "prod"):
        yield Case(op, getattr(np, op), (numbers((0,)),), note="nothing")
        yield Case(op, lambda x, op=op: getattr(np, op)(x, axis=1), (numbers((2, 0)),), note="empty rows")
    for values in ([3.0, 0.0, 5.0, 2.0], [3.0, 0.0, 5.0, 0.0], [[0.0, 2.0], [3.0, 4.0]]):
        yield Case("prod", lambda x: np.prod(x, axis=-1), (exactly(values),), note=f"{values}")
        yield Case("cumprod", lambda x: np.cumprod(x, axis=0), (exactly(values),), note=f"{values}")
    for op in ("cumsum", "cumprod"):
        function = getattr(np, op)
        for shape, axis in [((), None), ((5,), 0), ((2, 3), None), ((2, 3), 0), ((2, 3), -1), ((0,), 0)]:
            call = lambda x, f=function, axis=axis: f(x, axis=axis)
            yield Case(op, call, (numbers(shape),), note=f"{shape}{axis}")


def _by_segment(choose: Any, start: float) -> Any:
    def plain(x: Any) -> Any:
        groups = [[row for row, i in zip(x, SEGMENTS, strict=True) if i == n] for n in range(3)]
        return np.stack([choose(np.array(g), axis=0) if g else np.full(x.shape[1:], start) for g in groups])

    return plain


SEGMENTS = np.array([0, 2, 0, 2, 2])


def segmented() -> Iterator[Case]:
    starts: dict[str, tuple[Any, float, Draw]] = {
        "segment_sum": (np.sum, 0.0, numbers((5, 2))),
        "segment_max": (np.max, 0.0, distinct((5, 2))),
        "segment_min": (np.min, 0.0, distinct((5, 2))),
    }
    for op, (choose, start, draw) in starts.items():
        # Segment 1 is empty. The extremes of nothing are infinite, so it is left out of theirs.
        kept = [0, 2] if choose in (np.max, np.min) else [0, 1, 2]
        by_hand = _by_segment(choose, start)
        call = lambda x, op=op, kept=kept: OPS[op](x, ids=SEGMENTS, count=3)[kept]
        plain = lambda x, by_hand=by_hand, kept=kept: by_hand(x)[kept]
        yield Case(op, call, (draw,), plain)
    zeros = np.array([[0.0], [2.0], [3.0], [0.0], [0.0]])
    product = lambda x: segment_prod(x, SEGMENTS, 3)  # composed of take and prod
    by_hand = _by_segment(np.prod, 1.0)
    yield Case("prod", product, (numbers((5, 2)),), by_hand, note="segments")
    yield Case("prod", product, (exactly(zeros),), by_hand, note="segments with zeros")
