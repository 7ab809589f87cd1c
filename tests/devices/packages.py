"""Tests the package as the users of each tool would use it: packages.py <version> <folder>.

The two files compile by one command and a C program runs with them; the Arduino examples compile
for a Cortex-M4F against a stub core and run on an emulated board; ESP-IDF and Zephyr build files
are read by CMake with stand-ins for their functions; the linker's sizes are those of the size
functions; all manifests are well-formed, name files that exist, and carry CMake's version.
"""
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

version, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
root = pathlib.Path(__file__).resolve().parents[2]
package = folder / f"rfm-{version}"
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


def drop_in():
    program = (root / "tests/examples/quick_start.c").read_text(encoding="utf-8").replace('"rfm/c/rfm.h"', '"rfm.h"')
    (folder / "quick_start.c").write_text(program, encoding="utf-8")
    run("g++", "-std=c++17", "-Os", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", "-c", package / "src/rfm.cpp", "-o", folder / "rfm.o")
    run("gcc", "-std=c99", f"-I{package}/src", folder / "quick_start.c", folder / "rfm.o", "-o", folder / "quick_start")
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
    run("g++", "-std=c++17", "-Os", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", f"-I{package}/src", source,
        "-o", folder / "small")
    check(run(folder / "small") == "0.30", "the small machine answers wrongly")


def sketch(source):
    """What the sketch prints on the emulated board; semihosting writes to the error stream."""
    objects = []
    for number, file in enumerate([source, package / "src/rfm.cpp", stub / "core.cpp", boards / "start_cortex_m.c",
                                   boards / "semihosting.c"]):
        objects.append(folder / f"{source.stem}.{number}.o")
        cpp = file.suffix != ".c"
        language = ["-x", "c++", "-include", stub / "Arduino.h"] if file.suffix == ".ino" else []
        flags = ["-std=gnu++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"] if cpp else []
        run("arm-none-eabi-g++" if cpp else "arm-none-eabi-gcc", *M4F, *flags, f"-I{package}/src", f"-I{stub}", f"-I{root}",
            *language, "-c", file, "-o", objects[-1])
    program = folder / f"{source.stem}.elf"
    run("arm-none-eabi-gcc", *M4F, "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections", "-T", boards / "cortex_m.ld",
        "-Wl,--defsym=flash_origin=0,--defsym=flash_bytes=0x400000,--defsym=ram_origin=0x20000000,--defsym=ram_bytes=0x10000,"
        "--defsym=stack_bytes=2048", *objects, "-lm", "-o", program)
    return run("qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none",
               "-semihosting-config", "enable=on,target=native", "-kernel", program, timeout=120)


def arduino():
    properties = dict(line.split("=", 1) for line in (package / "library.properties").read_text().splitlines())
    check(properties["version"] == version and properties["includes"] == "rfm.h", "library.properties is wrong")
    examples = sorted((package / "examples").glob("*/*.ino"))
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
    run("arm-none-eabi-gcc", *M4F, "-std=c99", f"-I{package}/src", "-c", static, "-o", folder / "static.o")
    run("arm-none-eabi-ld", "-e", "0", "-Map", folder / "static.map", folder / "static.o", "-o", folder / "static.elf")
    run("gcc", "-std=c99", f"-I{package}/src", asked, folder / "rfm.o", "-o", folder / "asked")
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
        f"  set(COMPONENT_LIB rfm PARENT_SCOPE)\nendfunction()\nadd_subdirectory(\"{package}\" rfm)\n", encoding="utf-8")
    (zephyr / "CMakeLists.txt").write_text(
        top + "macro(zephyr_library)\n  add_library(rfm STATIC)\nendmacro()\nmacro(zephyr_library_sources)\n"
        "  target_sources(rfm PRIVATE ${ARGN})\nendmacro()\nmacro(zephyr_include_directories)\n"
        f"  include_directories(${{ARGN}})\nendmacro()\nmacro(zephyr_library_compile_options)\n"
        f"  target_compile_options(rfm PRIVATE ${{ARGN}})\nendmacro()\nset(CONFIG_RFM y)\nadd_subdirectory(\"{package}/zephyr\" rfm)\n",
        encoding="utf-8")
    for place in (idf, zephyr):
        run("cmake", "-S", place, "-B", place / "build", "-DCMAKE_BUILD_TYPE=MinSizeRel")
        run("cmake", "--build", place / "build")
    module = (package / "zephyr/module.yml").read_text(encoding="utf-8")
    for key in ("cmake: zephyr", "kconfig: zephyr/Kconfig"):
        check(key in module, f"module.yml lacks {key}")
    check("config RFM" in (package / "zephyr/Kconfig").read_text(encoding="utf-8"), "Kconfig lacks RFM")
    check(f'version: "{version}"' in (package / "idf_component.yml").read_text(encoding="utf-8"), "idf_component.yml is wrong")


def manifests():
    library = json.loads((package / "library.json").read_text(encoding="utf-8"))
    check(library["version"] == version and (package / library["build"]["srcDir"] / library["headers"]).exists(), "library.json")
    pack = xml.etree.ElementTree.parse(package / "rfm.pdsc").getroot()
    check(pack.find("releases/release").get("version") == version, "the pack's release is not CMake's version")
    check(pack.find("components/component").get("Cversion") == version, "the pack's component is not CMake's version")
    for file in pack.iter("file"):
        check((package / file.get("name")).exists(), f"the pack names {file.get('name')}, which is not there")
    check(re.search(rf'RFM_VERSION "{re.escape(version)}"', (package / "src/rfm.cpp").read_text(encoding="utf-8")), "rfm.cpp")


folder.mkdir(parents=True, exist_ok=True)
run(sys.executable, root / "toolchains/packages/make.py", version, package)
for test in (drop_in, small_header, arduino, sizes, build_files, manifests):
    test()
    print(f"{test.__name__}: passed")
