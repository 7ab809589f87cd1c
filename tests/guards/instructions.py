"""Guards against silent slowness: instructions.py <rfm_instructions> counts, under callgrind,
the instructions of a few loops.

Counts are exact and repeat, unlike times. More than 10 % above the number in instructions.json
fails; fewer are welcome, and `instructions.py <rfm_instructions> --write` stores what is counted
now.
"""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

program = sys.argv[1]
bounds = pathlib.Path(__file__).with_name("instructions.json")


def count(name):
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted*",
                             program, name], capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not found:
        sys.exit(f"{name} could not be counted:\n{result.stderr}")
    return int(found.group(1))


names = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    counts = dict(zip(names, pool.map(count, names)))
if "--write" in sys.argv:
    bounds.write_text(json.dumps(counts, indent=2) + "\n", encoding="utf-8")
stored = json.loads(bounds.read_text(encoding="utf-8"))
failed = sorted(stored) != sorted(names)
for name, now in counts.items():
    before = stored.get(name, 0)
    print(f"{name}: {now} instructions, stored {before} ({100 * (now / before - 1) if before else 0:+.1f} %)")
    failed = failed or now > 1.1 * before
sys.exit("a loop takes more than 10 % more instructions than before" if failed else 0)
