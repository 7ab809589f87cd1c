#!/usr/bin/env python3
"""A table whose best possible score is known, of any size, as CSV on standard output.

usage: made_table.py ROWS COLUMNS [SEED]

Cells x are uniform in [0, 1]. The target is Friedman's function of the first five columns, a wave
along one direction w that all columns share, and noise of variance 1:

    y = 10 sin(pi x1 x2) + 20 (x3 - 1/2)^2 + 10 x4 + 5 x5 + 4 sin(3 w'(2 x - 1)) + noise,   |w| = 1

No model can do better than R2 = 1 - 1 / var(y), which is written to the error stream.
"""
import math
import random
import sys


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    if rows < 2 or columns < 5:
        sys.exit("made_table.py: give at least two rows and five columns")
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) == 4 else 1)
    w = [draw.gauss(0, 1) for _ in range(columns)]
    length = math.sqrt(sum(k * k for k in w))
    w = [k / length for k in w]
    print(",".join([f"x{k + 1}" for k in range(columns)] + ["y"]))
    mean = square = 0.0
    for row in range(1, rows + 1):
        x = [round(draw.random(), 5) for _ in range(columns)]
        along = sum(a * (2 * b - 1) for a, b in zip(w, x))
        y = 10 * math.sin(math.pi * x[0] * x[1]) + 20 * (x[2] - 0.5) ** 2 + 10 * x[3] + 5 * x[4]
        y += 4 * math.sin(3 * along) + draw.gauss(0, 1)
        step = y - mean
        mean += step / row
        square += step * (y - mean)
        print(",".join(map(str, x)), f"{y:.4f}", sep=",")
    print(f"the noise's limit is R2 {1 - rows / square:.5f}", file=sys.stderr)


if __name__ == "__main__":
    main()
