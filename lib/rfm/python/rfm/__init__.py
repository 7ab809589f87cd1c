"""Recursive feature machines: kernel machines that find out which columns of a table matter.

    rfm.Regressor, rfm.Classifier    estimators with scikit-learn's conventions
    rfm.load                         one of them from a model file
    rfm.core.fit                     the machine itself, for arrays as they are

Kernel, metric, bandwidth, ridge and rounds are chosen by cross-validation unless they are given."""
from rfm import _library, core
from rfm.estimators import Classifier, Regressor, load

__version__: str = _library.version().decode()
__all__ = ["Classifier", "Regressor", "core", "load"]
