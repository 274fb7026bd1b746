"""NumPy's functions that cannot be recorded, each with the reason and, where there is one, the way out.

Some have no derivative that could be told; some would write into an array, where a tape sees nothing; and
some are never asked, because NumPy turns Tensors into plain numbers before it looks at them.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from .. import errors
from ..engine.dispatch import FUNCTIONS, UFUNCS

# Every function that refuses Tensors, with the reason.
REFUSED: dict[Any, str] = {}

_SETS = (
    "how many results there are jumps where two numbers meet. Take them by their places, which are plain "
    "numbers:  places = np.unique(x.numpy(), return_index=True)[1];  x[places]"
)
_WRITES = (
    "it writes into an array, where a tape sees nothing. Make a new one: np.where(mask, new, x) replaces "
    "entries, np.stack and np.concatenate join, np.broadcast_to(t, shape) fills"
)
_FILES = "it writes plain numbers to a file. Hand them over:  x.numpy()"
_DATES = "it is about dates"
_BITS = "it is about the bits of whole numbers. Use plain ones:  x.numpy()"
_COUNTS = "it counts, and counts have no slope. Draw or print plain numbers:  x.numpy()"
_BESSEL = "its slope is a Bessel function that NumPy does not have"
_ROOTS = (
    "which root comes first can change at any nudge. Find one with Newton's method, whose steps are recorded"
)
_DIVISION = "how long the rest is depends on which coefficients are 0"
_REASONS: dict[str, tuple[str, ...]] = {
    _SETS: (
        "unique", "unique_all", "unique_counts", "unique_inverse", "unique_values",
        "union1d", "intersect1d", "setdiff1d", "setxor1d",
    ),
    _WRITES: ("copyto", "put", "place", "putmask", "put_along_axis", "fill_diagonal"),
    _FILES: ("save", "savetxt", "savez", "savez_compressed"),
    _DATES: ("busday_count", "busday_offset", "is_busday", "datetime_as_string", "isnat"),
    _BITS: ("packbits", "unpackbits"),
    _COUNTS: ("histogram", "histogram2d", "histogramdd", "histogram_bin_edges"),
    _BESSEL: ("i0",),
    _ROOTS: ("roots",),
    _DIVISION: ("polydiv",),
}  # fmt: skip


def refuse(function: Any, name: str, reason: str) -> None:
    """Let a NumPy function say why it cannot be recorded."""

    def answer(*args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(errors.REFUSED.format(function=name, reason=reason))

    REFUSED[function] = reason
    (UFUNCS if isinstance(function, np.ufunc) else FUNCTIONS)[function] = answer


for _reason, _names in _REASONS.items():
    for _name in _names:
        if hasattr(np, _name):  # NumPy 2.0 lacks the newest
            refuse(getattr(np, _name), f"np.{_name}", _reason)


# What NumPy does not hand over to a Tensor. It asks a Tensor for its plain numbers instead, which the tape
# notes: gradient() says where they left.
_PLAIN = "it makes a plain array, so a value leaves the tape; the tape says so"
_NUMBERS = "it takes plain settings, and no Tensor"
_TEXT = "it reads, writes or prints"

UNSEEN: dict[str, tuple[str, ...]] = {
    f"{_PLAIN}. Join Tensors with np.stack, fill with np.broadcast_to, count with np.linspace": (
        "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "asarray_chkfinite",
        "asmatrix", "bmat", "require", "arange", "full", "fromiter", "frombuffer", "from_dlpack",
        "fromfunction", "row_stack",
    ),
    _NUMBERS: (
        "zeros", "ones", "empty", "eye", "identity", "tri", "indices", "mask_indices", "diag_indices",
        "tril_indices", "triu_indices", "broadcast_shapes", "bartlett", "blackman", "hamming",
        "hanning", "kaiser", "frompyfunc", "nested_iters", "promote_types", "mintypecode", "typename",
        "isdtype", "issubdtype", "isscalar", "iterable", "isfortran", "datetime_data", "fft.fftfreq",
        "fft.rfftfreq",
    ),
    _TEXT: (
        "base_repr", "binary_repr", "format_float_positional", "format_float_scientific", "fromfile",
        "fromregex", "fromstring", "genfromtxt", "load", "loadtxt", "info", "get_include",
        "get_printoptions", "set_printoptions", "getbufsize", "setbufsize", "geterr", "seterr",
        "geterrcall", "seterrcall", "show_config", "show_runtime", "test", "fft.test", "linalg.test",
        "printoptions",
    ),
}  # fmt: skip
