// Weights of machines that answer together: errors that cancel are put together, a machine that has
// nothing to gain stays alone.
#include "rfm/data/fit/weights.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/core/base/random.hpp"
#include "tests/data/search/tables.hpp"

using rfm::data::chosen_weights;
using rfm::data::Share;

BOOST_AUTO_TEST_SUITE(weights)

namespace {

constexpr std::size_t n = 400;

// Targets, and answers that miss each by a share of its own error and of one that all share.
struct Answers {
  Answers() {
    rfm::Random random(5);
    for (std::size_t i = 0; i < n; ++i) {
      y.push_back(static_cast<float>(2 * random.unit() - 1));
      x.push_back(0);
      rows.push_back(i);
    }
  }
  // Answers whose errors are uniform in -size .. size.
  std::vector<float> missing_by(double size, uint64_t seed) const {
    rfm::Random random(seed);
    std::vector<float> answers;
    for (const float target : y)
      answers.push_back(target + static_cast<float>(size * (2 * random.unit() - 1)));
    return answers;
  }
  rfm::data::SearchData data() const {
    rfm::data::SearchData data;
    data.x = x.data();
    data.y = y.data();
    data.n = n;
    data.d = data.c = 1;
    return data;
  }

  std::vector<float> x, y;
  std::vector<std::size_t> rows;
};

double squared_error(const Answers& answers, const std::vector<std::vector<float>>& pool,
                     const std::vector<Share>& shares) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double answer = 0;
    for (const auto& [k, share] : shares) answer += share * static_cast<double>(pool[k][i]);
    sum += std::pow(answer - static_cast<double>(answers.y[i]), 2) / n;
  }
  return sum;
}

}  // namespace

BOOST_AUTO_TEST_CASE(machines_that_err_apart_share_the_answer) {
  const Answers answers;
  const auto a = answers.missing_by(0.5, 1), b = answers.missing_by(0.6, 2),
             bad = answers.missing_by(20, 3);
  const std::vector<std::vector<float>> pool{a, b, bad};
  const auto shares = chosen_weights(answers.data(), answers.rows, pool, 0.5);
  BOOST_REQUIRE_EQUAL(shares.size(), 2u);
  BOOST_TEST((shares[0].first == 0 && shares[1].first == 1));
  BOOST_TEST(shares[0].second > shares[1].second);  // 36 : 25 would be best
  BOOST_TEST(shares[1].second > 0.3);
  BOOST_TEST(std::fabs(shares[0].second + shares[1].second - 1) < 1e-12);
  BOOST_TEST(squared_error(answers, pool, shares) <
             0.75 * squared_error(answers, pool, {{0, 1.0}}));
}

BOOST_AUTO_TEST_CASE(one_that_the_others_cannot_help_stays_alone) {
  const Answers answers;
  const auto good = answers.missing_by(0.1, 1), bad = answers.missing_by(2, 2);
  const std::vector<std::vector<float>> pool{good, bad, good};
  const auto shares = chosen_weights(answers.data(), answers.rows, pool, 0.5);
  BOOST_REQUIRE_EQUAL(shares.size(), 1u);
  BOOST_TEST(shares[0].first == 0u);
  BOOST_TEST(shares[0].second == 1.0);
}

BOOST_AUTO_TEST_CASE(a_search_that_may_choose_says_the_weights_of_its_leaders) {
  const SearchTable table = exclusive_or(150, 3);
  rfm::data::SearchOptions options;
  options.effort = 0.2;
  options.averaged = 0;
  rfm::data::SearchResult result;
  BOOST_TEST_REQUIRE((rfm::data::search(table.data(), options, result) == rfm::Status::ok));
  BOOST_TEST_REQUIRE(!result.leaders.empty());
  BOOST_TEST(result.leaders.size() <= 16u);
  double sum = 0;
  for (const rfm::data::Trial& leader : result.leaders) {
    BOOST_TEST(leader.weight > 0);
    sum += leader.weight;
  }
  BOOST_TEST(std::fabs(sum - 1) < 1e-12);
  double together = 0;
  for (std::size_t i = 0; i < result.outputs.size(); ++i)
    together += std::pow(static_cast<double>(result.outputs[i]) -
                             static_cast<double>(table.y[result.rows[i]]),
                         2) /
                static_cast<double>(result.outputs.size());
  BOOST_TEST(together <= result.leaders[0].score * (1 + 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
