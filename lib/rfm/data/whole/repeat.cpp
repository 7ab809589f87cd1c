#include "rfm/data/whole/repeat.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/core/algebra/packed_cholesky.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/shrink/space.hpp"

namespace rfm::data {
namespace {

constexpr double choosing_ridge = 1e-7;  // of the mean diagonal
constexpr double ridges[] = {1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
constexpr double nothing_left = 1e-9;  // of a column, once others explain it
constexpr std::size_t first_size = 16;
constexpr std::size_t most_chosen = 1600;
constexpr int value_bits = 22;          // of a value, as an output
constexpr int spare_bits = 30;          // of a weight, at most, below one unit of the outputs
constexpr int largest_step_bits = 120;  // a step that a float can be
constexpr double most_beginning = 4611686018427387904.0;  // 2^62

// Which rows are candidates for centres, which are fitted and which score.
struct Division {
  std::vector<std::size_t> candidates, fitted, scored;
};

Division divide(const LikeRows& rows, const Effort& effort, std::size_t spaces) {
  Division division;
  std::vector<std::size_t> known, others;
  for (const std::size_t i : spread_rows(rows.known, effort.rows / 2)) known.push_back(i);
  const std::size_t between = rows.n() - rows.known;
  for (const std::size_t i : spread_rows(between, effort.rows - known.size()))
    others.push_back(rows.known + i);
  const bool many = known.size() >= 100 && effort.hold_out;
  std::vector<std::size_t> pool;
  for (std::size_t k = 0; k < known.size(); ++k)
    (many && k % 5 == 4 ? division.scored : pool).push_back(known[k]);
  for (const std::size_t k :
       spread_rows(pool.size(), effort.hold_out ? effort.candidates : effort.candidates / spaces))
    division.candidates.push_back(pool[k]);
  division.fitted = pool;
  for (std::size_t k = 0; k < others.size(); ++k)
    (k % 4 == 3 ? division.scored : division.fitted).push_back(others[k]);
  return division;
}

// A space's candidates in whole numbers.
struct Candidates {
  WholeSpace space;
  std::vector<int8_t> centres;  // (n, r)
  std::size_t n = 0;

  const int8_t* centre(std::size_t j) const { return &centres[j * space.r]; }
};

int8_t nearest(int32_t u, unsigned fraction) {
  const int32_t half = fraction == 0 ? 0 : 1 << (fraction - 1);
  return static_cast<int8_t>(std::clamp((u + half) >> fraction, -127, 127));
}

bool make_candidates(const Place& place, const LikeRows& rows,
                     const std::vector<std::size_t>& which, Candidates& made) {
  double unit = 1;
  WholeSpace& space = made.space;
  if (!make_coordinates(*place.frame, rows, place.rank, place.cut, space, unit)) return false;
  std::vector<int16_t> u(space.r);
  for (const std::size_t i : which) {
    space.place(rows.row(i), u.data());
    for (std::size_t k = 0; k < space.r; ++k) made.centres.push_back(nearest(u[k], space.fraction));
  }
  made.n = which.size();
  space.last = UINT32_MAX;
  uint32_t largest = 1;
  for (std::size_t i = 0; i < rows.n(); ++i) {
    space.place(rows.row(i), u.data());
    for (std::size_t j = 0; j<made.n; j += rows.n()> 500 ? 3 : 1)
      largest = std::max(largest, space.distance(made.centre(j), u.data()));
  }
  return make_shape(*place.frame, unit, largest, space);
}

// Kernel values of rows with the candidates of all spaces, (which.size(), all candidates).
std::vector<uint16_t> values_at(const std::vector<Candidates>& all, const LikeRows& rows,
                                const std::vector<std::size_t>& which) {
  std::size_t n = 0, widest = 0;
  for (const Candidates& one : all) {
    n += one.n;
    widest = std::max(widest, one.space.r);
  }
  std::vector<uint16_t> values;
  values.reserve(array_size<uint16_t>(which.size(), n));
  std::vector<int16_t> u(widest);
  for (const std::size_t i : which)
    for (const Candidates& one : all) {
      one.space.place(rows.row(i), u.data());
      for (std::size_t j = 0; j < one.n; ++j)
        values.push_back(one.space.value(one.centre(j), u.data()));
    }
  return values;
}

// Weights for some candidates in real numbers; kernel values count from 0 to 65535.
struct Solution {
  std::vector<std::size_t> chosen;
  std::vector<double> weights;   // (chosen, c)
  std::vector<double> constant;  // (c)
};

// The equations of least squares over the fitted rows, about the means of columns.
class Equations {
 public:
  Equations(const std::vector<uint16_t>& values, std::size_t n, const std::vector<double>& y,
            std::size_t c)
      : n_(n), c_(c), rows_(n == 0 ? 0 : values.size() / n), mean_(n, 0), y_mean_(c, 0) {
    const auto count = static_cast<double>(rows_);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < n; ++j) mean_[j] += values[i * n + j] / count;
      for (std::size_t o = 0; o < c; ++o) y_mean_[o] += y[i * c + o] / count;
    }
    gram_.assign(array_size<double>(n, n), 0);
    right_.assign(array_size<double>(n, c), 0);
    std::vector<double> row(n);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < n; ++j) row[j] = values[i * n + j] - mean_[j];
      for (std::size_t j = 0; j < n; ++j) {
        add_multiple(row[j], row.data(), j + 1, &gram_[j * n]);
        for (std::size_t o = 0; o < c; ++o)
          right_[j * c + o] += row[j] * (y[i * c + o] - y_mean_[o]);
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      diagonal_ += gram_[j * n + j] / static_cast<double>(n);
      for (std::size_t k = 0; k < j; ++k) gram_[k * n + j] = gram_[j * n + k];
    }
  }

  // Candidates, the one first that leaves least unexplained, then the one that leaves least beside
  // it, ...
  std::vector<std::size_t> order(std::size_t most) const {
    std::vector<double> left(n_), right = right_, columns;
    const double ridge = choosing_ridge * diagonal_;
    for (std::size_t j = 0; j < n_; ++j) left[j] = gram_[j * n_ + j] + ridge;
    const std::vector<double> whole = left;
    std::vector<std::size_t> chosen;
    std::vector<bool> taken(n_, false);
    while (chosen.size() < std::min(most, n_)) {
      std::size_t best = n_;
      double most_gained = -1;
      for (std::size_t j = 0; j < n_; ++j) {
        if (taken[j] || !(left[j] > nothing_left * whole[j]) || !(left[j] > 0)) continue;
        double gained = 0;
        for (std::size_t o = 0; o < c_; ++o) gained += right[j * c_ + o] * right[j * c_ + o];
        gained /= left[j];
        if (gained > most_gained) {
          most_gained = gained;
          best = j;
        }
      }
      if (best == n_) break;
      append(best, ridge, columns, left, right, chosen.size());
      taken[best] = true;
      chosen.push_back(best);
    }
    return chosen;
  }

  // Empty weights when the equations cannot be solved.
  Solution solve(std::vector<std::size_t> chosen, double ridge) const {
    const std::size_t p = chosen.size();
    Solution solution{std::move(chosen), {}, y_mean_};
    std::vector<double> a(packed_size(p));
    for (std::size_t i = 0; i < p; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        a[packed_index(i, j)] =
            gram_[solution.chosen[i] * n_ + solution.chosen[j]] + (i == j ? ridge * diagonal_ : 0);
    if (!factor_packed(a.data(), p, 0.0)) return solution;
    solution.weights.resize(array_size<double>(p, c_));
    std::vector<double> weights(p);
    for (std::size_t o = 0; o < c_; ++o) {
      for (std::size_t i = 0; i < p; ++i) weights[i] = right_[solution.chosen[i] * c_ + o];
      solve_packed(a.data(), p, weights.data());
      for (std::size_t i = 0; i < p; ++i) {
        solution.weights[i * c_ + o] = weights[i];
        solution.constant[o] -= weights[i] * mean_[solution.chosen[i]];
      }
    }
    return solution;
  }

 private:
  // The column of a candidate in the factor, and what it takes from the others.
  void append(std::size_t j, double ridge, std::vector<double>& columns, std::vector<double>& left,
              std::vector<double>& right, std::size_t count) const {
    const std::size_t begin = columns.size();
    columns.insert(columns.end(), gram_.begin() + static_cast<std::ptrdiff_t>(j * n_),
                   gram_.begin() + static_cast<std::ptrdiff_t>((j + 1) * n_));
    columns[begin + j] += ridge;
    for (std::size_t s = 0; s < count; ++s)
      add_multiple(-columns[s * n_ + j], &columns[s * n_], n_, &columns[begin]);
    const double inverse = 1 / std::sqrt(left[j]);
    const double* its = &right[j * c_];
    const std::vector<double> of_it(its, its + c_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double entry = columns[begin + i] * inverse;
      columns[begin + i] = entry;
      left[i] -= entry * entry;
      for (std::size_t o = 0; o < c_; ++o) right[i * c_ + o] -= entry * of_it[o] * inverse;
    }
  }

  std::size_t n_, c_, rows_;
  std::vector<double> mean_, y_mean_, gram_, right_;
  double diagonal_ = 0;
};

int exponent_of(double x) {  // the least e with |x| <= 2^e
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return fraction == 0.5 ? exponent - 1 : exponent;
}

// Weights, and what the sums begin with, in whole numbers. False where they do not fit.
bool quantise(const Solution& solution, const Wanted& wanted, double largest_value,
              WholeMachine& machine) {
  double largest = 0;
  for (const double weight : solution.weights) largest = std::max(largest, std::fabs(weight));
  if (!(largest < 1e30)) return false;
  int step =
      wanted.shares ? -share_bits : exponent_of(largest_value > 0 ? largest_value : 1) - value_bits;
  int unit = step - spare_bits;  // of a weight
  while (std::ldexp(largest, -unit) >= 32767) ++unit;
  if (unit > step && wanted.shares) return false;
  step = std::max({step, unit, -largest_step_bits});
  const std::size_t p = solution.chosen.size(), c = wanted.c;
  machine.weights.clear();
  for (const double weight : solution.weights)
    machine.weights.push_back(static_cast<int16_t>(std::floor(std::ldexp(weight, -unit) + 0.5)));
  double most = 0;
  for (std::size_t o = 0; o < c; ++o) {
    double sum = std::fabs(std::ldexp(solution.constant[o], -unit));
    for (std::size_t i = 0; i < p; ++i)
      sum += 65535.0 * std::fabs(static_cast<double>(machine.weights[i * c + o]));
    most = std::max(most, sum);
  }
  if (!(most < most_beginning)) return false;
  while (std::ldexp(most, unit - step) >= 2147483646.0) {
    if (wanted.shares) return false;
    ++step;
  }
  machine.sum_shift = static_cast<unsigned>(step - unit);
  machine.step = std::ldexp(1, step);
  machine.beginning.clear();
  const int64_t half = step == unit ? 0 : int64_t{1} << (step - unit - 1);
  for (std::size_t o = 0; o < c; ++o)
    machine.beginning.push_back(
        static_cast<int64_t>(std::floor(std::ldexp(solution.constant[o], -unit) + 0.5)) + half);
  return true;
}

// 1 - |f - g|^2 / |f - mean f|^2 over rows and outputs, g as the whole numbers have it.
double fidelity(const WholeMachine& machine, const std::vector<std::size_t>& chosen,
                const std::vector<uint16_t>& values, std::size_t n, const std::vector<double>& y) {
  const std::size_t c = machine.c, rows = y.size() / c;
  double lost = 0, whole = 0;
  std::vector<double> mean(c, 0);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t o = 0; o < c; ++o) mean[o] += y[i * c + o] / static_cast<double>(rows);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t o = 0; o < c; ++o) {
      int64_t sum = machine.beginning[o];
      for (std::size_t k = 0; k < chosen.size(); ++k)
        sum += machine.weights[k * c + o] * static_cast<int64_t>(values[i * n + chosen[k]]);
      const double f = y[i * c + o],
                   g = machine.step * static_cast<double>(sum >> machine.sum_shift);
      lost += (f - g) * (f - g);
      whole += (f - mean[o]) * (f - mean[o]);
    }
  return whole > 0 ? 1 - lost / whole : lost > 0 ? 0 : 1;
}

// Those of a space's candidates that were chosen; nothing when there are none.
void add_space(const Candidates& candidates, std::size_t first,
               const std::vector<std::size_t>& chosen, WholeMachine& machine) {
  WholeSpace space = candidates.space;
  for (const std::size_t j : chosen) {
    if (j < first || j >= first + candidates.n) continue;
    const int8_t* centre = candidates.centre(j - first);
    space.centres.insert(space.centres.end(), centre, centre + space.r);
    ++space.n;
  }
  if (space.n > 0) machine.spaces.push_back(std::move(space));
}

std::vector<double> answers_of(const Wanted& wanted, const std::vector<std::size_t>& rows) {
  std::vector<double> y;
  for (const std::size_t i : rows)
    for (std::size_t o = 0; o < wanted.c; ++o) y.push_back(wanted.y[i * wanted.c + o]);
  return y;
}

}  // namespace

Repeated repeat(const std::vector<Place>& places, const LikeRows& rows, const Wanted& wanted,
                const Size& size, const Effort& effort) {
  Repeated best;
  const Division division = divide(rows, effort, places.size());
  std::vector<Candidates> all(places.size());
  std::vector<std::size_t> space_of;
  for (std::size_t s = 0; s < places.size(); ++s) {
    if (!make_candidates(places[s], rows, division.candidates, all[s])) return best;
    space_of.insert(space_of.end(), all[s].n, s);
  }
  const std::vector<double> y = answers_of(wanted, division.fitted),
                            scored_y = answers_of(wanted, division.scored);
  const std::vector<uint16_t> scored = values_at(all, rows, division.scored);
  const std::size_t n = space_of.size();
  const Equations equations(values_at(all, rows, division.fitted), n, y, wanted.c);
  std::vector<std::size_t> order = equations.order(most_chosen);
  std::size_t bytes = 0, fits = 0;
  while (fits < order.size()) {
    bytes += all[space_of[order[fits]]].space.r + 2 * wanted.c;
    if (bytes > size.bytes) break;
    ++fits;
  }
  order.resize(fits);
  double largest_value = 0;
  for (const double value : wanted.y) largest_value = std::max(largest_value, std::fabs(value));
  WholeMachine machine;
  machine.c = wanted.c;
  std::size_t p = size.enough <= 1 ? std::min(first_size, fits) : fits;
  for (; p > 0; p = std::min(2 * p, fits)) {
    std::vector<std::size_t> chosen(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(p));
    std::sort(chosen.begin(), chosen.end());  // the centres of one space together
    for (const double ridge : ridges) {
      const Solution solution = equations.solve(chosen, ridge);
      if (solution.weights.empty() || !quantise(solution, wanted, largest_value, machine)) continue;
      const double here = fidelity(machine, chosen, scored, n, scored_y);
      if (!(here > best.fidelity)) continue;
      machine.spaces.clear();
      for (std::size_t s = 0, first = 0; s < all.size(); first += all[s++].n)
        add_space(all[s], first, chosen, machine);
      best = {machine, here};
    }
    if (p == fits || best.fidelity >= size.enough) break;
  }
  return best;
}

}  // namespace rfm::data
