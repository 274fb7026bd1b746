"""A page that is not there: records what the kernel sends to it, and sends what a page would send."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

from autodiff_lab.widgets.explore import Explorer
from autodiff_lab.widgets.inputs import Inputs


class Page:
    """The messages from the kernel, newest last."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def updates(self, widget: Any) -> list[dict[str, Any]]:
        """The states that were sent for a widget after it was made."""
        return [
            data["state"]
            for to, data in self.sent
            if to == widget.comm.comm_id and data.get("method") == "update"
        ]

    @staticmethod
    def send(widget: Any, **state: Any) -> None:
        """Change traits as a page does."""
        data = {"method": "update", "state": state, "buffer_paths": []}
        widget._handle_msg({"content": {"data": data}, "buffers": []})


@pytest.fixture(autouse=True)
def no_loop() -> Iterator[None]:
    """Hides an event loop that a browser test of the same process left running in this thread."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture
def lab_page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Takes what widgets send from now on."""
    page = Page()

    class Recording(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, **_: Any) -> None:
            page.sent.append((self.comm_id, data or {}))

    monkeypatch.setattr(comm, "create_comm", Recording)
    return page


@pytest.fixture
def explorer() -> Iterator[Callable[..., Explorer]]:
    """Makes explorers, and closes them after the test."""
    made: list[Explorer] = []

    def make(f: Callable, ranges: Any = None, **inputs: Any) -> Explorer:
        made.append(Explorer(Inputs(f, inputs, ranges)))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def move(lab_page: Page) -> Callable[..., None]:
    """Moves the sliders as a page does: the serial number counts up."""

    def move_(one: Explorer, *values: float, moved: int = 0) -> None:
        controls = one._controls
        serial = controls.answered + 1
        lab_page.send(controls, wanted={"serial": serial, "values": list(values), "moved": moved})
        assert controls.answered == serial

    return move_
