"""Guards sizes against products that wrap where size_t has 32 bits.

In the data layer, the program and the WebAssembly module the size of an array is a product only inside array_size (data/bytes.hpp), which ends
where it cannot be addressed, or inside a saturating function of core/base/arena.hpp. Read are the arguments of what takes memory (resize, assign,
reserve, AlignedBytes, a vector's or a string's constructor) and variables called size, bytes, count or total; a product that reaches memory by
another name is for reviewers and the tests of 32-bit machines.
"""
import pathlib
import re
import sys

ROOMS = ["lib/rfm/data", "lib/rfm/cli", "lib/rfm/host", "wasm/cpp"]
TAKES = re.compile(r"\b(?:resize|assign|reserve|AlignedBytes(?:\s+\w+)?|(?:std::)?(?:vector<[\w:]+>|string)\s+[^;{}=]*?\w)\s*(\()|"
                   r"\bsize_t\s+(?:size|bytes|count|total)\s*=")
CHECKED = re.compile(r"\b(?:array_size(?:<[\w:]+>)?|saturating_\w+)\s*\(")
PRODUCT = re.compile(r"[\w)\]] \* [\w(]")  # as clang-format writes it; a pointer has no space before its star
# These cannot wrap: sizes and ends of arrays that are there already.
KNOWN = {
    "panel * panel", "(2 * e.features + cells.size()) * sizeof(T)", "values.size() * sizeof(Number)", "memory_.beta + n() * c()",
    "model.alpha + padded(model.n) * model.c", "rows * facts.outputs",
}


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"", lambda found: " " * len(found[0]), text)


def closing(text, start):
    """Behind the parenthesis that closes what is open at `start`, or the end of the statement."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0 or text[place] == ";":
            return place
    return len(text)


def bare(argument):
    """The argument without what checked functions are given, and without known products."""
    while found := CHECKED.search(argument):
        argument = argument[:found.start()] + "0" + argument[closing(argument, found.end()) + 1:]
    for product in KNOWN:
        argument = argument.replace(product, "0")
    return argument


found = []
for room in ROOMS:
    for path in sorted(pathlib.Path(room).rglob("*.[ch]pp")):
        text = without_comments(path.read_text(encoding="utf-8"))
        for call in TAKES.finditer(text):
            inside = text[call.end():closing(text, call.end())] if call[1] else text[call.end():text.find(";", call.end())]
            if PRODUCT.search(bare(inside)):
                line = text.count("\n", 0, call.start()) + 1
                found.append(f"{path}:{line}: a bare product as a size: {' '.join(inside.split())}")
print("\n".join(sorted(set(found))))
sys.exit(1 if found else 0)
