"""Guards the README: each of its C and C++ listings stands, line by line and in one piece, in a
program of tests/examples, and no place is left to be filled in."""
import pathlib
import re
import sys

LISTING = re.compile(r"^```(?:cpp|c)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def lines(text):
    """The lines that matter: without indentation and without empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def contains(program, listing):
    return any(program[start:start + len(listing)] == listing for start in range(len(program)))


examples = [lines(path.read_text(encoding="utf-8")) for path in pathlib.Path("tests/examples").glob("*.c*")]
missing = [listing for listing in LISTING.findall(pathlib.Path("README.md").read_text(encoding="utf-8"))
           if not any(contains(example, lines(listing)) for example in examples)]
for listing in missing:
    print("This listing of README.md is in no program of tests/examples:\n" + listing)
places = re.findall(r"@[A-Z]+@", pathlib.Path("README.md").read_text(encoding="utf-8"))
if places:
    print("README.md has places to be filled in: " + ", ".join(places))
sys.exit(1 if missing or places else 0)
