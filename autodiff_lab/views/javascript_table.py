"""How each function is written in JavaScript: the one table of that printer."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..ops.elementwise import multiply_no_nan
from ..ops.gathering import scatter_along
from ..ops.indexing import scatter
from ..ops.symbol import astype

TOO_LARGE = (
    "JavaScript is written for numbers and small arrays, and one of shape {shape} is in this program: at "
    "most {most} elements. Use the Python program, or a smaller example."
)
NOT_WRITTEN = (
    "{name} has no JavaScript here, so this program cannot be written with it. The Python one has it:  "
    "program.source"
)

# How strongly an expression binds: what stands in a tighter place gets brackets.
LOOSE, CHOICE, COMPARED, SUM, PRODUCT, SIGN, TIGHT = 0, 1, 3, 5, 6, 7, 10

Part = tuple[str, int]
Help = Callable[[str], str]


def number(value: Any) -> str:
    """Write a number."""
    if isinstance(value, complex):
        raise NotImplementedError(NOT_WRITTEN.format(name="a complex number"))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return repr(value)


def rank(text: str) -> int:
    """How strongly a written expression binds: a name, a number, a call of names; else it is loose."""
    if re.fullmatch(r"-?[\w.]+", text):
        return SIGN if text.startswith("-") else TIGHT
    return TIGHT if re.fullmatch(r"[\w.]+\([\w., ]*\)", text) else LOOSE


def _inside(part: Part, least: int) -> str:
    return part[0] if part[1] >= least else f"({part[0]})"


def _sign(sign: str, own: int) -> Callable:
    left = own + (own == COMPARED)
    return lambda helper, a, b: (f"{_inside(a, left)} {sign} {_inside(b, own + 1)}", own)


def _function(template: str) -> Callable:
    """A call, as in ``Math.sin({})``: nothing has to be in brackets."""
    return lambda helper, *parts: (template.format(*(p[0] for p in parts)), TIGHT)


def _helped(name: str) -> Callable:
    return lambda helper, *parts: (f"{helper(name)}({', '.join(p[0] for p in parts)})", TIGHT)


def _choice(helper: Help, condition: Part, a: Part, b: Part) -> Part:
    return f"{_inside(condition, CHOICE + 1)} ? {_inside(a, CHOICE + 1)} : {_inside(b, CHOICE + 1)}", CHOICE


def _power(helper: Help, a: Part, b: Part) -> Part:
    return (
        (f"{_inside(a, TIGHT)} ** {_inside(b, SIGN)}", SIGN)
        if b[0] == "2"
        else _function("Math.pow({}, {})")(helper, a, b)
    )


def _minus(helper: Help, a: Part) -> Part:
    return f"-{_inside(a, TIGHT)}", SIGN


def _cast(helper: Help, a: Part, *dtype: Part) -> Part:
    if dtype and "complex" in dtype[0][0]:
        raise NotImplementedError(NOT_WRITTEN.format(name="a complex number"))
    return a  # JavaScript has doubles alone


_ONE = {
    "sin": "Math.sin({})", "cos": "Math.cos({})", "tan": "Math.tan({})", "arcsin": "Math.asin({})",
    "arccos": "Math.acos({})", "arctan": "Math.atan({})", "sinh": "Math.sinh({})", "cosh": "Math.cosh({})",
    "tanh": "Math.tanh({})", "arcsinh": "Math.asinh({})", "arccosh": "Math.acosh({})",
    "arctanh": "Math.atanh({})", "exp": "Math.exp({})", "expm1": "Math.expm1({})", "log": "Math.log({})",
    "log1p": "Math.log1p({})", "log2": "Math.log2({})", "log10": "Math.log10({})", "sqrt": "Math.sqrt({})",
    "cbrt": "Math.cbrt({})", "absolute": "Math.abs({})", "fabs": "Math.abs({})", "sign": "Math.sign({})",
    "floor": "Math.floor({})", "ceil": "Math.ceil({})", "trunc": "Math.trunc({})", "exp2": "Math.pow(2, {})",
    "isnan": "Number.isNaN({})", "isfinite": "Number.isFinite({})", "positive": "({})",
    "isinf": "(Math.abs({}) === Infinity)",
    "conjugate": "({})", "deg2rad": "({} * Math.PI / 180)", "rad2deg": "({} * 180 / Math.PI)",
    "radians": "({} * Math.PI / 180)", "degrees": "({} * 180 / Math.PI)",
}  # fmt: skip
_TWO = {
    "maximum": "Math.max({}, {})", "minimum": "Math.min({}, {})", "hypot": "Math.hypot({}, {})",
    "arctan2": "Math.atan2({}, {})", "logical_and": "(({}) && ({}))", "logical_or": "(({}) || ({}))",
}  # fmt: skip

# function -> what writes it for single numbers, from its written arguments
SCALAR: dict[Any, Callable] = {
    **{getattr(np, name): _function(template) for name, template in (_ONE | _TWO).items()},
    operator.add: _sign("+", SUM),
    operator.sub: _sign("-", SUM),
    operator.mul: _sign("*", PRODUCT),
    operator.truediv: _sign("/", PRODUCT),
    operator.lt: _sign("<", COMPARED),
    operator.le: _sign("<=", COMPARED),
    operator.gt: _sign(">", COMPARED),
    operator.ge: _sign(">=", COMPARED),
    operator.eq: _sign("==", COMPARED),  # not ===, since a truth value counts as 0 or 1
    operator.ne: _sign("!=", COMPARED),
    operator.and_: _function("(({}) && ({}))"),
    operator.or_: _function("(({}) || ({}))"),
    operator.neg: _minus,
    operator.pow: _power,
    operator.floordiv: _function("Math.floor(({}) / ({}))"),
    operator.mod: _helped("remainder"),
    np.square: _function("Math.pow({}, 2)"),
    np.reciprocal: _function("(1 / ({}))"),
    np.logical_not: _function("!({})"),
    np.invert: _function("!({})"),
    np.rint: _helped("rint"),
    np.logaddexp: _helped("logaddexp"),
    np.fmod: _function("(({}) % ({}))"),
    np.float_power: _function("Math.pow({}, {})"),
    np.fmax: _helped("fmax"),
    np.fmin: _helped("fmin"),
    np.heaviside: _helped("heaviside"),
    np.copysign: _helped("copysign"),
    np.where: _choice,
    np.clip: _function("Math.min(Math.max({}, {}), {})"),
    **dict.fromkeys((np.float16, np.float32, np.float64), _cast),
    multiply_no_nan: _helped("timesNoNaN"),
    astype: _cast,
}
for _name, _same in (("abs", np.absolute), ("conj", np.conjugate)):
    SCALAR[getattr(np, _name)] = SCALAR[_same]

# function -> the helper that makes one number of many, and what else is done
REDUCTIONS: dict[Any, tuple[str, str]] = {
    np.sum: ("sum", ""),
    np.mean: ("sum", "mean"),
    np.prod: ("product", ""),
    np.max: ("top", ""),
    np.min: ("bottom", ""),
}

# functions whose result depends on the shape alone
CONSTANT: dict[Any, Callable] = {np.ones_like: np.ones_like, np.zeros_like: np.zeros_like}

# functions that are linear in their arrays: their weights are found by asking NumPy
LINEAR: set[Any] = {
    *(np.reshape, np.transpose, np.swapaxes, np.moveaxis, np.matrix_transpose, np.expand_dims, np.squeeze),
    *(np.broadcast_to, np.concatenate, np.stack, np.flip, np.roll, np.tile, np.repeat, np.take, np.ravel),
    *(np.diagonal, np.diag, np.tril, np.triu, np.trace, np.cumsum, np.diff, np.rot90, np.pad, np.real),
    *(operator.getitem, scatter, scatter_along),
}  # fmt: skip

HELPERS = {
    "flat": """// takes an array apart; one of another size is refused
const flat = (x, size, name) => {
  const all = Array.isArray(x) ? x.flat(Infinity) : [x];
  if (all.length !== size) {
    throw new Error(`${name} has ${all.length} numbers, but this program was written for ${size}`);
  }
  return all;
};""",
    "nested": """// gives a flat list its shape back
const nested = (x, [n, ...rest]) => {
  if (rest.length === 0) {
    return [...x];
  }
  const step = x.length / n;
  return Array.from({length: n}, (_, i) => nested(x.slice(i * step, (i + 1) * step), rest));
};""",
    "each": """// works element by element
const each = (f, first, ...rest) => first.map((e, i) => f(e, ...rest.map((r) => r[i])));""",
    "rows": """// each entry is a sum of a few others, with weights
const rows = (a, all) => all.map((row) => row.reduce((s, [i, w]) => s + w * a[i], 0));""",
    "dots": """// products of rows and columns
const dots = (a, b, left, right) => left.flatMap(
  (r) => right.map((c) => r.reduce((s, i, k) => s + a[i] * b[c[k]], 0)));""",
    "sum": "const sum = (a) => a.reduce((s, x) => s + x, 0);",
    "product": "const product = (a) => a.reduce((s, x) => s * x, 1);",
    "top": "const top = (a) => a.reduce((s, x) => Math.max(s, x), -Infinity);",
    "bottom": "const bottom = (a) => a.reduce((s, x) => Math.min(s, x), Infinity);",
    "remainder": """// the rest has the sign of the divisor, as in Python
const remainder = (a, b) => a - Math.floor(a / b) * b;""",
    "rint": """// halves go to the even neighbour
const rint = (x) => {
  const low = Math.floor(x);
  const part = x - low;
  return part < 0.5 || (part === 0.5 && low % 2 === 0) ? low : low + 1;
};""",
    "logaddexp": """const logaddexp = (a, b) => {
  const high = Math.max(a, b);
  return Number.isFinite(high) ? high + Math.log1p(Math.exp(-Math.abs(a - b))) : high;
};""",
    "fmax": "const fmax = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));",
    "fmin": "const fmin = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));",
    "same": "const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);",
    "heaviside": "const heaviside = (x, half) => (x > 0 ? 1 : x < 0 ? 0 : half);",
    "copysign": "const copysign = (x, s) => (s < 0 || Object.is(s, -0) ? -Math.abs(x) : Math.abs(x));",
    "timesNoNaN": """// a product that is 0 wherever its second factor is, even if the first is infinite
const timesNoNaN = (x, y) => (y === 0 ? 0 : x * y);""",
}
