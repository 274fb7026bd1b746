"""Other libraries' arrays: a guest sits inside a Tensor; who knows what to do with a Tensor gets its turn."""

import copy
import pickle

import numpy as np
import pytest
from numpy.lib.mixins import NDArrayOperatorsMixin

import autodiff_lab as adl


class Boxed(NDArrayOperatorsMixin):
    """An array of another library: it speaks both protocols, and knows only its own kind and NumPy's."""

    def __init__(self, data):
        self.data = np.asarray(data)

    shape = property(lambda self: self.data.shape)
    dtype = property(lambda self: self.data.dtype)
    ndim = property(lambda self: self.data.ndim)
    size = property(lambda self: self.data.size)

    def astype(self, dtype):
        return Boxed(self.data.astype(dtype))

    def any(self):
        return Boxed(self.data.any())

    def __array__(self, dtype=None, copy=None):
        return np.array(self.data, dtype)

    def __getitem__(self, index):
        return Boxed(self.data[index])

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if not all(isinstance(x, Boxed | np.ndarray | np.generic | int | float) for x in inputs):
            return NotImplemented
        return Boxed(getattr(ufunc, method)(*map(opened, inputs), **kwargs))

    def __array_function__(self, function, types, args, kwargs):
        if not all(issubclass(t, Boxed | np.ndarray) for t in types):
            return NotImplemented
        result = function(*opened(args), **{k: opened(v) for k, v in kwargs.items()})
        return Boxed(result) if isinstance(result, np.ndarray | np.generic) else result


def opened(value):
    if isinstance(value, tuple | list):
        return type(value)(map(opened, value))
    return value.data if isinstance(value, Boxed) else value


A = np.arange(6.0).reshape(3, 2) - 2.2
V = np.array([0.5, -1.5])

LOSSES = {
    "mean of squares": lambda a, v: np.mean((a @ v - 1.0) ** 2),
    "from the left": lambda a, v: np.sum(v * a),
    "as functions": lambda a, v: np.sum(np.square(np.add(np.dot(a, v), 1.0))),
    "logistic": lambda a, v: np.sum(np.log1p(np.exp(a @ v))),
    "norm": lambda a, v: np.linalg.norm(a @ v),
    "corners": lambda a, v: np.sum(
        np.maximum(a @ v, 0.0) + np.abs(a * v)[:, 0] + np.where(a > 0, v, 0.0)[:, 1]
    ),
    "deviation": lambda a, v: np.std(np.tanh(a @ v)),
    "reshaped": lambda a, v: np.sum(np.reshape(a * v, (2, 3)) ** 2),
}


def slopes(loss, a, v):
    v = adl.Variable(v)
    with adl.GradientTape() as tape:
        y = loss(a, v)
    return y, tape.gradient(y, v)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES.keys())
@pytest.mark.parametrize("wrapped", [False, True], ids=["bare", "in a Tensor"])
def test_the_same_numbers_inside_another_array(loss, wrapped):
    value, gradient = slopes(loss, A, V)
    boxed = adl.constant(Boxed(A)) if wrapped else Boxed(A)
    there, found = slopes(loss, boxed, V)
    assert isinstance(there._value, Boxed)
    assert isinstance(found._value, Boxed)
    np.testing.assert_allclose(there, value, rtol=1e-12)
    np.testing.assert_allclose(found, gradient, rtol=1e-12)


def test_the_source_itself_may_be_a_guest():
    for make in (lambda x: adl.Variable(x, name="w"), adl.constant):
        x = make(Boxed(V))
        with adl.GradientTape() as tape:
            tape.watch(x)
            y = np.sum(x * x * x)
        np.testing.assert_allclose(tape.gradient(y, x), 3 * V**2)


def test_a_guest_is_taken_in_as_it_is():
    boxed = Boxed(V)
    assert adl.constant(boxed)._value is boxed
    assert adl.constant(boxed, "float32").dtype == np.float32
    assert adl.constant(boxed, shape=(2, 1)).shape == (2, 1)
    with pytest.raises(TypeError, match="fractions"):
        adl.constant(boxed, "int32")
    with pytest.raises(TypeError, match="numbers"):
        adl.constant(Boxed(np.array(["a"])))


# ---- Dask ------------------------------------------------------------------------------------------------


@pytest.fixture
def computed():
    """How often Dask was asked to compute something, so far."""
    dask = pytest.importorskip("dask")
    runs = []

    def scheduler(graph, keys, **settings):
        runs.append(keys)
        return dask.threaded.get(graph, keys, **settings)

    with dask.config.set(scheduler=scheduler):
        yield runs


@pytest.fixture
def data():
    da = pytest.importorskip("dask.array")
    rng = np.random.default_rng(0)
    x = rng.normal(size=(1000, 3))
    y = x @ [1.0, -2.0, 3.0] + rng.normal(size=1000) / 10
    return x, y, da.from_array(x, chunks=(100, 3)), da.from_array(y, chunks=100)


def regression(x, y, w, b):
    return np.mean((x @ w + b - y) ** 2)


def model_slopes(loss, x, y):
    w, b = adl.Variable(np.array([0.1, 0.2, 0.3])), adl.Variable(np.float64(0.5))
    with adl.GradientTape() as tape:
        value = loss(x, y, w, b)
    return [value, *tape.gradient(value, [w, b])]


DASK_LOSSES = {
    "regression": regression,
    "constants": lambda x, y, w, b: regression(adl.constant(x), adl.constant(y), w, b),
    "logistic": lambda x, y, w, b: np.mean(np.log1p(np.exp(-(x @ w + b) * y))),
    "tensordot": lambda x, y, w, b: np.sum(np.square(np.tensordot(x, w, 1) + b - y)),
    "einsum": lambda x, y, w, b: np.sum(np.square(np.einsum("ij,j->i", x, w) + b - y)),
    "deviation": lambda x, y, w, b: np.std(np.tanh(x @ w + b) - y),
    "columns": lambda x, y, w, b: np.sum((x[:, 0] * w[0] + x[:, 1] * w[2] + b - y) ** 2),
    "clipped": lambda x, y, w, b: np.sum(np.clip(x @ w + b, -1, 1) * y) + np.max(x @ w),
}


@pytest.mark.parametrize("loss", DASK_LOSSES.values(), ids=DASK_LOSSES.keys())
def test_dask_computes_the_gradient_later(loss, data, computed):
    x, y, lazy_x, lazy_y = data
    wanted = model_slopes(loss, x, y)
    found = model_slopes(loss, lazy_x, lazy_y)
    text = repr(found)
    assert not computed
    assert "dask.array<" in text
    for a, b in zip(found, wanted, strict=True):
        assert type(a._value).__module__.startswith("dask.")
        assert isinstance(a.compute()._value, np.ndarray | np.generic)
        np.testing.assert_allclose(a.compute(), b, rtol=1e-9)
        np.testing.assert_allclose(a.numpy(), b, rtol=1e-9)
    assert computed


def test_dask_computes_several_tensors_in_one_go(data, computed):
    dask = pytest.importorskip("dask")
    x, y, lazy_x, lazy_y = data
    found = model_slopes(regression, lazy_x, lazy_y)
    together = dask.compute(*found, adl.constant(1.0))
    assert len(computed) == 1
    for a, b in zip(together, [*model_slopes(regression, x, y), 1.0], strict=True):
        assert isinstance(a, adl.Tensor)
        np.testing.assert_allclose(a, b, rtol=1e-9)
    assert dask.is_dask_collection(found[0])
    assert not dask.is_dask_collection(adl.constant(1.0))
    (kept,) = dask.persist(found[1])
    np.testing.assert_allclose(kept, together[1])


def test_second_order_and_forward_mode_stay_lazy(data, computed):
    x, y, lazy_x, lazy_y = data

    def both(x, y):
        w = adl.Variable(np.array([0.1, 0.2, 0.3]))
        with adl.GradientTape() as outer:
            with adl.GradientTape() as inner:
                value = regression(x, y, w, 0.5) + np.mean(np.exp(x @ w))
            slope = inner.gradient(value, w)
        with adl.ForwardAccumulator(w, np.ones(3)) as forward:
            value = regression(x, y, w, 0.5)
        return outer.jacobian(slope, w), forward.jvp(value)

    wanted = both(x, y)
    found = both(lazy_x, lazy_y)
    assert not computed
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9)


def test_plain_numbers_out_of_a_lazy_tensor(data, computed):
    loss = model_slopes(regression, *data[2:])[0]
    number = float(loss)
    assert loss.item() == loss.tolist() == complex(loss).real == number
    assert format(loss, ".3f") == f"{number:.3f}"
    assert bool(loss > 0)
    assert copy.deepcopy(loss) is loss
    assert float(pickle.loads(pickle.dumps(loss))) == number


def test_descending_over_chunks(data, computed):
    """A Variable of plain numbers takes each step's gradient, computed, and ends at the least squares."""
    x, y, lazy_x, lazy_y = data
    w = adl.Variable(np.zeros(3))
    for _ in range(60):
        with adl.GradientTape() as tape:
            loss = np.mean((lazy_x @ w - lazy_y) ** 2)
        w.assign_sub(0.3 * tape.gradient(loss, w).compute())
    assert isinstance(w._value, np.ndarray)
    np.testing.assert_allclose(w, np.linalg.lstsq(x, y, rcond=None)[0], rtol=1e-6)


def test_a_value_computed_inside_the_block_has_left_the_tape(data):
    w = adl.Variable(np.zeros(3))
    with adl.GradientTape() as tape:
        loss = np.mean((data[2] @ w).compute() ** 2)
    with pytest.warns(UserWarning, match="became a plain number"):
        assert tape.gradient(loss, w) is None


# ---- who knows what to do with a Tensor ------------------------------------------------------------------


class Labelled:
    """Like xarray: a label around any array, a Tensor too."""

    def __init__(self, data, label):
        self.data, self.label = data, label

    shape = property(lambda self: np.shape(self.data))
    dtype = property(lambda self: self.data.dtype)

    def astype(self, dtype):
        return Labelled(self.data.astype(dtype), self.label)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = (x.data if isinstance(x, Labelled) else x for x in inputs)
        return Labelled(getattr(ufunc, method)(*plain, **kwargs), self.label)

    def __array_function__(self, function, types, args, kwargs):
        plain = (x.data if isinstance(x, Labelled) else x for x in args)
        return Labelled(function(*plain, **kwargs), self.label)

    def __rmul__(self, other):
        return np.multiply(other, self)


@pytest.mark.parametrize("x", [adl.constant(V), adl.Variable(V)])
def test_a_label_stays_around_a_tensor(x):
    labelled = Labelled(np.array([2.0, 3.0]), "metres")
    with adl.GradientTape() as tape:
        tape.watch(x)
        results = [x * labelled, np.multiply(x, labelled), np.multiply(labelled, x)]
        dots = [np.dot(labelled, x), np.dot(x, labelled)]
        total = np.sum(results[0].data)
    for result in (*results, *dots):
        assert isinstance(result, Labelled)
        assert result.label == "metres"
        assert isinstance(result.data, adl.Tensor)
    assert tape.gradient(total, x).numpy().tolist() == [2.0, 3.0]


def test_xarray_takes_a_tensor_in():
    xarray = pytest.importorskip("xarray")
    x = adl.Variable(V)
    field = xarray.DataArray([2.0, 3.0], dims="place")
    with adl.GradientTape() as tape:
        y = x * field + field * x + np.multiply(field, x)
        total = np.sum(y.data)
    assert y.dims == ("place",)
    assert tape.gradient(total, x).numpy().tolist() == [6.0, 9.0]


def test_pandas_takes_over_or_gives_its_numbers():
    pandas = pytest.importorskip("pandas")
    x = adl.Variable(V)
    series = pandas.Series([2.0, 3.0])
    for y in (x * series, series + x, np.subtract(x, series)):
        assert isinstance(y, pandas.Series)
    with adl.GradientTape() as tape:
        y = np.sum(np.maximum(x, series) + np.where(series > 2, x, 0.0))
    assert tape.gradient(y, x).numpy().tolist() == [0.0, 1.0]
    assert adl.constant(series).numpy().tolist() == [2.0, 3.0]


class Refusing:
    """It says that it wants nothing to do with NumPy's functions."""

    __array_ufunc__ = None

    def __radd__(self, other):
        return "refusing"


def test_who_opts_out_is_left_to_python():
    assert adl.constant(V) + Refusing() == "refusing"
    with pytest.raises(TypeError):
        np.add(adl.constant(V), Refusing())
