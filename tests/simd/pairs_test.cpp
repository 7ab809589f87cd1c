// The packed functions of every kernel against the plain loops: the same bits for any vector width
// where nothing is fused, a stated number of roundings where it is; the same bits for one row and
// for a batch.
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors wider than the target's are made of several
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <vector>

#include "rfm/simd/pairs.hpp"
#include "tests/core/kernels/cases.hpp"
#include "tests/simd/engines.hpp"

using namespace rfm_test;

namespace {

// Points in panels: `n` of them, zeros behind.
template <class T>
std::vector<T> random_points(size_t n, size_t r, uint64_t seed) {
  rfm::Random random(seed);
  std::vector<T> points(rfm::padded(n) * r);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < r; ++k)
      points[i / panel * panel * r + k * panel + i % panel] = static_cast<T>(2 * random.unit() - 1);
  return points;
}

// Everything a table of pair functions computes, for one shape.
template <class T>
struct Answers {
  std::vector<T> values, toward, own, pushed, predicted, gradients, own_sums;

  Answers(const rfm::PairFunctions<T>& functions, const rfm::KernelParameters<T>& parameters,
          size_t r, size_t columns)
      : values(panel * panel, T(-7)),
        toward(values),
        own(values),
        pushed(panel * r, T(0.25)),
        predicted(outputs * panel * panel),
        gradients(outputs * panel * r),
        own_sums(outputs * panel) {
    const auto u = random_panel<T>(r, r + 1);
    const size_t n = 5 * panel + columns;
    const auto centres = random_points<T>(n, r, r + 2), alpha = random_points<T>(n, outputs, 3);
    std::vector<T> outputs_first(alpha.size());
    for (size_t i = 0; i < rfm::padded(n); ++i)
      for (size_t o = 0; o < outputs; ++o)
        outputs_first[o * rfm::padded(n) + i] =
            alpha[i / panel * panel * outputs + o * panel + i % panel];
    const T* v = centres.data() + 5 * panel * r;
    functions.values(parameters, u.data(), v, r, columns, values.data());
    functions.slopes(parameters, u.data(), v, r, columns, toward.data(), own.data());
    const auto weights = random_panel<T>(panel, 4);
    functions.push(parameters, u.data(), v, r, columns, weights.data(), pushed.data());

    const rfm::Expansion<T> f{centres.data(), outputs_first.data(), n, r, outputs, rfm::padded(n)};
    std::vector<T> tile(panel * panel), other(tile), third(tile), points(u);
    functions.predict(parameters, f, u.data(), columns, tile.data(), predicted.data());
    functions.gradients(parameters, f, T(0.5),
                        {points.data(), tile.data(), other.data(), third.data(), gradients.data(),
                         own_sums.data()});
  }

  static constexpr size_t outputs = 3;
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
bool same_bits(const Answers<T>& a, const Answers<T>& b) {
  return same_bits(a.values, b.values) && same_bits(a.toward, b.toward) &&
         same_bits(a.own, b.own) && same_bits(a.pushed, b.pushed) &&
         same_bits(a.predicted, b.predicted) && same_bits(a.gradients, b.gradients) &&
         same_bits(a.own_sums, b.own_sums);
}

// The largest difference, in roundings of the largest number.
template <class T>
double roundings(const std::vector<T>& a, const std::vector<T>& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return most == 0 ? 0 : most / largest(b) / static_cast<double>(rfm::machine_epsilon<T>);
}

// Every number of coordinates up to 40, and for two of them every number of columns.
template <class Check>
void for_each_shape(const Check& check) {
  for (size_t r = 1; r <= 40; ++r) check(r, r * 7 % panel + 1);
  for (size_t columns = 1; columns <= panel; ++columns) {
    check(size_t{5}, columns);
    check(size_t{18}, columns);
  }
}

// One kernel of each shape in vectors of `bytes` bytes, whatever registers the target has.
template <class T, class Functor, size_t bytes>
void check_width(KernelId id) {
  for (const Case& c : all_cases()) {
    if (c.id != id) continue;
    const auto kernel = c.kernel<T>();
    for_each_shape([&](size_t r, size_t columns) {
      const Answers<T> plain(*kernel.functions, kernel.parameters, r, columns);
      const Answers<T> ours(rfm::PackedPairs<T, Functor, bytes>::functions, kernel.parameters, r,
                            columns);
      BOOST_REQUIRE_MESSAGE(same_bits(ours, plain),
                            c << ", r = " << r << ", columns = " << columns);
    });
  }
}
template <class T, size_t bytes>
void check_width() {
  check_width<T, rfm::Laplace<T>, bytes>(KernelId::laplace);
  check_width<T, rfm::Lpq<T, 150>, bytes>(KernelId::lpq150);
  check_width<T, rfm::Network<T, rfm::NetworkLimit::tangent>, bytes>(KernelId::ntk);
  check_width<T, rfm::Brownian<T, 150>, bytes>(KernelId::brownian150);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pairs)

BOOST_AUTO_TEST_CASE_TEMPLATE(wider_vectors_give_the_bits_of_the_plain_loops, T, Scalars) {
  check_width<T, 32>();
  check_width<T, 64>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(engines_differ_by_roundings_and_only_where_products_fuse, T,
                              Scalars) {
  for (const auto& named : engines<T>())
    for (const Case& c : all_cases()) {
      const auto kernel = c.kernel<T>();
      const rfm::Kernel<T> packed = rfm::with_engine(kernel, named.engine);
      BOOST_TEST(packed.functions != kernel.functions);
      for_each_shape([&](size_t r, size_t columns) {
        const Answers<T> plain(*kernel.functions, kernel.parameters, r, columns);
        const Answers<T> ours(*packed.functions, kernel.parameters, r, columns);
        BOOST_TEST_CONTEXT(named.name << ", " << c << ", r = " << r << ", columns = " << columns) {
          if (!named.fused) BOOST_REQUIRE(same_bits(ours, plain));
          const double allowed = static_cast<double>(r + 16) * (c.network() ? 8 : 1);
          BOOST_REQUIRE_LE(roundings(ours.values, plain.values), allowed);
          BOOST_REQUIRE_LE(roundings(ours.pushed, plain.pushed), allowed);
          BOOST_REQUIRE_LE(roundings(ours.predicted, plain.predicted), allowed);
          // Slopes of network kernels have poles where points are collinear: not among many
          // coordinates.
          if (c.network() && r < 8) return;
          BOOST_REQUIRE_LE(roundings(ours.toward, plain.toward), allowed);
          BOOST_REQUIRE_LE(roundings(ours.own, plain.own), allowed);
          BOOST_REQUIRE_LE(roundings(ours.gradients, plain.gradients), allowed);
          BOOST_REQUIRE_LE(roundings(ours.own_sums, plain.own_sums), allowed);
        }
      });
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_row_alone_and_in_a_batch_get_the_same_bits, T, Scalars) {
  constexpr size_t n = 200, r = 7;
  const auto centres = random_points<T>(n, r, 1), alpha = random_points<T>(n, 1, 2);
  const auto points = random_panel<T>(r, 3);
  const rfm::Expansion<T> f{centres.data(), alpha.data(), n, r, 1, rfm::padded(n)};
  for (const auto& named : engines<T>())
    for (const Case& c : all_cases()) {
      const rfm::Kernel<T> kernel = rfm::with_engine(c.kernel<T>(), named.engine);
      std::vector<T> tile(panel * panel), batch(panel * panel), alone(panel);
      kernel.functions->predict(kernel.parameters, f, points.data(), panel, tile.data(),
                                batch.data());
      for (size_t j = 0; j < panel; ++j) {
        std::fill(alone.begin(), alone.end(), T(0));
        kernel.functions->predict(kernel.parameters, f, points.data() + j, 1, tile.data(),
                                  alone.data());
        BOOST_REQUIRE_MESSAGE(
            std::memcmp(alone.data(), batch.data() + j * panel, sizeof(T) * panel) == 0,
            named.name << ", " << c << ", row " << j);
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
