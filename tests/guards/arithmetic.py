"""Guards that a build whose arithmetic is not strict is refused with a sentence: fast-math, and operations that are rounded to more
than their type, as x87 does."""
import subprocess
import sys

PROGRAM = "#include \"rfm/core/rfm.hpp\"\n"
OPTIONS = ["-std=c++17", "-fsyntax-only", "-Ilib", "-x", "c++", "-"]
FAST, WIDE = "rfm is not for -ffast-math", "rfm rounds each operation to its type"


def compiled(compiler, *more):
    return subprocess.run([compiler, *more, *OPTIONS], input=PROGRAM, capture_output=True, text=True, check=False)


X87 = {"g++": ["-mfpmath=387"], "clang++": ["-U__FLT_EVAL_METHOD__", "-D__FLT_EVAL_METHOD__=2"]}
for compiler, wide in X87.items():
    if compiled(compiler).returncode != 0:
        sys.exit(f"{compiler} refuses this machine: {compiled(compiler).stderr}")
    for sentence, options in ((FAST, ["-ffast-math"]), (FAST, ["-Ofast"]), (WIDE, wide)):
        other = compiled(compiler, *options)
        if other.returncode == 0 or sentence not in other.stderr:
            sys.exit(f"{compiler} {' '.join(options)} compiles, or does not say why not: {other.stderr[:1000]}")
