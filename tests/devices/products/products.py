"""Tests a program rfm for 32 bits with models and tables whose sizes multiply to more: products.py <rfm> <folder> [emulator...]

Each is refused with a sentence and exit code 1, without a signal and without a byte written; a large table that fits is answered.
"""
import pathlib
import subprocess
import sys

import wide_model

program, folder, emulator = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
folder.mkdir(parents=True, exist_ok=True)


def made(categories, classes):
    path = folder / f"wide_{categories}_{classes}.rfm"
    path.write_bytes(wide_model.model(categories, classes))
    return path.name


def table(rows, categories):
    path = folder / f"table_{rows}_{categories}.csv"
    path.write_text("word,answer\n" + "".join(f"{k % categories:07},{0:07}\n" for k in range(rows)), encoding="utf-8")
    return path.name


def rfm(*words):
    return subprocess.run([*emulator, program, *words], capture_output=True, text=True, check=False, cwd=folder)


def refused(*words):
    done = rfm(*words)
    (folder / "output").unlink(missing_ok=True)
    if done.returncode == 1 and "rfm: " in done.stderr and "memory" in done.stderr:
        return 0
    print(f"rfm {' '.join(words)} ends with {done.returncode}: {done.stderr[:500]}")
    return 1


bad = sum([
    refused("evaluate", made(1 << 16, 0), table(1 << 16, 1 << 16)),  # n d; predict answers in blocks
    refused("evaluate", made(2, (1 << 16) + 1), table(1 << 16, 2)),  # n c
    refused("export", made(2, (1 << 16) + 1), "--onnx", "output"),  # c classes
    refused("inspect", made(1 << 16, 0), "--matrix", "output"),  # d^2
])
# Neither explanations nor scores take a product of the classes.
for words in (["predict", made(1 << 14, (1 << 14) + 1), table(1, 1), "--explain"], ["evaluate", made(2, 1 << 16), table(2, 2)]):
    answered = rfm(*words)
    if answered.returncode != 0 or not answered.stdout:
        print(f"rfm {' '.join(words)} ends with {answered.returncode}: {answered.stderr[:500]}")
        bad += 1
honest = rfm("predict", made(1000, 3), table(3000, 1000))
if honest.returncode != 0 or len(honest.stdout.splitlines()) != 3001:
    print(f"a large table that fits: {honest.returncode}, {len(honest.stdout)} bytes, {honest.stderr[:500]}")
    bad += 1
sys.exit(1 if bad else 0)
