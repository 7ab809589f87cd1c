"""Makes the packages for other build systems: make.py <folder> [--version X.Y.Z].

Each subfolder is a tree that can be pushed as a repository of its own: arduino, platformio, esp-idf,
zephyr, cmsis, and drop-in for whoever has none of these. Everywhere src/rfm.h is the C interface and
src/rfm.cpp what stands behind it, but for raw cells, which are src/rfm_cells.cpp: a source of its own,
since texts of one source are linked together. src/rfm_small.hpp is one header for C++. The version is CMake's
unless one is given.

A tree lists what was made in .rfm-made. Only what stands there is ever replaced or deleted: where
another file is in the way, nothing is written.
"""
import argparse
import json
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
lib = root / "lib"
# The registries of Arduino and PlatformIO want a name that nobody has; "rfm" alone is the name of
# radio modules as well.
NAME = "RecursiveFeatureMachines"
SENTENCE = "Kernel machines that learn features, in memory you provide: train and predict on the device, without heap."
PARAGRAPH = "Recursive feature machines for small and medium tables. Sizes are known before running; the same bits on every target."
URL = "https://arxiv.org/abs/2212.13881"
MADE = ".rfm-made"
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
INCLUDE = re.compile(r'^\s*#\s*include\s*"(rfm/[^"]+)"')
PRAGMA = re.compile(r"^\s*#\s*pragma once")
LICENCE = (root / "LICENSE").read_text(encoding="utf-8")
# For 32 and 64 bits with a C++17 compiler and float arithmetic; 8-bit AVR has neither.
ARCHITECTURES = "samd,sam,nrf52,rp2040,mbed,mbed_nano,mbed_rp2040,mbed_portenta,esp32,stm32,renesas_uno,teensy"
FLAGS = ["-std=gnu++17", "-ffp-contract=off", "-fno-math-errno"]
COMMAND = "g++ -std=c++17 -Os -ffp-contract=off -fno-math-errno -ffunction-sections -fdata-sections -c rfm.cpp"


def version_text(version):
    parts = zip(("MAJOR", "MINOR", "PATCH"), version.split("."))
    return f'#define RFM_VERSION "{version}"\n' + "".join(f"#define RFM_VERSION_{part} {number}\n" for part, number in parts)


def lines_of(files, seen, version):
    """The files with what they include, each once, in the order a compiler meets them."""
    lines = []
    for name in files:
        if name in seen:
            continue
        seen.add(name)
        text = version_text(version) if name == "rfm/version.h" else (lib / name).read_text(encoding="utf-8")
        for line in text.splitlines():
            match = INCLUDE.match(line)
            if match:
                lines += lines_of([match.group(1)], seen, version)
            elif not PRAGMA.match(line):
                lines.append(line)
    return lines


def joined(files, seen, version):
    return "\n".join(lines_of(files, seen, version)) + "\n"


def sources(version):
    """What every tree has: {path: text}."""
    licence = "/* " + LICENCE.strip().replace("*/", "") + " */\n"
    seen = set()
    header = joined(["rfm/c/rfm.h"], seen, version)
    behind = sorted(str(path.relative_to(lib)) for path in (lib / "rfm/c").rglob("*.cpp") if path.name != "cells.cpp")
    body = joined(behind, set(seen), version)
    cells = joined(["rfm/c/cells.cpp"], set(seen), version)
    kernels = sorted(str(path.relative_to(lib)) for path in (lib / "rfm/core/kernels").glob("*.hpp"))
    small = joined(["rfm/core/machine/small.hpp", *kernels], set(), version)
    again = '#pragma once\n#include "../../rfm.h"\n'
    return {
        "src/rfm.h": f"/* rfm {version}: the whole C interface. */\n{licence}#pragma once\n{header}",
        "src/rfm/c/rfm.h": "/* The path that the sources of rfm have, for programs that use both. */\n" + again,
        "src/rfm.cpp": f"// rfm {version}: everything behind rfm.h, by one command:\n//     {COMMAND}\n"
                       "// -ffp-contract=off keeps the bits of every other target, -fno-math-errno spares libm, and the two\n"
                       f"// about sections, with -Wl,--gc-sections, leave out what is not called.\n{licence}"
                       f'#include "rfm.h"\n{body}',
        "src/rfm_cells.cpp": f"// rfm {version}: the functions rfm_cells_ of rfm.h, compiled as rfm.cpp.\n{licence}"
                             f'#include "rfm.h"\n{cells}',
        "src/rfm_small.hpp": f"// rfm {version}: a whole machine in the least code, for C++17; this header alone, rfm.cpp is not needed.\n"
                             f"// Compile with -ffp-contract=off -fno-math-errno.\n{licence}#pragma once\n{small}",
        "LICENSE": LICENCE,
    }


def examples():
    folder, found = root / "tests/examples/devices", {}
    for sketch in sorted(folder.glob("*.ino")):
        text = sketch.read_text(encoding="utf-8")
        found[f"examples/{sketch.stem}/{sketch.name}"] = text
        for name in re.findall(r'#include "(\w+\.h)"', text):
            if (folder / name).exists():
                found[f"examples/{sketch.stem}/{name}"] = (folder / name).read_text(encoding="utf-8")
    return found


def readme(kind, use):
    return (f"# Recursive feature machines for {kind}\n\n{SENTENCE}\n{PARAGRAPH}\n\n{use}\n\n"
            "`rfm.h` says what each function does. This tree is made from the sources of rfm; change those.\n")


def trees(version):
    """{tree: {path: text}}"""
    common = sources(version)
    c_program = "Include `rfm.h`; it is C99 and C++."
    manifest = {
        "name": NAME, "version": version, "description": SENTENCE,
        "keywords": ["machine learning", "kernel", "regression", "classification"], "license": "MIT", "homepage": URL,
        "authors": [{"name": "rfm"}], "frameworks": "*", "platforms": "*", "headers": ["rfm.h"],
        "build": {"srcDir": "src", "includeDir": "src", "flags": FLAGS},
        "export": {"include": ["src", "examples", "LICENSE", "README.md", "library.json"]}}
    options = " ".join(FLAGS)
    return {
        "drop-in": {**common, "README.md": readme("any compiler", f"Compile the one source by\n\n    {COMMAND}\n\n"
                                                  "and link with `-Wl,--gc-sections`. " + c_program)},
        "arduino": {
            **common, **examples(),
            "README.md": readme("Arduino", "For boards of 32 bits whose core compiles C++17. " + c_program),
            "keywords.txt": "rfm\tKEYWORD1\n" + "".join(f"rfm_{name}_f32\tKEYWORD2\n" for name in (
                "machine_fit", "model_open_only", "model_predict", "window_start", "window_append")),
            "library.properties": f"name={NAME}\nversion={version}\nauthor=rfm\nmaintainer=rfm\nsentence={SENTENCE}\n"
                                  f"paragraph={PARAGRAPH}\ncategory=Data Processing\nurl={URL}\n"
                                  f"architectures={ARCHITECTURES}\nincludes=rfm.h\n"},
        "platformio": {**common, **examples(), "README.md": readme("PlatformIO", c_program),
                       "library.json": json.dumps(manifest, indent=2) + "\n"},
        "esp-idf": {
            **common, "README.md": readme("ESP-IDF", "A component. " + c_program),
            "idf_component.yml": f'version: "{version}"\ndescription: "{SENTENCE}"\nurl: "{URL}"\nlicense: "MIT"\n'
                                 "dependencies:\n  idf: \">=5.0\"\n",
            "CMakeLists.txt": '# An ESP-IDF component.\nidf_component_register(SRCS "src/rfm.cpp" "src/rfm_cells.cpp" INCLUDE_DIRS "src")\n'
                              f"target_compile_options(${{COMPONENT_LIB}} PRIVATE {options})\n"},
        "zephyr": {
            **common, "README.md": readme("Zephyr", "A module: name it in west's manifest and set `CONFIG_RFM=y`. " + c_program),
            "zephyr/module.yml": "name: rfm\nbuild:\n  cmake: zephyr\n  kconfig: zephyr/Kconfig\n",
            "zephyr/Kconfig": "config RFM\n\tbool \"rfm: kernel machines that learn features\"\n\tdepends on CPP\n\thelp\n"
                              "\t  Fits and predicts in memory you provide, without heap. Needs C++17 (CONFIG_STD_CPP17).\n",
            "zephyr/CMakeLists.txt": "if(CONFIG_RFM)\n  zephyr_include_directories(../src)\n  zephyr_library()\n"
                                     "  zephyr_library_sources(../src/rfm.cpp ../src/rfm_cells.cpp)\n"
                                     "  zephyr_library_compile_options(-ffp-contract=off -fno-math-errno)\nendif()\n"},
        "cmsis": {**common, "README.md": readme("CMSIS-Pack", c_program), "rfm.rfm.pdsc": pack(version)},
    }


def pack(version):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package schemaVersion="1.7.7" xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" xs:noNamespaceSchemaLocation="PACK.xsd">
  <vendor>rfm</vendor>
  <name>rfm</name>
  <description>{SENTENCE}</description>
  <url>{URL}</url>
  <license>LICENSE</license>
  <releases>
    <release version="{version}">Generated from the library's sources.</release>
  </releases>
  <components>
    <component Cclass="Machine Learning" Cgroup="rfm" Cversion="{version}">
      <description>Fit and predict in memory you provide</description>
      <files>
        <file category="header" name="src/rfm.h"/>
        <file category="header" name="src/rfm_small.hpp"/>
        <file category="source" name="src/rfm.cpp"/>
        <file category="source" name="src/rfm_cells.cpp"/>
      </files>
    </component>
  </components>
</package>
"""


def made_before(tree):
    """What an earlier run wrote into a tree; names that leave it are nobody's."""
    listing = tree / MADE
    if not listing.is_file():
        return set()
    names = listing.read_text(encoding="utf-8").splitlines()
    return {name for name in names if name and not pathlib.PurePosixPath(name).is_absolute() and ".." not in name.split("/")}


def in_the_way(tree, files):
    """A file that this script would write and did not make, or a folder that is none."""
    before = made_before(tree)
    for name in [*sorted(files), MADE]:
        path = tree / name
        if (path.exists() or path.is_symlink()) and name not in before and not (name == MADE and before):
            return path
        for folder in path.parents:
            if folder.exists() and not folder.is_dir():
                return folder
    return None


def write(tree, files):
    for name in sorted(made_before(tree) - set(files)):
        (tree / name).unlink(missing_ok=True)
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tree / MADE).write_text("".join(f"{name}\n" for name in sorted(files)), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Makes the packages for other build systems.")
    parser.add_argument("folder", type=pathlib.Path, help="where each package becomes a subfolder")
    parser.add_argument("--version", help="three numbers; default: that of CMakeLists.txt")
    arguments = parser.parse_args()
    cmake = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    version = arguments.version if arguments.version is not None else re.search(r"^project\(rfm VERSION (\S+)", cmake, re.M).group(1)
    if not VERSION.fullmatch(version):
        parser.error(f"'{version}' is no version: it is three numbers with points between them, such as 1.4.0")
    made = trees(version)
    for name, files in made.items():
        path = in_the_way(arguments.folder / name, files)
        if path is not None:
            sys.exit(f"{path} is there already and was not made by this script: move it, or name another folder")
    for name, files in made.items():
        write(arguments.folder / name, files)


main()
