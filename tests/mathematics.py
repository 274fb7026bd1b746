"""Reading the pictures' mathematics as people do: ``2 × (−4)² ÷ √x``."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


class Root:
    """``ROOT**a`` is √a: it binds as a root in front does, less than an exponent."""

    def __pow__(self, value: Any) -> Any:
        return np.sqrt(value)


def read(text: str, values: Mapping[str, Any] | None = None) -> Any:
    """Compute a formula; ``values`` are those of its names."""
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda found: f"**({found[0].translate(DIGITS)})", text)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    for sign, python in {"×": "*", "÷": "/", "−": "-", "^": "**", "√": "ROOT**"}.items():
        text = text.replace(sign, python)
    functions = {"sin": np.sin, "cos": np.cos, "log": np.log, "abs": abs, "ROOT": Root()}
    return eval(text, {**functions, **(values or {})})
