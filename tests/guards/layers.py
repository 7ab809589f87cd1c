"""Guards the arrows between the layers of lib: every #include is one its layer may use,
and dependencies point downward."""
import pathlib
import re
import sys

FREESTANDING = {"stddef.h", "stdint.h", "string.h"}
INTRINSICS = {"immintrin.h", "arm_neon.h"}
# Whoever may use the C++ library still has no threads and no files before the host layer.
NATIVE = {"thread", "mutex", "shared_mutex", "condition_variable", "future", "fstream", "filesystem", "iostream", "cstdio",
          "stdio.h"}

# layer: layers it may include, and which system headers it may include.
LAYERS = {
    "core": (set(), lambda name: name in FREESTANDING),
    "simd": ({"core"}, lambda name: name in FREESTANDING or name in INTRINSICS),
    "data": ({"core"}, lambda name: "/" not in name and "." not in name and name not in NATIVE or name in FREESTANDING),
    "c": ({"core"}, lambda name: "/" not in name and "." not in name and name not in NATIVE or name in FREESTANDING),
    "c_table": ({"core", "data", "c"},
                lambda name: "/" not in name and "." not in name and name not in NATIVE or name in FREESTANDING),
    "python": ({"c", "c_table", "host"}, lambda name: "/" not in name and "." not in name and name not in NATIVE),
    "sql": ({"c", "c_table", "host"},
            lambda name: name == "sqlite3ext.h" or "/" not in name and "." not in name and name not in NATIVE),
    "xtensor": ({"core"}, lambda name: name not in NATIVE),
    "host": ({"core", "data"}, lambda name: not name.startswith("xtensor")),
    "cli": ({"core", "data", "host"}, lambda name: not name.startswith("xtensor")),
    "experiments": ({"core", "data", "host", "cli", "xtensor"}, lambda name: True),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def complaints(layer, text):
    lower, allows = LAYERS[layer]
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        kind, name = match.groups()
        parts = name.split("/")
        if kind == '"' and parts[0] == "experiments":
            parts.insert(0, "rfm")
        if kind == '"' and parts[0] != "rfm":
            yield number, f'"{name}": name it from lib, as "rfm/..."'
        elif kind == '"' and name == "rfm/version.h":
            if layer == "core":
                yield number, "the core does not know the version"
        elif kind == '"' and parts[1] != layer and parts[1] not in lower:
            yield number, f'{layer} may not use {parts[1]}: "{name}"'
        elif kind == "<" and not allows(name):
            yield number, f"{layer} may not use <{name}>"


found = []
for path in sorted(pathlib.Path("lib").rglob("*")):
    if path.suffix not in {".hpp", ".cpp", ".h", ".c"}:
        continue
    below = path.relative_to("lib").parts  # rfm/<layer>/... or experiments/...
    if len(below) == 1 or below == ("rfm", "version.h"):  # the short ways to rfm.h and rfm_table.h
        continue
    layer = below[1] if below[0] == "rfm" else below[0]
    if layer not in LAYERS:
        found.append(f"{path}: {layer} is not a layer")
        continue
    found += [f"{path}:{number}: {words}" for number, words in complaints(layer, path.read_text(encoding="utf-8"))]
print("\n".join(found))
sys.exit(1 if found else 0)
