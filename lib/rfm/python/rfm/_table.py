"""Tables of Python as tables of the library: arrays of numbers go in column by column where they
lie, frames by the types of their columns, everything else as text."""
from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from rfm import _library as c


class Column(NamedTuple):
    """Cells of one column: numbers, or texts with None for what is missing. `kind` is what the
    values say for themselves: "number", "category", or "" to be found out."""
    name: str
    cells: Any
    kind: str = ""


def is_frame(x: Any) -> bool:
    return hasattr(x, "columns") and hasattr(x, "dtypes") and hasattr(x, "iloc")


def text_of(value: Any) -> str | None:
    """A cell as text; None, NaN, NaT and NA are missing."""
    if value is None or value is not value or type(value).__name__ in {"NAType", "NaTType"}:
        return None
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value)).removesuffix(".0") if math.isfinite(value) else None
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else str(value)


def column_of_series(name: str, series: Any) -> Column:
    kind = series.dtype.kind
    if series.dtype.name == "category":
        return Column(name, [text_of(value) for value in series.astype(object)], "category")
    if kind in "iufb" or str(series.dtype) in {"boolean", "bool"}:
        return Column(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    if kind == "M":
        return Column(name, [text_of(value) if text_of(value) is None else value.isoformat()
                             for value in series])
    if kind == "c":
        raise ValueError("Complex data not supported")
    return Column(name, [text_of(value) for value in series])


def column_of_array(name: str, cells: Any) -> Column:
    if cells.dtype.kind in "iufb":
        return Column(name, np.asarray(cells, dtype=np.float64), "number")
    if cells.dtype.kind == "M":
        return Column(name, [None if np.isnat(cell) else str(cell) for cell in cells])
    if cells.dtype.kind == "O":
        try:
            return Column(name, cells.astype(np.float64), "number")
        except (TypeError, ValueError):
            pass
    return Column(name, [text_of(cell) for cell in cells])


def columns_of(x: Any) -> Iterator[Column]:
    """The columns of a frame or of an array (n, d), whose columns are x0, x1, ..."""
    if is_frame(x):
        for k, name in enumerate(x.columns):
            yield column_of_series(str(name), x.iloc[:, k])
    else:
        for k in range(x.shape[1]):
            yield column_of_array(f"x{k}", x[:, k])


class Table(c.Owner):
    """A table of the library."""

    def __init__(self, columns: Iterable[Column] = ()):
        super().__init__(c.table_new, c.table_free, c.table_words)
        for column in columns:
            self.add(column)

    def add(self, column: Column) -> None:
        name = column.name.encode()
        if isinstance(column.cells, np.ndarray):
            cells = column.cells
            if cells.strides and cells.strides[0] % 8 != 0:
                cells = cells.copy()
            stride = cells.strides[0] // 8 if cells.strides else 1
            self.check(c.table_add_numbers(self.handle, name, cells.ctypes.data, len(cells), stride))
        else:
            texts = [None if cell is None else cell.encode() for cell in column.cells]
            pointers = (ctypes.c_char_p * len(texts))(*texts)
            self.check(c.table_add_text(self.handle, name, pointers, len(texts)))


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, with underscores behind it until no column has it."""
    names = set(taken)
    while wanted in names:
        wanted += "_"
    return wanted
