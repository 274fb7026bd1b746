"""Products, systems, factorisations and losses: values beside definitions, and slopes."""

import numpy as np
import pytest
from tf.slopes import check

import autodiff_lab.tf as tf

A = np.array([[2.0, 1.0, 0.5], [-1.0, 3.0, 0.25], [0.5, 0.75, 4.0]])
B = np.array([[1.0, -2.0], [0.5, 1.5], [3.0, 0.25]])
STACK = np.stack([A, A.T + np.eye(3)])
PRODUCTS = [
    (lambda a, b: tf.matmul(a, b), lambda a, b: a @ b, A, B),
    (lambda a, b: a @ b, lambda a, b: a @ b, STACK, B),
    (lambda a, b: tf.matmul(a, b, transpose_a=True), lambda a, b: a.T @ b, A, B),
    (lambda a, b: tf.matmul(a, b, transpose_b=True), lambda a, b: a @ b.T, B, B),
    (
        lambda a, b: tf.matmul(a, b, transpose_a=True, transpose_b=True),
        lambda a, b: a.T @ b.T,
        B,
        A,
    ),
    (lambda a, b: tf.matmul(a, b, adjoint_a=True), lambda a, b: np.swapaxes(a, -1, -2) @ b, STACK, B),
    (lambda a, b: tf.linalg.matvec(a, b), lambda a, b: a @ b, A, B[:, 0]),
    (lambda a, b: tf.linalg.matvec(a, b, transpose_a=True), lambda a, b: a.T @ b, B, B[:, 0]),
    (
        lambda a, b: tf.linalg.matvec(a, b),
        lambda a, b: np.einsum("nij,nj->ni", a, b),
        STACK,
        B.T,
    ),
    (lambda a, b: tf.tensordot(a, b, 1), lambda a, b: np.tensordot(a, b, 1), STACK, B),
    (lambda a, b: tf.tensordot(a, b, 0), lambda a, b: np.tensordot(a, b, 0), A[0], B),
    (lambda a, b: tf.tensordot(a, b, [[0], [1]]), lambda a, b: np.tensordot(a, b, ((0,), (1,))), A, B.T),
    (
        lambda a, b: tf.tensordot(a, b, [[2, 1], [0, 1]]),
        lambda a, b: np.tensordot(a, b, ((2, 1), (0, 1))),
        STACK,
        A,
    ),
    (lambda a, b: tf.tensordot(a, b, axes=[-1, 0]), lambda a, b: np.tensordot(a, b, ((-1,), (0,))), A, B),
    (lambda a, b: tf.linalg.cross(a, b), np.cross, A, STACK[1]),
]


@pytest.mark.parametrize(("ours", "theirs", "a", "b"), PRODUCTS)
def test_products(ours, theirs, a, b):
    np.testing.assert_allclose(ours(tf.constant(a), tf.constant(b)), theirs(a, b), rtol=1e-12, atol=1e-14)
    check(ours, a, b)


EQUATIONS = [
    ("ij,jk->ik", (A, B)),
    ("ij,jk", (A, B)),
    ("ij->ji", (B,)),
    ("ij", (B,)),
    ("ba", (B,)),
    ("ii", (A,)),
    ("ii->i", (A,)),
    ("nii->n", (STACK,)),
    ("ij->", (B,)),
    ("ij->j", (B,)),
    ("i,j->ij", (A[0], B[0])),
    ("ij,ij->", (A, A.T)),
    ("ij,ik->j", (B, A)),
    ("...ij,...jk->...ik", (STACK, B)),
    ("n...,...j->n...j", (STACK[:, 0], B)),
    ("...->...", (STACK,)),
    ("i...->...", (STACK,)),
    ("ij,jk,kl->il", (A, B, B.T)),
    ("nij, nij -> n", (STACK, STACK)),
    ("i,i,i->", (A[0], A[1], A[2])),
    ("iij,jk->ik", (np.stack([A, A, A]), B)),
]


@pytest.mark.parametrize(("equation", "arrays"), EQUATIONS, ids=[e for e, _ in EQUATIONS])
def test_einsum(equation, arrays):
    np.testing.assert_allclose(tf.einsum(equation, *arrays), np.einsum(equation, *arrays), rtol=1e-12)
    check(lambda *x: tf.einsum(equation, *x), *arrays)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tf.matmul(A, B.T), "do not fit"),
        (lambda: tf.matmul(A[0], A), r"tf\.linalg\.matvec"),
        (lambda: tf.matmul(A, A, transpose_a=True, adjoint_a=True), "exclude"),
        (lambda: tf.linalg.matvec(A, [1.0, 2.0]), "not those of a matrix and a vector"),
        (lambda: tf.tensordot(A, B, 3), "more than"),
        (lambda: tf.einsum("ij,jk->ik", A), "2 operands"),
        (lambda: tf.einsum("ijk->i", A), "does not fit"),
        (lambda: tf.einsum("ij,jk->ik", A, B.T), r"tf\.linalg\.einsum"),
        (lambda: tf.linalg.inv(B), "square"),
        (lambda: tf.linalg.inv([[1.0, 2.0], [2.0, 4.0]]), "Singular"),
        (lambda: tf.linalg.solve(A, B[:, 0]), r"rhs\[:, tf\.newaxis\]"),
        (lambda: tf.linalg.cholesky([[1.0, 2.0], [2.0, 1.0]]), "not positive definite"),
        (lambda: tf.linalg.trace(A[0]), "needs a matrix"),
        (lambda: tf.linalg.diag_part(A, k=3), "no diagonal 3"),
        (lambda: tf.linalg.det([[1, 2], [3, 4]]), "with a point"),
    ],
)
def test_errors(call, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call()


# ---- diagonals, systems, factorisations ------------------------------------------------------------------


@pytest.mark.parametrize("k", [-1, 0, 2])
def test_diagonals(k):
    d = np.array([[1.0, 2.0], [3.0, 4.0]])
    found = tf.linalg.diag(d, k=k)
    np.testing.assert_array_equal(found, [np.diag(row, k) for row in d])
    np.testing.assert_array_equal(tf.linalg.diag_part(found, k=k), d)
    check(lambda d: tf.linalg.diag(d, k=k, padding_value=7.0), d)
    check(lambda x: tf.linalg.diag_part(x, k=k), STACK)
    new = np.full((2, 3 - abs(k)), 9.0)
    check(lambda x, d: tf.linalg.set_diag(x, d, k=k), STACK, new)
    replaced = tf.linalg.set_diag(STACK, new, k=k)
    np.testing.assert_array_equal(tf.linalg.diag_part(replaced, k=k), new)


def test_a_diagonal_in_a_matrix_of_given_size():
    assert tf.linalg.diag([1.0, 2.0], num_rows=2, num_cols=3).shape == (2, 3)
    assert tf.linalg.diag([1.0, 2.0], k=1, num_rows=2).shape == (2, 3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have 2 entries"):
        tf.linalg.diag([1.0, 2.0], num_rows=4, num_cols=4)


@pytest.mark.parametrize(("lower", "upper"), [(0, 0), (-1, 0), (0, -1), (1, 0), (-1, 1), (-1, -1)])
def test_bands(lower, upper):
    expected = STACK.copy()
    for n, i, j in np.ndindex(*STACK.shape):
        if (lower >= 0 and i - j > lower) or (upper >= 0 and j - i > upper):
            expected[n, i, j] = 0
    np.testing.assert_array_equal(tf.linalg.band_part(STACK, lower, upper), expected)
    check(lambda x: tf.linalg.band_part(x, lower, upper), STACK)


SYMMETRIC = STACK @ np.swapaxes(STACK, -1, -2) + np.eye(3)


def symmetric(x):
    return (x + tf.linalg.matrix_transpose(x)) / 2.0


SYSTEMS = [
    (tf.linalg.inv, np.linalg.inv, (STACK,)),
    (tf.linalg.det, np.linalg.det, (STACK,)),
    (tf.linalg.slogdet, np.linalg.slogdet, (STACK,)),
    (tf.linalg.logdet, lambda x: np.log(np.linalg.det(x)), (SYMMETRIC,)),
    (tf.linalg.trace, lambda x: np.trace(x, axis1=1, axis2=2), (STACK,)),
    (tf.linalg.solve, np.linalg.solve, (A, B)),
    (tf.linalg.solve, lambda a, b: np.linalg.inv(a) @ b, (STACK, np.stack([B, 2 * B]))),
    (lambda a, b: tf.linalg.solve(a, b, adjoint=True), lambda a, b: np.linalg.solve(a.T, b), (A, B)),
    (tf.linalg.triangular_solve, lambda a, b: np.linalg.solve(np.tril(a), b), (A, B)),
    (
        lambda a, b: tf.linalg.triangular_solve(a, b, lower=False, adjoint=True),
        lambda a, b: np.linalg.solve(np.triu(a).T, b),
        (A, B),
    ),
    (lambda x: tf.linalg.cholesky(symmetric(x)), np.linalg.cholesky, (SYMMETRIC,)),
    (
        lambda x, b: tf.linalg.cholesky_solve(tf.linalg.cholesky(symmetric(x)), b),
        np.linalg.solve,
        (SYMMETRIC[0], B),
    ),
    (lambda x: tf.linalg.svd(x)[0], lambda x: np.linalg.svd(x, compute_uv=False), (STACK,)),
    (lambda x: tf.linalg.eigvalsh(symmetric(x)), np.linalg.eigvalsh, (SYMMETRIC,)),
]


@pytest.mark.parametrize(("ours", "theirs", "arrays"), SYSTEMS)
def test_systems(ours, theirs, arrays):
    found, expected = ours(*map(tf.constant, arrays)), theirs(*arrays)
    for a, b in zip(*((x,) if not isinstance(x, tuple) else x for x in (found, expected)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-14)
    check(ours, *arrays)


@pytest.mark.parametrize("matrix", [[[1.0, 2.0], [2.0, 4.0]], np.zeros((2, 2)), np.ones((3, 3)), [[0.0]]])
def test_the_slope_of_the_determinant_of_a_singular_matrix(matrix):
    check(tf.linalg.det, matrix)


def test_singular_vectors_put_the_matrix_together_again():
    s, u, v = tf.linalg.svd(B)
    np.testing.assert_allclose(u @ tf.linalg.diag(s) @ tf.transpose(v), B, rtol=1e-12)


# ---- losses ----------------------------------------------------------------------------------------------

LOGITS = np.array([[2.0, 1.0, 0.0], [0.5, -1.0, 3.0]])
LABELS = np.array([[0.7, 0.2, 0.1], [0.0, 0.5, 1.5]])


def log_softmax(x, axis=-1):
    return x - np.log(np.exp(x).sum(axis, keepdims=True))


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_softmax(axis):
    np.testing.assert_allclose(tf.nn.log_softmax(LOGITS, axis), log_softmax(LOGITS, axis), rtol=1e-12)
    np.testing.assert_allclose(
        tf.nn.softmax(LOGITS, axis=axis), np.exp(log_softmax(LOGITS, axis)), rtol=1e-12
    )
    expected = -(LABELS * log_softmax(LOGITS, axis)).sum(axis)
    found = tf.nn.softmax_cross_entropy_with_logits(LABELS, LOGITS, axis)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    check(lambda x: tf.nn.softmax(x, axis), LOGITS)
    check(lambda x: tf.nn.log_softmax(x, axis), LOGITS)
    check(lambda t, x: tf.nn.softmax_cross_entropy_with_logits(t, x, axis=axis), LABELS, LOGITS)


def test_sparse_cross_entropy():
    found = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[2, 0], logits=LOGITS)
    np.testing.assert_allclose(found, -log_softmax(LOGITS)[[0, 1], [2, 0]], rtol=1e-12)
    check(lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([2, 0], x), LOGITS)
    for labels, error in [([0, 3], ValueError), ([0], ValueError), ([0.0, 1.0], TypeError)]:
        with pytest.raises(error):
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels, LOGITS)


def test_sigmoid_cross_entropy():
    p = 1 / (1 + np.exp(-LOGITS))
    found = tf.nn.sigmoid_cross_entropy_with_logits(LABELS, LOGITS)
    np.testing.assert_allclose(found, -LABELS * np.log(p) - (1 - LABELS) * np.log(1 - p), rtol=1e-12)
    check(lambda t, x: tf.nn.sigmoid_cross_entropy_with_logits(labels=t, logits=x), LABELS, LOGITS)
    weighted = tf.nn.weighted_cross_entropy_with_logits(LABELS, LOGITS, 3.0)
    np.testing.assert_allclose(weighted, -3 * LABELS * np.log(p) - (1 - LABELS) * np.log(1 - p), rtol=1e-12)
    far = tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0, 0.0], logits=[-1e4, 1e4])
    assert far.numpy().tolist() == [1e4, 1e4]
    with pytest.raises(tf.errors.InvalidArgumentError, match="one shape"):
        tf.nn.sigmoid_cross_entropy_with_logits([1.0], [1.0, 2.0])


def test_other_parts_of_networks():
    check(lambda x, b: tf.nn.bias_add(x, b), STACK, [1.0, 2.0, 3.0])
    check(lambda x, b: tf.nn.bias_add(x, b, data_format="NCHW"), STACK[:, :2], [1.0, 2.0])
    check(tf.nn.l2_loss, STACK)
    check(
        lambda x, m, v, o, s: tf.nn.batch_normalization(x, m, v, o, s, 1e-3),
        B,
        B.mean(0),
        B.var(0),
        [0.5, 1.0],
        [2.0, 3.0],
    )
    table = np.array([[3.0, 4.0], [0.3, 0.4]])
    np.testing.assert_allclose(tf.nn.embedding_lookup(table, [0, 1], max_norm=1.0), [[0.6, 0.8], [0.3, 0.4]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="3 channels"):
        tf.nn.bias_add(STACK, [1.0, 2.0])
