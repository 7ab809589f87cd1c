"""Writes what C, TypeScript, Python and the page must know of the lists of engines, kernels, kinds of columns and
options of training, each of which stands once: in lib/rfm/core/engine.hpp, lib/rfm/core/kernels/facts.hpp,
lib/rfm/core/cells/encoding_format.hpp and lib/rfm/data/options.hpp. And rfm/version.h, from project() of CMake.

    python3 toolchains/lists.py            write the files
    python3 toolchains/lists.py --check    fail when one is not what would be written (a guard test)
"""
import pathlib
import re
import sys
import textwrap

top = pathlib.Path(__file__).resolve().parent.parent


def rows_of(path, name):
    """The rows X(...) of the list RFM_EACH_<name> in a header, each as its fields. Commas inside of
    texts and brackets part no fields."""
    text = (top / path).read_text(encoding="utf-8")
    listing = re.search(rf"#define RFM_EACH_{name}\(X\)(.*?[^\\])\n", text, re.S).group(1)
    rows, depth = [], 0
    for part in re.findall(r'"[^"]*"|\w+|\s+|\S', re.sub(r"\s*\\\n\s*", " ", listing)):
        if part in ")]}":
            depth -= 1
        if depth == 1 and part == ",":
            rows[-1].append("")
        elif depth > 0:
            rows[-1][-1] += part
        elif part == "X":
            rows.append([""])
        if part in "([{":
            depth += 1
    return [[field.strip() for field in row] for row in rows]


def unquoted(text):
    return "".join(re.findall(r'"([^"]*)"', text))


def in_camels(word):
    return re.sub("-(.)", lambda match: match[1].upper(), word)


def capitalized(name):
    return name[0].upper() + name[1:]


engines = sorted((int(row[0]), row[1]) for row in rows_of("lib/rfm/core/engine.hpp", "ENGINE"))
# Number, name, word, what it takes.
kernels = [(int(row[0]), row[1], unquoted(row[2]), row[6])
           for row in rows_of("lib/rfm/core/kernels/facts.hpp", "KERNEL")]

C_OPENING = """\
/* Numbers of engines and kernels, and functions that make kernels of u = R (x - origin), M = R'R.
 * Written by toolchains/lists.py from lib/rfm/core/engine.hpp and lib/rfm/core/kernels/facts.hpp.
 * Parameters are checked when a fit starts (RFM_BAD_KERNEL). L is the bandwidth; lpq is
 * exp(-(|u - v|_p / L)^q) with p in hundredths in the name, p = q = 1.5 the best single kernel
 * measured; brownian is what it tends to for large L, and has none; nngp and ntk are those of
 * ReLU networks with 1 to 5 hidden layers. */
#pragma once
#include "rfm/c/types.h"

#ifdef __cplusplus
extern "C" {
#endif

"""
C_CLOSING = """\

#ifdef __cplusplus
} /* extern "C" */
#endif
"""
EXPONENT = {"exponent", "power"}  # with and without a bandwidth
PARAMETERS = {"bandwidth": "$t L", "exponent": "$t q, $t L", "power": "$t q", "layers": "int32_t hidden_layers, $t bias"}


def c_header():
    text = C_OPENING + "/* Engines; numbers are never changed. */\nenum {\n"
    text += ",\n".join(f"  RFM_{name.upper()} = {number}" for number, name in engines) + "\n};\n\n"
    text += "/* Kernels, by the numbers that model files use. */\nenum {\n"
    text += ",\n".join(f"  RFM_{name.upper()} = {number}" for number, name, _, _ in kernels) + "\n};\n\n"
    for _, name, _, takes in kernels:
        for suffix, scalar in (("f32", "float"), ("f64", "double")):
            parameters = PARAMETERS[takes].replace("$t", scalar)
            text += f"rfm_kernel_{suffix} rfm_kernel_{name}_{suffix}({parameters});\n"
    return text + C_CLOSING


def version_header():
    cmake = (top / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"^project\(rfm VERSION (\d+\.\d+\.\d+)", cmake, re.M).group(1)
    lines = [f'#define RFM_VERSION "{version}"']
    lines += [f"#define RFM_VERSION_{part} {number}" for part, number in zip(("MAJOR", "MINOR", "PATCH"), version.split("."))]
    return ("/* The version of these headers; rfm_version() is that of the library. Written by\n"
            " * toolchains/lists.py from the one number in CMakeLists.txt. */\n#pragma once\n" + "\n".join(lines) + "\n")


def kernel_types():
    words = dict.fromkeys((word, takes) for _, _, word, takes in kernels)
    union = " | ".join(f"'{word}'" for word, _ in words)
    union += "".join(f" | `{word}-${{string}}`" for word, takes in words if takes in EXPONENT)
    return ("// Written by toolchains/lists.py from lib/rfm/core/kernels/facts.hpp.\n"
            f"export type KernelName = {union}\n")


def kernel_titles():
    rows = rows_of("lib/rfm/core/kernels/facts.hpp", "KERNEL")
    titles = dict((unquoted(row[2]), unquoted(row[3])) for row in rows)
    return ("// Kernels and their titles. Written by toolchains/lists.py from\n"
            "// lib/rfm/core/kernels/facts.hpp.\nexport const KERNELS = [\n"
            + "".join(f"  ['{word}', '{title}'],\n" for word, title in titles.items()) + "] as const\n")


def kernels_that_take(parameter):
    wanted = EXPONENT if parameter == "exponent" else {parameter}
    words = dict.fromkeys(word for _, _, word, takes in kernels if takes in wanted)
    return " or ".join(f"'{word}'" for word in words)


def column_kinds():
    words = [unquoted(row[2]) for row in rows_of("lib/rfm/core/cells/encoding_format.hpp", "COLUMN_KIND")]
    return ("// Written by toolchains/lists.py from lib/rfm/core/cells/encoding_format.hpp.\n"
            "export type ColumnKind = " + " | ".join(f"'{word}'" for word in words) + "\n")


# Name, older name, group, kind, what its kind was given, standard, sentence; those of JavaScript
# alone, and all of them by their words.
options, all_options = [], []
for word, older, faces, group, form, standard, sentence, *_ in rows_of("lib/rfm/data/options.hpp", "OPTION"):
    kind, given = re.fullmatch(r"(\w+)\((.*)\)", form).groups()
    sentence = unquoted(sentence)
    for parameter in ("exponent", "layers"):
        sentence = sentence.replace("{" + parameter + "}", kernels_that_take(parameter))
    all_options.append((unquoted(word), unquoted(older), group, kind, given, unquoted(standard), sentence))
    if faces != "command_line":
        options.append((in_camels(unquoted(word)), in_camels(unquoted(older)), *all_options[-1][2:]))


def range_words(kind, given):
    if kind == "number_among":
        return "One of " + unquoted(given) + "."
    if kind not in {"number", "above", "above_or", "whole"}:
        return ""
    *_, least, most = given.split(", ")
    if kind == "above_or":
        words = unquoted(given)
        return f"One of {words}, or a number above {least} to {most}."
    words = ("Above " if kind == "above" else "From ") + least
    return words + ("." if most == "no_limit" else f" to {most}.")


def type_of(name, kind, given):
    if kind == "above_or":
        return " | ".join(f"'{word}'" for word in unquoted(given).split(", ")) + " | number"
    if kind == "word":
        return "KernelName" if given == "nullptr" else capitalized(name)
    return {"flag": "boolean", "text": "string", "list": "readonly string[]"}.get(kind, "number")


def comment(words):
    if len(words) <= 91:
        return f"  /** {words} */\n"
    lines = textwrap.wrap(words, 100, initial_indent="   * ", subsequent_indent="   * ")
    return "\n".join(["  /**", *lines, "   */\n"])


def member(name, older, _, kind, given, standard, sentence):
    words = [sentence[0].upper() + sentence[1:] + ".", range_words(kind, given)]
    if standard not in {"auto", "off"}:
        words.append(f"Default: {standard}.")
    of_type = f"?: {type_of(name, kind, given)}\n"
    text = comment(" ".join(filter(None, words))) + f"  readonly {name}{of_type}"
    return text + (f"  /** @deprecated Called `{name}` now. */\n  readonly {older}{of_type}" if older else "")


def option_types():
    text = ("// Written by toolchains/lists.py from lib/rfm/data/options.hpp.\n"
            "import type { KernelName } from './kernels.js'\n\n")
    for name, _, _, kind, given, _, _ in options:
        if kind == "word" and given != "nullptr":
            words = [f"'{word}'" for word in unquoted(given).split(", ")]
            text += f"export type {capitalized(name)} = {' | '.join(words)}\n"
            text += f"export const {name}s: readonly {capitalized(name)}[] = [{', '.join(words)}]\n"
    for group, name, words in (
            ("columns", "ColumnOptions",
             "Which columns are used, as what. Names that are not columns are refused."),
            ("wishes", "Wishes", "What the search would otherwise choose."),
            ("search", "SearchOptions", "How it is searched, fitted and scored.")):
        text += f"\n/** {words} */\nexport interface {name} {{\n"
        text += "".join(member(*option) for option in options if option[2] == group) + "}\n"
    return text


def python_kernels():
    rows = "".join(f'    "{name}": {number},\n' for number, name, _, _ in kernels)
    return ('"""Kernels by the numbers that model files use; in the names of lpq and brownian stands p in hundredths.\n'
            'Written by toolchains/lists.py from lib/rfm/core/kernels/facts.hpp."""\n'
            "KERNELS = {\n" + rows + "}\n")


PYTHON_OPENING = '''\
"""The options of training as keywords of the estimators. Written by toolchains/lists.py from
lib/rfm/data/options.hpp."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sklearn.base import BaseEstimator

# Their names, which are the words of the list with underscores. Not among them is what scikit-learn
# says otherwise: by y, the class of the estimator, sample_weight and random_state.
NAMES = (
'''
PYTHON_ALSO = """\
        random_state : int, RandomState or None, default None
            Decides every split and sample; None is 1, so that the same rows give the same model.
        float64 : bool, default False
            Numbers of the machine are doubles instead of floats.
        n_jobs : int or None, default None
            Threads, which change no bit of the model; None and -1: as many as there are.
        verbose : bool, default False
            Progress on the error stream.
        \"\"\"
"""
PYTHON_TYPES = {"flag": "bool", "text": "str", "word": "str", "list": "Sequence[str]",
                "whole": "int | str", "bytes": "int | str"}
# Options that scikit-learn has another way to say.
ELSEWHERE = {"target", "task", "weights", "seed"}


def python_options():
    own = [option for option in all_options if option[0] not in ELSEWHERE]
    names = [option[0].replace("-", "_") for option in own]
    types = [PYTHON_TYPES.get(kind, "float | str") for _, _, _, kind, *_ in own]
    text = PYTHON_OPENING
    text += textwrap.fill(", ".join(f'"{name}"' for name in names), 96, initial_indent="    ",
                          subsequent_indent="    ") + ",\n)\n\n\n"
    text += "class Options(BaseEstimator):\n    def __init__(self, *,\n"
    parameters = [f"{name}: {kind} | None = None" for name, kind in zip(names, types)]
    parameters += ["random_state: Any = None", "float64: bool = False", "n_jobs: int | None = None",
                   "verbose: bool = False"]
    text += "".join(f"                 {parameter},\n" for parameter in parameters)[:-2] + "):\n"
    text += '        """None leaves an option at its default.\n\n'
    for name, kind, (_, _, _, form, given, standard, sentence) in zip(names, types, own):
        choices = ""
        if form in {"word", "number_among"}:
            words = dict.fromkeys(word for _, _, word, _ in kernels) if given == "nullptr" else \
                unquoted(given).split(", ")
            choices = "One of " + ", ".join(words) + "."
        sentence = " ".join(filter(None, [sentence + ".", choices or range_words(form, given)]))
        text += f"        {name} : {kind}, default {standard}\n"
        text += textwrap.fill(sentence, 96, initial_indent=" " * 12, subsequent_indent=" " * 12) + "\n"
    text += PYTHON_ALSO
    names += ["random_state", "float64", "n_jobs", "verbose"]
    return text + "".join(f"        self.{name} = {name}\n" for name in names)


written = {"lib/rfm/c/lists.h": c_header(), "lib/rfm/version.h": version_header(),
           "wasm/ts/interface/kernels.ts": kernel_types(),
           "wasm/ts/interface/columns.ts": column_kinds(),
           "wasm/ts/interface/training.ts": option_types(),
           "web/src/state/kernels.ts": kernel_titles(),
           "lib/rfm/python/rfm/options.py": python_options(),
           "lib/rfm/python/rfm/kernels.py": python_kernels()}
stale = [path for path, text in written.items()
         if not (top / path).exists() or (top / path).read_text(encoding="utf-8") != text]
if "--check" in sys.argv:
    if stale:
        sys.exit("not as toolchains/lists.py writes them: " + ", ".join(stale))
    print(f"{len(engines)} engines, {len(kernels)} kernels, {len(options)} options in {len(written)} files")
else:
    for path in stale:
        (top / path).write_text(written[path], encoding="utf-8")
