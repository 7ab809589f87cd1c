"""Tests a static program rfm as it would be copied to a board: static_program.py <rfm> <strip> <processor> <folder> [emulator...]

Its size without symbols is printed and may not grow by more than 2 % over what static_program.json has for that processor; it trains a machine on a small
table with settings given, says what the table's classes are, and writes the header of the model. Nothing else may lie beside it.
"""
import json
import pathlib
import subprocess
import sys

program, strip, processor, folder = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
emulator = sys.argv[5:]
root = pathlib.Path(__file__).resolve().parents[2]
table = root / "tests/examples/devices/motion.csv"
folder.mkdir(parents=True, exist_ok=True)
small = folder / "rfm"
BAR = 2 * 1024 * 1024


def rfm(*words):
    done = subprocess.run([*emulator, small, *map(str, words)], capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        sys.exit(f"rfm {words[0]} ends with {done.returncode}: {done.stderr}")
    return done.stdout


subprocess.run([strip, "-o", small, program], check=True)
size = small.stat().st_size
stored = json.loads(pathlib.Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).get(processor)
print(f"static rfm for {processor}, stripped: {size:,} bytes (bar {BAR:,}{', missed' if size > BAR else ''}; recorded {stored})")
if stored is not None and size > 1.02 * stored:
    sys.exit("larger than recorded")
if "NEEDED" in subprocess.run(["readelf", "-d", small], capture_output=True, text=True, check=True).stdout:
    sys.exit("it wants shared libraries")

rfm("train", table, "--target", "state", "--kernel", "laplace", "--bandwidth", 5, "--ridge", 0.01, "--iterations", 2, "--metric", "full",
    "--threads", 1, "-o", "motion.rfm")
truth = [line.split(",")[-1] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
told = [line.split(",")[-1] for line in rfm("predict", "motion.rfm", table, "-o", "-").splitlines()[1:]]
right = sum(a == b for a, b in zip(truth, told))
if len(told) != len(truth) or right < 0.9 * len(truth):
    sys.exit(f"{right} of {len(truth)} rows are right, {len(told)} were answered")
rfm("export", "motion.rfm", "--c", "motion.h")
if "motion_predict" not in (folder / "motion.h").read_text(encoding="utf-8"):
    sys.exit("the header lacks motion_predict")
print(f"{right} of {len(truth)} rows are right")
