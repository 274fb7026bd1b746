"""The doors from a tape to its views, which are loaded only when somebody looks."""

from __future__ import annotations

import sys
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from .asking import key_of
from .names import array_names, given_names, merged, names_in, own_names, without_taken
from .structure import flatten
from .tensor import Operand

if TYPE_CHECKING:
    from ..views.explanation import Explanation
    from ..views.graph import Graph
    from ..views.program import Program
    from ..views.sweep import Sweep
    from .tape import GradientTape


class Doors:
    """The part of GradientTape that shows itself."""

    def graph(
        self, target: Any, sources: Any = None, names: Any = None, fold: Any = True, slopes: bool = False
    ) -> Graph:
        """Draw what lies between the sources and the target.

        Parameters
        ----------
        target : Tensor, Variable, or nested structure of them
            What was computed.
        sources : Tensor, Variable, or nested structure of them, optional
            What it was computed from; everything watched by default.
        names : dict, optional
            Names for the picture, as in ``names={"loss": y}``. Others are taken from ``name=`` and from
            the variables of the code that calls.
        fold : bool, str or iterable of str, default True
            Whether a graph of more than 300 values is drawn with its middle in one box: the turns of a loop
            but for the first two and the last, or else all but the first and the last operations. Names of
            scopes draw these as one box each.
        slopes : bool, default False
            Whether the local derivative stands on each edge where it is one number and there is room.

        Returns
        -------
        Graph

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        >>> tape.graph(y)
        <Graph of y = x × x, 2 values>
        """
        from ..views.graph import Graph

        known = self._known_names(names, sys._getframe(1), target, sources)
        return Graph(cast("GradientTape", self), target, sources, known, fold, slopes)

    def sweep(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        names: Any = None,
        fold: Any = True,
    ) -> Sweep:
        """Run the sweep once more, and show its steps. The tape is not used up by it.

        Parameters
        ----------
        target, sources, output_gradients
            As for `gradient`.
        names, fold : optional
            As for `graph`. The steps inside a fold are told as one for each of its inputs.

        Returns
        -------
        Sweep

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        >>> len(tape.sweep(y, x).steps)
        4
        """
        from ..views.sweep import Sweep

        known = self._known_names(names, sys._getframe(1), target, sources)
        return Sweep(cast("GradientTape", self), target, sources, output_gradients, known, fold=fold)

    def program(self, target: Any, sources: Any, names: Any = None) -> Program:
        """Write the value and its gradients as plain NumPy code.

        Parameters
        ----------
        target : Tensor
            What was computed. A target that is not a scalar counts element by element, as for `gradient`.
        sources : Tensor, Variable, or nested structure of them
            The inputs of the program; everything else that it was computed from stands in it as a constant.
        names : dict, optional
            As for `graph`.

        Returns
        -------
        Program
            Prints as its source; called with new inputs it returns ``(value, gradients)``.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> x = adl.Variable(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = x * x
        >>> program = tape.program(y, x)
        >>> value, gradients = program(4.0)
        >>> float(value), float(gradients[0])
        (16.0, 8.0)
        """
        from ..views.program import Program

        known = self._known_names(names, sys._getframe(1), target, sources)
        return Program(cast("GradientTape", self), target, sources, known)

    def explain(
        self, target: Any, sources: Any, output_gradients: Any = None, names: Any = None
    ) -> Explanation:
        """Say for each source what its gradient is, and why: along which paths, or where the path broke.

        Works on a tape that has answered, too (an ordinary tape that held much has let go of it by then).

        Parameters
        ----------
        target, sources, output_gradients
            As for `gradient`.
        names : dict, optional
            As for `graph`.

        Returns
        -------
        Explanation
            Prints as text; its ``reasons`` are data.

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> c = adl.constant(3.0)
        >>> with adl.GradientTape() as tape:
        ...     y = c * c
        >>> print(tape.explain(y, c))  # doctest: +NORMALIZE_WHITESPACE
        c: none. The tape does not watch c: it is a Tensor, not a Variable, and only Variables are watched
        by themselves.
        Mend it:  tape.watch(c)  as the first line inside the with block
        """
        from ..views.explanation import Explanation

        known = self._known_names(names, sys._getframe(1), target, sources)
        return Explanation(cast("GradientTape", self), target, sources, output_gradients, known)

    def _known_names(self, names: Any, frame: FrameType, *asked: Any) -> dict[int, str]:
        for leaf in flatten(asked)[0]:
            if isinstance(leaf, Operand):
                key_of(leaf)  # names are found by key
        given = merged([given_names(names), own_names(self)])
        arrays = array_names(self, frame.f_locals, frame.f_globals)
        found = {**names_in(frame.f_locals, frame.f_globals), **arrays}
        return merged([given, without_taken(found, given)])
