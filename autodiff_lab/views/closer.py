"""What a sweep can be asked when one looks closer: other folds, a nudge, one cell, the tangents."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from .. import errors
from ..engine.sweep import Step
from ..engine.tensor import Operand
from .finding import cell_of, check_real, find
from .follow import Follower
from .inner import answer, embedded
from .nudge import Nudge, Nudger, signed
from .play import Play
from .played import Played
from .replay import BranchError, GoneError
from .steps import whole
from .story import Picture, Recording, View
from .tangents import MOST_RECORDS, Tangents, tangents
from .words import say


class Closer(Played):
    """A sweep over a recording, with its picture."""

    _recording: Recording
    _picture: Picture
    _targets: Sequence[Operand]
    _asked: Sequence[Operand]
    _names: Mapping[int, str]
    _seeds: dict[int, Any]  # the gradients that the sweep starts with, by key
    _observed: list[Step]  # what the engine's loop did
    _answer: str  # what the number is called whose change the gradients foretell

    def folded(self, shut: Iterable[str] = (), opened: int = 0) -> Self:
        """Show the same sweep with other folds.

        Parameters
        ----------
        shut : iterable of str
            The ids of the scopes to draw as one box each, as ``story["scopes"]`` has them.
        opened : int
            How many operations of a large graph's fold are drawn all the same.

        Returns
        -------
        Sweep
            Another one; nothing is computed again.

        Examples
        --------
        >>> import numpy as np
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     with adl.scope("inner"):
        ...         u = np.sin(x * 2.0)
        ...     y = u * u
        >>> sweep = tape.sweep(y, x)
        >>> [node["title"] for node in sweep.folded(shut=["s0"]).story["nodes"]]
        ['x', 'inner (2 steps)', 'y = inner × inner']
        """
        other = copy.copy(self)
        other._show((self._view or View())._replace(shut=frozenset(shut), opened=opened))
        return other

    def nudge(self, value: Any, by: float = 0.01, index: Any = None) -> Nudge:
        """Change a value, compute everything after it again, and compare with what its gradient predicts.

        Parameters
        ----------
        value : Tensor, Variable or str
            Any value of the picture, or its name there.
        by : float
            The change, of every cell of an array.
        index : int or tuple of int, optional
            The one cell to change.

        Returns
        -------
        Nudge
            With ``predicted``, ``measured`` and a sentence; ``print`` shows it.

        Raises
        ------
        ValueError
            If there is no such value or cell, or what follows cannot be computed again.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: x**2, x=3.0).sweep
        >>> print(sweep.nudge("x", 0.1))
        Raise x by 0.1. Predicted change of x²: 6 × 0.1 = 0.6. Measured: 0.61.
        """
        node = find(self._picture, value)
        check_real(node)
        step = float(by)
        cell = None if index is None else cell_of(node, index)
        try:
            return self._nudger().nudge(node, step, cell)
        except GoneError as gone:
            raise ValueError(errors.NUDGE_GONE.format(name=node.shown, op=gone)) from None
        except BranchError:
            raise ValueError(say("nudge-branch", name=node.shown, by=signed(step))) from None

    def follow(self, value: Any, index: Any) -> Play:
        """Follow one cell of an array: the scalar story of that number.

        Parameters
        ----------
        value : Tensor, Variable or str
            Any value of the picture, or its name there.
        index : int or tuple of int
            Which cell, one number for each axis.

        Returns
        -------
        Play
            Each cell that the chosen one moves is a box of its own (beyond four of one array the others
            share one), each edge has one local derivative, and the last total is the cell's gradient. Shows
            itself as a player, prints, and saves as a sweep does.

        Raises
        ------
        ValueError
            If there is no such value or cell, its numbers are not real, or its story is too long.

        Examples
        --------
        >>> import numpy as np
        >>> import autodiff_lab as adl
        >>> sweep = adl.trace(lambda x: np.sum(x**2), x=[1.0, 3.0]).sweep
        >>> print(sweep.follow("x", 1))
        x[1] alone: Graph of sum(x²), 3 values, with its backward sweep
        <BLANKLINE>
        1. Start at sum(x²). If sum(x²) grows by 1, sum(x²) grows by 1, so its gradient is 1.
        2. sum(x²) moves 1 times as fast as (x²)[1]. 1 × 1 = 1.
        3. (x²)[1] moves 6 times as fast as x[1]. 1 × 6 = 6.
        4. Done. x[1] has gradient 6: raise x[1] by 0.01 and sum(x²) changes by about 0.06.
        """
        node = find(self._picture, value)
        check_real(node)
        cell = cell_of(node, index)
        picture = Picture(self._recording, self._targets, self._asked, self._names)
        return Follower(picture, self._seeds, self._by_key()).story(picture.by_key[node.key], cell)

    def tangents(self) -> Tangents:
        """Tell the forward-mode sweep on the same graph: how fast each value moves with each input.

        Returns
        -------
        Tangents
            Its ``steps``, how many ``runs`` forward mode needs and how many backward mode does; ``print``
            tells it. The player shows it too.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> print(adl.trace(lambda x: x * x, x=3.0).sweep.tangents())
        1. Run 1 of 1: x moves by 1, and every other input stays. How fast does each value move?
        2. x moves x × x: 1 × 3 = 3.
        3. x moves x × x too: 1 × 3 = 3. Parts add: 3 + 3 = 6.
        4. End of run 1: x × x moves 6 times as fast as x.
        Forward mode: runs needed: 1, one for each number that goes in. Backward: 1, one for each number that
        comes out.
        """
        return tangents(self._picture)

    def _nudger(self) -> Nudger:
        return Nudger(self._picture, self._seeds, self._by_key(), self._answer)

    def _by_key(self) -> dict[int, Any]:
        """Give the gradient of each value that the sweep reached."""
        return {**self._seeds, **{step.key: whole(step.total) for step in self._observed}}

    def _more(self) -> dict[str, Any]:
        more: dict[str, Any] = {"nudges": self._nudger().offered()}
        if len(self._picture.records) <= MOST_RECORDS:
            told = self.tangents()
            more["tangents"] = {"steps": told.data, "counter": told.counter}
        return more

    def _inner(self) -> dict[str, Any]:
        return embedded(self)

    def _answerer(self) -> Callable[[str], dict[str, Any]]:
        return lambda ask: answer(self, ask)
