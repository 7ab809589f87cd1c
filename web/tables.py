"""Writes the bundled tables of public/tables once, from scikit-learn 1.2: run it with a Python
that has scikit-learn. The iris table gets twelve blank cells, the digits table keeps sixty rows
of each digit, both by fixed seeds."""
import csv
import pathlib

import numpy
from sklearn import datasets

FOLDER = pathlib.Path(__file__).parent / "public" / "tables"


def write(name, header, rows):
    with open(FOLDER / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def short(value):
    return f"{value:g}"


def iris():
    data = datasets.load_iris()
    rows = [[short(value) for value in row] + [data.target_names[label]] for row, label in zip(data.data, data.target)]
    random = numpy.random.RandomState(1)
    for cell in random.choice(4 * len(rows), 12, replace=False):
        rows[cell // 4][cell % 4] = ""
    write("iris.csv", ["sepal length", "sepal width", "petal length", "petal width", "species"], rows)


def diabetes():
    data = datasets.load_diabetes(scaled=False)
    header = ["age", "sex", "body mass index", "blood pressure", "total cholesterol", "LDL", "HDL", "cholesterol ratio",
              "log triglycerides", "blood sugar", "progression"]
    rows = [[short(value) for value in row] + [short(answer)] for row, answer in zip(data.data, data.target)]
    write("diabetes.csv", header, rows)


def digits():
    data = datasets.load_digits()
    random = numpy.random.RandomState(2)
    kept = numpy.sort(numpy.concatenate([random.choice(numpy.flatnonzero(data.target == digit), 60, replace=False)
                                         for digit in range(10)]))
    header = [f"pixel {row} {column}" for row in range(8) for column in range(8)] + ["digit"]
    write("digits.csv", header, [[short(value) for value in data.data[row]] + [f"digit {data.target[row]}"] for row in kept])


iris()
diabetes()
digits()
