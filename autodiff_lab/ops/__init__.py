"""The ops: each is one declaration, its NumPy function and one reverse rule per argument."""

from . import activation as _activation
from . import convolution as _convolution
from . import decompositions as _decompositions
from . import determinants as _determinants
from . import einsum as _einsum
from . import elementwise as _elementwise
from . import error_function as _error_function
from . import flat as _flat
from . import fourier as _fourier
from . import gathering as _gathering
from . import indexing as _indexing
from . import linalg as _linalg
from . import members as _members
from . import moving as _moving
from . import norms as _norms
from . import operators as _operators
from . import polynomials as _polynomials
from . import products as _products
from . import reduction as _reduction
from . import selection as _selection
from . import shape as _shape
from . import softmax as _softmax
from . import special as _special
from . import statistics as _statistics
from . import systems as _systems
from .registry import OPS, Each, Op, answers, define, elementwise, linear, product

__all__ = ["OPS", "Each", "Op", "answers", "define", "elementwise", "linear", "product"]
