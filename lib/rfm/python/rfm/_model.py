"""A model file in memory: its bytes, and what they answer. Pickling and copying take the bytes."""
from __future__ import annotations

import ctypes
import json
import threading
from typing import Any

import numpy as np

from rfm import _library as c
from rfm._table import Table


class Model:
    """A trained model. `data` are the bytes of the model file, the same that `rfm train` writes."""

    def __init__(self, data: bytes):
        self.data = bytes(data)
        self._predictor = c.Owner(c.predictor_new, c.predictor_free, c.predictor_words)
        self._turn = threading.Lock()  # calls give the interpreter's lock away
        handle = self._predictor.handle
        self._predictor.check(c.predictor_open(handle, self.data, len(self.data)))
        self.target: str = c.predictor_target(handle).decode()
        self.columns = [c.predictor_column(handle, k).decode() for k in range(c.predictor_columns(handle))]
        self.classes = [c.predictor_class(handle, k).decode() for k in range(c.predictor_classes(handle))]

    def __reduce__(self) -> Any:
        return Model, (self.data,)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Model) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]

    @property
    def history(self) -> dict[str, Any]:
        """How the model was made: what was tried and chosen, scores, importances of columns."""
        return json.loads(c.predictor_history(self._predictor.handle) or b"{}")

    def values(self, table: Table, rows: int) -> np.ndarray:
        """(rows) the number, or the index of the class that is answered."""
        out = np.empty(rows)
        self._answer(table, out, None)
        return out

    def probabilities(self, table: Table, rows: int) -> np.ndarray:
        """(rows, classes)"""
        out = np.empty((rows, len(self.classes)))
        self._answer(table, np.empty(rows), out)
        return out

    def _answer(self, table: Table, values: np.ndarray, probabilities: np.ndarray | None) -> None:
        place = None if probabilities is None else probabilities.ctypes.data
        with self._turn:
            self._predictor.check(
                c.predictor_answer(self._predictor.handle, table.handle, values.ctypes.data, place))

    def novelties(self, table: Table, rows: int) -> np.ndarray:
        """(rows) how unlike the rows of training each row is, from 0 to 1."""
        out = np.empty(rows)
        with self._turn:
            self._predictor.check(
                c.predictor_novelty(self._predictor.handle, table.handle, out.ctypes.data))
        return out

    def half_widths(self, values: np.ndarray, coverage: float) -> np.ndarray:
        """(rows) of the intervals around these answers that cover this share of new rows; 0 when the
        model has none."""
        out = np.empty(len(values))
        self._predictor.check(c.predictor_intervals(self._predictor.handle, coverage, values.ctypes.data,
                                                    len(values), out.ctypes.data))
        return out

    def pushes(self, table: Table, rows: int) -> np.ndarray:
        """(rows, columns) how far each column moved each answer."""
        out = np.empty((rows, len(self.columns)))
        with self._turn:
            self._predictor.check(
                c.predictor_explain(self._predictor.handle, table.handle, out.ctypes.data))
        return out

    def exported(self, form: str, name: str = "") -> bytes:
        """The model as "c", "json" or "onnx"."""
        with self._turn:
            handle, size = self._predictor.handle, ctypes.c_size_t()
            self._predictor.check(c.predictor_export(handle, form.encode(), name.encode()))
            return ctypes.string_at(c.predictor_exported(handle, size), size.value)
