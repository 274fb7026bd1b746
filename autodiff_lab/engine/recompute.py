"""recompute_grad: less memory for more time."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .custom import Used, custom_gradient
from .forward import ForwardAccumulator
from .state import state
from .tape import GradientTape
from .tensor import Operand, convert


def recompute_grad(f: Callable) -> Callable:
    """Let a function forget its inner values, and compute them again in the sweep: less memory, more time.

    Parameters
    ----------
    f : callable
        Takes and returns Tensors.

    Returns
    -------
    callable
        The same function; a tape records one call of it, and not what happens inside.

    Examples
    --------
    >>> import numpy as np
    >>> import autodiff_lab as adl
    >>> layer = adl.recompute_grad(lambda x: np.sin(x) ** 2)
    >>> x = adl.Variable(0.5)
    >>> with adl.GradientTape() as tape:
    ...     y = layer(x)
    >>> print(f"{tape.gradient(y, x):.4f}")
    0.8415
    """

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        @custom_gradient
        def again(*inputs: Any) -> Any:
            recorders = state.recorders
            # Variables are still noticed, and tangents move on; nothing is recorded on the way forward.
            state.recorders = tuple(r for r in recorders if isinstance(r, Used | ForwardAccumulator))
            try:
                result = f(*inputs, **kwargs)
            finally:
                state.recorders = recorders

            def gradient(*upstream: Any, variables: Any = ()) -> Any:
                tensors = [t for t in map(_tensor, inputs) if t is not None]
                with GradientTape() as tape:
                    for t in tensors:
                        tape.watch(t)
                    value = f(*inputs, **kwargs)
                weights = list(upstream) if isinstance(value, tuple | list | dict) else upstream[0]
                found = tape.gradient(value, [*tensors, *variables], output_gradients=weights)
                mine, theirs = found[: len(tensors)], found[len(tensors) :]
                return (mine, theirs) if variables else mine

            return result, gradient

        return again(*(convert(a) if isinstance(a, float | np.ndarray) else a for a in args))

    return call


def _tensor(value: Any) -> Operand | None:
    return value if isinstance(value, Operand) else None
