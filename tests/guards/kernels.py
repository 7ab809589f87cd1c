"""Guards that a kernel is named in one place: no kernel's enumerator or word stands in lib/rfm or
wasm outside the folder of kernels and the files that are generated from their list."""
import pathlib
import re
import sys

facts = pathlib.Path("lib/rfm/core/kernels/facts.hpp").read_text(encoding="utf-8")
names = set(re.findall(r'X\(\d+,\s*(\w+),', facts)) | set(re.findall(r'X\(\d+,\s*\w+,\s*"(\w+)"', facts))
enumerator = re.compile(r"KernelId::(" + "|".join(names) + r")\b")
word = re.compile(r"""(["'`])(?:(?!\1).)*?\b(""" + "|".join(names) + r")\b")
generated = {"lib/rfm/c/lists.h", "wasm/ts/interface/kernels.ts"}

found = []
for folder in ("lib/rfm", "wasm/cpp", "wasm/ts"):
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix not in {".hpp", ".cpp", ".h", ".ts"} or "kernels" in path.parts or path.as_posix() in generated:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = re.sub(r"//.*|^\s*\*.*|/\*.*", "", line)
            for match in (enumerator.search(code), word.search(code)):
                if match:
                    found.append(f"{path}:{number}: names a kernel: {match.group(0)}")
print("\n".join(found))
sys.exit(1 if found or not names else 0)
