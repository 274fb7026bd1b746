"""The explorer without a browser: everything follows, errors are told, nothing queues or leaks."""

import asyncio
import gc
import math
import re
import time
import warnings
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autodiff_lab as adl


def square(x):
    y = x**2
    return y  # noqa: RET504  the picture shows this name


def parts(one, kind):
    return {part["name"]: part["text"] for part in one._controls.readout["parts"] if part["kind"] == kind}


def told(one):
    return one._controls.readout["sentence"]


# numbers


def test_six_at_three_and_eight_at_four(explorer, move):
    one = explorer(square, x=3.0)
    assert told(one) == (
        "x = 3, y = 9, gradient of y for x = 6. Raise x by 0.01 and y changes by about 0.06."
    )
    move(one, 4.0)
    assert parts(one, "input") == {"x": "4"}
    assert parts(one, "value") == {"y": "16"}
    assert parts(one, "gradient") == {"x": "8"}
    assert float(one.value) == 16
    assert float(one.gradients["x"]) == 8
    assert one.trace.inputs["x"].numpy() == 4


@pytest.mark.parametrize("x", [-2.0, 0.0, 0.5, 5.0, 0.3])
def test_the_read_out_is_the_engines_gradient(explorer, move, x):
    one = explorer(square, x=3.0)
    move(one, x)
    assert float(one.gradients["x"]) == pytest.approx(2 * x)
    assert one._controls.mark["slope"] == float(one.gradients["x"])


def test_set_moves_the_slider_on_the_page(lab_page, explorer):
    one = explorer(square, x=3.0)
    one.set(x=4)
    assert one._controls.values == [4.0]
    assert lab_page.updates(one._controls)[-1]["values"] == [4.0]
    for wrong, error in (({"x": 40.0}, ValueError), ({"z": 1.0}, ValueError), ({"x": "4"}, TypeError)):
        with pytest.raises(error):
            one.set(**wrong)
    assert float(one.value) == 16


def test_several_inputs_and_the_nudge_of_the_one_moved_last(explorer, move):
    def f(x, y):
        z = x**2 + y**3
        return z  # noqa: RET504

    one = explorer(f, x=2.0, y=3.0)
    move(one, 3.0, 3.0)
    assert parts(one, "gradient") == {"x": "6", "y": "27"}
    assert "Raise x by 0.01 and z changes by about 0.06." in told(one)
    move(one, 3.0, 2.0, moved=1)
    assert "Raise y by 0.01 and z changes by about 0.12." in told(one)


def test_arrays_have_a_slider_for_each_number(explorer, move):
    one = explorer(lambda v: np.sum(v * v), v=[1.0, 2.0, 3.0])
    move(one, 1.0, 5.0, 3.0, moved=1)
    assert parts(one, "input") == {"v": "[1, 5, 3]"}
    assert one.gradients["v"].numpy().tolist() == [2, 10, 6]
    one.set(v=[0.0, 1.0, 2.0])
    one.set(**{"v[2]": 4.0})
    assert one.gradients["v"].numpy().tolist() == [0, 2, 8]


def test_a_vector_result_says_that_the_gradient_is_that_of_the_sum(explorer):
    one = explorer(square, x=[1.0, 2.0])
    assert "gradient of the sum of y for x = [2, 4]" in told(one)
    one._controls.shown_theme = "light"
    assert one._controls.curve == {}
    assert "not a single number" in one._controls.note


def test_no_path_is_none_and_not_zero(explorer):
    one = explorer(lambda x, y: x * 2.0, x=3.0, y=1.0)
    assert parts(one, "gradient") == {"x": "2", "y": "none"}
    one.set(y=2.0)
    assert "the gradient is none, not 0" in told(one)
    assert one._controls.mark["slope"] is None


def test_a_small_range_has_a_small_nudge(explorer):
    one = explorer(square, x=(1e-8, 5e-8))
    assert "Raise x by 1e−10" in told(one)


# the player


def test_only_numbers_travel_while_the_shape_stays(lab_page, explorer, move):
    one = explorer(square, x=3.0)
    player = one._player
    move(one, 4.6)
    before = len(lab_page.updates(player))
    for x in (2.0, 2.3, 1.1):
        move(one, x)
    assert all("svg" not in state for state in lab_page.updates(player)[before:])
    assert [node["value"]["text"] for node in player.story["nodes"]] == ["1.1", "2", "1.21"]


def test_a_long_name_is_cut_and_written_on_one_line(explorer, move):
    name = "two\nlines " + "x" * 300
    one = explorer(lambda **inputs: inputs[name] ** 2, **{name: 3.0})
    move(one, 4.0)
    sentence = told(one)
    assert sentence.startswith("two↵lines xxx")
    assert "\n" not in sentence
    assert "x" * 40 not in sentence
    assert sentence.endswith("… by 0.01 and the result changes by about 0.08.")


def test_the_picture_makes_room_for_a_longer_label(explorer, move):
    one = explorer(square, x=3.0)
    before = one._player.svg
    move(one, -4.85)
    assert one._player.svg != before
    wide = one._player.svg
    move(one, 3.0)
    assert one._player.svg == wide


def test_another_shape_is_another_picture(explorer, move):
    def f(x):
        return x**2 if x > 0 else np.sin(x) * 3.0

    one = explorer(f, x=3.0)
    before = one._player.svg
    assert one._player.position == len(one._player.story["steps"])
    move(one, -1.0)
    assert one._player.svg != before
    assert "sin" in one._player.svg
    assert one._player.position == len(one._player.story["steps"])


def test_the_position_of_the_player_stays(explorer, move):
    one = explorer(square, x=3.0)
    one._player.position = 1
    move(one, 4.0)
    assert one._player.position == 1


# errors


@pytest.mark.parametrize(
    ("f", "words"),
    [
        (lambda x: x if x < 4 else 1 / 0, "division by zero"),
        (lambda x: x if x < 4 else None, "returned None"),
        (lambda x: x if x < 4 else 3.0, "Keep the Tensor"),
        (lambda x: x if x < 4 else undefined, "undefined"),  # noqa: F821
        (lambda x: x if x < 4 else {}["a"], "KeyError"),
    ],
)
def test_an_error_is_told_and_the_next_good_value_clears_it(explorer, move, f, words):
    one = explorer(f, x=3.0)
    before = one.trace
    move(one, 4.5)
    failure = one._controls.failure
    assert failure["title"] == "There is no result at x = 4.5."
    assert words in failure["what"]
    assert isinstance(one.error, Exception)
    assert "adl-stale" in one._dom_classes
    assert one.trace is before
    move(one, 2.0)
    assert one._controls.failure == {}
    assert one.error is None
    assert "adl-stale" not in one._dom_classes
    assert float(one.gradients["x"]) == 1


def test_an_error_shows_the_learners_own_line(explorer):
    def inner(x):
        return np.reshape(x, (2, 2))

    def f(x):
        return inner(x)

    one = explorer(f, x=3.0)
    assert one._controls.failure["line"] == "return np.reshape(x, (2, 2))"
    assert one._controls.failure["where"].endswith("of inner:")
    assert "no result at x = 3" in repr(one)
    with pytest.raises(RuntimeError, match="has not given a result yet"):
        _ = one.value


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit, RecursionError])
def test_nothing_that_a_function_raises_ends_the_widget(explorer, move, stop):
    def f(x):
        if x > 4:
            raise stop
        return x * 2.0

    one = explorer(f, x=3.0)
    move(one, 4.5)
    assert one._controls.failure["what"]
    move(one, 1.0)
    assert float(one.value) == 2


def test_an_exception_that_cannot_be_written_is_told_too(explorer):
    class OddError(Exception):
        def __str__(self):
            raise RuntimeError

    def f(x):
        raise OddError

    assert explorer(f, x=3.0)._controls.failure["what"] == "OddError, without a message."


def test_not_a_number_is_told_without_a_warning(explorer, move):
    one = explorer(np.log, x=3.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        move(one, -1.0)
    assert parts(one, "value") == {"log(x)": "not a number"}
    assert "has no slope" in told(one)
    assert one._controls.mark["y"] == "nan"
    move(one, 0.0)
    assert "infinite" in told(one)


# one computation at a time


def test_each_request_is_answered_once_with_its_own_numbers(lab_page, explorer, move):
    one = explorer(square, x=3.0)
    for x in (1.0, 2.0, 3.0):
        before = len(lab_page.updates(one._controls))
        move(one, x)
        answers = [s for s in lab_page.updates(one._controls)[before:] if "answered" in s]
        assert len(answers) == 1
        assert answers[0]["readout"]["parts"][0]["text"] == f"{x:g}"


def test_a_move_takes_far_less_than_30_ms(explorer, move):
    one = explorer(square, x=3.0)
    one._controls.shown_theme = "light"
    times = []
    for x in np.round(np.linspace(-5, 5, 41), 2):
        start = time.perf_counter()
        move(one, float(x))
        times.append(time.perf_counter() - start)
    assert np.median(times) < 0.030


# the curve


def test_no_curve_is_drawn_before_a_page_looks(explorer):
    one = explorer(square, x=3.0)
    assert one._controls.curve == {}
    one._controls.shown_theme = "dark"
    assert one._controls.curve["theme"] == "dark"


def test_thirty_moves_draw_one_curve_and_no_warning(explorer, move):
    import matplotlib.pyplot as plt

    one = explorer(square, x=3.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one._controls.shown_theme = "light"
        image = one._controls.curve["image"]
        for x in range(30):
            move(one, x / 10)
    assert one._controls.curve["image"] == image
    assert plt.get_fignums() == []


def test_the_curve_is_over_the_input_moved_last_or_chosen(explorer, move):
    calls = []

    def f(x, y):
        calls.append(1)
        return x * x * y

    one = explorer(f, x=3.0, y=2.0)
    one._controls.shown_theme = "light"
    assert "over x" in one._controls.curve["alt"]
    move(one, 3.0, 4.0, moved=1)
    assert "over y" in one._controls.curve["alt"]
    assert one._controls.mark["slope"] == 9
    calls.clear()
    move(one, 3.0, 5.0, moved=1)
    assert len(calls) == 1  # y moves along its own curve
    one._controls.choice = "x"
    assert "over x" in one._controls.curve["alt"]
    assert one._controls.mark["slope"] == 30
    calls.clear()
    move(one, 3.0, 1.0, moved=1)
    assert len(calls) == 1  # another y is another curve over x, which its program draws
    low, high = one._controls.curve["y"]
    assert low < 0
    assert 25 < high < 30


def test_another_theme_is_drawn_with_the_same_points(explorer):
    calls = []

    def f(x):
        calls.append(1)
        return x * x

    one = explorer(f, x=3.0)
    one._controls.shown_theme = "light"
    light = one._controls.curve
    calls.clear()
    one._controls.shown_theme = "dark"
    assert calls == []
    assert one._controls.curve["image"] != light["image"]
    assert one._controls.curve["box"] == light["box"]


def test_a_slow_function_is_sampled_when_the_sliders_rest(explorer, move, monkeypatch):
    from autodiff_lab.widgets import curve

    monkeypatch.setattr(curve, "REST", 0.05)
    monkeypatch.setattr(curve, "MOST", 0.2)
    calls = []

    def slow(x):
        calls.append(time.perf_counter())
        time.sleep(0.02)
        return x * x * float(x)  # a plain number: the program of one place holds for no other

    async def run():
        one = explorer(slow, x=3.0)
        one._controls.shown_theme = "light"
        calls.clear()
        for x in (1.0, 2.0, 3.0):
            move(one, x)
        assert len(calls) == 3
        assert "being drawn" in one._controls.note
        for _ in range(100):
            await asyncio.sleep(0.02)
            if one._controls.curve:
                break
        assert "points only" in one._controls.note
        assert re.search(r"One call takes about 0\.\d+ s", one._controls.note)

    # In a thread of its own: other tests of this process may leave a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, run()).result()


def test_a_function_without_any_number_says_so(explorer):
    one = explorer(lambda x: np.log(x), x=(-5, -1))
    one._controls.shown_theme = "light"
    assert one._controls.curve == {}
    assert "no number anywhere between −5 and −1" in one._controls.note


# showing and closing


def test_in_a_plain_shell_the_text_is_printed(capsys):
    one = adl.explore(square, x=3.0)
    text = capsys.readouterr().out
    assert "gradient of y for x = 6" in text
    assert "1 × 6 = 6" in text
    assert repr(one) == "<Explorer: x = 3, y = 9, gradient of y for x = 6>"
    one.close()


def test_without_a_kernel_there_is_a_picture_and_a_sentence(explorer):
    one = explorer(square, x=3.0)
    bundle = one._repr_mimebundle_()
    assert bundle["text/plain"] == repr(one)
    assert '<img alt="Graph of y = x²' in bundle["text/html"]
    assert "data:image/svg+xml;base64," in bundle["text/html"]
    assert "run this cell" in bundle["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle
    again = explorer(square, x=3.0)._repr_mimebundle_()
    assert again["text/html"] == bundle["text/html"]


def test_words_of_the_learner_are_text_in_the_html(explorer):
    def f(x):
        raise ValueError("<script>alert(1)</script>")

    html = explorer(f, x=3.0)._repr_mimebundle_()["text/html"]
    assert "<script" not in html


def test_closing_frees_everything(lab_page):
    one = adl.widgets.explore.Explorer(adl.widgets.inputs.Inputs(square, {"x": 3.0}))
    one._controls.shown_theme = "light"
    figure = weakref.ref(one._curve._plot.figure)
    widgets = [one, *one.children]
    one.close()
    assert all(widget.comm is None for widget in widgets)
    with pytest.raises(RuntimeError, match="closed"):
        one.set(x=4.0)
    one.close()
    gc.collect()
    assert figure() is None


def test_wild_functions_leave_json_that_a_page_can_read(lab_page, explorer, move):
    import json

    for f in (lambda x: 1 / x, lambda x: np.exp(x * 100), np.sqrt, lambda x: x * math.inf):
        one = explorer(f, x=3.0)
        one._controls.shown_theme = "light"
        for x in (0.0, -1.0, 5.0):
            move(one, x)
    for _, data in lab_page.sent:
        json.dumps(data, allow_nan=False)


def test_a_cell_shows_an_explorer_once(monkeypatch):
    from IPython import display

    from autodiff_lab.widgets import explore

    shown = []
    monkeypatch.setattr(display, "publish_display_data", shown.append)
    monkeypatch.setattr(explore, "_cell", lambda: "first cell")
    one = adl.explore(square, x=3.0)
    one._ipython_display_()  # as the cell's last value
    assert len(shown) == 1
    monkeypatch.setattr(explore, "_cell", lambda: "next cell")
    one._ipython_display_()
    assert len(shown) == 2
    one.close()
