"""NumPy's array methods, attached to Tensor and Variable: each calls what answers for the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from .. import errors
from ..engine.dispatch import FUNCTIONS, UFUNCS
from ..engine.tensor import Operand, convert, plain
from . import shape

# Methods that take what the function takes after its array.
_SAME = (
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "choose", "clip", "cumprod", "cumsum",
    "diagonal", "dot", "max", "mean", "min", "nonzero", "prod", "ptp", "ravel", "repeat", "round",
    "searchsorted", "squeeze", "std", "sum", "swapaxes", "take", "trace", "var",
)  # fmt: skip

# Methods that would change the array, with what to write instead.
_IN_PLACE = {
    "fill": "np.full_like(x, value)",
    "itemset": "np.where(mask, new, x)",
    "partition": "np.partition(x, kth)",
    "put": "np.where(mask, new, x)",
    "resize": "np.reshape(x, shape)",
    "setfield": "np.where(mask, new, x)",
    "sort": "np.sort(x)",
}


def _same(function: Any) -> Callable:
    def method(self: Any, *args: Any, **settings: Any) -> Any:
        return FUNCTIONS[function](self, *args, **settings)

    name = function.__name__
    method.__name__ = name
    method.__qualname__ = f"Tensor.{name}"
    method.__doc__ = f"As ``np.{name}(x, ...)``."
    return method


def _in_place(name: str, instead: str) -> Callable:
    def method(self: Any, *args: Any, **settings: Any) -> NoReturn:
        raise TypeError(errors.METHOD_IN_PLACE.format(name=name, instead=instead))

    method.__name__ = name
    method.__qualname__ = f"Tensor.{name}"
    method.__doc__ = f"Not for a Tensor, which never changes: write ``{instead}``."
    return method


def _reshape(self: Any, *shape_: Any, order: str = "C", copy: Any = None) -> Any:
    """``x.reshape(2, 3)`` or ``x.reshape((2, 3))``."""
    return shape.reshape(self, shape_[0] if len(shape_) == 1 else shape_, order)


def _transpose(self: Any, *axes: Any) -> Any:
    """``x.transpose()``, ``x.transpose(1, 0)`` or ``x.transpose((1, 0))``."""
    if not axes or axes == (None,):
        return shape.transpose(self)
    return shape.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


def _astype(
    self: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
) -> Any:
    """The same numbers in another dtype."""
    return shape.astype(self, dtype)


def _compress(self: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    """As ``np.compress(condition, x, ...)``."""
    return FUNCTIONS[np.compress](condition, self, axis, out)


def _conjugate(self: Any) -> Any:
    """As ``np.conjugate(x)``."""
    return UFUNCS[np.conjugate](self)


def _copy(self: Any, order: str = "C") -> Any:
    """The present value as a Tensor; a Tensor itself needs no copy, since it never changes."""
    return convert(self)


def _tobytes(self: Any, order: str = "C") -> bytes:
    """The numbers as bytes."""
    self._leaves("tobytes")
    return plain(self._value).tobytes(order)


def _view(self: Any, *args: Any, **settings: Any) -> NoReturn:
    """Not for a Tensor: convert its numbers with ``x.astype(dtype)``."""
    raise TypeError(errors.METHOD_VIEW)


def _flat(self: Any) -> NoReturn:
    raise AttributeError(errors.METHOD_FLAT)


def _install() -> None:
    methods: dict[str, Any] = {name: _same(getattr(np, name)) for name in _SAME}
    methods |= {name: _in_place(name, instead) for name, instead in _IN_PLACE.items()}
    methods |= {
        "astype": _astype,
        "compress": _compress,
        "conj": _conjugate,
        "conjugate": _conjugate,
        "copy": _copy,
        "flatten": _same(np.ravel),
        "reshape": _reshape,
        "tobytes": _tobytes,
        "transpose": _transpose,
        "view": _view,
        "T": property(shape.transpose, doc="The axes in reverse order."),
        "mT": property(lambda self: shape.swapaxes(self, -1, -2), doc="Each matrix transposed."),
        "real": property(shape.real, doc="The real part."),
        "imag": property(shape.imag, doc="The imaginary part."),
        "flat": property(_flat, doc="Not for a Tensor: iterate over ``np.ravel(x)``."),
        "itemsize": property(lambda self: self.dtype.itemsize, doc="The bytes of one element."),
        "nbytes": property(lambda self: self.size * self.dtype.itemsize, doc="The bytes of all elements."),
    }
    for name, value in methods.items():
        setattr(Operand, name, value)


_install()
