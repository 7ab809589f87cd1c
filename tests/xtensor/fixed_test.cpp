// The machine in one object: sized by the types of its tables, the core's bits, and nothing from
// the heap.
#include <limits>

#include "rfm/xtensor/fixed.hpp"
#include "tests/xtensor/allocations.hpp"
#include "tests/xtensor/tables.hpp"

using namespace rfm_test;
using rfm::Status;
using rfm::xtensor::Fixed;
using rfm::xtensor::FixedFor;

namespace {

template <class T, size_t... shape>
using FixedTable = xt::xtensor_fixed<T, xt::xshape<shape...>>;
template <class T, size_t... shape>
using FixedColumns = xt::xtensor_fixed<T, xt::xshape<shape...>, xt::layout_type::column_major>;

}  // namespace

BOOST_AUTO_TEST_SUITE(fixed)

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_from_the_heap, T, Scalars) {
  const Tables<T> t;
  const std::vector<T> expected = core_answers(t);
  const FixedTable<T, 40, 4> x = t.x;
  const FixedTable<T, 40> y = tensor(t.sample.y);
  const FixedTable<T, 21, 4> z = t.z;
  const FixedColumns<T, 21, 4> z_columns = t.z;
  FixedTable<T, 21> out, again;
  FixedTable<T, 21, 3> wide;
  FixedTable<T, 4> importances;
  static FixedFor<decltype(x), decltype(y)> machine;

  const size_t before = allocations();
  require_ok(machine.fit(x, y, t.options));
  require_ok(machine.predict(z, out));
  require_ok(machine.predict(z_columns, again));
  require_ok(machine.predict(z, xt::view(wide, xt::all(), 1)));
  require_ok(machine.importances(importances));
  BOOST_TEST(allocations() == before);

  BOOST_TEST(same_bits(out, expected));
  BOOST_TEST(same_bits(again, expected));
  BOOST_TEST(same_bits(xt::view(wide, xt::all(), 1), expected));
  BOOST_TEST(same_bits(importances, [&] {
    std::vector<T> numbers(4);
    rfm::importances(machine.model(), numbers.data());
    return numbers;
  }()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_heap_is_counted, T, Scalars) {  // so that the case above can fail
  const Tables<T> t;
  rfm::xtensor::Machine<T> machine;
  const size_t before = allocations();
  require_ok(machine.fit(t.x, t.y, t.options));
  BOOST_TEST(allocations() > before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(any_layout_and_fewer_rows, T, Scalars) {
  const Tables<T> t;
  const FixedColumns<T, 50, 4> x = xt::zeros<T>({50, 4});
  FixedColumns<T, 50, 8> roomy;
  roomy.fill(0);
  auto inside = xt::view(roomy, xt::range(5, 45), xt::range(1, 8, 2));
  inside = t.x;
  static Fixed<T, 50, 4> machine;
  FixedTable<T, 21, 1> out;
  const size_t before = allocations();
  require_ok(machine.fit(inside, t.y, t.options));
  require_ok(machine.predict(t.z, out));
  BOOST_TEST(allocations() == before);
  BOOST_TEST(same_bits(out, core_answers(t)));
  check_status(machine.fit(x, t.y, t.options), Status::shape_mismatch);  // 50 rows, 40 targets
}

BOOST_AUTO_TEST_CASE_TEMPLATE(several_outputs_and_a_diagonal_metric, T, Scalars) {
  Tables<T> t(30, 5, 3);
  t.options.metric = rfm::Metric::diagonal;
  const FixedTable<T, 30, 5> x = t.x;
  const FixedTable<T, 30, 3> y = t.y;
  static FixedFor<FixedTable<T, 30, 5>, FixedTable<T, 30, 3>, rfm::Metric::diagonal> machine;
  FixedColumns<T, 21, 3> out;
  require_ok(machine.fit(x, y, t.options));
  require_ok(machine.predict(t.z, out));
  BOOST_TEST(same_bits(out, core_answers(t)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(round_by_round, T, Scalars) {
  const Tables<T> t;
  static Fixed<T, 40, 4> machine;
  FixedTable<T, 21> out;
  FixedTable<T, 4> importances;
  check_status(machine.iterate(), Status::wrong_order);
  check_status(machine.importances(importances), Status::wrong_order);
  require_ok(machine.start(t.x, t.y, t.options));
  for (size_t round = 0; round <= t.options.rounds; ++round) {
    require_ok(machine.iterate());
    require_ok(machine.predict(t.z, out));
  }
  require_ok(machine.finish());
  BOOST_TEST(same_bits(out, core_answers(t)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(failures_are_statuses, T, Scalars) {
  Tables<T> t;
  static Fixed<T, 16, 4> too_small;
  static Fixed<T, 40, 5> other_columns;
  static Fixed<T, 40, 4> machine;
  FixedTable<T, 20> short_one;
  xt::xtensor<T, 1> out;
  check_status(too_small.fit(t.x, t.y, t.options), Status::buffer_too_small);
  check_status(other_columns.fit(t.x, t.y, t.options), Status::shape_mismatch);
  t.options.metric = rfm::Metric::diagonal;
  check_status(machine.fit(t.x, t.y, t.options), Status::bad_option);
  t.options.metric = rfm::Metric::full;
  require_ok(machine.fit(t.x, t.y, t.options));
  check_status(machine.predict(t.z, short_one), Status::shape_mismatch);
  check_status(machine.predict(xt::view(t.z, xt::all(), xt::range(0, 3)), out),
               Status::shape_mismatch);
  t.x(3, 1) = std::numeric_limits<T>::infinity();
  rfm::Report report;
  check_status(machine.fit(t.x, t.y, t.options, &report), Status::not_finite);
  BOOST_TEST(report.row == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
