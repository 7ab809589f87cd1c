#!/usr/bin/python3
"""Writes recorded_scores.hpp: small sets of labels, probabilities and values with
the scores scikit-learn gives them.

usage: record_scores.py > recorded_scores.hpp
(Debian: python3-sklearn, python3-numpy; recorded with 1.2.1)
"""
import numpy as np
from sklearn import metrics as m


def array(values):
    return "{" + ", ".join(repr(float(v)) if isinstance(v, (float, np.floating)) else str(int(v)) for v in values) + "}"


def classification(name, labels, p):
    classes = p.shape[1]
    predicted = p.argmax(1)
    one_hot = np.eye(classes)[labels]
    two = classes == 2
    scores = [
        m.accuracy_score(labels, predicted),
        m.balanced_accuracy_score(labels, predicted),
        m.log_loss(labels, p, labels=range(classes)),
        m.brier_score_loss(labels, p[:, 1]) if two else ((p - one_hot) ** 2).sum(1).mean(),
        m.roc_auc_score(labels, p[:, 1]) if two else m.roc_auc_score(labels, p, multi_class="ovr", average="macro"),
        m.f1_score(labels, predicted, average="macro"),
    ]
    confusion = m.confusion_matrix(labels, predicted, labels=range(classes)).ravel()
    print(f"    {{\"{name}\", {classes}, {array(labels)},\n     {array(p.ravel())},\n     {array(map(float, scores))},\n"
          f"     {array(confusion)}}},")


def regression(name, truth, predicted):
    scores = [m.r2_score(truth, predicted), m.mean_squared_error(truth, predicted) ** 0.5,
              m.mean_absolute_error(truth, predicted)]
    print(f"    {{\"{name}\", {array(truth)},\n     {array(predicted)},\n     {array(scores)}}},")


def probabilities(rng, labels, classes, digits, sharpness):
    z = rng.normal(size=(len(labels), classes)) + sharpness * np.eye(classes)[labels]
    p = np.exp(z) / np.exp(z).sum(1, keepdims=True)
    p = np.maximum(np.round(p, digits), 0)  # few digits: ties
    return p / p.sum(1, keepdims=True)


rng = np.random.default_rng(0)
print("""// Scores that scikit-learn 1.2.1 gave: written by record_scores.py.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

struct RecordedClasses {
  const char* name;
  std::size_t classes;
  std::vector<uint32_t> labels;
  std::vector<double> probabilities;
  std::vector<double> scores;  // accuracy, balanced accuracy, log-loss, Brier, AUC, F1
  std::vector<std::size_t> confusion;
};

struct RecordedValues {
  const char* name;
  std::vector<double> truth, predicted;
  std::vector<double> scores;  // R2, RMSE, MAE
};

inline const std::vector<RecordedClasses> recorded_classes{""")
labels = rng.integers(0, 2, 30)
classification("two classes with ties", labels, probabilities(rng, labels, 2, 1, 1.0))
labels = (rng.random(40) < 0.1).astype(int)
labels[0] = 1
classification("a rare class", labels, probabilities(rng, labels, 2, 3, 0.5))
labels = rng.integers(0, 4, 40)
classification("four classes with ties", labels, probabilities(rng, labels, 4, 1, 1.0))
labels = np.repeat([0, 1, 2], [3, 5, 7])
p = np.eye(3)[labels]
p[0] = [0, 1, 0]
classification("certain, and once wrong", labels, p)
labels = rng.integers(0, 3, 20)
p = probabilities(rng, labels, 3, 2, 0.2)
p[:, 2] *= 0.01
classification("a class never predicted", labels, p / p.sum(1, keepdims=True))
print("};\n\ninline const std::vector<RecordedValues> recorded_values{")
truth = rng.normal(size=25)
regression("noise around the truth", truth, truth + 0.3 * rng.normal(size=25))
regression("worse than the mean", truth, -truth)
regression("large offset", 1e6 + truth, 1e6 + truth + 0.1 * rng.normal(size=25))
regression("all equal and right", np.full(3, 2.5), np.full(3, 2.5))
regression("all equal and wrong", np.full(3, 2.5), np.array([2.5, 2.0, 3.5]))
print("};")
