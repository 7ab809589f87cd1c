// What is read from a model, of a machine or opened from bytes, are the core's numbers in tensors.
#include "rfm/core/kernels/any_kernel.hpp"
#include "tests/xtensor/tables.hpp"

using namespace rfm_test;
using rfm::Status;
namespace xtensor = rfm::xtensor;

BOOST_AUTO_TEST_SUITE(model)

BOOST_AUTO_TEST_CASE_TEMPLATE(bytes_are_opened_in_place, T, Scalars) {
  const Tables<T> t(30, 4, 2);
  xtensor::Machine<T> machine;
  require_ok(machine.fit(t.x, t.y, t.options));
  Memory flash(machine.size());
  std::memcpy(flash.data(), machine.data(), machine.size());
  rfm::Model<T> opened;
  require_ok(rfm::open(flash.data(), flash.bytes(), rfm::any_kernel<T>, &opened));
  xt::xtensor<T, 2> out;
  require_ok(xtensor::predict(opened, t.z, out));
  BOOST_TEST(same_bits(out, core_answers(t)));
  check_status(xtensor::predict(rfm::Model<T>{}, t.z, out), Status::wrong_order);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(gradients_importances_and_directions, T, Scalars) {
  const size_t d = 4, c = 2;
  const Tables<T> t(30, d, c);
  Fitted<T> core(t.sample.data(), t.options);
  const rfm::Model<T>& model = core.require_fit().machine.model;

  xt::xtensor<T, 3> slopes;
  std::vector<T> expected(21 * c * d);
  Memory scratch(rfm::gradient_bytes<T>(d, model.r, c));
  require_ok(
      rfm::gradient(model, t.fresh.rows(), expected.data(), scratch.data(), scratch.bytes()));
  const xt::xtensor<T, 2, xt::layout_type::column_major> z = t.z;
  require_ok(xtensor::gradient(model, z, slopes));
  BOOST_TEST((slopes.shape() == std::array<size_t, 3>{21, c, d}));
  BOOST_TEST(same_bits(slopes, expected));
  check_status(xtensor::gradient(model, xt::view(z, xt::all(), 0), slopes), Status::shape_mismatch);
  check_status(xtensor::gradient(rfm::Model<T>{}, z, slopes), Status::wrong_order);

  const xt::xtensor<T, 2> m = xtensor::metric(model);
  BOOST_TEST(same_bits(m, core.metric()));
  const xt::xtensor<T, 1> importances = xtensor::importances(model);
  for (size_t k = 0; k < d; ++k)
    BOOST_TEST(importances(k) == m(k, k), boost::test_tools::tolerance(T(1e-5)));

  const auto [values, vectors] = xtensor::directions(model);
  for (size_t k = 0; k < d; ++k)  // M v = l v
    for (size_t i = 0; i < d; ++i) {
      T sum = 0;
      for (size_t j = 0; j < d; ++j) sum += m(i, j) * vectors(k, j);
      BOOST_TEST(std::fabs(sum - values(k) * vectors(k, i)) < 32 * rfm::machine_epsilon<T>);
    }
}

BOOST_AUTO_TEST_SUITE_END()
