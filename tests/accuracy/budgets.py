"""Whether a budget is kept, on a folder of real tables: one folder each with a data.csv.gz whose target
is the column `target`.

Prints the tables on which training took longer than the budget, a tenth of it and a second, from
the program's start to the model's file, and the longest time of all.

usage: budgets.py PROGRAM FOLDER [--budget 1] [--threads 1]
"""
import argparse
import pathlib
import subprocess
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--budget", type=float, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    bar, late, longest, count = 1.1 * given.budget + 1, 0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for table in sorted(given.folder.glob("*/data.csv.gz")):
            words = [given.program, "train", str(table), "--target", "target", "--budget", str(given.budget),
                     "--threads", str(given.threads), "--quiet", "-o", f"{folder}/model.rfm"]
            began = time.monotonic()
            subprocess.run(words, check=True, capture_output=True)
            seconds = time.monotonic() - began
            longest, count = max(longest, seconds), count + 1
            if seconds > bar:
                late += 1
                print(f"{table.parent.name}: {seconds:.2f} s", flush=True)
    print(f"{count} tables, {late} later than {bar:.1f} s, the longest {longest:.2f} s")


if __name__ == "__main__":
    main()
