// A budget holds for all of training: what there is no time for is left out with a word, and there
// is a model however little time there was.
#include "rfm/data/fit/last_fits.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "rfm/data/train.hpp"
#include "tests/data/search/tables.hpp"

BOOST_AUTO_TEST_SUITE(last_fits)

using namespace rfm::data;

namespace {

// A clock that every question moves on. Work asks between its blocks, so it counts them.
struct Clock {
  double asked = 0;
};

Trained trained(std::size_t n, double budget, TrainOptions options = {}) {
  const SearchTable made = even_columns(n, 4, 3);
  TextTable table;
  table.names = {"a", "b", "c", "d", "y"};
  table.columns.resize(5);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 4; ++k) table.columns[k].append(std::to_string(made.x[i * 4 + k]));
    table.columns[4].append(std::to_string(std::sin(2 * made.x[i * 4]) + made.x[i * 4 + 1]));
  }
  Clock clock;
  options.search.context = &clock;
  options.search.now = [](void* context) { return static_cast<Clock*>(context)->asked += 1; };
  options.search.budget = budget;
  options.search.effort = 0.2;
  Trained result;
  const Outcome outcome = train<float>(table, options, result);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  if (budget > 0) BOOST_TEST(clock.asked < 1.1 * budget + 1000);
  return result;
}

bool says(const Trained& trained, const std::string& words) {
  for (const std::string& note : trained.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_time_a_part_of_the_rows_is_fitted_and_that_is_said) {
  const Trained result = trained(3000, 1);
  BOOST_TEST((result.search.end == SearchEnd::out_of_time));
  BOOST_TEST(says(result, "there was time to fit 400 of the 3000 training rows"));
  BOOST_TEST(result.held_out.permuted.empty());
  BOOST_TEST(result.dependences.empty());
  BOOST_TEST(result.file.given());
}

BOOST_AUTO_TEST_CASE(a_small_table_is_fitted_whole_however_little_time_there_is) {
  const Trained result = trained(300, 1);
  BOOST_TEST(!says(result, "there was time"));
  BOOST_TEST(result.members.size() == 1u);
}

BOOST_AUTO_TEST_CASE(more_time_is_used_and_never_exceeded) {
  for (const double budget : {2000.0, 20000.0, 100000.0}) (void)trained(2500, budget);
}

BOOST_AUTO_TEST_CASE(with_time_enough_the_budget_changes_nothing) {
  TrainOptions options;
  options.study = false;
  const Trained free = trained(500, 0, options), limited = trained(500, 1e12, options);
  BOOST_TEST(free.history == limited.history);
  BOOST_TEST_REQUIRE(free.file.size() == limited.file.size());
  BOOST_TEST(
      std::equal(free.file.data(), free.file.data() + free.file.size(), limited.file.data()));
}

// The last word of progress is the machine that is fitted to all rows.
BOOST_AUTO_TEST_CASE(the_best_is_told_before_it_is_fitted) {
  static Choice told;
  static int times;
  TrainOptions options;
  options.search.progress = [](void*, const SearchProgress& progress) {
    if (progress.trying != nullptr) return;
    told = progress.best->choice;
    ++times;
  };
  const Trained result = trained(200, 0, options);
  BOOST_TEST(times == 1);
  BOOST_TEST((told.kernel == result.members[0].kernel));
  BOOST_TEST(told.ridge == result.members[0].ridge);
  BOOST_TEST(told.rounds == result.members[0].rounds);
}

BOOST_AUTO_TEST_SUITE_END()
