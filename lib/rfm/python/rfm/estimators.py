"""Regressor and Classifier, with scikit-learn's conventions."""
from __future__ import annotations

import os
import pathlib
import re
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import check_array, check_consistent_length, check_random_state, column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from rfm import _page
from rfm._model import Model
from rfm._table import Column, Table, columns_of, free_name, is_frame, text_of
from rfm._training import Progress, run
from rfm.options import NAMES, Options


def weights_of(sample_weight: Any, rows: int) -> np.ndarray | None:
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != (rows,):
        raise ValueError(f"sample_weight has the shape {weights.shape}, but there are {rows} rows")
    return weights


class Estimator(Options):
    """What Regressor and Classifier have in common."""

    _task = ""

    def _more_tags(self) -> dict[str, Any]:
        return {"allow_nan": True, "X_types": ["2darray", "string"]}

    def _checked(self, X: Any, fresh: bool) -> Any:
        """X as a frame or as an array (n, d), whose columns are those of the fit."""
        loaded = getattr(self, "_loaded", False)
        if not (loaded and is_frame(X)):
            self._check_feature_names(X, reset=fresh)
        if not is_frame(X):
            X = check_array(X, dtype=None, force_all_finite="allow-nan", ensure_min_samples=2 if fresh else 1,
                            estimator=self)
        if not (loaded and is_frame(X)):
            self._check_n_features(X, reset=fresh)
        return X

    def _fit_table(self, X: Any, y: Column, weights: np.ndarray | None) -> None:
        columns = list(columns_of(X))
        names = [column.name for column in columns]
        target = free_name(y.name, names)
        table = Table(columns)
        table.add(y._replace(name=target))
        options: dict[str, Any] = {name.replace("_", "-"): getattr(self, name) for name in NAMES
                                   if getattr(self, name) is not None}
        options |= {"target": target, "task": self._task, "seed": self._seed()}
        settled = {name for word in ("drop", "categorical", "numeric") for name in options.get(word, ())}
        for word, kind in (("categorical", "category"), ("numeric", "number")):
            options[word] = [*options.get(word, ()), *(column.name for column in columns
                                                      if column.kind == kind and column.name not in settled)]
        if weights is not None:
            options["weights"] = free_name("weight", [*names, target])
            table.add(Column(options["weights"], weights))
        model, words, interrupted = run(table, options, self.float64, self.n_jobs,
                                        Progress() if self.verbose else None)
        self._names, self._loaded = names, False
        self._keep(model, words)
        if interrupted:
            raise KeyboardInterrupt

    def _seed(self) -> int:
        if self.random_state is None:
            return 1
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _keep(self, model: Model, words: str) -> None:
        self.model_, self.summary_, self.history_ = model, words, model.history
        shares = {entry["column"]: entry["share"] for entry in self.history_.get("importances", [])}
        self.importances_ = np.array([shares.get(name, 0.0) for name in self._names])

    @property
    def feature_importances_(self) -> np.ndarray:
        """`importances_`, as scikit-learn calls it."""
        return self.importances_

    def _rows(self, X: Any) -> tuple[Table, int]:
        """The columns that the model reads, and how many rows there are."""
        check_is_fitted(self)
        X = self._checked(X, fresh=False)
        wanted = set(self.model_.columns)
        by_name = self._loaded and is_frame(X)
        columns = (column if by_name else column._replace(name=name)
                   for column, name in zip(columns_of(X), X.columns if by_name else self._names))
        return Table(column for column in columns if column.name in wanted), len(X)

    def explain(self, X: Any) -> np.ndarray:
        """(n, columns) how far each column moved the answer of each row away from that of the
        average row: in units of the target, or of the share of the class that is answered."""
        table, rows = self._rows(X)
        pushes = np.zeros((rows, len(self._names)))
        places = [self._names.index(name) for name in self.model_.columns]
        pushes[:, places] = self.model_.pushes(table, rows)
        return pushes

    @available_if(lambda self: hasattr(self, "model_"))
    def novelty(self, X: Any) -> np.ndarray:
        """(n) how unlike the rows of training each row is: the share of those that were less far from
        the others, from 0 to 1. Of rows like those of training one in twenty is above .95.

        >>> import numpy as np, rfm
        >>> x = np.random.default_rng(1).normal(size=(200, 2))
        >>> model = rfm.Regressor(effort="quick").fit(x, x[:, 0])
        >>> bool(model.novelty([[0.1, 0.2]])[0] < 0.9 < model.novelty([[0.1, 9.0]])[0])
        True
        """
        table, rows = self._rows(X)
        return self.model_.novelties(table, rows)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, which `rfm.load`, the program rfm and every other face read."""
        check_is_fitted(self)
        pathlib.Path(path).write_bytes(self.model_.data)

    def to_c(self, name: str = "model") -> str:
        """The model as a header for C99 and C++ whose names begin with `name`: constant data and
        static functions, which answer with the same numbers."""
        check_is_fitted(self)
        return self.model_.exported("c", name).decode()

    def to_onnx(self) -> bytes:
        """The model as an ONNX graph of standard operators."""
        check_is_fitted(self)
        return self.model_.exported("onnx")

    def _repr_html_(self) -> str:
        return _page.of(self)

    def _repr_mimebundle_(self, **_arguments: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": _page.of(self)}


class Regressor(RegressorMixin, Estimator):
    """Predicts a number. The keywords are the options of training, see `help(rfm.Regressor.__init__)`;
    what is not given is chosen by cross-validation.

    Attributes: `importances_` (columns), shares that sum to 1; `summary_`, the score in words;
    `history_`, how the model was made; `model_.data`, the bytes of the model file.

    >>> import numpy as np, rfm
    >>> x = np.random.default_rng(1).normal(size=(200, 4))
    >>> y = np.sin(x[:, 0]) + x[:, 1] * x[:, 2]
    >>> model = rfm.Regressor(kernel="laplace", rounds=3).fit(x[:150], y[:150])
    >>> model.score(x[150:], y[150:]) > 0.9
    True
    >>> bool(model.importances_[3] < 0.01)
    True
    """

    _task = "regression"

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "_xfail_checks": {
            "check_sample_weights_invariance":
                "where weights are zero the check shuffles the rows, and sums of floats in another "
                "order differ by 5e-7 where it allows 1e-7"}}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Regressor:
        """X (n, d): a frame, an array or lists, with missing cells; y (n) numbers. Rows of
        sample_weight (n) 0 count for nothing. Ctrl-C raises KeyboardInterrupt; when something was
        found by then, the model of it is there."""
        X = self._checked(X, fresh=True)
        name = str(getattr(y, "name", None) or "y")
        if y is None:
            raise ValueError("Regressor requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        y = check_array(y, ensure_2d=False, dtype=np.float64, input_name="y")
        check_consistent_length(X, y)
        self._fit_table(X, Column(name, y), weights_of(sample_weight, len(y)))
        return self

    def predict(self, X: Any) -> np.ndarray:
        """(n) the numbers."""
        check_is_fitted(self)
        return self.model_.values(*self._rows(X))

    def predict_interval(self, X: Any, coverage: float = 0.9) -> np.ndarray:
        """(n, 2) between which two numbers this share of new rows lies.

        >>> import numpy as np, rfm
        >>> x = np.linspace(0, 6, 100).reshape(-1, 1)
        >>> model = rfm.Regressor(budget=2).fit(x, np.sin(x[:, 0]))
        >>> low, high = model.predict_interval([[1.5]])[0]
        >>> bool(low < model.predict([[1.5]])[0] < high)
        True
        """
        if not 0 < coverage < 1:
            raise ValueError(f"coverage is {coverage}: it is a share above 0 and below 1, such as 0.9")
        value = self.predict(X)
        half = self.model_.half_widths(value, coverage)
        return np.stack([value - half, value + half], axis=1)


class Classifier(ClassifierMixin, Estimator):
    """Predicts a class, with calibrated probabilities. The keywords are the options of training, see
    `help(rfm.Classifier.__init__)`; what is not given is chosen by cross-validation.

    Attributes: `classes_`; `importances_` (columns), shares that sum to 1; `summary_`, the scores in
    words; `history_`, how the model was made; `model_.data`, the bytes of the model file.

    >>> import rfm
    >>> from sklearn.datasets import load_iris
    >>> x, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = rfm.Classifier(budget=5).fit(x[::2], y[::2])
    >>> model.score(x[1::2], y[1::2]) > 0.9
    True
    >>> model.predict_proba(x[:3]).shape
    (3, 3)
    """

    _task = "classification"

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "_xfail_checks": {
            "check_class_weight_classifiers":
                "class_weight is 'balanced' or None, as rfm train has it; weights of single classes "
                "are given as sample_weight"}}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Classifier:
        """X (n, d): a frame, an array or lists, with missing cells; y (n) labels. Rows of
        sample_weight (n) 0 count for nothing. Ctrl-C raises KeyboardInterrupt; when something was
        found by then, the model of it is there."""
        X = self._checked(X, fresh=True)
        name = str(getattr(y, "name", None) or "y")
        if y is None:
            raise ValueError("Classifier requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        words = [text_of(label) or "" for label in self.classes_]
        weights = weights_of(sample_weight, len(y))
        if isinstance(self.class_weight, dict):
            raise ValueError("class_weight is None or 'balanced'; what rows count for is sample_weight")
        kept = labels if weights is None else labels[weights > 0]
        self._trained = {words[label] for label in kept}
        self._fit_table(X, Column(name, [words[label] for label in labels]), weights)
        return self

    def _keep(self, model: Model, words: str) -> None:
        labels = [text_of(label) for label in self.classes_]
        trained: set[str] = getattr(self, "_trained", None) or set()
        if lost := trained - set(model.classes):
            raise ValueError(f"the label {min(lost)!r} reads as a missing cell or as another label")
        # (classes of the model) the place of each in classes_
        self._places = np.array([labels.index(name) for name in model.classes])
        super()._keep(model, words)

    def predict(self, X: Any) -> np.ndarray:
        """(n) the class of each row: the likeliest, unless `cost`, `recall` or `class_weight` weigh."""
        check_is_fitted(self)
        picked = self.model_.values(*self._rows(X)).astype(np.intp)
        return self.classes_[self._places[picked]]

    def predict_proba(self, X: Any) -> np.ndarray:
        """(n, classes) in the order of classes_."""
        table, rows = self._rows(X)
        probabilities = np.zeros((rows, len(self.classes_)))
        probabilities[:, self._places] = self.model_.probabilities(table, rows)
        return probabilities


def load(source: str | os.PathLike[str] | bytes) -> Regressor | Classifier:
    """The model of a file, or of its bytes, wherever it was made, ready to predict. Frames give it
    the columns of its names, whatever others they have; arrays have those of the fit. Classes that
    are all numbers are numbers again."""
    model = Model(source if isinstance(source, bytes) else pathlib.Path(source).read_bytes())
    estimator: Regressor | Classifier = Classifier() if model.classes else Regressor()
    table = [entry for entry in model.history.get("columns", []) if entry["role"] in {"feature", "ignored"}]
    estimator._names = [entry["name"] for entry in table] or model.columns
    estimator._loaded = True
    estimator.n_features_in_ = len(estimator._names)
    if not all(re.fullmatch(r"x\d+", name) for name in estimator._names):
        estimator.feature_names_in_ = np.array(estimator._names, dtype=object)
    if isinstance(estimator, Classifier):
        estimator.classes_ = np.array(sorted(model.classes))
        for number in (int, float):
            try:
                estimator.classes_ = np.array(sorted(number(name) for name in model.classes))
                break
            except ValueError:
                pass
    estimator._keep(model, "")
    return estimator
