"""Small stories for the tests of the pictures, written down by hand or built from a list of inputs."""

from typing import Any

Story = dict[str, Any]


def cell(text: str) -> dict[str, Any]:
    return {"text": text, "shape": [], "dtype": "float32", "data": None}


def node(
    number: int, label: str, inputs: list[int], role: str, gradient: str = "–", value: str = "3"
) -> Story:
    return {
        "id": f"n{number}",
        "role": role,
        "name": label,
        "op": "",
        "label": label,
        "title": label,
        "value": cell(value),
        "inputs": [f"n{other}" for other in inputs],
        "gradient": "" if role == "constant" else gradient,
        "connected": gradient != "none",
    }


def story(nodes: list[Story]) -> Story:
    edges = [(tail, item["id"], slot) for item in nodes for slot, tail in enumerate(item["inputs"])]
    return {
        "version": 1,
        "title": "Graph of y",
        "description": "x is 3.",
        "nodes": nodes,
        "edges": [
            {"id": f"e{number}", "tail": tail, "head": head, "slot": slot}
            for number, (tail, head, slot) in enumerate(edges)
        ],
        "sources": [item["id"] for item in nodes if item["role"] == "source"],
        "targets": [item["id"] for item in nodes if item["role"] == "target"],
        "steps": [],
        "summary": "",
    }


def graph(inputs: list[list[int]], constants: tuple[int, ...] = ()) -> Story:
    """A story from the inputs of each node; the last node is the target."""
    last = len(inputs) - 1
    return story(
        [
            node(
                number,
                f"v{number} = op" if given else f"w{number}",
                given,
                "constant"
                if number in constants
                else "source"
                if not given
                else "target"
                if number == last
                else "op",
            )
            for number, given in enumerate(inputs)
        ]
    )


def step(
    kind: str, at: str, edge: str, to: str, label: str, gradient: str, arrived: int = 1, of: int = 1
) -> Story:
    return {
        "kind": kind,
        "node": at,
        "edge": edge,
        "to": to,
        "edge_label": label,
        "arrived": arrived,
        "expected": of,
        "gradients": {to: gradient} if to else {},
        "upstream": None,
        "local": None,
        "share": None,
        "total": None,
        "caption": "",
        "detail": "",
    }


def square_by_product() -> Story:
    """The sweep of y = x * x at 3."""
    made = story([node(0, "x", [], "source"), node(1, "y = x * x", [0, 0], "target", value="9")])
    made["steps"] = [
        step("start", "n1", "", "n1", "", "1"),
        step("share", "n1", "e0", "n0", "×3 → 3", "3", 1, 2),
        step("share", "n1", "e1", "n0", "×3 → 3", "3 + 3 = 6", 2, 2),
        step("end", "", "", "", "", ""),
    ]
    return made


def diamond() -> Story:
    """The sweep of y = (x + 1)(x + 2) at 2, where the two shares of x are 4 and 3."""
    made = story(
        [
            node(0, "x", [], "source", value="2"),
            node(1, "1", [], "constant", value="1"),
            node(2, "a = x + 1", [0, 1], "op"),
            node(3, "2", [], "constant", value="2"),
            node(4, "b = x + 2", [0, 3], "op", value="4"),
            node(5, "y = a × b", [2, 4], "target", value="12"),
        ]
    )
    made["steps"] = [
        step("start", "n5", "", "n5", "", "1"),
        step("share", "n5", "e4", "n2", "×4 → 4", "4"),
        step("share", "n5", "e5", "n4", "×3 → 3", "3"),
        step("share", "n4", "e2", "n0", "×1 → 3", "3", 1, 2),
        step("share", "n2", "e0", "n0", "×1 → 4", "3 + 4 = 7", 2, 2),
        step("end", "", "", "", "", ""),
    ]
    return made


def layers(depth: int, width: int) -> Story:
    """A network of scalars: products with weights, sums, one function for each unit."""
    inputs: list[list[int]] = [[] for _ in range(width)]

    def add(*given: int) -> int:
        inputs.append(list(given))
        return len(inputs) - 1

    units = list(range(width))
    for _ in range(depth):
        new = []
        for _ in range(width):
            total = -1
            for unit in units:
                product = add(unit, add())
                total = product if total < 0 else add(total, product)
            new.append(add(total))
        units = new
    add(*units)
    return graph(inputs)


def unrolled(turns: int) -> Story:
    """A loop over time in which each turn uses the same four parameters."""
    inputs: list[list[int]] = [[], [], [], []]

    def add(*given: int) -> int:
        inputs.append(list(given))
        return len(inputs) - 1

    state = add()
    for _ in range(turns):
        state = add(add(add(add(add(), 0), add(state, 1)), 2), 3)
    return graph(inputs)


AWKWARD = [
    'say "hello"',
    "\\",
    "\\N",
    "\\G\\E",
    'a\\"b',
    "<b>bold</b>",
    "<",
    "two\nlines",
    "\r\n",
    "\x00\x1b",
    "🙂👩‍👩‍👧",
    "&alpha;",
    "&amp;lt;",
    "dense:0",
    "{a|b}",
    "x" * 200,
    "שלום עולם",
    "\u202eevil\u202c",
    "]]>",
    "</svg><script>alert(1)</script>",
    '" onload="alert(1)',
    "node",
    "'; }",
    "\ud800",
    "\uffff",
    "",
    " ",
]
