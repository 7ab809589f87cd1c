#include "rfm/data/fit/last_fits.hpp"

#include <algorithm>

#include "rfm/core/base/random.hpp"
#include "rfm/data/fit/landmarks.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/search/fold_fit.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

// M of fewer rows is not worth its name.
constexpr std::size_t fewest_learned = 400;

// Shares of what is left that fits may be planned to take: estimates are wrong by half.
constexpr double all_at_once = 0.7, for_metric = 0.3, for_refinement = 0.3;

// What there is always time for: a second, and a share of the budget.
constexpr double always = 0.3, always_share = 0.05;

constexpr double refinements = 3;  // landmark fits that one round of it takes

}  // namespace

const char* word(Solver solver) {
  switch (solver) {
    case Solver::direct:
      return "direct";
    case Solver::landmarks:
      return "landmarks";
    case Solver::automatic:
      break;
  }
  return "auto";
}

std::size_t fewer(std::size_t centres) { return std::min(centres / 2, most_landmarks); }

template <class T>
LastFits<T>::LastFits(const EncodedTable<T>& rows, const SearchOptions& search, SearchResult& found,
                      Solver wanted, std::size_t centres, bool weighted, const Engine<T>* engine)
    : rows_(rows),
      search_(search),
      found_(found),
      wanted_(wanted),
      centres_(centres),
      weighted_(weighted),
      pool_(search.executor, ended, this) {
  settings_.seed = search.seed;
  settings_.engine = engine;
  settings_.executor = pool_.executor();
  settings_.peak = &bytes;
}

template <class T>
bool LastFits<T>::given_up() const {
  return rfm::data::given_up(search_, found_);
}

template <class T>
bool LastFits<T>::late() const {
  return !(seconds_left(search_) > 0);
}

template <class T>
bool LastFits<T>::ended(void* fits) {
  const auto& self = *static_cast<const LastFits*>(fits);
  return self.given_up() || (!self.patient_ && self.late());
}

template <class T>
double LastFits<T>::seconds_for(double operations) const {
  return found_.rate > 0 ? operations / found_.rate : 0;
}

template <class T>
double LastFits<T>::left() const {
  return std::max(seconds_left(search_), always + always_share * search_.budget);
}

// The most rows whose fits with every member there is time for.
template <class T>
std::size_t LastFits<T>::rows_in_time(std::size_t most) const {
  const auto seconds = [&](std::size_t rows) {
    double operations = 0;
    for (const Trial& leader : found_.leaders)
      operations += fit_cost(leader.choice, rows, rows_.d, rows_.c, 0);
    return seconds_for(operations);
  };
  std::size_t rows = most;
  while (rows > fewest_learned &&
         seconds(rows) > (rows < rows_.n ? for_metric : all_at_once) * left())
    rows = rows / 10 * 9;
  return std::max(rows, std::min(most, fewest_learned));
}

template <class T>
bool LastFits<T>::direct_in_time(const Choice& choice) const {
  Choice once = choice;
  once.rounds = 0;
  return wanted_ == Solver::automatic && centres_ >= rows_.n &&
         seconds_for(fit_cost(once, rows_.n, rows_.d, rows_.c, 0)) <= all_at_once * left();
}

// At most so many as may be used; none where there is no time for a few.
template <class T>
std::size_t LastFits<T>::landmarks_in_time() const {
  const auto affordable = [&](std::size_t p) {
    return seconds_for(landmark_cost(rows_.n, p, rows_.d, rows_.c)) <= all_at_once * left();
  };
  std::size_t p = std::min(centres_, rows_.n);
  while (p > fewest_landmarks && !affordable(p)) p = p / 10 * 9;
  return affordable(p) ? p : 0;
}

// M of a sample becomes that of all rows, unless the user has settled what would change it.
template <class T>
Outcome LastFits<T>::refine(const Choice& choice, MetricSource<T>& metric) {
  const Wishes& wishes = search_.wishes;
  if (!refines_metric || wishes.rounds.has_value() || wishes.metric == Metric::identity) return {};
  const double one =
      landmark_cost(std::min(rows_.n, most_trial_rows), trial_landmarks, rows_.d, rows_.c);
  if (seconds_for(refinements * one) > for_refinement * left()) return {};
  std::vector<Metric> kinds{wishes.metric.value_or(Metric::diagonal)};
  if (!wishes.metric.has_value() && rows_.d <= widest_full_metric) kinds.push_back(Metric::full);
  std::vector<MetricTrial> trials;
  Outcome outcome = refine_metric(rows_, choice.ridge, kinds, settings_, metric, trials);
  const std::string words = sentence_of(trials);
  if (!words.empty() && (notes.empty() || notes.back() != words)) notes.push_back(words);
  return outcome;
}

// Whether a direct fit of all rows takes no longer than what there is always time for.
template <class T>
bool LastFits<T>::brief(const Choice& choice) const {
  return rows_.n <= fewest_learned || seconds_for(fit_cost(choice, rows_.n, rows_.d, rows_.c, 0)) <=
                                          always + always_share * search_.budget;
}

// M from the sample, and then all rows, where there is time for them.
template <class T>
Outcome LastFits<T>::fit_large(std::size_t k, const EncodedTable<T>& sample,
                               AlignedBytes& machine) {
  const Choice& choice = found_.leaders[k].choice;
  AlignedBytes learned;
  MetricSource<T> metric;
  patient_ = k == 0;
  Outcome outcome = fit_sample(sample, choice, settings_, learned, metric.model);
  patient_ = false;
  if (outcome.ok()) outcome = refine(choice, metric);
  if (!outcome.ok()) return outcome;
  LandmarkOptions options;
  options.landmarks = landmarks_in_time();
  if (direct_in_time(choice)) {
    with_ = "directly";
    outcome = fit_with_metric(rows_, metric.model, choice.ridge, settings_, machine);
    if (outcome.ok() || given_up() || !late()) return outcome;
  } else if (options.landmarks > 0) {
    LandmarkReport report;
    outcome = fit_landmarks(rows_, metric.model, choice.ridge, settings_, options, machine, report);
    with_ = "with " + sentence_of(report);
    solver = Solver::landmarks;
    if (outcome.ok() || given_up() || !late()) return outcome;
  }
  machine = std::move(learned);
  with_.clear();
  solver = Solver::direct;
  return {};
}

template <class T>
Outcome LastFits<T>::fit_members(const EncodedTable<T>& sample) {
  machines.clear();
  std::vector<Trial>& leaders = found_.leaders;
  const std::size_t wanted = leaders.size();
  for (std::size_t k = 0; k < leaders.size(); ++k) {
    AlignedBytes machine;
    patient_ = k == 0 && brief(leaders[0].choice);
    Outcome outcome = sample.n == 0 ? fit_choice(rows_, leaders[k].choice, settings_, machine)
                                    : fit_large(k, sample, machine);
    if (!outcome.ok() && k > 0 && late() && !given_up()) leaders.resize(k);
    if (outcome.ok()) machines.push_back(std::move(machine));
    if (!outcome.ok() && k < leaders.size()) return outcome;
  }
  if (leaders.size() < wanted) {
    double sum = 0;
    for (const Trial& leader : leaders) sum += leader.weight;
    for (Trial& leader : leaders) leader.weight /= sum;
    notes.push_back(sentence("there was time to fit % of the % machines that would answer together",
                             {leaders.size(), wanted}));
  }
  for (std::size_t k = 0; weighted_ && leaders.size() > 1 && k < leaders.size(); ++k)
    scale_outputs<T>(leaders[k].weight * static_cast<double>(leaders.size()), machines[k]);
  return {};
}

template <class T>
Outcome LastFits<T>::run() {
  const std::size_t most = std::min(search_.direct_rows, rows_.n);
  std::size_t learned = wanted_ == Solver::direct ? rows_.n : rows_in_time(most);
  centres_ =
      std::min(centres_, usual_centres(rows_.n, rows_.d, rows_.c, most, found_.leaders.size()));
  Outcome outcome;
  for (;;) {
    EncodedTable<T> sample;  // nothing where M is learned on all rows
    const bool whole = wanted_ != Solver::landmarks && learned == rows_.n;
    if (!whole) {
      std::vector<std::size_t> rows;
      for (Chosen chosen(learned, rows_.n, search_.seed); chosen.more();)
        rows.push_back(chosen.next());
      sample = chosen_rows(rows_, rows);
    }
    solver = Solver::direct;
    with_ = "directly";
    outcome = fit_members(sample);
    if (outcome.ok() && !whole && learned < rows_.n && !with_.empty())
      notes.push_back(
          sentence("the features were learned on a seeded sample of % of the % training rows; all "
                   "of them were fitted %",
                   {learned, rows_.n, with_}));
    if (outcome.ok() && with_.empty())
      notes.push_back(
          sentence("there was time to fit % of the % training rows; a longer --budget "
                   "takes all of them",
                   {learned, rows_.n}));
    fitted = with_.empty() ? learned : rows_.n;
    if (outcome.ok() || given_up()) break;
    if (whole && late() && wanted_ == Solver::automatic) {
      learned = std::max(std::min(fewest_learned, rows_.n - 1), learned / 3);
    } else if (!whole && !late() && fewer(centres_) >= fewest_landmarks) {
      centres_ = fewer(centres_);
    } else {
      break;
    }
  }
  if (!outcome.ok() && given_up())
    return failure("stopped while what was chosen was fitted to all rows: nothing was written");
  return outcome;
}

template class LastFits<float>;
template class LastFits<double>;

}  // namespace rfm::data
