"""One call of every NumPy function that a tape records, by its name: what `test_namespace.py` runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# Where one argument of this shape is not enough, the call says the rest.
NEAR_ONE = np.array([[0.3, 0.5, 0.7], [0.6, 0.2, 0.9]])
SQUARE = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
VECTOR = np.array([0.5, 0.25, 0.75])
MASK = np.array([[True, False, True], [False, True, True]])

# Functions of one array that need nothing else.
OF_ONE = (
    "abs absolute acos all angle any arccos arcsin arcsinh arctan arctanh asin asinh atan atanh "
    "atleast_3d average cbrt conj conjugate copy corrcoef cos cosh cov deg2rad degrees diagflat diagonal "
    "diff ediff1d exp exp2 expm1 fabs fliplr flip flipud frexp log log10 log1p log2 matrix_transpose max "
    "amax amin mean median min modf nan_to_num nancumprod nancumsum nanmax nanmean nanmedian nanmin "
    "nanprod nanstd nansum nanvar negative positive prod ptp rad2deg radians ravel real_if_close "
    "reciprocal rot90 sign sin sinc sinh sort sort_complex sqrt square squeeze std sum tan tanh trace "
    "transpose trapezoid tril triu trim_zeros unwrap var"
)

# Ufuncs and the like of two arrays.
OF_TWO = (
    "add arctan2 atan2 copysign divide divmod float_power fmax fmin fmod heaviside hypot logaddexp "
    "logaddexp2 maximum minimum mod multiply nextafter pow power remainder subtract true_divide"
)

SAMPLES: dict[str, tuple[Any, Callable]] = {
    **{f"np.{n}": (NEAR_ONE, lambda t, n=n: getattr(np, n)(t)) for n in OF_ONE.split()},
    **{f"np.{n}": (NEAR_ONE, lambda t, n=n: getattr(np, n)(t, VECTOR)) for n in OF_TWO.split()},
    **{f"np.fft.{n}": (NEAR_ONE, lambda t, n=n: getattr(np.fft, n)(t)) for n in dir(np.fft) if "fft" in n},
    **{
        f"np.linalg.{n}": (SQUARE, lambda t, n=n: getattr(np.linalg, n)(t))
        for n in (
            "cholesky",
            "cond",
            "det",
            "eig",
            "eigvals",
            "eigvalsh",
            "inv",
            "matrix_norm",
            "norm",
            "pinv",
            "qr",
            "slogdet",
            "svdvals",
            "trace",
        )
    },
    "np.acosh": (NEAR_ONE, lambda t: np.acosh(t + 2)),
    "np.append": (VECTOR, lambda t: np.append(t, 1.0)),
    "np.apply_along_axis": (NEAR_ONE, lambda t: np.apply_along_axis(np.sum, 0, t)),
    "np.apply_over_axes": (NEAR_ONE, lambda t: np.apply_over_axes(np.sum, t, [0])),
    "np.arccosh": (NEAR_ONE, lambda t: np.arccosh(t + 2)),
    "np.array_split": (NEAR_ONE, lambda t: np.array_split(t, 2)),
    "np.astype": (NEAR_ONE, lambda t: np.astype(t, np.float32)),
    "np.atleast_1d": (VECTOR, lambda t: np.atleast_1d(t)),
    "np.atleast_2d": (VECTOR, lambda t: np.atleast_2d(t)),
    "np.bincount": (VECTOR, lambda t: np.bincount(np.array([0, 2, 0]), t)),
    "np.block": (NEAR_ONE, lambda t: np.block([[t], [t]])),
    "np.broadcast_arrays": (VECTOR, lambda t: np.broadcast_arrays(t, NEAR_ONE)),
    "np.broadcast_to": (VECTOR, lambda t: np.broadcast_to(t, (2, 3))),
    "np.choose": (VECTOR, lambda t: np.choose([0, 1, 0], [t, 1.0])),
    "np.clip": (NEAR_ONE, lambda t: np.clip(t, 0.4, 0.6)),
    "np.column_stack": (VECTOR, lambda t: np.column_stack([t, t])),
    "np.compress": (VECTOR, lambda t: np.compress([True, False], t)),
    "np.concat": (VECTOR, lambda t: np.concat([t, t])),
    "np.concatenate": (VECTOR, lambda t: np.concatenate([t, t])),
    "np.convolve": (VECTOR, lambda t: np.convolve(t, VECTOR)),
    "np.correlate": (VECTOR, lambda t: np.correlate(t, VECTOR)),
    "np.cross": (VECTOR, lambda t: np.cross(t, np.array([1.5, 0.0, 2.0]))),
    "np.cumulative_prod": (VECTOR, lambda t: np.cumulative_prod(t)),
    "np.cumulative_sum": (VECTOR, lambda t: np.cumulative_sum(t)),
    "np.cumprod": (VECTOR, np.cumprod),
    "np.cumsum": (VECTOR, np.cumsum),
    "np.delete": (VECTOR, lambda t: np.delete(t, 1)),
    "np.diag": (VECTOR, np.diag),
    "np.dot": (VECTOR, lambda t: np.dot(t, VECTOR)),
    "np.dsplit": (NEAR_ONE, lambda t: np.dsplit(t[None], 3)),
    "np.dstack": (VECTOR, lambda t: np.dstack([t, t])),
    "np.einsum": (NEAR_ONE, lambda t: np.einsum("ij->j", t)),
    "np.expand_dims": (VECTOR, lambda t: np.expand_dims(t, 0)),
    "np.extract": (NEAR_ONE, lambda t: np.extract(MASK, t)),
    "np.full_like": (VECTOR, lambda t: np.full_like(t, t[0])),
    "np.geomspace": (VECTOR, lambda t: np.geomspace(t, 2.0, 3)),
    "np.gradient": (VECTOR, np.gradient),
    "np.hsplit": (NEAR_ONE, lambda t: np.hsplit(t, 3)),
    "np.hstack": (VECTOR, lambda t: np.hstack([t, t])),
    "np.imag": (NEAR_ONE, lambda t: np.imag(t * 1j)),
    "np.inner": (VECTOR, lambda t: np.inner(t, VECTOR)),
    "np.insert": (VECTOR, lambda t: np.insert(t, 1, 5.0)),
    "np.interp": (VECTOR, lambda t: np.interp(t, [0.0, 1.0], [3.0, 5.0])),
    "np.kron": (VECTOR, lambda t: np.kron(t, VECTOR)),
    "np.ldexp": (VECTOR, lambda t: np.ldexp(t, 2)),
    "np.linspace": (VECTOR, lambda t: np.linspace(t, 2.0, 3)),
    "np.logspace": (VECTOR, lambda t: np.logspace(t, 2.0, 3)),
    "np.matmul": (NEAR_ONE, lambda t: np.matmul(t, VECTOR)),
    "np.matvec": (NEAR_ONE, lambda t: np.matvec(t, VECTOR)),
    "np.meshgrid": (VECTOR, lambda t: np.meshgrid(t, VECTOR)),
    "np.moveaxis": (NEAR_ONE, lambda t: np.moveaxis(t, 0, 1)),
    "np.nanpercentile": (NEAR_ONE, lambda t: np.nanpercentile(t, 30)),
    "np.nanquantile": (NEAR_ONE, lambda t: np.nanquantile(t, 0.3)),
    "np.outer": (VECTOR, lambda t: np.outer(t, VECTOR)),
    "np.pad": (VECTOR, lambda t: np.pad(t, 1)),
    "np.partition": (VECTOR, lambda t: np.partition(t, 1)),
    "np.percentile": (NEAR_ONE, lambda t: np.percentile(t, 30)),
    "np.permute_dims": (NEAR_ONE, lambda t: np.permute_dims(t, (1, 0))),
    "np.piecewise": (VECTOR, lambda t: np.piecewise(t, [t > 0.5], [np.sin, np.cos])),
    "np.poly": (VECTOR, np.poly),
    "np.polyadd": (VECTOR, lambda t: np.polyadd(t, VECTOR)),
    "np.polyder": (VECTOR, np.polyder),
    "np.polyfit": (VECTOR, lambda t: np.polyfit([0.0, 1.0, 3.0], t, 1)),
    "np.polyint": (VECTOR, np.polyint),
    "np.polymul": (VECTOR, lambda t: np.polymul(t, VECTOR)),
    "np.polysub": (VECTOR, lambda t: np.polysub(t, VECTOR)),
    "np.polyval": (VECTOR, lambda t: np.polyval(t, 2.0)),
    "np.quantile": (NEAR_ONE, lambda t: np.quantile(t, 0.3)),
    "np.real": (NEAR_ONE, lambda t: np.real(t * (1 + 1j))),
    "np.repeat": (VECTOR, lambda t: np.repeat(t, 2)),
    "np.reshape": (NEAR_ONE, lambda t: np.reshape(t, (3, 2))),
    "np.resize": (VECTOR, lambda t: np.resize(t, 5)),
    "np.roll": (VECTOR, lambda t: np.roll(t, 1, axis=0)),
    "np.rollaxis": (NEAR_ONE, lambda t: np.rollaxis(t, 1)),
    "np.select": (VECTOR, lambda t: np.select([MASK[0]], [t], 1.0)),
    "np.split": (NEAR_ONE, lambda t: np.split(t, 2)),
    "np.stack": (VECTOR, lambda t: np.stack([t, t])),
    "np.swapaxes": (NEAR_ONE, lambda t: np.swapaxes(t, 0, 1)),
    "np.take": (VECTOR, lambda t: np.take(t, [0, 0])),
    "np.take_along_axis": (VECTOR, lambda t: np.take_along_axis(t, np.array([0, 0]), 0)),
    "np.tensordot": (NEAR_ONE, lambda t: np.tensordot(t, VECTOR, 1)),
    "np.tile": (VECTOR, lambda t: np.tile(t, 2)),
    "np.unstack": (NEAR_ONE, lambda t: np.unstack(t)),
    "np.vander": (VECTOR, np.vander),
    "np.vdot": (VECTOR, lambda t: np.vdot(t, VECTOR)),
    "np.vecdot": (VECTOR, lambda t: np.vecdot(t, VECTOR)),
    "np.vecmat": (VECTOR, lambda t: np.vecmat(t, SQUARE)),
    "np.vsplit": (NEAR_ONE, lambda t: np.vsplit(t, 2)),
    "np.vstack": (VECTOR, lambda t: np.vstack([t, t])),
    "np.where": (NEAR_ONE, lambda t: np.where(MASK, t, 0.0)),
    "np.linalg.cross": (VECTOR, lambda t: np.linalg.cross(t, np.array([1.5, 0.0, 2.0]))),
    "np.linalg.diagonal": (SQUARE, np.linalg.diagonal),
    "np.linalg.eigh": (SQUARE, np.linalg.eigh),
    "np.linalg.matmul": (SQUARE, lambda t: np.linalg.matmul(t, SQUARE)),
    "np.linalg.matrix_power": (SQUARE, lambda t: np.linalg.matrix_power(t, 3)),
    "np.linalg.matrix_transpose": (SQUARE, lambda t: np.linalg.matrix_transpose(t)),
    "np.linalg.multi_dot": (SQUARE, lambda t: np.linalg.multi_dot([t, SQUARE, t])),
    "np.linalg.lstsq": (SQUARE, lambda t: np.linalg.lstsq(t, VECTOR)[0]),
    "np.linalg.outer": (VECTOR, lambda t: np.linalg.outer(t, VECTOR)),
    "np.linalg.solve": (SQUARE, lambda t: np.linalg.solve(t, SQUARE)),
    "np.linalg.svd": (SQUARE, lambda t: np.linalg.svd(t, full_matrices=False)),
    "np.linalg.tensordot": (SQUARE, lambda t: np.linalg.tensordot(t, SQUARE, axes=1)),
    "np.linalg.tensorinv": (SQUARE, lambda t: np.linalg.tensorinv(t, ind=1)),
    "np.linalg.tensorsolve": (SQUARE, lambda t: np.linalg.tensorsolve(t, VECTOR)),
    "np.linalg.vecdot": (VECTOR, lambda t: np.linalg.vecdot(t, VECTOR)),
    "np.linalg.vector_norm": (VECTOR, lambda t: np.linalg.vector_norm(t)),
}
