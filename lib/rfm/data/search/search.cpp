// The plan of the search. Stages hold ever more rows: the first tries the whole space on few rows,
// each later one starts from the best few points of the one before and walks from the best of them,
// in bandwidth and ridge, with shrinking steps. The last stage's folds give the out-of-fold
// answers.
#include <algorithm>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/search/search.hpp"
#include "rfm/data/search/stage.hpp"

namespace rfm::data {
namespace {

class Search {
 public:
  Search(const SearchData& data, const SearchOptions& options, SearchResult& result)
      : data_(data),
        options_(options),
        result_(result),
        space_(data, options.wishes, options.seed, options.averaged) {
    order_ = fair_order(data, options.seed);
    if (options.now != nullptr) deadline_ = options.now(options.context) + options.budget;
    bill_.stop = [](void* search) { return static_cast<Search*>(search)->stop(); };
    bill_.told = [](void* search, const Stage& stage) {
      static_cast<Search*>(search)->report(stage);
    };
    bill_.context = this;
  }

  Status run();

 private:
  bool stop();
  Folds folds_for(std::size_t rows, uint64_t seed) const;
  void plan();
  void walk(Stage& stage, const Point& from, double least_step, double end);
  void look_around(Stage& stage);
  void run_stage(std::size_t s);
  void report(const Stage& stage);
  void record(const Stage& stage);
  std::vector<Point> leading(const Stage& stage, std::size_t count, std::size_t per_kind) const;
  void conclude(const Stage& stage);
  void average(const Stage& stage, const std::vector<std::size_t>& members);

  const SearchData& data_;
  const SearchOptions& options_;
  SearchResult& result_;
  Space space_;
  std::vector<std::size_t> order_;  // of the rows
  std::vector<std::size_t> sizes_;  // rows of each stage
  std::vector<Point> points_;       // where the next stage begins
  Bill bill_;
  double deadline_ = 0;
  bool answered_ = false;  // there is a candidate to fall back on: before, no deadline counts
};

bool Search::stop() {
  if (result_.end != SearchEnd::done) return true;
  const bool timed = options_.now != nullptr && options_.budget > 0;
  if (options_.cancelled != nullptr && options_.cancelled(options_.context)) {
    result_.end = SearchEnd::cancelled;
  } else if (timed && answered_ && options_.now(options_.context) > deadline_) {
    result_.end = SearchEnd::out_of_time;
  }
  return result_.end != SearchEnd::done;
}

Folds Search::folds_for(std::size_t rows, uint64_t seed) const {
  const std::size_t usual = rows <= 3000 ? 5 : 3;
  const std::size_t each = std::min(options_.folds > 1 ? options_.folds : usual, rows);
  const std::size_t ways = rows <= 250 ? 4 : rows <= 1000 ? 2 : 1;
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
  if (options_.progress == nullptr || ranked.empty()) return;
  const Candidate& leader = stage.candidates()[ranked[0]];
  Trial best{leader.choice, leader.score, stage.folds().rows.size(), stage.folds().count()};
  best.choice.rounds = leader.best_round;
  const Choice trying = stage.candidates().back().choice;
  const double done = bill_.spent / bill_.planned;
  options_.progress(options_.context, {&trying, &best, done < 1 ? done : 1});
}

void Search::record(const Stage& stage) {
  for (const Candidate& candidate : stage.candidates()) {
    if (candidate.failed || candidate.losses.empty()) continue;
    Trial trial{candidate.choice, candidate.score, stage.folds().rows.size(),
                candidate.losses.size()};
    trial.choice.rounds = candidate.best_round;
    result_.tried.push_back(trial);
  }
}

void Search::conclude(const Stage& stage) {
  const std::vector<std::size_t> leading = stage.leading(options_.averaged);
  if (leading.empty()) return;
  result_.leaders.clear();
  for (const std::size_t index : leading) {
    const Candidate& candidate = stage.candidates()[index];
    Trial trial{candidate.choice, candidate.score, stage.folds().rows.size(),
                stage.folds().count()};
    trial.choice.rounds = candidate.best_round;
    result_.leaders.push_back(trial);
  }
  result_.best = result_.leaders[0].choice;
  result_.score = result_.leaders[0].score;
  result_.rows = stage.folds().rows;
  average(stage, leading);
}

// The out-of-fold answers of these candidates, each at its best round.
void Search::average(const Stage& stage, const std::vector<std::size_t>& members) {
  const std::size_t size = array_size<double>(result_.rows.size(), data_.c);
  std::vector<double> sum(size, 0.0);
  for (const std::size_t index : members) {
    const Candidate& member = stage.candidates()[index];
    const float* outputs = member.outputs.data() + member.best_round * size;
    for (std::size_t i = 0; i < size; ++i) sum[i] += static_cast<double>(outputs[i]);
  }
  result_.outputs.resize(size);
  for (std::size_t i = 0; i < size; ++i)
    result_.outputs[i] = static_cast<float>(sum[i] / static_cast<double>(members.size()));
}

// The first look at the whole space: every kind at one bandwidth and ridge, then at the next, so
// that whenever it is cut short all kinds were heard. A kind clearly behind after `fair` of these
// gets no more.
void Search::look_around(Stage& stage) {
  constexpr std::size_t fair = 4;
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
  }
}

void Search::run_stage(std::size_t s) {
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
  const std::vector<Point> heads = leading(stage, first ? 4 : 2, 1);
  for (std::size_t h = 0; h < heads.size() && result_.end == SearchEnd::done; ++h) {
    const auto still = static_cast<double>(heads.size() - h);
    walk(stage, heads[h], last ? 0.25 : 0.5, bill_.spent + (end - bill_.spent) / still);
  }
  record(stage);
  conclude(stage);
  points_ = leading(stage, 8, 2);
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
  return Search(data, options, result).run();
}

}  // namespace rfm::data
