"""rfm.core: the machine that is fitted is the one of the paper, arrays are read as they lie, and the
structs of C are written down as a C compiler has them."""
import ctypes
import pathlib
import pickle
import subprocess
import tempfile
import threading
import unittest

import numpy as np
import rfm
from rfm import _library as c
from rfm.kernels import KERNELS


def sample(n=60, d=4, seed=1):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    return x, np.stack([x[:, 0] * x[:, 1], np.sin(x[:, 2])], axis=1)


def laplace_by_hand(x, y, bandwidth, ridge, rounds):
    """The rounds as the paper has them, in NumPy: alpha, and M divided by its largest entry."""
    M = np.eye(x.shape[1])
    for round_ in range(rounds + 1):
        away = x[:, None] - x[None]
        distance = np.sqrt(np.maximum(np.einsum("ijk,kl,ijl->ij", away, M, away), 0))
        K = np.exp(-distance / bandwidth)
        alpha = np.linalg.solve(K + ridge * np.eye(len(x)), y)
        if round_ == rounds:
            return M, alpha
        with np.errstate(divide="ignore"):
            slope = np.where(distance > 0, -K / (bandwidth * distance), 0)
        gradients = np.einsum("jo,ij,ijk->iok", alpha, slope, away @ M)
        M = np.einsum("iok,iol->kl", gradients, gradients) / len(x)
        M /= M.max()


class Fits(unittest.TestCase):
    def test_the_rounds_are_those_of_the_paper(self):
        x, y = sample()
        M, alpha = laplace_by_hand(x, y, 4.0, 1e-2, 3)
        machine = rfm.core.fit(x, y, kernel="laplace", bandwidth=4.0, ridge=1e-2, rounds=3)
        np.testing.assert_allclose(machine.M, M, atol=1e-6)
        np.testing.assert_allclose(machine.alpha, alpha, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(machine.importances, np.diag(M), atol=1e-6)
        values, vectors = machine.directions()
        np.testing.assert_allclose(vectors.T @ np.diag(values) @ vectors, machine.M, atol=1e-9)

    def test_scores_of_rounds(self):
        x, y = sample(30)
        left_out = []
        for i in range(30):
            rest = np.arange(30) != i
            machine = rfm.core.fit(x[rest], y[rest], bandwidth=4.0, rounds=0, validation=None)
            self.assertEqual(machine.scores, [])
            left_out.append(machine.predict(x[i:i + 1])[0] - y[i])
        machine = rfm.core.fit(x, y, bandwidth=4.0, rounds=2)
        self.assertEqual(len(machine.scores), 3)
        self.assertAlmostEqual(machine.scores[0], np.sqrt(np.mean(np.square(left_out))), places=9)
        z, truth = sample(20, seed=2)
        machine = rfm.core.fit(x, y, bandwidth=4.0, rounds=2, validation=(z, truth))
        self.assertAlmostEqual(machine.scores[2], np.sqrt(np.mean((machine.predict(z) - truth) ** 2)), places=12)

    def test_gradients(self):
        x, y = sample()
        machine = rfm.core.fit(x, y, kernel="gaussian", bandwidth=3.0, rounds=1)
        z, step = x[:3] + 0.1, 1e-5
        for k in range(4):
            ahead, behind = z.copy(), z.copy()
            ahead[:, k] += step
            behind[:, k] -= step
            slope = (machine.predict(ahead) - machine.predict(behind)) / (2 * step)
            np.testing.assert_allclose(machine.gradient(z)[:, :, k], slope, atol=1e-6)

    def test_every_kernel_metric_and_weights(self):
        x, y = sample()
        for name in KERNELS:
            family = name.rstrip("0123456789")
            options = {"kernel": family, "p": int(name[-3:]) / 100, "q": 1.0} if family in ("lpq", "brownian") else {
                "kernel": name}
            machine = rfm.core.fit(x, y, **options, metric="diagonal", rounds=1, validation=None)
            self.assertEqual(machine._facts.kernel, KERNELS[name])
        twice = rfm.core.fit(x, y, weights=np.full(60, 2.0), ridge=2e-3, rounds=1, validation=None)
        once = rfm.core.fit(x, y, ridge=1e-3, rounds=1, validation=None)
        np.testing.assert_allclose(twice.predict(x), once.predict(x), rtol=1e-6, atol=1e-9)


class Arrays(unittest.TestCase):
    def test_of_any_stride_and_either_type(self):
        x, y = sample()
        for dtype in (np.float32, np.float64):
            plain = x.astype(dtype)
            expected = rfm.core.fit(plain, y, rounds=1)
            self.assertEqual(expected.dtype, dtype)
            between = np.zeros((120, 8), dtype)
            between[::2, ::2] = plain
            backwards = plain[::-1].copy()[::-1]
            for same in (np.asfortranarray(plain), between[::2, ::2], backwards):
                machine = rfm.core.fit(same, y, rounds=1)
                self.assertEqual(machine.data, expected.data)
                np.testing.assert_array_equal(machine.predict(same), expected.predict(plain))
        unaligned = np.zeros(60, np.dtype([("x", np.float64, 4), ("mark", np.int8)]))
        unaligned["x"] = x
        self.assertEqual(rfm.core.fit(unaligned["x"], y, rounds=1).data, rfm.core.fit(x, y, rounds=1).data)

    def test_files_and_pickles(self):
        machine = rfm.core.fit(*sample(), rounds=1)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "machine.rfm")
            machine.save(path)
            loaded = rfm.core.load(path)
        for same in (loaded, pickle.loads(pickle.dumps(machine))):
            np.testing.assert_array_equal(same.predict(sample()[0]), machine.predict(sample()[0]))
        with self.assertRaises(ValueError):
            rfm.core.load(machine.data[:-1])
        broken = bytearray(machine.data)
        broken[200] ^= 1
        with self.assertRaisesRegex(ValueError, "damaged"):
            rfm.core.load(bytes(broken))

    def test_many_threads_predict_with_one_machine(self):
        x, y = sample(200)
        machine = rfm.core.fit(x, y, rounds=1)
        expected, wrong = machine.predict(x), []

        def work():
            for _ in range(50):
                if not np.array_equal(machine.predict(x), expected):
                    wrong.append(1)
        workers = [threading.Thread(target=work) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(wrong, [])

    def test_what_is_refused(self):
        x, y = sample()
        for options, words in (({"kernel": "round"}, "there is no kernel"), ({"metric": "round"}, "metric is"),
                               ({"ridge": -1.0}, "ridge"), ({"validation": "some"}, "validation is"),
                               ({"weights": [1.0]}, "weights have the shape"), ({"n_jobs": 0}, "n_jobs")):
            with self.subTest(options), self.assertRaisesRegex(ValueError, words):
                rfm.core.fit(x, y, **options)
        x[7, 2] = np.nan
        with self.assertRaisesRegex(ValueError, "row 7, column 2"):
            rfm.core.fit(x, y)
        with self.assertRaises(ValueError):
            rfm.core.fit(x[:5], y)
        machine = rfm.core.fit(*sample(), rounds=0)
        for z in (np.zeros(4), np.zeros((2, 3))):
            with self.assertRaises(ValueError):
                machine.predict(z)


class Structs(unittest.TestCase):
    def test_are_those_of_c(self):
        structs = {"rfm_executor": c.Executor, "rfm_training_option": c.TrainingOption, "rfm_report": c.Report,
                   "rfm_progress": c.Progress, "rfm_facts": c.Facts, "rfm_machine_f64": c.Machine,
                   "rfm_model_f64": c.Model}
        for suffix, types in (("f32", c.single), ("f64", c.double)):
            structs |= {f"rfm_kernel_{suffix}": types.Kernel, f"rfm_options_{suffix}": types.Options,
                        f"rfm_rows_{suffix}": types.Rows, f"rfm_data_{suffix}": types.Data}
        lines, expected = [], []
        for name, struct in structs.items():
            lines.append(f'printf("%zu\\n", sizeof({name}));')
            expected.append(ctypes.sizeof(struct))
            for field, *_ in struct._fields_:
                lines.append(f'printf("%zu\\n", offsetof({name}, {field}));')
                expected.append(getattr(struct, field).offset)
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder, "structs.c"), pathlib.Path(folder, "structs")
            source.write_text('#include <stdio.h>\n#include "rfm/c/rfm.h"\n#include "rfm/c_table/rfm_table.h"\n'
                              "int main(void) {" + "\n".join(lines) + "return 0;}\n", encoding="utf-8")
            subprocess.run(["gcc", "-std=c99", "-Ilib", source, "-o", program], check=True)
            said = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        self.assertEqual([int(number) for number in said.split()], expected)


if __name__ == "__main__":
    unittest.main()
