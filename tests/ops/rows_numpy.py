"""Rows of NumPy's further functions that work element by element, or make new arrays."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from ops.case import Case, exactly, numbers

from autodiff_lab.ops.sinc import sinc_slope

SHAPES = [(), (3,), (2, 3), (0,), (2, 0)]
PAIRS = [((), ()), ((3,), (3,)), ((2, 3), ()), ((3,), (2, 3)), ((2, 1), (1, 3)), ((0, 3), (3,))]
NEAR, POSITIVE = (-2.0, 2.0), (0.3, 3.0)
OFF_ZERO = ((-2.0, -0.4), (0.4, 2.0))
OFF_WHOLE = ((-1.8, -1.2), (-0.8, -0.2), (0.2, 0.8), (1.2, 1.8))
EXPONENTS = np.array([-1, 0, 3])

# op, call, intervals
UNARY: list[tuple] = [
    ("fabs", np.fabs, OFF_ZERO),
    ("sinc", np.sinc, [NEAR]),
    ("sinc", np.sinc, [(-9.0, 9.0)]),
    ("modf", np.modf, OFF_WHOLE),
    ("ldexp", lambda x: np.frexp(x)[0], [(0.3, 0.45), (1.1, 1.9)]),
    ("ldexp", lambda x: np.ldexp(x, 3), [NEAR]),
    ("nan_to_num", np.nan_to_num, [NEAR]),
    ("remainder", lambda x: np.divmod(x, 2.5)[1], [(3.0, 4.5)]),
    ("remainder", lambda x: np.mod(x, 2.5), [(3.0, 4.5)]),
    ("divide", lambda x: np.true_divide(x, 2.5), [NEAR]),
    ("absolute", np.abs, OFF_ZERO),
    ("radians", np.deg2rad, [NEAR]),
    ("degrees", np.rad2deg, [NEAR]),
    ("arctan2", np.angle, OFF_ZERO),
    ("arctan2", lambda x: np.angle(x * (2 + 1j) + 1j), OFF_ZERO),
    ("arctan2", lambda x: np.angle(x * (2 + 1j) + 1j, deg=True), OFF_ZERO),
    ("real", lambda x: np.real_if_close(x + 0j) * 2, [NEAR]),
    ("identity", np.copy, [NEAR]),
    ("clip", lambda x: np.clip(x, -1, 1), [(-2, -1.2), (-0.8, 0.8), (1.2, 2)]),
    ("maximum", lambda x: np.clip(x, 0, None), OFF_ZERO),
    ("minimum", lambda x: np.clip(x, None, 0), OFF_ZERO),
    ("minimum", lambda x: np.clip(x, a_min=None, a_max=0), OFF_ZERO),
]  # fmt: skip

# op, call, intervals of both arguments
BINARY: list[tuple] = [
    ("float_power", np.float_power, [POSITIVE], [NEAR]),
    ("fmod", np.fmod, [(5.5, 5.9), (-5.9, -5.5)], [(1.5, 1.8), (-1.8, -1.5)]),
    ("heaviside", np.heaviside, OFF_ZERO, [NEAR]),
    ("nextafter", np.nextafter, [NEAR], [(3.0, 4.0)]),
    ("multiply", np.multiply, [NEAR], [NEAR]),
    ("linspace", lambda a, b: np.linspace(a, b, 4), [NEAR], [NEAR]),
    ("linspace", lambda a, b: np.linspace(a, b, 3, endpoint=False, axis=-1), [NEAR], [NEAR]),
    ("linspace", lambda a, b: np.linspace(start=a, stop=b, num=3, retstep=True)[1], [NEAR], [NEAR]),
    ("linspace", lambda a, b: np.logspace(a, b, 4), [NEAR], [NEAR]),
    ("power", lambda a, b: np.logspace(a, b, 3, base=2.0), [NEAR], [NEAR]),
    ("power", lambda a, b: np.geomspace(a, b, 4), [POSITIVE], [POSITIVE]),
    ("power", lambda a, b: np.geomspace(-a, -b, 3, endpoint=False, axis=-1), [POSITIVE], [POSITIVE]),
    ("add", lambda a, b: sum(np.broadcast_arrays(a, b)), [NEAR], [NEAR]),
]

WITH_HOLES = np.array([1.5, np.nan, -0.5, np.inf, -np.inf])


def rows() -> Iterator[Case]:
    for i, (op, call, intervals) in enumerate(UNARY):
        for shape in SHAPES:
            yield Case(op, call, (numbers(shape, *intervals),), note=f"numpy {i} {shape}")
    for i, (op, call, first, second) in enumerate(BINARY):
        for a, b in PAIRS:
            yield Case(op, call, (numbers(a, *first), numbers(b, *second)), note=f"numpy {i} {a}{b}")
    yield Case(
        "heaviside", lambda h: np.heaviside(np.array([-1.0, 0.0, 2.0]), h), (numbers((3,)),), note="at 0"
    )
    yield Case("ldexp", lambda x: np.ldexp(x, EXPONENTS), (numbers((2, 3)),), note="exponents")
    yield from at_zero()
    yield from filled()


def at_zero() -> Iterator[Case]:
    """The slopes of sinc at 0, and where the series meets the recurrence."""
    points = exactly([0.0, 1e-9, -1e-4, 0.03, 0.31, 0.32, 0.7, -0.95, 0.96, 1.0, 3.0])
    yield Case("sinc", np.sinc, (points,), note="at 0")
    for order in (1, 2, 3):
        by_series = lambda x, order=order: _sinc_derivative(x, order)
        call = lambda x, order=order: sinc_slope(x, order=order)
        yield Case("sinc_slope", call, (points,), by_series, note=f"{order}")


def _sinc_derivative(x: Any, order: int) -> Any:
    """The integral of cos(πxu) from 0 to 1, differentiated under its sign, by Gauss's points."""
    u, w = np.polynomial.legendre.leggauss(40)
    u, w = (u + 1) / 2, w / 2
    phase = np.pi * np.multiply.outer(np.asarray(x), u) + order * np.pi / 2
    return np.sum(w * (np.pi * u) ** order * np.cos(phase), axis=-1)


def filled() -> Iterator[Case]:
    for shape in [(), (3,), (2, 1)]:
        call = lambda t: np.full_like(t * np.ones((2, 3)), t)
        yield Case("broadcast_to", call, (numbers(shape),), note=f"full {shape}")
    yield Case("broadcast_to", lambda t: np.full_like(t, t, shape=(2, 2)), (numbers(),), note="full to shape")
    turns = exactly([0.5, 2.0, 5.9, 6.1, 11.0])
    yield Case("unwrap", lambda x: np.unwrap(x % 6), (turns,), note="turns")
    yield Case("unwrap", lambda x: np.unwrap(x, period=4), (numbers((2, 3)),), note="period")
    yield Case(
        "nan_to_num",
        lambda x: np.nan_to_num(
            np.where([True, False, True, False, False], x, WITH_HOLES), nan=1.0, posinf=2.0, neginf=3.0
        ),
        (numbers((5,)),),
        note="holes",
    )
