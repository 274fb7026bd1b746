"""What a record holds on to: what its rules need, copied from whatever the learner could change."""

import gc
import tracemalloc
import weakref

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab.engine.record import Absent


def test_sums_keep_no_array():
    x = adl.Variable(np.ones(100_000))
    with adl.GradientTape() as tape:
        y = x + 1.0
        held = weakref.ref(y._value)
        z = np.sum(y - 2.0)
        del y
    gc.collect()
    assert held() is None
    assert np.all(tape.gradient(z, x) == 1.0)


def test_a_product_keeps_what_its_rule_needs():
    x = adl.Variable(np.ones(100_000))
    with adl.GradientTape() as tape:
        y = x + 1.0
        held = weakref.ref(y._value)
        z = np.sum(y * y)
        del y
    gc.collect()
    assert held() is not None
    assert np.all(tape.gradient(z, x) == 4.0)
    gc.collect()
    assert held() is None  # a used-up tape lets go


def test_a_long_chain_of_sums_takes_the_room_of_few_arrays():
    x = adl.Variable(np.ones(100_000))
    tracemalloc.start()
    with adl.GradientTape() as tape:
        y = x
        for _ in range(50):
            y = np.negative(y + 1.0)
        peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * x._value.nbytes
    assert np.all(tape.gradient(y, x) == 1.0)


def test_second_derivatives_do_with_what_was_kept():
    x = adl.Variable(np.full(10_000, 3.0))
    with adl.GradientTape() as outer:
        with adl.GradientTape() as inner:
            y = np.sum(np.reshape((x + 1.0) ** 3, (100, 100)) + 2.0)
        d = inner.gradient(y, x)
    assert any(type(a) is Absent for note in outer._records for a in note[3])
    assert np.all(outer.gradient(d, x) == 6.0 * 4.0)


@pytest.mark.parametrize("n", [3, 1000])
@pytest.mark.parametrize(
    "use",
    [
        lambda x, a: x * a,
        lambda x, a: a * x,
        lambda x, a: np.multiply(a, x),
        lambda x, a: np.where(a > 0, x, 0.0) * a,
        lambda x, a: np.concatenate([x, a]) ** 2,
        lambda x, a: np.stack([x, a]) ** 2,
        lambda x, a: np.dot(x, a),
        lambda x, a: x @ a,
        lambda x, a: np.tensordot(x, a, 1),
        lambda x, a: np.einsum("i,i", x, a),
        lambda x, a: x * a[::2].repeat(2)[: len(a)],
        lambda x, a: x[a.astype(int) % 2],
        lambda x, a: np.take(x, a.astype(int) % 2),
        lambda x, a: x * adl.constant(a),
        lambda x, a: x * np.reshape(adl.constant(a), -1),
    ],
)
def test_changing_an_array_afterwards_changes_no_record(use, n):
    def slope(tamper):
        a = np.linspace(1.0, 2.0, n)
        x = adl.Variable(np.linspace(-1.0, 3.0, n))
        with adl.GradientTape() as tape:
            y = np.sum(use(x, a))
        if tamper:
            a[:] = 1e6
        return tape.gradient(y, x).numpy()

    np.testing.assert_array_equal(slope(True), slope(False))


@pytest.mark.parametrize("make", [adl.constant, adl.Variable])
def test_a_tensor_is_a_copy_of_the_array_it_was_made_from(make):
    a = np.array([1.0, 2.0])
    x = make(a)
    a[0] = 100.0
    assert x.numpy().tolist() == [1.0, 2.0]


def test_an_array_handed_to_assign_is_copied():
    a = np.array([1.0, 2.0])
    v = adl.Variable([0.0, 0.0], dtype="float64").assign(a)
    a[0] = 100.0
    assert v.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    "read", [lambda y: y.numpy(), np.asarray, np.array, lambda y: np.asarray(y.tolist())]
)
def test_what_is_handed_out_is_a_copy(read):
    x = adl.Variable([1.0, 2.0])
    with adl.GradientTape() as tape:
        y = x * x
        z = np.sum(y * y)
    read(y)[:] = 100.0
    read(x)[:] = 100.0
    assert y.numpy().tolist() == [1.0, 4.0]
    assert tape.gradient(z, x).numpy().tolist() == [4.0, 32.0]


def test_a_gradient_that_is_changed_changes_no_other():
    x, z = adl.Variable([1.0, 2.0]), adl.Variable([3.0, 4.0])
    with adl.GradientTape() as tape:
        y = x + z
    gx, gz = tape.gradient(y, [x, z])
    gx.numpy()[:] = 7.0
    assert gz.numpy().tolist() == [1.0, 1.0]


def test_a_view_that_is_not_copied_cannot_be_written_to():
    x = adl.constant([1.0, 2.0])
    view = np.asarray(x, copy=False)
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 5.0


def test_a_constant_is_kept_once_however_often_it_is_used():
    data = adl.constant(np.ones(10_000)) * 2.0
    x = adl.Variable(np.ones(10_000))
    with adl.GradientTape() as tape:
        for _ in range(5):
            _ = x * data
    assert {id(note[3][1]) for note in tape._records} == {id(data._value)}
