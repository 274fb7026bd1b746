"""The errors that TensorFlow's names raise."""

from __future__ import annotations


class OpError(Exception):
    """What TensorFlow's errors have in common."""

    @property
    def message(self) -> str:
        """What happened, and the line that mends it."""
        return str(self)


class InvalidArgumentError(OpError, ValueError):
    """The values or shapes given to a function do not fit.

    It is a ``ValueError`` too.

    Examples
    --------
    >>> from autodiff_lab import tf
    >>> try:
    ...     tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))
    ... except tf.errors.InvalidArgumentError:
    ...     print("the shapes do not fit")
    the shapes do not fit
    """


class OutOfRangeError(OpError, ValueError):
    """Something ran past an end."""


class UnimplementedError(OpError, NotImplementedError):
    """A combination of settings that is not offered here."""


__all__ = ["InvalidArgumentError", "OpError", "OutOfRangeError", "UnimplementedError"]
