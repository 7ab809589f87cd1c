"""Writes what C and TypeScript must know of the lists of kernels and engines, where each stands once:
lib/rfm/core/kernels/facts.hpp and lib/rfm/core/engine.hpp.

    python3 toolchains/lists.py            write the files
    python3 toolchains/lists.py --check    fail when one of them is not what would be written (a guard test)
"""
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parent.parent
facts = (top / "lib/rfm/core/kernels/facts.hpp").read_text(encoding="utf-8")
rows = re.search(r"#define RFM_EACH_KERNEL\(X\)(.*?)\n\n", facts, re.S).group(1)
kernels = [(int(number), name, word, takes) for number, name, word, takes in
           re.findall(r'X\((\d+),\s*(\w+),\s*"(\w+)",\s*[\d.]+,\s*[\d.]+,\s*(\w+),', rows)]

engines = (top / "lib/rfm/core/engine.hpp").read_text(encoding="utf-8")
engines = [(int(number), name) for number, name in re.findall(r"^  X\((\d+), (\w+),", engines, re.M)]

C_OPENING = """\
/* Numbers of engines and kernels, and functions that make kernels of u = R (x - origin), M = R'R.
 * Written by toolchains/lists.py from lib/rfm/core/engine.hpp and lib/rfm/core/kernels/facts.hpp.
 * Parameters are checked when a fit starts (RFM_BAD_KERNEL). L is the bandwidth; lpq is
 * exp(-(|u - v|_p / L)^q) with p in hundredths in the name, p = q = 1.5 the best single kernel
 * measured; nngp and ntk are those of ReLU networks with 1 to 5 hidden layers. */
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
PARAMETERS = {"bandwidth": "$t L", "exponent": "$t q, $t L", "layers": "int32_t hidden_layers, $t bias"}


def c_header():
    text = C_OPENING + "/* Engines; numbers are never changed. */\nenum {\n"
    text += ",\n".join(f"  RFM_{name.upper()} = {number}" for number, name in sorted(engines)) + "\n};\n\n"
    text += "/* Kernels, by the numbers that model files use. */\nenum {\n"
    text += ",\n".join(f"  RFM_{name.upper()} = {number}" for number, name, _, _ in kernels) + "\n};\n\n"
    for _, name, _, takes in kernels:
        for suffix, scalar in (("f32", "float"), ("f64", "double")):
            text += f"rfm_kernel_{suffix} rfm_kernel_{name}_{suffix}({PARAMETERS[takes].replace('$t', scalar)});\n"
    return text + C_CLOSING


def type_script():
    words = dict.fromkeys((word, takes) for _, _, word, takes in kernels)
    union = " | ".join(f"'{word}'" for word, _ in words)
    union += "".join(f" | `{word}-${{string}}`" for word, takes in words if takes == "exponent")
    return ("// Written by toolchains/lists.py from lib/rfm/core/kernels/facts.hpp.\n"
            f"export type KernelName = {union}\n")


written = {"lib/rfm/c/lists.h": c_header(), "wasm/ts/kernels.ts": type_script()}
stale = [path for path, text in written.items()
         if not (top / path).exists() or (top / path).read_text(encoding="utf-8") != text]
if "--check" in sys.argv:
    if stale or len(kernels) != rows.count("X(") or not engines:
        sys.exit("not as toolchains/lists.py writes them: " + ", ".join(stale))
    print(f"{len(kernels)} kernels and {len(engines)} engines in {len(written)} files")
else:
    for path in stale:
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(written[path], encoding="utf-8")
