"""How near a header in integers is to the model it was made of, on a folder of real tables.

A model is trained on 1,050 rows of a table, or on 70 % of a small one, and both C headers are
compiled and asked about at most 3,000 of the other rows. A line a table: R2 or accuracy of the header in
floats and of that in integers, for classes the share of rows that both call the same, and the
centres and bytes of constants of both. With --flash the integers have only so many bytes. The last
line says how many tables keep the bar: within .01 of R2, or of the share of rows that are right.

usage: integers.py PROGRAM FOLDER [--flash 8k] [--only NAME ...] [--seed 1]
"""
import argparse
import csv
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parent.parent / "bench"))
from accuracy import load  # noqa: E402

TRAIN_ROWS, TEST_ROWS = 1050, 3000
TABLES = ["grin_reg_num_cpu_act", "grin_reg_num_MiamiHousing2016", "grin_reg_num_sulfur", "grin_reg_num_california",
          "grin_reg_cat_Bike_Sharing_Demand", "grin_clf_num_MagicTelescope", "grin_clf_num_electricity", "car",
          "image-segmentation", "other_clf_satimage"]


class Header:
    """A header, compiled and loaded."""

    def __init__(self, path, folder):
        text = path.read_text()
        source, library = folder / f"{path.stem}.c", folder / f"{path.stem}.so"
        source.write_text(f'#include "{path.name}"\nint answer(const float* c, size_t n, float* a, size_t m);\n'
                          "int answer(const float* c, size_t n, float* a, size_t m) { return m_predict(c, n, a, m); }\n")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", library, "-lm"], check=True)
        self.answer = ctypes.CDLL(str(library)).answer
        self.answer.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t]
        number = r"#define M_%s (\d+)u"
        self.bytes = int(re.search(number % "FLASH_BYTES", text).group(1))
        self.centres = sum(int(n) for n in re.findall(r"#define M(?:_\d+)?_CENTRES (\d+)u", text))

    def __call__(self, cells):
        answers = np.zeros(len(cells), np.float32)
        assert self.answer(cells.ctypes.data, cells.size, answers.ctypes.data, len(answers)) == 0
        return answers


def cells_of(rows, columns):
    """Rows as the headers take them: numbers, or the place of a category."""
    cells = np.empty((len(rows), len(columns)), np.float32)
    for k, column in enumerate(columns):
        names = column.get("categories")
        for i, row in enumerate(rows):
            if not names:
                cells[i, k] = {"yes": 1, "no": 0, "": np.nan}.get(row[k]) if row[k] in ("yes", "no", "") else float(row[k])
            else:
                cells[i, k] = names.index(row[k]) if row[k] in names else -1
    return cells


def measured(program, folder, data, flash, seed):
    head, rows = load(data)
    task = json.loads((data / "meta.json").read_text())["task"]
    classes = "class" in task
    order = np.random.RandomState(seed).permutation(len(rows))
    rows = [[*rows[i][:-1], ("class " if classes else "") + rows[i][-1]] for i in order]
    count = min(TRAIN_ROWS, int(0.7 * len(rows)))
    rows = rows[:count + TEST_ROWS]
    train, model = folder / "train.csv", folder / "model.rfm"
    with open(train, "w", newline="") as file:
        csv.writer(file).writerows([head, *rows[:count]])
    words = [program, "train", train, "--target", head[-1], "-o", model, "--quiet", "--threads", "1"]
    subprocess.run([*words, "--task", "classification" if classes else "regression"], check=True, capture_output=True)
    subprocess.run([program, "export", model, "--c", folder / "floats.h", "--name", "m", "--json", folder / "m.json"], check=True)
    limit = ["--flash", flash] if flash else []
    subprocess.run([program, "export", model, "--c", folder / "integers.h", "--name", "m", "--int8", "--quiet", *limit], check=True)
    encoding = json.loads((folder / "m.json").read_text())["encoding"]
    place = [head.index(column["name"]) for column in encoding["columns"]]
    cells = cells_of([[row[k] for k in place] for row in rows[count:]], encoding["columns"])
    floats, integers = Header(folder / "floats.h", folder), Header(folder / "integers.h", folder)
    before, after = floats(cells), integers(cells)
    if classes:
        truth = np.array([encoding["classes"].index(row[-1]) for row in rows[count:]])
        return (before == truth).mean(), (after == truth).mean(), (before == after).mean(), floats, integers
    truth = np.array([float(row[-1]) for row in rows[count:]])
    r2 = [1 - ((truth - answer) ** 2).sum() / ((truth - truth.mean()) ** 2).sum() for answer in (before, after)]
    return r2[0], r2[1], None, floats, integers


def main():
    arguments = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    arguments.add_argument("program")
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--flash")
    arguments.add_argument("--only", nargs="+", default=TABLES)
    arguments.add_argument("--seed", type=int, default=1)
    a = arguments.parse_args()
    kept = 0
    print("| table | floats | integers | same class | centres | bytes | centres in integers | bytes |\n" + 8 * "|---" + "|")
    for name in a.only:
        with tempfile.TemporaryDirectory() as folder:
            before, after, same, floats, integers = measured(a.program, pathlib.Path(folder), a.folder / name, a.flash, a.seed)
        kept += after >= before - 0.01
        print(f"| {name} | {before:.4f} | {after:.4f} | {'' if same is None else f'{100 * same:.1f} %'} | {floats.centres:,} | "
              f"{floats.bytes:,} | {integers.centres} | {integers.bytes:,} |", flush=True)
    print(f"{kept} of {len(a.only)} tables within .01 of R2 or of the share of rows whose class is right")


if __name__ == "__main__":
    main()
