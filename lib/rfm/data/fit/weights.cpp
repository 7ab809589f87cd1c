#include "rfm/data/fit/weights.hpp"

#include <algorithm>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/search/loss.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t most_steps = 40;

// Sets are told apart by their squared error alone, of classes too: mistakes are too coarse for so
// many comparisons. The set after a step: how often each candidate was taken, and the loss of each
// row.
struct Taken {
  std::vector<std::size_t> times;
  std::vector<double> losses;
  double score = 0;

  std::size_t different() const {
    return times.size() - static_cast<std::size_t>(std::count(times.begin(), times.end(), 0U));
  }
};

class Choosing {
 public:
  Choosing(const SearchData& data, const std::vector<std::size_t>& rows,
           const std::vector<std::vector<float>>& pool, double noise)
      : data_(data),
        rows_(rows),
        pool_(pool),
        noise_(noise),
        sum_(array_size<double>(rows.size(), data.c)),
        shares_(data.c + 1) {}

  std::vector<Share> run() {
    std::vector<Taken> steps;
    take(0, steps);
    while (steps.size() < most_steps) {
      std::size_t best = 0;
      double least = 0;
      for (std::size_t k = 0; k < pool_.size(); ++k) {
        const double score = score_with(k, steps.size() + 1, nullptr);
        if (k > 0 && !(score < least)) continue;
        least = score;
        best = k;
      }
      take(best, steps);
    }
    return shares_of(smallest(steps));
  }

 private:
  // The score of the mean of what was taken and candidate k, `count` answers in all.
  double score_with(std::size_t k, std::size_t count, std::vector<double>* losses) {
    Loss loss;
    std::vector<float> answer(data_.c);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t o = 0; o < data_.c; ++o) {
        const std::size_t at = i * data_.c + o;
        answer[o] = static_cast<float>((sum_[at] + static_cast<double>(pool_[k][at])) /
                                       static_cast<double>(count));
      }
      if (losses == nullptr) {
        add_loss(data_, rows_[i], answer.data(), shares_.data(), loss);
      } else {
        Loss own;
        add_loss(data_, rows_[i], answer.data(), shares_.data(), own);
        losses->push_back(own.squared / own.weight);
        loss.add(own);
      }
    }
    return loss.squared / loss.weight;
  }

  void take(std::size_t k, std::vector<Taken>& steps) {
    Taken next;
    next.times = steps.empty() ? std::vector<std::size_t>(pool_.size()) : steps.back().times;
    ++next.times[k];
    next.score = score_with(k, steps.size() + 1, &next.losses);
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += static_cast<double>(pool_[k][i]);
    steps.push_back(std::move(next));
  }

  // The standard error of the difference of two sets' mean losses.
  double error_of_difference(const Taken& a, const Taken& b) const {
    const auto n = static_cast<double>(a.losses.size());
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < a.losses.size(); ++i) mean += (a.losses[i] - b.losses[i]) / n;
    for (std::size_t i = 0; i < a.losses.size(); ++i) {
      const double rest = a.losses[i] - b.losses[i] - mean;
      squares += rest * rest / n;
    }
    return square_root(squares / n);
  }

  // Of the steps within `noise` standard errors of the best, the one of fewest candidates, and of
  // those the best.
  const Taken& smallest(const std::vector<Taken>& steps) const {
    const auto better = [](const Taken& a, const Taken& b) { return a.score < b.score; };
    const Taken& best = *std::min_element(steps.begin(), steps.end(), better);
    const Taken* chosen = &best;
    for (const Taken& step : steps) {
      if (step.score - best.score > noise_ * error_of_difference(step, best)) continue;
      const std::size_t fewer = step.different(), few = chosen->different();
      if (fewer < few || (fewer == few && step.score < chosen->score)) chosen = &step;
    }
    return *chosen;
  }

  static std::vector<Share> shares_of(const Taken& taken) {
    std::size_t all = 0;
    for (const std::size_t count : taken.times) all += count;
    std::vector<Share> shares;
    for (std::size_t k = 0; k < taken.times.size(); ++k)
      if (taken.times[k] > 0)
        shares.emplace_back(k, static_cast<double>(taken.times[k]) / static_cast<double>(all));
    return shares;
  }

  const SearchData& data_;
  const std::vector<std::size_t>& rows_;
  const std::vector<std::vector<float>>& pool_;
  double noise_;
  std::vector<double> sum_, shares_;
};

}  // namespace

std::vector<Share> chosen_weights(const SearchData& data, const std::vector<std::size_t>& rows,
                                  const std::vector<std::vector<float>>& pool, double noise) {
  return Choosing(data, rows, pool, noise).run();
}

}  // namespace rfm::data
