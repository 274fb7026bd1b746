"""What a picture shows after so many steps of the sweep."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .boxes import Story

NOT_YET = "–"


@dataclass
class Moment:
    """What a position of the sweep shows."""

    gradients: dict[str, str]
    charts: dict[str, Any] = field(default_factory=dict)
    active: str = ""
    flow: str = ""
    done_nodes: set[str] = field(default_factory=set)
    done_edges: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)


def moment(story: Story, position: int | None) -> Moment:
    """Follow a sweep for `position` steps; None asks for the graph without any."""
    shown = Moment({node["id"]: node["gradient"] for node in story["nodes"]})
    if position is None:
        return shown
    steps = story["steps"]
    if not 0 <= position <= len(steps):
        raise ValueError(f"position must be from 0 to {len(steps)}, not {position}")
    for node in story["nodes"]:
        if node["gradient"] and node["connected"]:
            shown.gradients[node["id"]] = NOT_YET
    for step in steps[:position]:
        shown.gradients.update(step["gradients"])
        if step["to"] and (step["total"] or {}).get("chart"):
            shown.charts[step["to"]] = step["total"]["chart"]
        shown.active, shown.flow = step["node"], step["edge"]
        if step["edge"]:
            shown.done_edges.add(step["edge"])
            shown.labels[step["edge"]] = step["edge_label"]
        if step["to"] and step["arrived"] >= step["expected"]:
            shown.done_nodes.add(step["to"])
    shown.done_edges.discard(shown.flow)
    return shown
