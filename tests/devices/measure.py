"""Measures what devices care about, and guards it: measure.py <folder for programs> [--write].

Builds small programs as firmware would be built, reads their sizes from the linker's output, runs
them on emulated boards and counts instructions; all of it repeats to the last digit. Prints a
table, leaves it in table.txt, and fails when a number is more than 2 % above what measured.json
holds, or a promise is broken.
"""
import pathlib
import re
import subprocess
import sys

from measured import figures, stack

root = pathlib.Path(__file__).resolve().parents[2]
here = root / "tests/devices/measured"
boards = root / "toolchains/boards"
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
stored_file = pathlib.Path(__file__).with_name("measured.json")

M4F = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
M0 = ["-mcpu=cortex-m0plus", "-mthumb"]
COMMON = ["-ffunction-sections", "-fdata-sections", "-fno-math-errno", "-ffp-contract=off", f"-I{root}", f"-I{root}/lib"]
CPP = ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-use-cxa-atexit"]
MPS2 = ["qemu-system-arm", "-M", "mps2-an386"]
MICROBIT = ["qemu-system-arm", "-M", "microbit", "-global", "nrf51-soc.sram-size=65536"]
# Arithmetic of numbers that the processor does not have, from the compiler's library.
SOFT = re.compile(r"^(__aeabi_|__.*[sd]f[23]?$|__.*[sd]i[23]?$|__clz|__gnu|__u?div|__fp|__ieee)")


def run(command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    return result


def build(name, source, cpu, level, defines=(), ram=0x400000, flash=0x400000, more=()):
    """The program `name` of a source and more of them, linked without the C library's start-up; no
    allocator can be in it unless something calls one."""
    program = folder / f"{name}.elf"
    objects = []
    for number, file in enumerate([here / source, *more, boards / "start_cortex_m.c", boards / "semihosting.c"]):
        target = folder / f"{name}.{number}.o"
        cpp = file.suffix == ".cpp"
        compiler = "arm-none-eabi-g++" if cpp else "arm-none-eabi-gcc"
        done = run([compiler, *cpu, level, *COMMON, *(CPP if cpp else []), *defines, "-c", file, "-o", target])
        if done.returncode != 0:
            sys.exit(f"{file} does not compile:\n{done.stderr}")
        objects.append(target)
    done = run(["arm-none-eabi-gcc", *cpu, level, "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections", "-T",
                boards / "cortex_m.ld", f"-Wl,--defsym=flash_origin=0,--defsym=flash_bytes={flash},--defsym=ram_origin=0x20000000,"
                f"--defsym=ram_bytes={ram},--defsym=stack_bytes=1024", f"-Wl,-Map={program}.map", *objects, "-lm", "-o", program])
    if done.returncode != 0:
        sys.exit(f"{name} does not link:\n{done.stderr}")
    return program


def symbols(program):
    """name: (address, bytes)"""
    found = {}
    for line in run(["arm-none-eabi-nm", "-S", "-C", program]).stdout.splitlines():
        words = line.split(None, 3)
        if len(words) == 4:
            found[words[3]] = (int(words[0], 16), int(words[1], 16))
        elif len(words) == 3:
            found.setdefault(words[2], (int(words[0], 16), 0))
    return found


def text(program):
    """Bytes of code and constants."""
    return int(run(["arm-none-eabi-size", program]).stdout.splitlines()[1].split()[0])


def soft(program):
    """Bytes of it that are soft arithmetic; aliases of one address count once."""
    return sum({address: size for name, (address, size) in symbols(program).items() if SOFT.match(name)}.values())


def execute(machine, program, extra=()):
    command = [*machine, "-display", "none", "-monitor", "none", "-serial", "none", "-semihosting-config",
               "enable=on,target=native", "-kernel", program, *extra]
    try:
        return run(command, timeout=120)
    except subprocess.TimeoutExpired:
        sys.exit(f"{program} does not end")


def plugin():
    library = folder / "count_instructions.so"
    done = run(["cc", "-shared", "-fPIC", "-O2", boards / "count_instructions.c", "-o", library])
    if done.returncode != 0:
        sys.exit(done.stderr)
    return library


def count(program, function):
    """Instructions from the first of `function` to the one after its call in main."""
    listing = run(["arm-none-eabi-objdump", "-d", program]).stdout
    main = listing[listing.index("<main>:"):]
    after = re.search(rf"bl\S*\s+\w+ <{function}>\n\s+([0-9a-f]+):", main)
    start = symbols(program)[function][0] & ~1
    said = execute(MPS2, program, ["-plugin", f"{plugin()},start={start:#x},stop={int(after.group(1), 16):#x}", "-d", "plugin"])
    return int(re.search(r"within (\d+)", said.stderr).group(1))


found, complaints = {}, []


def note(name, value, bar=None):
    found[name] = {"value": value, "bar": bar}


empty = {"M4F": text(build("empty_m4f", "empty.cpp", M4F, "-Os")), "M0+": text(build("empty_m0", "empty.cpp", M0, "-Os"))}

exported = (root / "tests/examples/devices/motion.h").read_text(encoding="utf-8")
constants = set(re.findall(r"(motion_\w+)\[\w+\](?: \w+_FLASH)? = ", exported))


def functions(program):
    """name: bytes of the functions of the exported header."""
    return {name.split(".")[0]: size for name, (_, size) in symbols(program).items()
            if name.startswith("motion_") and name not in constants}


outputs = functions(build("outputs", "predict_header.c", M4F, "-Os"))
note("predict, exported header, features to outputs, with its exp, M4F -Os, bytes of code", sum(outputs.values()), 1024)
labels = build("labels", "predict_header.c", M4F, "-Os", ["-DRFM_CELLS"])
note("predict, exported header, raw cells to class label, M4F -Os, bytes of code", sum(functions(labels).values()))
small = ["-DRFM_ROWS=20", "-DRFM_COLUMNS=4"]
fit = build("fit_m4f", "fit.cpp", M4F, "-Os", small)
note("fit and predict, one kernel, M4F -Os, bytes of code", text(fit) - empty["M4F"] - soft(fit), 4096)
fit = build("fit_m0", "fit.cpp", M0, "-Os", small, 0x4000, 0x40000)
note("fit and predict, one kernel, M0+ -Os, bytes of code", text(fit) - empty["M0+"] - soft(fit), 4864)
note("soft arithmetic it needs, M0+, bytes of code", soft(fit))
for name, cpu, ram in (("M4F", M4F, 0x4000), ("M0+", M0, 0x4000)):
    whole = build(f"whole_{cpu[0][6:]}", "fit.cpp", cpu, "-Os", [*small, "-DRFM_WHOLE"], ram, 0x40000)
    note(f"the same with Fixed: any round, weights, {name} -Os, bytes of code", text(whole) - empty[name] - soft(whole))

# The drop-in, whose one source has everything: a program holds what it calls.
drop_in = folder / "packages"
made = run([sys.executable, root / "toolchains/packages/make.py", drop_in])
if made.returncode != 0:
    sys.exit(made.stderr)
for name, cpu in (("M4F", M4F), ("M0+", M0)):
    opened = build(f"open_{cpu[0][6:]}", "open_predict.c", cpu, "-Os", [f"-I{drop_in}/drop-in/src"],
                   more=[drop_in / "drop-in/src/rfm.cpp"])
    note(f"open a model and predict, drop-in, one kernel, {name} -Os, bytes of code",
         text(opened) - empty[name] - soft(opened) - symbols(opened)["model"][1], 7680)
    note(f"soft arithmetic that takes, {name}, bytes of code", soft(opened))
for name, cpu in (("M4F", M4F), ("M0+", M0)):
    calls = stack.of_calls(cpu, folder / f"calls_{cpu[0][6:]}", [*COMMON, *CPP])
    # Text becomes the nearest double by an exact whole number of 512 bytes.
    exact = calls.pop("rfm_cells_encode_f64")
    note(f"deepest call of the C interface, {name} -Os, bytes of stack", max(calls.values()), 1024)
    note(f"text to doubles, rfm_cells_encode_f64, {name} -Os, bytes of stack", exact, 1280)
counted = build("count", "fit.cpp", M4F, "-O3", ["-DRFM_ROWS=100", "-DRFM_COLUMNS=8"])
note("train n=100, d=8, c=1, 5 rounds, M4F -O3, instructions", count(counted, "fit_table"), 20_000_000)
note("predict a row of it, instructions", count(counted, "predict_row"), 20_000)

for rows, kilobytes in ((330, 256), (150, 64), (70, 20)):
    program = build(f"part_{kilobytes}", "fit.cpp", M4F, "-O3", [f"-DRFM_ROWS={rows}", "-DRFM_COLUMNS=10"], kilobytes * 1024)
    said = execute(MPS2, program)
    if said.returncode != 0:
        complaints.append(f"n={rows} in {kilobytes} KB ends with {said.returncode}")
    lines = run(["arm-none-eabi-size", "-A", program]).stdout
    ram = sum(int(size) for size in re.findall(r"^\.(?:data|bss|stack)\s+(\d+)", lines, re.M))
    note(f"train n={rows}, d=10 on a part with {kilobytes} KB, bytes of memory with stack", ram, kilobytes * 1024)

for program in folder.glob("*.elf"):
    called = {"malloc", "_malloc_r", "_sbrk", "free"} & set(symbols(program))
    if called:
        complaints.append(f"{program.name} holds {', '.join(sorted(called))}")

figures.settle(found, complaints, folder, stored_file)
