"""Fourier transforms. All of them are linear, and the plain transform is its own transpose.

A real input gets the real part of its share in the sweep, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ..engine.batch import Batched, batched
from .arguments import operand
from .linalg import conjugated
from .registry import answers, composed, linear
from .shape import refuse_out

# Axes are counted from the end, so that an axis in front (see `Batched`) changes nothing.


def _fitted(x: Any, n: int, axis: int) -> Any:
    """Cut an axis to n entries, or fill it up with zeros, as the transpose of filling up or cutting."""
    have = np.shape(x)[axis]
    if have > n:
        return x[(..., slice(n), *(slice(None),) * (-axis - 1))]
    if have < n:
        shape = list(np.shape(x))
        shape[axis] = n - have
        return np.concatenate([x, np.zeros(tuple(shape), x.dtype)], axis=axis)
    return x


def _transform(function: Callable) -> Any:
    def rule(g: Any, y: Any, x: Any, n: int, axis: int, norm: Any) -> Any:
        return _fitted(function(g, axis=axis, norm=norm), np.shape(x)[axis], axis)

    return linear(lambda x, n, axis, norm: function(x, n, axis, norm), rule, name=function.__name__)


def _transform_n(function: Callable) -> Any:
    def rule(g: Any, y: Any, x: Any, s: tuple, axes: tuple, norm: Any) -> Any:
        share = function(g, axes=axes, norm=norm)
        for axis in axes:
            share = _fitted(share, np.shape(x)[axis], axis)
        return share

    return linear(lambda x, s, axes, norm: function(x, s, axes, norm), rule, name=function.__name__)


def _rfft_rule(g: Any, y: Any, x: Any, n: int, axis: int, norm: Any) -> Any:
    """What was left out gets nothing: fill it up with zeros."""
    share = np.fft.fft(_fitted(g, n, axis), axis=axis, norm=norm)
    return _fitted(np.real(share), np.shape(x)[axis], axis)


def _irfft_rule(g: Any, y: Any, x: Any, n: int, axis: int, norm: Any) -> Any:
    """Each entry but the first and the middle one stands for its conjugate on the other side too."""
    kept = n // 2 + 1
    twice = np.full(kept, 2, g.dtype)
    twice[0] = 1
    if n % 2 == 0:
        twice[-1] = 1
    share = _fitted(np.fft.ifft(g, axis=axis, norm=norm), kept, axis)
    share = share * np.reshape(twice, (kept,) + (1,) * (-axis - 1))
    return _fitted(share, np.shape(x)[axis], axis)


fft_op = _transform(np.fft.fft)
ifft_op = _transform(np.fft.ifft)
fftn_op = _transform_n(np.fft.fftn)
ifftn_op = _transform_n(np.fft.ifftn)
rfft_op = linear(lambda x, n, axis, norm: np.fft.rfft(x, n, axis, norm), _rfft_rule, name="rfft")
irfft_op = linear(lambda x, n, axis, norm: np.fft.irfft(x, n, axis, norm), _irfft_rule, name="irfft")
fftshift_op = linear(
    lambda x, axes: np.fft.fftshift(x, axes), lambda g, y, x, axes: np.fft.ifftshift(g, axes), name="fftshift"
)
ifftshift_op = linear(
    lambda x, axes: np.fft.ifftshift(x, axes),
    lambda g, y, x, axes: np.fft.fftshift(g, axes),
    name="ifftshift",
)

# ---- along one axis ------------------------------------------------------------------------------------


def _one_axis(function: Callable, op: Any, halves: bool = False) -> Callable:
    def call(a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None) -> Any:
        refuse_out(f"np.fft.{function.__name__}", out)
        a = operand(a)
        axis = normalize_axis_index(axis, a.ndim) - a.ndim
        if n is None:
            n = 2 * (a.shape[axis] - 1) if halves else a.shape[axis]
        return op(a, n=int(n), axis=axis, norm=norm)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__ = f"``np.fft.{function.__name__}``."
    return answers(function)(call)


fft = _one_axis(np.fft.fft, fft_op)
ifft = _one_axis(np.fft.ifft, ifft_op)
rfft = _one_axis(np.fft.rfft, rfft_op)
irfft = _one_axis(np.fft.irfft, irfft_op, halves=True)

_OTHER_WAY = {None: "forward", "backward": "forward", "forward": "backward"}


@composed(np.fft.hfft)
def hfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None) -> Any:
    """``np.fft.hfft``: an `irfft` of the conjugate, scaled the other way."""
    return irfft(conjugated(operand(a)), n, axis, _OTHER_WAY.get(norm, norm), out)


@composed(np.fft.ihfft)
def ihfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None) -> Any:
    """``np.fft.ihfft``: the conjugate of an `rfft`, scaled the other way."""
    return conjugated(rfft(a, n, axis, _OTHER_WAY.get(norm, norm), out))


# ---- along several axes --------------------------------------------------------------------------------


def _sizes(a: Any, s: Any, axes: Any, halves: bool = False) -> tuple[tuple, tuple]:
    """The length and the place (from the end) of each axis to transform."""
    if axes is None:
        axes = range(a.ndim) if s is None else range(-len(s), 0)
    places = tuple(normalize_axis_index(int(i), a.ndim) - a.ndim for i in axes)
    sizes = [a.shape[i] for i in places]
    if halves and sizes:
        sizes[-1] = 2 * (sizes[-1] - 1)
    if s is not None:
        if len(s) != len(places):
            raise ValueError("Shape and axes have different lengths.")
        sizes = [have if n is None or n == -1 else int(n) for n, have in zip(s, sizes, strict=True)]
    return tuple(sizes), places


def _several(function: Callable, call: Callable, default: Any = None) -> Callable:
    def several(a: Any, s: Any = None, axes: Any = default, norm: Any = None, out: Any = None) -> Any:
        refuse_out(f"np.fft.{function.__name__}", out)
        return call(operand(a), s, axes, norm)

    several.__name__ = several.__qualname__ = function.__name__
    several.__doc__ = f"``np.fft.{function.__name__}``."
    return (composed if call in (_half, _half_back) else answers)(function)(several)


def _along(forth: bool, a: Any, sizes: tuple, places: tuple, norm: Any) -> Any:
    """Transform along several axes: together, or one by one (the last one first) where one stands twice."""
    if len(set(places)) == len(places):
        return (fftn_op if forth else ifftn_op)(a, s=sizes, axes=places, norm=norm) if places else a
    for n, axis in zip(reversed(sizes), reversed(places), strict=True):
        a = (fft_op if forth else ifft_op)(a, n=n, axis=axis, norm=norm)
    return a


def _plain(forth: bool) -> Callable:
    def call(a: Any, s: Any, axes: Any, norm: Any) -> Any:
        return _along(forth, a, *_sizes(a, s, axes), norm)

    return call


def _half(a: Any, s: Any, axes: Any, norm: Any) -> Any:
    """The last axis first, and then the others."""
    sizes, places = _sizes(a, s, axes)
    found = rfft_op(a, n=sizes[-1], axis=places[-1], norm=norm)
    return _along(True, found, sizes[:-1], places[:-1], norm)


def _half_back(a: Any, s: Any, axes: Any, norm: Any) -> Any:
    sizes, places = _sizes(a, s, axes, halves=True)
    found = _along(False, a, sizes[:-1], places[:-1], norm)
    return irfft_op(found, n=sizes[-1], axis=places[-1], norm=norm)


LAST_TWO = (-2, -1)
_FORTH, _BACK = _plain(True), _plain(False)
fftn, fft2 = _several(np.fft.fftn, _FORTH), _several(np.fft.fft2, _FORTH, LAST_TWO)
ifftn, ifft2 = _several(np.fft.ifftn, _BACK), _several(np.fft.ifft2, _BACK, LAST_TWO)
rfftn, rfft2 = _several(np.fft.rfftn, _half), _several(np.fft.rfft2, _half, LAST_TWO)
irfftn, irfft2 = _several(np.fft.irfftn, _half_back), _several(np.fft.irfft2, _half_back, LAST_TWO)

# ---- the order of the frequencies ----------------------------------------------------------------------


def _axes_from_the_end(x: Any, axes: Any) -> tuple:
    places = range(x.ndim) if axes is None else normalize_axis_tuple(axes, x.ndim)
    return tuple(i - x.ndim for i in places)


@answers(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> Any:
    """``np.fft.fftshift``."""
    x = operand(x)
    return fftshift_op(x, axes=_axes_from_the_end(x, axes))


@answers(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> Any:
    """``np.fft.ifftshift``."""
    x = operand(x)
    return ifftshift_op(x, axes=_axes_from_the_end(x, axes))


# ---- many gradients at once ----------------------------------------------------------------------------


def _members(function: Callable) -> None:
    batched(function)(lambda g, *args, **settings: Batched(function(g.value, *args, **settings)))


_ALONG = (np.fft.fft, np.fft.ifft, np.fft.fftn, np.fft.ifftn, np.fft.rfft, np.fft.irfft)
for _function in (*_ALONG, np.fft.fftshift, np.fft.ifftshift):
    _members(_function)
