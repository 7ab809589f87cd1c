"""Whether novelty means what it says, on a folder of real tables as accuracy.py takes them.

At most 1,500 rows of a table are divided 60/40 and a model is trained on the larger part. A line a
table: the mean novelty of the held-out rows and the share of them above .95 (.5 and .05 where it
means what it says); then the share above .95 once a column of numbers was moved by five deviations
up or down: the most important one, and the mean over the least important half. Last the means.

usage: novelty.py PROGRAM FOLDER regression|classification [--tables 20] [--seed 1]
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
from accuracy import load  # noqa: E402

MOST_ROWS = 1500


def novelties(program, model, head, rows):
    text = io.StringIO()
    csv.writer(text).writerows([head, *rows])
    words = [program, "predict", model, "-", "--novelty", "--quiet", "--threads", "1"]
    out = subprocess.run(words, input=text.getvalue(), check=True, capture_output=True, text=True).stdout
    return np.array([float(row["novelty"]) for row in csv.DictReader(io.StringIO(out))])


def moved(rows, column, by):
    return [[*row[:column], repr(float(row[column]) + by), *row[column + 1:]] for row in rows]


def measured(program, head, rows, task, folder):
    count = int(0.6 * len(rows))
    train, held = rows[:count], rows[count:]
    model, table = f"{folder}/model.rfm", f"{folder}/train.csv"
    mark = "" if task == "regression" else "class "
    with open(table, "w", newline="") as file:
        csv.writer(file).writerows([head] + [[*row[:-1], mark + row[-1]] for row in train])
    words = [program, "train", table, "--target", head[-1], "--task", task, "-o", model, "--json", "--quiet",
             "--effort", "quick", "--threads", "1"]
    shares = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["importances"]
    known = novelties(program, model, head, held)
    deviation = {}
    for share in shares:
        column = head.index(share["column"])
        try:
            deviation[column] = np.std([float(row[column]) for row in train])
        except ValueError:
            pass
    some = held[:200]
    caught = [np.mean([np.mean(novelties(program, model, head, moved(some, column, by)) > 0.95)
                       for by in (5 * size, -5 * size)]) for column, size in deviation.items()]
    if not caught:
        return known.mean(), np.mean(known > 0.95), np.nan, np.nan
    return known.mean(), np.mean(known > 0.95), caught[0], np.mean(caught[len(caught) // 2:][:10])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("task", choices=["regression", "classification"])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    results = []
    for folder in sorted(path.parent for path in given.folder.glob("*/meta.json")):
        if len(results) == given.tables:
            break
        if json.loads((folder / "meta.json").read_text())["task"] != given.task:
            continue
        head, rows = load(folder)
        order = np.random.RandomState(given.seed).permutation(len(rows))[:MOST_ROWS]
        with tempfile.TemporaryDirectory() as place:
            results.append(measured(given.program, head, [rows[i] for i in order], given.task, place))
        print(f"{folder.name:32}", *(f"{number:6.3f}" for number in results[-1]), flush=True)
    print(f"{'mean':32}", *(f"{number:6.3f}" for number in np.nanmean(results, axis=0)))


if __name__ == "__main__":
    main()
