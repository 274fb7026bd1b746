"""The table: every op of the registry in at least one row. A new op gets its row in one of these files."""

from ops import (
    rows_arranged,
    rows_elementwise,
    rows_linalg,
    rows_matrices,
    rows_numpy,
    rows_products,
    rows_shape,
    rows_totals,
)
from ops.case import Case

CASES: list[Case] = [
    *rows_elementwise.rows(),
    *rows_shape.rows(),
    *rows_linalg.rows(),
    *rows_matrices.rows(),
    *rows_products.rows(),
    *rows_numpy.rows(),
    *rows_arranged.rows(),
    *rows_totals.rows(),
]
