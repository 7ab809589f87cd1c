"""Tests a static program rfm as it would be copied to a board: static_program.py <rfm> <strip>
<processor> <folder> [emulator...]

Without symbols it has at most 3 MB, and at most 2 % more than static_program.json says for that
processor; it trains a machine on a small table with settings given, whose bytes are the same on
every processor, says what the table's classes are, and writes the header of the model. A wrong use
ends with 2. Nothing else may lie beside it.
"""
import hashlib
import json
import pathlib
import struct
import subprocess
import sys

program, strip, processor, folder = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
emulator = sys.argv[5:]
root = pathlib.Path(__file__).resolve().parents[2]
table = root / "tests/examples/devices/motion.csv"
recorded = json.loads(pathlib.Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
folder.mkdir(parents=True, exist_ok=True)
small = folder / "rfm"
BAR = 3_000_000


def rfm(*words, code=0):
    done = subprocess.run([*emulator, small, *map(str, words)], capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != code:
        sys.exit(f"rfm {words[0]} ends with {done.returncode}: {done.stderr}")
    return done.stdout


def without_history(model):
    """All that a model file says (lib/docs/FORMAT.md) but its lengths, its
    checksum and how it came about."""
    place = struct.unpack_from("<Q", model, 112)[0]
    kept = model[24:80] + model[128:place]
    while place < len(model):
        end = place + 16 + struct.unpack_from("<Q", model, place + 8)[0]
        if model[place:place + 4] != b"hist":
            kept += model[place:end]
        place = (end + 15) // 16 * 16
    return kept


subprocess.run([strip, "-o", small, program], check=True)
size, before = small.stat().st_size, recorded["bytes"][processor]
print(f"static rfm for {processor}, stripped: {size:,} bytes (bar {BAR:,}, recorded {before:,})")
if size > BAR:
    sys.exit("larger than the bar")
if size > 1.02 * before:
    sys.exit("larger than recorded: find out why, or record it")
if "NEEDED" in subprocess.run(["readelf", "-d", small], capture_output=True, text=True, check=True).stdout:
    sys.exit("it wants shared libraries")

rfm("train", table, "--target", "state", "--kernel", "laplace", "--bandwidth", 5, "--ridge", 0.01, "--rounds", 2, "--metric", "full",
    "--seed", 7, "--threads", 2, "-o", "motion.rfm")
digest = hashlib.sha256(without_history((folder / "motion.rfm").read_bytes())).hexdigest()
if digest != recorded["model"]:
    sys.exit(f"the model is another than the recorded one of x86-64: {digest}")
truth = [line.split(",")[-1] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
told = [line.split(",")[-1] for line in rfm("predict", "motion.rfm", table, "-o", "-").splitlines()[1:]]
right = sum(a == b for a, b in zip(truth, told))
if len(told) != len(truth) or right < 0.9 * len(truth):
    sys.exit(f"{right} of {len(truth)} rows are right, {len(told)} were answered")
rfm("export", "motion.rfm", "--c", "motion.h")
if "motion_predict" not in (folder / "motion.h").read_text(encoding="utf-8"):
    sys.exit("the header lacks motion_predict")
rfm("train", "--kernel", "cubic", table, code=2)
print(f"{right} of {len(truth)} rows are right, by the model of every other processor")
