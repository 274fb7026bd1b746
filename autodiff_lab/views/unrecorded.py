"""What a tape does not record, although the target depends on it: a program computes or guards it.

A mask ``x > 2`` has no gradient, and what ``if x > 2:`` saw is no value at all. The tape notes both, so that
a program made at one place is never wrong at another.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import errors
from ..engine.lineage import Decision, Made
from ..engine.tape import GradientTape
from ..ops.registry import Op
from ..ops.symbol import OPERATOR_OF, Call, Symbol, call
from .code import INFIX
from .lines import Line, Lines, tree_of
from .simplify import simplified
from .story import ancestors

OTHER_BRANCH = "Another branch would be taken with these inputs: this program was recorded"


class Unrecorded(Lines):
    """The part of a program's making that looks beside the records."""

    tape: GradientTape
    parameters: list[str]

    def __init__(self, dtype: np.dtype, names: Mapping[int, str]) -> None:
        super().__init__(dtype, names)
        self.guarded: set[str] = set()

    def _needed(self, target: int, decisions: Sequence[Decision]) -> list[int]:
        """The numbers of the records that the target and the looks depend on, by whatever way."""
        wanted = {target} | {k for d in decisions for k in self._roots(d.key)}
        while True:
            records = ancestors(self.tape._records, wanted)
            keys = {k for i in records for k in self.tape._records[i][1]}
            more = {k for key in keys | {target} for k in self._roots(key)} - wanted
            if not more:
                return records
            wanted |= more

    def _roots(self, key: int) -> set[int]:
        """The watched values that an unwatched one was made of."""
        made = self.tape._derived.get(key)
        if made is None:
            return {key}
        if made.function is None:
            made = made.args[0]
        return {root for k in made.keys if k for root in self._roots(k)}

    def _guard(self, decision: Decision) -> None:
        """Write down what plain Python saw of a value, in a branch of the learner's code or elsewhere."""
        test = self._again(decision.key)
        if test is None:  # it depended on something else than the inputs
            return
        yes = decision.outcome
        tree, told = simplified(tree_of(test)), yes
        text = self.writer.text(tree)
        if isinstance(yes, np.bool_) or (isinstance(yes, np.ndarray) and not yes.ndim and yes.dtype == bool):
            yes = told = bool(yes)
        if not isinstance(yes, bool):
            seen = np.asarray(decision.outcome)
            told = seen.item() if seen.size == 1 else errors.short(seen.tolist())
            other = self._constant(seen) if seen.ndim else seen.item()
            equal = call(np.array_equal if seen.ndim else operator.eq, test, other)
            tree, yes = simplified(tree_of(equal)), True
        line = f"if {'not ' if yes else ''}({self.writer.text(tree)}):"
        if line not in self.guarded:
            self.guarded.add(line)
            if text not in self.parameters:  # what a name stands for tells more
                text = next((n.text for n in reversed(self.lines) if n.name == text), text)
            told = f"{OTHER_BRANCH} where {text} was {told}"
            body = f"{line}\n        raise ValueError({told!r})"
            self.lines.append(Line("", body, tree, outcome=yes))

    def _again(self, key: int) -> Any:
        """Make a value again that is not recorded, such as ``x > 2``; None if it came from somewhere else."""
        if key in self.values:
            return self.values[key]
        made = self.tape._derived.get(key)
        if made is None:
            return None
        symbol = self._made(made)
        if symbol is None:
            return None
        wish = self.wishes.get(key, "")
        if wish or not _is_short(tree_of(symbol)):
            name = self.names.give(wish, f"s{len(self.values)}")
            self._emit(name, symbol, "", None)
            symbol = Symbol(name, symbol.value)
        self.values[key] = symbol
        return symbol

    def _made(self, made: Made) -> Any:
        if made.function is None:
            whole = self._made(made.args[0])
            return whole[made.args[1]] if isinstance(whole, Symbol | tuple) else None
        known = [self._again(k) if k else None for k in made.keys]
        if all(s is None for s in known):
            return None
        parts = [self._constant(a) if s is None else s for s, a in zip(known, made.args, strict=True)]
        settings = made.settings or {}
        if isinstance(made.function, Op):
            return self._outcome(made.function, parts, settings)
        return call(OPERATOR_OF.get(made.function, made.function), *parts, **settings)

    @staticmethod
    def _outcome(op: Op, symbols: list[Any], settings: Mapping[str, Any]) -> Any:
        """Run an op on Symbols; one that is not written in the dialect of rules goes along as a whole."""
        if not isinstance(op, Op):
            raise NotImplementedError(errors.PROGRAM_OWN_RULE.format(name=op.name))
        try:
            return op.function(*symbols, **settings)
        except Exception:
            return call(op.function, *symbols, **settings)


def _is_short(tree: Any) -> bool:
    """Tell whether an expression may stand in others: ``x > 2``."""
    return (
        isinstance(tree, Call) and tree.function in INFIX and not any(isinstance(a, Call) for a in tree.args)
    )
