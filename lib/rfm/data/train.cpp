#include "rfm/data/train.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/bytes_needed.hpp"
#include "rfm/data/doubt/optimism.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/rows/prepare.hpp"
#include "rfm/data/score/calibration.hpp"
#include "rfm/data/score/intervals.hpp"
#include "rfm/data/score/novelty.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/divisions.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// Rows that importances are averaged over.
constexpr std::size_t importance_rows = 512;

// Fewer rows tell nothing of the kind.
constexpr std::size_t fewest_studied = 20;

// Columns whose effect on the answers is kept, to be drawn.
constexpr std::size_t shown_effects = 4;

// Out-of-fold answers that the history keeps, to be drawn.
constexpr std::size_t shown_answers = 200;

// The raw column of that name.
template <class T>
std::size_t place_of(const Encoding<T>& encoding, const std::string& name) {
  std::size_t k = 0;
  while (k + 1 < encoding.columns && to_string(encoding.column_name(k)) != name) ++k;
  return k;
}

Outcome check_encoder(Status status) {
  if (status == Status::ok) return {};
  return failure("the table's categories or numbers are too large for a model file");
}

template <class T>
class Training {
 public:
  Training(const TextTable& text, const TrainOptions& options, Trained& result)
      : given_(text),
        options_(options),
        searching_(options.search),
        result_(result),
        study_pool_(options.search.executor, ended, this) {
    SearchOptions& search = searching_;
    if (search.began < 0 && search.now != nullptr) search.began = search.now(search.context);
  }

  Outcome run() {
    for (const auto step :
         {&Training::prepare, &Training::keep_limits, &Training::encode, &Training::choose,
          &Training::calibrate, &Training::fit, &Training::assemble}) {
      if (Outcome outcome = (this->*step)(); !outcome.ok()) return outcome;
    }
    return {};
  }

 private:
  Outcome prepare();
  Outcome keep_limits();
  Outcome encode();
  Outcome choose();
  Outcome calibrate();
  Outcome fit();
  Outcome assemble();

  // Whether the study of held-out rows is to end: time is out, or somebody has asked for it since
  // the search was over.
  static bool ended(void* training) {
    const auto& self = *static_cast<const Training*>(training);
    return !(seconds_left(self.searching_) > 0) || given_up(self.searching_, self.result_.search);
  }

  const TextTable& given_;
  const TrainOptions& options_;
  SearchOptions searching_;
  Trained& result_;
  Prepared prepared_;
  Table table_;
  Divisions divisions_;  // of the training rows
  Split split_;
  EncodedTable<float> searched_;  // the training rows as the search sees them
  EncodedTable<T> train_, test_;
  SearchData data_;  // what the search saw
  SearchOptions searched_with_;
  std::size_t centres_ = 0;  // of the last fit, at most
  std::vector<AlignedBytes> machines_;
  Stoppable study_pool_;
};

template <class T>
Outcome Training<T>::prepare() {
  if (Outcome outcome = prepare_table(given_, options_.plan, prepared_); !outcome.ok())
    return outcome;
  result_.plan = prepared_.plan;
  result_.notes = sentences_of(result_.plan.findings);
  result_.plan.findings.insert(result_.plan.findings.begin(), options_.reading.begin(),
                               options_.reading.end());
  if (Outcome outcome = make_table(*prepared_.text, result_.plan, table_); !outcome.ok())
    return outcome;
  const TextTable& text = *prepared_.text;
  if (options_.decision.asked() && table_.task == Task::regression)
    return failure("class-weight, cost and recall need classes, and the target is a number");
  if (options_.decision.class_weight == ClassWeight::balanced) {
    table_.weights.resize(table_.rows, 1.0);
    const std::vector<double> weight = balancing(table_.labels, table_.classes.size());
    for (std::size_t i = 0; i < table_.rows; ++i) table_.weights[i] *= weight[table_.labels[i]];
  }
  const uint64_t seed = options_.search.seed;
  if (Outcome outcome =
          read_divisions(text, result_.plan, options_.plan.groups, options_.plan.time, divisions_);
      !outcome.ok())
    return outcome;
  if (options_.test_share <= 0 || options_.test != nullptr) {
    split_.train = all_rows(table_.rows);
  } else if (!divisions_.groups.empty()) {
    split_ = grouped_holdout(divisions_.groups, options_.test_share, seed);
  } else if (!divisions_.times.empty()) {
    split_ = latest_holdout(divisions_.times, options_.test_share);
  } else if (table_.task == Task::classification) {
    split_ = stratified_holdout(table_.labels, options_.test_share, seed);
  } else {
    split_ = holdout(table_.rows, options_.test_share, seed);
  }
  result_.rows = table_.rows;
  result_.train_rows = split_.train.size();
  if (split_.train.size() < 2) return failure("fewer than two rows are left for training");
  divisions_ = divisions_.chosen(split_.train);
  if (divisions_.all_alike())
    return failure("the training rows are all of one group or time, which divides none of them");
  return {};
}

// What a small table could ask for without end is looked at before the work: the classes, the
// memory, and a metric that would take d^3 operations a round.
template <class T>
Outcome Training<T>::keep_limits() {
  if (table_.classes.size() > options_.most_classes)
    return refusal(
        "the target '%' has % classes, more than %: is it the right column? The option "
        "most-classes allows more",
        {table_.target_name, table_.classes.size(), options_.most_classes});
  const Width width = width_of(result_.plan);
  const std::size_t n = prepared_.text->rows(), sample = searching_.direct_rows;
  centres_ = usual_centres(n, width.features, width.outputs, sample, 1);
  if (options_.solver == Solver::landmarks) centres_ = std::min(centres_, most_landmarks);
  const auto needed = [&] {
    return bytes_to_train(*prepared_.text, width, searching_, centres_, sizeof(T));
  };
  const auto too_large = [&] { return options_.memory > 0 && needed() > options_.memory; };
  while (n > sample && centres_ > fewest_landmarks && too_large()) centres_ = fewer(centres_);
  std::optional<Metric>& metric = searching_.wishes.metric;
  const bool open = !metric.has_value(), wide = width.features > widest_full_metric;
  const bool large = too_large();
  if (open && (wide || large)) metric = Metric::diagonal;
  if (Outcome outcome = within_memory("training", needed(), options_.memory); !outcome.ok())
    return outcome;
  if (open && metric.has_value())
    result_.notes.push_back(
        sentence("% are too many for a full metric%, so a diagonal one is learned; --metric full "
                 "asks for it",
                 {count_of(width.features, "feature"), wide ? "" : " in this memory"}));
  return {};
}

template <class T>
Outcome Training<T>::encode() {
  if (Outcome outcome = fit_encoding(table_, split_.train, {}, result_.encoding); !outcome.ok())
    return outcome;
  const std::vector<std::string>& notes = result_.encoding.notes;
  result_.notes.insert(result_.notes.end(), notes.begin(), notes.end());
  const Encoder<float> narrow(result_.encoding);
  const Encoder<T> encoder(result_.encoding);
  if (Outcome outcome = check_encoder(encoder.status()); !outcome.ok()) return outcome;
  if (Outcome outcome = check_encoder(narrow.status()); !outcome.ok()) return outcome;
  searched_ = encode_table(narrow.encoding(), *prepared_.text, table_, split_.train);
  take_means_of_others(searched_, options_.search.seed);
  if constexpr (std::is_same_v<T, float>) {
    train_ = searched_;
  } else {
    train_ = encode_table(encoder.encoding(), *prepared_.text, table_, split_.train);
    take_means_of_others(train_, options_.search.seed);
  }
  if (options_.test == nullptr) {
    test_ = encode_table(encoder.encoding(), *prepared_.text, table_, split_.test);
  } else if (Outcome outcome = encode_labelled_text(encoder.encoding(), *options_.test, test_,
                                                    options_.plan.keep_totals);
             !outcome.ok()) {
    return refusal("in the test rows%: %", {options_.test_name, outcome.words}, outcome.line,
                   outcome.column);
  }
  for (const std::string& words : sentences_of(test_.left_out))
    result_.notes.push_back(sentence("in the test rows%: %", {options_.test_name, words}));
  return {};
}

template <class T>
Outcome Training<T>::choose() {
  SearchData& data = data_;
  data.x = searched_.x.data();
  data.y = searched_.y.data();
  data.n = searched_.n;
  data.d = searched_.d;
  data.c = searched_.c;
  data.weights = searched_.weights.empty() ? nullptr : searched_.weights.data();
  if (!divisions_.groups.empty()) data.groups = divisions_.groups.data();
  if (!divisions_.times.empty()) data.times = divisions_.times.data();
  if (!searched_.means.empty()) data.means = &searched_.means;
  if (table_.task == Task::classification) {
    data.labels = searched_.labels.data();
    data.prior = result_.encoding.prior.data();
  }
  SearchOptions& options = searched_with_;
  options = searching_;
  options.engine = engine_for<float>(options_.portable);
  options.averaged = options_.members;
  // Beyond direct_rows the last fit takes longer than the search.
  const bool one =
      !options_.several || options.wishes.kernel.has_value() || searched_.n > options.direct_rows;
  if (options.averaged == 0 && one) options.averaged = 1;
  const Status status = search(data, options, result_.search);
  if (status != Status::ok) return refusal("the search failed: %", {words(status)});
  if (result_.search.leaders.empty()) {
    return failure(result_.search.end == SearchEnd::done
                       ? "no candidate could be fitted to these rows"
                       : "stopped before a single candidate was tried; nothing was written");
  }
  if (result_.search.leaders.size() < options_.members) {
    result_.notes.push_back(
        sentence("the ensemble has % members: no more candidates reached the last stage",
                 {result_.search.leaders.size()}));
  }
  return {};
}

template <class T>
Outcome Training<T>::calibrate() {
  const SearchResult& search = result_.search;
  const EncodedTable<float> held_out = chosen_rows(searched_, search.rows);
  if (table_.task == Task::classification) {
    const Encoder<float> encoder(result_.encoding);
    const std::vector<double> shares =
        shares_of(encoder.encoding(), search.outputs.data(), held_out.n);
    set_calibration(fit_calibration(shares, held_out.labels, table_.classes.size()),
                    result_.encoding);
    const Encoder<float> calibrated(result_.encoding);
    if (Outcome outcome = check_encoder(calibrated.status()); !outcome.ok()) return outcome;
    const std::vector<double> probabilities =
        probabilities_of(calibrated.encoding(), search.outputs.data(), held_out.n);
    result_.reliability = reliability(probabilities, held_out.labels, table_.classes.size());
    if (Outcome outcome =
            set_decision(options_.decision, probabilities, held_out.labels, result_.encoding);
        !outcome.ok())
      return outcome;
  } else {
    std::vector<double> predicted(held_out.n), residuals(held_out.n);
    const std::size_t step = (held_out.n + shown_answers - 1) / shown_answers;
    for (std::size_t i = 0; i < held_out.n; ++i) {
      const double output = static_cast<double>(search.outputs[i]);
      predicted[i] = result_.encoding.target_mean + result_.encoding.target_scale * output;
      residuals[i] = held_out.targets[i] - predicted[i];
      if (i % step == 0) result_.out_of_fold.push_back({held_out.targets[i], predicted[i]});
    }
    set_intervals(predicted, residuals, result_.encoding);
  }
  const Encoder<float> encoder(result_.encoding);
  if (Outcome outcome = check_encoder(encoder.status()); !outcome.ok()) return outcome;
  result_.cross_validated =
      score_folds(encoder.encoding(), held_out, search.outputs, search.fold, search.folds);
  correct(search.optimism, result_.encoding.target_scale, result_.cross_validated);
  return {};
}

template <class T>
Outcome Training<T>::fit() {
  const SearchOptions& search = options_.search;
  if (search.progress != nullptr)
    search.progress(search.context,
                    {nullptr, &result_.search.leaders[0], 1, table_.task == Task::classification});
  LastFits<T> fits(train_, searching_, result_.search, options_.solver, centres_,
                   options_.members == 0, engine_for<T>(options_.portable));
  if (Outcome outcome = fits.run(); !outcome.ok()) return outcome;
  machines_ = std::move(fits.machines);
  for (const Trial& leader : result_.search.leaders) result_.members.push_back(leader.choice);
  result_.solver = fits.solver;
  result_.fit_bytes = fits.bytes;
  result_.fitted_rows = fits.fitted;
  result_.notes.insert(result_.notes.end(), fits.notes.begin(), fits.notes.end());
  return {};
}

// Twice: without the history, to score the very bytes that will be read, and with it.
template <class T>
Outcome Training<T>::assemble() {
  const Encoder<T> encoder(result_.encoding);
  if (Outcome outcome = check_encoder(encoder.status()); !outcome.ok()) return outcome;
  std::vector<Section> sections{{encoding_section, encoder.bytes().data(), encoder.bytes().size()}};
  for (std::size_t k = 1; k < machines_.size(); ++k)
    sections.push_back({member_section, machines_[k].data(), machines_[k].size()});
  const AlignedBytes draft = model_file(machines_[0].data(), machines_[0].size(), sections);
  ModelFile<T> file;
  if (const Status status = open_model_file(draft.data(), draft.size(), options_.portable, &file);
      status != Status::ok) {
    return refusal("the fitted model cannot be read back: %", {words(status)});
  }
  const Executor* executor = options_.search.executor;
  const AlignedBytes novelty = learn_novelty(
      file.model(), Rows<T>(train_.x.data(), train_.n, train_.d), options_.search.seed, executor);
  if (novelty.given()) sections.push_back({novelty_section, novelty.data(), novelty.size()});
  const std::vector<T> outputs =
      outputs_of(file, Rows<T>(test_.x.data(), test_.n, test_.d), executor);
  result_.test = score_outputs(file.encoding, test_, outputs);
  result_.importances = column_importances(file, train_, importance_rows, options_.search.seed);

  if (options_.study && train_.n >= fewest_studied) {
    searched_with_.executor = study_pool_.executor();
    result_.held_out = held_out_study(searched_, data_, searched_with_, result_.search,
                                      result_.importances, result_.encoding);
    if (ended(this)) result_.held_out = {};
    const std::size_t shown = std::min(shown_effects, result_.importances.size());
    for (std::size_t k = 0; k < shown && !ended(this); ++k)
      result_.dependences.push_back(
          dependence_on(file, train_, place_of(file.encoding, result_.importances[k].name),
                        options_.search.seed));
  }
  const Encoder<float> narrow(result_.encoding);
  result_.warnings =
      warnings_of({*prepared_.text, result_.plan, split_.train, searched_, narrow.encoding(), data_,
                   searched_with_, result_.search, result_.importances});
  result_.history = history_text(options_, result_);
  const auto* history = reinterpret_cast<const unsigned char*>(result_.history.data());
  sections.push_back({history_section, history, result_.history.size()});
  result_.file = model_file(machines_[0].data(), machines_[0].size(), sections);
  return {};
}

}  // namespace

template <class T>
Outcome train(const TextTable& text, const TrainOptions& options, Trained& trained) {
  Trained result;
  if (Outcome outcome = Training<T>(text, options, result).run(); !outcome.ok()) return outcome;
  trained = std::move(result);
  return {};
}

template Outcome train<float>(const TextTable&, const TrainOptions&, Trained&);
template Outcome train<double>(const TextTable&, const TrainOptions&, Trained&);

}  // namespace rfm::data
