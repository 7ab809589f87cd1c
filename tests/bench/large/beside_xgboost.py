"""`rfm train` beside a tuned XGBoost on all rows of large tables, from one run.

A table is a folder as for accuracy.py. Four fifths of its rows train and the others test. rfm is
asked for nothing but the target. XGBoost has six seeded points (trees, depth, rate, columns, weight
of a leaf), chosen on the last quarter of the training rows and fitted to all of them; it reads
categories as numbers. A line for each table: rows, columns, the scores (R2 or accuracy), the
seconds of processor time in user mode and rfm's memory. Then the tables on which rfm is better.

usage: beside_xgboost.py RFM FOLDER [--least ROWS] [--most ROWS]      (Debian: python3-xgboost)
"""
import argparse
import csv
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
import xgboost

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from accuracy import load  # noqa: E402

POINTS = 6


def numbers(column):
    """A column of cells as numbers: those of its categories where it has any, in their order."""
    try:
        return np.array([float(cell) if cell else np.nan for cell in column])
    except ValueError:
        place = {cell: k for k, cell in enumerate(sorted(set(column)))}
        return np.array([place[cell] for cell in column], float)


def point(draw):
    return {"n_estimators": int(draw.choice([200, 400, 600])), "max_depth": int(draw.choice([4, 6, 8])),
            "learning_rate": float(draw.choice([0.03, 0.06, 0.1])), "subsample": 0.8,
            "colsample_bytree": float(draw.choice([0.7, 1.0])), "min_child_weight": float(draw.choice([1, 5])),
            "tree_method": "hist", "n_jobs": 1}


def score(task, y, answers):
    if task == "classification":
        return float(np.mean(y == answers))
    return float(1 - ((y - answers) ** 2).sum() / ((y - y.mean()) ** 2).sum())


def boosted(task, x, y, train, test):
    """The score of the test rows, and the seconds."""
    began = time.process_time()
    make = xgboost.XGBClassifier if task == "classification" else xgboost.XGBRegressor
    cut, draw = int(0.75 * len(train)), np.random.RandomState(0)

    def scored(settings, rows, others):
        return score(task, y[others], make(**settings).fit(x[rows], y[rows]).predict(x[others]))

    best = max((point(draw) for _ in range(POINTS)), key=lambda settings: scored(settings, train[:cut], train[cut:]))
    return scored(best, train, test), time.process_time() - began


def trained(rfm, task, head, rows, train, test):
    """The score of the test rows, the seconds, and the memory in MB."""
    with tempfile.TemporaryDirectory() as place:
        paths = [f"{place}/{name}" for name in ("train.csv", "test.csv", "model.rfm")]
        for path, part in zip(paths, (train, test)):
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([head] + [rows[i] for i in part])
        words = ["/usr/bin/time", "-f", "%M", rfm, "train", paths[0], "--target", head[-1], "--task", task,
                 "--test-file", paths[1], "-o", paths[2], "--json", "--quiet"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        ran = subprocess.run(words, capture_output=True, text=True, check=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    tested = json.loads(ran.stdout)["test"]
    return tested["r2" if task == "regression" else "accuracy"], seconds, int(ran.stderr.split()[-1]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rfm")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--least", type=int, default=8000)
    parser.add_argument("--most", type=int, default=10**9)
    given = parser.parse_args()
    better = tables = 0
    print("| table | rows | columns | rfm | XGBoost | rfm s | XGBoost s | rfm MB |\n|---|---|---|---|---|---|---|---|")
    for path in sorted(given.folder.glob("*/meta.json")):
        facts = json.loads(path.read_text(encoding="utf-8"))
        if not given.least <= facts["n"] <= given.most:
            continue
        head, rows = load(path.parent)
        order = np.random.RandomState(0).permutation(len(rows))
        cut = int(0.8 * len(order))
        train, test = order[:cut], order[cut:]
        columns = list(zip(*rows))
        x = np.stack([numbers(column) for column in columns[:-1]], 1)
        classes = facts["task"] == "classification"
        y = np.unique(columns[-1], return_inverse=True)[1] if classes else numbers(columns[-1])
        ours, seconds, memory = trained(given.rfm, facts["task"], head, rows, train, test)
        peer, peer_seconds = boosted(facts["task"], x, y, train, test)
        tables += 1
        better += ours > peer
        print(f"| {path.parent.name} | {len(train)} | {len(head) - 1} | {ours:.4f} | {peer:.4f} | {seconds:.0f} | "
              f"{peer_seconds:.0f} | {memory:.0f} |", flush=True)
    print(f"\nrfm is better on {better} of {tables}")


if __name__ == "__main__":
    main()
