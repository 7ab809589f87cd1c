"""Models in SQL: answers are those of the program, whatever is wrong is a sentence, and hostile
bytes and several connections do no harm."""
import csv
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import threading
import unittest

EXAMPLES = pathlib.Path("tests/examples")
COLUMNS = ("area", "rooms", "age", "town", "garden")


def run(*arguments, **options):
    if arguments[0] == os.environ["RFM_PROGRAM"]:  # which has a sanitizer of its own, where it has one
        options["env"] = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.run(list(map(str, arguments)), check=True, capture_output=True, text=True, **options).stdout


def connected():
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(os.environ["RFM_SQL"])
    return connection


def cell(text):
    try:
        return float(text)
    except ValueError:
        return text or None


class Sql(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.model = pathlib.Path(cls.folder.name, "houses.rfm")
        cls.towns = pathlib.Path(cls.folder.name, "towns.rfm")
        quick = ("--kernel", "laplace", "--bandwidth", "5", "--ridge", "0.001", "--rounds", "1")
        run(os.environ["RFM_PROGRAM"], "train", EXAMPLES / "houses.csv", "--target", "price", "-o", cls.model, *quick)
        run(os.environ["RFM_PROGRAM"], "train", EXAMPLES / "houses.csv", "--target", "town", "-o", cls.towns, *quick)
        said = run(os.environ["RFM_PROGRAM"], "predict", cls.model, EXAMPLES / "new_houses.csv")
        cls.prices = [float(line.split(",")[-1]) for line in said.split()[1:]]
        with open(EXAMPLES / "new_houses.csv", encoding="utf-8") as file:
            cls.rows = [[cell(row[name]) for name in COLUMNS] for row in csv.DictReader(file)]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.sql = connected()
        self.sql.execute("select rfm_load('houses', ?)", [self.model.read_bytes()])
        self.sql.execute("select rfm_load('towns', ?)", [self.towns.read_bytes()])
        self.sql.execute("create table listings(area, rooms, age, town, garden)")
        self.sql.executemany("insert into listings values(?, ?, ?, ?, ?)", self.rows)

    def tearDown(self):
        self.sql.close()

    def one(self, sql, *values):
        return self.sql.execute(sql, values).fetchone()[0]

    def refused(self, words, sql, *values):
        with self.subTest(sql), self.assertRaisesRegex(sqlite3.OperationalError, words):
            self.sql.execute(sql, values).fetchall()

    def test_answers_are_those_of_the_program(self):
        for cells in ("area, rooms, age, town, garden",
                      "json_object('town', town, 'area', area, 'other', 1, 'rooms', rooms, 'age', age, 'garden', garden)"):
            found = self.sql.execute(f"select rfm_predict('houses', {cells}) from listings").fetchall()
            self.assertEqual(len(found), len(self.prices))
            for (price,), expected in zip(found, self.prices):
                self.assertAlmostEqual(price, expected, delta=1e-5 * expected)

    def test_missing_cells_and_types(self):
        whole = self.one("select rfm_predict('houses', 120, null, 20, 'south', 1)")
        self.assertEqual(whole, self.one("select rfm_predict('houses', 120.0, '', '20', 'south', 'yes')"))
        self.assertEqual(whole, self.one("select rfm_predict('houses', json_object("
                                         "'area', 120, 'age', 20, 'town', 'south', 'garden', 'yes'))"))
        self.assertNotEqual(whole, self.one("select rfm_predict('houses', 120, 1, 20, 'south', 1)"))

    def test_classes(self):
        names = [row[1] for row in self.sql.execute("select * from rfm_importance('towns')")]
        order = [{"area": 150, "rooms": 4, "age": 10, "garden": 0, "price": 300}[name] for name in names]
        marks = ", ".join("?" * len(order))
        label = self.one(f"select rfm_predict('towns', {marks})", *order)
        history = self.one("select rfm_history('towns') ->> '$.classes'")
        classes = self.sql.execute("select value from json_each(?)", [history]).fetchall()
        shares = {name: self.one(f"select rfm_probability('towns', ?, {marks})", name, *order) for name, in classes}
        self.assertAlmostEqual(sum(shares.values()), 1, places=6)
        self.assertEqual(label, max(shares, key=shares.get))
        self.refused("has no class 'Atlantis'", f"select rfm_probability('towns', 'Atlantis', {marks})", *order)
        self.refused("no intervals", "select rfm_interval('towns', 0.9)")
        self.refused("predicts a number", "select rfm_probability('houses', 'a', 1, 2, 3, 4, 5)")

    def test_intervals_and_importances(self):
        narrow, wide = self.one("select rfm_interval('houses', 0.5)"), self.one("select rfm_interval('houses', 0.95)")
        self.assertTrue(0 < narrow < wide)
        small, large = (self.one("select rfm_interval('houses', 0.9, ?)", value) for value in (100, 600))
        self.assertTrue(0 < small <= large < 4 * small)
        shares = self.sql.execute("select position, column, share from rfm_importance('houses')").fetchall()
        self.assertEqual([row[:2] for row in shares], list(enumerate(COLUMNS, 1)))
        self.assertAlmostEqual(sum(row[2] for row in shares), 1, places=4)
        joined = self.sql.execute("select name, i.column from (select 'houses' name union select 'towns') "
                                  "join rfm_importance(name) i where i.share > 0.5").fetchall()
        self.assertIn(("houses", "area"), joined)
        self.assertEqual(self.one("select count(*) from rfm_importance where model = 'houses'"), 5)

    def test_novelty(self):
        usual = self.one("select rfm_novelty('houses', 120, 3, 20, 'south', 1)")
        self.assertTrue(0 <= usual < 1)
        self.assertEqual(usual, self.one("select rfm_novelty('houses', json_object("
                                         "'area', 120, 'rooms', 3, 'age', 20, 'town', 'south', 'garden', 'yes'))"))
        self.assertEqual(self.one("select rfm_novelty('houses', 99999, 3, 20, 'south', 1)"), 1)
        self.refused("reads 5 columns", "select rfm_novelty('houses', 1, 2)")

    def test_models_in_a_table(self):
        self.sql.execute("create table models(name primary key, model)")
        self.sql.execute("insert into models values('a', rfm_model(?)), ('b', rfm_model(?))",
                         [str(self.model), str(self.towns)])
        self.assertEqual(self.sql.execute("select rfm_load(name, model) from models").fetchall(), [("a",), ("b",)])
        same = self.one("select rfm_predict('a', area, rooms, age, town, garden) = "
                        "rfm_predict('houses', area, rooms, age, town, garden) from listings")
        self.assertEqual(same, 1)
        self.sql.execute("create view priced as select rfm_predict('houses', area, rooms, age, town, garden) p from listings")
        self.assertEqual(len(self.sql.execute("select p from priced").fetchall()), len(self.rows))

    def test_what_is_wrong_is_a_sentence(self):
        cells = "120, 3, 20, 'south', 1"
        self.refused("no model 'house' is loaded: rfm_load", f"select rfm_predict('house', {cells})")
        self.refused("no model '' is loaded", f"select rfm_predict(null, {cells})")
        self.refused("reads 5 columns, not 2: area, rooms, age, town, garden", "select rfm_predict('houses', 1, 2)")
        self.refused("takes a model and its columns", "select rfm_predict()")
        self.refused("column 'town' is a blob", "select rfm_predict('houses', 1, 2, 3, x'00', 1)")
        self.refused("none of the model's columns: area", "select rfm_predict('houses', json_object('a', 1))")
        self.refused("reads 5 columns, not 1", "select rfm_predict('houses', '{\"area\": 1}')")
        self.refused("the coverage is a share", "select rfm_interval('houses', 90)")
        self.refused("the coverage is a share", "select rfm_interval('houses', null)")
        self.refused("the name of a model is a text", "select rfm_load(1, x'00')")
        self.refused("a model is a blob", "select rfm_load('a', 'text')")
        self.refused("cannot read '.*nowhere.rfm'", "select rfm_model('nowhere.rfm')")
        self.refused("takes the path of a file", "select rfm_model('-')")
        self.refused("'.*houses.csv': these bytes are not", "select rfm_model(?)", str(EXAMPLES / "houses.csv"))
        self.refused("rfm_importance takes a model", "select * from rfm_importance")
        self.refused("no model 'a' is loaded", "select * from rfm_importance('a')")

    def test_what_opens_models_is_not_for_views(self):
        self.sql.execute("create view trap as select rfm_load('houses', x'00')")
        self.refused("unsafe use of rfm_load", "select * from trap")

    def test_hostile_bytes(self):
        good = self.model.read_bytes()
        before = self.one("select rfm_predict('houses', 120, 3, 20, 'south', 1)")
        hostile = [b"", b"RFMmodel", good[:100], good[:-1], bytes(len(good)), os.urandom(4096), good[:8] + b"\xff" * 4096]
        for place in range(0, len(good), 97):
            broken = bytearray(good)
            broken[place] ^= 0x41
            hostile.append(bytes(broken))
        for data in hostile:
            with self.assertRaises(sqlite3.OperationalError):
                self.sql.execute("select rfm_load('houses', ?)", [data])
        self.assertEqual(self.one("select rfm_predict('houses', 120, 3, 20, 'south', 1)"), before)
        nul = self.one("select rfm_predict('houses', 120, 3, 20, cast(x'736f7574680041' as text), 1)")
        self.assertNotEqual(nul, before)  # another town than south

    def test_connections_know_nothing_of_each_other(self):
        other = connected()
        with self.assertRaisesRegex(sqlite3.OperationalError, "no model 'houses'"):
            other.execute("select rfm_predict('houses', 1, 2, 3, 4, 5)")
        other.execute("select rfm_load('houses', ?)", [self.towns.read_bytes()])
        self.assertGreater(self.one("select rfm_predict('houses', 120, 3, 20, 'south', 1)"), 0)
        other.close()
        self.assertGreater(self.one("select rfm_predict('houses', 120, 3, 20, 'south', 1)"), 0)

    def test_connections_in_threads(self):
        wrong = []

        def work():
            sql = connected()
            sql.execute("select rfm_load('houses', ?)", [self.model.read_bytes()])
            for cells, expected in list(zip(self.rows, self.prices)) * 20:
                price, = sql.execute("select rfm_predict('houses', ?, ?, ?, ?, ?)", cells).fetchone()
                if abs(price - expected) > 1e-5 * expected:
                    wrong.append(price)
            sql.close()
        workers = [threading.Thread(target=work) for _ in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(wrong, [])

    def test_the_model_may_change_while_a_statement_runs(self):
        rows = self.sql.execute("select rfm_predict('houses', area, rooms, age, town, garden) from listings")
        rows.fetchone()
        columns = self.sql.execute("select * from rfm_importance('houses')")
        columns.fetchone()
        self.sql.execute("select rfm_load('houses', ?)", [self.towns.read_bytes()]).fetchall()
        self.assertEqual(len(columns.fetchall()), 4)
        self.assertIsInstance(rows.fetchall()[-1][0], str)

    def test_the_shell(self):
        script = (f".load {os.environ['RFM_SQL']}\nselect rfm_load('houses', rfm_model('{self.model}'));\n"
                  "select rfm_predict('houses', 120, 3, 20, 'south', 'yes') = "
                  "rfm_predict('houses', 120, 3, 20, 'south', 1);\n")
        self.assertEqual(run(os.environ["SQLITE_SHELL"], ":memory:", input=script), "houses\n1\n")

    def test_the_page(self):
        listing = re.search(r"^```sql\n(.*?)^```", pathlib.Path("lib/docs/SQL.md").read_text(encoding="utf-8"),
                            re.M | re.S)[1]
        listing = listing.replace("build/release/sql/rfm_sql", os.environ["RFM_SQL"])
        listings = ("create table listings(area, rooms, age, town, garden);"
                    "insert into listings values (120, 3, 20, 'south', 'yes');\n")
        said = run(os.environ["SQLITE_SHELL"], "-bail", ":memory:", input=listings + listing, cwd=self.folder.name)
        self.assertEqual(len(said.splitlines()), 4 + len(COLUMNS))

    def test_the_static_part(self):
        environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
        said = run(os.environ["RFM_SQL_PROGRAM"], self.model, env=environment).splitlines()
        self.assertEqual(said[0], "houses")
        self.assertAlmostEqual(float(said[1]), self.one("select rfm_predict('houses', 120, 3, 20, 'south', 'yes')"), 6)
        self.assertIn("no model 'houses' is loaded", said[2])


if __name__ == "__main__":
    unittest.main()
