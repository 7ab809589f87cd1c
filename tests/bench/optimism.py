"""How much too good the R2 is that `rfm train` reports by cross-validation, with and without its
correction for being that of the best of many trials (lib/rfm/data/doubt/optimism.hpp).

From each of 13 tables some rows are drawn by a seed, a model is trained on them, and it is scored
on all other rows, at most 3,000. A line a table: name, rows, R2 on the other rows, and how much
higher the reported R2 is without and with the correction, each with its standard error over the
draws; all are means. The last line has their means over the tables and the standard errors of these.

usage: optimism.py PROGRAM FOLDER [--draws 10] [--rows 250] [--only NAME ...]
"""
import argparse
import csv
import gzip
import json
import math
import pathlib
import random
import statistics
import subprocess
import tempfile

TABLES = """other_uci_autompg other_uci_energy other_uci_machine other_uci_servo other_uci_stock
other_uci_yacht other_reg_sklearn_diabetes grin_reg_num_abalone other_reg_bank8FM other_reg_kin8nm
grin_reg_num_cpu_act other_uci_skillcraft other_uci_parkinsons""".split()
MOST_OTHERS = 3000


def load(folder):
    with gzip.open(folder / "data.csv.gz", "rt") as file:
        head, *rows = csv.reader(file)
    return head, rows


def write(path, head, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([head] + rows)


def draw(program, head, rows, count, seed):
    """R2 on other rows, and what is reported beyond it without and with the correction."""
    order = list(range(len(rows)))
    random.Random(seed).shuffle(order)
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/train.csv", f"{folder}/others.csv"]
        write(paths[0], head, [rows[i] for i in order[:count]])
        write(paths[1], head, [rows[i] for i in order[count : count + MOST_OTHERS]])
        words = [program, "train", paths[0], "--target", head[-1], "--task", "regression"]
        words += ["--test-file", paths[1], "-o", f"{folder}/model.rfm", "--json", "--quiet"]
        words += ["--threads", "1"]
        result = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    true, reported = result["test"]["r2"], result["cross_validated"]["r2"]
    raw = 1 - (1 - reported) / (1 + result["search"]["optimism"])
    return true, raw - true, reported - true


def with_error(values):
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):+.4f} ({error:.4f})"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--rows", type=int, default=250)
    parser.add_argument("--only", nargs="*", default=TABLES)
    given = parser.parse_args()
    means = []
    for name in given.only:
        head, rows = load(given.folder / name)
        count = min(given.rows, len(rows) * 4 // 5)
        draws = [draw(given.program, head, rows, count, seed) for seed in range(given.draws)]
        true, raw, reported = zip(*draws)
        means.append((statistics.mean(raw), statistics.mean(reported)))
        print(f"{name},{count},{statistics.mean(true):.4f}", end=",")
        print(f"{with_error(raw)},{with_error(reported)}", flush=True)
    raw, reported = zip(*means)
    print(f"mean of {len(means)} tables: without {with_error(raw)}, with {with_error(reported)}")


if __name__ == "__main__":
    main()
