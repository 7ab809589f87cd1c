// Groups stay whole and times go forward in every division of the rows, and scores then tell what
// new groups and later times will bring.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "rfm/core/base/random.hpp"
#include "rfm/data/search/folds.hpp"
#include "rfm/data/search/split.hpp"
#include "rfm/data/table/divisions.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(divisions)

using namespace rfm::data;

namespace {

using Numbers = std::vector<uint32_t>;

Numbers uneven_groups(std::size_t n) {
  rfm::Random random(7);
  Numbers groups;
  for (std::size_t i = 0; i < n; ++i)
    groups.push_back(static_cast<uint32_t>(random.below(1 + random.below(12))));
  return groups;
}

Outcome times_of(const std::vector<std::string>& cells, Numbers& times, PlanOptions options = {},
                 std::vector<std::string>* said = nullptr) {
  TextTable table;
  table.names = {"when", "y"};
  table.columns.resize(2);
  for (const std::string& cell : cells) {
    table.columns[0].append(cell);
    table.columns[1].append(std::to_string(table.columns[1].size()));
  }
  Plan plan;
  options.time = "when";
  Outcome outcome = plan_table(table, options, plan);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  if (said != nullptr) *said = sentences_of(plan.findings);
  Divisions read;
  outcome = read_divisions(table, plan, "", "when", read);
  times = read.times;
  return outcome;
}

// Patients with many rows each: a fingerprint tells the patient, and each has a value of its own.
TextTable patients(std::size_t count, std::size_t rows_each) {
  TextTable table;
  table.names = {"patient", "a", "b", "value"};
  table.columns.resize(4);
  rfm::Random random(11);
  for (std::size_t p = 0; p < count; ++p) {
    const double a = random.unit(), b = random.unit(), value = random.unit();
    for (std::size_t k = 0; k < rows_each; ++k) {
      table.columns[0].append("P" + std::to_string(p));
      table.columns[1].append(std::to_string(a + 0.002 * random.unit()));
      table.columns[2].append(std::to_string(b + 0.002 * random.unit()));
      table.columns[3].append(std::to_string(value + 0.05 * random.unit()));
    }
  }
  return table;
}

Trained trained(const TextTable& table, TrainOptions options) {
  options.search.effort = 0.1;
  Trained result;
  const Outcome outcome = train<float>(table, options, result);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words);
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(folds_hold_whole_groups_and_are_nearly_equal) {
  const Numbers groups = uneven_groups(300), fold = group_folds_of(groups, 4, 3);
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  std::vector<std::size_t> rows(4, 0), of_group(12, 0);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    pairs.insert({groups[i], fold[i]});
    ++rows[fold[i]];
    ++of_group[groups[i]];
  }
  BOOST_TEST(pairs.size() == std::set<uint32_t>(groups.begin(), groups.end()).size());
  const std::size_t largest = *std::max_element(of_group.begin(), of_group.end());
  BOOST_TEST(*std::max_element(rows.begin(), rows.end()) <= std::max(largest, std::size_t{100}));
  BOOST_TEST((group_folds_of(groups, 4, 4) != fold));
}

BOOST_AUTO_TEST_CASE(blocks_go_forward_in_time_and_keep_equal_times_together) {
  Numbers times;
  rfm::Random random(3);
  for (int i = 0; i < 200; ++i) times.push_back(static_cast<uint32_t>(random.below(30)));
  const Numbers block = time_blocks_of(times, 6);
  for (std::size_t i = 0; i < times.size(); ++i)
    for (std::size_t j = 0; j < times.size(); ++j) {
      if (times[i] < times[j]) BOOST_TEST(block[i] <= block[j]);
      if (times[i] == times[j]) BOOST_TEST(block[i] == block[j]);
    }
  for (uint32_t b = 0; b < 6; ++b) {
    const auto size = std::count(block.begin(), block.end(), b);
    BOOST_TEST((size > 15 && size < 52), "block " << b << " has " << size);
  }
  BOOST_TEST(time_blocks_of({5, 5, 5, 9}, 3) == (Numbers{0, 0, 0, 1}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_fold_fits_what_comes_after_it) {
  SearchData data;
  Numbers times;
  for (uint32_t i = 0; i < 60; ++i) times.push_back((i * 7) % 60);
  data.n = 60;
  data.times = times.data();
  const Folds folds = make_folds(data, all_rows(60), 60, 5, 2, 1);
  BOOST_TEST(folds.count() == 5u);
  for (std::size_t f = 0; f < folds.count(); ++f) {
    std::size_t held = 0, fitted = 0;
    for (std::size_t i = 0; i < 60; ++i) {
      held += folds.holds_out(f, i) ? 1 : 0;
      fitted += folds.fits(f, i) ? 1 : 0;
      for (std::size_t j = 0; j < 60; ++j)
        if (folds.fits(f, i) && folds.holds_out(f, j)) BOOST_TEST(times[i] < times[j]);
    }
    BOOST_TEST(held == 10u);
    BOOST_TEST(fitted == 10 * (f + 1));
  }
}

BOOST_AUTO_TEST_CASE(test_rows_are_whole_groups_or_the_latest) {
  const Numbers groups = uneven_groups(200);
  const Split split = grouped_holdout(groups, 0.25, 5);
  std::set<uint32_t> train, test;
  for (const std::size_t row : split.train) train.insert(groups[row]);
  for (const std::size_t row : split.test) test.insert(groups[row]);
  for (const uint32_t g : test) BOOST_TEST(train.count(g) == 0u);
  BOOST_TEST((split.test.size() > 20 && split.test.size() < 80));
  const Split late = latest_holdout({4, 0, 3, 1, 2, 4}, 0.3);
  BOOST_TEST(late.test == (std::vector<std::size_t>{0, 5}), boost::test_tools::per_element());
  BOOST_TEST(latest_holdout({7, 7, 7, 8}, 0.5).test == (std::vector<std::size_t>{3}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(times_are_numbers_or_dates_in_any_notation) {
  Numbers times;
  BOOST_TEST(times_of({"3", "10", "3.0", "-1"}, times).ok());
  BOOST_TEST(times == (Numbers{1, 2, 1, 0}), boost::test_tools::per_element());
  BOOST_TEST(times_of({"2024-04-26", " 2023-12-01 ", "2024-04-26T08:00"}, times).ok());
  BOOST_TEST(times == (Numbers{1, 0, 2}), boost::test_tools::per_element());
  const Outcome refused = times_of({"1", "", "2"}, times);
  BOOST_TEST(refused.words ==
             "line 2: the time 'when' is '': times are numbers or dates throughout");
  BOOST_TEST(refused.column == 1u);
  const Numbers backwards{2, 1, 0};
  for (const std::vector<std::string>& cells : std::vector<std::vector<std::string>>{
           {"26.4.2024", "25.4.2024", "27.12.2023"},
           {"4/26/2024", "4/25/2024", "12/27/2023"},
           {"26 Apr 2024 2:30 pm", "26 Apr 2024 11:30 am", "3 May 2023"},
           {"20240426", "20240425", "20231227"},
           {"14:30", "9:05", "0:10"},
           {"2,500.5", "1,200.5", "900.5"}}) {
    BOOST_TEST(times_of(cells, times).ok(), cells[0]);
    BOOST_TEST(times == backwards, cells[0] << boost::test_tools::per_element());
  }
  PlanOptions month_first;
  month_first.date_order = DateOrder::mdy;
  const std::vector<std::string> either{"02/01/24", "01/03/24"};
  std::vector<std::string> said;
  BOOST_TEST(times_of(either, times, {}, &said).ok());
  BOOST_TEST(times == (Numbers{0, 1}), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(said.size() == 1u);
  BOOST_TEST(said[0].find("--date-order mdy reads the month first") != std::string::npos, said[0]);
  BOOST_TEST(times_of(either, times, month_first).ok());
  BOOST_TEST(times == (Numbers{1, 0}), boost::test_tools::per_element());
  BOOST_TEST(!times_of({"2024-04-26", "5"}, times).ok());
  BOOST_TEST(times_of({"2", "2"}, times).words == "all rows are of one time of 'when'");
}

BOOST_AUTO_TEST_CASE(new_groups_are_not_known_by_their_fingerprints) {
  const TextTable table = patients(30, 8);
  TrainOptions options;
  options.plan.drop = {"patient"};
  const double mixed = trained(table, options).cross_validated.regression.r2;
  options.plan = {};
  options.plan.groups = "patient";
  const Trained whole = trained(table, options);
  BOOST_TEST(mixed > 0.9);
  BOOST_TEST(whole.cross_validated.regression.r2 < 0.3);
  BOOST_TEST((whole.plan.columns[0].role == Role::ignored));
  options.test_share = 0.3;
  const Trained tested = trained(table, options);
  BOOST_TEST(tested.test.regression.r2 < 0.5);
  BOOST_TEST(tested.test.rows % 8 == 0u);
  options.plan.categorical = {"patient"};
  BOOST_TEST((trained(table, options).plan.columns[0].role == Role::feature));
}

BOOST_AUTO_TEST_CASE(a_walk_is_not_foretold_by_its_future) {
  TextTable table;
  table.names = {"day", "x", "level"};
  table.columns.resize(3);
  rfm::Random random(2);
  double level = 0;
  for (int day = 0; day < 240; ++day) {
    level += random.unit() - 0.5;
    table.columns[0].append(std::to_string(day * 2));
    table.columns[1].append(std::to_string(random.unit()));
    table.columns[2].append(std::to_string(level));
  }
  TrainOptions options;
  options.plan.only = {"day", "x"};
  const Trained mixed = trained(table, options);
  options.plan.time = "day";
  const Trained forward = trained(table, options);
  BOOST_TEST((forward.plan.columns[0].role == Role::feature));  // since it was asked for
  BOOST_TEST(mixed.cross_validated.regression.r2 > 0.8);
  BOOST_TEST(forward.cross_validated.regression.r2 < mixed.cross_validated.regression.r2 - 0.3);
  BOOST_TEST(forward.search.rows.size() == 200u);
  BOOST_TEST(forward.search.outputs.size() == 200u);
}

BOOST_AUTO_TEST_CASE(the_number_of_folds_is_as_asked) {
  TrainOptions options;
  options.search.folds = 7;
  BOOST_TEST(trained(patients(30, 4), options).cross_validated.folds == 7u);
}

BOOST_AUTO_TEST_CASE(what_divides_no_rows_is_refused) {
  const auto words = [](const TrainOptions& options) {
    Trained result;
    return train<float>(patients(6, 4), options, result).words;
  };
  TrainOptions options;
  options.plan.groups = "patients";
  BOOST_TEST(words(options) == "there is no column 'patients'; did you mean 'patient'?");
  options.plan.groups = "value";
  BOOST_TEST(words(options) == "column 'value' is the target and divides no rows");
  options.plan.groups = "patient";
  options.plan.time = "a";
  BOOST_TEST(words(options) == "rows are divided by groups or by time, not by both");
}

BOOST_AUTO_TEST_SUITE_END()
