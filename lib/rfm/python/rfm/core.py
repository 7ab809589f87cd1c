"""The machine itself, for whoever studies it: arrays go in as they lie, without scaling, search or
calibration, and M, alpha and the score of each round come out.

>>> import numpy as np, rfm
>>> x = np.random.default_rng(1).normal(size=(120, 5))
>>> y = x[:, 0] * x[:, 1]
>>> machine = rfm.core.fit(x, y, kernel="gaussian", bandwidth=3.0, rounds=3)
>>> machine.M.shape, machine.alpha.shape, len(machine.scores)
((5, 5), (120, 1), 4)
>>> bool(machine.scores[-1] < machine.scores[0])
True
>>> float(abs(machine.predict(x)[:, 0] - y).max()) < 0.5
True
"""
from __future__ import annotations

import ctypes
import os
import pathlib
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from rfm import _library as c
from rfm._training import Threads
from rfm.kernels import KERNELS

METRICS = ("full", "diagonal", "identity")
SCALES = ("largest", "rows")
ENGINES = {"fastest": -1, "portable": -2}


def types_of(dtype: np.dtype) -> c.Types:
    return c.single if dtype == np.float32 else c.double


def place(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def room(size: int) -> np.ndarray:
    """So many bytes, from a multiple of 16."""
    memory = np.empty(size + 16, np.uint8)
    start = -place(memory) % 16
    return memory[start:start + size]


def check(status: int, report: c.Report | None = None) -> None:
    if status == c.OK:
        return
    words = c.words(status).decode()
    if status == 7 and report is not None:  # a cell that is not finite
        words += f": row {report.row}, column {report.column}"
    raise ValueError(words)


def number_of(words: Sequence[str], word: str, what: str) -> int:
    if word not in words:
        raise ValueError(f"{what} is {word!r}: it is one of {', '.join(words)}")
    return words.index(word)


def matrix(values: Any, dtype: np.dtype) -> np.ndarray:
    """As (rows, columns); copied only when numbers are of another type or lie between other bytes."""
    values = np.asarray(values, dtype)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2:
        raise ValueError(f"an array of {values.ndim} dimensions where there should be rows and columns")
    size = dtype.itemsize
    return values.copy() if any(stride % size for stride in values.strides) else values


class Machine:
    """A fitted machine. `scores` (rounds + 1) has the score of each round, the first without a
    metric; `data` are its bytes, which `rfm.core.load` opens and pickling takes."""

    def __init__(self, data: bytes, scores: Sequence[float] = ()):
        self.data, self.scores = data, list(scores)
        self._memory = room(len(data))
        self._memory[:] = np.frombuffer(data, np.uint8)
        self._model = c.Model()
        self._types = c.double
        self.dtype: np.dtype[Any] = np.dtype(np.float64)
        status = self._types.model_open(self._model, place(self._memory), len(data))
        if status == 22:  # numbers are floats
            self._types, self.dtype = c.single, np.dtype(np.float32)
            status = self._types.model_open(self._model, place(self._memory), len(data))
        check(status)
        self._facts = c.Facts()
        check(self._types.model_facts(self._model, self._facts))
        facts = self._facts
        self.shape = (facts.n, facts.d, facts.c)  # centres, columns, outputs
        self._scratch_bytes = self._types.predict_bytes(facts.d, facts.r, facts.c, 1)
        self._own = threading.local()  # scratch of each thread: calls give the lock away
        self._size, self._outputs = self.dtype.itemsize, facts.c
        self._handle = ctypes.byref(self._model)
        self._call, self._struct = self._types.model_predict, self._types.Rows

    def __reduce__(self) -> Any:
        return Machine, (self.data, self.scores)

    def __repr__(self) -> str:
        n, d, outputs = self.shape
        return f"<rfm.core.Machine: {n} centres, {d} columns, {outputs} outputs, {self.dtype}>"

    def _scratch(self) -> int:
        try:
            return self._own.place
        except AttributeError:
            self._own.memory = room(self._scratch_bytes)
            self._own.place = place(self._own.memory)
            return self._own.place

    def _rows(self, z: np.ndarray) -> Any:
        size = self._size
        rows, columns = z.strides
        if rows % size or columns % size:
            raise ValueError("the numbers lie between other bytes: pass a copy")
        n, d = z.shape
        return self._struct(z.__array_interface__["data"][0], n, d, rows // size, columns // size)

    def predict(self, z: Any) -> np.ndarray:
        """z (m, d) -> (m, outputs). Rows of the machine's own number type are read where they lie."""
        z = np.asarray(z, self.dtype)
        if z.ndim != 2:
            raise ValueError(f"z has the shape {z.shape}: it is (rows, columns)")
        out = np.empty((z.shape[0], self._outputs), self.dtype)
        status = self._call(self._handle, self._rows(z), out.__array_interface__["data"][0],
                            self._scratch(), self._scratch_bytes, None)
        if status:
            check(status)
        return out

    def gradient(self, z: Any) -> np.ndarray:
        """z (m, d) -> (m, outputs, d): how much each output changes with a unit of each column."""
        z = matrix(z, self.dtype)
        facts = self._facts
        out = np.empty((len(z), facts.c, facts.d), self.dtype)
        scratch = room(self._types.gradient_bytes(facts.d, facts.r, facts.c))
        check(self._types.model_gradient(self._model, self._rows(z), place(out), place(scratch), len(scratch)))
        return out

    @property
    def M(self) -> np.ndarray:
        """(d, d) the learned metric."""
        d = self._facts.d
        packed = np.empty(d * (d + 1) // 2, self.dtype)
        check(self._types.model_metric(self._model, place(packed)))
        full = np.zeros((d, d), self.dtype)
        full[np.tril_indices(d)] = packed
        return full + np.tril(full, -1).T

    @property
    def alpha(self) -> np.ndarray:
        """(n, outputs) the coefficient of each centre."""
        out = np.empty((self._facts.n, self._facts.c), self.dtype)
        check(self._types.model_alpha(self._model, place(out)))
        return out

    @property
    def importances(self) -> np.ndarray:
        """(d) the diagonal of M."""
        out = np.empty(self._facts.d, self.dtype)
        check(self._types.model_importances(self._model, place(out)))
        return out

    def directions(self) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues (d) of M, the largest first, and its eigenvectors (d, d), one a row."""
        d = self._facts.d
        values, vectors = np.empty(d, self.dtype), np.empty((d, d), self.dtype)
        scratch = room(self._types.directions_bytes(d))
        check(self._types.model_directions(self._model, place(values), place(vectors), place(scratch),
                                           len(scratch)))
        return values, vectors

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes its bytes, which `rfm.core.load` reads."""
        pathlib.Path(path).write_bytes(self.data)


def load(source: str | os.PathLike[str] | bytes) -> Machine:
    """The machine of a model file or of its bytes; of a file of `rfm train` the machine alone, which
    reads features instead of cells."""
    return Machine(source if isinstance(source, bytes) else pathlib.Path(source).read_bytes())


def root_mean_square(errors: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(errors, dtype=np.float64))))


def fit(x: Any, y: Any, *, kernel: str = "laplace", bandwidth: float = 10.0, p: float = 1.5,
        q: float = 1.5, layers: int = 1, bias: float = 0.0, ridge: float = 1e-3, rounds: int = 5,
        metric: str = "full", scale: str = "largest", centre_gradients: bool = False,
        agop_rows: int = 0, seed: int = 1, engine: str = "fastest", weights: Any = None,
        validation: Any = "leave-one-out", n_jobs: int | None = None) -> Machine:
    """x (n, d), y (n) or (n, outputs). Arrays of float32 give a machine of floats, all others one of
    doubles. `p` and `q` are those of the kernels lpq and brownian, `layers` and `bias` those of nngp and ntk.

    After each round its score is noted, the root of the mean squared error: of answers to each row
    by a fit without it ("leave-one-out", which costs as much as solving again), of a pair
    (x, y) of other rows, or none (None). Ctrl-C ends it between two rounds with KeyboardInterrupt."""
    dtype = np.asarray(x).dtype
    dtype = np.dtype("f4" if dtype == np.float32 else "f8")
    types = types_of(dtype)
    x, y = matrix(x, dtype), matrix(y, dtype)
    name = f"{kernel}{100 * p:03.0f}" if kernel in ("lpq", "brownian") else kernel
    if name not in KERNELS:
        raise ValueError(f"there is no kernel {name!r}: there are {', '.join(KERNELS)}")
    if kernel == "brownian":
        bandwidth = 1.0  # it has none
    options = types.options_default(types.kernel_any(KERNELS[name], bandwidth, q, bias, layers))
    options.ridge, options.rounds, options.seed = ridge, rounds, seed
    options.metric = number_of(METRICS, metric, "metric")
    options.scale = number_of(SCALES, scale, "scale")
    options.centre_gradients, options.agop_rows = centre_gradients, agop_rows
    options.engine = list(ENGINES.values())[number_of(list(ENGINES), engine, "engine")]
    pool = Threads(n_jobs)
    options.executor = pool.executor.contents
    if weights is not None:
        weights = np.ascontiguousarray(weights, dtype)
        if weights.shape != (len(x),):
            raise ValueError(f"weights have the shape {weights.shape}, but there are {len(x)} rows")

    def rows(values: np.ndarray) -> Any:
        return types.Rows(place(values), *values.shape, *(stride // dtype.itemsize for stride in values.strides))

    data = types.Data(rows(x), rows(y), None if weights is None else place(weights))
    (n, d), outputs = x.shape, y.shape[1]
    model = room_of(types.model_bytes(n, d, outputs, options.metric))
    work = room_of(types.workspace_bytes(n, d, outputs, options))
    machine, report = c.Machine(), c.Report()
    check(types.machine_start(machine, data, options, place(model), len(model), place(work), len(work), report),
          report)
    scores = []
    for _ in range(rounds + 1):
        check(types.machine_iterate(machine))
        if validation is not None:
            scores.append(score_of(types, machine, dtype, (n, outputs), validation))
    check(types.machine_finish(machine))
    size = types.machine_model_size(machine)
    return Machine(model[:size].tobytes(), scores)


def room_of(size: int) -> np.ndarray:
    if size >= 2**62:
        raise MemoryError("no machine can have this shape")
    return room(size)


def score_of(types: c.Types, machine: c.Machine, dtype: np.dtype, shape: tuple[int, int],
             validation: Any) -> float:
    if isinstance(validation, str):
        if validation != "leave-one-out":
            raise ValueError(f"validation is {validation!r}: it is 'leave-one-out', a pair (x, y) or None")
        errors = np.empty(shape, dtype)
        scratch = room(types.leave_one_out_bytes(shape[0]))
        check(types.machine_leave_one_out(machine, place(errors), place(scratch), len(scratch)))
        return root_mean_square(errors)
    z, truth = (matrix(values, dtype) for values in validation)
    model, facts = c.Model(), c.Facts()
    check(types.machine_model(machine, model))
    check(types.model_facts(model, facts))
    out = np.empty((len(z), facts.c), dtype)
    scratch = room(types.predict_bytes(facts.d, facts.r, facts.c, 1))
    rows = types.Rows(place(z), *z.shape, *(stride // dtype.itemsize for stride in z.strides))
    check(types.model_predict(model, rows, place(out), place(scratch), len(scratch), None))
    return root_mean_square(out - truth)
