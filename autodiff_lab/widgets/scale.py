"""The stops of a slider as round decimal numbers, and how their numbers are written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

ABOUT = 100  # stops of a slider whose step was not given
MOST = 10_000  # stops that a given step may make
WIDE = Context(prec=700)  # digits: every float fits


@dataclass(frozen=True)
class Scale:
    """The stops between two ends.

    Attributes
    ----------
    stops : tuple of float
        Rising. Each is the float that its decimal text names, so the stop 0.3 is 0.3.
    decimals : int
        How many digits behind the point the stops have.
    """

    stops: tuple[float, ...]
    decimals: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.stops[0]

    @property
    def high(self) -> float:
        """The upper end."""
        return self.stops[-1]

    @property
    def step(self) -> float:
        """A typical distance of two stops."""
        return (self.high - self.low) / (len(self.stops) - 1)

    def text(self, value: float) -> str:
        """Write a number with the digits that the step calls for, or those that the number itself has.

        Examples
        --------
        >>> scale = make_scale(1e-8, 5e-8)
        >>> scale.text(2.35e-8), scale.text(-0.5), make_scale(0.0, 1.0, 0.1).text(0.3)
        ('2.35e−8', '−0.5', '0.3')
        """
        number = _decimal(value)
        own = -int(number.normalize().as_tuple().exponent)
        places = max(self.decimals, min(own, self.decimals + 4))
        number = number.quantize(Decimal(1).scaleb(-places), context=WIDE)
        return _write(number)


def make_scale(low: float, high: float, step: float | None = None) -> Scale:
    """Make the stops between two ends.

    Without a step they are the multiples of a round one, about a hundred, together with the ends. With one
    they start at the lower end.

    Examples
    --------
    >>> make_scale(-5.0, 5.0).stops[:3], len(make_scale(-5.0, 5.0).stops)
    ((-5.0, -4.9, -4.8), 101)
    >>> make_scale(1.0, 8.0, 3.0).stops
    (1.0, 4.0, 7.0)
    """
    first, last = _decimal(low), _decimal(high)
    if step is None:
        width = _round_step(last - first)
        lowest = int((first / width).to_integral_value(ROUND_FLOOR)) + 1
        highest = int((last / width).to_integral_value(ROUND_CEILING))
        stops = [first, *(width * k for k in range(lowest, highest)), last]
    else:
        width = _decimal(step)
        stops = [first + width * k for k in range(int((last - first) / width) + 1)]
    return Scale(tuple(dict.fromkeys(map(float, stops))), max(0, -int(width.normalize().as_tuple().exponent)))


def around(value: float) -> Scale:
    """Make the stops around a number, as wide to the left of zero as to the right.

    Examples
    --------
    >>> around(3.0).low, around(3.0).high, around(12.0).high, around(0.02).high
    (-5.0, 5.0, 24.0, 0.04)
    """
    size = abs(value)
    if size == 0 or 0.1 <= size <= 5:
        return make_scale(-5.0, 5.0)
    width = _round_step(_decimal(4 * size))
    high = float((_decimal(2 * size) / width).to_integral_value(ROUND_CEILING) * width)
    return make_scale(-high, high)


def nudge(scale: Scale) -> float:
    """Choose a small change for the words "raise x by": 0.01, or less where the whole range is small.

    Examples
    --------
    >>> nudge(make_scale(-5.0, 5.0)), nudge(make_scale(1e-8, 5e-8))
    (0.01, 1e-10)
    """
    return min(0.01, 10.0 ** math.floor(math.log10((scale.high - scale.low) / ABOUT)))


def _decimal(value: float) -> Decimal:
    return Decimal(repr(float(value)))


def _round_step(span: Decimal) -> Decimal:
    """Find the 1, 2 or 5 times a power of ten that cuts a span into about a hundred steps."""
    wanted = span / ABOUT
    power = Decimal(1).scaleb(wanted.adjusted())
    return min((power * n for n in (1, 2, 5, 10)), key=lambda step: abs(math.log(step / wanted)))


def _write(number: Decimal) -> str:
    size = abs(number)
    if number == 0:
        return "0"
    if Decimal("0.0001") <= size < 100_000:
        text = f"{number:f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        mantissa, _, power = f"{number.normalize():e}".partition("e")
        text = f"{mantissa}e{int(power)}"
    return text.replace("-", "−")
