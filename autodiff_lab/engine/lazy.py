"""Values that are not computed yet: Dask's side of a Tensor that holds a Dask array.

Nothing of Dask is imported here. A Tensor passes the questions of Dask's collection protocol on to the array
inside it, so that ``dask.compute(loss, *gradients)`` computes several Tensors in one go over the data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class Lazy:
    """The part of Tensor and Variable that lets a lazy array inside it be computed."""

    __slots__ = ()
    _value: Any

    def compute(self, **settings: Any) -> Any:
        """Return the same as a Tensor of plain numbers: what an array of Dask has put off is done now.

        Parameters
        ----------
        **settings
            What the array's own ``compute`` takes, such as ``scheduler="threads"``.

        Returns
        -------
        Tensor

        Examples
        --------
        >>> import autodiff_lab as adl
        >>> adl.constant([1.0, 2.0]).compute()
        Tensor([1. 2.], shape=(2,), dtype=float32)
        """
        value = self._value
        if isinstance(value, np.ndarray | np.generic):
            return self._computed(value)
        self._leaves("compute")
        own = getattr(value, "compute", None)
        return self._computed(np.asarray(value) if own is None else own(**settings))

    def _leaves(self, how: str) -> None:
        raise NotImplementedError

    @staticmethod
    def _computed(value: Any) -> Any:
        from .tensor import Tensor

        return Tensor(value)

    # ---- Dask's collection protocol: a Tensor of plain numbers is none --------------------------------

    def __dask_graph__(self) -> Any:
        graph = getattr(self._value, "__dask_graph__", None)
        return None if graph is None else graph()

    def __dask_keys__(self) -> Any:
        return self._value.__dask_keys__()

    def __dask_layers__(self) -> Any:
        return self._value.__dask_layers__()

    def __dask_tokenize__(self) -> Any:
        tokenize = getattr(self._value, "__dask_tokenize__", None)
        return type(self).__name__, self._value.tobytes() if tokenize is None else tokenize()

    @property
    def __dask_optimize__(self) -> Any:
        return self._value.__dask_optimize__

    @property
    def __dask_scheduler__(self) -> Any:
        return self._value.__dask_scheduler__

    def __dask_postcompute__(self) -> tuple:
        finish, extra = self._value.__dask_postcompute__()
        return self._finished, (finish, *extra)

    def __dask_postpersist__(self) -> tuple:
        rebuild, extra = self._value.__dask_postpersist__()
        return self._rebuilt, (rebuild, *extra)

    @classmethod
    def _finished(cls, results: Any, finish: Callable, *extra: Any) -> Any:
        return cls._computed(finish(results, *extra))

    @classmethod
    def _rebuilt(cls, graph: Any, rebuild: Callable, *extra: Any, **settings: Any) -> Any:
        return cls._computed(rebuild(graph, *extra, **settings))
