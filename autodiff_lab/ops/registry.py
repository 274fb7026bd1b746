"""What an op is, and the three ways to declare one.

An op is one declaration: its NumPy function and one reverse rule per argument. A rule is a NumPy
expression of the incoming gradient ``g``, the result ``y`` and the arguments. It is run on arrays
(numbers come out), on Tensors (an outer tape records it) and on Symbols (its formula comes out), so
it keeps to a small dialect: NumPy functions and operators, Python numbers as constants; no methods,
nothing in place, no ``if`` on values (shapes may be asked).

Broadcasting is not a rule's business: the sweep sums every share down to its input's shape.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.batch import batched, element_by_element
from ..engine.dispatch import FUNCTIONS, UFUNCS
from ..engine.guests import is_guest
from ..engine.record import RESULT, apply, binary, unary
from .symbol import Symbol, used

# Every declared op by its name.
OPS: dict[str, Op] = {}

# NumPy's functions that are built from other ops, and recorded as these.
COMPOSED: set[Any] = set()


class Op:
    """A named function with its reverse rules.

    Attributes
    ----------
    name : str
        The name that records and pictures show.
    function : callable
        Computes the result from plain arrays (and keyword settings).
    rules : sequence of callables
        Per argument ``rule(g, y, *arguments, **settings)``, or None where no gradient flows.
    kind : str
        ``"elementwise"`` (the rule is also the forward rule), ``"linear"`` (the op is its own
        forward rule), ``"multilinear"`` (so it is for each argument alone) or ``"other"`` (its forward
        rule is the transposed reverse rule).
    symbol : str
        The operator sign, where the op has one.
    """

    __slots__ = ("_needs", "call", "function", "kind", "name", "rules", "symbol")

    def __init__(self, name: str, function: Callable, rules: Any, kind: str, symbol: str = "") -> None:
        if name in OPS:
            raise ValueError(f"An op named {name!r} is declared already. Choose another name.")
        self.name = name
        self.function = function
        self.rules = rules[0] if len(rules) == 1 and isinstance(rules[0], Each) else rules
        self.kind = kind
        self.symbol = symbol
        self._needs: dict[Any, frozenset[int] | None] = {}
        self.call: Callable = self._general
        OPS[name] = self

    def _general(self, *args: Any, **params: Any) -> Any:
        return apply(self, args, params or None)

    def __call__(self, *args: Any, **params: Any) -> Any:
        """Run the op on Tensors, Variables, arrays or numbers, and record it where a tape watches."""
        return self.call(*args, **params)

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def needs(self, args: tuple, result: Any, params: dict | None) -> frozenset[int] | None:
        """Tell which arguments (by number) and whether the result (RESULT) the rules look at.

        Found by running the rules once on Symbols; None if a rule cannot be run so.
        """
        # Only rules of the kind "other" may look at different things for different settings.
        key = self._needs_key(args, params) if self.kind == "other" else len(args)
        try:
            return self._needs[key]
        except (KeyError, TypeError):
            found = self._ask_rules(args, result, params)
            with contextlib.suppress(TypeError):  # a setting that cannot be a key, such as an index array
                self._needs[key] = found
            return found

    def _needs_key(self, args: tuple, params: dict | None) -> Any:
        return tuple(np.ndim(a) for a in args), tuple(params.items()) if params else ()

    def _ask_rules(self, args: tuple, result: Any, params: dict | None) -> frozenset[int] | None:
        names: dict[str, int] = {f"a{i}": i for i in range(len(args))}
        names["y"] = RESULT
        leaves = [Symbol(f"a{i}", a) for i, a in enumerate(args)]
        y = Symbol("y", result)
        g = Symbol("g", result)
        found: set[int] = set()
        try:
            with np.errstate(all="ignore"):
                for slot in range(len(args)):
                    rule = self.rules[slot]
                    if rule is not None:
                        share = rule(g, y, *leaves, **(params or {}))
                        found.update(names[n] for n in used(share) if n in names)
        except Exception:
            return None
        return frozenset(found)


class Each:
    """The rules of an op with any number of arguments: one function that is told which one."""

    def __init__(self, rule: Callable) -> None:
        self.rule = rule

    def __getitem__(self, slot: int) -> Callable:
        rule = self.rule
        return lambda g, y, *args, **params: rule(slot, g, y, *args, **params)


def elementwise(
    function: Any,
    *rules: Callable | None,
    name: str | None = None,
    run: Callable | None = None,
    symbol: str = "",
) -> Op:
    """Declare an op that works element by element, with one reverse rule per argument.

    Parameters
    ----------
    function : ufunc or callable
        The NumPy function. A Tensor passed to it is recorded from now on.
    *rules : callable or None
        ``rule(g, y, *arguments)`` for each argument: the incoming gradient times the local
        derivative. The same expression is the forward rule, since it is linear in ``g``.
    name : str, optional
        The op's name; the function's by default.
    run : callable, optional
        Computes the result in its stead (``operator.mul`` is quicker than ``np.multiply`` on scalars).
    symbol : str
        The operator sign, where there is one.

    Examples
    --------
    >>> from autodiff_lab import ops
    >>> cubic = ops.elementwise(lambda x: x * x * x, lambda g, y, x: 3 * g * x * x, name="cubic")
    >>> import autodiff_lab as adl
    >>> x = adl.Variable(2.0)
    >>> with adl.GradientTape() as tape:
    ...     y = cubic(x)
    >>> tape.gradient(y, x)
    Tensor(12.0, shape=(), dtype=float32)
    """
    op = Op(name or function.__name__, run or function, rules, "elementwise", symbol)
    if len(rules) == 1:
        op.call = unary(op)
    elif len(rules) == 2:
        op.call = binary(op)
    if isinstance(function, np.ufunc):
        UFUNCS[function] = op.call
    return op


def linear(function: Callable, *rules: Any, name: str | None = None) -> Op:
    """Declare an op that is linear in its arguments together: it is its own forward rule.

    Examples
    --------
    >>> from autodiff_lab import ops
    >>> import numpy as np
    >>> doubled = ops.linear(lambda x: x + x, lambda g, y, x: g + g, name="doubled")
    >>> doubled(np.float64(2.0))
    Tensor(4.0, shape=(), dtype=float64)
    """
    return Op(name or function.__name__, function, rules, "linear")


def product(function: Callable, *rules: Any, name: str | None = None) -> Op:
    """Declare an op that is linear in each argument alone, such as a matrix product.

    Its forward rule is the op itself, once per argument.

    Examples
    --------
    >>> from autodiff_lab import ops
    >>> import numpy as np
    >>> area = ops.product(
    ...     lambda a, b: a * b, lambda g, y, a, b: g * b, lambda g, y, a, b: g * a, name="area"
    ... )
    >>> area(np.float64(3.0), np.float64(4.0))
    Tensor(12.0, shape=(), dtype=float64)
    """
    return Op(name or function.__name__, function, rules, "multilinear")


def define(function: Callable, *rules: Any, name: str | None = None) -> Op:
    """Declare any other op: products, selections, reductions, decompositions.

    Parameters
    ----------
    function : callable
        ``function(*arrays, **settings)`` gives an array, or a tuple of arrays.
    *rules : callable or None
        ``rule(g, y, *arrays, **settings)`` per array argument, or a single `Each`.
    name : str, optional
        The op's name; the function's by default.

    Examples
    --------
    >>> from autodiff_lab import ops
    >>> import numpy as np
    >>> energy = ops.define(lambda x: np.sum(x * x), lambda g, y, x: 2 * g * x, name="energy")
    >>> energy(np.array([3.0, 4.0]))
    Tensor(25.0, shape=(), dtype=float64)
    """
    return Op(name or function.__name__, function, rules, "other")


def answers(*functions: Any) -> Callable:
    """Let a Python function with NumPy's signature answer for NumPy functions when a Tensor meets them."""

    def register(call: Callable) -> Callable:
        for function in functions:
            (UFUNCS if isinstance(function, np.ufunc) else FUNCTIONS)[function] = call
        return call

    return register


def composed(*functions: Any) -> Callable:
    """Say the same of a function that is recorded as other ops."""
    COMPOSED.update(functions)
    return answers(*functions)


def own_function(function: Callable) -> Callable:
    """Let a function of ours follow NumPy's protocol: a Tensor or Symbol among its arguments takes over.

    With it a rule can use something that NumPy does not have, and still run on all three kinds of value.
    """

    @functools.wraps(function)
    def dispatched(*args: Any, **kwargs: Any) -> Any:
        for x in args:
            if type(x) is not np.ndarray and hasattr(x, "__array_function__") and not is_guest(x):
                return x.__array_function__(dispatched, (type(x),), args, kwargs)
        return function(*args, **kwargs)

    return dispatched


def own(function: Callable, *rules: Callable | None, name: str | None = None) -> tuple[Callable, Op]:
    """Declare an elementwise op that NumPy does not have.

    Parameters
    ----------
    function : callable
        Computes the result from plain arrays.
    *rules : callable or None
        As for `elementwise`.
    name : str, optional
        The op's name; the function's by default, without its leading underscore.

    Returns
    -------
    function : callable
        For rules: takes arrays, Tensors and Symbols.
    op : Op
        The op itself.
    """
    shared = own_function(function)
    shared.__name__ = shared.__qualname__ = name or function.__name__.lstrip("_")
    op = elementwise(shared, *rules, run=function)
    answers(shared)(op.call)
    batched(shared)(lambda *xs: element_by_element(shared, *xs))
    return shared, op
