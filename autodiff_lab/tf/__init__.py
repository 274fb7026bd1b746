"""TensorFlow's names over the same ops, so that a program runs with its import line swapped.

``import autodiff_lab.tf as tf`` in the place of ``import tensorflow as tf``. What TensorFlow means by a
name is meant here; mixed dtypes are promoted as in NumPy.

Examples
--------
>>> import autodiff_lab.tf as tf
>>> x = tf.Variable(3.0)
>>> with tf.GradientTape() as tape:
...     y = x**2
>>> tape.gradient(y, x)
Tensor(6.0, shape=(), dtype=float32)
"""

# TensorFlow's own names are also those of Python's builtins.
# ruff: noqa: A004

from __future__ import annotations

from typing import Any

import numpy as np

from .._version import __version__
from ..engine.asking import UnconnectedGradients
from ..engine.custom import custom_gradient
from ..engine.recompute import recompute_grad
from ..engine.scopes import scope as name_scope
from ..engine.slices import IndexedSlices
from ..engine.tape import GradientTape
from ..engine.tensor import Tensor
from . import autodiff, dtypes, errors, linalg, math, nest, nn, random
from .autodiff import stop_gradient
from .control import case, cond, foldl, foldr, map_fn, scan, vectorized_map, while_loop
from .creation import (
    cast,
    constant,
    convert_to_tensor,
    ensure_shape,
    eye,
    fill,
    identity,
    is_tensor,
    one_hot,
    ones,
    ones_like,
    rank,
    saturate_cast,
    sequence_mask,
    shape,
    size,
    zeros,
    zeros_like,
)
from .dtypes import (
    DType,
    as_dtype,
    bool,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from .elementwise import (
    abs,
    acos,
    acosh,
    add,
    add_n,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    clip_by_value,
    complex,
    cos,
    cosh,
    divide,
    exp,
    floor,
    maximum,
    minimum,
    multiply,
    negative,
    pow,
    round,
    scalar_mul,
    sigmoid,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    truediv,
)
from .functions import (
    executing_eagerly,
    function,
    group,
    no_op,
    print,
    py_function,
)
from .gathering import (
    gather,
    gather_nd,
    scatter_nd,
    tensor_scatter_nd_add,
    tensor_scatter_nd_max,
    tensor_scatter_nd_min,
    tensor_scatter_nd_sub,
    tensor_scatter_nd_update,
)
from .logic import (
    boolean_mask,
    equal,
    greater,
    greater_equal,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    not_equal,
    reduce_all,
    reduce_any,
    where,
)
from .norms import (
    clip_by_global_norm,
    clip_by_norm,
    norm,
)
from .products import (
    einsum,
    matmul,
    tensordot,
)
from .ranges import (
    linspace,
    meshgrid,
    range,
)
from .reductions import (
    argmax,
    argmin,
    cumsum,
    reduce_logsumexp,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from .shaping import (
    broadcast_to,
    concat,
    expand_dims,
    pad,
    repeat,
    reshape,
    reverse,
    roll,
    slice,
    split,
    squeeze,
    stack,
    strided_slice,
    tile,
    transpose,
    unstack,
)
from .sorting import (
    argsort,
    searchsorted,
    sort,
)
from .variable import Variable

newaxis = None


def __getattr__(name: str) -> Any:
    advice = (
        f" NumPy's work on tensors too, and their gradients are recorded:  np.{name}(x)"
        if hasattr(np, name)
        else ""
    )
    raise AttributeError(f"autodiff_lab.tf does not offer {name!r}.{advice}")


__all__ = [
    "DType",
    "GradientTape",
    "IndexedSlices",
    "Tensor",
    "UnconnectedGradients",
    "Variable",
    "__version__",
    "abs",
    "acos",
    "acosh",
    "add",
    "add_n",
    "argmax",
    "argmin",
    "argsort",
    "as_dtype",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "autodiff",
    "bool",
    "boolean_mask",
    "broadcast_to",
    "case",
    "cast",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "complex",
    "complex64",
    "complex128",
    "concat",
    "cond",
    "constant",
    "convert_to_tensor",
    "cos",
    "cosh",
    "cumsum",
    "custom_gradient",
    "divide",
    "double",
    "dtypes",
    "einsum",
    "ensure_shape",
    "equal",
    "errors",
    "executing_eagerly",
    "exp",
    "expand_dims",
    "eye",
    "fill",
    "float16",
    "float32",
    "float64",
    "floor",
    "foldl",
    "foldr",
    "function",
    "gather",
    "gather_nd",
    "greater",
    "greater_equal",
    "group",
    "half",
    "identity",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_tensor",
    "less",
    "less_equal",
    "linalg",
    "linspace",
    "logical_and",
    "logical_not",
    "logical_or",
    "map_fn",
    "math",
    "matmul",
    "maximum",
    "meshgrid",
    "minimum",
    "multiply",
    "name_scope",
    "negative",
    "nest",
    "newaxis",
    "nn",
    "no_op",
    "norm",
    "not_equal",
    "one_hot",
    "ones",
    "ones_like",
    "pad",
    "pow",
    "print",
    "py_function",
    "random",
    "range",
    "rank",
    "recompute_grad",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "repeat",
    "reshape",
    "reverse",
    "roll",
    "round",
    "saturate_cast",
    "scalar_mul",
    "scan",
    "scatter_nd",
    "searchsorted",
    "sequence_mask",
    "shape",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "size",
    "slice",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "subtract",
    "tan",
    "tanh",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "tensordot",
    "tile",
    "transpose",
    "truediv",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unstack",
    "vectorized_map",
    "where",
    "while_loop",
    "zeros",
    "zeros_like",
]
