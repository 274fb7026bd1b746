"""Rows of products, decompositions, softmax, convolution and pooling."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.case import Case, distinct, exactly, numbers, regular, spread

from autodiff_lab.ops import OPS, convolution, determinants, softmax

ONES = (1, 1)
NO_PADS = ((0, 0), (0, 0))
LABELS = np.array([2, 0])


def rows() -> Iterator[Case]:
    yield from products()
    yield from matrices()
    yield from softmaxes()
    yield from convolved()


def products() -> Iterator[Case]:
    shapes: list[tuple[tuple, tuple]] = [
        ((3,), (3,)),
        ((2, 3), (3,)),
        ((3,), (3, 2)),
        ((2, 3), (3, 4)),
        ((5, 2, 3), (3, 4)),
        ((2, 3), (5, 3, 4)),
        ((5, 1, 2, 3), (4, 3, 2)),
        ((3,), (5, 3, 2)),
        ((5, 2, 3), (3,)),
        ((2, 0), (0, 3)),
        ((0, 2), (2, 3)),
    ]
    for a, b in shapes:
        yield Case("matmul", lambda a, b: a @ b, (numbers(a), numbers(b)), note=f"{a}{b}")
    for a, b in shapes[:4] + shapes[-2:]:
        yield Case("dot", np.dot, (numbers(a), numbers(b)), note=f"{a}{b}")
    yield Case("matmul", lambda a: a @ a, (numbers((3, 3)),), note="with itself")
    for a, b in [((2, 3, 4), (5, 4, 2)), ((2, 3, 4), (4,))]:
        yield Case("tensordot", np.dot, (numbers(a), numbers(b)), note=f"dot {a}{b}")
    contractions: list[tuple[tuple, tuple, Any]] = [
        ((2,), (3,), 0),
        ((2, 3), (3, 4), 1),
        ((2, 3), (2, 3), 2),
        ((2,), (2, 2), (0, 1)),
        ((2, 3, 4), (4, 3, 5), ((1, 2), (1, 0))),
        ((2, 3, 4), (4, 3, 5), ((-1, -2), (0, 1))),
        ((2, 3, 4), (4, 3, 5), [[2, 1], [0, 1]]),
        ((2, 3, 4), (4, 3, 5), np.array([2, 0])),
        ((3, 4), (4,), (-1, -1)),
        ((), (2, 3), 0),
        ((2, 0), (0, 3), 1),
    ]
    for a, b, axes in contractions:
        call = lambda a, b, axes=axes: np.tensordot(a, b, axes)
        yield Case("tensordot", call, (numbers(a), numbers(b)), note=f"{a}{b}{axes}")
    sums: list[tuple[str, list[tuple]]] = [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("i,j", [(2,), (3,)]),
        ("ij->", [(2, 3)]),
        ("ii->i", [(3, 3)]),
        ("ii", [(3, 3)]),
        ("...ij,jk", [(2, 2, 3), (3, 4)]),
        ("bi,bi->b", [(2, 3), (2, 3)]),
        ("i,ij,j", [(2,), (2, 3), (3,)]),
        ("iij->j", [(3, 3, 2)]),
        ("iji->ji", [(2, 3, 2)]),
        ("ii,jj", [(2, 2), (3, 3)]),
        ("ij,ji", [(2, 3), (3, 2)]),
        ("...i,...i", [(2, 3), (3,)]),
        ("i...->...", [(2, 3, 2)]),
        ("...,...->...", [(), (2, 3)]),
        ("ij...,jk...->ik...", [(2, 3, 2), (3, 2, 1)]),
        ("i,j,k->kji", [(2,), (3,), (2,)]),
        (" ij , jk -> k", [(2, 3), (3, 4)]),
        (",->", [(), ()]),
        ("ij->ji", [(2, 0)]),
    ]
    for text, shape in sums:
        call = lambda *xs, text=text: np.einsum(text, *xs)
        yield Case("einsum", call, tuple(map(numbers, shape)), note=text)
    lists: list[tuple[str, Any]] = [
        ("output", lambda a, b: np.einsum(a, [0, 1], b, [1, 2], [2, 0])),
        ("implicit", lambda a, b: np.einsum(a, [5, 3], b, [3, 4])),
        ("ellipsis", lambda a, b: np.einsum(a, [0, ...], b, [..., 1], [0, 1, ...])),
        ("optimized", lambda a, b: np.einsum("ij,jk,ij->k", a, b, a, optimize="greedy")),
    ]
    for note, call in lists:
        yield Case("einsum", call, (numbers((2, 3)), numbers((3, 4))), note=note)


def _symmetric(x: Any) -> Any:
    return (x + np.swapaxes(x, -1, -2)) / 2


def matrices() -> Iterator[Case]:
    for shape in [(1, 1), (3, 3), (2, 3, 3)]:
        yield Case("inv", lambda a: np.linalg.inv(a), (regular(*shape),), note=f"{shape}")
        yield Case("det", lambda a: np.linalg.det(a), (regular(*shape),), note=f"{shape}")
        yield Case("slogdet", lambda a: np.linalg.slogdet(a)[1], (regular(*shape),), note=f"{shape}")
        right = (*shape[:-1], 2)
        yield Case("solve", np.linalg.solve, (regular(*shape), numbers(right)), note=f"{shape}")
        yield Case(
            "cholesky", lambda a: np.linalg.cholesky(_symmetric(a)), (spread(*shape),), note=f"{shape}"
        )
        yield Case("eigh", lambda a: np.linalg.eigh(_symmetric(a)), (spread(*shape),), note=f"{shape}")
    for uplo in ("L", "U"):  # the triangle that is not read has no slope
        call = lambda a, t=uplo: np.linalg.eigvalsh(a, t)
        yield Case("eigh", call, (spread(2, 3, 3),), note=f"one triangle {uplo}")
    yield Case("solve", np.linalg.solve, (regular(3, 3), numbers((3,))), note="one right side")
    singular = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]])
    yield Case("det", lambda a: np.linalg.det(a), (exactly(singular),), note="singular")
    yield Case(
        "cofactors",
        determinants.cofactors,
        (regular(3, 3),),
        lambda a: np.linalg.det(a) * np.linalg.inv(a).T,
    )
    for shape in [(2, 2), (3, 2), (2, 3)]:
        # No zeros: where an entry changes its sign, LAPACK may turn a singular vector round.
        tall = exactly(np.array([[3.0, 0.4, 0.3], [0.2, 1.0, 0.5], [0.6, 0.7, 2.0]])[: shape[0], : shape[1]])
        yield Case("svd", lambda a: np.linalg.svd(a, full_matrices=False), (tall,), note=f"{shape}")


def _soft(x: Any, axis: int) -> Any:
    return np.exp(x) / np.exp(x).sum(axis, keepdims=True)


def softmaxes() -> Iterator[Case]:
    for axis in (-1, 0):
        by_hand = lambda x, axis=axis: _soft(x, axis)
        logs = lambda x, axis=axis: np.log(_soft(x, axis))
        args = (numbers((2, 3)),)
        yield Case(
            "softmax", lambda x, axis=axis: softmax.softmax(x, axis=axis), args, by_hand, note=f"{axis}"
        )
        yield Case(
            "log_softmax", lambda x, axis=axis: softmax.log_softmax(x, axis=axis), args, logs, note=f"{axis}"
        )
    for axis, keepdims in [(None, False), ((1,), False), ((0,), True)]:
        call = lambda x, a=axis, k=keepdims: OPS["logsumexp"](x, axis=a, keepdims=k)
        plain = lambda x, a=axis, k=keepdims: np.log(np.exp(x).sum(a, keepdims=k))
        yield Case("logsumexp", call, (distinct((2, 3)),), plain, note=f"{axis}{keepdims}")
    yield Case(
        "softmax_cross_entropy",
        OPS["softmax_cross_entropy"],
        (numbers((2, 3), (0.1, 0.9)), numbers((2, 3))),
        lambda p, x: -(p * np.log(_soft(x, -1))).sum(-1),
    )
    yield Case(
        "sparse_softmax_cross_entropy",
        lambda x: OPS["sparse_softmax_cross_entropy"](x, labels=LABELS),
        (numbers((2, 3)),),
        lambda x: -np.log(_soft(x, -1))[[0, 1], LABELS],
    )
    yield Case("l2_loss", OPS["l2_loss"], (numbers((2, 3)),), lambda x: (x**2).sum() / 2)


def _windows_by_hand(x: Any, kernel: tuple, strides: tuple, pads: tuple, dilations: tuple) -> Any:
    """Each position's part of the input, cut out one after another."""
    x = np.pad(x, ((0, 0), *pads, (0, 0)))
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True)]
    rows = range(0, x.shape[1] - reach[0] + 1, strides[0])
    columns = range(0, x.shape[2] - reach[1] + 1, strides[1])
    parts = [
        [x[:, i : i + reach[0] : dilations[0], j : j + reach[1] : dilations[1], :] for j in columns]
        for i in rows
    ]
    return np.moveaxis(np.array(parts), 2, 0)  # batch, rows, columns, kernel rows, kernel columns, channels


def convolved() -> Iterator[Case]:
    hows: list[dict] = [
        {"strides": (1, 1), "pads": NO_PADS, "dilations": ONES},
        {"strides": (2, 1), "pads": ((1, 0), (1, 1)), "dilations": ONES},
        {"strides": (1, 2), "pads": ((1, 1), (0, 1)), "dilations": (2, 1)},
    ]
    for i, how in enumerate(hows):
        kernel = {"kernel": (2, 2), **how}
        by_hand = lambda x, how=kernel: np.moveaxis(_windows_by_hand(x, **how), -1, 3)
        image = (numbers((2, 4, 5, 2)),)
        yield Case(
            "windows", lambda x, how=kernel: convolution.windows(x, **how), image, by_hand, note=f"{i}"
        )
        shape = by_hand(np.zeros((2, 4, 5, 2))).shape
        yield Case(
            "windows_back",
            lambda p, how=kernel: convolution.windows_back(p, shape=(2, 4, 5, 2), **how),
            (numbers(shape),),
            lambda p, how=kernel: _transposed(p, (2, 4, 5, 2), how),
            note=f"{i}",
        )
        conv = lambda x, w, how=how: OPS["conv"](x, w, **how)
        conv_by_hand = lambda x, w, how=kernel: np.einsum("nijabc,abcd->nijd", _windows_by_hand(x, **how), w)
        yield Case("conv", conv, (*image, numbers((2, 2, 2, 3))), conv_by_hand, note=f"{i}")
    for strides in [(1, 1), (2, 2)]:
        how = {"kernel": (2, 2), "strides": strides, "pads": NO_PADS}
        cut = lambda x, how=how: _windows_by_hand(x, dilations=ONES, **how)
        largest = lambda x, cut=cut: cut(x).max((3, 4))
        middle = lambda x, cut=cut: cut(x).mean((3, 4))
        for op, plain in (("max_pool", largest), ("avg_pool", middle)):
            call = lambda x, op=op, how=how: OPS[op](x, **how)
            yield Case(op, call, (distinct((2, 4, 5, 2)),), plain, note=f"{strides}")


def _transposed(p: Any, shape: tuple, how: dict) -> Any:
    """The transpose of cutting windows, number by number: where did each entry of a window come from?"""
    places = np.arange(1, np.prod(shape) + 1).reshape(shape)
    from_where = np.moveaxis(_windows_by_hand(places, **how), -1, 3)
    total = np.zeros(np.prod(shape) + 1)
    np.add.at(total, from_where.ravel(), p.ravel())
    return total[1:].reshape(shape)
