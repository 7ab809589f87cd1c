// The machine that owns its memory: the core's bits from tables of any layout, answers into any
// container, and every failure a Status.
#include <limits>
#include <utility>

#include "tests/xtensor/tables.hpp"

using namespace rfm_test;
using rfm::Status;
using rfm::xtensor::Machine;

namespace {

template <class T, class X, class Y>
void check_fit(const Tables<T>& t, X&& x, Y&& y) {
  Machine<T> machine;
  require_ok(machine.fit(std::forward<X>(x), std::forward<Y>(y), t.options));
  BOOST_TEST((bytes_of(machine) == core_model(t)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(machine)

BOOST_AUTO_TEST_CASE_TEMPLATE(every_layout_gives_the_core_s_bits, T, Scalars) {
  const Tables<T> t;
  const xt::xtensor<T, 2, xt::layout_type::column_major> columns = t.x;
  const xt::xarray<T> anything = t.x;
  check_fit(t, t.x, t.y);
  check_fit(t, columns, t.y);
  check_fit(t, anything, t.y);
  check_fit(t, xt::xtensor<T, 2>(t.x), xt::xtensor<T, 2>(t.y));  // temporaries
  check_fit(t, T(1) * t.x, T(1) * t.y);                          // expressions
  check_fit(t, t.x, tensor(t.sample.y));                         // a column of targets
  check_fit(t, xt::transpose(xt::xtensor<T, 2>(xt::transpose(t.x))), t.y);

  xt::xtensor<T, 2> wide = xt::zeros<T>({80, 12});  // the table among other numbers
  auto inside = xt::view(wide, xt::range(1, 80, 2), xt::range(2, 10, 2));
  inside = t.x;
  check_fit(t, inside, t.y);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(several_outputs, T, Scalars) {
  const Tables<T> t(30, 5, 3);
  const xt::xtensor<T, 2, xt::layout_type::column_major> y = t.y;
  check_fit(t, t.x, t.y);
  check_fit(t, t.x, y);
  Machine<T> machine;
  require_ok(machine.fit(t.x, y, t.options));
  xt::xtensor<T, 2> out;
  xt::xtensor<T, 2, xt::layout_type::column_major> out_columns;
  xt::xtensor<T, 2> wide = xt::zeros<T>({21, 9});
  xt::xtensor<T, 1> column;
  require_ok(machine.predict(t.z, out));
  require_ok(machine.predict(t.z, out_columns));
  require_ok(machine.predict(t.z, xt::view(wide, xt::all(), xt::range(2, 8, 2))));
  BOOST_TEST(same_bits(out, core_answers(t)));
  BOOST_TEST(same_bits(out_columns, core_answers(t)));
  BOOST_TEST(same_bits(xt::view(wide, xt::all(), xt::range(2, 8, 2)), core_answers(t)));
  BOOST_TEST(wide(0, 1) == 0);
  check_status(machine.predict(t.z, column), Status::shape_mismatch);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(answers_go_into_any_container, T, Scalars) {
  const Tables<T> t;
  const std::vector<T> expected = core_answers(t);
  Machine<T> machine;
  require_ok(machine.fit(t.x, t.y, t.options));
  xt::xtensor<T, 1> column;
  xt::xtensor<T, 2> table;
  xt::xarray<T> anything;
  xt::xtensor_fixed<T, xt::xshape<21>> fixed;
  xt::xtensor<T, 1> sparse = xt::zeros<T>({63});
  std::vector<T> plain(21);
  require_ok(machine.predict(t.z, column));
  require_ok(machine.predict(t.z, table));
  require_ok(machine.predict(t.z, anything));
  require_ok(machine.predict(t.z, fixed));
  require_ok(machine.predict(t.z, xt::view(sparse, xt::range(0, 63, 3))));
  require_ok(machine.predict(
      t.z, xt::adapt(plain.data(), 21, xt::no_ownership(), std::array<size_t, 1>{21})));
  BOOST_TEST(same_bits(column, expected));
  BOOST_TEST(same_bits(table, expected));
  BOOST_TEST(same_bits(anything, expected));
  BOOST_TEST(same_bits(fixed, expected));
  BOOST_TEST(same_bits(xt::view(sparse, xt::range(0, 63, 3)), expected));
  BOOST_TEST(same_bits(xt::adapt(plain), expected));

  xt::xtensor_fixed<T, xt::xshape<20>> short_one;
  check_status(machine.predict(t.z, short_one), Status::shape_mismatch);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(new_rows_in_any_layout, T, Scalars) {
  const Tables<T> t;
  Machine<T> machine;
  require_ok(machine.fit(t.x, t.y, t.options));
  const xt::xtensor<T, 2, xt::layout_type::column_major> columns = t.z;
  xt::xtensor<T, 1> out;
  for (int times = 0; times < 2; ++times) {  // predicting leaves the machine as it is
    require_ok(machine.predict(columns, out));
    BOOST_TEST(same_bits(out, core_answers(t)));
    require_ok(machine.predict(T(0.5) * (t.z + t.z), out));
    BOOST_TEST(same_bits(out, core_answers(t)));
  }
  require_ok(machine.predict(xt::view(t.z, xt::range(20, 21)), out));
  BOOST_TEST(out(0) == core_answers(t)[20]);
  require_ok(machine.predict(xt::view(t.z, xt::range(0, 0)), out));
  BOOST_TEST(out.size() == 0u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(round_by_round_and_moved, T, Scalars) {
  const Tables<T> t;
  Machine<T> first;
  xt::xtensor<T, 1> out;
  check_status(first.iterate(), Status::wrong_order);
  check_status(first.predict(t.z, out), Status::wrong_order);
  require_ok(first.start(xt::xtensor<T, 2>(t.x), t.y, t.options));
  require_ok(first.iterate());
  Machine<T> machine = std::move(first);
  for (size_t round = 1; round <= t.options.rounds; ++round) {
    require_ok(machine.iterate());
    require_ok(machine.predict(t.z, out));
  }
  check_status(machine.iterate(), Status::wrong_order);
  BOOST_TEST(machine.size() == 0u);
  require_ok(machine.finish());
  BOOST_TEST((bytes_of(machine) == core_model(t)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(weights_of_rows, T, Scalars) {
  Tables<T> t;
  const std::vector<T> weights(40, T(3));
  rfm::Data<T> data = t.sample.data();
  data.weights = weights.data();
  Fitted<T> core(data, t.options);
  core.require_fit();

  Machine<T> machine;
  require_ok(machine.weigh(T(3) * xt::ones<T>({40})));
  require_ok(machine.fit(t.x, t.y, t.options));
  xt::xtensor<T, 1> out;
  require_ok(machine.predict(t.z, out));
  BOOST_TEST(same_bits(out, core.predict(t.fresh.rows())));

  require_ok(machine.weigh(xt::ones<T>({39})));
  check_status(machine.fit(t.x, t.y, t.options), Status::shape_mismatch);
  check_status(machine.weigh(t.x), Status::shape_mismatch);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(leave_one_out_and_kept_features, T, Scalars) {
  const Tables<T> t(40, 6);
  Fitted<T> core(t.sample.data(), t.options);
  core.require_fit();
  Machine<T> machine;
  xt::xtensor<T, 2> residuals;
  check_status(machine.leave_one_out(residuals), Status::wrong_order);
  require_ok(machine.fit(t.x, t.y, t.options));
  require_ok(machine.leave_one_out(residuals));
  BOOST_TEST(same_bits(residuals, core.leave_one_out()));

  size_t kept = 0, core_kept = 0;
  require_ok(machine.keep_features(T(0.1), &kept));
  require_ok(rfm::keep_features(core.machine, T(0.1), &core_kept));
  BOOST_TEST(kept == core_kept);
  xt::xtensor<T, 1> out;
  require_ok(machine.predict(t.z, out));
  BOOST_TEST(same_bits(out, core.predict(t.fresh.rows())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(failures_are_statuses, T, Scalars) {
  Tables<T> t;
  Machine<T> machine;
  rfm::Report report;
  xt::xtensor<T, 2> x = t.x, out;
  check_status(machine.fit(t.x, xt::view(t.y, xt::range(0, 39)), t.options),
               Status::shape_mismatch);
  check_status(machine.fit(xt::xtensor<T, 3>::from_shape({2, 2, 2}), t.y, t.options),
               Status::shape_mismatch);
  check_status(machine.fit(xt::xtensor<T, 2>::from_shape({0, 4}),
                           xt::xtensor<T, 1>::from_shape({0}), t.options),
               Status::empty);
  x(7, 2) = std::numeric_limits<T>::quiet_NaN();
  check_status(machine.fit(x, t.y, t.options, &report), Status::not_finite);
  BOOST_TEST(report.row == 7u);
  BOOST_TEST(report.column == 2u);
  check_status(machine.predict(t.z, out), Status::wrong_order);
  t.options.ridge = -1;
  check_status(machine.fit(t.x, t.y, t.options), Status::bad_ridge);
  t.options.ridge = 1;
  require_ok(machine.fit(t.x, t.y, t.options));
  check_status(machine.predict(xt::view(t.z, xt::all(), xt::range(0, 3)), out),
               Status::shape_mismatch);
}

BOOST_AUTO_TEST_SUITE_END()
