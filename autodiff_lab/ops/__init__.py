"""The ops: each is one declaration, its NumPy function and one reverse rule per argument."""

from . import elementwise as _elementwise
from . import flat as _flat
from . import indexing as _indexing
from . import linalg as _linalg
from . import operators as _operators
from . import reduction as _reduction
from . import selection as _selection
from . import shape as _shape
from .registry import OPS, Each, Op, answers, define, elementwise, linear

__all__ = ["OPS", "Each", "Op", "answers", "define", "elementwise", "linear"]
