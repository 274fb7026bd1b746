"""``np.einsum`` in full: any number of operands, ``...``, repeated letters, and no arrow.

The share of an operand is an einsum too: the incoming gradient and the other operands, summed to the
operand's own letters.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.tensor import Operand, convert
from .registry import Each, answers, product
from .shape import refuse_out


def spelled_out(subscripts: str, ranks: Sequence[int]) -> tuple[tuple[str, ...], str]:
    """Write subscripts without ``...`` and with an arrow.

    Parameters
    ----------
    subscripts : str
        As `np.einsum` takes them.
    ranks : sequence of int
        The number of axes of each operand.

    Returns
    -------
    terms : tuple of str
        The letters of each operand.
    output : str
        The letters of the result.

    Examples
    --------
    >>> spelled_out("...ij,jk", [3, 2])
    (('aij', 'jk'), 'aik')
    """
    left, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise ValueError(
            f"einsum {subscripts!r} names {len(terms)} operands, separated by commas, but got {len(ranks)}."
        )
    free = [c for c in string.ascii_letters if c not in subscripts]
    stars = [
        rank - len(term.replace("...", "")) if "..." in term else 0
        for term, rank in zip(terms, ranks, strict=True)
    ]
    width = max(stars)
    for term, rank, star in zip(terms, ranks, stars, strict=True):
        if star < 0 or ("..." not in term and len(term) != rank):
            raise ValueError(
                f"einsum term {term!r} in {subscripts!r} does not fit an operand with {rank} axes."
            )
    batch = "".join(free[:width])
    full = tuple(term.replace("...", batch[width - star :]) for term, star in zip(terms, stars, strict=True))
    if arrow:
        return full, output.replace("...", batch)
    letters = "".join(full)
    return full, batch + "".join(sorted(c for c in set(letters) - set(batch) if letters.count(c) == 1))


def _rule(slot: int, g: Any, y: Any, *xs: Any, terms: tuple, output: str) -> Any:
    """Sum the gradient and the other operands to this operand's letters.

    A letter that stands nowhere else is brought in by a vector of ones; a letter that this operand
    repeats gets a new one for each repetition, and an identity matrix that ties the two together.
    """
    others = [i for i in range(len(xs)) if i != slot]
    inputs = [output, *(terms[i] for i in others)]
    values = [g, *(xs[i] for i in others)]
    known = "".join(inputs)
    sizes = dict(zip(terms[slot], np.shape(xs[slot]), strict=True))
    free = iter([c for c in string.ascii_letters if c not in known + terms[slot]])
    wanted = ""
    for letter in terms[slot]:
        if letter in wanted:
            twin = next(free)
            inputs.append(letter + twin)
            values.append(np.eye(sizes[letter], dtype=g.dtype))
            wanted += twin
        else:
            if letter not in known:
                inputs.append(letter)
                values.append(np.ones(sizes[letter], g.dtype))
            wanted += letter
    return np.einsum(f"{','.join(inputs)}->{wanted}", *values)


def _run(*xs: Any, terms: tuple, output: str) -> Any:
    return np.einsum(f"{','.join(terms)}->{output}", *xs, optimize=len(xs) > 2)


einsum_op = product(_run, Each(_rule), name="einsum")


@answers(np.einsum)
def einsum(*operands: Any, out: Any = None, optimize: Any = False) -> Any:
    """``np.einsum``, with the subscripts as text or as lists of numbers after each operand."""
    refuse_out("np.einsum", out)
    if isinstance(operands[0], str):
        subscripts, arrays = operands[0], operands[1:]
    else:
        pairs = len(operands) // 2
        arrays = operands[: 2 * pairs : 2]
        subscripts = ",".join(map(_letters, operands[1 : 2 * pairs : 2]))
        if len(operands) % 2:
            subscripts += "->" + _letters(operands[-1])
    tensors = [a if isinstance(a, Operand) else convert(a) for a in arrays]
    terms, output = spelled_out(subscripts, [t.ndim for t in tensors])
    return einsum_op(*tensors, terms=terms, output=output)


def _letters(numbers: Any) -> str:
    return "".join("..." if n is Ellipsis else string.ascii_letters[n] for n in numbers)
