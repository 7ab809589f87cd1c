// Numbers that lie in memory are read where they lie, whatever holds them; only the rest is
// evaluated.
#include <xtensor/xindex_view.hpp>
#include <xtensor/xmath.hpp>

#include "tests/xtensor/allocations.hpp"
#include "tests/xtensor/tables.hpp"

using namespace rfm_test;
using rfm::xtensor::Table;

namespace {

// Every element of `table`, by address, is that of the rows the adaptor makes of it, and nothing
// was allocated.
template <class T, class E>
void check_in_place(const E& table) {
  static_assert(rfm::xtensor::is_strided<E, T>);
  Table<T> held;
  const size_t before = allocations();
  require_ok(held.hold(table));
  BOOST_TEST(allocations() == before);
  const rfm::Rows<T>& rows = held.rows();
  BOOST_REQUIRE(rows.n == table.shape()[0]);
  BOOST_REQUIRE(rows.d == (table.dimension() == 1 ? 1 : table.shape()[1]));
  for (size_t i = 0; i < rows.n; ++i)
    for (size_t k = 0; k < rows.d; ++k) {
      const T* here = table.dimension() == 1 ? &table(i) : &table(i, k);
      BOOST_REQUIRE(&rows(i, k) == here);
    }
}

template <class T, class E>
void check_evaluated(const E& table, const xt::xtensor<T, 2>& expected) {
  Table<T> held;
  require_ok(held.hold(table));
  BOOST_REQUIRE(held.rows().n == expected.shape()[0]);
  BOOST_REQUIRE(held.rows().d == expected.shape()[1]);
  for (size_t i = 0; i < expected.shape()[0]; ++i)
    for (size_t k = 0; k < expected.shape()[1]; ++k)
      BOOST_REQUIRE(held.rows()(i, k) == expected(i, k));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rows)

BOOST_AUTO_TEST_CASE_TEMPLATE(containers_are_read_in_place, T, Scalars) {
  const Tables<T> t;
  check_in_place<T>(t.x);
  check_in_place<T>(xt::xarray<T>(t.x));
  check_in_place<T>(xt::xtensor<T, 2, xt::layout_type::column_major>(t.x));
  check_in_place<T>(xt::xarray<T, xt::layout_type::column_major>(t.x));
  check_in_place<T>(xt::xtensor<T, 2, xt::layout_type::dynamic>(t.x));
  check_in_place<T>(xt::xtensor_fixed<T, xt::xshape<40, 4>>(t.x));
  check_in_place<T>(xt::xtensor_fixed<T, xt::xshape<40, 4>, xt::layout_type::column_major>(t.x));
  check_in_place<T>(tensor(t.sample.y));
  check_in_place<T>(xt::xtensor<T, 2>(xt::view(t.x, xt::range(0, 1))));  // one row
  check_in_place<T>(xt::xtensor<T, 2>(xt::view(t.x, xt::all(), xt::range(0, 1))));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(adapted_memory_is_read_in_place, T, Scalars) {
  const Tables<T> t;
  const std::array<size_t, 2> shape{40, 4};
  check_in_place<T>(xt::adapt(t.sample.x, shape));
  check_in_place<T>(xt::adapt(t.sample.x.data(), 160, xt::no_ownership(), shape));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(views_are_read_in_place, T, Scalars) {
  Tables<T> t;
  const xt::xtensor<T, 2, xt::layout_type::column_major> columns = t.x;
  check_in_place<T>(xt::view(t.x, xt::range(5, 30), xt::all()));
  check_in_place<T>(xt::view(t.x, xt::range(1, 40, 3), xt::range(0, 4, 2)));
  check_in_place<T>(xt::view(columns, xt::range(1, 40, 3), xt::range(1, 3)));
  check_in_place<T>(xt::view(t.x, xt::all(), 2));
  check_in_place<T>(xt::view(columns, xt::all(), 2));
  check_in_place<T>(xt::view(t.x, 7, xt::all()));
  check_in_place<T>(xt::transpose(columns));
  check_in_place<T>(xt::strided_view(t.x, {xt::range(30, 2, -2), xt::range(3, 0, -1)}));
  const auto half = xt::view(t.x, xt::range(0, 20));
  check_in_place<T>(xt::view(half, xt::range(1, 20, 2), xt::range(1, 4)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(expressions_are_evaluated, T, Scalars) {
  const Tables<T> t;
  const xt::xtensor<T, 2> expected = T(2) * t.x + T(1);
  check_evaluated<T>(T(2) * t.x + T(1), expected);
  check_evaluated<T>(xt::view(T(2) * t.x + T(1), xt::range(3, 9)),
                     xt::view(expected, xt::range(3, 9)));
  const xt::xtensor<T, 2> picked = xt::view(t.x, xt::keep(3, 1, 8), xt::all());
  check_evaluated<T>(xt::view(t.x, xt::keep(3, 1, 8), xt::all()), picked);
  const xt::xtensor<int, 2> whole = xt::cast<int>(T(10) * t.x);
  check_evaluated<T>(whole, xt::xtensor<T, 2>(xt::cast<T>(whole)));
}

// What would vanish with a temporary is kept; what a temporary view looks at is not copied.
BOOST_AUTO_TEST_CASE_TEMPLATE(temporaries_are_kept, T, Scalars) {
  const Tables<T> t;
  Table<T> held;
  require_ok(held.hold(xt::xtensor<T, 2>(t.x)));
  BOOST_TEST(held.rows()(39, 3) == t.x(39, 3));
  require_ok(held.hold(xt::xarray<T>(t.x)));
  BOOST_TEST(held.rows()(39, 3) == t.x(39, 3));
  require_ok(held.hold(xt::xtensor_fixed<T, xt::xshape<40, 4>>(t.x)));
  BOOST_TEST(held.rows()(39, 3) == t.x(39, 3));
  require_ok(held.hold(xt::transpose(xt::xtensor<T, 2>(t.x))));
  BOOST_TEST(held.rows()(3, 39) == t.x(39, 3));
  require_ok(held.hold(xt::view(xt::xtensor<T, 2>(t.x), xt::range(10, 40))));
  BOOST_TEST(held.rows()(29, 3) == t.x(39, 3));
  require_ok(held.hold(xt::view(t.x, xt::range(10, 40))));
  BOOST_TEST(&held.rows()(29, 3) == &t.x(39, 3));
}

BOOST_AUTO_TEST_CASE(other_dimensions_are_refused) {
  Table<float> held;
  const xt::xtensor<float, 3> cube = xt::zeros<float>({2, 2, 2});
  const xt::xarray<float> number = 1.0f, deep = cube;
  check_status(held.hold(cube), rfm::Status::shape_mismatch);
  check_status(held.hold(number), rfm::Status::shape_mismatch);
  check_status(held.hold(deep), rfm::Status::shape_mismatch);
  check_status(held.hold(cube + 1.0f), rfm::Status::shape_mismatch);
}

BOOST_AUTO_TEST_SUITE_END()
