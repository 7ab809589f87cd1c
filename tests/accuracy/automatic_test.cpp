// The automatic choice stays as accurate as it was: eight small tables whose columns, noise and
// targets differ as those of real tables do, 240 rows to train on and 400 to score, and the scores
// that were reached when they were recorded. Portable bits, so that only a change of the method
// moves a score. Where one rises for good, record it.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "rfm/core/base/random.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/train.hpp"

namespace {

using rfm::Random;
using rfm::data::TextTable;

constexpr int trained_rows = 240, scored_rows = 400;

// A normal number, nearly: the sum of twelve even ones.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}

// x1, x2, ... and then y, one row after the other.
class Table {
 public:
  explicit Table(int columns) {
    for (int k = 1; k <= columns; ++k) text_.names.push_back("x" + std::to_string(k));
    text_.names.push_back("y");
    text_.columns.resize(text_.names.size());
  }
  void cell(const std::string& text) {
    text_.columns[at_].append(text);
    at_ = at_ + 1 == text_.columns.size() ? 0 : at_ + 1;
  }
  void cell(double number) { cell(rfm::data::format_number(number)); }
  const TextTable& text() const { return text_; }

 private:
  TextTable text_;
  std::size_t at_ = 0;
};

// Eight even columns of which two matter, as a product.
void product(Random& random, Table& table) {
  double x[8];
  for (double& x_k : x) table.cell(x_k = 2 * random.unit() - 1);
  table.cell(3 * x[0] * x[3] + 0.1 * normal(random));
}

// Friedman's function: waves, a square and straight lines, with noise.
void friedman(Random& random, Table& table) {
  double x[10];
  for (double& x_k : x) table.cell(x_k = random.unit());
  table.cell(10 * std::sin(3.14159265 * x[0] * x[1]) + 20 * (x[2] - 0.5) * (x[2] - 0.5) +
             10 * x[3] + 5 * x[4] + normal(random));
}

// A straight line in much noise.
void line(Random& random, Table& table) {
  double x[6];
  for (double& x_k : x) table.cell(x_k = normal(random));
  table.cell(x[0] - x[1] + 0.5 * x[2] + 1.5 * normal(random));
}

// Prices: columns with long tails, categories, missing cells, effects that multiply.
void prices(Random& random, Table& table) {
  const double area = std::exp(4 + 0.6 * normal(random)), age = 60 * random.unit() * random.unit();
  const auto town = random.below(4);
  table.cell(area);
  if (random.below(10) == 0) {
    table.cell("");
  } else {
    table.cell(age);
  }
  table.cell(std::string("town ") + "nesw"[town]);
  table.cell(normal(random));
  const double worth[] = {1, 1.2, 1.6, 2.5};
  table.cell(area * worth[town] * std::exp(-age / 50 + 0.1 * normal(random)));
}

// Steps along two axes.
void steps(Random& random, Table& table) {
  double x[5];
  for (double& x_k : x) table.cell(x_k = random.unit());
  table.cell((x[0] > 0.6 ? 2 : 0) + (x[1] > 0.3 && x[0] < 0.5 ? 1 : 0) + 0.2 * normal(random));
}

// Two classes apart on a ring around the middle, six columns that say nothing.
void ring(Random& random, Table& table) {
  double x[8];
  for (double& x_k : x) table.cell(x_k = normal(random));
  const double radius = x[1] * x[1] + x[4] * x[4] + 0.3 * normal(random);
  table.cell(std::string(radius > 1.4 ? "out" : "in"));
}

// Four classes around centres that overlap.
void blobs(Random& random, Table& table) {
  const auto label = random.below(4);
  for (std::size_t k = 0; k < 4; ++k) table.cell(normal(random) + (k == label ? 2 : 0));
  for (int k = 0; k < 3; ++k) table.cell(normal(random));
  table.cell(std::string("class ") + "abcd"[label]);
}

// Two classes of which one is rare, by chance and a little by two columns.
void rare(Random& random, Table& table) {
  double x[5];
  for (double& x_k : x) table.cell(x_k = normal(random));
  const double chance = 1 / (1 + std::exp(2 - 1.5 * x[0] + x[2]));
  table.cell(std::string(random.unit() < chance ? "yes" : "no"));
}

struct Recorded {
  const char* name;
  int columns;
  void (*row)(Random&, Table&);
  double score;  // R2, or less the log loss
};

constexpr Recorded all_recorded[] = {
    {"product", 8, product, 0.988399}, {"friedman", 10, friedman, 0.933377},
    {"line", 6, line, 0.46985},        {"prices", 4, prices, 0.875046},
    {"steps", 5, steps, 0.901889},     {"ring", 8, ring, -0.142922},
    {"blobs", 7, blobs, -0.51099},     {"rare", 5, rare, -0.340624},
};

double score_of(const Recorded& recorded) {
  Random random(2212);
  Table training(recorded.columns), scored(recorded.columns);
  for (int i = 0; i < trained_rows; ++i) recorded.row(random, training);
  for (int i = 0; i < scored_rows; ++i) recorded.row(random, scored);
  rfm::data::TrainOptions options;
  options.portable = true;
  options.test = &scored.text();
  rfm::data::Trained trained;
  const rfm::data::Outcome outcome = rfm::data::train<float>(training.text(), options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), recorded.name << ": " << outcome.words);
  BOOST_TEST(trained.test.rows == std::size_t{scored_rows});
  return trained.plan.task == rfm::Task::regression ? trained.test.regression.r2
                                                    : -trained.test.classification.log_loss;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(accuracy)

BOOST_AUTO_TEST_CASE(no_table_loses_by_more_than_the_third_digit_and_all_together_nothing) {
  double gained = 0;
  for (const Recorded& recorded : all_recorded) {
    const double score = score_of(recorded), gain = score - recorded.score;
    BOOST_TEST(gain > -0.004, recorded.name << ": " << score << ", was " << recorded.score);
    gained += gain;
  }
  BOOST_TEST(gained > -0.004, "sum of the changes: " << gained);
}

BOOST_AUTO_TEST_SUITE_END()
