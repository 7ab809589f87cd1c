"""Mutation testing: one change of meaning at a time is made to the sources of core, c, data and host,
and the tests must notice.

    python3 tests/mutants/mutants.py [--count 100] [--seed 1] [--under lib/rfm/core] [--list]

A mutant is first run against the tests in the folder of its own name, then against the whole
programs of its floor. It is killed by a failure, a crash or a test that takes ten times as long.
Mutants that do not compile do not count. A survivor is a test to be written, unless it stands in
equivalent.txt with the reason why it changes nothing that is promised. Ends with 1 when fewer than
nine in ten were killed. All work is done on a copy in build/mutants; the core is tested without
vector engines, which are other copies of the same loops.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from operators import places  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build/mutants"
TREE = WORK / "tree"
ENOUGH = 0.9

# Which build tests a floor, or a room of it that is tested elsewhere, and which programs do, those
# that know it best first.
TESTED_BY = {
    "core": ("core", ["core", "c", "reference"]),
    "core/cells": ("data", ["data", "c_table", "cli"]),
    "c": ("core", ["c"]),
    "data": ("data", ["data", "c_table", "cli"]),
    "data/export": ("data", ["exports", "data"]),
    "data/shrink": ("data", ["exports", "data"]),
    "host": ("data", ["host", "cli"]),
}
FLOORS = ["core", "c", "data", "host"]
NEAR = {"cells": "encode"}  # where the tests' folder has another name
HURRIED = {"cli": ["--run_test=!interrupt"]}  # without what a busy machine fails
CORE_ALONE = ["-DRFM_BUILD_DATA=OFF", "-DRFM_BUILD_CLI=OFF", "-DRFM_SIMD=OFF"]


def run(command, folder=WORK, limit=None):
    """Its exit code; 124 when it took longer than the limit, in seconds."""
    environment = dict(os.environ, CCACHE_DIR=str(WORK / "ccache"))
    try:
        return subprocess.run(command, cwd=folder, timeout=limit, check=False, env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return 124


def copy_sources():
    """Brings the copy up to date; files that did not change keep their times, and their objects."""
    for copy in [path for path in TREE.rglob("*") if path.is_file()]:
        if not (ROOT / copy.relative_to(TREE)).is_file():
            copy.unlink()
    tracked = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                             capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, tracked):
        source, copy = ROOT / name, TREE / name
        if not source.is_file() or copy.is_file() and copy.read_bytes() == source.read_bytes():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)


def lend_modules():
    """What npm has installed for the tests, which is not tracked."""
    place = TREE / "tests/exports/onnx/node_modules"
    if not place.exists() and (ROOT / place.relative_to(TREE)).is_dir():
        place.symlink_to(ROOT / place.relative_to(TREE))


def configure(build):
    command = ["cmake", "-S", str(TREE), "-B", str(WORK / build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
               "-DCMAKE_CXX_FLAGS=-O1 -g0", "-DRFM_WARNINGS_AS_ERRORS=OFF",
               "-DRFM_BUILD_EXAMPLES=OFF", "-DRFM_BUILD_EXPERIMENTS=OFF"]
    if run(command + (CORE_ALONE if build == "core" else [])) != 0:
        sys.exit(f"cannot configure {WORK / build}")


def built(build, targets):
    return run(["nice", "ninja", "-C", str(WORK / build)] + targets) == 0


def link_command(build, area):
    """The shell command that links a test program."""
    commands = subprocess.run(["ninja", "-C", str(WORK / build), "-t", "commands", f"bin/rfm_test_{area}"],
                              capture_output=True, text=True, check=True).stdout.splitlines()
    pieces = [piece for piece in commands[-1].split(" && ") if f"-o bin/rfm_test_{area}" in piece]
    return pieces[0]


class Tests:
    """The programs that test one floor or room, and how long they take unharmed."""

    def __init__(self, place):
        self.build, self.areas = TESTED_BY[place]
        self.seconds = {}

    def whole(self, area):
        if not built(self.build, [f"rfm_test_{area}"]):
            return None
        program = str(WORK / self.build / f"bin/rfm_test_{area}")
        return self.passes(area, [program] + HURRIED.get(area, []))

    def near(self, area, folder):
        """Only the test files of one folder; None when they do not build, True when there are none."""
        link = link_command(self.build, area)
        own = f"CMakeFiles/rfm_test_{area}.dir/{area}/"
        objects = re.findall(rf"\S*{re.escape(own)}\S+_test\.cpp\.o", link)
        wanted = [name for name in objects if name.split(own)[1].startswith(folder + "/")]
        if not wanted:
            return True
        for name in set(objects) - set(wanted):
            link = link.replace(" " + name, "", 1)
        program = f"bin/near_{area}"
        link = link.replace(f"-o bin/rfm_test_{area}", f"-o {program}")
        needs = [word for word in link.split() if word.endswith(".o") or re.fullmatch(r"lib/\S+\.a", word)]
        if not built(self.build, needs) or run(["sh", "-c", link], WORK / self.build) != 0:
            return None
        return self.passes(f"{area}/{folder}", [str(WORK / self.build / program)])

    def passes(self, name, command):
        began = time.monotonic()
        code = run(command, TREE, 10 * self.seconds[name] + 5 if name in self.seconds else None)
        if name not in self.seconds and code == 0:
            self.seconds[name] = time.monotonic() - began
        return code == 0


    def judge(self, room):
        """What becomes of the tree as it is now: "killed", "survived" or "does not compile"."""
        runs = [lambda: self.near(self.areas[0], NEAR.get(room, room))] if room else []
        for one in runs + [lambda area=area: self.whole(area) for area in self.areas]:
            passed = one()
            if not passed:
                return "does not compile" if passed is None else "killed"
        return "survived"


def all_mutants(under):
    found = []
    for floor in FLOORS:
        for path in sorted((ROOT / "lib/rfm" / floor).rglob("*.?pp")):
            name = path.relative_to(ROOT)
            if str(name).startswith(under):
                found += [(name, *place) for place in places(path.read_text(encoding="utf-8"))]
    return found


def equivalents():
    """(file, operator, changed line): reason."""
    known = {}
    for line in (pathlib.Path(__file__).parent / "equivalent.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            file, operator, changed, reason = line.split(" | ")
            known[file, operator, changed] = reason
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", default="lib/rfm/")
    parser.add_argument("--list", action="store_true", help="only print the sample")
    arguments = parser.parse_args()
    mutants = all_mutants(arguments.under)
    sample = random.Random(arguments.seed).sample(mutants, min(arguments.count, len(mutants)))
    print(f"{len(mutants)} mutants under {arguments.under}, {len(sample)} of them tried")
    if arguments.list:
        for path, number, operator, changed in sample:
            print(f"{path}:{number + 1}: {operator}: {changed.strip()}")
        return 0

    copy_sources()
    lend_modules()
    known, results, tests, unharmed = equivalents(), [], {}, set()
    began = time.monotonic()
    for path, number, operator, changed in sample:
        floor, *rooms = path.relative_to("lib/rfm").parts[:-1]
        room = rooms[0] if rooms else ""
        place = f"{floor}/{room}" if f"{floor}/{room}" in TESTED_BY else floor
        if place not in tests:
            tests[place] = Tests(place)
            configure(tests[place].build)
        if (place, room) not in unharmed:
            unharmed.add((place, room))
            if tests[place].judge(room) != "survived":
                sys.exit(f"the tests of {place} fail without any change")
        copy = TREE / path
        whole = copy.read_text(encoding="utf-8")
        lines = whole.splitlines(keepends=True)
        was, lines[number] = lines[number].strip(), changed + "\n"
        copy.write_text("".join(lines), encoding="utf-8")
        result = tests[place].judge(room)
        copy.write_text(whole, encoding="utf-8")
        if result == "survived" and (str(path), operator, changed.strip()) in known:
            result = "equivalent"
        results.append(result)
        print(f"{result}: {path}:{number + 1}: {operator}: {was}", flush=True)
        if result == "survived":
            print(f"    {changed.strip()}", flush=True)

    killed, survived = results.count("killed"), results.count("survived")
    share = killed / max(1, killed + survived)
    print(f"{killed} of {killed + survived} mutants killed ({100 * share:.0f} %), "
          f"{results.count('equivalent')} named as equivalent, "
          f"{results.count('does not compile')} did not compile, in {(time.monotonic() - began) / 60:.0f} minutes")
    return 0 if share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
