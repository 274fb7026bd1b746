"""What all tests share: how hypothesis runs, where figures go, and the browser."""

import os

import hypothesis

# Figures are drawn in memory, in this process and in those that the tests start.
os.environ.setdefault("MPLBACKEND", "Agg")

# Machines differ in speed, so no example has a time limit. A run on CI must not depend on luck.
hypothesis.settings.register_profile("local", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")

from browser_fixture import browser, page  # noqa: E402, F401  fixtures, found by name
