"""What becomes of every function of np, np.linalg and np.fft: none is forgotten, nothing lost in silence."""

import importlib.util
import warnings
from pathlib import Path

import numpy as np
import pytest
from ops.samples import SAMPLES

import autodiff_lab as adl
from autodiff_lab.ops.refused import UNSEEN

PAGE = Path(__file__).parents[2] / "docs" / "make_numpy_page.py"


def page():
    spec = importlib.util.spec_from_file_location("make_numpy_page", PAGE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FUNCTIONS = dict(page().functions())
CLASSES = page().classified()
SUPPORTED = [name for name, (kind, _) in CLASSES.items() if kind in ("recorded", "composed")]
# One call makes several results, or there is something to prepare that is an op of its own.
PREPARED = {"np.imag", "np.real", "np.acosh", "np.arccosh"}


# What a function takes that refuses Tensors; ... stands for the Tensor, which alone is enough elsewhere.
GIVEN = {
    "copyto": (np.zeros(3), ...),
    "put": (np.zeros(3), [0, 1, 2], ...),
    "place": (np.zeros(3), [True] * 3, ...),
    "putmask": (np.zeros(3), [True] * 3, ...),
    "put_along_axis": (np.zeros(3), np.array([0, 1, 2]), ..., 0),
    "fill_diagonal": (..., 0.0),
    "polydiv": (..., ...),
    "histogram2d": (..., ...),
    "busday_count": (..., ...),
    "busday_offset": (..., ...),
    **dict.fromkeys(("save", "savez", "savez_compressed", "savetxt"), ("nowhere", ...)),
    **dict.fromkeys(("union1d", "intersect1d", "setdiff1d", "setxor1d"), (..., ...)),
}


def leaves(value):
    if isinstance(value, (list, tuple)):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def test_every_function_is_classified():
    assert set(FUNCTIONS) - set(CLASSES) == set(), "declare an op, or say why not in flat.py or refused.py"


def test_reasons_are_given():
    for name, (kind, reason) in CLASSES.items():
        if kind in ("flat", "refused", "unseen"):
            assert len(reason) > 10, name


def test_every_supported_function_has_a_sample():
    assert set(SUPPORTED) - set(SAMPLES) == set()


@pytest.mark.parametrize("name", SUPPORTED)
def test_a_supported_function_passes_a_gradient_on(name):
    """A recorded function is one record; what is built from others may be several, or the value itself."""
    value, call = SAMPLES[name]
    x = adl.Variable(value)
    with warnings.catch_warnings(), adl.GradientTape() as tape:
        warnings.simplefilter("error")
        results = [r for r in leaves(call(x)) if isinstance(r, adl.Tensor) and r.dtype.kind in "fc"]
    assert results
    gradient = tape.gradient(results, x)
    assert gradient is not None
    assert gradient.shape == value.shape
    assert gradient.dtype == value.dtype
    if CLASSES[name][0] == "recorded" and name not in PREPARED:
        assert len(tape._records) == 1, [note[0].name for note in tape._records]


@pytest.mark.parametrize("name", [n for n, (kind, _) in CLASSES.items() if kind == "refused"])
def test_a_refused_function_says_why(name):
    x = adl.Variable([1.0, 2.0, 3.0])
    arguments = GIVEN.get(name.removeprefix("np."), (x,))
    given = [x if a is ... else a for a in arguments]
    with pytest.raises(TypeError) as error:
        FUNCTIONS[name](*given)
    assert name in str(error.value)
    assert CLASSES[name][1] in str(error.value)


def test_a_function_without_a_rule_is_named():
    """Whoever adds a function of NumPy's protocol and no rule gets an error that points to `define`."""
    from autodiff_lab.engine.dispatch import call_function, call_ufunc

    def stranger(x):
        return x

    x = adl.Variable(1.0)
    with pytest.raises(TypeError, match=r"stranger.*autodiff_lab\.ops\.define"):
        call_function(stranger, (type(x),), (x,), {})
    with pytest.raises(TypeError, match=r"vectorized.*autodiff_lab\.ops\.define"):
        call_ufunc(np.frompyfunc(lambda v: 2 * v, 1, 1), "__call__", (x,), {})


def test_names_of_what_numpy_never_asks_are_real():
    newest = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 4)
    names = [name for group in UNSEEN.values() for name in group]
    assert len(names) == len(set(names))
    if newest:
        assert {f"np.{n}" for n in names} - set(FUNCTIONS) <= {"np.row_stack"}
