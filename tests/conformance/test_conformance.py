"""Every case of the behaviour table, with the answers that TensorFlow gave."""

from pathlib import Path

import pytest
from conformance import compare

import autodiff_lab.tf as tf

CASES = compare.load_cases(Path(__file__).with_name("cases.json"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    reason = compare.judge(case, tf)
    assert reason is None, reason
