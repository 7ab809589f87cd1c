"""Guards the shape of the tree: agreed top-level entries, lengths of files, folders and lines of
prose, and no marks of unfinished work or of one machine."""
import collections
import pathlib
import re
import subprocess
import sys

TOP_LEVEL = re.compile(
    r"lib|wasm|web|tests|toolchains|CMakeLists\.txt|CMakePresets\.json|Makefile|README\.md|LICENSE|\..+")
SOURCE = {".hpp", ".cpp", ".h", ".c", ".ts", ".tsx", ".js", ".mjs", ".css", ".cmake", ".py"}
LONGEST = 600  # lines of a file
ROOMS = ("lib/rfm/", "lib/experiments/", "wasm/cpp/", "wasm/ts/", "tests/")
FULLEST = 16  # sources of a folder of these, without those of its subfolders
WIDEST = 100  # characters in a line of prose
GIVEN = "Arduino.h"  # the name that every Arduino core gives its header
# Spelled in pieces, so that this file does not accuse itself.
UNFINISHED = re.compile("TO" "DO|FIX" "ME|(?<!X)X" "XX(?!X)|not imple" "mented")
MACHINE = re.compile(r"(^|[\s\"'=(])/(work|home|root|farm)/")


def tracked():
    """Files of the repository, or of the folder where there is no repository."""
    listing = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=False)
    if listing.returncode == 0:
        return [pathlib.Path(line) for line in listing.stdout.splitlines() if pathlib.Path(line).is_file()]
    files = (path for path in pathlib.Path(".").rglob("*") if path.is_file())
    return [path for path in files if not {"build", "node_modules"} & set(path.parts)]


def complaints(path):
    if not TOP_LEVEL.fullmatch(path.parts[0]):
        yield f"{path}: not one of the agreed top-level entries"
    if path.stem != path.stem.lower() and path.suffix in {".hpp", ".cpp", ".h", ".c"} and path.name != GIVEN:
        yield f"{path}: file names are snake_case"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    if path.suffix in SOURCE and len(lines) > LONGEST:
        yield f"{path}: {len(lines)} lines, more than {LONGEST}"
    if path.suffix in SOURCE or path.name in {"CMakeLists.txt", "Makefile"}:
        for number, line in enumerate(lines, 1):
            if UNFINISHED.search(line):
                yield f"{path}:{number}: unfinished: {line.strip()}"
            if MACHINE.search(line):
                yield f"{path}:{number}: a path of one machine: {line.strip()}"


def too_wide(path):
    """Lines of prose; tables, listings and addresses are as wide as they are."""
    listing = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        listing ^= line.lstrip().startswith("```")
        free = listing or line.startswith("    ") or line.lstrip().startswith("|")
        if len(line) > WIDEST and not free and not re.search(r"\]\(|https?://", line):
            yield f"{path}:{number}: {len(line)} characters of prose, more than {WIDEST}"


def too_full(paths):
    counts = collections.Counter(path.parent for path in paths if path.suffix in SOURCE)
    for folder, count in sorted(counts.items()):
        if count > FULLEST and f"{folder}/".startswith(ROOMS):
            yield f"{folder}: {count} sources, more than {FULLEST}"


paths = tracked()
found = [complaint for path in paths for complaint in complaints(path)]
found += [complaint for path in paths if path.suffix == ".md" for complaint in too_wide(path)]
found += too_full(paths)
print("\n".join(found))
sys.exit(1 if found else 0)
