#include "rfm/data/search/stage.hpp"

#include <algorithm>
#include <limits>

#include "rfm/core/algebra/lanes.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/table/order.hpp"

namespace rfm::data {
namespace {

// Held-out rows that a candidate is judged by at the least before it may be dropped.
constexpr std::size_t fair_hearing = 150;

// A candidate whose score is this many times the best on the same rows has no chance, and a kind
// whose best is so many times that of another.
double hopeless(std::size_t held_rows) {
  return 1 + 1.5 / square_root(static_cast<double>(held_rows));
}
double hopeless_kind(std::size_t held_rows) {
  return 1 + 4 / square_root(static_cast<double>(held_rows));
}

}  // namespace

bool Stage::known(const Point& point) const {
  return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& other) {
    return other.point.kind == point.kind && other.point.width == point.width &&
           other.point.strength == point.strength;
  });
}

double Stage::cost(const Point& point) const {
  return static_cast<double>(folds_.count()) * fit_cost(space_.choice(point),
                                                        folds_.rows.size() - folds_.held(), data_.d,
                                                        data_.c, folds_.held());
}

// The best round so far, the earliest of equals, and its score.
void Stage::settle(Candidate& candidate) const {
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  for (const std::vector<Loss>& fold : candidate.losses) rounds = std::min(rounds, fold.size());
  candidate.failed = candidate.losses.empty() || rounds == 0;
  const std::size_t first = space_.rounds_are_fixed() && rounds > 0 ? rounds - 1 : 0;
  for (std::size_t round = first; !candidate.failed && round < rounds; ++round) {
    Loss loss;
    for (const std::vector<Loss>& fold : candidate.losses) loss.add(fold[round]);
    const double score = score_of(data_, loss);
    if (round > first && !(score < candidate.score)) continue;
    candidate.score = score;
    candidate.best_round = round;
  }
}

bool Stage::run_fold(const std::vector<std::size_t>& racing, std::size_t fold, Bill& bill) {
  std::vector<FoldFit> fits;
  for (const std::size_t index : racing) {
    Candidate& candidate = candidates_[index];
    Choice choice = candidate.choice;
    // Rounds beyond the one after the best so far are not worth their fits.
    if (fold > 0 && !space_.rounds_are_fixed())
      choice.rounds = std::min(choice.rounds, candidate.best_round + 1);
    // One way alone: a mean over several would be better than the one machine it stands for.
    float* outputs = fold < folds_.each ? candidate.outputs.data() : nullptr;
    RowLoss* rows = candidate.row_losses.empty() ? nullptr : candidate.row_losses.data();
    const bool patient = space_.rounds_are_fixed();
    fits.push_back({data_,
                    folds_,
                    fold,
                    choice,
                    options_.seed,
                    options_.engine,
                    outputs,
                    rows,
                    patient,
                    bill.question.give_up == nullptr ? nullptr : &bill.question,
                    {}});
  }
  const std::size_t workers = options_.executor == nullptr ? 1 : options_.executor->workers;
  bill.benches.resize(std::max(bill.benches.size(), workers));
  // Neighbours that share their first round stay together, one worker after the other.
  std::vector<std::size_t> tasks;
  for (std::size_t i = 0; i < fits.size(); ++i)
    if (i == 0 || !share_first_round(fits[i - 1].choice, fits[i].choice)) tasks.push_back(i);
  const std::size_t count = tasks.size();
  const bool side_by_side = folds_.rows.size() <= side_by_side_rows && count >= workers;
  const std::size_t chunk = side_by_side ? 4 * workers : 1;
  tasks.push_back(fits.size());
  for (std::size_t first = 0; first < count; first += chunk) {
    if (bill.stop != nullptr && bill.stop(bill.context)) return false;
    auto work = [&](std::size_t task, std::size_t worker) {
      for (std::size_t i = tasks[first + task]; i < tasks[first + task + 1]; ++i)
        fits[i].run(bill.benches[worker], side_by_side ? nullptr : options_.executor);
    };
    for_each(options_.executor, std::min(chunk, count - first), work);
  }
  if (bill.stop != nullptr && bill.stop(bill.context)) return false;  // some were given up
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (!fits[i].losses.empty()) fits[i].choice.rounds = fits[i].losses.size() - 1;
    bill.spent += fit_cost(fits[i].choice, folds_.rows.size() - folds_.held(), data_.d, data_.c,
                           folds_.held());
    candidates_[racing[i]].losses.push_back(std::move(fits[i].losses));
    settle(candidates_[racing[i]]);
  }
  return true;
}

std::vector<std::size_t> Stage::survivors_of(std::vector<std::size_t> racing,
                                             std::size_t most) const {
  if (racing.empty()) return racing;
  const std::size_t folds = candidates_[racing[0]].losses.size();
  racing.erase(std::remove_if(racing.begin(), racing.end(),
                              [&](std::size_t i) { return candidates_[i].failed; }),
               racing.end());
  sort_indices(racing, [&](std::size_t a, std::size_t b) {
    return candidates_[a].score < candidates_[b].score;
  });
  if (racing.size() > most) racing.resize(most);
  if (racing.empty()) return racing;
  double best = candidates_[racing[0]].score;
  const std::vector<std::size_t> ranked = ranking();
  if (!ranked.empty()) {
    Candidate leader = candidates_[ranked[0]];
    leader.losses.resize(folds);
    settle(leader);
    best = std::min(best, leader.score);
  }
  const double limit = best * hopeless(folds * folds_.held());
  racing.erase(std::remove_if(racing.begin(), racing.end(),
                              [&](std::size_t i) { return candidates_[i].score > limit; }),
               racing.end());
  std::sort(racing.begin(), racing.end());
  return racing;
}

std::vector<bool> Stage::hopeful_kinds() const {
  std::vector<bool> hopeful(space_.kinds().size(), true);
  const std::vector<std::size_t> ranked = ranking();
  if (ranked.empty()) return hopeful;
  hopeful.assign(hopeful.size(), false);
  const double limit = candidates_[ranked[0]].score * hopeless_kind(folds_.rows.size());
  for (const Candidate& candidate : candidates_)
    if (!candidate.failed && !candidate.losses.empty() && candidate.score <= limit)
      hopeful[candidate.point.kind] = true;
  return hopeful;
}

void Stage::race(const std::vector<Point>& points, std::size_t survivors, Bill& bill) {
  std::vector<std::size_t> racing;
  for (const Point& point : points) {
    if (known(point)) continue;
    Candidate candidate;
    candidate.point = point;
    candidate.choice = space_.choice(point);
    candidate.outputs.resize(
        array_size<float>(candidate.choice.rounds + 1, folds_.rows.size(), data_.c));
    if (folds_.rows.size() <= most_judged_rows)
      candidate.row_losses.resize(
          array_size<RowLoss>(candidate.choice.rounds + 1, folds_.rows.size()));
    racing.push_back(candidates_.size());
    candidates_.push_back(std::move(candidate));
  }
  for (std::size_t fold = 0; fold < folds_.count() && !racing.empty(); ++fold) {
    if (!run_fold(racing, fold, bill)) break;
    if (bill.told != nullptr) bill.told(bill.context, *this);
    if ((fold + 1) * folds_.held() >= fair_hearing)
      racing = survivors_of(std::move(racing), survivors);
  }
  const std::vector<std::size_t> kept = leading(pool_size(options_));
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (std::find(kept.begin(), kept.end(), i) == kept.end())
      std::vector<float>().swap(candidates_[i].outputs);
    if (candidates_[i].losses.size() < folds_.count())
      std::vector<RowLoss>().swap(candidates_[i].row_losses);
  }
}

// Every round of every trial that went through all folds could have been chosen.
Optimism Stage::optimism() const {
  const std::size_t n = folds_.rows.size();
  std::vector<TrialLosses> trials;
  for (const std::size_t i : ranking()) {
    const Candidate& candidate = candidates_[i];
    std::size_t rounds = candidate.choice.rounds + 1;
    for (const std::vector<Loss>& fold : candidate.losses) rounds = std::min(rounds, fold.size());
    const std::size_t first = space_.rounds_are_fixed() ? rounds - 1 : 0;
    for (std::size_t t = first; t < rounds && !candidate.row_losses.empty(); ++t)
      trials.push_back(candidate.row_losses.data() + t * n);
  }
  std::vector<double> weight(n, 0.0);
  std::vector<uint32_t> groups;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t row = folds_.rows[i];
    if (!folds_.forward || folds_.ways[0][i] > 0)
      weight[i] = static_cast<double>(folds_.ways.size()) *
                  (data_.weights == nullptr ? 1.0 : static_cast<double>(data_.weights[row]));
    if (data_.groups != nullptr) groups.push_back(data_.groups[row]);
  }
  return optimism_of(trials, weight, groups, data_.labels != nullptr, options_.seed);
}

std::vector<std::size_t> Stage::ranking() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (!candidates_[i].failed && candidates_[i].losses.size() == folds_.count())
      order.push_back(i);
  sort_indices(order, [&](std::size_t a, std::size_t b) {
    return candidates_[a].score < candidates_[b].score;
  });
  return order;
}

std::vector<std::size_t> Stage::leading(std::size_t count) const {
  std::vector<std::size_t> members, rest, taken(space_.kinds().size(), 0);
  for (const std::size_t i : ranking())
    (taken[candidates_[i].point.kind]++ <= count / 8 ? members : rest).push_back(i);
  members.insert(members.end(), rest.begin(), rest.end());
  if (members.size() > count) members.resize(count);
  sort_indices(members, [&](std::size_t a, std::size_t b) {
    return candidates_[a].score < candidates_[b].score;
  });
  return members;
}

}  // namespace rfm::data
