#include "rfm/data/train.hpp"

#include <algorithm>
#include <type_traits>

#include "rfm/core/base/random.hpp"
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/fit/direct.hpp"
#include "rfm/data/fit/eigenpro.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/score/calibration.hpp"
#include "rfm/data/score/intervals.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/text_table.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// Rows that importances are averaged over.
constexpr std::size_t importance_rows = 512;

// Out-of-fold answers that the history keeps, to be drawn.
constexpr std::size_t shown_answers = 200;

// These rows of an encoded table.
template <class T>
EncodedTable<T> chosen_rows(const EncodedTable<T>& table, const std::vector<std::size_t>& rows) {
  EncodedTable<T> chosen;
  chosen.n = rows.size();
  chosen.d = table.d;
  chosen.c = table.c;
  const auto copy = [&](const auto& from, std::size_t width, auto& to) {
    if (from.empty()) return;
    for (const std::size_t row : rows) {
      const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * width);
      to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    }
  };
  copy(table.x, table.d, chosen.x);
  copy(table.y, table.c, chosen.y);
  copy(table.weights, 1, chosen.weights);
  copy(table.targets, 1, chosen.targets);
  copy(table.labels, 1, chosen.labels);
  return chosen;
}

Outcome check_encoder(Status status) {
  if (status == Status::ok) return {};
  return failure("the table's categories or numbers are too large for a model file");
}

// The solver for n rows; `automatic` is settled.
Solver solver_for(const TrainOptions& options, std::size_t n) {
  if (options.solver != Solver::automatic) return options.solver;
  if (n <= options.search.direct_rows) return Solver::direct;
  return has_eigenpro && n <= most_eigenpro_rows ? Solver::eigenpro : Solver::landmarks;
}

template <class T>
class Training {
 public:
  Training(const TextTable& text, const TrainOptions& options, Trained& result)
      : given_(text), options_(options), result_(result) {}

  Outcome run() {
    for (const auto step : {&Training::prepare, &Training::encode, &Training::choose,
                            &Training::calibrate, &Training::fit, &Training::assemble}) {
      if (Outcome outcome = (this->*step)(); !outcome.ok()) return outcome;
    }
    return {};
  }

 private:
  Outcome prepare();
  Outcome encode();
  Outcome choose();
  Outcome calibrate();
  Outcome fit();
  Outcome fit_members(const EncodedTable<T>& sample, const FitSettings<T>& settings,
                      std::string& with);
  Outcome assemble();

  const TextTable& given_;
  const TrainOptions& options_;
  Trained& result_;
  TextTable weighted_, kept_;
  const TextTable* text_ = nullptr;  // what was given without rows of weight 0 or without a target
  Table table_;
  Split split_;
  EncodedTable<float> searched_;  // the training rows as the search sees them
  EncodedTable<T> train_, test_;
  std::vector<AlignedBytes> machines_;
};

template <class T>
Outcome Training<T>::prepare() {
  const TextTable& weighted = without_weightless(given_, options_.plan.weights, weighted_);
  if (const std::size_t dropped = given_.rows() - weighted.rows(); dropped > 0)
    result_.notes.push_back(sentence("% of weight 0 left out", {count_of(dropped, "row")}));
  if (weighted.rows() == 0 && given_.rows() > 0) return failure("every row has weight 0");
  const std::string target = target_name(weighted, options_.plan);
  text_ = &without_untargeted(weighted, target, kept_);
  const TextTable& text = *text_;
  if (const std::size_t dropped = weighted.rows() - text.rows(); dropped > 0)
    result_.notes.push_back(untargeted_rows(dropped));
  if (text.rows() == 0 && weighted.rows() > 0) return refusal("no row has a target '%'", {target});
  if (Outcome outcome = plan_table(text, options_.plan, result_.plan); !outcome.ok())
    return outcome;
  if (Outcome outcome = make_table(text, result_.plan, table_); !outcome.ok()) return outcome;
  const uint64_t seed = options_.search.seed;
  if (options_.test_share <= 0 || options_.test != nullptr) {
    split_.train = all_rows(table_.rows);
  } else if (table_.task == Task::classification) {
    split_ = stratified_holdout(table_.labels, options_.test_share, seed);
  } else {
    split_ = holdout(table_.rows, options_.test_share, seed);
  }
  result_.rows = table_.rows;
  result_.train_rows = split_.train.size();
  if (split_.train.size() < 2) return failure("fewer than two rows are left for training");
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
  searched_ = encode_table(narrow.encoding(), *text_, table_, split_.train);
  if constexpr (std::is_same_v<T, float>) {
    train_ = searched_;
  } else {
    train_ = encode_table(encoder.encoding(), *text_, table_, split_.train);
  }
  if (options_.test == nullptr) {
    test_ = encode_table(encoder.encoding(), *text_, table_, split_.test);
  } else if (Outcome outcome = encode_labelled_text(encoder.encoding(), *options_.test, test_);
             !outcome.ok()) {
    return refusal("in the test rows%: %", {options_.test_name, outcome.words}, outcome.line,
                   outcome.column);
  }
  if (test_.untargeted > 0)
    result_.notes.push_back(
        sentence("in the test rows%: %", {options_.test_name, untargeted_rows(test_.untargeted)}));
  return {};
}

template <class T>
Outcome Training<T>::choose() {
  SearchData data;
  data.x = searched_.x.data();
  data.y = searched_.y.data();
  data.n = searched_.n;
  data.d = searched_.d;
  data.c = searched_.c;
  data.weights = searched_.weights.empty() ? nullptr : searched_.weights.data();
  if (table_.task == Task::classification) {
    data.labels = searched_.labels.data();
    data.prior = result_.encoding.prior.data();
  }
  SearchOptions options = options_.search;
  options.engine = engine_for<float>(options_.portable);
  options.averaged = std::max<std::size_t>(options_.members, 1);
  const Status status = search(data, options, result_.search);
  if (status != Status::ok) return refusal("the search failed: %", {words(status)});
  if (result_.search.leaders.empty()) {
    return failure(result_.search.end == SearchEnd::done
                       ? "no candidate could be fitted to these rows"
                       : "stopped before a single candidate was tried; nothing was written");
  }
  for (const Trial& leader : result_.search.leaders) result_.members.push_back(leader.choice);
  if (result_.members.size() < options_.members) {
    result_.notes.push_back(
        sentence("the ensemble has % members: no more candidates reached the last stage",
                 {result_.members.size()}));
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
  } else {
    std::vector<double> residuals(held_out.n);
    const std::size_t step = (held_out.n + shown_answers - 1) / shown_answers;
    for (std::size_t i = 0; i < held_out.n; ++i) {
      const double output = static_cast<double>(search.outputs[i]);
      const double predicted =
          result_.encoding.target_mean + result_.encoding.target_scale * output;
      residuals[i] = held_out.targets[i] - predicted;
      if (i % step == 0) result_.out_of_fold.push_back({held_out.targets[i], predicted});
    }
    set_intervals(residuals, result_.encoding);
  }
  const Encoder<float> encoder(result_.encoding);
  if (Outcome outcome = check_encoder(encoder.status()); !outcome.ok()) return outcome;
  result_.cross_validated = score_outputs(encoder.encoding(), held_out, search.outputs);
  return {};
}

// `with`: what all rows were fitted with, in words.
template <class T>
Outcome Training<T>::fit_members(const EncodedTable<T>& sample, const FitSettings<T>& settings,
                                 std::string& with) {
  machines_.clear();
  with = sentence("% landmarks", {landmark_count(train_.n, sample.n)});
  for (const Choice& choice : result_.members) {
    machines_.emplace_back();
    AlignedBytes& machine = machines_.back();
    Outcome outcome;
    if (result_.solver == Solver::direct) {
      outcome = fit_choice(train_, choice, settings, machine);
    } else if (has_eigenpro && result_.solver == Solver::eigenpro) {
      EigenproReport report;
      outcome = fit_eigenpro(train_, sample, choice, settings, {}, machine, report);
      with = sentence_of(report);
    } else {
      outcome = fit_landmarks(train_, sample, choice, settings, machine);
    }
    if (!outcome.ok()) return outcome;
  }
  return {};
}

template <class T>
Outcome Training<T>::fit() {
  FitSettings<T> settings;
  settings.seed = options_.search.seed;
  settings.engine = engine_for<T>(options_.portable);
  settings.executor = options_.search.executor;
  settings.peak = &result_.fit_bytes;
  result_.solver = solver_for(options_, train_.n);
  if (result_.solver == Solver::eigenpro && !has_eigenpro)
    return failure("this program was built without the solver eigenpro");
  result_.fitted_rows = train_.n;
  const std::size_t most = std::min(options_.search.direct_rows, train_.n);
  EncodedTable<T> sample;
  if (result_.solver != Solver::direct) {
    std::vector<std::size_t> rows;
    for (Chosen chosen(most, train_.n, options_.search.seed); chosen.more();)
      rows.push_back(chosen.next());
    sample = chosen_rows(train_, rows);
  }
  std::string with;
  Outcome outcome = fit_members(sample, settings, with);
  if (!outcome.ok() && options_.solver == Solver::automatic && result_.solver == Solver::eigenpro) {
    result_.notes.push_back("eigenpro over all rows did not succeed: landmarks instead");
    result_.solver = Solver::landmarks;
    outcome = fit_members(sample, settings, with);
  }
  if (!outcome.ok()) return outcome;
  if (most < train_.n && result_.solver != Solver::direct)
    result_.notes.push_back(
        sentence("the features were learned on a seeded sample of % of the % training rows; all of "
                 "them were "
                 "fitted with %",
                 {most, train_.n, with}));
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
  const std::vector<T> outputs =
      outputs_of(file, Rows<T>(test_.x.data(), test_.n, test_.d), executor);
  result_.test = score_outputs(file.encoding, test_, outputs);
  result_.importances = column_importances(file, train_, importance_rows, options_.search.seed);

  result_.history = history_text(options_, result_);
  const auto* history = reinterpret_cast<const unsigned char*>(result_.history.data());
  sections.push_back({history_section, history, result_.history.size()});
  result_.file = model_file(machines_[0].data(), machines_[0].size(), sections);
  return {};
}

}  // namespace

const char* word(Solver solver) {
  switch (solver) {
    case Solver::direct:
      return "direct";
    case Solver::landmarks:
      return "landmarks";
    case Solver::eigenpro:
      return "eigenpro";
    case Solver::automatic:
      break;
  }
  return "auto";
}

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
