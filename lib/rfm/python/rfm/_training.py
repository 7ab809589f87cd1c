"""Training through the library: options by their words, progress, and Ctrl-C."""
from __future__ import annotations

import ctypes
import math
import numbers
import signal
import sys
import threading
import time
from typing import Any

import numpy as np

from rfm import _library as c
from rfm._model import Model
from rfm._table import Table


class Threads(c.Owner):
    """A pool of threads. `count`: None or -1 for as many as there are, or RFM_THREADS says."""

    def __init__(self, count: int | None):
        if count is not None and count != -1 and count < 1:
            raise ValueError(f"n_jobs is {count}: it is None, -1 or a number from 1")
        super().__init__(c.threads_new, c.threads_free, None, 0 if count in (None, -1) else count)
        self.executor = c.threads_executor(self.handle)


class Progress:
    """Says how far the search is, on the error stream: in a terminal in one line that is written
    again and again, elsewhere, as in a notebook, in a line every few seconds."""

    def __init__(self, stream: Any = None):
        self.stream = sys.stderr if stream is None else stream
        self.terminal = bool(getattr(self.stream, "isatty", lambda: False)())
        self.wait = 0.1 if self.terminal else 2.0
        self.shown = -math.inf
        self.width = 0

    def show(self, done: float, best: str) -> None:
        now = time.monotonic()
        if now - self.shown < self.wait:
            return
        self.shown = now
        line = f"rfm {100 * done:.0f} %" + (f"  best so far: {best}" if best else "")
        if self.terminal:
            self.stream.write("\r" + line.ljust(self.width))
            self.width = len(line)
        else:
            self.stream.write(line + "\n")
        self.stream.flush()

    def clear(self) -> None:
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()


def run_gently(training: Any, table: Any) -> tuple[int, bool]:
    """Runs the training: its status, and whether Ctrl-C ended it. Where Ctrl-C would raise
    KeyboardInterrupt, which is in the main thread, it works in another: this one then hears the
    signal at once and ends the search."""
    if (threading.current_thread() is not threading.main_thread()
            or signal.getsignal(signal.SIGINT) is not signal.default_int_handler):
        return c.training_run(training, table, None), False
    noted: list[int] = []
    statuses: list[int] = []

    def end(number: int, _frame: Any) -> None:
        noted.append(number)
        c.training_end(training)

    worker = threading.Thread(target=lambda: statuses.append(c.training_run(training, table, None)))
    signal.signal(signal.SIGINT, end)
    try:
        worker.start()
        worker.join()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return statuses[0], bool(noted)


def spelled(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return str(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))


def run(table: Table, options: dict[str, Any], float64: bool, n_jobs: int | None,
        progress: Progress | None) -> tuple[Model, str, bool]:
    """The model, what is to be said of it, and whether Ctrl-C ended the search."""
    training = c.Owner(c.training_new, c.training_free, c.training_words)
    handle = training.handle
    for word, value in options.items():
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            training.check(c.training_set(handle, word.encode(), spelled(one).encode()))
    training.check(c.training_use_doubles(handle, float64))
    pool = Threads(n_jobs)
    if pool.executor.contents.workers > 0:
        training.check(c.training_lend(handle, pool.executor))
    failures: list[BaseException] = []

    def watch(_context: Any, done: float, best: bytes) -> int:
        try:
            if progress is not None:
                progress.show(done, best.decode())
        except BaseException as failure:  # pylint: disable=broad-except
            failures.append(failure)  # it may not leave through the library
        return 1 if failures else 0

    watched = c.Watch(watch)  # held as long as it may be called
    training.check(c.training_watch(handle, watched, None))
    status, interrupted = run_gently(handle, table.handle)
    if progress is not None:
        progress.clear()
    if failures:
        raise failures[0]
    if interrupted and status != c.OK:
        raise KeyboardInterrupt  # before anything was found
    training.check(status)
    size = ctypes.c_size_t()
    place = c.training_model(handle, size)
    return Model(ctypes.string_at(place, size.value)), training.words(), interrupted
