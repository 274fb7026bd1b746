"""What `explain` finds, as plain data: one `Reason` per source."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .lineage import Place
from .tensor import Operand


@dataclass(frozen=True)
class Path:
    """One way from the target back to a source.

    Attributes
    ----------
    keys : tuple of int
        The keys of the values on the way, the target first.
    slope : float or None
        The product of the local derivatives, where all of them are single numbers.
    """

    keys: tuple[int, ...]
    slope: float | None


@dataclass(frozen=True)
class Reason:
    """Why the gradient of one source is what it is.

    Attributes
    ----------
    source : Tensor or Variable
        The source that was asked for.
    answer : str
        ``"number"``, ``"zero"``, ``"nan"`` or ``"none"``.
    kind : str
        For a number ``"path"``. For a zero ``"flat"`` (an op whose slope is 0 here) or ``"cancelled"``. For a
        NaN ``"nan"`` (a slope is not a number), ``"nan-value"`` (a value on the way is none) or ``"nan-sum"``
        (the shares of the paths add up to none). For None: ``"not-watched"``, ``"watched-late"``,
        ``"integer"``, ``"not-trainable"``, ``"outside"``, ``"paused"``, ``"left"``, ``"assigned"``,
        ``"stopped"``, ``"flat-op"``, ``"whole-numbers"``, ``"no-rule"`` (an op that gives this input no
        gradient), ``"made-later"`` (it was computed after the target), ``"never-met"`` (a Tensor that was
        not used in the block) or ``"not-connected"``.
    gradient : array or None
        The gradient itself.
    paths : tuple of Path
        The ways from the target to the source, at most a dozen.
    more_paths : bool
        Whether there are further ones.
    op : str
        The op or function to blame, where there is one.
    key : int
        The key of the value where it happened (0 if unknown).
    place : Place or None
        The line of the learner's code where the path was lost; for a number, where a plain number of it
        left the tape, so that a part may be missing.
    loose : tuple of int
        Where no path was found: the keys of Tensors that the target rests on and that this tape did not
        record.
    """

    source: Operand = field(compare=False)
    answer: str
    kind: str
    gradient: Any = field(default=None, compare=False)
    paths: tuple[Path, ...] = ()
    more_paths: bool = False
    op: str = ""
    key: int = 0
    place: Place | None = None
    loose: tuple[int, ...] = ()
