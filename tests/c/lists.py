"""Compares what the core can do in C++ with what rfm.h offers in C: lists.py <source folder>.

Each public function of the core's headers has its functions of C named here, or the reason why it has
none. A function that is new in C++ fails until it is named; a name of C that is gone fails too.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
HEADERS = ["rfm.hpp", "machine/start.hpp", "machine/fixed.hpp", "machine/leave_one_out.hpp", "machine/threshold.hpp",
           "machine/duplicates.hpp", "model/bytes.hpp", "model/predict.hpp", "model/inspect.hpp", "model/novelty.hpp",
           "stream/window.hpp", "stream/landmarks.hpp", "cells/encoding.hpp", "cells/decoding.hpp"]
INSIDE = None  # a step of a function that C has
IN_C = {
    "start": ["rfm_machine_start"], "iterate": ["rfm_machine_iterate"], "finish": ["rfm_machine_finish"],
    "fit": ["rfm_machine_fit"], "model_size": ["rfm_machine_model_size"], "adopt_first_round": INSIDE, "complete": INSIDE,
    "leave_one_out": ["rfm_machine_leave_one_out"], "leave_one_out_bytes": ["rfm_leave_one_out_bytes"],
    "keep_features": ["rfm_machine_keep_features"], "merge_duplicates": ["rfm_rows_merge"],
    "model_bytes": ["rfm_model_bytes"], "open": ["rfm_model_open", "rfm_model_open_only"], "write_header": INSIDE,
    "layout_model": INSIDE, "point_to": INSIDE, "root_size": INSIDE, "coordinate_bytes": INSIDE, "model_checksum": INSIDE,
    "predict": ["rfm_model_predict"], "predict_bytes": ["rfm_predict_bytes"], "layout_predict": INSIDE,
    "gradient": ["rfm_model_gradient"], "gradient_bytes": ["rfm_gradient_bytes"],
    "importances": ["rfm_model_importances"], "metric_matrix": ["rfm_model_metric"],
    "directions": ["rfm_model_directions"], "directions_scratch": ["rfm_directions_bytes"],
    # What a file knows of its training rows is read by the table floor.
    "open_novelty": ["rfm_predictor_novelty"], "novelty_of": ["rfm_predictor_novelty_row"], "nearest_centres": INSIDE,
    "novelty_bytes": INSIDE, "novelty_at": INSIDE, "find_novelty": INSIDE, "share_below": INSIDE, "distance_beyond": INSIDE,
    "far_outside": INSIDE,
    "window_bytes": ["rfm_window_bytes"], "layout_window": INSIDE, "start_window": ["rfm_window_start"],
    "append": ["rfm_window_append"], "forget_oldest": ["rfm_window_forget_oldest"],
    "learn_again": ["rfm_window_learn_again"], "seal": ["rfm_window_seal"],
    # Rows that pass by once: large tables are fitted so by the table floor, by itself or on demand.
    "choose_landmarks": ["rfm_training_set"], "choose_landmarks_scratch": INSIDE, "start_landmarks": ["rfm_training_run"],
    "add_rows": ["rfm_training_run"], "factor_normal": INSIDE, "finish_landmarks": ["rfm_training_run"],
    "layout_landmarks": INSIDE, "landmark_workspace_bytes": INSIDE, "machine_shape": INSIDE,
    "open_encoding": ["rfm_cells_open"], "encode_row": ["rfm_cells_encode"], "encode_cell": ["rfm_cells_encode"],
    "read_number": INSIDE, "read_moment": INSIDE, "find_category": ["rfm_cells_encode"],
    "decoded_answer": ["rfm_cells_decode"], "decoded_value": ["rfm_cells_decode"],
    "decoded_probabilities": ["rfm_cells_decode"], "class_shares": INSIDE, "likeliest": INSIDE, "answered_class": INSIDE,
    "interval_width": ["rfm_cells_interval"], "width_around": ["rfm_cells_interval"], "interval_difficulty": INSIDE,
}
# A function at the beginning of a line, of the namespace rfm itself.
FUNCTION = re.compile(r"^(?:\[\[[\w:]+\]\] )?(?:constexpr |inline |static )*[A-Za-z_][\w:]*(?:<[^;()]*>)?[&*]? [*&]?(\w+)\(", re.M)
DETAIL = re.compile(r"^namespace detail \{\n.*?^\}  // namespace detail\n", re.M | re.S)


def in_cpp():
    for name in HEADERS:
        text = DETAIL.sub("", (root / "lib/rfm/core" / name).read_text(encoding="utf-8"))
        text = re.sub(r"//.*", "", text)
        yield from ((name, function) for function in FUNCTION.findall(text) if function not in {"static_assert", "operator"})


def in_c():
    found = set()
    for name in ("c/rfm.h", "c/lists.h", "c_table/rfm_table.h"):
        text = re.sub(r"/\*.*?\*/", "", (root / "lib/rfm" / name).read_text(encoding="utf-8"), flags=re.S)
        found |= {re.sub(r"_f(32|64)$", "", function) for function in re.findall(r"\b(rfm_\w+)\(", text)}
    return found


complaints, there, offered = [], list(in_cpp()), in_c()
complaints += [f"{header}: {name} has no function of C, and no reason stands in tests/c/lists.py"
               for header, name in there if name not in IN_C]
complaints += [f"tests/c/lists.py: the core has no {name}" for name in IN_C if name not in {one for _, one in there}]
complaints += [f"{name}: rfm.h has no {function}" for name, functions in IN_C.items() if functions
               for function in functions if function not in offered]
print("\n".join(complaints))
print(f"{len(set(there))} functions of the core, {len(offered)} of C")
sys.exit(1 if complaints or not there else 0)
