"""Each spelling of the same call makes the same record."""

import numpy as np
import pytest

import autodiff_lab as adl

X = np.arange(6.0).reshape(2, 3)
V = np.arange(3.0)
RESHAPE_TO = "shape" if np.lib.NumpyVersion(np.__version__) >= "2.1.0" else "newshape"

SAME: dict[str, list] = {
    "sum": [
        lambda t: np.sum(t, 0),
        lambda t: np.sum(t, axis=0),
        lambda t: np.sum(a=t, axis=0),
        lambda t: np.sum(t, (0,)),
        lambda t: np.sum(t, axis=-2),
        lambda t: np.sum(t, 0, None, None, False),
        lambda t: t.sum(0),
        lambda t: t.sum(axis=0),
        lambda t: np.sum(t, axis=0, keepdims=False),
    ],
    "sum of all": [np.sum, lambda t: np.sum(t, None), lambda t: np.sum(a=t), lambda t: t.sum()],
    "mean": [lambda t: np.mean(t, 1, keepdims=True), lambda t: t.mean(-1, keepdims=True)],
    "max": [lambda t: np.max(t, 1), lambda t: np.amax(t, axis=-1), lambda t: t.max(1)],
    "min": [lambda t: np.min(a=t), lambda t: np.amin(t), lambda t: t.min()],
    "prod": [lambda t: np.prod(t, axis=(1, 0)), lambda t: np.prod(t, (0, -1)), lambda t: t.prod((0, 1))],
    "cumsum": [lambda t: np.cumsum(t, 1), lambda t: np.cumsum(t, axis=-1), lambda t: t.cumsum(1)],
    "reshape": [
        lambda t: np.reshape(t, (3, 2)),
        lambda t: np.reshape(t, (3, -1)),
        lambda t: np.reshape(t, **{RESHAPE_TO: [3, 2]}),
        lambda t: t.reshape(3, 2),
        lambda t: t.reshape((-1, 2)),
    ],
    "flat": [np.ravel, lambda t: np.reshape(t, -1), lambda t: t.ravel(), lambda t: t.reshape(6)],
    "transpose": [
        np.transpose,
        lambda t: np.transpose(t, (1, 0)),
        lambda t: np.transpose(t, (-1, -2)),
        lambda t: t.T,
        lambda t: t.transpose(),
        lambda t: t.transpose(1, 0),
        lambda t: np.swapaxes(t, 0, 1),
        lambda t: np.moveaxis(t, 0, -1),
        lambda t: np.permute_dims(t, (1, 0)),
    ],
    "expand_dims": [lambda t: np.expand_dims(t, 2), lambda t: np.expand_dims(t, axis=(-1,))],
    "matmul": [lambda t: t @ V, lambda t: np.matmul(t, V), lambda t: t.__matmul__(V)],
    "stack": [lambda t: np.stack([t, t]), lambda t: np.stack((t, t), axis=-3), lambda t: np.stack([t, t], 0)],
    "getitem": [lambda t: t[1], lambda t: t[np.int64(1)], lambda t: t[adl.constant(1)]],
    "add": [lambda t: t + 1.0, lambda t: np.add(t, 1.0), lambda t: t.__add__(1.0)],
    "from the right": [lambda t: 1.0 - t, lambda t: np.subtract(1.0, t), lambda t: t.__rsub__(1.0)],
    "power": [lambda t: t**2, lambda t: pow(t, 2), lambda t: np.power(t, 2)],
    "negative": [lambda t: -t, np.negative],
    "absolute": [abs, np.abs, np.absolute],
    "median": [np.median, lambda t: np.median(t, None), lambda t: np.median(a=t, axis=None, keepdims=False)],
    "quantile": [
        lambda t: np.quantile(t, 0.5, 1),
        lambda t: np.quantile(a=t, q=0.5, axis=-1),
        lambda t: np.quantile(t, 0.5, axis=(1,), method="linear"),
        lambda t: np.percentile(t, 50, axis=1),
    ],
    "diff": [lambda t: np.diff(t, 1, 0), lambda t: np.diff(a=t, n=1, axis=-2), lambda t: np.diff(t, axis=0)],
    "gradient": [
        lambda t: np.gradient(t, axis=1),
        lambda t: np.gradient(t, 1.0, axis=-1),
        lambda t: np.gradient(t, axis=(1,), edge_order=1),
    ],
    "pad": [
        lambda t: np.pad(t, 1),
        lambda t: np.pad(t, (1, 1), "constant"),
        lambda t: np.pad(array=t, pad_width=((1, 1), (1, 1)), mode="constant"),
    ],
    "rot90": [np.rot90, lambda t: np.rot90(t, 5), lambda t: np.rot90(m=t, k=-3, axes=(-2, -1))],
    "partition": [lambda t: np.partition(t, 1), lambda t: np.partition(a=t, kth=1, axis=1)],
    "flipud": [np.flipud, lambda t: np.flip(t, 0), lambda t: np.flip(m=t, axis=-2)],
    "rollaxis": [
        lambda t: np.rollaxis(t, 1),
        lambda t: np.matrix_transpose(t),
        lambda t: np.rollaxis(t, -1, 0),
    ],
    "delete": [
        lambda t: np.delete(t, 1, 0),
        lambda t: np.take(t, [0], axis=0),
        lambda t: np.delete(t, [1], -2),
    ],
    "linspace": [
        lambda t: np.linspace(t, 1.0, 3),
        lambda t: np.linspace(start=t, stop=1.0, num=3, endpoint=True, axis=0),
    ],
    "choose": [lambda t: np.choose([1, 0, 1], [t, t]), lambda t: np.choose(a=[1, 0, 1], choices=(t, t))],
    "clip": [lambda t: np.clip(t, 1, 2), lambda t: np.clip(a=t, a_min=1, a_max=2), lambda t: t.clip(1, 2)],
    "where": [lambda t: np.where(X > 2, t, 0.0), lambda t: np.where(adl.constant(X > 2), t, 0.0)],
}


def records(f):
    """What the tape wrote down, without the keys, which are new each time."""
    t = adl.constant(X)
    with adl.GradientTape() as tape:
        tape.watch(t)
        f(t)
    assert tape._records
    return [
        (op.name, [k == t._key for k in keys], [np.asarray(a).tolist() for a in args], repr(params))
        for op, keys, _, args, _, params in tape._records
    ]


@pytest.mark.parametrize("spellings", SAME.values(), ids=SAME.keys())
def test_every_spelling_makes_the_same_record(spellings):
    first, *others = map(records, spellings)
    for other in others:
        assert other == first


def test_a_call_is_one_record():
    for spellings in SAME.values():
        assert len(records(spellings[0])) == 1
