"""What docs and docstrings show is carried out: the examples of the modules, and every listing of
PYTHON.md, in order, in a folder with the tables of tests/examples."""
import doctest
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import rfm.core
import rfm.estimators

PAGE = pathlib.Path("lib/docs/PYTHON.md")


class Documents(unittest.TestCase):
    def test_docstrings(self):
        for module in (rfm.core, rfm.estimators):
            failed, tried = doctest.testmod(module)
            self.assertEqual(failed, 0)
            self.assertGreater(tried, 5)

    def test_listings(self):
        listings = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
        self.assertGreater(len(listings), 2)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            for table in pathlib.Path("tests/examples").glob("*.csv"):
                shutil.copy(table, folder)
            os.chdir(folder)
            try:
                names = {}
                for listing in listings:
                    exec(compile(listing, str(PAGE), "exec"), names)
            finally:
                os.chdir(before)

    def test_every_public_function_says_what_it_does(self):
        for owner in (rfm.Regressor, rfm.Classifier, rfm.core.Machine, rfm.estimators.Estimator):
            for name, value in vars(owner).items():
                if not name.startswith("_") and callable(value):
                    self.assertTrue(value.__doc__, f"{owner.__name__}.{name}")


if __name__ == "__main__":
    unittest.main()
