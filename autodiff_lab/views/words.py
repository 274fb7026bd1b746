"""The words of the pictures: one catalogue, with places for names and numbers.

The templates follow one pattern: what happens, with the numbers, and why in a few words.
"""

from __future__ import annotations

from typing import Any

ENGLISH = {
    "title": "Graph of {target}, {count} values",
    "title-one": "Graph of {target}, 1 value",
    "title-swept": "{title}, with its backward sweep",
    "line": "{title} is {value}.",
    "start": "Start at {target}. If {target} grows by 1, {target} grows by 1, so its gradient is 1.",
    "start-array": "Start at {target}. Each of its {size} cells counts once, so each starts with 1.",
    "weighted": "Start at {target} with the weights you gave: {seed}.",
    "add": "{out} adds {a} and {b}. A plus sends the same {up} to both, so {to} gets {g}.",
    "subtract-0": "{out} is {a} minus {b}. {a} gets {up} as it is.",
    "subtract-1": "{out} is {a} minus {b}. {b} gets {up} with its sign turned: {g}.",
    "multiply": "{out} is {a} times {b}. {to} gets {up} times the other side: {up} × {local} = {g}.",
    "divide-0": "{out} is {a} divided by {b}. {a} gets {up} ÷ {b_value} = {g}.",
    "divide-1": "{out} is {a} divided by {b}. {b} pulls the other way: −{up} × {a_value} ÷ {b_value}² = {g}.",
    "square": "The slope of squaring at {a_value} is 2 × {a_value} = {local}. {up} × {local} = {g}.",
    "power": "The slope of {formula} at {a_value} is {b_value} × {power} = {local}. {up} × {local} = {g}.",
    "exp": "The slope of exp is its own output, {out_value}. {up} × {out_value} = {g}.",
    "log": "The slope of log at {a_value} is 1 ÷ {a_value} = {local}. {up} × {local} = {g}.",
    "sin": "The slope of sin at {a_value} is cos({a_value}) = {local}. {up} × {local} = {g}.",
    "cos": "The slope of cos at {a_value} is −sin({a_value}) = {local}. {up} × {local} = {g}.",
    "tanh": "The slope of tanh is 1 − output² = 1 − {out_value}² = {local}. {up} × {local} = {g}.",
    "sqrt": "The slope of the root is 1 ÷ (2 × output) = {local}. {up} × {local} = {g}.",
    "negative": "{out} is {a} with its sign turned, and so is what arrives: {g}.",
    "maximum-won": "{to} won, so it gets all of {up}.",
    "maximum-lost": "{to} did not win, so nothing goes to it: 0.",
    "corner": "{a} and {b} are equal: the input sits on the corner. This kit gives {g} to {to}.",
    "where-on": "{to} was chosen, so it gets {up}.",
    "where-off": "{to} was not chosen, so nothing goes to it: 0.",
    "matmul": "To {to}: {up} times {other} turned over. The result has the shape of {to}, {shape}.",
    "sum": "A sum sends {up} to every cell of {to}, {n} times.",
    "mean": "A mean sends {up} ÷ {n} = {g_one} to every cell of {to}.",
    "broadcast": "{to} was stretched over {n} cells. Its {n} shares are added: {g}.",
    "places": "Only the places change. The numbers go back to where they came from in {to}.",
    "zeros": "Only the places change. The numbers go back to where they came from in {to}, with 0 elsewhere.",
    "slope": "The slope of {op} at {a_value} is {local}. {up} × {local} = {g}.",
    "cells": "Cell by cell, {to} gets what arrives times the slope of {op} there.",
    "any": "{op} hands its share to {to}: {g}.",
    "zero-arrives": "0 arrives at {out}. Everything behind it gets 0 along this path.",
    "not-a-number": "{op} met {a_value}: the slope is not a number. First place it happens: here.",
    "first-share": "{to} is used in {n} places. First share: {g}. Waiting for {left} more.",
    "another-share": "Another share for {to}: {g}. Shares add: {old} + {g} = {new}.",
    "all-shares": "The last share for {to}: {g}. All {n} shares are in: {old} + {g} = {new}.",
    "not-connected": "No path leads from {target} to {to}: the answer is none, not 0.",
    "end": "{to} has gradient {g}: raise {to} by 0.01 and {target} changes by about {delta}.",
    "end-array": "{to} has a gradient of its own shape, {shape}: one slope for each cell.",
    "done": "Done.",
    "rule": "Rule: {rule}, with g for the gradient that arrives at {out}.",
    "step": "Step",
    "from": "{out} → {to}",
    "numbers": "{up} × {local} = {g}",
    "share": "share {g}",
    "total": "{to}: {total}",
}


def say(moment: str, **values: Any) -> str:
    """Fill in the sentence for a moment."""
    return ENGLISH[moment].format(**values)


def title(target: str, count: int, swept: bool) -> str:
    """Name a picture in one line."""
    text = say("title", target=target, count=count) if count != 1 else say("title-one", target=target)
    return say("title-swept", title=text) if swept else text


def line(name: str, value: str) -> str:
    """Tell a value in one sentence."""
    if name == value:
        return ""
    return say("line", title=name, value=value)
