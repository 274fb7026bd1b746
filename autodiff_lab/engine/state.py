"""What is active in this thread, and the numbers that tell values apart."""

import itertools
import threading


class _State(threading.local):
    """Each thread has its own stack of active recorders.

    A recorder is a ``GradientTape`` (or anything that offers ``_watched``, a set of keys, and
    ``_append``, which takes a record). The stack is a tuple: reading it is one attribute look-up,
    and a tape that closes while another thread runs cannot disturb a loop over it.
    """

    recorders: tuple = ()
    scopes: int = 0  # how many named scopes are open


state = _State()

# Every value that a tape has to tell apart carries a key: a whole number that is never used twice.
# A key outlives its Tensor, which ``id()`` does not. Key 0 means "no tape ever looked at it".
next_key = itertools.count(1).__next__
