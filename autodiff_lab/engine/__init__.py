"""The engine: tensors, tapes and the one backward loop. It imports NumPy and no view."""
