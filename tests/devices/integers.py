"""Headers that rfm export wrote, in floats and in integers, on processors without a float unit:
integers.py <folder for programs> [--write].

On an emulated ATmega328P they compile as C99 and as C++11, answer with the bits they have here, and
take so many bytes and cycles; on an emulated Cortex-M0+ so many bytes and instructions. Prints the
table, leaves it in table.txt, and fails when a number is more than 2 % above what integers.json
holds or above its bar. 50 centres by 10 columns are those of measured/ten_columns.h.
"""
import pathlib
import re
import subprocess
import sys

from measured import figures

root = pathlib.Path(__file__).resolve().parents[2]
here, boards, examples = root / "tests/devices/measured", root / "toolchains/boards", root / "tests/examples/devices"
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
stored_file = pathlib.Path(__file__).with_name("integers.json")

AVR = ["-mmcu=atmega328p", "-DF_CPU=16000000UL", "-Os", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections"]
M0 = ["-mcpu=cortex-m0plus", "-mthumb", "-Os", "-std=c99", "-ffunction-sections", "-fdata-sections", "-ffp-contract=off"]
TICK = 64  # cycles
FLASH, RAM = 32768, 2048
# name in the table: folder, header, columns, bar of instructions on M0+
HEADERS = {
    "50 centres by 10 columns, floats": (here, "ten_columns_floats.h", "ten_floats", 10, None),
    "50 centres by 10 columns, integers": (here, "ten_columns.h", "ten", 10, 150_000),
    "motion, floats": (examples, "motion.h", "motion", 4, None),
    "motion, integers": (examples, "motion_integers.h", "motion_integers", 4, None),
}
found, complaints = {}, []


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=120, **options)


def built(command, target):
    done = run([*command, "-o", target])
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return target


def note(name, value, bar=None):
    found[name] = {"value": value, "bar": bar}


def marked(text, mark):
    return re.findall(mark + r"([0-9a-f]{8})", text)


def on_avr(name, place, header, prefix, columns):
    given = [f'-DHEADER="{header}"', f"-DPREFIX={prefix}", f"-DCOLUMNS={columns}", f"-I{place}", here / "predict_avr.c"]
    wanted = marked(run([built(["cc", "-std=c99", "-O1", "-ffp-contract=off", *given, "-lm"], folder / "native")]).stdout, "a")
    for language in (["avr-gcc", "-std=c99"], ["avr-g++", "-x", "c++", "-std=c++11"]):
        program = built([language[0], *AVR, *language[1:], *given, "-Wl,--gc-sections", "-lm"], folder / f"{prefix}_avr.elf")
        said = run(["simavr", "-m", "atmega328p", "-f", "16000000", program])
        said = said.stdout + said.stderr
        if len(wanted) != 12 or marked(said, "a") != wanted or "!" in said:
            complaints.append(f"{name}: {language[0]} answers {marked(said, 'a')}, not {wanted}")
    lines = run(["avr-size", "-A", program]).stdout
    section = {word: int(size) for word, size in re.findall(r"^\.(text|data|bss)\s+(\d+)", lines, re.M)}
    note(f"{name}: ATmega328P, bytes of flash of the whole program", section["text"] + section.get("data", 0), FLASH)
    note(f"{name}: ATmega328P, bytes of RAM but the stack", section.get("data", 0) + section.get("bss", 0), RAM // 4)
    note(f"{name}: ATmega328P, cycles of a prediction", TICK * int(marked(said, "t")[0], 16))


def on_cortex_m0(name, place, header, prefix, columns, bar):
    source = folder / f"{prefix}.c"
    source.write_text(f'#include "{header}"\nfloat cells[{columns}] = {{0.5f, -0.25f, 1, 0.75f}}, answer;\nint once(void);\n'
                      f"int __attribute__((noinline)) once(void) {{ return {prefix}_predict(cells, {columns}, &answer, 1); }}\n"
                      "int main(void) { return once(); }\n", encoding="utf-8")
    objects = [built(["arm-none-eabi-gcc", *M0, f"-I{place}", "-c", file], folder / f"{prefix}.{k}.o")
               for k, file in enumerate([source, boards / "start_cortex_m.c", boards / "semihosting.c"])]
    link = "-Wl,--defsym=flash_origin=0,--defsym=flash_bytes=0x400000,--defsym=ram_origin=0x20000000," \
           "--defsym=ram_bytes=0x400000,--defsym=stack_bytes=1024"
    program = built(["arm-none-eabi-gcc", *M0, "-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections", "-T",
                     boards / "cortex_m.ld", link, *objects, "-lm"], folder / f"{prefix}_m0.elf")
    plugin = built(["cc", "-shared", "-fPIC", "-O2", boards / "count_instructions.c"], folder / "count_instructions.so")
    text = (place / header).read_text(encoding="utf-8")
    constants = set(re.findall(r"(\w+)\[\w+\] \w+_FLASH = ", text))
    code, start = 0, 0
    for line in run(["arm-none-eabi-nm", "-S", program]).stdout.splitlines():
        words = line.split()
        own = words[-1].split(".")[0]
        start = int(words[0], 16) if own == "once" else start
        if len(words) == 4 and own not in constants and (own.startswith(f"{prefix}_") or own == "once"):
            code += int(words[1], 16)
    note(f"{name}: M0+ -Os, bytes of code without soft arithmetic", code, 1024)
    listing = run(["arm-none-eabi-objdump", "-d", program]).stdout
    after = re.search(r"bl\S*\s+\w+ <once>\n\s+([0-9a-f]+):", listing[listing.index("<main>:"):])
    said = run(["qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none",
                "-semihosting-config", "enable=on,target=native", "-kernel", program, "-plugin",
                f"{plugin},start={start:#x},stop={int(after.group(1), 16):#x}", "-d", "plugin"])
    note(f"{name}: M0+ -Os, instructions of a prediction", int(re.search(r"within (\d+)", said.stderr).group(1)), bar)


for name, (place, header, prefix, columns, bar) in HEADERS.items():
    on_avr(name, place, header, prefix, columns)
    on_cortex_m0(name, place, header, prefix, columns, bar if "integers" in name else None)
done = run(["avr-gcc", "-mmcu=atmega328p", "-std=c99", "-fsyntax-only", "-x", "c", "-"],
           input=(examples / "houses.h").read_text(encoding="utf-8"))
if done.returncode != 0:
    complaints.append(f"a table with categories does not compile for AVR: {done.stderr}")
for name in list(found):
    if "floats: M0+ -Os, bytes of code" in name:
        found[name]["bar"] = None  # exponentials and powers are code of the header

figures.settle(found, complaints, folder, stored_file)
