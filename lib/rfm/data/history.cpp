// The history section of a model file, as lib/docs/FORMAT.md describes it.
#include <algorithm>

#include "rfm/data/search/choice_words.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/train.hpp"
#include "rfm/version.h"

namespace rfm::data {
namespace {

constexpr std::size_t fewest_trials = 5;  // that are kept; of more rows as many as these

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
      json.number(rounded_number(pair[k], digits));
    json.close_array();
  }
  json.close_object();
}

void write_study(const Trained& trained, JsonText& json) {
  constexpr int digits = 4;
  if (!trained.reliability.empty()) {
    json.key("calibration").open_array();
    for (const Reliability& bin : trained.reliability) {
      json.open_object().key("rows").whole(bin.rows).key("said").number(
          rounded_number(bin.said, digits));
      json.key("right").number(rounded_number(bin.right, digits)).close_object();
    }
    json.close_array();
  }
  if (!trained.held_out.permuted.empty()) {
    json.key("permutation").open_array();
    for (const PermutedColumns& permuted : trained.held_out.permuted) write(permuted, json);
    json.close_array();
  }
  if (!trained.held_out.learning.empty()) {
    json.key("learning").open_object().key("rows").open_array();
    for (const LearnedFrom& point : trained.held_out.learning) json.whole(point.rows);
    json.close_array().key("error").open_array();
    for (const LearnedFrom& point : trained.held_out.learning)
      json.number(rounded_number(point.error, digits));
    json.close_array()
        .key("twice")
        .number(rounded_number(trained.held_out.twice, digits))
        .close_object();
  }
  if (trained.dependences.empty()) return;
  json.key("effects").open_array();
  for (const Dependence& effect : trained.dependences) {
    json.open_object().key("column").text(effect.column).key("at").open_array();
    for (const double number : effect.numbers) json.number(rounded_number(number, digits));
    for (const std::string& level : effect.levels) json.text(level);
    json.close_array().key("answers").open_array();
    for (const double answer : effect.answers) json.number(rounded_number(answer, digits));
    json.close_array().close_object();
  }
  json.close_array();
}

void write_columns(const Trained& trained, JsonText& json) {
  json.key("columns").open_array();
  for (const ColumnPlan& column : trained.plan.columns) {
    json.open_object().key("name").text(column.name).key("kind").text(word(column.kind));
    json.key("role").text(word(column.role)).key("missing").whole(column.missing);
    if (column.role == Role::feature && column.kind == ColumnKind::number && column.numbers > 0)
      json.key("least").number(column.least).key("largest").number(column.largest);
    json.key("reason").text(column.reason).close_object();
  }
  json.close_array();
}

// Files of ordinary tables have no such key.
void write_findings(const Findings& findings, JsonText& json) {
  if (findings.empty()) return;
  json.key("findings").open_array();
  for (const Fact& fact : findings) write_fact(fact, json);
  json.close_array();
}

// The trials that a small file has room for, in the order in which they were made: those on the
// most rows and folds, the best of them first.
std::vector<std::size_t> kept_trials(const SearchResult& search, std::size_t most) {
  const std::vector<Trial>& tried = search.tried;
  std::vector<std::size_t> kept = ascending(tried.size(), [&](std::size_t a, std::size_t b) {
    const std::size_t left = tried[a].rows * tried[a].folds, right = tried[b].rows * tried[b].folds;
    return left != right ? left > right : tried[a].score < tried[b].score;
  });
  if (kept.size() > most) kept.resize(most);
  std::sort(kept.begin(), kept.end());
  return kept;
}

void write_search(const SearchResult& search, std::size_t most, JsonText& json) {
  json.key("search").open_object();
  json.key("end").text(search.end == SearchEnd::done        ? "done"
                       : search.end == SearchEnd::cancelled ? "interrupted"
                                                            : "out of time");
  json.key("score").number(rounded_number(search.score));
  json.key("optimism").number(rounded_number(search.optimism.share));
  json.key("trials").whole(search.tried.size()).key("tried").open_array();
  for (const std::size_t k : kept_trials(search, most)) {
    const Trial& trial = search.tried[k];
    json.open_object()
        .key("score")
        .number(rounded_number(trial.score))
        .key("rows")
        .whole(trial.rows);
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
    json.key("weights").open_array();
    for (const Trial& leader : trained.search.leaders) json.number(rounded_number(leader.weight));
    json.close_array();
  }
  const std::size_t classes = trained.encoding.classes.size();
  write_scores_of("cross_validated", trained.cross_validated, classes, json);
  write_scores_of("test", trained.test, classes, json);
  write_out_of_fold(trained, json);
  json.key("importances").open_array();
  for (const ColumnImportance& column : trained.importances) {
    json.open_object().key("column").text(column.name);
    json.key("share").number(rounded_number(column.share)).close_object();
  }
  json.close_array();
  write_study(trained, json);
  write_columns(trained, json);
  json.key("notes").open_array();
  for (const std::string& note : trained.notes) json.text(note);
  json.close_array().key("warnings").open_array();
  for (const Warning& warning : trained.warnings) {
    json.open_object().key("kind").text(word(warning.doubt));
    if (!warning.column.empty()) json.key("column").text(warning.column);
    json.key("words").text(warning.words).close_object();
  }
  json.close_array();
  write_findings(trained.plan.findings, json);
  write_search(trained.search, std::max<std::size_t>(fewest_trials, trained.train_rows), json);
  json.close_object();
  return json.written();
}

}  // namespace rfm::data
