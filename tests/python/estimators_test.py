"""The estimators: the same models as rfm train, cells of every kind, and what is learned."""
import json
import os
import pathlib
import pickle
import subprocess
import tempfile
import unittest

import numpy as np
import pandas as pd
import rfm
from rfm import _library as c
from rfm.options import NAMES
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_selection import SelectFromModel
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

EXAMPLES = pathlib.Path("tests/examples")
QUICK = {"kernel": "laplace", "bandwidth": 5, "ridge": 1e-3, "rounds": 1, "metric": "diagonal"}


def program(*arguments):
    # It has a sanitizer of its own, where it has one.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.run([os.environ["RFM_PROGRAM"], *map(str, arguments)], check=True, capture_output=True,
                          text=True, env=environment).stdout


def houses():
    table = pd.read_csv(EXAMPLES / "houses.csv")
    return table.drop(columns="price"), table["price"]


class Models(unittest.TestCase):
    def test_the_bytes_are_those_of_the_program(self):
        x, y = houses()
        with tempfile.TemporaryDirectory() as folder:
            for options in (QUICK, {**QUICK, "float64": True}, {**QUICK, "portable": True, "test": 0.25}):
                path = pathlib.Path(folder, "houses.rfm")
                words = ["--task", "regression"]
                for name, value in options.items():
                    words += [f"--{name}"] if value is True else [f"--{name}", value]
                program("train", EXAMPLES / "houses.csv", "--target", "price", "-o", path, *words)
                model = rfm.Regressor(**options).fit(x, y)
                self.assertEqual(model.model_.data, path.read_bytes())

    def test_answers_are_those_of_the_program(self):
        x, y = houses()
        model = rfm.Regressor(**QUICK).fit(x, y)
        new = pd.read_csv(EXAMPLES / "new_houses.csv")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "houses.rfm")
            model.save(path)
            said = program("predict", path, EXAMPLES / "new_houses.csv", "--interval", "0.9",
                           "--digits", "full")
        rows = [line.split(",") for line in said.split()]
        expected = np.array([[float(cell) for cell in row[-3:]] for row in rows[1:]])
        loaded = rfm.load(model.model_.data)
        for one in (model, loaded):
            frame = new[x.columns] if one is model else new
            np.testing.assert_allclose(one.predict(frame), expected[:, 0], rtol=1e-6)
            np.testing.assert_allclose(one.predict_interval(frame), expected[:, 1:], rtol=1e-6)

    def test_loaded_models_take_arrays_and_frames(self):
        rng = np.random.default_rng(1)
        x = rng.normal(size=(60, 3))
        x[:, 1] = 1  # tells nothing, and is no column of the model
        model = rfm.Classifier(**QUICK).fit(x, np.where(x[:, 0] > 0, 7, -2))
        loaded = rfm.load(model.model_.data)
        np.testing.assert_array_equal(loaded.classes_, [-2, 7])
        np.testing.assert_array_equal(loaded.predict(x), model.predict(x))
        np.testing.assert_array_equal(loaded.predict_proba(x), model.predict_proba(x))
        self.assertEqual(loaded.n_features_in_, 3)
        frame = pd.DataFrame(x[:, ::-1], columns=["x2", "x1", "x0"]).assign(other="a")
        np.testing.assert_array_equal(loaded.predict(frame), model.predict(x))

    def test_pickles_and_clones(self):
        x, y = houses()
        model = rfm.Regressor(**QUICK).fit(x, y)
        again = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.predict(x), model.predict(x))
        self.assertEqual(again.model_, model.model_)
        self.assertLess(len(pickle.dumps(model.model_)), len(model.model_.data) + 200)
        fresh = clone(model)
        self.assertEqual(fresh.get_params(), model.get_params())
        self.assertFalse(hasattr(fresh, "model_"))

    def test_every_option_is_a_keyword(self):
        words = {c.training_option_at(k).word.decode() for k in range(c.training_options())}
        self.assertEqual({name.replace("_", "-") for name in NAMES} | {"target", "task", "weights", "seed"}, words)
        with self.assertRaisesRegex(ValueError, "rounds: '1000' is neither auto nor"):
            rfm.Regressor(rounds=1000).fit(*houses())

    def test_seeds(self):
        rng = np.random.default_rng(2)
        x = rng.normal(size=(80, 3))
        fit = lambda seed: rfm.Regressor(budget=0, effort=0.2, random_state=seed).fit(x, x[:, 0]).model_
        self.assertEqual(fit(3), fit(3))
        self.assertEqual(fit(None), fit(1))
        self.assertNotEqual(fit(3).history["seed"], fit(np.random.RandomState(5)).history["seed"])


class Cells(unittest.TestCase):
    def test_frames_of_every_kind(self):
        n = 90
        rng = np.random.default_rng(4)
        town = pd.Categorical.from_codes(rng.integers(0, 3, n), ["Jena", "Gera", "Ulm"])
        area = rng.uniform(40, 130, n)
        frame = pd.DataFrame({
            "town": town, "area": pd.array(np.where(area > 125, np.nan, area), dtype="Float64"),
            "rooms": pd.array(rng.integers(1, 7, n), dtype="Int64"), "garden": rng.random(n) < 0.5,
            "built": pd.Timestamp("2000-01-01") + pd.to_timedelta(rng.integers(0, 3, n), unit="D"),
            "code": pd.Categorical(rng.integers(1, 4, n))})
        frame.loc[3, "town"] = np.nan
        price = 1000 * area + 20000 * np.asarray(town.codes) + 9000 * frame["garden"]
        model = rfm.Regressor(**QUICK).fit(frame, price)
        kinds = {column["name"]: column["kind"] for column in model.history_["columns"]}
        self.assertEqual(kinds["town"], "category")
        self.assertEqual(kinds["code"], "category")
        self.assertEqual(kinds["garden"], "yes/no")
        self.assertEqual(kinds["area"], "number")
        self.assertGreater(model.score(frame, price), 0.9)
        self.assertEqual(model.importances_.argmax(), 1)
        np.testing.assert_array_equal(model.predict(frame.iloc[:5]), model.predict(frame)[:5])

    def test_arrays_of_every_kind(self):
        rng = np.random.default_rng(5)
        wide = rng.normal(size=(120, 8))
        x, y = wide[::2, ::2], wide[::2, 0]
        expected = rfm.Regressor(**QUICK).fit(np.ascontiguousarray(x), y).model_
        for same in (x, np.asfortranarray(x), x.tolist(), x.astype(object)):
            self.assertEqual(rfm.Regressor(**QUICK).fit(same, y).model_, expected)
        narrow = x.astype(np.float32)
        self.assertEqual(rfm.Regressor(**QUICK).fit(narrow, y).model_,
                         rfm.Regressor(**QUICK).fit(narrow.astype(np.float64), y).model_)

    def test_columns_of_an_array_are_numbers_whatever_they_look_like(self):
        x = np.arange(60.0).reshape(-1, 1)  # counts the rows
        model = rfm.Regressor(**QUICK).fit(x, np.sqrt(x[:, 0]))
        self.assertGreater(model.score(x, np.sqrt(x[:, 0])), 0.99)

    def test_lists_with_text_and_missing_cells(self):
        rows = [[("red", "blue", None)[i % 3], i * 7 % 30 if i % 11 else None] for i in range(60)]
        y = [i % 3 * 10 + (i * 7 % 30) for i in range(60)]
        model = rfm.Regressor(**QUICK).fit(pd.DataFrame(rows), y)
        self.assertGreater(model.score(pd.DataFrame(rows), y), 0.9)
        numbers = np.array([[i * 7 % 30 if i % 11 else np.nan, i % 2] for i in range(60)], dtype=float)
        self.assertEqual(rfm.Regressor(**QUICK).fit(numbers, y).predict([[np.nan, 1]]).shape, (1,))

    def test_rows_of_weight_zero_count_for_nothing(self):
        rng = np.random.default_rng(6)
        x = rng.normal(size=(70, 3))
        y = x[:, 0].copy()
        weights = np.ones(70)
        weights[50:], y[50:] = 0, 1e6
        model = rfm.Regressor(**QUICK).fit(x, y, weights)
        same = rfm.Regressor(**QUICK).fit(x[:50], y[:50], weights[:50])
        np.testing.assert_array_equal(model.predict(x), same.predict(x))
        with self.assertRaisesRegex(ValueError, r"\(3,\), but there are 70 rows"):
            rfm.Regressor(**QUICK).fit(x, y, [1, 2, 3])

    def test_labels_keep_their_type(self):
        x = np.arange(40.0).reshape(-1, 1) % 10
        for low, high in (("a", "b"), (False, True), (3, 12), (1.0, 2.0)):
            y = np.where(x[:, 0] > 4, high, low)
            model = rfm.Classifier(**QUICK).fit(x, y)
            self.assertEqual(model.classes_.tolist(), [low, high])
            self.assertEqual(model.predict([[0.0], [9.0]]).tolist(), [low, high])
            self.assertLess(model.predict_proba([[0.0]])[0, 1], 0.5)

    def test_labels_that_cannot_be_told_apart(self):
        x = np.arange(40.0).reshape(-1, 1)
        with self.assertRaisesRegex(ValueError, "label 'NA'"):
            rfm.Classifier(**QUICK).fit(x, np.array(["NA", "yes", "no", "no"] * 10))


class Learned(unittest.TestCase):
    def test_importances_pushes_and_pages(self):
        x, y = houses()
        model = rfm.Regressor(**QUICK)
        self.assertIn("not fitted", model._repr_html_())
        model.fit(x, y)
        self.assertAlmostEqual(model.importances_.sum(), 1, places=4)
        self.assertIs(model.feature_importances_, model.importances_)
        self.assertEqual(model.importances_[list(x).index("id")], 0)
        pushes = model.explain(x[:9])
        self.assertEqual(pushes.shape, (9, x.shape[1]))
        self.assertEqual(pushes[:, list(x).index("id")].tolist(), [0] * 9)
        moved, answers = pushes.sum(axis=1), model.predict(x[:9])
        np.testing.assert_allclose(moved - moved[0], answers - answers[0], atol=0.02 * np.ptp(answers))
        page = model._repr_mimebundle_()["text/html"]
        self.assertIn("<td>area</td>", page)
        self.assertIn("R2 ", page)
        self.assertTrue(model.summary_.startswith("R2 "))

    def test_exports(self):
        x, y = houses()
        model = rfm.Regressor(**QUICK).fit(x, y)
        with tempfile.TemporaryDirectory() as folder:
            path, header, graph = (pathlib.Path(folder, name) for name in ("m.rfm", "house.h", "m.onnx"))
            model.save(path)
            program("export", path, "--c", header, "--onnx", graph)
            self.assertEqual(model.to_c("house"), header.read_text(encoding="utf-8"))
            self.assertEqual(model.to_onnx(), graph.read_bytes())
        with self.assertRaises(ValueError):
            model.to_c("no name")

    def test_inside_of_scikit_learn(self):
        rng = np.random.default_rng(7)
        x = rng.normal(size=(90, 4))
        y = x[:, 0] * x[:, 1]
        pipe = make_pipeline(StandardScaler(), rfm.Regressor(**QUICK))
        grid = GridSearchCV(pipe, {"regressor__bandwidth": [2.0, 8.0]}, cv=3).fit(x, y)
        self.assertIn(grid.best_params_["regressor__bandwidth"], (2.0, 8.0))
        self.assertEqual(len(cross_val_score(rfm.Classifier(**QUICK), x, y > 0, cv=3)), 3)
        kept = SelectFromModel(rfm.Regressor(kernel="laplace", rounds=3)).fit(x, y).get_support()
        self.assertEqual(kept.tolist(), [True, True, False, False])

    def test_what_is_not_there(self):
        with self.assertRaises(NotFittedError):
            rfm.Regressor().predict([[1.0]])
        with self.assertRaises(NotFittedError):
            rfm.Classifier().to_c()
        self.assertFalse(hasattr(rfm.Regressor(), "novelty"))
        with self.assertRaisesRegex(ValueError, "coverage is 90"):
            rfm.Regressor(**QUICK).fit(*houses()).predict_interval(houses()[0], 90)
        with self.assertRaises(ValueError):
            rfm.load(b"no model")
        json.dumps(rfm.Regressor(**QUICK).fit(*houses()).history_)


if __name__ == "__main__":
    unittest.main()
