// Learning watched round by round: the same table, encoding and machine as in training, with one
// choice instead of a search.
#include <memory>
#include <optional>

#include "models.hpp"
#include "outbox.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/bytes_needed.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/rows/prepare.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/search/space.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/text_table.hpp"
#include "rfm/data/text/json.hpp"
#include "rfm/data/text/sentence.hpp"
#include "settings.hpp"
#include "threads/team.hpp"

namespace rfm::wasm {
namespace {

using data::EncodedTable;
using data::JsonText;
using data::Outcome;

// A fit that stops after every round.
class Watched {
 public:
  Outcome start(const data::TextTable& text, const data::Plan& plan, const Settings& settings);
  Outcome watch(const TextTable& at) { return encode_text(encoder_->encoding(), at, at_); }
  Outcome step();
  bool more() const { return machine_.round < rounds_of(machine_.options); }
  void write(JsonText& json) const;
  void copy(std::vector<float>& matrix, std::vector<float>& answers) const;

 private:
  Outcome encode(const data::TextTable& text, const data::Plan& plan, const Settings& settings);
  data::Choice choose(const Settings& settings) const;
  void write_scores(const char* key, const EncodedTable<float>& rows, JsonText& json) const;
  std::vector<float> outputs(const EncodedTable<float>& rows) const;

  data::FittedEncoding fitted_;
  std::unique_ptr<data::Encoder<float>> encoder_;
  EncodedTable<float> rows_, held_, at_;
  data::AlignedBytes model_, workspace_;
  Machine<float> machine_;
};

Outcome Watched::encode(const data::TextTable& text, const data::Plan& plan,
                        const Settings& settings) {
  data::Table table;
  if (Outcome outcome = make_table(text, plan, table); !outcome.ok()) return outcome;
  const uint64_t seed = settings.train.search.seed;
  data::Split split;
  if (settings.held_out <= 0) {
    split.train = data::all_rows(table.rows);
  } else if (table.task == Task::classification) {
    split = data::stratified_holdout(table.labels, settings.held_out, seed);
  } else {
    split = data::holdout(table.rows, settings.held_out, seed);
  }
  if (Outcome outcome = fit_encoding(table, split.train, {}, fitted_); !outcome.ok())
    return outcome;
  encoder_ = std::make_unique<data::Encoder<float>>(fitted_);
  if (!encoder_->ok()) return data::failure(words(encoder_->status()));
  rows_ = encode_table(encoder_->encoding(), text, table, split.train);
  take_means_of_others(rows_, seed);
  held_ = encode_table(encoder_->encoding(), text, table, split.test);
  return {};
}

// What is not wished for: the point at which a search would begin, a full metric and five rounds.
data::Choice Watched::choose(const Settings& settings) const {
  data::SearchData data;
  data.x = rows_.x.data();
  data.y = rows_.y.data();
  data.n = rows_.n;
  data.d = rows_.d;
  data.c = rows_.c;
  data::Wishes wishes = settings.train.search.wishes;
  if (!wishes.rounds.has_value()) wishes.rounds = 5;
  const data::Space space(data, wishes, settings.train.search.seed);
  return space.choice(space.starts().front());
}

Outcome Watched::start(const data::TextTable& text, const data::Plan& plan,
                       const Settings& settings) {
  if (Outcome outcome = encode(text, plan, settings); !outcome.ok()) return outcome;
  const Options<float> options =
      data::options_of<float>(choose(settings), settings.train.search.seed, team());
  Data<float> data;
  data.x = Rows<float>(rows_.x.data(), rows_.n, rows_.d);
  data.y = Rows<float>(rows_.y.data(), rows_.n, rows_.c);
  data.weights = rows_.weights.empty() ? nullptr : rows_.weights.data();
  const std::size_t model = model_bytes<float>(rows_.n, rows_.d, rows_.c, options.metric);
  const std::size_t workspace =
      workspace_bytes<float>(shape_of(rows_.n, rows_.d, rows_.c, options));
  model_ = data::AlignedBytes(model, std::nothrow);
  workspace_ = data::AlignedBytes(workspace, std::nothrow);
  if (!model_.given() || !workspace_.given())
    return data::failure("there is no memory for this fit");
  const Status status = rfm::start(machine_, data, options, model_.buffer(), workspace_.buffer());
  return status == Status::ok ? Outcome{} : data::failure(words(status));
}

Outcome Watched::step() {
  const Status status = iterate(machine_);
  return status == Status::ok ? Outcome{} : data::refusal("the fit failed: %", {words(status)});
}

std::vector<float> Watched::outputs(const EncodedTable<float>& rows) const {
  std::vector<float> out(data::array_size<float>(rows.n, rows_.c));
  const Executor* executor = machine_.options.executor;
  const data::AlignedBytes scratch(predict_bytes(machine_.model, machine_.shape.workers),
                                   std::nothrow);
  if (!scratch.given() ||
      predict(machine_.model, Rows<float>(rows.x.data(), rows.n, rows.d), out.data(),
              scratch.buffer().data, scratch.buffer().bytes, executor) != Status::ok)
    return {};
  return out;
}

void Watched::write_scores(const char* key, const EncodedTable<float>& rows, JsonText& json) const {
  const data::Scores scores = score_outputs(encoder_->encoding(), rows, outputs(rows));
  if (scores.rows == 0) return;
  data::write_scores(scores, 0, json.key(key));
}

void Watched::write(JsonText& json) const {
  json.open_object().key("round").whole(machine_.round - 1);
  json.key("rounds").whole(rounds_of(machine_.options)).key("features").open_array();
  for (const std::string& name : data::feature_names(encoder_->encoding())) json.text(name);
  json.close_array().key("classes").open_array();
  for (const std::string& name : fitted_.classes) json.text(name);
  json.close_array();
  write_scores("fitted", rows_, json);
  write_scores("heldOut", held_, json);
  json.close_object();
}

// M (d, d), and for the rows to watch numbers (n) or probabilities (n, classes).
void Watched::copy(std::vector<float>& matrix, std::vector<float>& answers) const {
  const std::size_t d = machine_.model.d;
  std::vector<float> packed(packed_size(d));
  metric_matrix(machine_.model, packed.data());
  matrix.resize(data::array_size<float>(d, d));
  unpack(packed.data(), d, matrix.data());
  if (at_.n == 0) return;
  std::vector<float> values, probabilities;
  decode(encoder_->encoding(), outputs(at_), at_.n, values, probabilities);
  answers = fitted_.classes.empty() ? std::move(values) : std::move(probabilities);
}

}  // namespace

// A handle, or null with the reason left. `at` may be null.
RFM_WASM_EXPORT(rounds_start)
Watched* rounds_start(TextTable* table, const TextTable* at, const char* options, std::size_t size,
                      double limit) {
  Settings settings;
  Outcome outcome = read_settings(options, size, settings);
  const TextTable& given = spelled(*table);
  data::Prepared prepared;
  if (outcome.ok()) outcome = prepare_table(given, settings.train.plan, prepared);
  const data::TextTable& text = outcome.ok() ? *prepared.text : given;
  const data::Plan& plan = prepared.plan;
  std::size_t needed = 0;
  if (outcome.ok()) {
    settings.train.search.direct_rows = text.rows();
    std::optional<Metric>& metric = settings.train.search.wishes.metric;
    metric = metric.value_or(Metric::full);
    settings.train.search.executor = team();
    needed = bytes_to_train(text, width_of(plan), settings.train.search, data::most_landmarks);
    if (static_cast<double>(needed) > limit)
      outcome = data::refusal("watching this table takes up to % bytes", {needed});
    else
      needed = 0;
  }
  auto watched = std::make_unique<Watched>();
  if (outcome.ok()) outcome = watched->start(text, plan, settings);
  if (outcome.ok() && at != nullptr) outcome = watched->watch(*at);
  if (outcome.ok()) return watched.release();
  refuse(outcome, needed);
  return nullptr;
}

// Leaves the facts of types.ts Round, M (d, d) and the answers; `refused` with no text when there
// are no more rounds.
RFM_WASM_EXPORT(rounds_next) int rounds_next(Watched* watched) {
  if (!watched->more()) {
    answer({});
    return refused;
  }
  if (Outcome outcome = watched->step(); !outcome.ok()) return refuse(outcome);
  watched->copy(outbox().first, outbox().second);
  JsonText json;
  watched->write(json);
  return answer(json.written());
}

RFM_WASM_EXPORT(rounds_free) void rounds_free(const Watched* watched) { delete watched; }

}  // namespace rfm::wasm
