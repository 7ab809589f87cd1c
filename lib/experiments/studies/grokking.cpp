// Figure 7, grokking: imbalanced classes of pictures that differ in nothing but a small star.
// Training accuracy is perfect from the start, test accuracy comes when M has found the star.
#include "experiments/mathematics/machine.hpp"
#include "experiments/studies/images.hpp"
#include "experiments/studies/study.hpp"

namespace rfm::experiments {
namespace {

constexpr std::size_t channels = 3;

// The corners of the star's square.
struct Star {
  std::size_t top, left, bottom, right;
};

Images starred(RandomNumbers& random, std::size_t side, const Star& star,
               const std::vector<std::size_t>& per_class) {
  return images_of(per_class, side * side * channels, random,
                   [&](std::size_t k, RandomNumbers& r, double* pixels) {
                     smooth_field(r, side, channels, pixels);
                     fill(pixels, side, channels, star.top, star.left, star.bottom, star.right,
                          k == 1 ? std::vector<double>{1, 1, 0} : std::vector<double>{0, 0, 0});
                   });
}

// Each pixel's share of diag M, channels added up.
Picture picture_of(const Vector& diagonal, std::size_t side, std::size_t round) {
  const std::string number = std::to_string(round);
  Picture out{"metric-round-" + number, "diag M after round " + number, side, side,
              std::vector<double>(side * side)};
  for (std::size_t k = 0; k < diagonal.size(); ++k) out.values[k / channels] += diagonal(k);
  return out;
}

double mass_on(const Picture& picture, const Star& star) {
  double inside = 0, all = 0;
  for (std::size_t i = 0; i < picture.rows; ++i)
    for (std::size_t k = 0; k < picture.columns; ++k) {
      const double value = picture.values[i * picture.columns + k];
      all += value;
      if (i >= star.top && i < star.bottom && k >= star.left && k < star.right) inside += value;
    }
  return inside / all;
}

}  // namespace

Report grokking(const Settings& settings) {
  const std::size_t side = settings.quick ? 48 : 96, tests = settings.quick ? 100 : 800;
  const Star star = settings.quick ? Star{2, 7, 4, 9} : Star{2, 7, 7, 12};
  RandomNumbers random(settings.seed);
  const Images train = starred(
      random, side, star,
      settings.quick ? std::vector<std::size_t>{100, 11} : std::vector<std::size_t>{400, 42});
  const Images test = starred(random, side, star, {tests, tests});
  Report report;
  Table table{"rounds", {"round", "training accuracy", "test accuracy", "diag M on the star"}, {}};
  Curve training{"training", {}, {}}, testing{"test", {}, {}};
  MachineOptions options;
  options.rounds = 3;
  options.ridge = 2.5e-3;
  options.metric = Metric::diagonal;
  options.scale = MetricScale::rows;
  double mass = 0;
  fit_rounds(train.x, train.y, options, [&](const MachineRound& machine) {
    const std::size_t t = machine.round();
    const double on_train = same_class(machine.answers(train.x), train.y);
    const double on_test = same_class(machine.answers(test.x), test.y);
    std::string words;
    if (t > 0) {
      report.pictures.push_back(picture_of(machine.diagonal(), side, t));
      mass = mass_on(report.pictures.back(), star);
      words = cell(mass);
    }
    table.rows.push_back({std::to_string(t), cell(on_train), cell(on_test), words});
    training.x.push_back(static_cast<double>(t));
    training.y.push_back(on_train);
    testing.x.push_back(static_cast<double>(t));
    testing.y.push_back(on_test);
  });
  report.tables.push_back(table);
  report.plots.push_back(
      {"accuracy", "Accuracy over rounds", "round", "accuracy", {training, testing}, false, false});
  report.claims = {{"test accuracy of round 0", testing.y.front(), 0.45, 0.7, "55.8 %"},
                   {"test accuracy of the last round", testing.y.back(), 0.99, 1, "100 %"},
                   {"least training accuracy",
                    *std::min_element(training.y.begin(), training.y.end()), 0.9, 1, "100 %"},
                   {"share of diag M on the star", mass, 0.9, 1, ""}};
  return report;
}

}  // namespace rfm::experiments
