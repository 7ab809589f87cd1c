"""Code, stack and WebAssembly sizes of this tree beside those of another commit,
in one table: sizes.py [commit].

The commit is `main` unless given, or what `main` was before this tree's commits where that is what
is checked out. It is built in build/sizes; nothing of this tree changes. Takes a few minutes the
first time.
"""
import gzip
import json
import pathlib
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parent.parent
place = top / "build/sizes"


def run(*command, cwd=top):
    result = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


def commit_to_compare():
    if len(sys.argv) > 1:
        return run("git", "rev-parse", sys.argv[1]).strip()
    here, main = (run("git", "rev-parse", name).strip() for name in ("HEAD", "main"))
    if here != main:
        return main
    upstream = subprocess.run(["git", "rev-parse", "--verify", "--quiet", "main@{upstream}"], cwd=top,
                              capture_output=True, text=True, check=False).stdout.strip()
    return upstream or here


def device_sizes(tree, folder):
    """What tests/devices/measure.py measures: it leaves a table,
    whatever it thinks of the numbers."""
    subprocess.run([sys.executable, "tests/devices/measure.py", folder], cwd=tree, capture_output=True, check=False)
    rows = (folder / "table.txt").read_text(encoding="utf-8").splitlines()[2:]
    return {cells[1].strip(): int(cells[2].replace(",", "")) for cells in (row.split("|") for row in rows)}


def stack_sizes(tree):
    """Bytes of stack that the test of the emulated Cortex-M4F says."""
    run("cmake", "--preset", "cortex-m4f", cwd=tree)
    run("cmake", "--build", "--preset", "cortex-m4f", cwd=tree)
    said = run("ctest", "--preset", "cortex-m4f", "-R", "stack", "--verbose", cwd=tree)
    found = {}
    for line in said.splitlines():
        what, _, number = line.partition("bytes of stack to ")[2].rpartition(": ")
        if what:
            found[f"{what}, M4F, bytes of stack"] = int(number)
    return found


def package_sizes(tree):
    run("toolchains/npm_build", "wasm", cwd=tree)
    files = sorted((tree / "wasm/dist").glob("*.wasm")) + sorted((tree / "wasm/dist").glob("*.js"))
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files}
    found = {f"wasm/dist/{name}, bytes gzipped": size for name, size in sizes.items() if name.endswith(".wasm")}
    found["wasm/dist/*.js, bytes gzipped"] = sum(size for name, size in sizes.items() if name.endswith(".js"))
    return found


def sizes(tree, name):
    (place / name).mkdir(parents=True, exist_ok=True)
    return {**device_sizes(tree, place / name), **stack_sizes(tree), **package_sizes(tree)}


commit = commit_to_compare()
other = place / "tree"
if not other.exists():
    run("git", "clone", "--quiet", "--shared", top, other)
run("git", "fetch", "--quiet", top, commit, cwd=other)
run("git", "checkout", "--quiet", "--force", commit, cwd=other)
known = place / f"{commit}.json"
if not known.exists():
    known.write_text(json.dumps(sizes(other, "other")), encoding="utf-8")
before, now = json.loads(known.read_text(encoding="utf-8")), sizes(top, "here")
print(f"| what | {commit[:9]} | here | difference |\n|---|---|---|---|")
for what in dict.fromkeys([*now, *before]):
    a, b = before.get(what), now.get(what)
    numbers = ["" if size is None else f"{size:,}" for size in (a, b)]
    print(f"| {what} | {numbers[0]} | {numbers[1]} | {'' if a is None or b is None else f'{b - a:+,}'} |")
