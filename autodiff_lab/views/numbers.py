"""One way to write a number everywhere, and the cell that carries a value into a picture."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np

from .charts import chart_of
from .text import shorten
from .words import say

MOST_CHARACTERS = 8
MOST_DIGITS = 4
MOST_PRINTED = 5  # numbers of a vector that are printed in a box
MOST_LINE = 24  # characters of such a vector
MOST_DATA = 24  # elements that a cell carries


def format_number(value: Any) -> str:
    """Write a number the way all pictures and texts do.

    Up to four significant digits, fewer where they don't fit into eight characters; whole numbers up to
    99 999 in full; powers of ten only outside 0.0001 to 99 999; a true minus sign; never "−0".

    Examples
    --------
    >>> format_number(3.0), format_number(-2.5), format_number(1 / 3), format_number(59049)
    ('3', '−2.5', '0.3333', '59049')
    >>> format_number(1.2e-7), format_number(-0.0), format_number(float("inf"))
    ('1.2e−7', '0', '∞')
    >>> format_number(float("nan"))
    'not a number'
    """
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (complex, np.complexfloating)):
        return _complex(complex(value))
    if isinstance(value, (int, np.integer)):
        return _decimal(Decimal(int(value)))
    number = float(value)
    if math.isnan(number):
        return say("nan")
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    return _decimal(Decimal(number))


def bracketed(number: str) -> str:
    """Put a written number in brackets where a sign in front of it, or an exponent behind it, needs them.

    Examples
    --------
    >>> bracketed("−2"), bracketed("2"), bracketed("0+1i")
    ('(−2)', '2', '(0+1i)')
    """
    return f"({number})" if number.startswith("−") or number.endswith("i") else number


def _complex(value: complex) -> str:
    real, imaginary = ("nan" if math.isnan(v) else format_number(v) for v in (value.real, value.imag))
    return f"{real}{'' if imaginary.startswith('−') else '+'}{imaginary}i"


def _decimal(number: Decimal) -> str:
    for digits in range(MOST_DIGITS, 0, -1):
        text = _digits(abs(number), digits)
        if number < 0 and text != "0":
            text = "−" + text
        if len(text) <= MOST_CHARACTERS:
            break
    return text


def _digits(number: Decimal, digits: int) -> str:
    """Write a number that is not negative with so many significant digits."""
    if number >= 1000 and round(number) <= 99_999:
        return str(round(number))  # digits before the decimal point are never rounded away
    # rounded first: 9.9999 becomes 1.000e+1
    mantissa, _, exponent = f"{number:.{digits - 1}e}".partition("e")
    power = int(exponent)
    if number == 0 or (-4 <= power <= 4 and round(number) <= 99_999):
        return _strip(f"{number:.{max(0, digits - 1 - power)}f}")
    return f"{_strip(mantissa)}e{power}".replace("-", "−")


def _strip(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_cell(array: Any, charted: bool = False) -> dict[str, Any]:
    """Describe a value for a picture: a short text, its shape and dtype, and its elements if they are few.

    An array whose numbers are not printed is `charted` where that is wanted: with a small ``chart`` of it
    (see charts.py) and its ``range``: the smallest, the mean and the largest number, as text.

    Examples
    --------
    >>> format_cell(np.float32(9))
    {'text': '9', 'shape': [], 'dtype': 'float32', 'data': 9.0}
    >>> format_cell(np.array([1.0, 2.0, 3.0]))["text"], format_cell(np.ones((2, 3)))["text"]
    ('[1, 2, 3]', '(2, 3)')
    """
    values = np.asarray(array)
    cell: dict[str, Any] = {
        "text": _cell_text(values),
        "shape": [int(length) for length in values.shape],
        "dtype": str(values.dtype),
        "data": _plain(values.tolist()) if values.size <= MOST_DATA else None,
    }
    if charted and values.ndim and cell["text"].startswith("(") and values.dtype.kind in "fiub":
        chart = chart_of(values)
        if chart:
            cell["chart"] = chart
        if values.size:
            with np.errstate(all="ignore"):
                found = values.min(), values.mean(), values.max()
            cell["range"] = [_item_text(number) for number in found]
    return cell


def _cell_text(values: np.ndarray[Any, Any]) -> str:
    if values.ndim == 0:
        return _item_text(values[()])
    if values.ndim == 1 and values.size <= MOST_PRINTED:
        text = "[" + ", ".join(_item_text(item) for item in values) + "]"
        if len(text) <= MOST_LINE:
            return text
    return str(tuple(int(length) for length in values.shape))


def _item_text(item: Any) -> str:
    if not isinstance(item, (int, float, complex, np.number, np.bool_)):
        return shorten(str(item), MOST_CHARACTERS)
    text = format_number(item)
    return "nan" if item != item else text


def _plain(data: Any) -> Any:
    """Turn what JSON can't carry into text."""
    if isinstance(data, list):
        return [_plain(item) for item in data]
    if isinstance(data, float) and not math.isfinite(data):
        return "nan" if math.isnan(data) else "inf" if data > 0 else "-inf"
    return data if isinstance(data, (bool, int, float)) else str(data)
