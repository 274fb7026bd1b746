"""The ops: each is one declaration, its NumPy function and one reverse rule per argument."""

from . import activation as _activation
from . import averages as _averages
from . import choosing as _choosing
from . import coefficients as _coefficients
from . import convolution as _convolution
from . import creation as _creation
from . import decompositions as _decompositions
from . import determinants as _determinants
from . import differences as _differences
from . import einsum as _einsum
from . import elementwise as _elementwise
from . import error_function as _error_function
from . import flat as _flat
from . import fourier as _fourier
from . import gathering as _gathering
from . import indexing as _indexing
from . import joining as _joining
from . import jumps as _jumps
from . import like as _like
from . import linalg as _linalg
from . import members as _members
from . import methods as _methods
from . import missing as _missing
from . import moving as _moving
from . import norms as _norms
from . import operators as _operators
from . import padding as _padding
from . import polynomials as _polynomials
from . import products as _products
from . import quantiles as _quantiles
from . import reduction as _reduction
from . import refused as _refused
from . import selection as _selection
from . import shape as _shape
from . import sinc as _sinc
from . import sliding as _sliding
from . import softmax as _softmax
from . import special as _special
from . import statistics as _statistics
from . import systems as _systems
from . import turning as _turning
from . import ufunc_methods as _ufunc_methods
from . import windows as _windows
from .registry import OPS, Each, Op, answers, define, elementwise, linear, product

__all__ = ["OPS", "Each", "Op", "answers", "define", "elementwise", "linear", "product"]
