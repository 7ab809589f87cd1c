"""Whether 90 % intervals hold on a folder of real regression tables as tests/bench/accuracy.py takes
them, and what it is worth that they fit the answer.

A line a table: the rows trained on; the share of the test rows within their intervals; the same in
thirds of them, from the narrowest intervals to the widest; and the mean width against that of one
width for all, which is the width at which as many of the training rows would be covered. Last the
means, thirds pooled over the rows of all tables.

usage: intervals.py PROGRAM FOLDER [--rows 3000] [--seed 1] [--effort usual] [--most-columns 1000]
"""
import argparse
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parent.parent / "bench"))
from accuracy import division, load  # noqa: E402


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def write(path, head, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([head, *rows])


def measured(given, head, rows, folder):
    parts = [part[:given.rows] for part in division(rows, "regression", given.seed)]
    train, test, model = f"{folder}/train.csv", f"{folder}/test.csv", f"{folder}/model.rfm"
    for path, part in zip((train, test), parts):
        write(path, head, [rows[i] for i in part])
    run(given.program, "train", train, "--target", head[-1], "--task", "regression", "-o", model, "--quiet",
        "--threads", "1", "--effort", given.effort)
    said = run(given.program, "predict", model, test, "--interval", "0.9", "--digits", "full", "--quiet", "--threads", "1")
    value, low, high = np.array([[float(cell) for cell in row] for row in list(csv.reader(io.StringIO(said)))[1:]]).T
    truth = np.array([float(rows[i][-1]) for i in parts[1]])
    inside = (low <= truth) & (truth <= high)
    kept = json.loads(run(given.program, "export", model, "--json", "-"))["encoding"]
    width, even = (high - low) / 2, np.nan
    if "difficulty" in kept:
        # One width that covers as many of these rows.
        even = np.quantile(np.abs(truth - value), inside.mean())
    order = np.argsort(width, kind="stable")
    thirds = [(inside[rows].sum(), len(rows)) for rows in np.array_split(order, 3)]
    return len(parts[0]), inside.mean(), thirds, width.mean() / even


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", default="usual")
    parser.add_argument("--most-columns", type=int, default=1000)
    given = parser.parse_args()
    shares, pooled, widths = [], [], []
    for folder in sorted(path.parent for path in given.folder.glob("*/meta.json")):
        if json.loads((folder / "meta.json").read_text())["task"] != "regression":
            continue
        head, rows = load(folder)
        if len(head) > given.most_columns:
            continue
        with tempfile.TemporaryDirectory() as place:
            n, share, thirds, width = measured(given, head, rows, place)
        shares.append(share)
        if width == width:
            widths.append(width)
            pooled.append(thirds)
        each = " ".join(f"{inside / count:5.3f}" for inside, count in thirds)
        print(f"{folder.name:50} {n:5} {share:6.3f}   {each}  {width:6.2f}", flush=True)
    print(f"mean {np.mean(shares):.4f}, least {min(shares):.3f} of {len(shares)} tables")
    if widths:
        sums = np.sum(pooled, axis=0)
        print(f"where widths vary, {len(widths)} tables: thirds {np.round(sums[:, 0] / sums[:, 1], 3)}, "
              f"width {np.exp(np.mean(np.log(widths))):.3f}")


if __name__ == "__main__":
    main()
