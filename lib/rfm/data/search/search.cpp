// The plan of the search. Stages hold ever more rows: the first tries the whole space on few rows,
// each later one starts from the best few points of the one before and walks from the best of them,
// in bandwidth and ridge, with shrinking steps. The last stage's folds give the out-of-fold
// answers.
#include <algorithm>
#include <limits>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/fit/weights.hpp"
#include "rfm/data/search/search.hpp"
#include "rfm/data/search/stage.hpp"

namespace rfm::data {
namespace {

Choice chosen(const Candidate& candidate) {
  Choice choice = candidate.choice;
  choice.rounds = candidate.best_round;
  return choice;
}

class Search {
 public:
  Search(const SearchData& data, const SearchOptions& options, SearchResult& result)
      : data_(data),
        options_(options),
        result_(result),
        space_(data, options.wishes, options.seed,
               options.averaged > 1 ? Breadth::broad : options.breadth),
        narrow_(options.breadth == Breadth::narrow) {
    order_ = fair_order(data, options.seed);
    if (options.now != nullptr) began_ = options.now(options.context);
    bill_.stop = [](void* search) { return static_cast<Search*>(search)->stop(); };
    bill_.told = [](void* search, const Stage& stage) {
      static_cast<Search*>(search)->report(stage);
    };
    bill_.context = this;
    bill_.question = {[](void* search, bool answered) {
                        return static_cast<const Search*>(search)->give_up(answered);
                      },
                      this};
  }

  Status run();

 private:
  bool late() const;
  void set_aside(const Choice& best);
  bool give_up(bool answered) const;
  bool stop();
  Folds folds_for(std::size_t rows, uint64_t seed) const;
  void plan();
  void walk(Stage& stage, const Point& from, double least_step, double end);
  void look_around(Stage& stage);
  void run_stage(std::size_t s);
  void report(const Stage& stage);
  std::vector<Heard> heard_since(const Stage& stage);
  void reach(double part);
  void record(const Stage& stage);
  std::vector<Point> leading(const Stage& stage, std::size_t count, std::size_t per_kind) const;
  std::vector<std::vector<float>> answers(const Stage& stage,
                                          const std::vector<std::size_t>& candidates);
  void keep_affordable(const Stage& stage, const std::vector<std::size_t>& leading,
                       std::vector<Share>& shares) const;
  void conclude(const Stage& stage);

  const SearchData& data_;
  const SearchOptions& options_;
  SearchResult& result_;
  Space space_;
  const bool narrow_;
  std::vector<std::size_t> order_;  // of the rows
  std::vector<std::size_t> sizes_;  // rows of each stage
  std::vector<Point> points_;       // where the next stage begins
  Bill bill_;
  double began_ = 0, aside_ = 0;  // seconds: on the clock; for what comes after the search
  std::size_t stage_ = 0;
  std::size_t told_ = 0;   // candidates of the stage that were told of
  double place_ = 0;       // the share of the stages and of their steps that is over
  bool answered_ = false;  // there is a candidate to fall back on: before, no deadline counts
};

bool Search::late() const { return seconds_left(options_) < aside_; }

// For the last fits, which take fewer rows where this is not enough, and for the study of held-out
// rows, which is left out.
void Search::set_aside(const Choice& best) {
  if (options_.now == nullptr) return;
  const double seconds = options_.now(options_.context) - began_;
  result_.rate = seconds > 0 ? bill_.spent / seconds : 0;
  if (options_.budget <= 0 || !(result_.rate > 0)) return;
  const auto seconds_for = [&](std::size_t rows) {
    return fit_cost(best, rows, data_.d, data_.c, 0) / result_.rate;
  };
  const double members = options_.averaged > 0 ? static_cast<double>(options_.averaged) : 2;
  const double fits = members * seconds_for(std::min(data_.n, options_.direct_rows));
  aside_ = std::min(fits, 0.4 * options_.budget) +
           std::min(4 * seconds_for(std::min<std::size_t>(data_.n, 3000)), 0.1 * options_.budget);
}

// Whether to leave a fit within a round. Out of time, the first candidate does no more rounds than
// those that it has to show.
bool Search::give_up(bool answered) const {
  if (options_.cancelled != nullptr && options_.cancelled(options_.context)) return true;
  return (answered_ || answered) && late();
}

bool Search::stop() {
  if (result_.end != SearchEnd::done) return true;
  if (options_.cancelled != nullptr && options_.cancelled(options_.context)) {
    result_.end = SearchEnd::cancelled;
  } else if (answered_ && late()) {
    result_.end = SearchEnd::out_of_time;
  }
  return result_.end != SearchEnd::done;
}

Folds Search::folds_for(std::size_t rows, uint64_t seed) const {
  const std::size_t usual = rows <= 3000 && !narrow_ ? 5 : 3;
  const std::size_t each = std::min(options_.folds > 1 ? options_.folds : usual, rows);
  const std::size_t ways = rows <= 250 ? 4 : rows <= 1000 && !narrow_ ? 2 : 1;
  return make_folds(data_, order_, rows, each, ways, seed);
}

// Each stage has three times the rows of the one before. Operations grow with rows^1.4, slower than
// a fit: larger tables have less noise to choose against.
void Search::plan() {
  constexpr std::size_t first_rows = 400, growth = 3;
  constexpr double thousand_rows = 2.4e11, least = 5e9;
  const std::size_t most = std::min(data_.n, options_.direct_rows);
  for (std::size_t m = first_rows; m + m / 3 * 2 <= most; m *= growth) sizes_.push_back(m);
  sizes_.push_back(most);
  const double usual = thousand_rows * power(static_cast<double>(most) / 1000, 1.4);
  bill_.planned = options_.effort * (usual > least ? usual : least);
}

// The best points, at most `per_kind` from each kind.
std::vector<Point> Search::leading(const Stage& stage, std::size_t count,
                                   std::size_t per_kind) const {
  std::vector<Point> points;
  std::vector<std::size_t> taken(space_.kinds().size(), 0);
  for (const std::size_t index : stage.ranking()) {
    const Point& point = stage.candidates()[index].point;
    if (points.size() < count && taken[point.kind]++ < per_kind) points.push_back(point);
  }
  return points;
}

// From point to better neighbour, with half the step where there is none, while the bill is below
// `end`.
void Search::walk(Stage& stage, const Point& from, double least_step, double end) {
  Point centre = from;
  double step = 0.5;
  while (step >= least_step && bill_.spent < end) {
    stage.race(space_.around(centre, step), 4, bill_);
    if (result_.end != SearchEnd::done) return;
    const Point* best = nullptr;
    for (const std::size_t index : stage.ranking()) {
      if (best != nullptr || stage.candidates()[index].point.kind != centre.kind) continue;
      best = &stage.candidates()[index].point;
    }
    if (best == nullptr) return;
    if (best->width == centre.width && best->strength == centre.strength) step /= 2;
    centre = *best;
  }
}

void Search::report(const Stage& stage) {
  const std::vector<std::size_t> ranked = stage.ranking();
  answered_ = answered_ || !ranked.empty();
  if (!ranked.empty()) set_aside(chosen(stage.candidates()[ranked[0]]));
  if (options_.progress == nullptr || ranked.empty()) return;
  const Candidate& leader = stage.candidates()[ranked[0]];
  Trial best{chosen(leader), leader.score, stage.folds().rows.size(), stage.folds().count()};
  const Choice trying = stage.candidates().back().choice;
  const double done = std::max(bill_.spent / bill_.planned, place_);
  options_.progress(options_.context, {&trying, &best, done < 1 ? done : 1, data_.labels != nullptr,
                                       heard_since(stage)});
}

// A race is over when one of its candidates went through all folds.
std::vector<Heard> Search::heard_since(const Stage& stage) {
  const std::vector<Candidate>& all = stage.candidates();
  std::vector<Heard> heard;
  const bool over = std::any_of(
      all.begin() + static_cast<std::ptrdiff_t>(told_), all.end(),
      [&](const Candidate& candidate) { return candidate.losses.size() == stage.folds().count(); });
  for (; over && told_ < all.size(); ++told_) {
    const Candidate& candidate = all[told_];
    if (candidate.failed || candidate.losses.empty()) continue;
    Loss sum;
    for (const std::vector<Loss>& fold : candidate.losses) sum.add(fold[candidate.best_round]);
    const double error = data_.labels != nullptr ? sum.mistakes / sum.weight : candidate.score;
    heard.push_back({&candidate.choice, error, stage.folds().rows.size()});
  }
  return heard;
}

void Search::record(const Stage& stage) {
  for (const Candidate& candidate : stage.candidates()) {
    if (candidate.failed || candidate.losses.empty()) continue;
    result_.tried.push_back(
        {chosen(candidate), candidate.score, stage.folds().rows.size(), candidate.losses.size()});
  }
}

// The out-of-fold answers of these candidates, each at its best round: (rows, c) of each.
std::vector<std::vector<float>> Search::answers(const Stage& stage,
                                                const std::vector<std::size_t>& candidates) {
  const Folds& folds = stage.folds();
  const std::size_t size = array_size<float>(folds.rows.size(), data_.c);
  result_.rows.clear();
  result_.fold.clear();
  result_.folds = folds.each;
  std::vector<std::vector<float>> answers(candidates.size());
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const uint32_t part = folds.ways[0][i];
    if (folds.forward && part == 0) continue;
    result_.rows.push_back(folds.rows[i]);
    result_.fold.push_back(folds.forward ? part - 1 : part);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const Candidate& candidate = stage.candidates()[candidates[k]];
      const float* outputs = candidate.outputs.data() + candidate.best_round * size + i * data_.c;
      answers[k].insert(answers[k].end(), outputs, outputs + data_.c);
    }
  }
  return answers;
}

// Leaves out members whose last fits there would be no time for, those of the smallest share first;
// the best stays.
void Search::keep_affordable(const Stage& stage, const std::vector<std::size_t>& leading,
                             std::vector<Share>& shares) const {
  const auto seconds = [&](const Share& share) {
    const Choice choice = chosen(stage.candidates()[leading[share.first]]);
    const std::size_t rows = std::min(data_.n, options_.direct_rows);
    return result_.rate > 0 ? fit_cost(choice, rows, data_.d, data_.c, 0) / result_.rate : 0;
  };
  double sum = 0;
  for (const Share& share : shares) sum += seconds(share);
  while (shares.size() > 1 && sum > seconds_left(options_)) {
    const auto least =
        std::min_element(shares.begin() + 1, shares.end(),
                         [](const Share& a, const Share& b) { return a.second < b.second; });
    sum -= seconds(*least);
    const double left = 1 - least->second;
    shares.erase(least);
    for (Share& share : shares) share.second /= left;
  }
}

// The leaders with their weights, and the weighted mean of their out-of-fold answers.
void Search::conclude(const Stage& stage) {
  const std::vector<std::size_t> leading = stage.leading(pool_size(options_));
  if (leading.empty()) return;
  const std::vector<std::vector<float>> pool = answers(stage, leading);
  std::vector<Share> shares;
  for (std::size_t k = 0; k < pool.size(); ++k)
    shares.emplace_back(k, 1 / static_cast<double>(pool.size()));
  const double noise = options_.breadth == Breadth::broad ? 0 : 0.5;
  if (options_.averaged == 0) {
    shares = chosen_weights(data_, result_.rows, pool, noise);
    keep_affordable(stage, leading, shares);
  }

  result_.leaders.clear();
  std::vector<double> sum(pool[0].size(), 0.0);
  for (const auto& [k, share] : shares) {
    const Candidate& candidate = stage.candidates()[leading[k]];
    result_.leaders.push_back({chosen(candidate), candidate.score, stage.folds().rows.size(),
                               stage.folds().count(), share});
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += share * static_cast<double>(pool[k][i]);
  }
  result_.best = result_.leaders[0].choice;
  result_.score = result_.leaders[0].score;
  result_.outputs.assign(sum.begin(), sum.end());
  result_.optimism = stage.optimism();
}

// The first look at the whole space: every kind at one bandwidth and ridge, then at the next, so
// that whenever it is cut short all kinds were heard. A kind clearly behind after `fair` of these
// gets no more.
void Search::look_around(Stage& stage) {
  const std::size_t fair = narrow_ ? 2 : 4;
  std::size_t looks = 0;
  for (auto next = points_.begin(); next != points_.end() && result_.end == SearchEnd::done;
       ++looks) {
    const auto last = std::find_if(next, points_.end(), [&next](const Point& point) {
      return point.width != next->width || point.strength != next->strength;
    });
    std::vector<Point> look(next, last);
    if (looks >= fair) {
      const std::vector<bool> hopeful = stage.hopeful_kinds();
      look.erase(std::remove_if(look.begin(), look.end(),
                                [&hopeful](const Point& point) { return !hopeful[point.kind]; }),
                 look.end());
    }
    stage.race(look, look.size() / 2 + 1, bill_);
    next = last;
    reach(0.5 * static_cast<double>(next - points_.begin()) / static_cast<double>(points_.size()));
  }
}

// So much of this stage is over: small tables end theirs long before the planned work is spent.
void Search::reach(double part) {
  place_ = (static_cast<double>(stage_) + part) / static_cast<double>(sizes_.size());
}

void Search::run_stage(std::size_t s) {
  stage_ = s;
  told_ = 0;
  const std::size_t rows = sizes_[s];
  const Folds folds = folds_for(rows, options_.seed + s);
  Stage stage(data_, space_, folds, options_);
  const bool first = s == 0, last = s + 1 == sizes_.size();
  // What is left is shared evenly between the stages to come; half of a stage's share is for
  // walking.
  const double share = (bill_.planned - bill_.spent) / static_cast<double>(sizes_.size() - s);
  const double end = bill_.spent + share;
  const double first_fold = stage.cost(points_[0]) / static_cast<double>(folds.count());
  const auto affordable = static_cast<std::size_t>(std::max(2.0, share / first_fold / 4));
  if (!first && points_.size() > affordable) points_.resize(affordable);
  stage.race({points_[0]}, 1, bill_);  // so that there is an answer early
  if (first) {
    look_around(stage);
  } else {
    stage.race(points_, points_.size(), bill_);
  }
  reach(0.5);
  const std::vector<Point> heads = leading(stage, narrow_ ? 1 : first ? 4 : 2, 1);
  for (std::size_t h = 0; h < heads.size() && result_.end == SearchEnd::done; ++h) {
    const auto still = static_cast<double>(heads.size() - h);
    walk(stage, heads[h], last && !narrow_ ? 0.25 : 0.5, bill_.spent + (end - bill_.spent) / still);
    reach(1 - 0.5 * (still - 1) / static_cast<double>(heads.size()));
  }
  record(stage);
  conclude(stage);
  points_ = leading(stage, narrow_ ? 3 : 8, 2);
}

Status Search::run() {
  plan();
  points_ = space_.starts();
  for (std::size_t s = 0; s < sizes_.size() && result_.end == SearchEnd::done && !points_.empty();
       ++s)
    run_stage(s);
  return result_.leaders.empty() && result_.end == SearchEnd::done ? Status::overflow : Status::ok;
}

}  // namespace

double seconds_left(const SearchOptions& options) {
  if (options.now == nullptr || options.budget <= 0) return std::numeric_limits<double>::infinity();
  return options.budget - (options.now(options.context) - std::max(options.began, 0.0));
}

bool given_up(const SearchOptions& options, const SearchResult& result) {
  return result.end != SearchEnd::cancelled && options.cancelled != nullptr &&
         options.cancelled(options.context);
}

Status search(const SearchData& data, const SearchOptions& options, SearchResult& result) {
  result = {};
  if (data.x == nullptr || data.y == nullptr) return Status::null_pointer;
  if (data.n < 2 || data.d == 0 || data.c == 0) return Status::empty;
  if (data.labels != nullptr && data.prior == nullptr) return Status::null_pointer;
  if (const Status status = check_finite(Rows<float>(data.x, data.n, data.d), 0, nullptr);
      status != Status::ok)
    return status;
  if (const Status status = check_finite(Rows<float>(data.y, data.n, data.c), 0, nullptr);
      status != Status::ok)
    return status;
  SearchOptions own = options;
  if (own.began < 0 && own.now != nullptr) own.began = own.now(own.context);
  return Search(data, own, result).run();
}

}  // namespace rfm::data
