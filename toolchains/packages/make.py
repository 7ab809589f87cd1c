"""Makes the package for other build systems: make.py <version> <folder>.

The folder is an Arduino library, a PlatformIO library, an ESP-IDF component, a Zephyr module and a
CMSIS pack at once; its two files src/rfm.h and src/rfm.cpp are also a library on their own,
compiled by one command, and src/rfm_small.hpp is one header for C++. The version comes from CMake.
"""
import json
import pathlib
import re
import shutil
import sys

version, target = sys.argv[1], pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).resolve().parents[2]
lib = root / "lib"
SENTENCE = "Kernel machines that learn features, in memory you provide: train and predict on the device, without heap."
INCLUDE = re.compile(r'^\s*#\s*include\s*"(rfm/[^"]+)"')
PRAGMA = re.compile(r"^\s*#\s*pragma once")
LICENCE = "/* " + (root / "LICENSE").read_text(encoding="utf-8").strip().replace("*/", "") + " */\n"
VERSION_TEXT = f'#define RFM_VERSION "{version}"\n'


def joined(files, seen):
    """The files with what they include, each once, in the order a compiler meets them."""
    lines = []
    for name in files:
        if name in seen:
            continue
        seen.add(name)
        text = VERSION_TEXT if name == "rfm/version.h" else (lib / name).read_text(encoding="utf-8")
        for line in text.splitlines():
            match = INCLUDE.match(line)
            if match:
                lines += joined([match.group(1)], seen)
            elif not PRAGMA.match(line):
                lines.append(line)
    return lines


def write(name, text):
    path = target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


shutil.rmtree(target, ignore_errors=True)
seen = set()
header = joined(["rfm/c/rfm.h"], seen)
write("src/rfm.h", f"/* rfm {version}: the whole C interface. */\n{LICENCE}#pragma once\n" + "\n".join(header) + "\n")
sources = sorted(str(path.relative_to(lib)) for path in (lib / "rfm/c").rglob("*.cpp"))
body = joined(sources, seen)
write("src/rfm.cpp", f"// rfm {version}: everything behind rfm.h, by one command:\n//     g++ -std=c++17 -Os -ffp-contract=off -fno-math-errno -c rfm.cpp\n// Without the last two options it needs libm, and a target that fuses products and sums has bits of its own.\n{LICENCE}"
      f"#include \"rfm.h\"\n" + "\n".join(body) + "\n")

kernels = sorted(str(path.relative_to(lib)) for path in (lib / "rfm/core/kernels").glob("*.hpp"))
write("src/rfm_small.hpp", f"// rfm {version}: a whole machine in the least code, for C++17; this header alone, rfm.cpp is not needed. Compile with\n"
      f"// -ffp-contract=off -fno-math-errno.\n{LICENCE}#pragma once\n" + "\n".join(joined(["rfm/core/machine/small.hpp", *kernels], set())) + "\n")

write("library.properties", f"name=rfm\nversion={version}\nauthor=rfm\nmaintainer=rfm\nsentence={SENTENCE}\n"
      "paragraph=Recursive feature machines for small and medium tables. Sizes are known before running.\n"
      "category=Data Processing\nurl=https://arxiv.org/abs/2212.13881\narchitectures=*\nincludes=rfm.h\n")
write("library.json", json.dumps({
    "name": "rfm", "version": version, "description": SENTENCE, "keywords": "machine learning, kernel, regression, classification",
    "license": "MIT", "frameworks": "*", "platforms": "*", "headers": "rfm.h",
    "build": {"srcDir": "src", "includeDir": "src", "flags": ["-std=gnu++17", "-ffp-contract=off", "-fno-math-errno"]}}, indent=2) + "\n")
write("idf_component.yml", f'version: "{version}"\ndescription: "{SENTENCE}"\nlicense: MIT\n')
write("CMakeLists.txt", '# An ESP-IDF component.\nidf_component_register(SRCS "src/rfm.cpp" INCLUDE_DIRS "src")\n'
      "target_compile_options(${COMPONENT_LIB} PRIVATE -std=gnu++17 -ffp-contract=off -fno-math-errno)\n")
write("zephyr/module.yml", "name: rfm\nbuild:\n  cmake: zephyr\n  kconfig: zephyr/Kconfig\n")
write("zephyr/Kconfig", "config RFM\n\tbool \"rfm: kernel machines that learn features\"\n\tdepends on CPP\n\thelp\n"
      "\t  Fits and predicts in memory you provide, without heap. Needs C++17 (CONFIG_STD_CPP17).\n")
write("zephyr/CMakeLists.txt", "if(CONFIG_RFM)\n  zephyr_include_directories(../src)\n  zephyr_library()\n"
      "  zephyr_library_sources(../src/rfm.cpp)\n  zephyr_library_compile_options(-ffp-contract=off -fno-math-errno)\nendif()\n")
write("rfm.pdsc", f"""<?xml version="1.0" encoding="UTF-8"?>
<package schemaVersion="1.7.7" xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" xs:noNamespaceSchemaLocation="PACK.xsd">
  <vendor>rfm</vendor>
  <name>rfm</name>
  <description>{SENTENCE}</description>
  <url>https://arxiv.org/abs/2212.13881</url>
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
      </files>
    </component>
  </components>
</package>
""")
shutil.copy(root / "LICENSE", target / "LICENSE")
examples = root / "tests/examples/devices"
for sketch in sorted(examples.glob("*.ino")):
    folder = target / "examples" / sketch.stem
    folder.mkdir(parents=True)
    shutil.copy(sketch, folder / sketch.name)
    for name in re.findall(r'#include "(\w+\.h)"', sketch.read_text(encoding="utf-8")):
        if (examples / name).exists():
            shutil.copy(examples / name, folder / name)
