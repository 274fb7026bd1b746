"""A headless Chromium for tests, with everything beyond this computer blocked.

The browser is one that is installed already (environment variable CHROMIUM, or a usual name); none is
downloaded. Where there is none, the tests that need it are skipped, or fail if ADL_REQUIRE_BROWSER=1.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS = (
    "--no-sandbox",  # containers run as root, where Chromium's sandbox cannot start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def _absent(reason: str) -> NoReturn:
    if os.environ.get("ADL_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{reason}, and ADL_REQUIRE_BROWSER=1 asks for it")
    pytest.skip(reason)


def chromium() -> str:
    """The path of an installed Chromium (or Chrome, or Edge); skips the test where there is none."""
    named = os.environ.get("CHROMIUM")
    if named and not Path(named).exists() and not shutil.which(named):
        _absent(f"CHROMIUM={named} does not exist")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    found = found or next((place for place in PLACES if Path(place).exists()), None)
    return found or _absent("no Chromium, Chrome or Edge found; set CHROMIUM to its path")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for the whole run."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _absent('Playwright is not installed: python -m pip install -e ".[test]"')
    path = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh page. ``page.errors`` lists uncaught script errors; asking the internet fails the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(60_000)
    outside: list[str] = []

    def block(route: Any) -> None:
        outside.append(route.request.url)
        route.abort()

    context.route(lambda url: url.startswith("http") and not url.startswith("http://127.0.0.1"), block)
    new = context.new_page()
    new.errors = []
    new.on("pageerror", lambda error: new.errors.append(str(error)))
    yield new
    context.close()
    assert outside == [], "the page asked for something beyond this computer"
