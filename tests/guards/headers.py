"""Guards that each public header compiles alone, twice in a row and without a warning:
headers.py <compiler> <standard>."""
import pathlib
import subprocess
import sys

compiler, standard = sys.argv[1:]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Wpedantic", "-Werror"]
c_only = standard.startswith("c9")
paths = sorted(pathlib.Path("lib/rfm").rglob("*.h" if c_only else "*.h*"))


def options(layer):
    if c_only:
        return ["-x", "c", "-pedantic-errors"]
    if layer in {"core", "c"}:
        return ["-x", "c++", "-fno-exceptions", "-fno-rtti", "-fno-math-errno", "-ffp-contract=off"]
    return ["-x", "c++", "-ffp-contract=off"]


failed = []
for path in paths:
    name = path.relative_to("lib").as_posix()
    layer = name.split("/")[1]
    text = f'#include "{name}"\n' * 2
    command = [compiler, f"-std={standard}", "-fsyntax-only", "-Ilib", *WARNINGS, *options(layer), "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        failed.append(name)
        print(f"{name} does not compile alone:\n{result.stderr}")
print(f"{len(paths) - len(failed)} of {len(paths)} headers compile alone")
sys.exit(1 if failed or not paths else 0)
