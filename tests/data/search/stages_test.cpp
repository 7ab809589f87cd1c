// The automatic choice learns features where that helps and leaves them alone where it does not,
// respects what the user has settled, and gives the same answer for any number of workers.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "tests/data/search/tables.hpp"

using rfm::Metric;
using rfm::Status;
using rfm::data::SearchEnd;
using rfm::data::SearchOptions;
using rfm::data::SearchResult;

BOOST_AUTO_TEST_SUITE(search_stages)

namespace {

// A fifth of the usual effort is enough for tables as plain as these.
SearchResult searched(const SearchTable& table, SearchOptions options = {}) {
  if (options.effort == 1) options.effort = 0.2;
  SearchResult result;
  BOOST_TEST_REQUIRE((rfm::data::search(table.data(), options, result) == Status::ok));
  return result;
}

double mean_square(const SearchTable& table) {
  double sum = 0;
  for (const float y : table.y) sum += static_cast<double>(y) * static_cast<double>(y);
  return sum / static_cast<double>(table.n);
}

}  // namespace

BOOST_AUTO_TEST_CASE(features_are_learned_where_two_columns_of_ten_matter) {
  const SearchTable table = exclusive_or(300, 3);
  const SearchResult result = searched(table);
  BOOST_TEST(result.best.rounds > 0u);
  BOOST_TEST(result.score < 0.4 * mean_square(table));
  SearchOptions options;
  options.wishes.rounds = 0;
  BOOST_TEST(result.score < 0.7 * searched(table, options).score);
}

BOOST_AUTO_TEST_CASE(noise_is_answered_with_little_more_than_the_mean) {
  const SearchTable table = pure_noise(200, 5);
  const SearchResult result = searched(table);
  BOOST_TEST(result.score < 1.05 * mean_square(table));
  double answers = 0;
  for (const float output : result.outputs)
    answers += static_cast<double>(output) * static_cast<double>(output);
  BOOST_TEST(answers / static_cast<double>(table.n) < 0.15 * mean_square(table));
}

BOOST_AUTO_TEST_CASE(any_number_of_workers_gives_the_same_choice_and_answers) {
  const SearchTable table = exclusive_or(220, 4);
  const SearchResult alone = searched(table);
  for (const std::size_t workers : {std::size_t{2}, std::size_t{3}}) {
    const rfm::Executor executor = threads(workers);
    SearchOptions options;
    options.executor = &executor;
    const SearchResult together = searched(table, options);
    BOOST_TEST(together.best.bandwidth == alone.best.bandwidth);
    BOOST_TEST(together.best.ridge == alone.best.ridge);
    BOOST_TEST(together.best.rounds == alone.best.rounds);
    BOOST_TEST(together.tried.size() == alone.tried.size());
    BOOST_TEST(together.outputs == alone.outputs, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(another_seed_divides_the_rows_in_another_way) {
  const SearchTable table = exclusive_or(120, 4);
  SearchOptions options;
  options.seed = 2;
  BOOST_TEST(searched(table).score != searched(table, options).score);
}

BOOST_AUTO_TEST_CASE(what_the_user_has_settled_stays) {
  const SearchTable table = exclusive_or(90, 6);
  SearchOptions options;
  options.wishes.kernel = rfm::KernelId::matern52;
  options.wishes.metric = Metric::diagonal;
  options.wishes.bandwidth = 7.5;
  options.wishes.ridge = 0.25;
  options.wishes.rounds = 2;
  options.wishes.centre_gradients = true;
  const SearchResult result = searched(table, options);
  BOOST_TEST(result.tried.size() == 1u);
  BOOST_TEST((result.best.kernel == rfm::KernelId::matern52));
  BOOST_TEST((result.best.metric == Metric::diagonal));
  BOOST_TEST(result.best.bandwidth == 7.5);
  BOOST_TEST(result.best.ridge == 0.25);
  BOOST_TEST(result.best.rounds == 2u);
  BOOST_TEST(result.best.centre_gradients);
}

BOOST_AUTO_TEST_CASE(one_wish_alone_holds_for_everything_tried) {
  const SearchTable table = exclusive_or(80, 7);
  SearchOptions ridge, bandwidth, rounds, metric;
  ridge.wishes.ridge = 0.5;
  bandwidth.wishes.bandwidth = 3;
  rounds.wishes.rounds = 1;
  metric.wishes.metric = Metric::identity;
  for (const auto& trial : searched(table, ridge).tried) BOOST_TEST(trial.choice.ridge == 0.5);
  for (const auto& trial : searched(table, bandwidth).tried)
    BOOST_TEST(trial.choice.bandwidth == 3);
  for (const auto& trial : searched(table, rounds).tried) BOOST_TEST(trial.choice.rounds == 1u);
  for (const auto& trial : searched(table, metric).tried) {
    BOOST_TEST((trial.choice.metric == Metric::identity));
    BOOST_TEST(trial.choice.rounds == 0u);
  }
}

BOOST_AUTO_TEST_CASE(network_kernels_are_searched_over_their_ridge) {
  SearchOptions options;
  options.wishes.kernel = rfm::KernelId::ntk;
  options.wishes.depth = 2;
  const SearchResult result = searched(exclusive_or(80, 8), options);
  BOOST_TEST((result.best.kernel == rfm::KernelId::ntk));
  BOOST_TEST(result.best.depth == 2);
  BOOST_TEST(result.tried.size() > 3u);
}

BOOST_AUTO_TEST_CASE(more_kernels_are_tried_where_several_machines_are_averaged) {
  const SearchTable table = exclusive_or(80, 8);
  for (const std::size_t averaged : {std::size_t{1}, std::size_t{4}}) {
    SearchOptions options;
    options.averaged = averaged;
    const auto& tried = searched(table, options).tried;
    const bool found = std::any_of(tried.begin(), tried.end(), [](const rfm::data::Trial& trial) {
      return trial.choice.kernel == rfm::KernelId::ntk;
    });
    BOOST_TEST(found == (averaged > 1));
  }
}

BOOST_AUTO_TEST_CASE(a_narrow_search_tries_fewer_kernels_less_often_and_still_learns) {
  const SearchTable table = exclusive_or(300, 3);
  SearchOptions options;
  const SearchResult usual = searched(table, options);
  options.breadth = rfm::data::Breadth::narrow;
  const SearchResult narrow = searched(table, options);
  BOOST_TEST(3 * narrow.tried.size() < 2 * usual.tried.size());
  BOOST_TEST(narrow.folds == 3u);
  BOOST_TEST(usual.folds == 5u);
  const auto kernels = [](const SearchResult& result) {
    std::set<rfm::KernelId> found;
    for (const rfm::data::Trial& trial : result.tried) found.insert(trial.choice.kernel);
    return found;
  };
  BOOST_TEST(kernels(narrow).size() == 3u);
  BOOST_TEST(kernels(usual).size() == 5u);
  BOOST_TEST(narrow.best.rounds > 0u);
  BOOST_TEST(narrow.score < 0.4 * mean_square(table));
}

BOOST_AUTO_TEST_CASE(leaders_are_sorted_different_and_begin_with_the_best) {
  SearchOptions options;
  options.averaged = 8;
  options.effort = 0.8;
  const SearchResult result = searched(exclusive_or(100, 9), options);
  BOOST_TEST_REQUIRE(result.leaders.size() == 8u);
  BOOST_TEST(result.leaders[0].choice.bandwidth == result.best.bandwidth);
  BOOST_TEST(result.leaders[0].score == result.score);
  for (std::size_t i = 1; i < result.leaders.size(); ++i) {
    const auto& a = result.leaders[i - 1];
    const auto& b = result.leaders[i];
    BOOST_TEST(a.score <= b.score);
    BOOST_TEST((a.choice.kernel != b.choice.kernel || a.choice.exponent != b.choice.exponent ||
                a.choice.metric != b.choice.metric || a.choice.bandwidth != b.choice.bandwidth ||
                a.choice.ridge != b.choice.ridge || a.choice.bias != b.choice.bias));
  }
}

BOOST_AUTO_TEST_CASE(an_ensemble_of_eight_has_no_more_than_two_of_a_kind) {
  SearchOptions options;
  options.averaged = 8;
  const SearchResult result = searched(pure_noise(100, 9), options);
  BOOST_TEST(result.leaders.size() == 8u);
  for (const rfm::data::Trial& leader : result.leaders) {
    const auto alike = std::count_if(result.leaders.begin(), result.leaders.end(),
                                     [&leader](const rfm::data::Trial& other) {
                                       return other.choice.kernel == leader.choice.kernel &&
                                              other.choice.metric == leader.choice.metric &&
                                              other.choice.exponent == leader.choice.exponent &&
                                              other.choice.bias == leader.choice.bias;
                                     });
    BOOST_TEST(alike <= 2);
  }
}

BOOST_AUTO_TEST_CASE(an_ensemble_of_one_kind_is_full_all_the_same) {
  SearchOptions options;
  options.averaged = 6;
  options.wishes.kernel = rfm::KernelId::gaussian;
  options.wishes.metric = rfm::Metric::full;
  BOOST_TEST(searched(exclusive_or(100, 9), options).leaders.size() == 6u);
}

BOOST_AUTO_TEST_CASE(an_ensemble_is_judged_by_the_average_of_its_members) {
  const SearchTable table = exclusive_or(120, 9);
  SearchOptions pair;
  pair.averaged = 2;
  const SearchResult both = searched(table, pair);
  BOOST_TEST_REQUIRE(both.leaders.size() == 2u);
  const auto alone = [&table](const rfm::data::Choice& member) {
    SearchOptions settled;
    settled.wishes.kernel = member.kernel;
    settled.wishes.exponent = member.exponent;
    settled.wishes.bias = member.bias;
    settled.wishes.metric = member.metric;
    settled.wishes.bandwidth = member.bandwidth;
    settled.wishes.ridge = member.ridge;
    settled.wishes.rounds = member.rounds;
    return searched(table, settled);
  };
  const SearchResult best = alone(both.leaders[0].choice), other = alone(both.leaders[1].choice);
  BOOST_TEST_REQUIRE(other.outputs.size() == both.outputs.size());
  for (std::size_t i = 0; i < both.outputs.size(); ++i)
    BOOST_TEST(both.outputs[i] == (best.outputs[i] + other.outputs[i]) / 2,
               boost::test_tools::tolerance(1e-6F));
}

BOOST_AUTO_TEST_CASE(the_answers_out_of_fold_have_the_score_that_is_told) {
  const SearchTable table = exclusive_or(1100, 10);
  SearchOptions options;
  options.wishes.kernel = rfm::KernelId::laplace;
  options.wishes.metric = Metric::diagonal;
  options.wishes.bandwidth = 5;
  options.wishes.ridge = 0.1;
  options.wishes.rounds = 1;
  const SearchResult result = searched(table, options);
  BOOST_TEST_REQUIRE(result.rows.size() == table.n);
  BOOST_TEST_REQUIRE(result.outputs.size() == table.n);
  double sum = 0;
  for (std::size_t i = 0; i < table.n; ++i) {
    const double error =
        static_cast<double>(table.y[result.rows[i]]) - static_cast<double>(result.outputs[i]);
    sum += error * error;
  }
  BOOST_TEST(sum / static_cast<double>(table.n) == result.score,
             boost::test_tools::tolerance(1e-4));
}

BOOST_AUTO_TEST_CASE(a_table_beyond_the_limit_is_sampled) {
  const SearchTable table = exclusive_or(300, 11);
  SearchOptions options;
  options.direct_rows = 100;
  const SearchResult result = searched(table, options);
  BOOST_TEST(result.rows.size() == 100u);
  for (std::size_t i = 1; i < result.rows.size(); ++i)
    BOOST_TEST(result.rows[i - 1] < result.rows[i]);
  for (const auto& trial : result.tried) BOOST_TEST(trial.rows <= 100u);
}

BOOST_AUTO_TEST_CASE(cancelling_keeps_the_best_so_far) {
  struct Count {
    int asked = 0;
    std::size_t told = 0;
    double last = 0;
  } count;
  SearchOptions options;
  options.context = &count;
  options.cancelled = [](void* context) { return ++static_cast<Count*>(context)->asked > 6000; };
  options.progress = [](void* context, const rfm::data::SearchProgress& progress) {
    auto& seen = *static_cast<Count*>(context);
    BOOST_TEST(progress.done >= seen.last);
    BOOST_TEST(progress.done <= 1.0);
    BOOST_TEST(progress.best != nullptr);
    seen.last = progress.done;
    ++seen.told;
  };
  const SearchResult result = searched(exclusive_or(150, 12), options);
  BOOST_TEST((result.end == SearchEnd::cancelled));
  BOOST_TEST(count.told > 0u);
  BOOST_TEST(!result.leaders.empty());
  BOOST_TEST(result.outputs.size() == result.rows.size());
}

BOOST_AUTO_TEST_CASE(progress_is_near_its_end_when_the_search_of_a_small_table_ends) {
  double last = 0;
  SearchOptions options;
  options.context = &last;
  options.progress = [](void* context, const rfm::data::SearchProgress& progress) {
    *static_cast<double*>(context) = progress.done;
  };
  searched(exclusive_or(40, 12), options);
  BOOST_TEST(last >= 0.8);
}

BOOST_AUTO_TEST_CASE(cancelling_at_once_leaves_nothing_and_says_so) {
  SearchOptions options;
  options.cancelled = [](void*) { return true; };
  const SearchResult result = searched(exclusive_or(50, 13), options);
  BOOST_TEST((result.end == SearchEnd::cancelled));
  BOOST_TEST(result.leaders.empty());
}

BOOST_AUTO_TEST_CASE(a_budget_too_short_for_anything_still_gives_an_answer) {
  double clock = 0;
  SearchOptions options;
  options.context = &clock;
  options.now = [](void* context) { return *static_cast<double*>(context) += 1; };
  options.budget = 1e-9;
  const SearchResult result = searched(exclusive_or(50, 13), options);
  BOOST_TEST((result.end == SearchEnd::out_of_time));
  BOOST_TEST(result.leaders.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_search_cut_short_has_heard_every_kernel) {
  double clock = 0;
  SearchOptions options;
  options.context = &clock;
  options.now = [](void* context) { return *static_cast<double*>(context) += 1; };
  options.budget = 12000;
  const SearchResult result = searched(exclusive_or(150, 14), options);
  BOOST_TEST((result.end == SearchEnd::out_of_time));
  std::vector<rfm::KernelId> heard;
  for (const rfm::data::Trial& trial : result.tried)
    if (std::find(heard.begin(), heard.end(), trial.choice.kernel) == heard.end())
      heard.push_back(trial.choice.kernel);
  BOOST_TEST(heard.size() == 5u);  // lpq p 1.5; brownian p 2, 1.5 and 1; Gaussian
}

BOOST_AUTO_TEST_CASE(a_budget_ends_the_search_when_the_clock_passes_it) {
  double clock = 0;
  SearchOptions options;
  options.context = &clock;
  options.now = [](void* context) { return *static_cast<double*>(context) += 1; };
  options.budget = 10000;
  const SearchResult shorter = searched(exclusive_or(150, 14), options);
  BOOST_TEST((shorter.end == SearchEnd::out_of_time));
  BOOST_TEST(!shorter.leaders.empty());
  options.budget = 1e9;
  const SearchResult longer = searched(exclusive_or(150, 14), options);
  BOOST_TEST((longer.end == SearchEnd::done));
  BOOST_TEST(longer.tried.size() >= shorter.tried.size());
}

namespace {

// What is asked in all, and after the answer was to end.
struct Asked {
  std::size_t before = 0, after = 0, limit = 0;

  bool more() { return ++(before < limit ? before : after) > 0 && after > 0; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_fit_is_left_within_its_rounds) {
  for (const std::size_t limit : {2000u, 2503u, 3001u}) {
    Asked asked;
    asked.limit = limit;
    SearchOptions options;
    options.context = &asked;
    options.cancelled = [](void* context) { return static_cast<Asked*>(context)->more(); };
    const SearchResult result = searched(exclusive_or(200, 14), options);
    BOOST_TEST((result.end == SearchEnd::cancelled));
    BOOST_TEST(asked.after < 600u, "asked " << asked.after << " times more");
  }
}

BOOST_AUTO_TEST_CASE(out_of_time_the_first_candidate_does_no_more_rounds) {
  double clock = 0;
  SearchOptions options;
  options.context = &clock;
  options.now = [](void* context) { return *static_cast<double*>(context) += 1; };
  options.budget = 1;
  options.wishes.metric = rfm::Metric::full;
  const SearchResult result = searched(exclusive_or(240, 14), options);
  BOOST_TEST((result.end == SearchEnd::out_of_time));
  BOOST_TEST_REQUIRE(result.leaders.size() == 1u);
  BOOST_TEST(result.best.rounds == 0u);
  options.wishes.rounds = 2;  // these are not left out
  const SearchResult wished = searched(exclusive_or(240, 14), options);
  BOOST_TEST_REQUIRE(wished.leaders.size() == 1u);
  BOOST_TEST(wished.best.rounds == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
