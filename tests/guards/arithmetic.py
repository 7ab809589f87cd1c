"""Guards that a build whose arithmetic is not strict is refused with a sentence, or has the bits of
tests/portable all the same: with every option that loosens it, by g++ and by clang++.

Refused are fast-math and its parts where the compiler tells of them, x87, constants in single
precision. Clang tells of few; there the bits hold. Bits mean a fit and its predictions with each
kernel, in float and double.
"""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """
#include <stdio.h>
#include "tests/portable/golden.hpp"
template <class T>
static bool right() {
  static golden::Memory<T, 1> memory;
  rfm::Status status = rfm::Status::ok;
  golden::make_table(memory.table);
  for (const golden::Generation& kernels : golden::generations) {
    const uint32_t wanted = sizeof(T) == sizeof(float) ? kernels.float_bits : kernels.double_bits;
    const rfm::Engine<T>* plain = nullptr;
    if (golden::hash_of_all(memory, kernels, plain, nullptr, status) != wanted) return false;
  }
  return true;
}
int main() { return right<float>() && right<double>() ? 0 : 1; }
"""
FAST = "rfm is not for -ffast-math, -Ofast, -funsafe-math-optimizations: add -fno-fast-math"
FINITE = "rfm is not for -ffinite-math-only"
WIDE = "rfm rounds each operation to its type"
CONSTANTS = "-fsingle-precision-constant"
REORDERED = ["-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"]
# What each option does: a sentence, or None where the bits are to be those of every other build.
EXPECTED = {
    "g++": [([], None), (["-ffast-math"], FAST), (["-Ofast"], FAST), (["-funsafe-math-optimizations"], FAST),
            (REORDERED, FAST), (["-freciprocal-math"], FAST), (["-ffinite-math-only"], FINITE),
            (["-fsingle-precision-constant"], CONSTANTS), (["-mfpmath=387"], WIDE), (["-fno-signed-zeros"], None),
            (["-fno-trapping-math"], None), (["-frounding-math"], None), (["-Ofast", "-fno-fast-math"], None),
            (["-O3", "-funsafe-math-optimizations", "-fno-fast-math"], None)],
    "clang++": [([], None), (["-ffast-math"], FAST), (["-Ofast"], FAST), (["-ffp-model=fast"], FAST),
                (["-ffinite-math-only"], FINITE), (["-U__FLT_EVAL_METHOD__", "-D__FLT_EVAL_METHOD__=2"], WIDE),
                (["-funsafe-math-optimizations"], None), (["-O3", "-funsafe-math-optimizations", "-march=x86-64-v2"], None),
                (REORDERED, None), (["-freciprocal-math"], None), (["-fno-signed-zeros"], None)],
}
# What another processor or a 32-bit compiler does, told without running it.
OTHERS = [("i686-linux-gnu-g++", [], WIDE), ("i686-linux-gnu-g++", ["-msse2", "-mfpmath=sse"], None),
          ("arm-none-eabi-g++", ["-mcpu=cortex-m4", "-ffast-math"], FAST),
          ("arm-none-eabi-g++", ["-mcpu=cortex-m4", "-funsafe-math-optimizations"], FAST),
          ("arm-none-eabi-g++", ["-mcpu=cortex-m4"], None)]
COMMON = ["-std=c++17", "-O2", "-ffp-contract=off", "-w", "-Ilib", "-I."]


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


def refused_or_right(compiler, options, sentence, source, program):
    name = " ".join([compiler, *options])
    made = run(compiler, *COMMON, *options, *(["-c"] if program is None else []), source, "-o", program or f"{source}.o")
    if sentence is not None:
        if made.returncode == 0 or sentence not in made.stderr:
            sys.exit(f"{name} compiles, or does not say why not: {made.stderr[:1000]}")
    elif made.returncode != 0:
        sys.exit(f"{name} refuses this machine: {made.stderr[:1000]}")
    elif program is not None and run(program).returncode != 0:
        sys.exit(f"{name} compiles and has other bits")


with tempfile.TemporaryDirectory() as folder:
    source, program = pathlib.Path(folder) / "golden.cpp", pathlib.Path(folder) / "golden"
    source.write_text(PROGRAM, encoding="utf-8")
    for compiler, cases in EXPECTED.items():
        for options, sentence in cases:
            refused_or_right(compiler, options, sentence, source, program)
    source.write_text('#include "rfm/core/rfm.hpp"\n', encoding="utf-8")
    for compiler, options, sentence in OTHERS:
        if run("sh", "-c", f"command -v {compiler}").returncode == 0:
            refused_or_right(compiler, options, sentence, source, None)
    # Whoever includes one header alone is told as well.
    for header in sorted(pathlib.Path("lib/rfm/core").rglob("*.hpp")):
        source.write_text(f'#include "{header.relative_to("lib")}"\n', encoding="utf-8")
        text = header.read_text(encoding="utf-8")
        listed = run("g++", "-std=c++17", "-Ilib", "-MM", source).stdout
        if ("float" in text or "double" in text) and "core/base/target.hpp" not in listed:
            sys.exit(f"{header} computes and does not include rfm/core/base/target.hpp")
