// Every round of every recorded case of the method authors' code: M, alpha and predictions.
// RFM_REFERENCE names another file of the same format.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rfm/core/rfm.hpp"

namespace {

using nlohmann::json;

json read_cases() {
  const char* named = std::getenv("RFM_REFERENCE");
  const std::string path = named != nullptr ? named : RFM_REFERENCE_FILE;
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file.good(), "cannot read " << path);
  json cases = json::parse(file).at("cases");
  BOOST_REQUIRE_MESSAGE(!cases.empty(), "no cases in " << path);
  return cases;
}

template <class T>
struct Table {
  size_t rows = 0, columns = 0;
  std::vector<T> cells;
  explicit Table(const json& nested) {
    for (const json& row : nested) {
      if (row.is_array())
        for (const json& cell : row) cells.push_back(cell.get<T>());
      else
        cells.push_back(row.get<T>());
      ++rows;
    }
    columns = rows == 0 ? 0 : cells.size() / rows;
  }
  rfm::Rows<T> view() const { return {cells.data(), rows, columns}; }
};

template <class T>
rfm::Options<T> options_of(const json& c) {
  rfm::KernelParameters<T> p;
  p.bandwidth = c.at("bandwidth").get<T>();
  p.exponent = c.value("exponent", T(1));
  const std::string name = c.at("kernel");
  BOOST_REQUIRE_MESSAGE(name == "laplace" || name == "gaussian", "unknown kernel " << name);
  const auto id = name == "laplace" ? rfm::KernelId::laplace : rfm::KernelId::gaussian;
  rfm::Options<T> options{rfm::any_kernel<T>(id, p)};
  options.ridge = c.at("ridge").get<T>();
  options.rounds = c.at("iterations");
  options.metric = c.at("diagonal").get<bool>() ? rfm::Metric::diagonal : rfm::Metric::full;
  options.centre_gradients = c.at("centre_gradients");
  const std::string scale = c.at("m_scale");
  const bool largest = scale.find("largest") != std::string::npos;
  BOOST_REQUIRE_MESSAGE(largest || scale.find("divided by n") != std::string::npos ||
                            scale.find("number") != std::string::npos,
                        "unknown scale of M: " << scale);
  options.scale = largest ? rfm::MetricScale::largest : rfm::MetricScale::rows;
  return options;
}

struct alignas(16) Block {
  unsigned char bytes[16];
};

template <class T>
double largest_difference(const std::vector<T>& ours, const std::vector<double>& theirs) {
  BOOST_REQUIRE_EQUAL(ours.size(), theirs.size());
  double largest = 0;
  for (size_t i = 0; i < ours.size(); ++i) {
    const double difference = std::fabs(static_cast<double>(ours[i]) - theirs[i]);
    largest = std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                     : std::max(largest, difference);
  }
  return largest;
}

double largest_size(const std::vector<double>& values) {
  double largest = 0;
  for (double v : values) largest = std::max(largest, std::fabs(v));
  return largest;
}

template <class T>
std::vector<T> metric_of(const rfm::Model<T>& model, bool diagonal) {
  const size_t d = model.d;
  if (diagonal) {
    std::vector<T> out(d);
    rfm::importances(model, out.data());
    return out;
  }
  std::vector<T> packed(rfm::packed_size(d)), out(d * d);
  rfm::metric_matrix(model, packed.data());
  rfm::unpack(packed.data(), d, out.data());
  return out;
}

// `tolerance` bounds M, predictions and alpha relative to their largest entry, or to one where that
// is smaller. In float alpha loses digits with the condition of the kernel matrix while predictions
// do not, so it is compared in double.
template <class T>
void check_case(const json& c, double tolerance) {
  BOOST_TEST_CONTEXT("case " << c.at("name")) {
    const Table<T> x(c.at("x")), y(c.at("y")), z(c.at("z"));
    const rfm::Options<T> options = options_of<T>(c);
    const bool diagonal = c.at("diagonal");
    const auto shape = rfm::shape_of(x.rows, x.columns, y.columns, options);
    std::vector<Block> model(
        rfm::model_bytes<T>(x.rows, x.columns, y.columns, options.metric) / 16 + 1);
    std::vector<Block> work(rfm::workspace_bytes<T>(shape) / 16 + 1);
    std::vector<Block> scratch(rfm::predict_bytes<T>(x.columns, x.columns, y.columns) / 16 + 1);
    rfm::Machine<T> machine;
    const rfm::Status started =
        rfm::start(machine, rfm::Data<T>{x.view(), y.view()}, options,
                   {model.data(), model.size() * 16}, {work.data(), work.size() * 16});
    BOOST_REQUIRE_MESSAGE(started == rfm::Status::ok, words(started));
    size_t round = 0;
    for (const json& recorded : c.at("rounds")) {
      BOOST_TEST_CONTEXT("round " << round++) {
        const rfm::Status status = iterate(machine);
        BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, words(status));
        const Table<double> m(recorded.at("m")), alpha(recorded.at("alpha")),
            prediction(recorded.at("prediction"));
        BOOST_TEST(largest_difference(metric_of(machine.model, diagonal), m.cells) <=
                   tolerance * std::max(1.0, largest_size(m.cells)));
        std::vector<T> answers(z.rows * y.columns);
        BOOST_REQUIRE(rfm::predict(machine.model, z.view(), answers.data(), scratch.data(),
                                   scratch.size() * 16) == rfm::Status::ok);
        BOOST_TEST(largest_difference(answers, prediction.cells) <=
                   tolerance * std::max(1.0, largest_size(prediction.cells)));
        if (sizeof(T) == sizeof(double)) {
          std::vector<T> ours(x.rows * y.columns);
          for (size_t i = 0; i < x.rows; ++i)
            for (size_t o = 0; o < y.columns; ++o)
              ours[i * y.columns + o] = machine.model.outputs(o)[i];
          BOOST_TEST(largest_difference(ours, alpha.cells) <=
                     tolerance * std::max(1.0, largest_size(alpha.cells)));
        }
      }
    }
    BOOST_TEST(round == options.rounds + 1);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(authors)

BOOST_AUTO_TEST_CASE(double_agrees_in_every_round) {
  for (const json& c : read_cases()) check_case<double>(c, 1e-6);
}

BOOST_AUTO_TEST_CASE(float_agrees_in_every_round) {
  for (const json& c : read_cases()) check_case<float>(c, 2e-3);
}

BOOST_AUTO_TEST_SUITE_END()
