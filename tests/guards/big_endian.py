"""Guards that a build for a big-endian machine is refused with a sentence: models are read in place, with the lowest byte first."""
import subprocess
import sys

PROGRAM = "#include \"rfm/core/rfm.hpp\"\n"
OPTIONS = ["-std=c++17", "-fsyntax-only", "-Ilib", "-x", "c++", "-"]
SENTENCE = "the bytes of a model have the lowest first"


def compiled(compiler, *more):
    return subprocess.run([compiler, *more, *OPTIONS], input=PROGRAM, capture_output=True, text=True, check=False)


for compiler in ("g++", "clang++"):
    if compiled(compiler).returncode != 0:
        sys.exit(f"{compiler} refuses this machine: {compiled(compiler).stderr}")
    other = compiled(compiler, "-U__BYTE_ORDER__", "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__")
    if other.returncode == 0 or SENTENCE not in other.stderr:
        sys.exit(f"{compiler} compiles for a big-endian machine, or does not say why not: {other.stderr[:1000]}")
