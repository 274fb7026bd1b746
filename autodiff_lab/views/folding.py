"""What a picture draws as one box: scopes that are shut, the middle of a large graph. It is always said."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.record import Record
from ..engine.scopes import Scope
from .text import clean

WHOLE = 300  # values that are drawn, each by itself
SHOWN = 20  # operations on either side of the fold, where there is no loop
LONGEST_TURN = 40  # operations in one turn of a loop
MOST_SHOWN = 120  # operations beside a folded loop


class Box(NamedTuple):
    """A scope as a picture sees it.

    Attributes
    ----------
    id, name, parent : str
        ``"s0"`` and so on; the name it was given; the id of the scope around it, or "".
    members : list of int
        The numbers of those of its records that belong to the picture.
    """

    id: str
    name: str
    parent: str
    members: list[int]


class Fold(NamedTuple):
    """A run of operations that is drawn as one box.

    Attributes
    ----------
    members : tuple of int
        The numbers of its records.
    scope : str
        The id of the scope that is shut; "" for a piece of a large graph.
    name : str
        The scope's name.
    turn : int
        How many operations one turn of the loop has that they belong to; 0 where they are no loop.
    """

    members: tuple[int, ...]
    scope: str = ""
    name: str = ""
    turn: int = 0

    @property
    def turns(self) -> int:
        """How many turns of a loop are hidden."""
        return len(self.members) // self.turn if self.turn else 0


def boxes(scopes: Iterable[Scope], records: Sequence[int]) -> list[Box]:
    """List the scopes that hold records of the picture, the outer ones first."""
    found: list[Box] = []
    open_: list[tuple[Scope, str]] = []  # the scopes around the next one
    for one in sorted(scopes, key=lambda s: (s.start, s.depth)):
        members = records[bisect_left(records, one.start) : bisect_left(records, one.end)]
        if not members:
            continue
        while open_ and open_[-1][0].end < one.end:
            open_.pop()
        while open_ and open_[-1][0].end <= one.start:
            open_.pop()
        parent = open_[-1][1] if open_ else ""
        found.append(Box(f"s{len(found)}", clean(one.name), parent, list(members)))
        open_.append((one, found[-1].id))
    return found


def shut_scopes(
    found: Sequence[Box], shut: Collection[str], tape: Sequence[Record], kept: set[int]
) -> list[Fold]:
    """Make a fold of each scope that is to be shut; one inside another shut one goes with it."""
    return [
        Fold(tuple(box.members), box.id, box.name)
        for box in found
        if box.id in shut and not around(box.id, found) & set(shut) and can_shut(box, tape, kept)
    ]


def around(scope: str, found: Sequence[Box]) -> set[str]:
    """Give the ids of the scopes around a scope."""
    parents = {box.id: box.parent for box in found}
    outer: set[str] = set()
    while scope := parents[scope]:
        outer.add(scope)
    return outer


def holds(box: Box, fold: Fold, found: Sequence[Box]) -> bool:
    """Tell whether what is folded lies inside a scope."""
    if fold.scope:
        return box.id in around(fold.scope, found)
    return box.members[0] <= fold.members[0] and fold.members[-1] <= box.members[-1]


def can_shut(box: Box, tape: Sequence[Record], kept: set[int]) -> bool:
    """Tell whether nothing inside a scope has to be seen by itself."""
    return not any(k in kept for i in box.members for k in results(tape[i]))


def middle(
    tape: Sequence[Record], records: Sequence[int], kept: set[int], opened: int = 0, most: int = WHOLE
) -> Fold | None:
    """Find the piece to leave out: the middle turns of a loop, or else all but the first and last operations.

    Parameters
    ----------
    tape : sequence of Record
        All records.
    records : sequence of int
        The numbers of those that would be drawn, in order.
    kept : set of int
        The keys of values that have to be seen.
    opened : int
        How many operations of the piece are drawn all the same, at its beginning.
    most : int
        How many values are drawn without a fold.

    Returns
    -------
    Fold or None
        None for a graph that is drawn whole.
    """
    notes = [tape[i] for i in records]
    if count(notes) <= most or len(notes) <= 2 * SHOWN + 1:
        return None
    ops = [note[0].name for note in notes]
    found = next(filter(None, (_turns(ops, n) for n in range(1, LONGEST_TURN + 1))), None)
    hidden, turn = found or (range(SHOWN, len(records) - SHOWN), 0)
    hidden = range(min(hidden.start + (opened // turn * turn if turn else opened), hidden.stop), hidden.stop)
    if not hidden or any(k in kept for i in hidden for k in results(notes[i])):
        return None
    return Fold(tuple(records[hidden.start : hidden.stop]), turn=turn)


def _turns(ops: Sequence[str], turn: int) -> tuple[range, int] | None:
    """Find the loop around the middle with turns of this length; two first turns and the last are drawn."""
    centre = len(ops) // 2
    first, last = centre, min(centre + turn, len(ops))
    while first and ops[first - 1] == ops[first - 1 + turn]:
        first -= 1
    while last < len(ops) and ops[last] == ops[last - turn]:
        last += 1
    turns = (last - first) // turn
    hidden = range(first + 2 * turn, first + (turns - 1) * turn)
    return (hidden, turn) if turns >= 5 and len(ops) - len(hidden) <= MOST_SHOWN else None


def count(records: Sequence[Record]) -> int:
    """Count results and leaves; a plain number counts at each use, as it is drawn at each."""
    made: set[int] = set()
    leaves: set[int] = set()
    numbers = 0
    for note in records:
        keys = note[1]
        numbers += sum(not k for k in keys)
        leaves.update(k for k in keys if k and k not in made)
        made.update(results(note))
    return len(made) + len(leaves) + numbers


def fan_outs(records: Sequence[Record]) -> int:
    """Count the values among some records that these records use more than once."""
    uses = Counter(k for note in records for k in note[1] if k)
    return sum(uses[k] > 1 for note in records for k in results(note))


def results(note: Record) -> tuple[int, ...]:
    """Give the keys of what a record computed."""
    key = note[2]
    return key if type(key) is tuple else (key,)


def chosen(fold: Any, found: Sequence[Box]) -> tuple[bool, set[str]]:
    """Read what was given for ``fold=``: whether large graphs fold, and the ids of the scopes to shut.

    Raises
    ------
    TypeError, ValueError
        For something else, and for a name that no scope of the picture has.
    """
    if isinstance(fold, bool):
        return fold, set()
    names: list[Any] = [fold] if isinstance(fold, str) or not isinstance(fold, Iterable) else list(fold)
    known: Mapping[str, None] = dict.fromkeys(box.name for box in found)
    shut: set[str] = set()
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f'fold takes True, False, or names of scopes, not {name!r}:  fold=["layer 1"]')
        same = {box.id for box in found if box.name == clean(name)}
        if not same:
            has = ", ".join(repr(n) for n in known) or "none"
            raise ValueError(f"This picture has no scope {name!r} to fold. Its scopes: {has}.")
        shut |= same
    return True, shut
