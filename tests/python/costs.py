"""What Python costs: one prediction of rfm.core over the C call, and a whole fit beside rfm train.

    PYTHONPATH=build/release/python RFM_PROGRAM=build/release/bin/rfm /usr/bin/python3 tests/python/costs.py
"""
import os
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import pandas as pd
import rfm


def least_seconds(work, times, again):
    best = float("inf")
    for _ in range(again):
        began = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - began) / times)
    return best


def one_row(dtype):
    x = np.random.default_rng(1).normal(size=(100, 10)).astype(dtype)
    machine = rfm.core.fit(x, x[:, 0], rounds=2, validation=None)
    row, out = x[:1].copy(), np.empty((1, 1), dtype)
    rows, place = machine._rows(row), out.ctypes.data
    bare = least_seconds(lambda: machine._call(machine._handle, rows, place, machine._scratch(),
                                               machine._scratch_bytes, None), 200, 300)
    whole = least_seconds(lambda: machine.predict(row), 200, 300)
    print(f"{np.dtype(dtype)}: predict {1e6 * whole:.2f} us, of it the call {1e6 * bare:.2f} us")


def whole_fit():
    rng = np.random.default_rng(3)
    table = pd.DataFrame(rng.normal(size=(1000, 10)).round(4), columns=[f"c{k}" for k in range(10)])
    table["y"] = (table.c0 * table.c1 + np.sin(table.c2) + 0.1 * rng.normal(size=1000)).round(4)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "table.csv")
        table.to_csv(path, index=False)
        train = [os.environ["RFM_PROGRAM"], "train", path, "--target", "y", "-o", path.with_suffix(".rfm"), "--quiet"]
        program = least_seconds(lambda: subprocess.run(train, check=True, capture_output=True), 1, 7)
    x, y = table.drop(columns="y"), table["y"]
    print(f"rfm train {program:.2f} s, Regressor.fit {least_seconds(lambda: rfm.Regressor().fit(x, y), 1, 7):.2f} s")


one_row(np.float32)
one_row(np.float64)
whole_fit()
