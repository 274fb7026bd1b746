"""More cases of the same areas, corners above all, with the answers that TensorFlow 2.21.0 gave (eager, CPU).

They were made in the same way as ``cases.json``, from lists of functions and places where rules are at their
limits. Left out is what differs on purpose: see "Deliberate differences" in the design, the gradient of
``cumprod`` and second slopes of ``reduce_prod`` at zeros, and half-precision or NaN accidents of TensorFlow's
own kernels.
"""

import json
from pathlib import Path

import pytest
from conformance import compare

import autodiff_lab.tf as tf

CASES = json.loads(Path(__file__).with_name("more_cases.json").read_text())


@pytest.mark.filterwarnings("ignore::autodiff_lab.GradientWarning")
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    reason = compare.judge(case, tf)
    assert reason is None, reason
