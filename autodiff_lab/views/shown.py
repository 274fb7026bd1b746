"""A picture as a notebook stores it: seen also where nothing runs, on paper and in words."""

from __future__ import annotations

import base64
import contextlib
import html
from collections.abc import Callable
from typing import Any

from .raster import png, zoom_for

MOST_PIXELS = 1_000_000  # of the PNG: a larger one takes longer than a learner wants to wait


def showing(svg: str, words: str, text: str, aside: str = "") -> dict[str, Any]:
    """Make the bundle that Jupyter shows.

    Parameters
    ----------
    svg : str
        The picture. As an image inside HTML it is shown also in a notebook that was opened and not run.
    words : str
        The same in words, for those who do not see it.
    text : str
        What a terminal shows.
    aside : str
        HTML to stand below the picture.

    Returns
    -------
    dict
        With a PNG beside the HTML, for what becomes of a notebook on paper; not of very large pictures.
    """
    data = base64.b64encode(svg.encode()).decode()
    told = html.escape(words, quote=True)
    image = f'<img alt="{told}" src="data:image/svg+xml;base64,{data}" style="max-width: 100%">'
    bundle = {"text/html": image + aside, "text/plain": text}
    zoom = zoom_for(svg, MOST_PIXELS) or zoom_for(svg, 2 * MOST_PIXELS)
    with contextlib.suppress(ImportError):  # a Python inside the browser has no renderer
        if zoom:
            bundle["image/png"] = base64.b64encode(png(svg, zoom)).decode()
    return bundle


def live(bundle: dict[str, Any], player: Callable[[], Any]) -> dict[str, Any]:
    """Add a widget to a bundle that can be shown; one of an error stays as it is."""
    if "text/html" not in bundle:
        return bundle
    widget = player()._repr_mimebundle_()
    if widget is not None:
        made = widget[0] if isinstance(widget, tuple) else widget
        bundle.update({k: v for k, v in made.items() if k.startswith("application/")})
    return bundle
