"""The libraries that are compared: each makes, for a case, a function that gives the gradients."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from cases import Case, numpy_windows

import autodiff_lab as adl

OURS, PROGRAM, HAND = "Autodiff Lab", "Autodiff Lab, as a program", "NumPy by hand"


def ours(case: Case) -> Callable:
    xp = _named(np, windows=numpy_windows)
    inputs = [adl.Variable(v) for v in case.inputs]
    data = [adl.constant(v) for v in case.data]
    if case.kind == "hessian":
        hessian = adl.hessian(lambda x: case.loss(xp, x, *data))
        return lambda: [hessian(case.inputs[0])]

    def run() -> list:
        with adl.GradientTape() as tape:
            y = case.loss(xp, *inputs, *data)
        return tape.jacobian(y, inputs) if case.kind == "jacobian" else tape.gradient(y, inputs)

    return run


def program(case: Case) -> Callable | None:
    if case.kind != "gradient":
        return None
    xp = _named(np, windows=numpy_windows)
    data = [adl.constant(v) for v in case.data]
    written = adl.trace(lambda *inputs: case.loss(xp, *inputs, *data), *case.inputs).program
    return lambda: written(*case.inputs)[1]


def by_hand(case: Case) -> Callable:
    return lambda: case.by_hand(*case.inputs, *case.data)


def hips_autograd(case: Case) -> Callable:
    anp = importlib.import_module("autograd.numpy")
    kit = importlib.import_module("autograd")
    xp = _named(anp, windows=numpy_windows)
    if case.kind != "gradient":
        made = getattr(kit, case.kind)(lambda x: case.loss(xp, x, *case.data))
        return lambda: [made(case.inputs[0])]
    slopes = kit.grad(lambda inputs: case.loss(xp, *inputs, *case.data))
    return lambda: slopes(case.inputs)


def pytorch(case: Case) -> Callable:
    torch = importlib.import_module("torch")
    torch.set_num_threads(1)
    windows = torch.tensor(numpy_windows(case.data[0])) if case.title.startswith("small conv") else None
    xp = SimpleNamespace(
        **{n: getattr(torch, n) for n in ("sin", "tanh", "exp", "log1p", "mean", "sum")},
        maximum=lambda a, b: torch.clamp(a, min=b),
        windows=lambda images: windows,
    )
    inputs = [torch.tensor(v, requires_grad=True) for v in case.inputs]
    data = [torch.tensor(v) for v in case.data]
    if case.kind != "gradient":
        maker = torch.func.jacrev if case.kind == "jacobian" else torch.func.hessian
        made = maker(lambda x: case.loss(xp, x, *data))
        x = inputs[0].detach()
        return lambda: [made(x)]
    return lambda: torch.autograd.grad(case.loss(xp, *inputs, *data), inputs)


def mygrad(case: Case) -> Callable:
    mg = importlib.import_module("mygrad")
    windows = lambda images: numpy_windows(np.asarray(images))
    xp = _named(mg, windows=windows)
    inputs = [mg.tensor(v) for v in case.inputs]

    def run() -> list:
        case.loss(xp, *inputs, *case.data).backward()
        found = [v.grad for v in inputs]
        for v in inputs:
            v.null_grad()
        return found

    return run


def micrograd(case: Case) -> Callable | None:
    value = importlib.import_module("micrograd.engine").Value
    if case.title != "chain of 1,000 sums and products":
        return None
    sys.setrecursionlimit(10_000)  # it walks the graph by recursion

    def run() -> list:
        x = value(float(case.inputs[0]))
        y = case.loss(None, x)
        y.backward()
        return [x.grad]

    return run


def tensorflow(case: Case) -> Callable:
    tf = importlib.import_module("tensorflow")
    windows = tf.constant(numpy_windows(case.data[0])) if case.title.startswith("small conv") else None
    xp = SimpleNamespace(
        **{n: getattr(tf, n) for n in ("sin", "tanh", "exp")},
        log1p=tf.math.log1p,
        mean=tf.reduce_mean,
        sum=tf.reduce_sum,
        maximum=tf.maximum,
        windows=lambda images: windows,
    )
    vectors = case.kind != "gradient"
    inputs = [tf.Variable(v) for v in case.inputs]
    data = [tf.constant(v) for v in case.data]
    if vectors:  # `@` does not take a matrix and a vector in TensorFlow
        case = Case(**{**vars(case), "loss": _with_columns(tf, case.loss)})
    logistic = case.title.startswith("logistic")
    if logistic:
        plain = case.loss
        case = Case(
            **{**vars(case), "loss": lambda xp, w, b, x, s: plain(xp, _Rows(tf, w), b, _Rows(tf, x), s)}
        )

    def run() -> list:
        with tf.GradientTape() as tape:
            y = case.loss(xp, *inputs, *data)
        return tape.jacobian(y, inputs) if case.kind == "jacobian" else tape.gradient(y, inputs)

    def hessian() -> list:
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = case.loss(xp, *inputs, *data)
            slope = inner.gradient(y, inputs[0])
        return [outer.jacobian(slope, inputs[0])]

    return hessian if case.kind == "hessian" else run


class _Rows:
    """A matrix that takes a vector on its right, as NumPy's do."""

    def __init__(self, tf: Any, value: Any) -> None:
        self.tf = tf
        self.value = value

    def __matmul__(self, other: Any) -> Any:
        return self.tf.linalg.matvec(self.value, other.value if isinstance(other, _Rows) else other)


def _with_columns(tf: Any, loss: Callable) -> Callable:
    return lambda xp, x, a: loss(xp, x, _Rows(tf, a))


def _jax(compiled: bool) -> Callable:
    def make(case: Case) -> Callable | None:
        jax = importlib.import_module("jax")
        jax.config.update("jax_enable_x64", True)
        jnp = importlib.import_module("jax.numpy")
        windows = jnp.asarray(numpy_windows(case.data[0])) if case.title.startswith("small conv") else None
        xp = _named(jnp, windows=lambda images: windows)
        inputs = [jnp.asarray(v) for v in case.inputs]
        data = [jnp.asarray(v) for v in case.data]
        loss = lambda *inputs: case.loss(xp, *inputs, *data)
        places = tuple(range(len(inputs)))
        if case.kind == "gradient":
            made = jax.grad(loss, places)
        else:
            made = (jax.jacrev if case.kind == "jacobian" else jax.hessian)(loss, places)
        made = jax.jit(made) if compiled else made

        def run() -> list:
            found = jax.block_until_ready(made(*inputs))
            return [found[0][0]] if case.kind == "hessian" else list(found)

        return run

    return make


def advect(case: Case) -> Callable:
    """Advect follows NumPy's own functions, as we do."""
    kit = importlib.import_module("advect")
    xp = _named(np, windows=numpy_windows)
    slopes = kit.grad(
        lambda *inputs: case.loss(xp, *inputs, *case.data), argnums=tuple(range(len(case.inputs)))
    )
    return lambda: slopes(*case.inputs)


def _named(module: Any, **more: Any) -> Any:
    names = ("sin", "tanh", "exp", "log1p", "mean", "sum", "maximum")
    return SimpleNamespace(**{n: getattr(module, n) for n in names}, **more)


# name -> what makes its function, and the package it needs
ENGINES: dict[str, tuple[Callable, str]] = {
    OURS: (ours, "numpy"),
    PROGRAM: (program, "numpy"),
    HAND: (by_hand, "numpy"),
    "HIPS autograd": (hips_autograd, "autograd"),
    "PyTorch": (pytorch, "torch"),
    "MyGrad": (mygrad, "mygrad"),
    "micrograd": (micrograd, "micrograd"),
    "TensorFlow eager": (tensorflow, "tensorflow"),
    "JAX": (_jax(False), "jax"),
    "JAX jit": (_jax(True), "jax"),
    "advect": (advect, "advect"),
}
