// An exported graph, run by ONNX Runtime's WebAssembly under node, answers raw cells as the library
// does. Skipped where `make test` has not installed the runtime.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "rfm/data/export/export.hpp"
#include "rfm/data/shrink/shrink.hpp"
#include "tests/exports/models.hpp"
#include "tests/exports/programs.hpp"

namespace {

using namespace rfm_test;
namespace unit_test = boost::unit_test;

const std::string runner = std::string(RFM_SOURCE_DIR) + "/tests/exports/onnx";

struct Runtime {
  boost::test_tools::assertion_result operator()(unit_test::test_unit_id) const {
    boost::test_tools::assertion_result result(
        installed("node") && std::filesystem::exists(runner + "/node_modules/onnxruntime-web"));
    result.message() << "onnxruntime-web is not installed";
    return result;
  }
};

// Graphs in one folder, with what they should answer.
class Graphs {
 public:
  // Unless `far` the numbers of the first column, where models have seen 0 to 1, do not reach 50
  // but 1.
  template <class T>
  void add(const rfm::data::ModelFile<T>& file, bool far = true, double tolerance = 1e-5) {
    tolerances_.push_back(tolerance);
    const std::string name = "model" + std::to_string(wanted_.size());
    std::string onnx;
    const rfm::data::Outcome outcome = export_onnx(file, onnx);
    BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
    std::vector<T> cells;
    rfm::Random random(3);
    if (file.encoded) cells = awkward_cells(file.encoding, 40);
    for (std::size_t k = 0; !file.encoded && k < 20 * file.model().d; ++k)
      cells.push_back(static_cast<T>(static_cast<float>(random.unit())));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      // A cell such as 1e30 is beyond what a sum of squares in float can hold to 1e-5; missing and
      // infinite ones are not.
      if (cells[k] > T(1e20) && cells[k] < T(1e35)) cells[k] = T(3);
      if (!far && k % file.encoding.columns == 0) cells[k] /= T(50);
      cells[k] = static_cast<T>(static_cast<float>(cells[k]));
    }
    std::vector<float> single(cells.begin(), cells.end());
    std::string bytes(single.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), single.data(), bytes.size());
    folder_.write(name + ".onnx", onnx);
    folder_.write(name + ".cells", bytes);
    wanted_.emplace_back();
    const std::vector<T> answers = portable_answers(file, cells);
    for (const T answer : answers) wanted_.back().push_back(static_cast<double>(answer));
    if (file.encoding.classes > 0)
      for (const T number : class_numbers(file.encoding, answers))
        wanted_.back().push_back(static_cast<double>(number));
  }

  void check() const {
    BOOST_TEST_REQUIRE(folder_.run("node '" + runner + "/run.mjs' ."), folder_.read("words", 2000));
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      std::istringstream answers(folder_.read("model" + std::to_string(k) + ".answers"));
      double answer = 0, worst = 0;
      std::size_t count = 0;
      while (count < wanted_[k].size() && answers >> answer) {
        const double wanted = wanted_[k][count++];
        const double gap = std::fabs(answer - wanted) / (1 + std::fabs(wanted));
        worst = gap > worst || std::isnan(gap) ? gap : worst;
      }
      BOOST_TEST(count == wanted_[k].size(), "model " << k);
      BOOST_TEST(worst < tolerances_[k], "model " << k << ": " << worst);
    }
  }

 private:
  Folder folder_;
  std::vector<std::vector<double>> wanted_;
  std::vector<double> tolerances_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(onnx)

bool grows(rfm::KernelId id) { return id >= rfm::KernelId::nngp; }

// Equal to 1e-5. Kernels of networks and those without a bandwidth grow with their points: hundreds
// of spreads from the mean the library's own float is 1e-5 from the exact answer (the graph, in
// double, 1e-6), so there the library answers in double too.
BOOST_AUTO_TEST_CASE(every_kernel, *unit_test::precondition(Runtime())) {
  Graphs graphs;
  for (int32_t number = 0; number <= static_cast<int32_t>(rfm::KernelId::brownian200); ++number)
    for (const rfm::Metric metric :
         {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity}) {
      const auto id = static_cast<rfm::KernelId>(number);
      const bool classes = (number + static_cast<int32_t>(metric)) % 2 == 0;
      // Without a bandwidth alphas of both signs nearly cancel in the library's float.
      const double tolerance = id >= rfm::KernelId::brownian100 ? 2e-5 : 1e-5;
      graphs.add(test_model<float>(id, metric, classes)->file, !grows(id), tolerance);
      if (grows(id)) graphs.add(test_model<double>(id, metric, classes)->file);
    }
  graphs.check();
}

BOOST_AUTO_TEST_CASE(other_models, *unit_test::precondition(Runtime())) {
  Graphs graphs;
  graphs.add(test_model<double>(rfm::KernelId::laplace, rfm::Metric::full, true)->file);
  graphs.add(test_model<float>(rfm::KernelId::lpq150, rfm::Metric::diagonal, false, 3)->file);
  graphs.add(test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, true, 1, true, 60, {true})
                 ->file);
  graphs.add(test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, true, 1, false)->file);
  for (const bool classes : {false, true})
    graphs.add(test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, classes, 1, true, 60,
                                 {false, false, true})
                   ->file);
  const auto large =
      test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false, 1, true, 150);
  rfm::data::Shrunk small;
  BOOST_REQUIRE(rfm::data::shrink(large->bytes, large->bytes.size(), {6000, ""}, small).ok());
  rfm::data::ModelFile<float> file;
  BOOST_REQUIRE(
      (open_model_file(small.file.data(), small.file.size(), true, &file) == rfm::Status::ok));
  graphs.add(file);
  graphs.check();
}

BOOST_AUTO_TEST_CASE(dates_are_refused) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false, 1, true,
                                       60, {false, true});
  std::string onnx = "as it was";
  const rfm::data::Outcome outcome = export_onnx(model->file, onnx);
  BOOST_TEST(outcome.words ==
             "column 'when' holds dates, and ONNX has no calendar: export a C header or JSON");
  BOOST_TEST(onnx == "as it was");
}

BOOST_AUTO_TEST_SUITE_END()
