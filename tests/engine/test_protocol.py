"""NumPy's functions on Tensors: what has no rule says so, and others get their turn."""

import numpy as np
import pytest

import autodiff_lab as adl

X = adl.constant([1.0, 2.0])


def test_a_function_without_a_rule_is_named_with_the_way_out():
    odd = np.frompyfunc(lambda a: a + 1, 1, 1)
    with pytest.raises(
        TypeError, match=r"has no differentiation rule.*\(x.numpy\(\)\).*autodiff_lab.ops.define"
    ):
        odd(X)
    own = dispatched("strange")
    with pytest.raises(TypeError, match=r"^elsewhere.strange has no differentiation rule"):
        own(X)


def dispatched(name):
    """Another library's function that follows NumPy's protocol."""

    def function(x):
        return x.__array_function__(function, (type(x),), (x,), {})

    function.__name__ = name
    function.__module__ = "elsewhere"
    return function


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: np.add(X, X, out=np.zeros(2)), r"np.add got out=.*y = np.add\(...\)"),
        (lambda: np.add(X, X, np.zeros(2)), "np.add got out="),
        (lambda: np.add(1.0, 2.0, out=X), "np.add got out="),
        (lambda: np.sum(X, out=np.zeros(())), "np.sum got out="),
        (lambda: np.cumsum(X, out=np.zeros(2)), "np.cumsum got out="),
        (lambda: np.concatenate([X, X], out=np.zeros(4)), "np.concatenate got out="),
        (lambda: np.stack([X, X], out=np.zeros((2, 2))), "np.stack got out="),
        (lambda: np.dot(X, X, out=np.zeros(())), "np.dot got out="),
        (lambda: np.add(X, X, where=np.array([True, False])), r"where=.*np.where\(condition, a, b\)"),
        (lambda: np.add(X, X, casting="no"), "casting=.*Leave it out"),
        (lambda: np.add.at(np.zeros(2), 0, X[0]), "np.add.at cannot be recorded.*tf.scatter_nd"),
        (lambda: np.add.reduce(X, out=np.zeros(())), "np.add.reduce got out="),
        (lambda: np.hypot.accumulate(X, out=np.zeros(2)), "np.hypot.accumulate got out="),
        (lambda: np.hypot.reduce(X, where=[True, False], initial=0.0), r"where=.*np.where"),
        (lambda: np.subtract.reduce(np.reshape(X, (1, 2)), axis=None), "axis=.*one axis"),
        (lambda: np.outer(X, X, out=np.zeros((2, 2))), "np.outer got out="),
        (lambda: np.trace(np.reshape(X, (1, 2)), out=np.zeros(())), "np.trace got out="),
        (lambda: np.fft.fft(X, out=np.zeros(2, complex)), "np.fft.fft got out="),
        (lambda: np.linalg.multi_dot([X, X], out=np.zeros(())), "np.linalg.multi_dot got out="),
        (lambda: np.einsum("i,i", X, X, out=np.zeros(())), "np.einsum got out="),
        (lambda: np.take(X, [0], out=np.zeros(1)), "np.take got out="),
        (lambda: np.compress([True, False], X, out=np.zeros(1)), "np.compress got out="),
        (lambda: np.round(X, out=np.zeros(2)), "np.round got out="),
        (lambda: np.argmax(X, out=np.zeros((), int)), "np.argmax got out="),
        (lambda: np.any(X, out=np.zeros((), bool)), "np.any got out="),
        (lambda: np.fix(X, out=np.zeros(2)), "np.fix got out="),
        (lambda: np.linalg.qr(np.ones((3, 2)) * X, mode="complete"), 'mode="reduced"'),
        (lambda: np.linalg.svd(np.ones((3, 2)) * X), "full_matrices=False"),
    ],
)
def test_settings_that_cannot_be_recorded(call, words):
    with pytest.raises(TypeError, match=f"(?s){words}"):
        call()


def test_a_plain_array_cannot_add_a_tensor_in_place():
    c = np.zeros(2)
    with pytest.raises(TypeError, match="never written into"):
        c += X


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: np.reshape(X, (3,)), ValueError),
        (lambda: np.reshape(X, (-1, -1)), ValueError),
        (lambda: np.sum(X, axis=4), np.exceptions.AxisError),
        (lambda: np.concatenate([X, X], axis=1), np.exceptions.AxisError),
        (lambda: X[5], IndexError),
        (lambda: X[1.0], IndexError),
        (lambda: X[0, 0], IndexError),
        (lambda: X @ np.ones(3), ValueError),
        (lambda: X + np.ones(3), ValueError),
        (lambda: np.where(X > 1, X), ValueError),
        (lambda: np.squeeze(X, 0), ValueError),
        (lambda: np.stack([]), ValueError),
    ],
)
def test_the_errors_that_numpy_itself_gives(call, error):
    with pytest.raises(error):
        call()


def test_flat_functions_answer_with_tensors_that_no_tape_follows():
    x = adl.Variable([1.5, -2.5])
    with adl.GradientTape() as tape:
        flat = [
            np.floor(x),
            np.round(x),
            x > 0,
            np.argmax(x),
            np.isnan(x),
            x // 1,
            np.zeros_like(x),
            ~(x > 0),
        ]
    assert not tape._records
    assert all(isinstance(y, adl.Tensor) for y in flat)
    assert np.shape(x) == (2,)
    assert np.ndim(x) == 1
    assert np.allclose(x, [1.5, -2.5]) is True
    assert (x > 0).numpy().tolist() == [True, False]


# ---- others get their turn ---------------------------------------------------------------------------------


class WithProtocol:
    """Another library's array."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return f"theirs: {ufunc.__name__}"

    def __array_function__(self, function, types, args, kwargs):
        return f"theirs: {function.__name__}"

    def __radd__(self, other):
        return "theirs: add"

    def __lt__(self, other):
        return "theirs: lt"


class WithReflected:
    """A learner's own class."""

    def __radd__(self, other):
        return ("radd", other)

    def __rmatmul__(self, other):
        return ("rmatmul", other)


def test_another_array_takes_over():
    theirs = WithProtocol()
    assert X + theirs == "theirs: add"
    assert (theirs < X) == "theirs: lt"
    assert np.multiply(X, theirs) == "theirs: multiply"
    assert np.multiply(theirs, X) == "theirs: multiply"
    assert np.concatenate([X, theirs]) == "theirs: concatenate"


@pytest.mark.parametrize("x", [X, adl.Variable([1.0, 2.0])])
def test_a_class_with_reflected_operators_takes_over(x):
    assert x + WithReflected() == ("radd", x) or (x + WithReflected())[1] is x
    assert (x @ WithReflected())[0] == "rmatmul"
    with pytest.raises(TypeError, match="`-` cannot combine a Tensor with"):
        x - WithReflected()


def test_a_pandas_series_takes_over():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([1.0, 2.0])
    assert isinstance(X * series, pandas.Series)


def test_a_subclass_of_an_array_with_its_own_protocol_takes_over():
    class Special(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return "special"

    special = np.zeros(2).view(Special)
    assert np.add(X, special) == "special"
    assert np.add(special, X) == "special"
