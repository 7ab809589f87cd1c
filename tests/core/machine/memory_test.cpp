// Sizes are exact, buffers are respected, and what they held before does not matter.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include "tests/core/fitted.hpp"

using rfm_test::Fitted;
using rfm_test::Memory;
using rfm_test::Sample;
using Types = boost::mpl::list<float, double>;

namespace {

// Options that together reach every corner of the workspace.
template <class T>
std::vector<rfm::Options<T>> all_corners() {
  std::vector<rfm::Options<T>> corners;
  for (const rfm::Metric metric : {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity})
    for (const bool centred : {false, true}) {
      rfm::Options<T> options{rfm::lpq<T, 150>(T(1.5), T(3))};
      options.metric = metric;
      options.rounds = 2;
      options.centre_gradients = centred;
      corners.push_back(options);
    }
  return corners;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(memory)

BOOST_AUTO_TEST_CASE(sizes_are_constant_expressions_and_small) {
  constexpr rfm::Shape shape{200, 10, 1};
  constexpr size_t bytes = rfm::workspace_bytes<float>(shape);
  static_assert(bytes <= 2 * 200 * 200 + 24 * 1000, "twice n squared and a little");
  // A part with 256 KB of memory holds the table, the model, the workspace and 1 KB of stack for
  // 330 rows.
  constexpr rfm::Shape part{330, 10, 1};
  static_assert(rfm::workspace_bytes<float>(part) + rfm::model_bytes<float>(330, 10, 1) +
                        330 * 11 * sizeof(float) + sizeof(rfm::Machine<float>) + 1024 <=
                    256 * 1024,
                "330 rows fit");
  static_assert(sizeof(rfm::Fixed<float, 150, 10>) + 150 * 11 * sizeof(float) + 1024 <= 64 * 1024,
                "150 rows fit");
  static_assert(sizeof(rfm::Fixed<float, 70, 10>) + 70 * 11 * sizeof(float) + 1024 <= 20 * 1024,
                "70 rows fit");
  BOOST_TEST(bytes > 2 * 200 * 200);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_byte_less_is_refused_and_no_byte_more_is_touched, T, Types) {
  for (size_t n : {1u, 7u, 16u, 41u})
    for (const auto& options : all_corners<T>()) {
      const Sample<T> sample(n, 5, 2);
      const auto data = sample.data();
      Fitted<T> fitted(data, options);
      fitted.require_fit();
      (void)fitted.leave_one_out();
      BOOST_TEST(fitted.model_memory.intact());
      BOOST_TEST(fitted.workspace.intact());

      rfm::Machine<T> machine;
      rfm::Report report;
      auto model = fitted.model_memory.buffer(), work = fitted.workspace.buffer();
      work.bytes -= 1;
      BOOST_TEST(
          (start(machine, data, options, model, work, &report) == rfm::Status::buffer_too_small));
      BOOST_TEST(report.bytes_needed == work.bytes + 1);
      work.bytes += 1, model.bytes -= 1;
      BOOST_TEST(
          (start(machine, data, options, model, work, &report) == rfm::Status::buffer_too_small));
      BOOST_TEST(report.bytes_needed == model.bytes + 1);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_memory_held_before_changes_nothing, T, Types) {
  const Sample<T> sample(41, 5, 2);
  const auto data = sample.data();
  for (const auto& options : all_corners<T>()) {
    std::vector<unsigned char> first;
    // zeros; the largest numbers; signalling NaN patterns
    for (const int pattern : {0x00, 0x7F, 0xFF}) {
      Fitted<T> fitted(data, options);
      std::memset(fitted.workspace.data(), pattern, fitted.workspace.bytes());
      std::memset(fitted.model_memory.data(), pattern, fitted.model_memory.bytes());
      fitted.require_fit();
      std::vector<unsigned char> bytes(fitted.model_memory.data(),
                                       fitted.model_memory.data() + model_size(fitted.machine));
      if (first.empty()) first = bytes;
      BOOST_TEST((bytes == first));
    }
  }
}

BOOST_AUTO_TEST_CASE(misaligned_and_overlapping_buffers_are_refused) {
  const Sample<float> sample(20, 4);
  const rfm::Options<float> options{rfm::laplace(3.0f)};
  Fitted<float> fitted(sample.data(), options);
  Memory model(fitted.model_memory.bytes() + 16), work(fitted.workspace.bytes() + 16);
  rfm::Machine<float> machine;
  const auto shifted = [](Memory& memory, size_t by) {
    return rfm::Buffer{memory.data() + by, memory.bytes() - by};
  };
  for (size_t by : {1u, 4u, 8u}) {
    BOOST_TEST((start(machine, sample.data(), options, shifted(model, by), work.buffer()) ==
                rfm::Status::misaligned));
    BOOST_TEST((start(machine, sample.data(), options, model.buffer(), shifted(work, by)) ==
                rfm::Status::misaligned));
  }
  BOOST_TEST((start(machine, sample.data(), options, shifted(model, 16), work.buffer()) ==
              rfm::Status::ok));
  Memory both(fitted.model_memory.bytes() + fitted.workspace.bytes() + 64);
  const rfm::Buffer whole = both.buffer();
  BOOST_TEST((start(machine, sample.data(), options, whole, whole) == rfm::Status::overlap));
  const rfm::Rows<float> inside(reinterpret_cast<const float*>(work.data()), 20, 4);
  for (size_t i = 0; i < 80; ++i) reinterpret_cast<float*>(work.data())[i] = 0.5f;
  BOOST_TEST((start(machine, {inside, sample.targets()}, options, model.buffer(), work.buffer()) ==
              rfm::Status::overlap));
}

BOOST_AUTO_TEST_CASE(impossible_shapes_saturate_and_are_refused) {
  for (size_t n : {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16}) {
    BOOST_TEST((rfm::workspace_bytes<double>({n, 10, 1}) == rfm::impossible));
    BOOST_TEST((rfm::workspace_bytes<double>({10, n, 1}) == rfm::impossible));
  }
  BOOST_TEST((rfm::workspace_bytes<double>({10, 10, SIZE_MAX / 4}) == rfm::impossible));
  BOOST_TEST((rfm::model_bytes<double>(SIZE_MAX, 10, 1) == rfm::impossible));
  BOOST_TEST((rfm::model_bytes<float>(1, SIZE_MAX / 2, 1) == rfm::impossible));
  BOOST_TEST((rfm::predict_bytes<float>(SIZE_MAX / 8, 1, 1) == rfm::impossible));
  const Sample<float> sample(10, 2);
  rfm::Machine<float> machine;
  Memory model(1024), work(1024);
  const rfm::Rows<float> endless(sample.x.data(), SIZE_MAX / 2, 2);
  BOOST_TEST((start(machine, {endless, endless}, {rfm::laplace(3.0f)}, model.buffer(),
                    work.buffer()) == rfm::Status::too_large));
}

BOOST_AUTO_TEST_SUITE_END()
