"""What the tests of reports share."""

import numpy as np
import pytest

import autodiff_lab as adl


def gradient(f, *values, **options):
    """The gradients of f at Variables of these values, as lists of plain numbers."""
    variables = [adl.Variable(v) for v in values]
    with adl.GradientTape() as tape:
        y = f(*variables)
    found = tape.gradient(y, variables, **options)
    return [g if g is None else np.asarray(g).tolist() for g in found]


def approx(values, rel=1e-5):
    return pytest.approx(np.asarray(values, dtype=float), rel=rel, abs=1e-12, nan_ok=True)
