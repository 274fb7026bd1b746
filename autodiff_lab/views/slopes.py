"""Local derivatives: what an op's own rule makes of a 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.custom import OwnRule
from ..engine.record import Absent
from .numbers import format_number

if TYPE_CHECKING:
    from .story import Picture

MOST = 100  # edges of a picture that have their slopes on them


def local_slope(note: Any, slot: int, upstream: Any) -> Any:
    """Ask the op's own rule for its local derivative: what it makes of a 1."""
    op, _, key, args, result, params = note
    if type(key) is tuple or isinstance(op, OwnRule):  # a learner's own gradient is asked once, by the sweep
        return None
    single = np.size(upstream) == 1 and not isinstance(args[slot], Absent) and np.size(args[slot]) == 1
    if op.kind != "elementwise" and not single:
        return None
    ones = np.ones_like(upstream)
    with np.errstate(all="ignore"):
        return op.rules[slot](ones if ones.ndim else ones[()], result, *args, **(params or {}))


def slopes(picture: Picture) -> list[str]:
    """Write for each edge of a picture its local derivative, ``×4``; nothing where it is not one number."""
    if len(picture.edges) > MOST:
        return [""] * len(picture.edges)
    notes = {
        outs[0].id: picture.note(index)
        for index, outs in picture.by_record.items()
        if index not in picture.hidden and len(outs) == 1
    }
    return [
        _slope(notes[head.id], slot) if head.id in notes and tail.role != "constant" else ""
        for tail, head, slot in picture.edges
    ]


def _slope(note: Any, slot: int) -> str:
    op, _, _, args, result, _ = note
    numbers = not isinstance(result, Absent) and np.ndim(result) == 0 and np.asarray(result).dtype.kind == "f"
    if not numbers or isinstance(args[slot], Absent) or np.ndim(args[slot]) or op.rules[slot] is None:
        return ""
    local = local_slope(note, slot, np.ones_like(result)[()])
    return "" if local is None or np.ndim(local) else f"×{format_number(local)}"
