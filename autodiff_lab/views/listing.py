"""A program's lines put together as a Python module."""

from __future__ import annotations

from .writing import Written


def listing(written: Written) -> tuple[str, dict[tuple[int, int], int]]:
    """Put the lines together.

    Parameters
    ----------
    written : Written
        The program.

    Returns
    -------
    source : str
        A module with one function, which imports NumPy alone.
    numbers : dict
        For each step of the sweep, by ``(record, slot)``, the number of its line, from 1.
    """
    forward, back = written.kept()
    value = written.values[written.target._key].expression
    parameters = list(dict.fromkeys(written.parameters))
    head = ", ".join([*parameters, *(["*", *written.data] if written.data else [])])
    text = ["import numpy as np", *(f"import {m}" for m in sorted(written.helpers.modules)), "", ""]
    for helper in written.helpers.sources:
        text += [*helper.split("\n"), "", ""]
    text.append(f"def program({head}):")
    numbers: dict[tuple[int, int], int] = {}
    for title, lines in (("forward", forward), ("backward", back)):
        if lines:
            text.append(f"    # {title}")
        for line in lines:
            text += (f"    {line.name} = {line.text}" if line.name else f"    {line.text}").split("\n")
            text[-1] += f"  # {line.reason}" if line.reason else ""
            if line.step is not None:
                numbers[line.step] = len(text)
        if title == "forward" and lines and back:
            text.append("")
    text.append(f"    return {value}, [{', '.join(written.gradients)}]")
    return "\n".join(text) + "\n", numbers
