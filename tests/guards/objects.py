"""Guards the purity of the core's object files: objects.py <compiler> <optimisation>.

Compiles the instances of the core's templates and reads the object: nothing undefined but memory
functions, no exceptions, no run-time types, nothing writable, no code before main; with g++ also at
most 1024 bytes of stack in each function.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, level = sys.argv[1:]
STACK_LIMIT = 1024
OPTIONS = ["-std=c++17", "-Ilib", "-ffp-contract=off", "-fno-math-errno", "-fno-exceptions", "-fno-rtti", "-c"]
# bcmp is what clang calls when only the equality that memcmp tells is used.
MEMORY = {"memcpy", "memmove", "memset", "memcmp", "bcmp"}
# Put in by compilers that protect stacks or make code
# position-independent, whatever the source says.
COMPILER = {"__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_"}
# Exceptions, run-time types, virtual tables, guarded statics.
FORBIDDEN = re.compile(r"^(__cxa_|__gxx_|_Unwind_|_ZTI|_ZTS|_ZTV|_ZGV|_Zn[wa]|_Zd[la])")
WRITABLE = re.compile(r"^\.(data(?!\.rel\.ro)|bss|tdata|tbss|init_array|ctors)")


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr}")
    return result.stdout


def symbols(path):
    """Pairs of a symbol's kind, as nm says it, and its name."""
    for line in run("nm", "--format=posix", path).splitlines():
        name, kind = line.split()[:2]
        yield kind, name


def sections(path):
    """Pairs of a section's name and its size in bytes."""
    for line in run("size", "--format=sysv", path).splitlines():
        words = line.split()
        if len(words) == 3 and words[0].startswith("."):
            yield words[0], int(words[1])


def stack_complaints(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        function, size, kind = line.split("\t")
        if int(size) > STACK_LIMIT or kind not in {"static", "dynamic,bounded"}:
            yield f"{size} bytes of stack ({kind}), more than {STACK_LIMIT}: {function}"


def build(folder):
    sources = [*sorted(pathlib.Path("lib/rfm/core").rglob("*.cpp")), pathlib.Path("tests/guards/core_instances.cpp")]
    for number, source in enumerate(sources):
        target = folder / f"{number}_{source.stem}.o"
        stack = ["-fstack-usage"] if compiler == "g++" and level != "-O0" else []
        run(compiler, level, *OPTIONS, *stack, str(source), "-o", str(target))
        yield source, target


with tempfile.TemporaryDirectory() as name:
    objects = list(build(pathlib.Path(name)))
    listed = {target: list(symbols(target)) for _, target in objects}
    defined = {name for pairs in listed.values() for kind, name in pairs if kind not in "Uw"}
    found = []
    for source, target in objects:
        for kind, name in listed[target]:
            if FORBIDDEN.match(name):
                found.append(f"{source}: {name}")
            elif kind in "Uw" and name not in defined | MEMORY | COMPILER:
                found.append(f"{source}: undefined {name}")
        found += [f"{source}: {size} writable bytes in {section}" for section, size in sections(target)
                  if size > 0 and WRITABLE.match(section)]
        usage = target.with_suffix(".su")
        if usage.exists():
            found += [f"{source}: {words}" for words in stack_complaints(usage)]
print("\n".join(found))
print(f"{len(objects)} objects read, {len(found)} complaints")
sys.exit(1 if found or not objects else 0)
