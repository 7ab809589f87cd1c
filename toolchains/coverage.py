"""Lines of the library that the tests run, by floor: builds the preset `coverage`, runs its test
programs, and prints a table. Ends with 1 when a floor is below its bar.

    python3 toolchains/coverage.py [--files]     (--files: also each file below its floor's bar)
"""
import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/coverage"
PROGRAMS = ["core", "c", "reference", "simd", "xtensor", "data", "exports", "c_table", "host", "cli", "memory",
            "memory_in_c", "kills"]
# Percent of lines. What is missing are answers to want of memory and to systems that fail.
BARS = {"core": 98, "c": 98, "c_table": 95, "data": 95, "host": 95, "cli": 90}


def shell(*command, **more):
    return subprocess.run(command, cwd=ROOT, check=True, **more)


def measure():
    shell("cmake", "--preset", "coverage", stdout=subprocess.DEVNULL)
    targets = [f"rfm_test_{name}" for name in PROGRAMS]
    shell("cmake", "--build", "--preset", "coverage", "--target", *targets, "--parallel", stdout=subprocess.DEVNULL)
    profiles = BUILD / "profiles"
    profiles.mkdir(exist_ok=True)
    for old in profiles.iterdir():
        old.unlink()
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(profiles / "%m_%p.profraw"))
    for target in targets:
        print(f"running {target}", file=sys.stderr)
        subprocess.run([BUILD / "bin" / target], cwd=ROOT, check=True, env=environment, stdout=subprocess.DEVNULL)
    merged = BUILD / "merged.profdata"
    (BUILD / "profiles.txt").write_text("\n".join(map(str, profiles.iterdir())))
    shell("llvm-profdata-14", "merge", "--sparse", "-o", merged, "--input-files", BUILD / "profiles.txt")
    programs = [BUILD / "bin" / target for target in targets] + [BUILD / "bin/rfm", BUILD / "bin/rfm_short_of_memory"]
    objects = [word for program in programs[1:] for word in ("-object", program)]
    exported = shell("llvm-cov-14", "export", "--summary-only", f"--instr-profile={merged}", programs[0], *objects,
                     capture_output=True, text=True)
    return json.loads(exported.stdout)["data"][0]["files"]


def main():
    lines = collections.defaultdict(lambda: [0, 0])
    low = []
    for file in measure():
        parts = pathlib.Path(file["filename"]).parts
        if "rfm" not in parts or "lib" not in parts:
            continue
        inside = parts[parts.index("lib") + 2:]
        count, covered = file["summary"]["lines"]["count"], file["summary"]["lines"]["covered"]
        lines[inside[0]][0] += count
        lines[inside[0]][1] += covered
        if count > 0 and 100 * covered < BARS.get(inside[0], 0) * count:
            low.append(f"  {'/'.join(inside)}: {covered} of {count}")
    failed = False
    print("| floor | lines | run by tests | bar |\n|---|---|---|---|")
    for floor, (count, covered) in sorted(lines.items()):
        if count == 0 or "." in floor:
            continue
        bar = BARS.get(floor)
        failed = failed or bar is not None and 100 * covered < bar * count
        print(f"| {floor} | {count} | {100 * covered / count:.1f} % | {f'{bar} %' if bar else ''} |")
    if "--files" in sys.argv:
        print("\n".join(sorted(low)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
