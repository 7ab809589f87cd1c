// Sizes: the functions of C say what the C++ functions say, and the constants for static arrays say
// the same to the byte; impossible shapes are SIZE_MAX.
#include "tests/c/api.hpp"

using namespace rfm_test;
using Sizes = std::initializer_list<size_t>;

BOOST_AUTO_TEST_SUITE(sizes)

BOOST_AUTO_TEST_CASE_TEMPLATE(constants_equal_functions, T, Scalars) {
  using C = Api<T>;
  const auto options = C::options(C::laplace(10));
  for (size_t n : Sizes{1, 2, 15, 16, 17, 33, 200, 330, 1000})
    for (size_t d : Sizes{1, 2, 3, 10, 13, 14, 100, 784})
      for (size_t c : Sizes{1, 2, 10}) {
        BOOST_TEST(RFM_MODEL_BYTES(sizeof(T), n, d, c) == C::model_bytes(n, d, c, RFM_FULL));
        BOOST_TEST(RFM_WORKSPACE_BYTES(sizeof(T), n, d, c) ==
                   C::workspace_bytes(n, d, c, &options));
        BOOST_TEST(RFM_WINDOW_BYTES(sizeof(T), n, d, c) == C::window_bytes(n, d, c, &options));
        for (size_t r : {size_t{0}, d / 2, d})
          BOOST_TEST(RFM_PREDICT_BYTES(sizeof(T), d, r, c) == C::predict_bytes(d, r, c, 1));
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(functions_equal_those_of_cpp, T, Scalars) {
  using C = Api<T>;
  auto options = C::options(C::laplace(10));
  for (size_t n : Sizes{1, 17, 200})
    for (size_t d : Sizes{1, 14, 50})
      for (size_t c : Sizes{1, 3}) {
        for (rfm_metric metric : {RFM_FULL, RFM_DIAGONAL, RFM_IDENTITY}) {
          options.metric = metric;
          rfm::Shape shape{n, d, c, static_cast<rfm::Metric>(metric)};
          BOOST_TEST(C::workspace_bytes(n, d, c, &options) == rfm::workspace_bytes<T>(shape));
          BOOST_TEST(C::model_bytes(n, d, c, metric) == rfm::model_bytes<T>(n, d, c, shape.metric));
        }
        BOOST_TEST(C::predict_bytes(d, d, c, 3) == rfm::predict_bytes<T>(d, d, c, 3));
        BOOST_TEST(C::gradient_bytes(d, d, c) == rfm::gradient_bytes<T>(d, d, c));
        BOOST_TEST(C::directions_bytes(d) == rfm::directions_scratch(d) * sizeof(T));
      }
}

// Each option that takes memory, against the shape that says so in C++.
BOOST_AUTO_TEST_CASE(options_that_take_memory_are_counted) {
  const auto plain = rfm_options_default_f32(rfm_kernel_laplace_f32(10));
  const auto bytes = [](const rfm_options_f32& options) {
    return rfm_workspace_bytes_f32(50, 4, 2, &options);
  };
  const auto expected = [](rfm::Shape shape) {
    shape.n = 50, shape.d = 4, shape.c = 2;
    return rfm::workspace_bytes<float>(shape);
  };
  auto options = plain;
  rfm::Shape shape;
  options.centre_gradients = 1;
  shape.centre_gradients = true;
  BOOST_TEST(bytes(options) == expected(shape));

  options = plain, shape = {};
  options.executor.workers = 3;
  shape.workers = 3;
  BOOST_TEST(bytes(options) == expected(shape));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(impossible_shapes_saturate, T, Scalars) {
  using C = Api<T>;
  const auto options = C::options(C::laplace(10));
  BOOST_TEST(C::model_bytes(SIZE_MAX, 1, 1, RFM_FULL) == SIZE_MAX);
  BOOST_TEST(C::model_bytes(UINT32_MAX - 20u, SIZE_MAX / 2, 1, RFM_FULL) == SIZE_MAX);
  BOOST_TEST(C::workspace_bytes(SIZE_MAX, 1, 1, &options) == SIZE_MAX);
  BOOST_TEST(C::workspace_bytes(10, 10, 1, nullptr) == SIZE_MAX);
  BOOST_TEST(C::predict_bytes(SIZE_MAX, 1, 1, 1) == SIZE_MAX);
  BOOST_TEST(C::predict_bytes(1, 1, 1, SIZE_MAX) == SIZE_MAX);
  BOOST_TEST(C::gradient_bytes(1, SIZE_MAX / 8, SIZE_MAX / 8) == SIZE_MAX);
  BOOST_TEST(C::directions_bytes(SIZE_MAX) == SIZE_MAX);
}

BOOST_AUTO_TEST_CASE(
    the_promise_for_small_parts_holds) {  // 200 rows of 10 columns in 104 KB, 330 in 256 KB
  BOOST_TEST(RFM_WORKSPACE_BYTES(sizeof(float), 200, 10, 1) <= 2 * 200 * 200 + 24 * 1024);
  BOOST_TEST(RFM_WORKSPACE_BYTES(sizeof(float), 330, 10, 1) +
                 RFM_MODEL_BYTES(sizeof(float), 330, 10, 1) <=
             256 * 1024);
}

BOOST_AUTO_TEST_SUITE_END()
