"""Large graphs: which piece is left out of the picture. What is left out is always said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..engine.record import Record

WHOLE = 300  # values that are drawn, each by itself
SHOWN = 20  # operations on either side of the fold, where there is no loop
LONGEST_TURN = 40  # operations in one turn of a loop
MOST_SHOWN = 120  # operations beside a folded loop


class Fold(NamedTuple):
    """A run of operations that is drawn as one box.

    Attributes
    ----------
    hidden : range
        Their places among the operations of the picture.
    turn : int
        How many operations one turn of the loop has that they belong to; 0 where they are no loop.
    values : int
        How many values the whole graph has.
    """

    hidden: range
    turn: int
    values: int

    @property
    def turns(self) -> int:
        """How many turns of a loop are hidden."""
        return len(self.hidden) // self.turn if self.turn else 0


def fold(records: Sequence[Record], kept: set[int]) -> Fold | None:
    """Find the piece to leave out: the middle turns of a loop, or else all but the first and last operations.

    Parameters
    ----------
    records : sequence of Record
        The operations of the picture, in order.
    kept : set of int
        The keys of values that have to be seen.

    Returns
    -------
    Fold or None
        None for a graph that is drawn whole.
    """
    values = _count(records)
    if values <= WHOLE or len(records) <= 2 * SHOWN + 1:
        return None
    ops = [note[0].name for note in records]
    found = next(filter(None, (_turns(ops, n) for n in range(1, LONGEST_TURN + 1))), None)
    hidden, turn = found or (range(SHOWN, len(records) - SHOWN), 0)
    results = (records[i][2] for i in hidden)
    if any(k in kept for key in results for k in (key if type(key) is tuple else (key,))):
        return None
    return Fold(hidden, turn, values)


def _turns(ops: Sequence[str], turn: int) -> tuple[range, int] | None:
    """Find the loop around the middle with turns of this length; two first turns and the last are drawn."""
    middle = len(ops) // 2
    first, last = middle, min(middle + turn, len(ops))
    while first and ops[first - 1] == ops[first - 1 + turn]:
        first -= 1
    while last < len(ops) and ops[last] == ops[last - turn]:
        last += 1
    count = (last - first) // turn
    hidden = range(first + 2 * turn, first + (count - 1) * turn)
    return (hidden, turn) if count >= 5 and len(ops) - len(hidden) <= MOST_SHOWN else None


def _count(records: Sequence[Record]) -> int:
    """Count results and leaves; a plain number counts at each use, as it is drawn at each."""
    results: set[int] = set()
    leaves: set[int] = set()
    numbers = 0
    for _, keys, key, _, _, _ in records:
        numbers += sum(not k for k in keys)
        leaves.update(k for k in keys if k and k not in results)
        results.update(key if type(key) is tuple else (key,))
    return len(results) + len(leaves) + numbers
