"""Run the snippets of a behaviour table and judge their answers.

A *case* is one entry of ``cases.json``: a snippet that leaves its answer in a
variable called ``result``, and the answer (or the exception) that is expected.
The functions below know nothing about any particular library.  They look at
what an object offers, so they work for every module that can stand in for the
name ``tf``:

* ``load_cases(path)``            read a case file
* ``run_snippet(code, tf)``       execute a snippet, return what came out, encoded
* ``encode(thing)``               turn one answer into plain JSON data
* ``mismatch(expect, outcome)``   compare; ``None`` means "agrees"
* ``judge(case, tf)``             run and compare one case; ``None`` means "passed"

``README.md`` next to ``cases.json`` describes the encoding.
"""

import json
import math
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np

# How close two numbers have to be: |got - expected| <= atol + rtol * |expected|.
TOLERANCE = {
    "float16": (2e-3, 1e-3),
    "float32": (1e-5, 1e-6),
    "float64": (1e-9, 1e-12),
    "complex64": (1e-5, 1e-6),
    "complex128": (1e-9, 1e-12),
}
# A plain Python float does not tell where it came from, so it is treated
# like the least precise thing it usually comes from.
PYTHON_FLOAT_TOLERANCE = (1e-5, 1e-6)


def load_cases(path):
    """Read a case file and return its list of cases."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


# --------------------------------------------------------------------------
# From live objects to JSON data


def _encode_real(value):
    """One real number; JSON has no nan and no infinity, so those become words."""
    number = float(str(value))  # str() is the shortest text that reads back exactly
    if math.isnan(number):
        return "nan"
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return number


def _encode_item(value, kind):
    if kind == "b":
        return bool(value)
    if kind in "iu":
        return int(value)
    if kind == "c":
        return [_encode_real(value.real), _encode_real(value.imag)]
    return _encode_real(value)


def _encode_array(array):
    array = np.asarray(array)
    kind = array.dtype.kind
    if kind not in "biufc":
        return {"unknown": "array of " + array.dtype.name}

    def nest(part):
        if part.ndim == 0:
            return _encode_item(part[()], kind)
        return [nest(row) for row in part]

    out = {"shape": list(array.shape), "dtype": array.dtype.name, "data": nest(array)}
    if kind == "c":
        out["complex"] = True
    return out


def _is_indexed_slices(thing):
    if not all(hasattr(thing, name) for name in ("values", "indices", "dense_shape")):
        return False
    return not callable(thing.values)


def encode(thing):
    """Turn an answer into plain JSON data (see README.md for the format)."""
    if thing is None:
        return None
    if isinstance(thing, (np.generic, np.ndarray)):
        return _encode_array(thing)
    if isinstance(thing, (bool, int, str)):
        return {"python": thing}
    if isinstance(thing, float):
        return {"python": _encode_real(thing), "float": True}
    if isinstance(thing, complex):
        return _encode_array(np.complex128(thing))
    if isinstance(thing, tuple) and hasattr(thing, "_fields"):
        return {"tuple": [encode(part) for part in thing], "fields": list(thing._fields)}
    if isinstance(thing, tuple):
        return {"tuple": [encode(part) for part in thing]}
    if isinstance(thing, list):
        return {"list": [encode(part) for part in thing]}
    if isinstance(thing, Mapping):
        return {"dict": {str(key): encode(part) for key, part in thing.items()}}
    if _is_indexed_slices(thing):
        return {
            "indexed_slices": {
                "values": encode(thing.values),
                "indices": encode(thing.indices),
                "dense_shape": encode(thing.dense_shape),
            }
        }
    if callable(getattr(thing, "numpy", None)):
        return _encode_array(thing.numpy())
    if hasattr(thing, "__array__"):
        return _encode_array(np.asarray(thing))
    return {"unknown": type(thing).__name__}


# --------------------------------------------------------------------------
# Running a snippet


def run_snippet(code, tf):
    """Execute a snippet with ``tf`` and ``np`` bound; return its outcome, encoded.

    The outcome is ``{"value": ...}`` or ``{"raises": name, "names": [...],
    "message": text}``, where "names" lists the exception class and its bases.
    """
    space = {"tf": tf, "np": np, "__name__": "snippet"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(code, "<snippet>", "exec"), space)
            if "result" not in space:
                return {"raises": "NoResult", "names": ["NoResult"], "message": "no variable named result"}
            return {"value": encode(space["result"])}
    except Exception as error:  # the exception is the answer
        names = [cls.__name__ for cls in type(error).__mro__ if cls not in (Exception, BaseException, object)]
        return {"raises": type(error).__name__, "names": names, "message": str(error)}


# --------------------------------------------------------------------------
# Comparing


def _kind_of(dtype_name):
    if dtype_name == "bool":
        return "bool"
    if dtype_name.startswith(("int", "uint")):
        return "integer"
    return dtype_name  # floating and complex types have to match exactly


def _to_numpy(encoded):
    """The numbers of an encoded array, as float64 / complex128 / int64 / bool."""
    name = encoded["dtype"]
    data = encoded["data"]
    shape = tuple(encoded["shape"])
    if name == "bool":
        return np.array(data, dtype=bool).reshape(shape)
    if _kind_of(name) == "integer":
        return np.array(data, dtype=object).reshape(shape)
    if encoded.get("complex"):
        pairs = np.array(data, dtype=np.float64).reshape((*shape, 2))
        joined = np.empty(shape, dtype=np.complex128)
        joined.real, joined.imag = pairs[..., 0], pairs[..., 1]
        return joined
    return np.array(data, dtype=np.float64).reshape(shape)


def _close(expected, got, rtol, atol):
    """Elementwise closeness; nan equals nan, and an infinity equals itself only."""
    if np.iscomplexobj(expected) or np.iscomplexobj(got):
        parts = ((expected.real, got.real), (expected.imag, got.imag))
        scale = np.abs(expected)
    else:
        parts = ((expected, got),)
        scale = np.abs(expected)
    ok = np.ones(np.shape(expected), dtype=bool)
    with np.errstate(all="ignore"):
        for want, have in parts:
            finite = np.isfinite(want) & np.isfinite(have)
            near = np.abs(have - want) <= atol + rtol * np.where(np.isfinite(scale), scale, 0.0)
            same = (want == have) | (np.isnan(want) & np.isnan(have))
            ok &= np.where(finite, near, same)
    return ok


def _brief(encoded, limit=160):
    text = json.dumps(encoded)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _compare_arrays(want, got, where, tol):
    if not isinstance(got, dict) or "data" not in got:
        return "{}: expected an array of shape {}, got {}".format(where, want["shape"], _brief(got))
    if list(want["shape"]) != list(got["shape"]):
        return "{}: shape {}, expected {}".format(where, got["shape"], want["shape"])
    if _kind_of(want["dtype"]) != _kind_of(got["dtype"]):
        return "{}: dtype {}, expected {}".format(where, got["dtype"], want["dtype"])
    a, b = _to_numpy(want), _to_numpy(got)
    if want["dtype"] in TOLERANCE:
        rtol, atol = tol or TOLERANCE[want["dtype"]]
        ok = _close(a, b, rtol, atol)
    else:
        ok = np.asarray(a == b)
    if np.all(ok):
        return None
    return "{}: {}, expected {}".format(where, _brief(got["data"]), _brief(want["data"]))


def _compare_python(want, got, where, tol):
    value = want["python"]
    if isinstance(got, dict) and "python" in got:
        other, is_float = got["python"], bool(got.get("float"))
    elif isinstance(got, dict) and "data" in got and got["shape"] == [] and not got.get("complex"):
        other, is_float = got["data"], got["dtype"].startswith("float")  # a NumPy scalar will do
    else:
        return f"{where}: expected the Python value {value!r}, got {_brief(got)}"
    if want.get("float"):
        if is_float:
            rtol, atol = tol or PYTHON_FLOAT_TOLERANCE
            if _close(np.float64(value), np.float64(other), rtol, atol):
                return None
    elif type(value) is type(other) and value == other and not is_float:
        return None
    return f"{where}: {other!r}, expected {value!r}"


def _integers(encoded):
    """A dense shape as a list: an integer array, a list and a tuple are all welcome."""
    if isinstance(encoded, dict):
        if "data" in encoded:
            return encoded["data"]
        for name in ("list", "tuple"):
            if name in encoded:
                return [part.get("python", part.get("data")) for part in encoded[name]]
    return encoded


def _compare_slices(want, got, where, tol):
    if not isinstance(got, dict) or "indexed_slices" not in got:
        return f"{where}: expected IndexedSlices, got {_brief(got)}"
    want, got = want["indexed_slices"], got["indexed_slices"]
    if _integers(want["dense_shape"]) != _integers(got["dense_shape"]):
        return "{}.dense_shape: {}, expected {}".format(
            where, _brief(got["dense_shape"]), _brief(want["dense_shape"])
        )
    problem = _compare(want["values"], got["values"], where + ".values", tol) or _compare(
        want["indices"], got["indices"], where + ".indices", tol
    )
    if problem is None:
        return None
    # The order of the rows is a detail: try again with the rows sorted.
    try:
        if any(want[part]["shape"] != got[part]["shape"] for part in ("values", "indices")):
            return problem
        if want["values"]["dtype"] != got["values"]["dtype"]:
            return problem

        def rows(part):
            pairs = zip(part["indices"]["data"], part["values"]["data"], strict=False)
            return sorted(pairs, key=lambda pair: json.dumps(pair[0]) + json.dumps(pair[1]))

        left, right = rows(want), rows(got)
        if [pair[0] for pair in left] != [pair[0] for pair in right]:
            return problem
        a = dict(want["values"], data=[pair[1] for pair in left])
        b = dict(got["values"], data=[pair[1] for pair in right])
        return problem if _compare_arrays(a, b, where, tol) else None
    except (KeyError, TypeError):
        return problem


def _compare_sequence(want, got, where, tol, name):
    if not isinstance(got, dict) or name not in got:
        return f"{where}: expected a {name}, got {_brief(got)}"
    if len(want[name]) != len(got[name]):
        return f"{where}: {len(got[name])} entries, expected {len(want[name])}"
    if want.get("fields") != got.get("fields"):
        return "{}: fields {}, expected {}".format(where, got.get("fields"), want.get("fields"))
    for i, (a, b) in enumerate(zip(want[name], got[name], strict=False)):
        problem = _compare(a, b, f"{where}[{i}]", tol)
        if problem:
            return problem
    return None


def _compare(want, got, where, tol):
    if want is None:
        return None if got is None else f"{where}: expected None, got {_brief(got)}"
    if got is None:
        return f"{where}: None, expected {_brief(want)}"
    if "data" in want:
        return _compare_arrays(want, got, where, tol)
    if "python" in want:
        return _compare_python(want, got, where, tol)
    if "indexed_slices" in want:
        return _compare_slices(want, got, where, tol)
    for name in ("list", "tuple"):
        if name in want:
            return _compare_sequence(want, got, where, tol, name)
    if "dict" in want:
        if not isinstance(got, dict) or "dict" not in got:
            return f"{where}: expected a dict, got {_brief(got)}"
        if set(want["dict"]) != set(got["dict"]):
            return "{}: keys {}, expected {}".format(where, sorted(got["dict"]), sorted(want["dict"]))
        for key in want["dict"]:
            problem = _compare(want["dict"][key], got["dict"][key], f"{where}[{key!r}]", tol)
            if problem:
                return problem
        return None
    return f"{where}: do not know how to compare {_brief(want)}"


def mismatch(expect, outcome, tol=None):
    """Say in one line how ``outcome`` differs from ``expect``; ``None`` if it does not.

    ``expect`` is the "expect" part of a case, ``outcome`` what ``run_snippet``
    returned and ``tol`` the case's optional {"rtol": ..., "atol": ...}.
    """
    pair = (tol["rtol"], tol["atol"]) if tol else None
    if "raises" in expect:
        accepted = [expect["raises"], *list(expect.get("also_accepted", []))]
        if "raises" not in outcome:
            return "expected {}, got the value {}".format(expect["raises"], _brief(outcome["value"]))
        if any(name in outcome["names"] for name in accepted):
            return None
        return "expected {}, got {}: {}".format(
            expect["raises"], outcome["raises"], _one_line(outcome["message"])
        )
    if "raises" in outcome:
        return "raised {}: {}".format(outcome["raises"], _one_line(outcome["message"]))
    return _compare(expect["value"], outcome["value"], "result", pair)


def _one_line(text, limit=200):
    text = " ".join(str(text).split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


def judge(case, tf):
    """Run one case with ``tf`` and return ``None`` (passed) or a one-line reason."""
    return mismatch(case["expect"], run_snippet(case["code"], tf), case.get("tol"))
