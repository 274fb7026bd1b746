"""Functions without a gradient, each with the reason. They compute, and nothing is recorded."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from ..engine.convert import operand_value
from ..engine.dispatch import FUNCTIONS, UFUNCS
from ..engine.guests import is_guest
from ..engine.lineage import Break, Made, here, unseen, watched_key
from ..engine.record import wrap
from ..engine.state import state
from ..engine.tensor import Operand
from ..engine.variable import Variable

STEPS = "a step function: flat almost everywhere, with a jump in between"
TRUTH = "its result is yes or no, and between the two there is nothing to nudge"
PLACES = "its result is a place or a count, a whole number"
SHAPES = "its result depends on the shape alone"
WHOLE = "it takes whole numbers, which have no small nudge"

# Every flat function with its reason.
FLAT: dict[Any, str] = {}


def flat(function: Any, reason: str) -> Callable:
    """Let a NumPy function take Tensors and give Tensors that no tape follows."""
    plain = _number if isinstance(function, np.ufunc) else _plain

    def call(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("out") is not None:
            raise TypeError(errors.OUT_ARGUMENT.format(function=f"np.{function.__name__}"))
        values = [plain(a) for a in args]
        if any(v is NotImplemented for v in values):
            return NotImplemented
        result = function(*values, **{k: _plain(v) for k, v in kwargs.items()})
        if isinstance(result, tuple):
            whole = cut("flat", call.__name__, args, function, values, kwargs) if state.recorders else 0
            return tuple(wrap(r, _part(r, whole, i)) for i, r in enumerate(result))
        if not isinstance(result, np.ndarray | np.generic) and not is_guest(result):
            result = np.asarray(result)[()]
        if not state.recorders:
            return wrap(result)
        return wrap(result, cut("flat", call.__name__, args, function, values, kwargs))

    call.__name__ = call.__qualname__ = function.__name__
    FLAT[function] = reason
    (UFUNCS if isinstance(function, np.ufunc) else FUNCTIONS)[function] = call
    return call


def cut(kind: str, name: str, args: tuple, function: Any, values: list, settings: dict | None = None) -> int:
    """Log for `explain` that no gradient goes through here, and return the result's key.

    The function and its plain arguments are noted too, so that a program can make the result again.
    """
    for a in args:
        if isinstance(a, Variable):
            a._touch(state.recorders)
    places = tuple(a._key if isinstance(a, Operand) else 0 for a in args)
    keys = tuple(k for k in places if k)
    why = Break(kind, name, here()) if any(map(watched_key, keys)) else None
    return unseen(keys, None, why, Made(function, places, tuple(values), settings))


def plainly(function: Any, *args: Any, **settings: Any) -> Any:
    """Compute something from Tensors that is taken as it is: a yes or no, or where something lies.

    The tapes note what came out, so that a program can tell when it would come out differently.
    """
    values = list(map(_plain, args))
    result = function(*values, **settings)
    if state.recorders:
        key = cut("flat", getattr(function, "__name__", ""), args, function, values, settings)
        for recorder in state.recorders:
            recorder._looked(key, result)
    return result


def _part(result: Any, whole: int, place: int) -> int:
    """Return the key of one of several results."""
    return unseen((whole,), None, None, Made(operator.getitem, (whole, 0), (None, place))) if whole else 0


def _number(value: Any) -> Any:
    return value._value if isinstance(value, Operand) else operand_value(value)


def _plain(value: Any) -> Any:
    if isinstance(value, str | type | np.dtype) or value is None:  # settings, such as side="right"
        return value
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value if isinstance(value, slice) or callable(value) else _number(value)


floor_divide = flat(np.floor_divide, STEPS)
floor = flat(np.floor, STEPS)
ceil = flat(np.ceil, STEPS)
trunc = flat(np.trunc, STEPS)
rint = flat(np.rint, STEPS)
round_ = flat(np.round, STEPS)
around = flat(np.around, STEPS)
fix = flat(np.fix, STEPS)
spacing = flat(np.spacing, STEPS)

less = flat(np.less, TRUTH)
less_equal = flat(np.less_equal, TRUTH)
greater = flat(np.greater, TRUTH)
greater_equal = flat(np.greater_equal, TRUTH)
equal = flat(np.equal, TRUTH)
not_equal = flat(np.not_equal, TRUTH)
logical_and = flat(np.logical_and, TRUTH)
logical_or = flat(np.logical_or, TRUTH)
logical_xor = flat(np.logical_xor, TRUTH)
logical_not = flat(np.logical_not, TRUTH)
isnan = flat(np.isnan, TRUTH)
isinf = flat(np.isinf, TRUTH)
isfinite = flat(np.isfinite, TRUTH)
isclose = flat(np.isclose, TRUTH)
isneginf = flat(np.isneginf, TRUTH)
isposinf = flat(np.isposinf, TRUTH)
isreal = flat(np.isreal, TRUTH)
iscomplex = flat(np.iscomplex, TRUTH)
isin = flat(np.isin, TRUTH)
if hasattr(np, "in1d"):  # its name before NumPy 2.4
    in1d = flat(np.in1d, TRUTH)
signbit = flat(np.signbit, TRUTH)
all_ = flat(np.all, TRUTH)
any_ = flat(np.any, TRUTH)

argmax = flat(np.argmax, PLACES)
argmin = flat(np.argmin, PLACES)
argsort = flat(np.argsort, PLACES)
nonzero = flat(np.nonzero, PLACES)
count_nonzero = flat(np.count_nonzero, PLACES)
searchsorted = flat(np.searchsorted, PLACES)
argwhere = flat(np.argwhere, PLACES)
argpartition = flat(np.argpartition, PLACES)
flatnonzero = flat(np.flatnonzero, PLACES)
nanargmax = flat(np.nanargmax, PLACES)
nanargmin = flat(np.nanargmin, PLACES)
matrix_rank = flat(np.linalg.matrix_rank, PLACES)
lexsort = flat(np.lexsort, PLACES)
digitize = flat(np.digitize, PLACES)
ix_ = flat(np.ix_, PLACES)
unravel_index = flat(np.unravel_index, PLACES)
ravel_multi_index = flat(np.ravel_multi_index, PLACES)

bitwise_and = flat(np.bitwise_and, TRUTH)
bitwise_or = flat(np.bitwise_or, TRUTH)
bitwise_xor = flat(np.bitwise_xor, TRUTH)
invert = flat(np.invert, TRUTH)

gcd = flat(np.gcd, WHOLE)
lcm = flat(np.lcm, WHOLE)
left_shift = flat(np.left_shift, WHOLE)
right_shift = flat(np.right_shift, WHOLE)
bitwise_count = flat(np.bitwise_count, WHOLE)

zeros_like = flat(np.zeros_like, SHAPES)
ones_like = flat(np.ones_like, SHAPES)


def _shape_only(function: Callable) -> None:
    """Answer np.shape and its like with plain Python numbers, as NumPy does."""
    FUNCTIONS[function] = lambda a, *args, **kwargs: function(
        a._value if isinstance(a, Operand) else a, *args, **kwargs
    )
    FLAT[function] = SHAPES


for _shape_function in (
    np.shape,
    np.ndim,
    np.size,
    np.diag_indices_from,
    np.tril_indices_from,
    np.triu_indices_from,
):
    _shape_only(_shape_function)


def _verdict(function: Callable, reason: str = TRUTH) -> None:
    """Answer np.allclose and its like with a plain True or False."""
    FUNCTIONS[function] = lambda *args, **kwargs: plainly(function, *args, **kwargs)
    FLAT[function] = reason


_VERDICTS: tuple[Callable, ...] = (
    np.allclose,
    np.array_equal,
    np.array_equiv,
    np.iscomplexobj,
    np.isrealobj,
    np.may_share_memory,
    np.shares_memory,
)
for _function in _VERDICTS:
    _verdict(_function)

_OF_TYPES: tuple[Callable, ...] = (np.result_type, np.can_cast, np.common_type, np.min_scalar_type)
for _function in _OF_TYPES:
    _verdict(_function, "its result is a dtype, or a yes or no about one")
_verdict(np.einsum_path, SHAPES)


def _printed(function: Callable) -> None:
    """Let NumPy print a Tensor's value."""
    FUNCTIONS[function] = lambda a, *args, **kwargs: function(np.asarray(a._value), *args, **kwargs)
    FLAT[function] = "it makes text"


for _printer in (np.array2string, np.array_repr, np.array_str):
    _printed(_printer)
