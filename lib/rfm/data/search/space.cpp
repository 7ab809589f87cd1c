#include "rfm/data/search/space.hpp"

#include <algorithm>
#include <iterator>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/base/random.hpp"
#include "rfm/data/search/choice_words.hpp"

namespace rfm::data {
namespace {

// A kernel that the search tries.
struct Searched {
  KernelId kernel;
  double exponent, bias;
  Breadth breadth;  // of the narrowest search that tries it
};
#define RFM_SEARCHED(name, exponent, bias, breadth) \
  {KernelId::name, exponent, bias, Breadth::breadth},
constexpr Searched searched_kernels[] = {RFM_EACH_SEARCHED_KERNEL(RFM_SEARCHED)};
#undef RFM_SEARCHED

// The median distance of pairs of rows that differ, from a seeded sample; 1 when there are none.
double median_distance(const SearchData& data, double p, uint64_t seed) {
  constexpr std::size_t most_pairs = 2000, fewest_pairs = 100, wide = 1000, most_terms = 1000000;
  const std::size_t pairs =
      data.d <= wide ? most_pairs : std::max(fewest_pairs, most_terms / data.d);
  Random random(seed, 11);
  std::vector<double> distances;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const float* a = data.x + random.below(data.n) * data.d;
    const float* b = data.x + random.below(data.n) * data.d;
    double sum = 0;
    for (std::size_t k = 0; k < data.d; ++k)
      sum += power(absolute(static_cast<double>(a[k] - b[k])), p);
    if (sum > 0) distances.push_back(sum);
  }
  if (distances.empty()) return 1;
  std::stable_sort(distances.begin(), distances.end());
  return power(distances[distances.size() / 2], 1 / p);
}

// The mean of |x|^2, which the values of a network kernel are proportional to.
double mean_square(const SearchData& data) {
  double sum = 0;
  for (std::size_t i = 0; i < data.n * data.d; ++i)
    sum += static_cast<double>(data.x[i]) * static_cast<double>(data.x[i]);
  return sum > 0 ? sum / static_cast<double>(data.n) : 1;
}

// Beyond this many columns the symmetric root that p < 2 needs costs more than it brings.
constexpr std::size_t widest_root = 200;

}  // namespace

void Space::add_kind(KernelId kernel, double exponent, const SearchData& data, uint64_t seed,
                     double bias) {
  Kind kind;
  kind.kernel = kernel;
  kind.exponent = wishes_.exponent.value_or(exponent);
  kind.bias = wishes_.bias.value_or(bias);
  kind.depth = wishes_.depth.value_or(1);
  const KernelFacts& facts = *facts_of(kernel);
  kind.decay = facts.takes == KernelTakes::exponent ? kind.exponent : facts.decay;
  kind.scale = facts.takes == KernelTakes::layers ? mean_square(data)
                                                  : median_distance(data, facts.norm, seed);
  if (facts.takes == KernelTakes::power) kind.scale = power(kind.scale, kind.exponent) / 2;
  const bool rooted = facts.norm < 2;
  for (const Metric metric : {Metric::diagonal, Metric::full}) {
    kind.metric = wishes_.metric.value_or(metric);
    if (!wishes_.metric.has_value() && metric == Metric::full &&
        (data.d == 1 || (rooted && data.d > widest_root)))
      continue;
    kinds_.push_back(kind);
    if (wishes_.metric.has_value()) return;
  }
}

Space::Space(const SearchData& data, const Wishes& wishes, uint64_t seed, Breadth breadth)
    : wishes_(wishes), breadth_(breadth) {
  if (wishes.kernel.has_value()) {
    const KernelId kernel = *wishes.kernel;
    const double norm = shown_norm(kernel);
    if (norm > 1 && !wishes.exponent.has_value()) add_kind(kernel, norm, data, seed);
    add_kind(kernel, 1, data, seed);
    return;
  }
  const bool wide = wishes.bandwidth.has_value();  // asks for kernels that have one
  for (const Searched& one : searched_kernels)
    if (one.breadth <= breadth && !(wide && takes(one.kernel, KernelTakes::power)))
      add_kind(one.kernel, one.exponent, data, seed, one.bias);
}

Choice Space::choice(const Point& point) const {
  const Kind& kind = kinds_[point.kind];
  constexpr std::size_t most_rounds = 5;
  Choice choice;
  choice.kernel = kind.kernel;
  choice.exponent = kind.exponent;
  choice.bias = kind.bias;
  choice.depth = kind.depth;
  choice.metric = kind.metric;
  choice.centre_gradients = wishes_.centre_gradients;
  choice.bandwidth =
      kind.decay > 0 ? wishes_.bandwidth.value_or(kind.scale * power(2.0, point.width)) : 1;
  const double narrowness =
      kind.decay > 0 ? power(kind.scale / choice.bandwidth, kind.decay) : kind.scale;
  choice.ridge = wishes_.ridge.value_or(power(10.0, point.strength) * narrowness);
  choice.rounds = kind.metric == Metric::identity ? 0 : wishes_.rounds.value_or(most_rounds);
  return choice;
}

std::vector<Point> Space::starts() const {
  constexpr double first_width = 1, first_strength = -1;
  // The corners before what lies between them: how good a kernel is without noise shows at a weak
  // ridge alone.
  constexpr double looks[][2] = {{first_width, first_strength},
                                 {first_width, -3},
                                 {3, first_strength},
                                 {3, -3},
                                 {first_width, 0},
                                 {first_width, -2},
                                 {3, 0},
                                 {3, -2}};
  std::vector<Point> points;
  const std::size_t few = 4, count = breadth_ == Breadth::narrow ? few : std::size(looks);
  for (std::size_t look = 0; look < count; ++look)
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      const auto [width, strength] = looks[look];
      const bool one_width = wishes_.bandwidth.has_value() || kinds_[kind].decay == 0;
      const bool one_strength = wishes_.ridge.has_value();
      if (one_width && width != first_width) continue;
      if (one_strength && strength != first_strength) continue;
      points.push_back({kind, width, strength});
    }
  return points;
}

std::vector<Point> Space::around(const Point& point, double step) const {
  constexpr double narrowest = -3, widest = 8, weakest = -6, strongest = 4;
  std::vector<Point> points;
  const bool ridge_free = !wishes_.ridge.has_value();
  const bool width_free = !wishes_.bandwidth.has_value() && kinds_[point.kind].decay > 0;
  for (const double change : {step, -step}) {
    const double strength = point.strength + change, width = point.width + 2 * change;
    if (ridge_free && strength >= weakest && strength <= strongest)
      points.push_back({point.kind, point.width, strength});
    if (width_free && width >= narrowest && width <= widest)
      points.push_back({point.kind, width, point.strength});
  }
  return points;
}

}  // namespace rfm::data
