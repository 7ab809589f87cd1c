"""Guards that each public header compiles alone, twice in a row and without a warning, and those for
devices also behind the macros that other headers leave: headers.py <compiler> <standard>."""
import pathlib
import subprocess
import sys

compiler, standard = sys.argv[1:]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Wpedantic", "-Werror"]
c_only = standard.startswith("c9")
paths = [*sorted(pathlib.Path("lib/rfm").rglob("*.h" if c_only else "*.h*")), *sorted(pathlib.Path("lib").glob("*.h"))]
# What Arduino's core, windows.h, avr-libc and ctype.h of newlib leave behind. Headers of the C++
# library do not bear all of it, so it comes before the core and the C headers alone.
MACROS = {"far": "", "near": "", "FAR": "", "small": "char", "interface": "struct", "IN": "", "OUT": "", "ERROR": "0",
          "min(a, b)": "((a) < (b) ? (a) : (b))", "max(a, b)": "((a) > (b) ? (a) : (b))", "abs(x)": "((x) > 0 ? (x) : -(x))",
          "round(x)": "((long)((x) + 0.5))", "sq(x)": "((x) * (x))", "radians(x)": "((x) * 0.0174)", "bit(b)": "(1UL << (b))",
          "degrees(x)": "((x) * 57.3)", "constrain(x, low, high)": "((x) < (low) ? (low) : (x) > (high) ? (high) : (x))",
          "lowByte(w)": "((w) & 0xff)", "highByte(w)": "((w) >> 8)", "bitRead(v, b)": "(((v) >> (b)) & 1)", "F(s)": "(s)",
          "interrupts()": "sei()", "PI": "3.14159", "HALF_PI": "1.57", "TWO_PI": "6.28", "EULER": "2.718", "HIGH": "1", "LOW": "0",
          "INPUT": "0", "OUTPUT": "1", "CHANGE": "1", "DEFAULT": "1", "INTERNAL": "3", "EXTERNAL": "0", "SERIAL": "0",
          "DISPLAY": "1", "B0": "0", "B1": "1", "B10": "2", "A0": "14", "A1": "15", "R0": "0", "R1": "1", "_N": "4", "_L": "2",
          "_U": "1", "_C": "32", "_S": "8", "_P": "16", "_X": "64", "_B": "128", "I": "1", "TRUE": "1", "FALSE": "0", "BOOL": "int"}
BEFORE = "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n" + "".join(
    f"#define {name} {text}\n" for name, text in MACROS.items())


def options(layer):
    if c_only:
        return ["-x", "c", "-pedantic-errors"]
    if layer in {"core", "c"}:
        return ["-x", "c++", "-fno-exceptions", "-fno-rtti", "-fno-math-errno", "-ffp-contract=off"]
    return ["-x", "c++", "-ffp-contract=off"]


failed = []
for path in paths:
    name = path.relative_to("lib").as_posix()
    layer = name.split("/")[1] if "/" in name else "c"
    command = [compiler, f"-std={standard}", "-fsyntax-only", "-Ilib", *WARNINGS, *options(layer), "-"]
    of_devices = layer in {"core", "c"} or path.suffix == ".h"
    for before in ["", BEFORE] if of_devices else [""]:
        text = before + f'#include "{name}"\n' * 2 + "typedef int anything;\n"
        result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            failed.append(name)
            print(f"{name} does not compile {'behind macros' if before else 'alone'}:\n{result.stderr}")
print(f"{len(set(paths)) - len(set(failed))} of {len(paths)} headers compile alone")
sys.exit(1 if failed or not paths else 0)
