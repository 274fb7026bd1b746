"""Ops that choose: maximum, minimum, where.

At a tie TensorFlow gives the whole gradient to the first argument: so ``maximum(x, 0)`` has slope 1 at
0, and ``maximum(0, x)`` has slope 0.
"""

from typing import Any

import numpy as np

from .. import errors
from .flat import nonzero
from .registry import answers, elementwise

maximum = elementwise(
    np.maximum, lambda g, y, a, b: np.where(a >= b, g, 0), lambda g, y, a, b: np.where(a >= b, 0, g)
)
minimum = elementwise(
    np.minimum, lambda g, y, a, b: np.where(a <= b, g, 0), lambda g, y, a, b: np.where(a <= b, 0, g)
)
select = elementwise(
    np.where,
    None,
    lambda g, y, c, a, b: np.where(c, g, 0),
    lambda g, y, c, a, b: np.where(c, 0, g),
    name="where",
)


@answers(np.where)
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """``np.where``: with three arguments a choice, with one the places that are not zero."""
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError(errors.WHERE_WITH_TWO)
    return select(condition, x, y)
