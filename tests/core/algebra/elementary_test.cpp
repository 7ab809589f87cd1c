// Exponential, logarithm, arc cosine and square root: errors against long double over dense ranges,
// defined edges, and the same bits in every lane of a vector as in a scalar.
#include "rfm/core/algebra/elementary.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "rfm/core/base/random.hpp"

namespace {

using Scalars = std::tuple<float, double>;

// |got - wanted| in units of the last place of a T as large as wanted.
template <class T>
double ulps(T got, long double wanted) {
  int exponent = 0;
  std::frexp(wanted, &exponent);
  using Limits = std::numeric_limits<T>;
  const int last_place = std::max(exponent, Limits::min_exponent) - Limits::digits;
  return static_cast<double>(
      std::fabs(std::ldexp(static_cast<long double>(got) - wanted, -last_place)));
}

// Numbers evenly spread over [low, high], jittered so that their last bits vary.
template <class T>
std::vector<T> spread(double low, double high, size_t count) {
  rfm::Random random(count);
  std::vector<T> numbers(count);
  for (size_t i = 0; i < count; ++i) {
    const double place = (static_cast<double>(i) + random.unit()) / static_cast<double>(count);
    numbers[i] = static_cast<T>(low + (high - low) * place);
  }
  return numbers;
}

// Positive numbers of every exponent, subnormal ones among them.
template <class T>
std::vector<T> positive_numbers(size_t count) {
  using Limits = std::numeric_limits<T>;
  rfm::Random random(count);
  std::vector<T> numbers(count);
  for (T& number : numbers) {
    const double range = Limits::max_exponent - Limits::min_exponent + Limits::digits - 2;
    const int exponent =
        Limits::min_exponent - Limits::digits + 1 + static_cast<int>(random.unit() * range);
    number = std::ldexp(static_cast<T>(1 + random.unit()), exponent);
  }
  return numbers;
}

template <class T, class Function, class Reference>
double worst_error(const std::vector<T>& numbers, Function function, Reference reference) {
  double worst = 0;
  for (T x : numbers)
    worst = std::max(worst, ulps(function(x), reference(static_cast<long double>(x))));
  return worst;
}

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T>
T after(T x) {
  return std::nextafter(x, infinity<T>);
}
template <class T>
T before(T x) {
  return std::nextafter(x, -infinity<T>);
}

template <class T>
T software_root(T x) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return rfm::software_square_root<float, uint32_t, 23>(x);
  } else {
    return rfm::software_square_root<double, uint64_t, 52>(x);
  }
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// Numbers where functions change course, and dense ones between.
template <class T>
std::vector<T> varied_numbers() {
  std::vector<T> numbers{0, T(-0.0), 1, -1, T(0.5), T(-0.5), infinity<T>, -infinity<T>};
  for (const auto& more :
       {spread<T>(-1, 1, 2000), spread<T>(-800, 800, 2000), positive_numbers<T>(2000)})
    numbers.insert(numbers.end(), more.begin(), more.end());
  numbers.resize(numbers.size() / 16 * 16);
  return numbers;
}

// How many lanes of V differ from the scalar function of the same number.
template <class V, class Function>
size_t lanes_that_differ(Function function) {
  using T = rfm::Scalar<V>;
  const std::vector<T> numbers = varied_numbers<T>();
  size_t different = 0;
  for (size_t i = 0; i < numbers.size(); i += rfm::width<V>) {
    T lanes[rfm::width<V>];
    rfm::store(lanes, function(rfm::load<V>(&numbers[i])));
    for (size_t lane = 0; lane < rfm::width<V>; ++lane) {
      const T scalar = function(numbers[i + lane]);
      const bool both_nan = std::isnan(scalar) && std::isnan(lanes[lane]);
      different += both_nan || same_bits(scalar, lanes[lane]) ? 0 : 1;
    }
  }
  return different;
}

using Vectors = std::tuple<rfm::Vector<float, 16>::type, rfm::Vector<double, 16>::type,
                           rfm::NativeLanes<float>, rfm::NativeLanes<double>>;

// A vector type as a template parameter; compilers forget its attributes in other places.
template <size_t index>
using Lanes = std::tuple_element_t<index, Vectors>;

template <size_t index>
void check_lanes() {
  using V = Lanes<index>;
  BOOST_TEST(lanes_that_differ<V>([](auto x) { return rfm::exponential(x); }) == 0u);
  BOOST_TEST(lanes_that_differ<V>([](auto x) { return rfm::logarithm(x); }) == 0u);
  BOOST_TEST(lanes_that_differ<V>([](auto x) { return rfm::arc_cosine(x); }) == 0u);
  BOOST_TEST(lanes_that_differ<V>([](auto x) { return rfm::square_root(x); }) == 0u);
  BOOST_TEST(lanes_that_differ<V>([](auto x) {
               return rfm::power(rfm::absolute(x), rfm::Scalar<decltype(x)>(0.75));
             }) == 0u);
  BOOST_TEST(lanes_that_differ<V>([](auto x) { return rfm::copy_sign(rfm::like(x, 3), x); }) == 0u);
  BOOST_TEST(lanes_that_differ<V>([](auto x) {
               return rfm::smaller(x, rfm::larger(-x, rfm::like(x, 0.25)));
             }) == 0u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(elementary)

BOOST_AUTO_TEST_CASE_TEMPLATE(exponential_is_within_one_ulp, T, Scalars) {
  const double low = sizeof(T) == sizeof(float) ? -87.33 : -708.39,
               high = sizeof(T) == sizeof(float) ? 88.72 : 709.78;
  const auto function = [](T x) { return rfm::exponential(x); };
  const auto reference = [](long double x) { return std::exp(x); };
  BOOST_TEST(worst_error(spread<T>(low, high, 200000), function, reference) < 0.9);
  BOOST_TEST(worst_error(spread<T>(-20, 0, 200000), function, reference) < 0.9);
  BOOST_TEST(worst_error(spread<T>(-1e-3, 1e-3, 20000), function, reference) < 0.9);
  BOOST_TEST(rfm::exponential(T(0)) == T(1));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exponential_underflows_to_zero_and_overflows_to_infinity, T,
                              Scalars) {
  using Limits = std::numeric_limits<T>;
  const T lowest = static_cast<T>(std::log(static_cast<long double>(Limits::min())));
  for (T x = before(before(before(lowest))); x <= after(after(after(lowest))); x = after(x)) {
    const T y = rfm::exponential(x);
    BOOST_TEST(
        (y == 0 || (y >= Limits::min() && ulps(y, std::exp(static_cast<long double>(x))) < 1)));
  }
  BOOST_TEST(rfm::exponential(T(lowest * T(1.001))) == T(0));
  BOOST_TEST(rfm::exponential(T(lowest * T(0.999))) > Limits::min());
  const T highest = static_cast<T>(std::log(static_cast<long double>(Limits::max())));
  BOOST_TEST(rfm::exponential(before(highest)) > Limits::max() / 2);
  BOOST_TEST(rfm::exponential(before(highest)) <= Limits::max());
  BOOST_TEST(rfm::exponential(after(highest)) == infinity<T>);
  BOOST_TEST(rfm::exponential(Limits::max()) == infinity<T>);
  BOOST_TEST(rfm::exponential(Limits::lowest()) == T(0));
  BOOST_TEST(rfm::exponential(infinity<T>) == infinity<T>);
  BOOST_TEST(rfm::exponential(-infinity<T>) == T(0));
  BOOST_TEST(std::isnan(rfm::exponential(Limits::quiet_NaN())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(logarithm_is_within_one_ulp, T, Scalars) {
  const auto function = [](T x) { return rfm::logarithm(x); };
  const auto reference = [](long double x) { return std::log(x); };
  BOOST_TEST(worst_error(positive_numbers<T>(200000), function, reference) < 1);
  BOOST_TEST(worst_error(spread<T>(0.5, 2, 200000), function, reference) < 1);
  BOOST_TEST(rfm::logarithm(T(1)) == T(0));
  BOOST_TEST(rfm::logarithm(T(0)) == -infinity<T>);
  BOOST_TEST(rfm::logarithm(infinity<T>) == infinity<T>);
  BOOST_TEST(std::isnan(rfm::logarithm(T(-1))));
  BOOST_TEST(std::isnan(rfm::logarithm(-infinity<T>)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(arc_cosine_is_within_one_and_a_half_ulp, T, Scalars) {
  const auto function = [](T x) { return rfm::arc_cosine(x); };
  const auto reference = [](long double x) { return std::acos(x); };
  BOOST_TEST(worst_error(spread<T>(-1, 1, 200000), function, reference) < 1.5);
  BOOST_TEST(worst_error(spread<T>(0.9999, 1, 20000), function, reference) < 1.5);
  BOOST_TEST(worst_error(spread<T>(-1e-4, 1e-4, 20000), function, reference) < 1.5);
  BOOST_TEST(rfm::arc_cosine(T(1)) == T(0));
  BOOST_TEST(rfm::arc_cosine(T(-1)) == static_cast<T>(std::acos(-1.0L)));
  BOOST_TEST(rfm::arc_cosine(T(0)) == static_cast<T>(std::acos(0.0L)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(power_has_the_error_of_its_exponent, T, Scalars) {
  for (T exponent : {T(0.1), T(0.75), T(1.3), T(2)}) {
    double worst = 0;
    for (T x : spread<T>(1e-6, 1e3, 20000)) {
      const long double wanted =
          std::pow(static_cast<long double>(x), static_cast<long double>(exponent));
      const double size =
          2 + 2 * std::fabs(static_cast<double>(exponent) * std::log(static_cast<double>(x)));
      worst = std::max(worst, ulps(rfm::power(x, exponent), wanted) / size);
    }
    BOOST_TEST(worst < 1);
    BOOST_TEST(rfm::power(T(0), exponent) == T(0));
    BOOST_TEST(rfm::power(T(1), exponent) == T(1));
    BOOST_TEST(rfm::power(infinity<T>, exponent) == infinity<T>);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(software_square_root_is_the_hardware_one, T, Scalars) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> numbers = positive_numbers<T>(300000);
  for (T x : {T(0), T(-0.0), T(1), T(2), T(4), after(T(4)), before(T(4)), Limits::min(),
              Limits::denorm_min(), before(Limits::min()), Limits::max(), infinity<T>})
    numbers.push_back(x);
  for (int i = 1; i < 3000; ++i)
    numbers.push_back(static_cast<T>(i) * static_cast<T>(i));  // exact roots
  const auto different = std::count_if(numbers.begin(), numbers.end(), [](T x) {
    return !same_bits(software_root(x), std::sqrt(x));
  });
  BOOST_TEST(different == 0);
  BOOST_TEST(std::isnan(software_root(T(-1))));
  BOOST_TEST(std::isnan(software_root(-Limits::denorm_min())));
  BOOST_TEST(std::isnan(software_root(-infinity<T>)));
  BOOST_TEST(std::isnan(software_root(Limits::quiet_NaN())));
}

BOOST_AUTO_TEST_CASE(every_lane_has_the_bits_of_the_scalar) {
  check_lanes<0>();
  check_lanes<1>();
  check_lanes<2>();
  check_lanes<3>();
}

BOOST_AUTO_TEST_CASE(broadcast_keeps_signed_zeros_and_infinities) {
  using V = rfm::Vector<float, 16>::type;
  for (float x : {-0.0f, 0.0f, 1.5f, infinity<float>, -infinity<float>}) {
    const V v = rfm::broadcast<V>(x);
    for (size_t lane = 0; lane < rfm::width<V>; ++lane) BOOST_TEST(same_bits<float>(v[lane], x));
  }
}

BOOST_AUTO_TEST_SUITE_END()
