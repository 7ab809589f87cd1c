"""The C interface of rfm in Python: librfm.so beside this file, with every function that is used
declared once. A call through it releases the interpreter's lock. The structs are those of rfm.h and
rfm_table.h; a test compares their sizes and offsets with what a C compiler says."""
from __future__ import annotations

import ctypes
import pathlib
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_float, c_int, c_int32, c_size_t,
                    c_ssize_t, c_uint64, c_void_p)
from typing import Any

library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("librfm.so")))

OK, NO_MEMORY = 0, -2


class Executor(Structure):
    _fields_ = [("context", c_void_p), ("run", c_void_p), ("workers", c_size_t)]


class TrainingOption(Structure):
    _fields_ = [("word", c_char_p), ("type", c_char_p), ("least", c_double), ("most", c_double),
                ("choices", c_char_p), ("standard", c_char_p), ("sentence", c_char_p)]


class Report(Structure):
    _fields_ = [("row", c_size_t), ("column", c_size_t), ("bytes_needed", c_size_t), ("jitter", c_double)]


class Progress(Structure):
    _fields_ = [("round", c_size_t), ("rounds", c_size_t), ("jitter", c_double), ("finished", c_int32)]


class Facts(Structure):
    _fields_ = [("n", c_size_t), ("d", c_size_t), ("c", c_size_t), ("r", c_size_t), ("metric", c_int32),
                ("kernel", c_int32), ("depth", c_int32), ("bandwidth", c_double), ("exponent", c_double),
                ("bias", c_double), ("centre_bytes", c_size_t)]


class Machine(Structure):
    _fields_ = [("opaque", c_uint64 * ((256 + 112 * ctypes.sizeof(c_void_p)) // 8))]


class Model(Structure):
    _fields_ = [("opaque", c_uint64 * ((64 + 16 * ctypes.sizeof(c_void_p)) // 8))]


class Types:
    """What has a form for float and one for double: `Options`, `Rows`, `Data`, and the functions of
    rfm.h by their names without rfm_ and the ending."""

    def __init__(self, suffix: str, number: Any, kernel_words: int):
        class Kernel(Structure):
            _fields_ = [("opaque", c_uint64 * kernel_words)]

        class Options(Structure):
            _fields_ = [("kernel", Kernel), ("ridge", number), ("metric", c_int32), ("rounds", c_size_t),
                        ("scale", c_int32), ("centre_gradients", c_int32), ("agop_rows", c_size_t),
                        ("seed", c_uint64), ("engine", c_int32), ("executor", Executor)]

        class Rows(Structure):
            _fields_ = [("data", c_void_p), ("n", c_size_t), ("d", c_size_t), ("row_stride", c_ssize_t),
                        ("column_stride", c_ssize_t)]

        class Data(Structure):
            _fields_ = [("x", Rows), ("y", Rows), ("weights", c_void_p)]

        self.Kernel, self.Options, self.Rows, self.Data = Kernel, Options, Rows, Data

        def function(name: str, result: Any, *arguments: Any) -> None:
            setattr(self, name, declared(f"rfm_{name}_{suffix}", result, *arguments))

        machine, model = POINTER(Machine), POINTER(Model)
        function("kernel_any", Kernel, c_int32, number, number, number, c_int32)
        function("options_default", Options, Kernel)
        function("model_bytes", c_size_t, c_size_t, c_size_t, c_size_t, c_int32)
        function("workspace_bytes", c_size_t, c_size_t, c_size_t, c_size_t, POINTER(Options))
        function("predict_bytes", c_size_t, c_size_t, c_size_t, c_size_t, c_size_t)
        function("leave_one_out_bytes", c_size_t, c_size_t)
        function("gradient_bytes", c_size_t, c_size_t, c_size_t, c_size_t)
        function("directions_bytes", c_size_t, c_size_t)
        function("machine_start", c_int32, machine, POINTER(Data), POINTER(Options), c_void_p, c_size_t,
                 c_void_p, c_size_t, POINTER(Report))
        function("machine_iterate", c_int32, machine)
        function("machine_finish", c_int32, machine)
        function("machine_progress", c_int32, machine, POINTER(Progress))
        function("machine_model", c_int32, machine, model)
        function("machine_model_size", c_size_t, machine)
        function("machine_leave_one_out", c_int32, machine, c_void_p, c_void_p, c_size_t)
        function("model_open", c_int32, model, c_void_p, c_size_t)
        function("model_facts", c_int32, model, POINTER(Facts))
        function("model_predict", c_int32, model, Rows, c_void_p, c_void_p, c_size_t, POINTER(Executor))
        function("model_gradient", c_int32, model, Rows, c_void_p, c_void_p, c_size_t)
        function("model_importances", c_int32, model, c_void_p)
        function("model_alpha", c_int32, model, c_void_p)
        function("model_metric", c_int32, model, c_void_p)
        function("model_directions", c_int32, model, c_void_p, c_void_p, c_void_p, c_size_t)

    def __getattr__(self, name: str) -> Any:  # for checkers of types: set by `function` above
        raise AttributeError(name)


def declared(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments
    return function


single, double = Types("f32", c_float, 6), Types("f64", c_double, 8)

words = declared("rfm_words", c_char_p, c_int32)
version = declared("rfm_version", c_char_p)

threads_new = declared("rfm_threads_new", c_void_p, c_size_t)
threads_free = declared("rfm_threads_free", None, c_void_p)
threads_executor = declared("rfm_threads_executor", POINTER(Executor), c_void_p)

table_new = declared("rfm_table_new", c_void_p)
table_free = declared("rfm_table_free", None, c_void_p)
table_add_text = declared("rfm_table_add_text", c_int32, c_void_p, c_char_p, POINTER(c_char_p), c_size_t)
table_add_numbers = declared("rfm_table_add_numbers", c_int32, c_void_p, c_char_p, c_void_p, c_size_t,
                             c_ssize_t)
table_words = declared("rfm_table_words", c_char_p, c_void_p)

Watch = CFUNCTYPE(c_int, c_void_p, c_double, c_char_p)
training_options = declared("rfm_training_options", c_size_t)
training_option_at = declared("rfm_training_option_at", TrainingOption, c_size_t)
training_new = declared("rfm_training_new", c_void_p)
training_free = declared("rfm_training_free", None, c_void_p)
training_set = declared("rfm_training_set", c_int32, c_void_p, c_char_p, c_char_p)
training_use_doubles = declared("rfm_training_use_doubles", c_int32, c_void_p, c_int)
training_watch = declared("rfm_training_watch", c_int32, c_void_p, Watch, c_void_p)
training_end = declared("rfm_training_end", None, c_void_p)
training_lend = declared("rfm_training_lend", c_int32, c_void_p, POINTER(Executor))
training_run = declared("rfm_training_run", c_int32, c_void_p, c_void_p, c_void_p)
training_model = declared("rfm_training_model", c_void_p, c_void_p, POINTER(c_size_t))
training_words = declared("rfm_training_words", c_char_p, c_void_p)

predictor_new = declared("rfm_predictor_new", c_void_p)
predictor_free = declared("rfm_predictor_free", None, c_void_p)
predictor_open = declared("rfm_predictor_open", c_int32, c_void_p, c_char_p, c_size_t)
predictor_target = declared("rfm_predictor_target", c_char_p, c_void_p)
predictor_columns = declared("rfm_predictor_columns", c_size_t, c_void_p)
predictor_column = declared("rfm_predictor_column", c_char_p, c_void_p, c_size_t)
predictor_classes = declared("rfm_predictor_classes", c_size_t, c_void_p)
predictor_class = declared("rfm_predictor_class", c_char_p, c_void_p, c_size_t)
predictor_history = declared("rfm_predictor_history", c_char_p, c_void_p)
predictor_answer = declared("rfm_predictor_answer", c_int32, c_void_p, c_void_p, c_void_p, c_void_p)
predictor_novelty = declared("rfm_predictor_novelty", c_int32, c_void_p, c_void_p, c_void_p)
predictor_intervals = declared("rfm_predictor_intervals", c_int32, c_void_p, c_double, c_void_p, c_size_t, c_void_p)
predictor_explain = declared("rfm_predictor_explain", c_int32, c_void_p, c_void_p, c_void_p)
predictor_export = declared("rfm_predictor_export", c_int32, c_void_p, c_char_p, c_char_p)
predictor_exported = declared("rfm_predictor_exported", c_void_p, c_void_p, POINTER(c_size_t))
predictor_words = declared("rfm_predictor_words", c_char_p, c_void_p)


class Owner:
    """An object of the library, given back when nobody holds it any longer."""

    def __init__(self, new: Any, free: Any, words_of: Any = None, *arguments: Any):
        self._free, self._words = free, words_of
        self.handle = new(*arguments)
        if not self.handle:
            raise MemoryError("out of memory")

    def words(self) -> str:
        return self._words(self.handle).decode()

    def check(self, status: int) -> None:
        """Raises what a status means: what was asked for is wrong, or there is no memory."""
        if status == NO_MEMORY:
            raise MemoryError(self.words())
        if status != OK:
            raise ValueError(self.words())

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._free(self.handle)
