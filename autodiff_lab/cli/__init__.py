"""The command ``autodiff-lab``: ``demo``, ``lab`` and ``versions``.

A mistake that a user can make ends with exit code 2 and one clear paragraph, never with a traceback.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from autodiff_lab._version import __version__
from autodiff_lab.cli import console, demo, lab, versions
from autodiff_lab.cli.problem import Problem

DESCRIPTION = "See, play and check automatic differentiation of plain NumPy code."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments after the command's name; those of this process by default.

    Returns
    -------
    int
        0 if all went well, 1 if a check found something, 2 if the user has to change something.

    Examples
    --------
    >>> main(["demo", "--x", "three", "--no-open"])
    2
    """
    console.prepare()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except Problem as problem:
        sys.stdout.flush()
        print(f"autodiff-lab: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever reads our output, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(words: list[str]) -> int:
    inputs: dict[str, str] = {}
    if words[:1] == ["demo"]:
        words, inputs = demo.split_inputs(words)
    parser = _parser()
    options = parser.parse_args(words)
    if options.command == "demo":
        if options.extra:
            raise Problem(f"name each input: --x {options.extra[0]} instead of {options.extra[0]}.")
        return demo.run(options.function, inputs, output=options.output, open_page=options.open_page)
    if options.command == "lab":
        return lab.run(options.folder, browser=options.browser, jupyter_options=options.jupyter_options)
    if options.command == "versions":
        return versions.run()
    parser.print_help()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="autodiff-lab", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"autodiff-lab {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    a_demo = commands.add_parser(
        "demo",
        help="the gradient of y = x² at 3, or of your own function, in words and as a page that plays",
        usage="autodiff-lab demo [my_function.py:f] [--x 3] [--output PATH] [--no-open]",
        epilog="Give each input of your function by its name: --x 3 --w 1,2,3 --m [[1,2],[3,4]]",
        allow_abbrev=False,
    )
    a_demo.add_argument("function", nargs="?", help="your own function, as file.py:name")
    a_demo.add_argument("extra", nargs="*", help=argparse.SUPPRESS)
    a_demo.add_argument("--output", metavar="PATH", help="where to write the page")
    a_demo.add_argument(
        "--no-open", dest="open_page", action="store_false", help="write the page, but do not open it"
    )

    a_lab = commands.add_parser(
        "lab", help="open JupyterLab on a copy of the lessons that is yours", allow_abbrev=False
    )
    a_lab.add_argument("--folder", default=lab.FOLDER, help="the folder for your copy (default: %(default)s)")
    a_lab.add_argument(
        "--no-browser", dest="browser", action="store_false", help="start the server, but open no browser"
    )
    a_lab.add_argument("jupyter_options", nargs="*", help="after a --: options for JupyterLab itself")

    commands.add_parser("versions", help="the versions at work here, and whether they fit together")
    return parser
