"""Guards the format of every C and C++ file: what .clang-format says."""
import pathlib
import subprocess
import sys

files = [str(path) for folder in ("lib", "wasm", "tests", "toolchains") for path in sorted(pathlib.Path(folder).rglob("*"))
         if path.suffix in {".hpp", ".cpp", ".h", ".c"} and "node_modules" not in path.parts]
sys.exit(subprocess.run(["clang-format", "--dry-run", "-Werror", *files], check=False).returncode)
