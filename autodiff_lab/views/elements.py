"""SVG elements: shapes and lines of text, with numbers written short."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from . import curves

Element = ET.Element


def chart_group(
    group: Element, css_class: str, corner: curves.Point, drawn: list[tuple[str, dict[str, str]]]
) -> Element:
    """Add a small chart with its upper left corner at a place."""
    place = f"translate({number(corner[0])} {number(corner[1])})"
    chart = element(group, "g", css_class, transform=place)
    for tag, attributes in drawn:
        ET.SubElement(chart, tag, attributes)
    return chart


def element(parent: Element, tag: str, css_class: str = "", **attributes: str) -> Element:
    """Add an element; an underscore in a name stands for a hyphen."""
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    return ET.SubElement(parent, tag, {"class": css_class, **named} if css_class else named)


def text_line(parent: Element, css_class: str, x: float, y: float, size: float, text: str) -> None:
    """Add a line whose middle is at (x, y)."""
    # renderers differ in what "central" means, so the baseline is given
    element(parent, "text", css_class, x=number(x), y=number(y + 0.35 * size)).text = text


def rectangle(box: curves.Rectangle, grow: float, corner: float) -> dict[str, str]:
    """Give the attributes of a rectangle, grown on all sides."""
    left, top, right, bottom = box
    return {
        "x": number(left - grow),
        "y": number(top - grow),
        "width": number(right - left + 2 * grow),
        "height": number(bottom - top + 2 * grow),
        "rx": number(corner),
    }


def number(value: float) -> str:
    """Write a coordinate, to a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")
