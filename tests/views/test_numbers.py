import json
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from autodiff_lab.views.numbers import format_cell, format_number

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (6, "6"),
        (6.0, "6"),
        (-0.0, "0"),
        (0, "0"),
        (0.1, "0.1"),
        (np.float32(0.1), "0.1"),
        (-2.5, "−2.5"),
        (1 / 3, "0.3333"),
        (12.0601, "12.06"),
        (9.9999, "10"),
        (999.96, "1000"),
        (3890.457, "3890"),
        (59049, "59049"),
        (29074.48, "29074"),
        (99_999, "99999"),
        (100_000, "1e5"),
        (99_999.6, "1e5"),
        (0.0001, "0.0001"),
        (0.000676, "0.000676"),
        (0.00009, "9e−5"),
        (1.2e-7, "1.2e−7"),
        (3.9e-7, "3.9e−7"),
        (-1.2e-7, "−1.2e−7"),
        (10**400, "1e400"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "not a number"),
        (True, "True"),
        (1 - 2j, "1−2i"),
    ],
)
def test_format_number(value, text):
    assert format_number(value) == text


def read(text: str) -> float:
    return float(text.replace("−", "-"))


@given(FINITE)
def test_a_number_reads_back_close_to_itself(value):
    text = format_number(value)
    assert "-" not in text
    assert "+" not in text
    assert text != "−0"
    digits = re.sub(r"e.*|[−.]", "", text).lstrip("0")
    if 1e-300 < abs(value) < 1e308:
        # half a unit of the last digit: one digit at worst, four where they fit
        assert read(text) == pytest.approx(value, rel=0.5 if len(digits) < 2 else 0.06)


@given(st.floats(0.01, 99_999))
def test_four_digits_where_they_fit(value):
    assert read(format_number(value)) == pytest.approx(value, rel=5.1e-4)


@given(st.floats(allow_nan=False, width=32) | st.integers(-(2**63), 2**63 - 1))
def test_a_number_fits_a_box(value):
    assert len(format_number(value)) <= 8


@given(st.floats(width=32))
def test_the_same_number_looks_the_same_in_every_dtype(value):
    assert format_number(value) == format_number(np.float32(value)) == format_number(np.float64(value))


@given(FINITE)
def test_powers_of_ten_only_where_needed(value):
    if 0.0001 <= abs(value) <= 99_999 or value == 0:
        assert "e" not in format_number(value)
    if abs(value) >= 100_000 or 0 < abs(value) < 0.00009999:
        assert "e" in format_number(value)


@given(st.integers(-99_999, 99_999))
def test_whole_numbers_are_exact(value):
    assert read(format_number(value)) == value


@pytest.mark.parametrize(
    ("value", "text", "data"),
    [
        (np.float32(9), "9", 9.0),
        (np.float64(math.nan), "nan", "nan"),
        (np.array([1.0, math.inf, -math.inf]), "[1, ∞, −∞]", [1.0, "inf", "-inf"]),
        (np.array([]), "[]", []),
        (np.zeros(6), "(6,)", [0.0] * 6),
        (np.zeros((2, 3)), "(2, 3)", [[0.0] * 3] * 2),
        (np.zeros((5, 5)), "(5, 5)", None),
        (np.zeros((0, 3)), "(0, 3)", []),
        (np.array([True, False]), "[True, False]", [True, False]),
        (np.full(5, 0.1234567), "(5,)", [0.1234567] * 5),
        (np.array("any text at all"), "any tex…", "any text at all"),
    ],
)
def test_format_cell(value, text, data):
    cell = format_cell(value)
    assert cell["text"] == text
    assert cell["data"] == data
    assert cell["shape"] == list(value.shape)
    assert cell["dtype"] == str(value.dtype)


ARRAYS = npst.arrays(
    st.sampled_from(["float16", "float32", "float64", "int8", "int64", "uint64", "bool", "complex64"]),
    npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6),
)


@given(ARRAYS)
def test_a_cell_is_plain_json(array):
    cell = format_cell(array)
    assert json.loads(json.dumps(cell, allow_nan=False)) == cell
    assert (cell["data"] is None) == (array.size > 24)
    assert len(cell["text"]) <= (24 if array.ndim else 20)
