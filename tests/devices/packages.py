"""Tests the packages as the users of each tool would use them: packages.py <version> <folder>.

Each tree compiles in an empty project and says its version. The two files compile by one command and
a C program runs with them; the Arduino examples compile for a Cortex-M4F against a stub core and run
on an emulated board; ESP-IDF and Zephyr build files are read by CMake with stand-ins for their
functions; for 64-bit Windows the drop-in runs under wine; the linker's sizes are those of the size functions. Each manifest keeps the published rules
of its registry, whose own tools are not in Debian. The script that makes the trees replaces and
deletes nothing of others.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

version, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
root = pathlib.Path(__file__).resolve().parents[2]
trees = folder / "trees"
boards = root / "toolchains/boards"
stub = root / "tests/devices/arduino"
M4F = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-Os", "-ffunction-sections", "-fdata-sections"]


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def check(condition, words):
    if not condition:
        sys.exit(words)


TREES = ["arduino", "cmsis", "drop-in", "esp-idf", "platformio", "zephyr"]


def empty_projects():
    """A program of a few lines, in C and with both paths to the header, beside each tree."""
    check(sorted(path.name for path in trees.iterdir()) == TREES, "other trees than were expected")
    for name in TREES:
        place = folder / f"empty_{name}"
        place.mkdir(exist_ok=True)
        (place / "main.c").write_text(
            '#include <stdio.h>\n#include "rfm.h"\n#include "rfm/c/rfm.h"\n#include "rfm/c/rfm.h"\n'
            'int main(void) {\n  printf("%s %s", RFM_VERSION, rfm_version());\n  return rfm_cells_open_f32(0, 0) != RFM_NULL_POINTER;\n}\n', encoding="utf-8")
        include = f"-I{trees / name}/src"
        for source in ("rfm", "rfm_cells"):
            run("g++", "-std=gnu++17", "-Os", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", include, "-c",
                trees / name / f"src/{source}.cpp", "-o", place / f"{source}.o")
        run("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", include, place / "main.c", place / "rfm.o", place / "rfm_cells.o",
            "-o", place / "main")
        check(run(place / "main") == f"{version} {version}", f"{name} does not say its version")


def drop_in():
    shutil.copy(root / "tests/examples/quick_start.c", folder / "quick_start.c")
    run("g++", "-std=c++17", "-Os", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", "-c", trees / "drop-in/src/rfm.cpp", "-o", folder / "rfm.o")
    run("gcc", "-std=c99", f"-I{trees}/drop-in/src", folder / "quick_start.c", folder / "rfm.o", "-o", folder / "quick_start")
    check("=" in run(folder / "quick_start"), "the quick start says nothing with the two files")


def small_header():
    """The header alone gives the whole machine with one kernel."""
    source = folder / "small.cpp"
    source.write_text('#include <stdio.h>\n#include "rfm_small.hpp"\n'
                      "rfm::Small<float, rfm::Laplace<float>, 20, 2> machine;\nint main() {\n  float x[40], y[20], answer;\n"
                      "  for (int i = 0; i < 20; ++i) {\n    x[2 * i] = 0.1f * static_cast<float>(i % 5);\n"
                      "    x[2 * i + 1] = 0.1f * static_cast<float>(i / 5);\n    y[i] = x[2 * i];\n  }\n"
                      "  if (machine.fit(x, y, 20, {{2}}) != rfm::Status::ok) return 1;\n  machine.predict(x + 6, &answer);\n"
                      '  printf("%.2f", static_cast<double>(answer));\n}\n', encoding="utf-8")
    run("g++", "-std=c++17", "-Os", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", f"-I{trees}/drop-in/src", source,
        "-o", folder / "small")
    check(run(folder / "small") == "0.30", "the small machine answers wrongly")


def sketch(source):
    """What the sketch prints on the emulated board; semihosting writes to the error stream."""
    objects = []
    for number, file in enumerate([source, trees / "arduino/src/rfm.cpp", stub / "core.cpp", boards / "start_cortex_m.c",
                                   boards / "semihosting.c"]):
        objects.append(folder / f"{source.stem}.{number}.o")
        cpp = file.suffix != ".c"
        language = ["-x", "c++", "-include", stub / "Arduino.h"] if file.suffix == ".ino" else []
        flags = ["-std=gnu++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"] if cpp else []
        run("arm-none-eabi-g++" if cpp else "arm-none-eabi-gcc", *M4F, *flags, f"-I{trees}/arduino/src", f"-I{stub}", f"-I{root}",
            *language, "-c", file, "-o", objects[-1])
    program = folder / f"{source.stem}.elf"
    run("arm-none-eabi-gcc", *M4F, "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections", "-T", boards / "cortex_m.ld",
        "-Wl,--defsym=flash_origin=0,--defsym=flash_bytes=0x400000,--defsym=ram_origin=0x20000000,--defsym=ram_bytes=0x10000,"
        "--defsym=stack_bytes=2048", *objects, "-lm", "-o", program)
    return run("qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none",
               "-semihosting-config", "enable=on,target=native", "-kernel", program, timeout=120)


def arduino():
    examples = sorted((trees / "arduino/examples").glob("*/*.ino"))
    check(len(examples) == 3, "three sketches were expected")
    said = {example.stem: sketch(example) for example in examples}
    check(said["classify_motion"].startswith("running "), said["classify_motion"])
    lines = said["train_here"].splitlines()
    check(lines[0] == "done" and len(lines) == 11, said["train_here"])
    check(all(abs(float(line)) < 0.2 for line in lines[1:]), said["train_here"])
    lines = said["drifting_sensor"].splitlines()
    check(lines[0] == "done" and len(lines) == 51, said["drifting_sensor"])
    # 50 readings move the zero by 0.5: who does not follow is wrong by more than that in the end.
    check(all(abs(float(line)) < 0.3 for line in lines[1:]), said["drifting_sensor"])


WINDOWS = """
#include <windows.h>

#include "rfm.h"
#include "tests/portable/golden.hpp"

int main() {
  static golden::Memory<float, 1> memory;
  rfm::Status status = rfm::Status::ok;
  const rfm::Engine<float>* plain = nullptr;
  for (const golden::Generation& kernels : golden::generations) {
    golden::make_table(memory.table);
    if (golden::hash_of_all(memory, kernels, plain, nullptr, status) != kernels.float_bits) return 1;
  }
  return 0;
}
"""


def windows():
    """On 64-bit Windows, under wine: behind windows.h the headers compile, the drop-in answers as here, and fits and
    predictions with each kernel have the bits of every other target."""
    (folder / "windows.cpp").write_text(WINDOWS, encoding="utf-8")
    cpp = ["x86_64-w64-mingw32-g++-posix", "-std=c++17", "-Os", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror"]
    run(*cpp, "-c", trees / "drop-in/src/rfm.cpp", "-o", folder / "rfm_windows.o")
    run(*cpp, "-static", f"-I{trees}/drop-in/src", f"-I{root}", f"-I{root}/lib", folder / "windows.cpp", "-o", folder / "bits.exe")
    run("x86_64-w64-mingw32-gcc-posix", "-std=c99", f"-I{trees}/drop-in/src", folder / "quick_start.c", folder / "rfm_windows.o",
        "-o", folder / "quick_start.exe")
    environment = {**os.environ, "WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
    run("wine", folder / "bits.exe", env=environment, timeout=300)
    said = subprocess.run(["wine", folder / "quick_start.exe"], env=environment, capture_output=True, text=True, timeout=300, check=True)
    check(said.stdout.strip() == run(folder / "quick_start").strip(), f"on Windows the quick start says {said.stdout}")


# Learning needs more than the triangle in the last two.
SHAPES = [(60, 3, 1), (330, 10, 1), (5, 12, 2), (17, 40, 3)]


def sizes():
    """The linker gives static buffers for a 32-bit machine the bytes that the size functions, and
    `rfm sizes`, say on this one."""
    macros = ["MODEL_BYTES(sizeof(float), {n}, {d}, {c})", "WORKSPACE_BYTES(sizeof(float), {n}, {d}, {c})",
              "WINDOW_BYTES(sizeof(float), {n}, {d}, {c})", "PREDICT_BYTES(sizeof(float), {d}, {d}, {c})"]
    calls = ["model_bytes_f32({n}, {d}, {c}, RFM_FULL)", "workspace_bytes_f32({n}, {d}, {c}, &options)",
             "window_bytes_f32({n}, {d}, {c}, &options)", "predict_bytes_f32({d}, {d}, {c}, 1)"]

    def each(patterns):
        return [pattern.format(n=n, d=d, c=c) for n, d, c in SHAPES for pattern in patterns]

    static, asked = folder / "static.c", folder / "asked.c"
    static.write_text('#include "rfm.h"\n' + "".join(
        f"RFM_ALIGNED unsigned char buffer_{k}[RFM_{one}];\n" for k, one in enumerate(each(macros))), encoding="utf-8")
    asked.write_text('#include <stdio.h>\n#include "rfm.h"\nint main(void) {\n'
                     "  rfm_options_f32 options = rfm_options_default_f32(rfm_kernel_laplace_f32(3));\n"
                     + "".join(f'  printf("%zu ", rfm_{one});\n' for one in each(calls)) + "  return 0;\n}\n", encoding="utf-8")
    run("arm-none-eabi-gcc", *M4F, "-std=c99", f"-I{trees}/drop-in/src", "-c", static, "-o", folder / "static.o")
    run("arm-none-eabi-ld", "-e", "0", "-Map", folder / "static.map", folder / "static.o", "-o", folder / "static.elf")
    run("gcc", "-std=c99", f"-I{trees}/drop-in/src", asked, folder / "rfm.o", "-o", folder / "asked")
    linker_map = (folder / "static.map").read_text(encoding="utf-8")
    found = re.findall(r"^ \.bss\.buffer_(\d+)\s+0x\w+\s+0x(\w+) ", linker_map, re.M)
    linked = [str(int(size, 16)) for _, size in sorted(found, key=lambda one: int(one[0]))]
    check(run(folder / "asked").split() == linked, f"the linker has {linked}")


def build_files():
    """The CMake files of ESP-IDF and Zephyr, with stand-ins for what those systems offer."""
    idf, zephyr = folder / "idf", folder / "zephyr"
    for place in (idf, zephyr):
        place.mkdir(exist_ok=True)
    top = "cmake_minimum_required(VERSION 3.22)\nproject(stand_in CXX)\n"
    (idf / "CMakeLists.txt").write_text(
        top + "function(idf_component_register)\n  cmake_parse_arguments(c \"\" \"\" \"SRCS;INCLUDE_DIRS\" ${ARGN})\n"
        "  add_library(rfm STATIC ${c_SRCS})\n  target_include_directories(rfm PUBLIC ${c_INCLUDE_DIRS})\n"
        f"  set(COMPONENT_LIB rfm PARENT_SCOPE)\nendfunction()\nadd_subdirectory(\"{trees}/esp-idf\" rfm)\n", encoding="utf-8")
    (zephyr / "CMakeLists.txt").write_text(
        top + "macro(zephyr_library)\n  add_library(rfm STATIC)\nendmacro()\nmacro(zephyr_library_sources)\n"
        "  target_sources(rfm PRIVATE ${ARGN})\nendmacro()\nmacro(zephyr_include_directories)\n"
        f"  include_directories(${{ARGN}})\nendmacro()\nmacro(zephyr_library_compile_options)\n"
        f"  target_compile_options(rfm PRIVATE ${{ARGN}})\nendmacro()\nset(CONFIG_RFM y)\nadd_subdirectory(\"{trees}/zephyr/zephyr\" rfm)\n",
        encoding="utf-8")
    for place in (idf, zephyr):
        run("cmake", "-S", place, "-B", place / "build", "-DCMAKE_BUILD_TYPE=MinSizeRel")
        run("cmake", "--build", place / "build")


CATEGORIES = {"Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage",
              "Data Processing", "Other"}


def arduino_rules(tree):
    """The Arduino library specification, and what its Library Manager refuses."""
    fields = dict(line.split("=", 1) for line in (tree / "library.properties").read_text(encoding="utf-8").splitlines())
    for name in ("name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"):
        check(fields.get(name), f"library.properties lacks {name}")
    check(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}", fields["name"]), "no name of a library")
    check(not fields["name"].lower().startswith("arduino"), "the name begins with Arduino")
    check(fields["category"] in CATEGORIES, "no category of Arduino's list")
    check(fields["url"].startswith("https://"), "the url is none")
    check(fields["version"] == version, "library.properties has another version")
    check(fields["paragraph"] != fields["sentence"] and fields["sentence"] not in fields["paragraph"], "sentence said twice")
    check("*" not in fields["architectures"] and "avr" not in fields["architectures"].split(","), "C++17 is not on every board")
    for header in fields["includes"].split(","):
        check((tree / "src" / header).is_file(), f"src lacks {header}")
    check((tree / "LICENSE").is_file() and (tree / "README.md").is_file(), "licence or README missing")
    for sketch in tree.glob("examples/*/*.ino"):
        check(sketch.stem == sketch.parent.name, f"{sketch} is not named like its folder")
    for line in (tree / "keywords.txt").read_text(encoding="utf-8").splitlines():
        check(re.fullmatch(r"\w+\t(KEYWORD[123]|LITERAL[12])", line), f"keywords.txt: {line}")
    for path in tree.rglob("*"):
        check(not path.is_symlink() and path.suffix not in {".exe", ".a", ".so"}, f"{path} may not be in a library")
    check(not (tree / "utility").exists() and not list(tree.glob("*.cpp")), "sources outside of src")


def platformio_rules(tree):
    """The fields of library.json that the registry wants, in its forms."""
    library = json.loads((tree / "library.json").read_text(encoding="utf-8"))
    for name in ("name", "version", "description", "keywords", "license", "frameworks", "platforms"):
        check(library.get(name), f"library.json lacks {name}")
    check(re.fullmatch(r"[^:/;@<>]{1,100}", library["name"]), "no name for the registry")
    check(library["version"] == version, "library.json has another version")
    check(len(library["description"]) <= 255 and isinstance(library["keywords"], list), "description or keywords")
    check(all(re.fullmatch(r"[a-z0-9][a-z0-9 -]{0,49}", word) for word in library["keywords"]), "keywords are lower case")
    for header in library["headers"]:
        check((tree / library["build"]["includeDir"] / header).is_file(), f"{header} is missing")
    for name in library["export"]["include"]:
        check((tree / name).exists(), f"library.json exports {name}, which is not there")


def yaml_fields(path):
    """The top-level fields of the few lines that these files have."""
    return dict(re.findall(r'^(\w+): "?([^"\n]*)"?$', path.read_text(encoding="utf-8"), re.M))


def component_rules(tree):
    """ESP's component registry: version and description, a URL, a licence, README."""
    fields = yaml_fields(tree / "idf_component.yml")
    check(fields["version"] == version and fields["description"] and fields["url"].startswith("https://"), "idf_component.yml")
    check(re.fullmatch(r"[A-Za-z0-9.+-]+", fields["license"]), "the licence is no SPDX name")
    check((tree / "README.md").is_file() and (tree / "CMakeLists.txt").is_file() and (tree / "LICENSE").is_file(), "a file is missing")


def zephyr_rules(tree):
    module = (tree / "zephyr/module.yml").read_text(encoding="utf-8")
    check(yaml_fields(tree / "zephyr/module.yml")["name"] == "rfm", "module.yml has no name")
    for key, name in (("cmake", "zephyr/CMakeLists.txt"), ("kconfig", "zephyr/Kconfig")):
        check(f"  {key}: {name.removesuffix('/CMakeLists.txt')}\n" in module and (tree / name).is_file(), f"module.yml: {key}")
    check("config RFM\n" in (tree / "zephyr/Kconfig").read_text(encoding="utf-8"), "Kconfig lacks RFM")


def pack_rules(tree):
    """Name of the file, order of the elements and versions, as the schema of packs has them."""
    path = next(tree.glob("*.pdsc"))
    top = xml.etree.ElementTree.parse(path).getroot()
    check(path.name == f"{top.findtext('vendor')}.{top.findtext('name')}.pdsc", "the pack is not named vendor.name.pdsc")
    order = ["vendor", "name", "description", "url", "license", "releases", "components"]
    check([element.tag for element in top] == order, "elements in another order than the schema's")
    check(top.find("releases/release").get("version") == version, "the pack's release is not CMake's version")
    check(top.find("components/component").get("Cversion") == version, "the pack's component is not CMake's version")
    for name in [*(file.get("name") for file in top.iter("file")), top.findtext("license")]:
        check((tree / name).is_file(), f"the pack names {name}, which is not there")


def registries():
    for name, rules in (("arduino", arduino_rules), ("platformio", platformio_rules), ("esp-idf", component_rules),
                        ("zephyr", zephyr_rules), ("cmsis", pack_rules)):
        rules(trees / name)


def make(*words):
    done = subprocess.run([sys.executable, root / "toolchains/packages/make.py", *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def deletes_nothing():
    """What was there stays: in a folder of someone else, beside what was made, and on a bad version."""
    place = folder / "theirs"
    shutil.rmtree(place, ignore_errors=True)
    (place / "arduino/src").mkdir(parents=True)
    theirs = place / "arduino/src/rfm.h"
    theirs.write_text("theirs", encoding="utf-8")
    code, said = make(place)
    check(code == 1 and str(theirs) in said and "was not made by this script" in said, said)
    check([path for path in place.rglob("*") if path.is_file()] == [theirs] and theirs.read_text() == "theirs", "it was touched")
    theirs.unlink()
    check(make(place) == (0, ""), "the way is free, and nothing was made")
    mine, old = place / "arduino/.git", place / "arduino/old.h"
    mine.write_text("mine", encoding="utf-8")
    old.write_text("", encoding="utf-8")
    with (place / "arduino/.rfm-made").open("a", encoding="utf-8") as listing:
        listing.write("old.h\n../outside\n")
    (place / "outside").write_text("", encoding="utf-8")
    check(make(place) == (0, ""), "a second run is refused")
    check(mine.exists() and (place / "outside").exists() and not old.exists(), "what is not its own was deleted, or its own kept")
    for bad in ("1.2", "v1.2.3", "1.2.3.4", "01.2.3", "1.2.x", "latest"):
        code, said = make(folder / "bad", "--version", bad)
        check(code == 2 and "is no version" in said and not (folder / "bad").exists(), f"version {bad}: {said}")


folder.mkdir(parents=True, exist_ok=True)
shutil.rmtree(trees, ignore_errors=True)
check(make(trees) == (0, ""), "the trees are not made")
for test in (deletes_nothing, empty_projects, drop_in, windows, small_header, arduino, sizes, build_files, registries):
    test()
    print(f"{test.__name__}: passed")
