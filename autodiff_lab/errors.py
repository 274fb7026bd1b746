"""Every message that a learner can meet: what happened, why, and the line that mends it."""

from __future__ import annotations

from typing import Any

TAPE_USED_UP = (
    "This GradientTape has no recording to answer from: a non-persistent GradientTape can only be used to "
    "compute one set of gradients (or jacobians), and only after something was recorded on it. An ordinary "
    "tape lets go of its records with its first answer, so that memory is free again.\n"
    "To ask several times, write:  with GradientTape(persistent=True) as tape:"
)
TAPE_STILL_RECORDING = (
    "This tape is still recording, so it cannot be entered a second time. Make a new one for the inner "
    "block:  with GradientTape() as inner:"
)
TAPE_NOT_RECORDING = (
    "This tape is not recording: its `with` block has not begun, is over, or gradient() ended it. "
    "Call this inside the block:  with GradientTape() as tape:"
)
TARGET_NONE = (
    "The target is None, so there is nothing to differentiate. Often a function forgot its `return`: "
    "add  return loss  at its end, and pass what it returns as the target."
)
SOURCES_NONE = (
    "The sources are None. Pass the Tensor or Variable whose gradient you want, or a list or dict of them:  "
    "tape.gradient(y, x)"
)
TENSOR_IMMUTABLE = (
    "A Tensor cannot be changed in place, since a tape may still need its old values. Build a new one "
    "instead: np.where(mask, new, x) replaces entries, np.concatenate([x[:i], new, x[i + 1:]]) a row; "
    "a Variable can be given new values as a whole:  v.assign(values)"
)
METHOD_IN_PLACE = (
    "A Tensor never changes, so there is no x.{name}(...) in place. Make a new one:  y = {instead}"
)
METHOD_VIEW = (
    "A Tensor has no view(): the bytes of its numbers cannot be read in another way. To convert the numbers:"
    "  x.astype(dtype). For plain bytes:  x.numpy().view(dtype)"
)
METHOD_FLAT = (
    "A Tensor has no .flat, whose entries could be written to. Read them one after the other:  "
    "for e in np.ravel(x)"
)
IN_PLACE = (
    "`v += value` on a Variable is not supported: it would bind the name v to a Tensor and leave the "
    "Variable as it was. To change the Variable:  v.assign_add(value)  (or assign_sub, assign). "
    "For a new Tensor:  y = v + value"
)
UNHASHABLE = (
    "{kind} cannot be a dictionary key or a member of a set, because == compares values, not identities. "
    "Use its reference as the key:  d[x.ref()]"
)
OUT_ARGUMENT = (
    "{function} got out=..., but a Tensor is never written into, and a value written into a NumPy array is "
    "lost to the tape. Use the result instead:  y = {function}(...)"
)
NO_RULE = (
    "{function} has no differentiation rule in Autodiff Lab, so it cannot be recorded for a Tensor. "
    "If you do not need its gradient, compute it on plain numbers:  {function}(x.numpy()). "
    "If you do, declare an op with autodiff_lab.ops.define."
)
REFUSED = (
    "{function} has no gradient that Autodiff Lab could record for a Tensor: {reason}.\n"
    "Where the value alone is wanted, hand over plain numbers:  x.numpy()"
)
UFUNC_AT = (
    "{function} cannot be recorded for a Tensor: it writes into an array, where a tape sees nothing. To put "
    "values at places, make a new array:  x + np.where(mask, values, 0), or "
    "tf.scatter_nd(places, values, shape), which adds up what falls on one place."
)
RULES_MISSING = (
    "The op {name!r} has {have} rules, but was called with {want} arrays. Declare one rule for each array "
    "(None where no gradient flows), and pass everything else as a keyword setting."
)
ARGUMENT_REFUSED = "{function} on a Tensor does not take {argument}=.... {advice}"
TEXT_VALUE = "{value!r} is text, and a Tensor holds numbers. Convert it first:  float({value!r})"
NONE_VALUE = (
    "None is not a number, so it cannot become a Tensor. Often a function forgot its `return`, or gradient() "
    "found no path and answered None."
)
RAGGED = (
    "The rows of this list have different lengths, so they do not form one array: {detail}. "
    "Give every row the same number of entries."
)
LIST_OF_TENSORS = (
    "A list that holds Tensors is not one array yet. Stack it, so that the tape sees it:  np.stack([a, b])"
)
NOT_NUMBERS = (
    "A Tensor holds numbers (float, int, complex or bool), but this value is of type {kind}. "
    "Pass a number, a list of numbers or a NumPy array of numbers."
)
TOO_BIG = (
    "{value} is a whole number beyond what any NumPy integer holds (64 bits). Write it with a point to make "
    "it a float:  1.0e30"
)
DOES_NOT_FIT = (
    "{value} does not fit into dtype {dtype}, where it would wrap around to another number. Choose a larger "
    "dtype, such as 'int64'."
)
MASKED = (
    "A masked array would lose its mask in a Tensor. Choose a value for the masked places first:  "
    "a.filled(0.0)"
)
INEXACT_CAST = (
    "The value has fractions (dtype {have}), and dtype={want} would cut them off without a word. "
    "Round it on purpose:  np.round(value).astype('{want}')"
)
WATCH_NOT_TENSOR = (
    "watch() got {value} of type {kind!r}, which no tape can follow: only a Tensor or a Variable is "
    "recorded. Wrap it first:  x = constant(...); tape.watch(x)"
)
WATCH_INTEGER = (
    "A tape can only watch floating-point (or complex) values, and this one has dtype {dtype}: whole numbers "
    "have no small nudge. Write the number with a point, as in constant(3.0), or convert it:  "
    "x.astype('float32')"
)
NO_SLOPE = (
    "This source has dtype {dtype}, and whole numbers have no small nudge: there is no gradient (None). "
    "Write the number with a point, as in Variable(3.0), or convert it before it is used:  "
    "x.astype('float32')"
)
SOURCE_NOT_TENSOR = (
    "A source has to be a Tensor or a Variable that the tape could watch, but got {value} of type {kind!r}. "
    "Make it one before the `with` block:  x = Variable({value})"
)
TARGET_NOT_TENSOR = (
    "A target has to be a Tensor or a Variable, but got {value} of type {kind!r}. A plain number or array "
    "has left the tape: keep the Tensor that was computed inside the `with` block, without float() or "
    ".numpy()."
)
POWER_NOT_WHOLE = (
    "np.linalg.matrix_power multiplies a matrix with itself n times, so n has to be a whole number, "
    "not {n!r}."
)
TENSORDOT_AXES = (
    "np.tensordot cannot sum over {count} axes of arrays of shapes {a} and {b}, which have fewer. Say which "
    "axes belong together:  np.tensordot(a, b, axes=((1, 2), (0, 1)))"
)
COEFFICIENTS = (
    "np.polyval needs the coefficients in one vector, the highest power first, not in an array of shape "
    "{shape}."
)
WHERE_WITH_TWO = (
    "np.where takes a condition and two choices. Say what to take elsewhere:  np.where(condition, x, 0)"
)
UNCONNECTED_UNKNOWN = (
    "unconnected_gradients={value!r} is not known. Use 'none' (a source without a path gets None) or "
    "'zero' (it gets zeros)."
)
SEEDS_LENGTH = (
    "output_gradients holds {got} entries, but there are {want} targets. Give one entry per target."
)
SEED_NONE = (
    "An entry of output_gradients is None, and a weight has to be a number for each element of its "
    "target. For a "
    "target that counts as it is, give ones:  np.ones_like(y)"
)
SEED_SHAPE = (
    "An entry of output_gradients has shape {got}, but its target has shape {want}. The weights need the "
    "shape of the target:  output_gradients=np.ones({want})"
)
ASSIGN_SHAPE = (
    "This Variable has shape {want}, and the new value has shape {got}. A Variable keeps its shape for life; "
    "make a new one for another shape:  v = Variable(value)"
)
ASSIGN_DTYPE = (
    "This Variable has dtype {want}, and the new value has dtype {got}, which would not fit without loss. "
    "Convert it on purpose:  v.assign(np.asarray(value).astype('{want}'))"
)
CHECK_NOT_CALLABLE = (
    "check_gradients needs a function first, and then its arguments, but got {value}. Write "
    "check_gradients(f, 3.0), not check_gradients(f(3.0))."
)
CHECK_NO_FLOAT = (
    "None of the arguments is a float, so there is nothing to differentiate: whole numbers are held "
    "constant. Write the number with a point:  check_gradients(f, 3.0)"
)
CHECK_COMPLEX = (
    "check_gradients compares slopes of real numbers, but {name} is complex. Check the real and the "
    "imaginary part as two arguments:  lambda a, b: np.abs(a + 1j * b)"
)
CHECK_NOT_FINITE = (
    "The function is infinite or not a number {where}, so there is no slope to compare with. Check at "
    "another point, or take smaller steps with step=..."
)
CHECK_RANDOM = (
    "The function gave two different values for the same arguments, so differences tell nothing of its "
    "slope. Fix its random numbers:  rng = np.random.default_rng(0) inside the function."
)
NOT_A_SCALAR = (
    "{function}() needs a Tensor with exactly one element, but this one has shape {shape}. Pick an element, "
    "as in x[0], or reduce it first, as in np.sum(x)."
)
TRUTH_OF_MANY = (
    "The truth of a Tensor of shape {shape} is not one yes or no. Ask np.any(x > 0) or np.all(x > 0), or "
    "choose element by element with np.where(x > 0, a, b)."
)
NOT_AN_INDEX = (
    "A Tensor of dtype {dtype} and shape {shape} cannot be used as an index or a count: that needs one whole "
    "number. Convert it:  int(x)"
)
LEN_OF_SCALAR = "A Tensor of shape () is one number: it has no length and cannot be iterated over."
FOREIGN_OPERAND = "{op} cannot combine a Tensor with {value} of type {kind!r}. {why}"
NOT_FLOAT_DTYPE = (
    "The default dtype must be a floating-point type such as 'float32' or 'float64', not {dtype}."
)

PRIMALS_NONE = (
    "The primals are None. Pass the Tensor or Variable that moves, or a list of them:  "
    "ForwardAccumulator(x, tangent)"
)
PRIMAL_NOT_TENSOR = (
    "A primal has to be a Tensor or a Variable, but got {value} of type {kind!r}. Make it one first:  "
    "x = constant({value})"
)
PRIMAL_TWICE = (
    "The same Tensor stands among the primals twice. It moves in one direction only: pass it once, with the "
    "sum of both tangents."
)
TANGENTS_LENGTH = (
    "There are {want} primals and {got} tangents. Give one tangent per primal, in the same structure."
)
TANGENT_SHAPE = (
    "A tangent has shape {got}, but its primal has shape {want}. A tangent says how each number moves, so "
    "the shapes have to agree:  np.ones({want})"
)
ACCUMULATOR_RECORDING = (
    "This ForwardAccumulator is already recording, so it cannot be entered a second time. Make a new one for "
    "the inner block."
)
JACOBIAN_PERSISTENT = (
    "With experimental_use_pfor=False the Jacobian asks the tape once per element, so the tape has to be "
    "kept:  GradientTape(persistent=True). Leave the argument out to have it in one go."
)
BATCH_RANK = (
    "batch_jacobian needs a first axis for the rows and at least one more, but {what} has shape {shape}. "
    "Use jacobian(), or add an axis:  np.expand_dims(x, 1)"
)
BATCH_ROWS = (
    "batch_jacobian goes row by row, so target and source need the same number of rows, but the target has "
    "shape {target} and the source {source}. Use jacobian() where rows are mixed."
)
CUSTOM_RESULT = (
    "{function} is marked with custom_gradient, so it has to return a pair: the result, and the function "
    "that gives the gradients. End it with  return result, grad"
)
CUSTOM_COUNT = (
    "The gradient function of {function} returned {got} gradients, but there are {want} {what}. "
    "Return one gradient per input, in their order (None for one without a gradient)."
)
CUSTOM_VARIABLES = (
    "{function} uses Variables that are not among its inputs, so its gradient function has to answer for "
    "them too: write  def grad(upstream, variables=None)  and return (gradients of the inputs, gradients of "
    "the variables)."
)
CUSTOM_PAIR = (
    "The gradient function of {function} was asked for Variables, so it has to return a pair: "
    "(gradients of the inputs, gradients of the variables)."
)
NOT_CALLABLE = (
    "A function is needed here, but got {value}. Pass the function itself, without calling it:  grad(f)"
)
ARGNUMS = (
    "There is no input {where!r} to differentiate for: {count} inputs came by position, and by name: "
    "{names}. Positions count from 0."
)
GRAD_OF_INTEGER = (
    "Input {where!r} has dtype {dtype}, and only floating-point (or complex) numbers can be nudged. "
    "Write the number with a point, as in 3.0 instead of 3."
)
GRAD_NOT_TENSOR = (
    "{function} returned {value}, and a gradient needs a Tensor computed from the inputs. Does the function "
    "end with `return`, and stay with NumPy functions, without float() or .numpy()?"
)
GRAD_NOT_SCALAR = (
    "{function} returned a Tensor of shape {shape}, but grad() is for functions that return one number. "
    "Reduce it first, as in np.sum(y), or ask for the whole table of slopes with jacobian()."
)
AUX_PAIR = "With has_aux=True, {function} has to return a pair (number, anything else)."


LEFT_THE_TAPE = (
    "The gradient is None, because a value on the way became a plain number while the tape was recording "
    "({line}). A tape follows Tensors only: use NumPy functions on the Tensor itself, such as "
    "np.sin(x) instead "
    "of math.sin(x), and np.stack([a, b]) instead of np.array([a, b])."
)
TANGENT_LOST = (
    "The tangent, or a part of it, is missing: a value on the way became a plain number, which does not move "
    "({line}). Use NumPy functions on the Tensor itself, such as np.sin(x) instead of math.sin(x), and "
    "np.stack([a, b]) instead of np.array([a, b])."
)
LEFT_AT = (
    "A value left this tape first at line {line}: {text}. Tensors are joined by NumPy's functions, "
    "which the tape "
    "sees:  np.stack([a, b])"
)
LOST_IN_LIST = (
    "A NumPy function got a list that holds recorded Tensors ({line}). NumPy does not hand such a list over: "
    "it computed with plain numbers, and that part is missing in the gradient. Join the Tensors first:  "
    "np.mean(np.stack([a, b]))"
)
STORED_IN_ARRAY = (
    "A recorded Tensor was written into a NumPy array ({line}). Only its number arrived there, and its path "
    "to the inputs was lost, so the gradient would miss a part. Collect the Tensors in a list and join "
    "them:  c = np.stack([a, b]). If you only want to note its number, say so:  log[i] = float(x)"
)
PROGRAM_TARGET = "A program has one target, but {count} were given. Add them up first:  loss = a + b"
PROGRAM_COMPLEX = "Programs are written for real numbers only. Take np.real(...) and np.imag(...) first."
PROGRAM_INPUTS = "The program takes {want} inputs ({names}), but got {got}. Call it with one value for each."
PROGRAM_STALE = (
    "The file {file} has changed since it was imported, so its text no longer tells what runs.\n"
    "Restart the kernel (Kernel → Restart), and write the program again."
)
PROGRAM_OVERFLOW = (
    "This program cannot be written: the code looked at more than {most:,} values, or made as many without a "
    "gradient, and not all of them were noted. Record a smaller piece of it."
)
PROGRAM_OWN_RULE = (
    "A program cannot be written with {name}: its gradient is a function of your own (custom_gradient), "
    "which may hold anything. Declare an op instead, and its rule is written out:  autodiff_lab.ops.define"
)
GIF_TOO_LONG = (
    "This sweep has {steps} steps; a GIF or a moving SVG shows at most {most}. A page plays any number:  "
    'sweep.save("sweep.html")'
)
SCOPE_NAME = 'A scope has a name, as in  with scope("layer 1"):  but got {name}.'
PROGRAM_ASSIGNED = (
    "A program cannot be written: {name} got another value while the tape recorded, so it is not one input. "
    "Assign outside the with block."
)
PLAY_KIND = 'Step {number} has the kind {kind}. A step is a "start", a "share" or the "end".'
PLAY_LACKS = (
    'Step {number}, a "{kind}", has no {name}. A start has to and total; a share has source, to, share and '
    "total."
)
PLAY_START = (
    'The steps begin with a "start", which gives the target its first gradient:  '
    '{"kind": "start", "to": "y", "total": 1.0}'
)
PLAY_SUM = (
    "Step {number} does not add up: {to} had {had}, and its share is {share}, but its total is said to be "
    "{total}. Shares add:  grad[x] = grad[x] + share"
)
PROGRAM_SHAPE = (
    "The input {name} has shape {got}, but this program was written for shape {want}. Record the function "
    "again with the new shapes:  trace(f, ...).program"
)
PROGRAM_ABSENT = (
    "The tape let go of a constant array of shape {shape}, since no gradient needs it, but a program does. "
    "Make it a constant before the with block, as in  data = constant(data), or use  trace(f, ...).program"
)
NOT_IN_PICTURE = "This value is not in the picture. Those that are: {names}."
IN_FOLD = "{name} is inside a box that is folded. Draw the graph whole:  tape.sweep(..., fold=False)"
IS_CONSTANT = (
    "{name} is a constant: the tape does not follow it, so there is nothing to nudge or to follow. Make it a "
    "Variable, or  tape.watch(...)  it."
)
VALUE_WANTED = 'Give a Tensor, a Variable, or the name of a value as the picture has it, not {given}:  "x"'
NO_SUCH_NAME = "No value of the picture is called {name}. Those that are there: {names}."
SEVERAL_OF_NAME = (
    "{count} values of the picture are called {name}. Give the Tensor itself, or the id that "
    'story["nodes"] has for it, such as  "n3"'
)
CELL_WANTED = "A cell is chosen by whole numbers, one for each axis, not by {given}:  index=(0, 2)"
NO_SUCH_CELL = "{name} has the shape {shape}, so there is no cell {index} in it. Cells count from 0."
NUDGE_GONE = (
    "{name} cannot be nudged: what comes after it cannot be computed again, because {op} needs a value that "
    "the tape let go, or has a gradient of its own. Nudge a value behind {op}."
)
NOT_ANIMATED = (
    "{path} cannot be animated. A sweep plays in files that end in .svg, .gif and .html:  "
    'sweep.save("sweep.svg", animated=True)'
)
MOVING_POSITION = (
    "position= is for a still picture, and animated=True shows every position. Leave one of them out:  "
    "sweep.to_svg(position={position})  or  sweep.to_svg(animated=True)"
)
STRIP_EMPTY = (
    "A strip needs at least one step. Name some, or leave steps out for the key moments:  sweep.strip([1, 3])"
)
STRIP_STEP = "A step is chosen by its number, not by {given}:  sweep.strip([1, 3])"
STRIP_NO_STEP = "There is no step {number}: this sweep has the steps 1 to {count}."
STRIP_COLUMNS = "columns is a whole number of frames that stand side by side, 1 or more, not {given}."
STRIP_TOO_LONG = (
    "A strip shows at most {most} frames, and {count} were asked for. A page plays any number of steps:  "
    'sweep.save("sweep.html")'
)
FOLLOW_TOO_LONG = (
    "The story of {name} has {steps} steps, which is too long for a picture. Follow a value nearer to the "
    "target, or a smaller computation."
)
NO_REAL_NUMBERS = "{name} has the dtype {dtype}, and only real numbers can be nudged or followed."


def short(value: Any, limit: int = 60) -> str:
    """Give the repr of a value in one line, cut where it gets long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = "an object"
    return text if len(text) <= limit else text[: limit - 1] + "…"
