"""Guards the README: each of its C and C++ listings stands, line by line and in one piece, in a
program of tests/examples, no place is left to be filled in, and it has at most 150 lines."""
import pathlib
import re
import sys

LISTING = re.compile(r"^```(?:cpp|c)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def lines(text):
    """The lines that matter: without indentation and without empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def contains(program, listing):
    return any(program[start:start + len(listing)] == listing for start in range(len(program)))


README = pathlib.Path("README.md").read_text(encoding="utf-8")
examples = [lines(path.read_text(encoding="utf-8")) for path in pathlib.Path("tests/examples").glob("*.c*")]
missing = [listing for listing in LISTING.findall(README)
           if not any(contains(example, lines(listing)) for example in examples)]
for listing in missing:
    print("This listing of README.md is in no program of tests/examples:\n" + listing)
places = re.findall(r"@[A-Z]+@", README)
if places:
    print("README.md has places to be filled in: " + ", ".join(places))
length = README.count("\n")
if length > 150:
    print(f"README.md has {length} lines; it may have 150")
sys.exit(1 if missing or places or length > 150 else 0)
