"""How well a plain `rfm train` predicts on a folder of real tables, beside
random forests for classification.

A table is a folder with data.csv or data_full.csv, perhaps packed as .gz, its target in the last
column, and meta.json whose `task` says which task it is. At most 3,000 rows of it, shuffled by the
seed, are divided 80/20; classes keep their shares. A line a table and seed: name, seed, rows, R2 or
accuracy, seconds, then for regression the share of test rows within their 90 % intervals, for
classification the accuracy of a forest of 500 trees (scikit-learn). With --peers, a csv of means by
name in its columns, their means over the same tables are printed too. Takes hours for many tables.

usage: accuracy.py PROGRAM FOLDER regression|classification
                   [--seeds 1] [--only NAME ...] [--peers FILE] [--no-forest]
"""
import argparse
import csv
import gzip
import json
import pathlib
import subprocess
import tempfile

import numpy as np

MOST_ROWS = 3000


def load(folder):
    path = next(p for name in ("data", "data_full") for p in folder.glob(f"{name}.csv*"))
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as file:
        head, *rows = csv.reader(file)
    return head, rows


def division(rows, task, seed):
    """Indices of the rows to train on and to test with."""
    if task == "regression":
        order = np.random.RandomState(seed).permutation(len(rows))[:MOST_ROWS]
        count = int(0.8 * len(order))
        return order[:count], order[count:]
    from sklearn.model_selection import train_test_split

    order = np.random.RandomState(seed).permutation(len(rows))[:MOST_ROWS]
    labels = np.array([rows[i][-1] for i in order])
    counts = np.unique(labels, return_counts=True)[1]
    classes = labels if counts.min() > 1 and len(counts) <= 0.2 * len(order) else None
    return train_test_split(order, test_size=0.2, random_state=seed, stratify=classes)


def answer(words):
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def trained(program, head, rows, parts, task):
    """Score on the test rows, seconds of the program, and for regression the
    coverage of its 90 % intervals."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/train.csv", f"{folder}/test.csv"]
        mark = "" if task == "regression" else "class "  # so that numbers are read as names
        for path, part in zip(paths, parts):
            with open(path, "w", newline="") as file:
                csv.writer(file).writerows([head] + [rows[i][:-1] + [mark + rows[i][-1]] for i in part])
        words = [program, "train", paths[0], "--target", head[-1], "--task", task, "--test-file", paths[1]]
        words += ["-o", f"{folder}/model.rfm", "--json", "--quiet"]
        result = answer(words)
        if task == "classification":
            return result["test"]["accuracy"], result["seconds"], None
        judged = answer([program, "evaluate", f"{folder}/model.rfm", paths[1], "--json"])
        return result["test"]["r2"], result["seconds"], judged["test"]["coverage_90"]


def forest(rows, parts):
    from sklearn.ensemble import RandomForestClassifier

    used = [rows[i] for part in parts for i in part]
    columns = []
    for cells in zip(*(row[:-1] for row in used)):
        try:
            columns.append(np.array(cells, float)[:, None])
        except ValueError:
            levels = sorted(set(cells))
            columns.append(np.array([[cell == level for level in levels] for cell in cells], float))
    features, labels, count = np.hstack(columns), np.array([row[-1] for row in used]), len(parts[0])
    fitted = RandomForestClassifier(500, random_state=0).fit(features[:count], labels[:count])
    return fitted.score(features[count:], labels[count:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("task", choices=["regression", "classification"])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--peers")
    parser.add_argument("--no-forest", action="store_true")
    given = parser.parse_args()
    peers = {row.pop("set"): row for row in csv.DictReader(open(given.peers))} if given.peers else None
    scores, covered, others, seen = [], [], [], []
    for folder in sorted(path.parent for path in given.folder.glob("*/meta.json")):
        name = folder.name
        if given.task not in json.load(open(folder / "meta.json"))["task"]:
            continue
        if (given.only and name not in given.only) or (peers is not None and name not in peers):
            continue
        head, rows = load(folder)
        for seed in range(given.seeds):
            parts = division(rows, given.task, seed)
            score, seconds, coverage = trained(given.program, head, rows, parts, given.task)
            scores.append(score)
            line = f"{name},{seed},{len(parts[0]) + len(parts[1])},{score:.4f},{seconds:.1f}"
            if coverage is not None:
                covered.append(coverage)
                line += f",{coverage:.3f}"
            if given.task == "classification" and not given.no_forest:
                others.append(forest(rows, parts))
                line += f",{others[-1]:.4f}"
            print(line, flush=True)
        seen.append(name)
    print(f"mean over {len(seen)} tables: {np.mean(scores):.4f}" + (f", forests {np.mean(others):.4f}" if others else "")
          + (f", 90 % intervals hold {100 * np.mean(covered):.1f} %" if covered else ""))
    for peer in next(iter(peers.values())) if peers else []:
        if peer not in ("n", "d"):
            print(f"  {peer} {np.mean([float(peers[name][peer]) for name in seen]):.4f}")


if __name__ == "__main__":
    main()
