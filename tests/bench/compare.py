"""Two or more ways to train, beside each other on the same divisions of a folder of real tables.

A table is a folder as for accuracy.py. Its rows are shuffled by the seed; at most --rows of them,
and at most four fifths, train, and at most 2,000 others test. Every way is a word, an equals sign
and a command that `train` and its options follow:

    compare.py TABLES regression before=build/old/rfm "after=build/new/rfm" "quick=build/new/rfm --effort quick"

Time is the processor's, in user mode, of one thread. A line for each table and way: its scores over
the seeds and its seconds. Then, against the first way, over tables: the mean of the differences
with its standard error, on how many it is better and worse, the mean rank among the ways, and the
seconds. Scores are R2, or accuracy and log loss.

usage: compare.py FOLDER regression|classification WAY ... [--rows 600] [--seeds 2] [--tables N]
                  [--csv FILE]
"""
import argparse
import csv
import json
import pathlib
import resource
import shlex
import subprocess
import tempfile

import numpy as np

from accuracy import load

MOST_TESTED = 2000


def division(rows, most, task, seed):
    order = np.random.RandomState(seed).permutation(len(rows))
    count = min(most, int(0.8 * len(order)))
    train, test = order[:count], order[count:count + MOST_TESTED]
    if task == "classification":  # classes that were never seen cannot be scored
        seen = {rows[i][-1] for i in train}
        test = [i for i in test if rows[i][-1] in seen]
    return train, test


def scores(command, paths, target, task):
    """The scores of the test rows, and the seconds."""
    words = shlex.split(command)
    words = [words[0], "train", paths[0], "--target", target, "--task", task, "--test-file", paths[1], "-o", paths[2],
             "--json", "--quiet", "--threads", "1", *words[1:]]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ran = subprocess.run(words, capture_output=True, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if ran.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: {ran.stderr}")
    test = json.loads(ran.stdout)["test"]
    return ([test["r2"]] if task == "regression" else [test["accuracy"], -test["log_loss"]]), seconds


def ranks(row):
    """1 is the best; equals share the mean of their ranks."""
    return [1 + np.sum(row > value) + (np.sum(row == value) - 1) / 2 for value in row]


def summary(names, table, seconds, words):
    """table (tables, ways, scores), means over the seeds."""
    for s, word in enumerate(words):
        rank = np.mean([ranks(np.round(row[:, s], 5)) for row in table], axis=0)
        for w, name in enumerate(names):
            better = table[:, w, s] - table[:, 0, s]
            spread = better.std(ddof=1) / np.sqrt(len(better)) if len(better) > 1 else 0
            print(f"{word:9} {name:12} mean {abs(table[:, w, s].mean()):.4f}  difference {better.mean():+.4f} "
                  f"+- {spread:.4f}  better {np.sum(better > 5e-5)} worse {np.sum(better < -5e-5)}  "
                  f"rank {rank[w]:.2f}  seconds {seconds[:, w].sum():.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("task", choices=["regression", "classification"])
    parser.add_argument("ways", nargs="+")
    parser.add_argument("--rows", type=int, default=600)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--csv", type=pathlib.Path)
    given = parser.parse_args()
    names, commands = zip(*(way.split("=", 1) for way in given.ways))
    words = ["R2"] if given.task == "regression" else ["accuracy", "log loss"]
    folders = [path.parent for path in sorted(given.folder.glob("*/meta.json"))
               if given.task in json.load(open(path))["task"]]
    folders = folders[::max(1, -(-len(folders) // given.tables))]
    table, seconds, lines = [], [], []
    for folder in folders:
        head, rows = load(folder)
        every = np.zeros((given.seeds, len(names), len(words)))
        spent = np.zeros(len(names))
        for seed in range(given.seeds):
            with tempfile.TemporaryDirectory() as place:
                paths = [f"{place}/{name}" for name in ("train.csv", "test.csv", "model.rfm")]
                mark = "" if given.task == "regression" else "class "  # so that numbers are read as names
                for path, part in zip(paths, division(rows, given.rows, given.task, seed)):
                    with open(path, "w", newline="") as file:
                        csv.writer(file).writerows([head] + [rows[i][:-1] + [mark + rows[i][-1]] for i in part])
                for w, command in enumerate(commands):
                    every[seed, w], took = scores(command, paths, head[-1], given.task)
                    spent[w] += took
                    lines.append([folder.name, seed, names[w], *every[seed, w], round(took, 2)])
        table.append(every.mean(axis=0))
        seconds.append(spent)
        print(f"{folder.name[:40]:40}", "  ".join(
            f"{name} {' '.join(f'{abs(x):.4f}' for x in row)} ({s:.1f} s)"
            for name, row, s in zip(names, table[-1], spent)), flush=True)
    print(f"{len(table)} tables, at most {given.rows} rows, {given.seeds} divisions")
    summary(names, np.array(table), np.array(seconds), words)
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            csv.writer(file).writerows([["table", "seed", "way", *words, "seconds"]] + lines)


if __name__ == "__main__":
    main()
