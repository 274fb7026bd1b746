"""Explanation: the reasons of ``tape.explain``, told in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import errors
from ..engine.asking import key_of, operands_in, starting_gradients
from ..engine.explain import reasons
from ..engine.reasons import Path, Reason
from ..engine.record import Absent
from ..engine.tape import GradientTape
from ..engine.tensor import Operand
from ..engine.variable import Variable
from .narrate import text
from .story import Picture
from .text import clean
from .words import say


class Explanation:
    """Why each gradient is what it is.

    Made by ``tape.explain(target, sources)``; ``print`` tells it, and so does the last line of a cell.

    Attributes
    ----------
    reasons : list of Reason
        One per source, in the order of the flattened sources.
    sentences : list of str
        The same in words.
    mends : list of str
        For each source the one line that mends it, empty where nothing is broken.

    Examples
    --------
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(3.0)
    >>> with adl.GradientTape() as tape:
    ...     u = x * 2.0
    ...     y = u**2
    >>> explanation = tape.explain(y, x)
    >>> print(explanation)
    x: 24. It came along one path: y → u → x (24).
    >>> explanation.reasons[0].kind
    'path'
    """

    def __init__(
        self,
        tape: GradientTape,
        target: Any,
        sources: Any,
        output_gradients: Any,
        names: Mapping[int, str],
    ) -> None:
        targets = tape._targets(target)[0]
        flat = operands_in(sources, errors.SOURCES_NONE, errors.SOURCE_NOT_TENSOR)[0]
        if not tape._started and not tape._records and not tape._lineage and not tape._answers:
            raise RuntimeError(errors.TAPE_USED_UP)
        seeds = starting_gradients(target, targets, output_gradients, taped=False)
        self.reasons = reasons(tape, targets, flat, seeds)
        self._names = dict(names)
        picture = Picture(tape, targets, None, names)
        self._shown = {node.key: node.shown for node in picture.nodes if node.key}
        self._target = say("and").join(dict.fromkeys(self._shown[key_of(t)] for t in targets))
        self.sentences: list[str] = []
        self.mends: list[str] = []
        for place, reason in enumerate(self.reasons):
            sentence, mend = self._tell(reason, place)
            self.sentences.append(clean(sentence))
            self.mends.append(clean(mend))

    def lost(self) -> dict[int, str]:
        """Give the reasons why gradients are none, by the keys of the sources, without the name in front."""
        found = {}
        for place, (reason, sentence) in enumerate(zip(self.reasons, self.sentences, strict=True)):
            if reason.gradient is None and reason.kind != "not-connected":
                prefix = clean(say("none-prefix", name=self._name(reason.source, place)))
                found[key_of(reason.source)] = sentence.removeprefix(prefix)
        return found

    def _name(self, source: Operand, place: int) -> str:
        known = self._names.get(source._key) or source._given_name
        return known or say("source-number", number=place + 1)

    def _tell(self, reason: Reason, place: int) -> tuple[str, str]:
        name = self._name(reason.source, place)
        gradient = reason.gradient
        if gradient is not None and not isinstance(gradient, Absent):
            gradient = np.asarray(gradient)
        value = "" if gradient is None else text(gradient)
        line = reason.place
        values = {
            "name": name,
            "value": value,
            "target": self._target,
            "op": reason.op,
            "at": self._shown.get(reason.key, reason.op),
            "what": reason.op,
            "line": f"line {line.line}: {line.text}" if line is not None and line.text else "",
            "kind": "Variable" if isinstance(reason.source, Variable) else "constant",
            "dtype": str(reason.source.dtype),
        }
        if not values["line"]:
            values["line"] = say("somewhere")
        values["of"] = say("value-of", **values) if reason.op else say("value-itself")
        if reason.kind == "path":
            if line is None:
                return self._number(reason, values), ""
            return f"{self._number(reason, values)} {say('also-left', **values)}", say("mend-left", **values)
        key = f"why-{reason.kind}"
        if reason.kind == "nan-sum":
            values |= {"count": str(len(reason.paths)), "paths": self._listed(reason)}
        mend = say(f"mend-{reason.kind}", **values)
        if reason.kind == "not-watched" and isinstance(reason.source, Variable):
            key, mend = "why-variable-not-watched", say("mend-not-watched", **values)
        loose = say("and").join(self._names[k] for k in reason.loose if k in self._names)
        if loose:
            more, mend = say("loose", loose=loose, **values), say("mend-loose", loose=loose, **values)
            return f"{say(key, **values)} {more}", mend
        return say(key, **values), mend

    def _number(self, reason: Reason, values: Mapping[str, str]) -> str:
        if not reason.paths:
            return say("why-number", **values)
        if reason.paths[0].keys == (reason.source._key,) and len(reason.paths) == 1:
            return say("why-itself", **values)
        if len(reason.paths) == 1:
            return say("why-one-path", path=self._path(reason.paths[0]), **values)
        return say("why-paths", count=len(reason.paths), paths=self._listed(reason), **values)

    def _listed(self, reason: Reason) -> str:
        more = [say("more-paths")] if reason.more_paths else []
        return "; ".join([*map(self._path, reason.paths), *more])

    def _path(self, path: Path) -> str:
        way = " → ".join(self._shown.get(k, "…") for k in path.keys)
        return way if path.slope is None or len(path.keys) == 1 else f"{way} ({text(np.float64(path.slope))})"

    def __str__(self) -> str:
        lines = []
        for sentence, mend in zip(self.sentences, self.mends, strict=True):
            lines.append(sentence)
            if mend:
                lines.append(say("mend", mend=mend))
        return "\n".join(lines)

    __repr__ = __str__
