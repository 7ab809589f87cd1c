"""scikit-learn's own checks of estimators, all of them, and those that are expected to fail."""
import unittest
import warnings

import rfm
from sklearn.exceptions import SkipTestWarning
from sklearn.utils.estimator_checks import check_estimator, check_sample_weights_invariance

EXPECTED = {rfm.Regressor: {"check_sample_weights_invariance"}, rfm.Classifier: {"check_class_weight_classifiers"}}


class Checks(unittest.TestCase):
    def test_all(self):
        for kind, expected in EXPECTED.items():
            with self.subTest(kind.__name__), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                check_estimator(kind())
                skipped = {str(each.message).split()[1] for each in caught
                           if issubclass(each.category, SkipTestWarning)}
                self.assertEqual(skipped, expected)

    def test_weights_of_one_change_nothing(self):
        check_sample_weights_invariance("Regressor", rfm.Regressor(), kind="ones")


if __name__ == "__main__":
    unittest.main()
