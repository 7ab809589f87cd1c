// The history section of a model file, as lib/docs/FORMAT.md describes it.
#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/train.hpp"
#include "rfm/version.h"

namespace rfm::data {
namespace {

double rounded(double value, int digits = 6) {
  double result = value;
  if (value - value == 0) parse_number(format_rounded(value, digits), result);
  return result;
}

void write_scores_of(const char* name, const Scores& scores, std::size_t classes, JsonText& json) {
  if (scores.rows > 0) write_scores(scores, classes, json.key(name));
}

void write_out_of_fold(const Trained& trained, JsonText& json) {
  if (trained.out_of_fold.empty()) return;
  constexpr int digits = 5;
  json.key("out_of_fold").open_object();
  for (std::size_t k = 0; k < 2; ++k) {
    json.key(k == 0 ? "actual" : "predicted").open_array();
    for (const std::array<double, 2>& pair : trained.out_of_fold)
      json.number(rounded(pair[k], digits));
    json.close_array();
  }
  json.close_object();
}

void write_columns(const Trained& trained, JsonText& json) {
  json.key("columns").open_array();
  for (const ColumnPlan& column : trained.plan.columns) {
    json.open_object().key("name").text(column.name).key("kind").text(word(column.kind));
    json.key("role").text(word(column.role)).key("missing").whole(column.missing);
    json.key("reason").text(column.reason).close_object();
  }
  json.close_array();
}

void write_search(const SearchResult& search, JsonText& json) {
  json.key("search").open_object();
  json.key("end").text(search.end == SearchEnd::done        ? "done"
                       : search.end == SearchEnd::cancelled ? "interrupted"
                                                            : "out of time");
  json.key("score").number(rounded(search.score)).key("tried").open_array();
  for (const Trial& trial : search.tried) {
    json.open_object().key("score").number(rounded(trial.score)).key("rows").whole(trial.rows);
    json.key("folds").whole(trial.folds).key("choice");
    write_choice(trial.choice, json);
    json.close_object();
  }
  json.close_array().close_object();
}

}  // namespace

std::string history_text(const TrainOptions& options, const Trained& trained) {
  JsonText json;
  json.open_object().key("program").text("rfm").key("version").text(RFM_VERSION);
  json.key("seed").whole(options.search.seed).key("task").text(word(trained.encoding.task));
  json.key("target").text(trained.encoding.target_name).key("rows").whole(trained.rows);
  json.key("train_rows").whole(trained.train_rows).key("fitted_rows").whole(trained.fitted_rows);
  json.key("features")
      .whole(trained.encoding.features())
      .key("outputs")
      .whole(trained.encoding.outputs());
  if (!trained.encoding.classes.empty()) {
    json.key("classes").open_array();
    for (const std::string& name : trained.encoding.classes) json.text(name);
    json.close_array();
  }
  json.key("centre_gradients")
      .boolean(options.search.wishes.centre_gradients)
      .key("portable")
      .boolean(options.portable);
  json.key("chosen");
  write_choice(trained.members.front(), json);
  if (trained.members.size() > 1) {
    for (const char* key : {"ensemble", "members"}) {  // the older word and today's
      json.key(key).open_array();
      for (const Choice& member : trained.members) write_choice(member, json);
      json.close_array();
    }
  }
  const std::size_t classes = trained.encoding.classes.size();
  write_scores_of("cross_validated", trained.cross_validated, classes, json);
  write_scores_of("test", trained.test, classes, json);
  write_out_of_fold(trained, json);
  json.key("importances").open_array();
  for (const ColumnImportance& column : trained.importances) {
    json.open_object().key("column").text(column.name);
    json.key("share").number(rounded(column.share)).close_object();
  }
  json.close_array();
  write_columns(trained, json);
  json.key("notes").open_array();
  for (const std::string& note : trained.notes) json.text(note);
  json.close_array();
  write_search(trained.search, json);
  json.close_object();
  return json.written();
}

}  // namespace rfm::data
