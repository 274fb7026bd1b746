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
    "steps": "{count} steps",
    "steps-one": "1 step",
    "turns": "{count} turns",
    "folded": "{count} operations in the middle are folded into one box.",
    "folded-scope": "{name} is folded: {count} operations are in its box.",
    "folded-fans": "Values inside that are used more than once: {fans}.",
    "folded-turns": "{turns} turns of a loop, {count} operations, are folded into one box; its first two "
    "turns and its last are drawn.",
    "cell-title": "{cell} alone: {title}",
    "cells-more": "{name}: {count} more",
    "cells-all": "{name}: {count} cells",
    "cell-share": "{out} moves {local} times as fast as {to}. {up} × {local_held} = {g}.",
    "cell-together": "{out} and {to}: the share is {g}.",
    "cell-adds": "Shares add: {old} + {g_held} = {new}.",
    "cell-alone": "Nothing that {to} moves reaches the target here: its gradient is 0.",
    "tangent-start": "Run {run} of {runs}: {to} moves by 1, and every other input stays. How fast does each "
    "value move?",
    "tangent-first": "{to} moves {out}: {how}{g}.",
    "tangent-another": "{to} moves {out} too: {how}{g}. Parts add: {old} + {g_held} = {new}.",
    "tangent-any": "{out} moves by {g}.",
    "tangent-end": "End of run {run}: {target} moves {g} times as fast as {to}.",
    "tangent-none": "End of run {run}: {target} does not move with {to}.",
    "tangent-count": "Forward mode: runs needed: {runs}, one for each number that goes in. Backward: "
    "{backward}, one for each number that comes out.",
    "nudge-up": "Raise {name} by {by}.",
    "nudge-down": "Lower {name} by {by}.",
    "nudge-up-cells": "Raise every cell of {name} by {by}.",
    "nudge-down-cells": "Lower every cell of {name} by {by}.",
    "nudge": "{told} Predicted change of {target}: {g} × {by_held} = {predicted}. Measured: {measured}.",
    "nudge-cells": "{told} Predicted change of {target}, the gradients of all cells together: {predicted}. "
    "Measured: {measured}.",
    "nudge-none": "{told} Predicted change of {target}: none. Measured: {measured}.",
    "ask": "So far {to} has {old}. Now its last share arrives: {g}. What is the gradient of {to}?",
    "ask-why": "Shares add: {old} + {g_held} = {total}.",
    "folded-share": "The {count} folded operations send their share to {to} together: {g}.",
    "folded-more": "The {count} folded operations send {n} shares to {to}; they add up to {g}.",
    "start": "Start at {target}. If {target} grows by 1, {target} grows by 1, so its gradient is 1.",
    "start-array": "Start at {target}. Each of its {size} cells counts once, so each starts with 1.",
    "start-cell": "Start at {target}. Its one cell counts once, so it starts with 1.",
    "weighted": "Start at {target} with the weights you gave: {seed}.",
    "add": "{out} adds {a} and {b}. A plus sends the same {up} to both, so {to} gets {g}.",
    "subtract-0": "{out} is {a} minus {b}. {a} gets {up} as it is.",
    "subtract-1": "{out} is {a} minus {b}. {b} gets {up} with its sign turned: {g}.",
    "multiply": "{out} is {a} times {b}. {to} gets {up} times the other side: {up} × {local_held} = {g}.",
    "divide-0": "{out} is {a} divided by {b}. {a} gets {up} ÷ {b_held} = {g}.",
    "divide-1": "{out} is {a} divided by {b}. {b} pulls the other way: "
    "−{up_held} × {a_held} ÷ {b_held}² = {g}.",
    "square": "The slope of squaring at {a_value} is 2 × {a_held} = {local}. {up} × {local_held} = {g}.",
    "power": "The slope of {formula} at {a_value} is {b_value} × {power} = {local}. "
    "{up} × {local_held} = {g}.",
    "exponent": "The slope of {formula} for its exponent is log({a_value}) × {out_held} = {local}. "
    "{up} × {local_held} = {g}.",
    "exp": "The slope of exp is its own output, {out_value}. {up} × {out_value} = {g}.",
    "log": "The slope of log at {a_value} is 1 ÷ {a_held} = {local}. {up} × {local_held} = {g}.",
    "sin": "The slope of sin at {a_value} is cos({a_value}) = {local}. {up} × {local_held} = {g}.",
    "cos": "The slope of cos at {a_value} is −sin({a_value}) = {local}. {up} × {local_held} = {g}.",
    "tanh": "The slope of tanh is 1 − output² = 1 − {out_held}² = {local}. {up} × {local_held} = {g}.",
    "sqrt": "The slope of the root is 1 ÷ (2 × output) = {local}. {up} × {local_held} = {g}.",
    "negative": "{out} is {a} with its sign turned, and so is what arrives: {g}.",
    "maximum-won": "{to} won, so it gets all of {up}.",
    "maximum-lost": "{to} did not win, so nothing goes to it: 0.",
    "corner": "{a} and {b} are equal: the input sits on the corner. This kit gives {g} to {to}.",
    "corner-alone": "{to} sits on the corner, where the slope jumps. Here it counts as {local}: {g}.",
    "where-on": "{to} was chosen, so it gets {up}.",
    "where-off": "{to} was not chosen, so nothing goes to it: 0.",
    "matmul-0": "To {to}: {up} times {other} turned over. The result has the shape of {to}, {shape}.",
    "matmul-1": "To {to}: {other} turned over, times {up}. The result has the shape of {to}, {shape}.",
    "inner": "Cell by cell, {to} gets {up} times the other side, {other}.",
    "sum": "A sum sends {up} to every cell of {to}, {n} times.",
    "sum-axis": "Each sum sends what arrives at it to all {n} cells of {to} that went into it.",
    "mean": "A mean sends {up_one} ÷ {n} = {g_one} to every cell of {to}.",
    "mean-axis": "Each mean sends what arrives at it, ÷ {n}, to the {n} cells of {to} that went into it.",
    "empty": "{to} has no cells, so nothing arrives.",
    "extreme": "One cell of {to} won, so it gets all of {up_one}. The others get 0.",
    "tie": "{n} cells of {to} share first place. Each gets {up_one} ÷ {n} = {g_one}, the others 0.",
    "extreme-axis": "Winning cells of {to} get what arrives, equal ones in equal parts. The others get 0.",
    "broadcast": "{to} was stretched over {n} cells. Its {n} shares are added: {g}.",
    "broadcast-cells": "Each cell of {to} was used {n} times. Its {n} shares are added.",
    "places": "Only the places change. The numbers go back to where they came from in {to}.",
    "zeros": "Only the places change. The numbers go back to where they came from in {to}, with 0 elsewhere.",
    "slope": "The slope of {op} at {own} is {local}. {up} × {local_held} = {g}.",
    "slope-for": "The slope of {op} for {to} at {own} is {local}. {up} × {local_held} = {g}.",
    "cells-add": "A plus sends what arrives to both sides, cell by cell.",
    "cells-multiply": "Cell by cell, {to} gets what arrives times the other side, {other}.",
    "cells-won": "Cell by cell, {to} gets what arrives where it won, and 0 where it did not.",
    "cells-where": "Cell by cell, {to} gets what arrives where it was chosen, and 0 elsewhere.",
    "cells": "Cell by cell, {to} gets what arrives times the slope of {op} there.",
    "any": "{op} hands its share to {to}: {g}.",
    "zero-arrives": "0 arrives at {out}. Everything behind it gets 0 along this path.",
    "not-a-number": "{op} met {own}: the slope is not a number. First place it happens: here.",
    "no-product": "{op} met {own}: {up} × {local_held} is not a number. First place it happens: here.",
    "first-share": "{to} is used in {n} places. First share: {g}. Waiting for {left} more.",
    "first-array": "{to} is used in {n} places. The first share is in. Waiting for {left} more.",
    "another-share": "Another share for {to}: {g}. Shares add: {old} + {g_held} = {new}.",
    "another-array": "Another share for {to}. Shares add, cell by cell. Waiting for {left} more.",
    "all-share": "The last share for {to}: {g}. All {n} shares are in: {old} + {g_held} = {new}.",
    "all-array": "The last share for {to}. All {n} shares are in, added cell by cell.",
    "not-connected": "No path leads from {target} to {to}: the answer is none, not 0.",
    "end": "{to} has gradient {g}: raise {to} by 0.01 and {target} changes by about {delta}.",
    "end-steep": "{to} has gradient {g}: there is no finite slope here.",
    "end-array": "{to} has a gradient of its own shape, {shape}: one slope for each cell.",
    "sum-of": "the sum of {target}",
    "times-weight": "{target} times its weight",
    "weighted-sum": "the weighted sum of {target}",
    "done": "Done.",
    "source-number": "source {number}",
    "somewhere": "a line of your code",
    "mend": "Mend it:  {mend}",
    "more-paths": "and more",
    "why-itself": "{name}: {value}. It is the target itself.",
    "why-one-path": "{name}: {value}. It came along one path: {path}.",
    "why-paths": "{name}: {value}. It came along {count} paths, and their shares add up: {paths}.",
    "why-flat": "{name}: {value}. A path leads there, but it is flat at {at}: {op} passes nothing on here.",
    "why-cancelled": "{name}: {value}. Paths lead there, and what comes along them adds up to nothing.",
    "why-nan-value": "{name}: not a number. It first arose among the values, at {at}: {of} is not a number.",
    "why-nan-sum": "{name}: not a number. Infinite shares with different signs met in the sum of {count} "
    "paths: {paths}.",
    "value-of": "the result of {op}",
    "value-itself": "its value",
    "why-number": "{name}: {value}. The tape has let go of the numbers on the way; a persistent one keeps "
    "them.",
    "why-nan": "{name}: not a number. It first arose at {at}: the slope of {op} is not a number there.",
    "why-not-watched": "{name}: none. The tape does not watch {name}: it is a Tensor, not a Variable, and "
    "only Variables are watched by themselves.",
    "why-variable-not-watched": "{name}: none. The tape does not watch {name}: it was made with "
    "watch_accessed_variables=False.",
    "why-watched-late": "{name}: none. The tape began to watch {name} only after it was used.",
    "why-integer": "{name}: none. It has dtype {dtype}, and whole numbers have no small nudge.",
    "why-not-trainable": "{name}: none. It is a Variable with trainable=False, so tapes do not watch it by "
    "themselves.",
    "why-outside": "{name}: none. {target} was computed where this tape was not recording.",
    "why-paused": "{name}: none. The path runs through what was computed while recording was stopped.",
    "why-left": "{name}: none. The path left the tape at {line}. There a Tensor became a plain "
    "number or array.",
    "also-left": "But a number of it left the tape at {line}: if that is used again, its share is "
    "missing here.",
    "why-assigned": "{name}: none. What was computed from it was assigned to a Variable ({line}), "
    "and a tape does "
    "not follow an assignment.",
    "why-stopped": "{name}: none. The path ends on purpose, at stop_gradient ({line}).",
    "why-flat-op": "{name}: none. {op} has no gradient ({line}): its result does not change with a "
    "small nudge.",
    "why-whole-numbers": "{name}: none. {op} made whole numbers of it ({line}), and they have no gradient.",
    "why-no-rule": "{name}: none. The path is there, but {op} passes no gradient on to this input.",
    "why-made-later": "{name}: none. This {name} was computed after {target}, so {target} cannot depend "
    "on it.",
    "why-never-met": "{name}: none. {name} is a Tensor that no line of the with block used.",
    "why-not-connected": "{name}: none. No path leads from {target} to {name}.",
    "loose": "{target} rests on {loose}, and the tape did not see where that comes from.",
    "mend-flat": "nothing is broken; try another input to see the slope change",
    "mend-cancelled": "nothing is broken; look at the paths one by one with tape.sweep",
    "mend-nan": "keep the input of {op} away from this place, or give the function a rule with "
    "custom_gradient",
    "mend-nan-value": "give {of} inputs for which it is a number",
    "mend-nan-sum": "keep the inputs away from the place where the shares are infinite",
    "mend-no-rule": "let {op} return a gradient for this input, or leave it out of the path",
    "mend-made-later": "if {name} stood for another value before, keep that one under its own name; a "
    "Variable changes with  {name}.assign(...)",
    "mend-never-met": "if {name} was a Variable before, a line such as  {name} = {name} + 1  gave its name "
    "to a Tensor: write  {name}.assign({name} + 1)",
    "mend-loose": "if {loose} is computed from {name}, do so inside the with block",
    "mend-not-watched": "tape.watch({name})  as the first line inside the with block",
    "mend-watched-late": "move  tape.watch({name})  above the line that uses {name} first",
    "mend-integer": "write the number with a point, as in  {name} = Variable(3.0)",
    "mend-not-trainable": "tape.watch({name}), or make it with trainable=True",
    "mend-outside": "move the line that computes {target} inside the with block",
    "mend-paused": "move that line out of the stop_recording block",
    "mend-left": "use NumPy on the Tensor itself: np.sin(x) for math.sin(x), np.stack([a, b]) for "
    "np.array([a, b])",
    "mend-assigned": "use the computed Tensor itself in the target, and assign it after the with block",
    "mend-stopped": "leave stop_gradient out if {name} should have a gradient",
    "mend-flat-op": "leave {op} out of the path, or give it a rule of your own with custom_gradient",
    "mend-whole-numbers": "stay with floating-point numbers on the way",
    "mend-not-connected": "use {name} where {target} is computed, or ask with "
    "unconnected_gradients='zero' for zeros",
    "rule": "Rule: {rule}, with g for the gradient that arrives at {out}.",
    "step": "Step",
    "from": "{out} → {to}",
    "numbers": "{up} × {local_held} = {g}",
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


def folded_label(count: int, turns: int) -> str:
    """Say on a box what is folded into it."""
    if count == 1:
        return say("steps-one")
    return say("turns", count=turns) if turns else say("steps", count=count)


def folded(name: str, count: int, turns: int, fans: int) -> str:
    """Say what a picture leaves out."""
    moment = "folded-scope" if name else "folded-turns" if turns else "folded"
    told = say(moment, name=name, count=count, turns=turns)
    return f"{told} {say('folded-fans', fans=fans)}" if fans else told


def arrives(name: str, value: str) -> str:
    """Tell a value in one sentence, also where its name says it already."""
    return line(name, value) or say("line", title=name, value=value)
