#include "rfm/data/score/scores.hpp"

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/score/calibration.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {

std::vector<NamedScore> named_scores(const Scores& scores) {
  const RegressionScores& r = scores.regression;
  if (scores.task == Task::regression) return {{"r2", r.r2}, {"rmse", r.rmse}, {"mae", r.mae}};
  const ClassificationScores& c = scores.classification;
  return {{"accuracy", c.accuracy}, {"balanced_accuracy", c.balanced_accuracy},
          {"log_loss", c.log_loss}, {"brier", c.brier},
          {"auc", c.auc},           {"f1", c.f1}};
}

void write_scores(const Scores& scores, std::size_t classes, JsonText& json) {
  json.open_object().key("rows").whole(scores.rows);
  for (const NamedScore& score : named_scores(scores)) json.key(score.name).number(score.value);
  if (scores.rows > 0 && classes > 0) {
    json.key("confusion").open_array();
    const std::size_t* count = scores.classification.confusion.data();
    for (std::size_t truth = 0; truth < classes; ++truth) {
      json.open_array();
      for (std::size_t k = 0; k < classes; ++k) json.whole(*count++);
      json.close_array();
    }
    json.close_array();
  }
  json.close_object();
}

std::string score_sentence(const Scores& scores) {
  const RegressionScores& r = scores.regression;
  if (scores.task == Task::regression) {
    return sentence("R2 %, RMSE %, MAE %",
                    {format_rounded(r.r2), format_rounded(r.rmse), format_rounded(r.mae)});
  }
  const ClassificationScores& c = scores.classification;
  return sentence("accuracy %, log-loss %, AUC %",
                  {format_rounded(c.accuracy), format_rounded(c.log_loss),
                   c.auc == c.auc ? format_rounded(c.auc) : "undefined"});
}

template <class T>
Scores score_outputs(const Encoding<T>& encoding, const EncodedTable<T>& rows,
                     const std::vector<T>& outputs) {
  Scores scores;
  scores.task = encoding.task;
  scores.rows = rows.n;
  if (rows.n == 0) return scores;
  if (encoding.task == Task::regression) {
    std::vector<double> values(rows.n);
    for (std::size_t i = 0; i < rows.n; ++i)
      values[i] = static_cast<double>(decoded_value(encoding, &outputs[i]));
    scores.regression = regression_scores(rows.targets, values);
  } else {
    const std::vector<double> p = probabilities_of(encoding, outputs.data(), rows.n);
    scores.classification = classification_scores(rows.labels, p, encoding.classes);
  }
  return scores;
}

template Scores score_outputs(const Encoding<float>&, const EncodedTable<float>&,
                              const std::vector<float>&);
template Scores score_outputs(const Encoding<double>&, const EncodedTable<double>&,
                              const std::vector<double>&);

}  // namespace rfm::data
