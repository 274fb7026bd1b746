"""What a program writes small and stretches late: the same numbers, shapes and dtypes as the sweep's."""

import numpy as np
import pytest

import autodiff_lab as adl

FUNCTIONS = {
    "sum": lambda x: np.sum(x),
    "mean": lambda x: np.mean(x),
    "mean of squares": lambda x: np.mean(x * x),
    "sum of sums": lambda x: np.sum(np.sum(x * x, axis=0) ** 2),
    "centred": lambda x: np.sum((x - np.mean(x, axis=1, keepdims=True)) ** 2),
    "gram matrix": lambda x: np.sum(x @ x.T),
    "product with ones": lambda x: np.mean(x @ np.ones((3, 2), x.dtype)),
    "softmax": lambda x: np.sum(
        np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True) * np.arange(3.0, dtype=np.float32)
    ),
    "signs": lambda x: -np.mean(-x) * 3,
    "stretched": lambda x: np.sum(x + np.ones((4, 2, 3), x.dtype)),
    "spread": lambda x: np.std(x),
    "reshaped": lambda x: np.mean(np.reshape(x, (6,))),
    "several paths": lambda x: np.sum(x) + np.mean(x) + np.sum(x * 2) + np.sum(x[0] @ x.T),
    "choice": lambda x: np.sum(np.where(x > 0, x, 0)),
    "turned": lambda x: np.sum(np.moveaxis(x, 0, 1) * np.arange(2, dtype=x.dtype)),
    "cube": lambda x: np.mean(np.mean(np.ones((2, 2, 3), x.dtype) * x, axis=(0, 2))),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_whole(name, dtype):
    x = np.array([[1.5, -0.5, 2.0], [0.25, 3.0, -1.0]], dtype)
    t = adl.trace(FUNCTIONS[name], x=x)
    value, (gradient,) = t.program(x)
    want = t.gradients["x"].numpy()
    assert (gradient.shape, gradient.dtype, value.dtype) == (want.shape, want.dtype, dtype)
    np.testing.assert_allclose(gradient, want, rtol=1e-5 if dtype is np.float32 else 1e-13)


def test_a_mean_writes_its_share_once():
    def network(x, w, b):
        error = np.tanh(x @ w) + b
        loss = np.mean(error * error)
        return loss  # noqa: RET504  the name is in the program

    x = np.ones((4, 3))
    program = adl.trace(network, x=x, w=np.ones((3, 2)), b=np.ones(2)).program
    lines = [line.split("#")[0].strip() for line in program.source.splitlines()]
    back = lines[lines.index("v4_bar = 0.125") :]
    assert back[1:4] == [
        "error_bar = v4_bar * error",
        "error_bar = error_bar + error_bar",
        "v2_bar = error_bar",
    ]
    assert "b_bar = error_bar.sum(axis=0)" in back
    assert "w_bar = x.T @ v1_bar" in back
