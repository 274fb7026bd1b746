"""How a program is written: the records forward on Symbols, and the sweep backward with the same rules."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of
from ..engine.lineage import MOST
from ..engine.record import Absent
from ..engine.sweep import Step, backward
from ..engine.tape import GradientTape
from ..engine.tensor import Operand
from ..ops.symbol import Call, Name, Symbol, call
from .lines import Line, tree_of, words
from .simplify import ONE, simplified, without_one
from .unrecorded import Unrecorded


class Written(Unrecorded):
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
        super().__init__(target.dtype, names)
        self.tape = tape
        self.target = target
        self.sources = sources
        self.inputs: dict[int, Any] = dict.fromkeys(map(key_of, sources))  # with the first value of each
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

    def _symbols(self, keys: tuple, args: tuple) -> list[Any]:
        return [self._symbol(k, a) for k, a in zip(keys, args, strict=True)]

    def _symbol(self, key: int, value: Any) -> Any:
        if key in self.values:
            if key in self.inputs and not isinstance(value, Absent):
                self._check_input(key, value)
            return self.values[key]
        if key in self.tape._derived:
            again = self._again(key)
            if again is not None:
                return again
        if isinstance(value, Absent):
            raise ValueError(errors.PROGRAM_ABSENT.format(shape=value.shape))
        return self._constant(value, self.wishes.get(key, ""))

    def _check_input(self, key: int, value: Any) -> None:
        """An input has one value: a Variable that got another one while the tape recorded would be two."""
        first = self.inputs[key]
        if first is None:
            self.inputs[key] = value
        elif value is not first and not np.array_equal(value, first, equal_nan=True):
            raise ValueError(errors.PROGRAM_ASSIGNED.format(name=self.values[key].expression))

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
            tree = tree_of(total)
            if step.share is not total:
                share = self.known.get(self._text(tree_of(step.share)))
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
        tree = None if gradient is None else simplified(self.stretching.whole(tree_of(gradient)))
        self.answers.append(without_one(tree, self._unit(tree), {}))
        return self.writer.text(self.answers[-1])

    # ---- lines --------------------------------------------------------------------------------------

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
