"""check_gradients, and that it can tell a wrong rule from a right one."""

import numpy as np
import pytest

import autodiff_lab as adl
from autodiff_lab import check_gradients


def test_the_table(capsys):
    check = check_gradients(lambda x, w: np.sum(x * w), np.array([1.0, 2.0]), 3.0)
    assert capsys.readouterr().out.splitlines() == [
        "argument  place  tape  differences  verdict",
        "x         (0,)      3            3  agree",
        "x         (1,)      3            3  agree",
        "w         ()        3            3  agree",
    ]
    assert check.ok
    assert check
    assert repr(check) == "<GradientCheck: 3 of 3 right>"
    assert check[2] == ("w", (), 3.0, pytest.approx(3.0, rel=1e-8), "agree")


def test_silence(capsys):
    assert check_gradients(np.sin, 1.0, verbose=False).ok
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x**2,
        lambda x: [x**2, np.sin(x)],
        lambda x: {"a": x**2, "b": (x, 3.0)},
        lambda x: np.stack([x, x * x]),
        lambda x: x.astype("float32") ** 2,
        lambda x: np.exp(-x) * 1e6,
        lambda x: x * 1e-9,
        lambda x: adl.constant(4.0),
    ],
)
@pytest.mark.parametrize("at", [3.0, 1e-4, -2.0, 1e4, np.float32(0.5), np.array([[1.0, -1.0]])])
def test_right_gradients_agree(f, at):
    assert check_gradients(f, at, verbose=False).ok


def wrong(factor):
    @adl.custom_gradient
    def f(x):
        return x * x, lambda dy: dy * 2.0 * x * factor

    return f


@pytest.mark.parametrize("factor", [1.0001, 0.0, -1.0, 2.0, float("nan")])
def test_a_wrong_rule_is_noticed(factor):
    check = check_gradients(lambda x: wrong(factor)(x), 3.0, verbose=False)
    assert not check.ok
    assert not check
    assert check[0].verdict == "differ"


def test_one_wrong_element_is_enough(capsys):
    @adl.custom_gradient
    def f(x):
        return x * 1.0, lambda dy: dy * np.where(np.arange(200) == 150, 2.0, 1.0)

    check = check_gradients(f, np.linspace(0.0, 1.0, 200))
    assert sum(not line.ok for line in check) == 1
    printed = capsys.readouterr().out
    assert "(150,)" in printed
    assert "176 more elements, all right" in printed
    assert len(printed.splitlines()) < 30


def test_a_lost_path_is_noticed():
    assert check_gradients(lambda x: float(x) ** 2, 2.0, verbose=False)[0].verdict == "lost"
    assert check_gradients(lambda x: np.exp(x.numpy()), 2.0, verbose=False)[0].tape is None


@pytest.mark.parametrize("f", [lambda x: np.maximum(x, 0.0), lambda x: np.maximum(0.0, x), abs])
def test_a_kink_is_told_apart_from_a_wrong_rule(f):
    (line,) = check_gradients(f, 0.0, verbose=False)
    assert line.ok
    assert line.verdict in ("kink", "agree")


def test_a_wrong_slope_on_a_kink_is_still_wrong():
    @adl.custom_gradient
    def f(x):
        return np.maximum(x, 0.0), lambda dy: dy * 3.0

    assert check_gradients(f, 0.0, verbose=False)[0].verdict == "differ"


def test_structures_and_names():
    def loss(params, *rows, scale=2.0):
        return np.sum(params["w"] * rows[0]) * scale + params["b"][0] * rows[1]

    params = {"w": np.ones(2), "b": [np.array(1.0), "a text"]}
    check = check_gradients(loss, params, [1.0, 2.0], 3.0, verbose=False)
    assert check.ok
    assert [line.argument for line in check] == [
        "params['b'][0]",
        *["params['w']"] * 2,
        *["rows[0]"] * 2,
        "rows[1]",
    ]


def test_whole_numbers_and_texts_are_held_constant():
    check = check_gradients(lambda x, n, how: x**n if how == "power" else x, 2.0, 3, "power", verbose=False)
    assert [(line.argument, line.tape) for line in check] == [("x", 12.0)]


def test_arguments_are_not_changed():
    a, v = np.array([1.0, 2.0]), adl.Variable([1.0, 2.0])
    check_gradients(lambda a, v: np.sum(a * v), a, v, verbose=False)
    assert a.tolist() == v.numpy().tolist() == [1.0, 2.0]


def test_the_step_can_be_chosen():
    (line,) = check_gradients(lambda x: x**3, 1.0, step=0.1, rtol=0.02, verbose=False)
    assert line.differences == pytest.approx(3.01)
    assert line.ok


@pytest.mark.parametrize(
    ("f", "args", "error", "words"),
    [
        (3.0, (), TypeError, r"check_gradients\(f, 3.0\)"),
        (lambda x: None, (1.0,), TypeError, "return"),
        (lambda x: [x, None], (1.0,), TypeError, "return"),
        (lambda x: "text", (1.0,), TypeError, "has to be a Tensor"),
        (lambda x: x, (1,), TypeError, "none of the arguments is a float"),
        (lambda: 1.0, (), TypeError, "none of the arguments is a float"),
        (lambda x: x, (1j,), TypeError, "x is complex"),
        (lambda x: x * 1j, (1.0,), TypeError, "the result is complex"),
        (lambda x: np.log(x), (0.0,), ValueError, "not a number at these arguments"),
        (lambda x: np.where(x == 1.0, x, np.inf), (1.0,), ValueError, "beside them, at x"),
        (lambda x: x * np.random.default_rng().random(), (1.0,), ValueError, "two different values"),
    ],
)
def test_what_cannot_be_checked(f, args, error, words):
    with pytest.raises(error, match=f"(?is){words}"):
        check_gradients(f, *args, verbose=False)
