"""How a program is written: the records forward on Symbols, and the sweep backward with the same rules."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from ..engine.asking import key_of
from ..engine.lineage import MOST, Decision, Made
from ..engine.record import Absent
from ..engine.sweep import Step, backward
from ..engine.tape import GradientTape
from ..engine.tensor import Operand
from ..ops.registry import Op
from ..ops.symbol import OPERATOR_OF, Call, Name, Symbol, call
from .code import INFIX, Names, Writer, literal
from .helpers import Helpers
from .simplify import ONE, calls, is_one, simplified, without_one
from .story import ancestors
from .stretching import Stretching

OTHER_BRANCH = "Another branch would be taken with these inputs: this program was recorded"
MOST_LITERAL = 24  # elements of an array that is written into the code


class Line(NamedTuple):
    """A line of a program, before its neighbours are known.

    Attributes
    ----------
    name : str
        What it gives a value to; empty for a guard.
    text : str
        The expression in Python.
    tree : Any
        The expression itself, for other printers.
    reason : str
        The comment.
    step : tuple of int or None
        The ``(record, slot)`` of the sweep that it does.
    outcome : bool or None
        For a guard, what its test has to be.
    """

    name: str
    text: str
    tree: Any
    reason: str = ""
    step: tuple[int, int] | None = None
    outcome: bool | None = None


class Written:
    """Writes one program."""

    def __init__(
        self,
        tape: GradientTape,
        target: Operand,
        sources: Sequence[Operand],
        names: Mapping[int, str],
        strict: bool,
    ) -> None:
        if tape._overflowed:
            raise ValueError(errors.PROGRAM_OVERFLOW.format(most=MOST))
        self.tape = tape
        self.target = target
        self.sources = sources
        self.wishes = names
        self.temporaries = 0
        self.guarded: set[str] = set()
        self.known: dict[str, str] = {}  # expressions that a name holds already
        self.data: dict[str, np.ndarray] = {}
        self.names = Names()
        self.helpers = Helpers()
        self.stretching = Stretching(target.dtype)
        self.writer = Writer(self._array, self._helper, self.stretching.shape)
        self.values: dict[int, Symbol] = {}
        self.arrays: dict[int, tuple[np.ndarray, str]] = {}
        self.lines: list[Line] = []
        self.parameters = [self._leaf(s, f"x{i}") for i, s in enumerate(sources)]
        decisions = list(tape._decisions)
        self.records = self._needed(key_of(target), decisions)
        if not strict:
            # Where nothing is recorded after a look, as in print(float(y)), nothing in here depends on it.
            last = max(self.records, default=-1)
            decisions = [d for d in decisions if isinstance(d.outcome, bool) or d.records <= last]
        for index in self.records:
            while decisions and decisions[0].records <= index:
                self._guard(decisions.pop(0))
            self._forward(index)
        for decision in decisions:
            self._guard(decision)
        if target._key not in self.values:
            self.values[target._key] = self._literal(target._value)
        self.split = len(self.lines)
        self.answers: list[Any] = []
        self.gradients = self._backward()

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

    # ---- forward ------------------------------------------------------------------------------------

    def _leaf(self, source: Operand, otherwise: str) -> str:
        if key_of(source) not in self.values:
            name = self.names.give(self.wishes.get(source._key, ""), otherwise)
            self.values[source._key] = Symbol(name, source._value)
            self.stretching.named(name, Name(name), source.shape)
        return str(self.values[source._key].expression)

    def _forward(self, index: int) -> None:
        op, keys, key, args, _, params = self.tape._records[index]
        if key in self.values:  # a source that was itself computed is an input of the program
            return
        outcome = self._outcome(op, self._symbols(keys, args), params or {})
        several = type(key) is tuple
        if several and isinstance(outcome, Symbol):
            outcome = self._taken_apart(outcome, f"v{index + 1}", len(key))
        outcomes = outcome if isinstance(outcome, tuple) else (outcome,)
        for k, found in zip(key if several else (key,), outcomes, strict=True):
            symbol = found if isinstance(found, Symbol) else self._literal(found)
            name = self.names.give(self.wishes.get(k, ""), f"v{index + 1}")
            self._emit(name, symbol, "", None)
            self.values[k] = Symbol(name, symbol.value)

    def _taken_apart(self, packed: Symbol, wish: str, count: int) -> tuple[Symbol, ...]:
        """Name the several results of one call."""
        name = self.names.give(wish, "v")
        self._emit(name, packed, "", None)
        packed = Symbol(name, packed.value)
        return tuple(call(operator.getitem, packed, i) for i in range(count))

    def _guard(self, decision: Decision) -> None:
        """Write down what plain Python saw of a value, in a branch of the learner's code or elsewhere."""
        test = self._again(decision.key)
        if test is None:  # it depended on something else than the inputs
            return
        yes = decision.outcome
        tree, told = simplified(_tree(test)), yes
        text = self.writer.text(tree)
        if isinstance(yes, np.bool_) or (isinstance(yes, np.ndarray) and not yes.ndim and yes.dtype == bool):
            yes = told = bool(yes)
        if not isinstance(yes, bool):
            seen = np.asarray(decision.outcome)
            told = seen.item() if seen.size == 1 else errors.short(seen.tolist())
            other = self._constant(seen) if seen.ndim else seen.item()
            equal = call(np.array_equal if seen.ndim else operator.eq, test, other)
            tree, yes = simplified(_tree(equal)), True
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
        if wish or not _is_short(_tree(symbol)):
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

    def _symbols(self, keys: tuple, args: tuple) -> list[Any]:
        return [self._symbol(k, a) for k, a in zip(keys, args, strict=True)]

    def _symbol(self, key: int, value: Any) -> Any:
        if key in self.values:
            return self.values[key]
        if key in self.tape._derived:
            again = self._again(key)
            if again is not None:
                return again
        if isinstance(value, Absent):
            raise ValueError(errors.PROGRAM_ABSENT.format(shape=value.shape))
        return self._constant(value, self.wishes.get(key, ""))

    def _constant(self, value: Any, wish: str = "") -> Any:
        if isinstance(value, np.ndarray) and value.ndim:
            return Symbol(self._array(value, wish), value)
        if isinstance(value, np.ndarray | np.generic):
            return np.asarray(value)[()]
        return value

    def _literal(self, value: Any) -> Symbol:
        """A constant as a Symbol, written out."""
        constant = self._constant(value)
        return constant if isinstance(constant, Symbol) else Symbol(self.writer.text(constant), value)

    def _array(self, array: np.ndarray, wish: str = "") -> str:
        """Name an array that stands in the code: written out if it is small, a parameter otherwise."""
        if id(array) not in self.arrays:
            name = self.names.give(wish or f"c{len(self.arrays) + 1}", "c")
            if array.size <= MOST_LITERAL:
                self.lines.append(Line(name, literal(array), array))
            else:
                self.data[name] = array
            self.arrays[id(array)] = (array, name)
            self.stretching.named(name, Name(name), array.shape)
        return self.arrays[id(array)][1]

    def _helper(self, function: Any) -> str:
        return self.helpers.name(function)

    # ---- backward -----------------------------------------------------------------------------------

    def _backward(self) -> list[str]:
        bars: dict[int, str] = {}

        def lift(keys: tuple, key: Any, args: tuple, result: Any) -> tuple[tuple, Any]:
            if type(key) is tuple:
                return tuple(self._symbols(keys, args)), tuple(self.values[k] for k in key)
            return tuple(self._symbols(keys, args)), self.values[key]

        def write(step: Step) -> Any:
            total = step.total
            if step.key not in bars:
                bars[step.key] = self.names.give(f"{self.values[step.key].expression}_bar", "v_bar")
            name = bars[step.key]
            tree = _tree(total)
            if step.share is not total:
                share = self.known.get(self._text(_tree(step.share)))
                if share is not None:
                    tree = Call(operator.add, (Name(name), Name(share)), {}, np.shape(step.share))
            note = self.tape._records[step.record]
            out = note[2][0] if type(note[2]) is tuple else note[2]
            reason = f"{note[0].name}: {self.values[out].expression} to {self.values[step.key].expression}"
            value = total.value if isinstance(total, Symbol) else total
            self._emit(name, tree, reason, (step.record, step.slot), np.shape(value))
            return Symbol(name, value)

        value = self.values[self.target._key]
        if value.ndim:
            seed = Symbol(Call(np.ones_like, (Name(value.expression),), {}), np.ones_like(value.value))
            name = self.names.give(f"{value.expression}_bar", "y_bar")
            self._emit(name, seed, "each element counts once", None)
            seed.expression = name
        else:
            seed = Symbol(ONE, self.target.dtype.type(1))
        keys = {s._key for s in self.sources}
        with np.errstate(all="ignore"):
            asked = keys & (self.tape._watched | {self.target._key})
            found = backward(self.tape._records, {self.target._key: seed}, asked, lift, write)
        return [self._answer(found.get(s._key), s) for s in self.sources]

    def _answer(self, gradient: Any, source: Operand) -> str:
        tree = None if gradient is None else simplified(self.stretching.whole(_tree(gradient)))
        self.answers.append(without_one(tree, self._unit(tree), {}))
        return self.writer.text(self.answers[-1])

    # ---- lines --------------------------------------------------------------------------------------

    def _unit(self, tree: Any) -> Any:
        """The 1 that a sweep starts with, as a number that stands alone or goes into a function."""
        return 1.0 if is_one(tree) else self.target.dtype.type(1)

    def _text(self, tree: Any) -> str:
        return self.writer.text(simplified(self.stretching.whole(simplified(tree))))

    def _emit(
        self,
        name: str,
        made: Any,
        reason: str,
        step: tuple[int, int] | None,
        shape: tuple[int, ...] | None = None,
    ) -> None:
        """Write the line that gives a value its name: a Symbol, or an expression with its shape."""
        if isinstance(made, Symbol):
            shape = getattr(made.value, "shape", None)
        tree = simplified(self.stretching.named(name, simplified(_tree(made)), shape))
        tree = self._shared(without_one(tree, self._unit(tree), {}))
        text = self.writer.text(tree)
        text = self.known.get(text, text)
        self.lines.append(Line(name, text, Name(text) if text.isidentifier() else tree, reason, step))
        # What was written with the old value of this name is not to be had any more.
        self.known = {t: n for t, n in self.known.items() if n != name and name not in words(t)}
        if name not in words(text) and not text.isidentifier():
            self.known[text] = name

    def _shared(self, tree: Any) -> Any:
        """Compute once what stands in an expression twice."""
        counts: dict[int, int] = {}
        for node in calls(tree):
            counts[id(node)] = counts.get(id(node), 0) + 1
        named: dict[int, Name] = {}

        def replaced(node: Any) -> Any:
            if isinstance(node, Call):
                if id(node) in named:
                    return named[id(node)]
                kwargs = {k: replaced(v) for k, v in node.kwargs.items()}
                new = Call(node.function, replaced(node.args), kwargs, node.shape)
                if counts[id(node)] > 1:
                    self.temporaries += 1
                    name = self.names.give(f"t{self.temporaries}", "t")
                    self.lines.append(Line(name, self.writer.text(new), new))
                    named[id(node)] = Name(name)
                    return named[id(node)]
                return new
            if isinstance(node, tuple | list):
                return type(node)(replaced(v) for v in node)
            return node

        return replaced(tree)

    def kept(self) -> tuple[list[Line], list[Line]]:
        """The lines of the forward and the backward part, without those that nobody needs."""
        needed = words(f"{self.values[self.target._key].expression} {' '.join(self.gradients)}")
        kept: tuple[list[Line], list[Line]] = ([], [])
        for number in range(len(self.lines) - 1, -1, -1):
            line = self.lines[number]
            if not line.name or line.name in needed:
                needed |= words(line.text)
                kept[number >= self.split].insert(0, line)
        self.data = {name: self.data[name] for name in sorted(set(self.data) & needed)}
        return kept

    def fixed(self) -> bool:
        """Tell whether the code holds for the shapes alone that it was recorded with."""
        if any(self.tape._records[i][0].kind != "elementwise" for i in self.records):
            return True
        return any(
            "sum(" in line.text or "np.broadcast_to(" in line.text for part in self.kept() for line in part
        )


def _is_short(tree: Any) -> bool:
    """Tell whether an expression may stand in others: ``x > 2``."""
    return (
        isinstance(tree, Call) and tree.function in INFIX and not any(isinstance(a, Call) for a in tree.args)
    )


def _tree(value: Any) -> Any:
    if isinstance(value, Symbol):
        return Name(value.expression) if isinstance(value.expression, str) else value.expression
    return value


def words(text: str) -> set[str]:
    """The names in a piece of code."""
    return set(re.findall(r"[^\W\d]\w*", text))
