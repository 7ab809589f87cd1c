// Tables of kernels: vectors give the bits of plain loops, columns stay apart, parameters are
// checked, and numbers lead to the kernels that constructors make.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/core/kernels/cases.hpp"

using namespace rfm_test;

namespace {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// Whether the plain loops of a functor and its loops in vectors give the same tiles.
template <class T, class Functor>
bool plain_equals_vectors(const Case& c) {
  rfm::Kernel<T> plain = c.kernel<T>(), vectors = plain;
  plain.functions = rfm::pair_functions<T, Functor, T>();
  vectors.functions = rfm::pair_functions<T, Functor, typename rfm::Vector<T, 16>::type>();
  const auto u = random_panel<T>(7, 5), v = random_panel<T>(7, 6), alpha = random_panel<T>(1, 7);
  const Slopes<T> a = slopes(plain, u, v), b = slopes(vectors, u, v);
  return same_bits(values(plain, u, v), values(vectors, u, v)) && same_bits(a.toward, b.toward) &&
         same_bits(a.own, b.own) &&
         same_bits(gradients(plain, u, v, alpha), gradients(vectors, u, v, alpha));
}

template <class T>
bool plain_equals_vectors(const Case& c) {
  switch (c.id) {
    case KernelId::laplace:
      return plain_equals_vectors<T, rfm::Laplace<T>>(c);
    case KernelId::gaussian:
      return plain_equals_vectors<T, rfm::Gaussian<T>>(c);
    case KernelId::matern32:
      return plain_equals_vectors<T, rfm::Matern32<T>>(c);
    case KernelId::matern52:
      return plain_equals_vectors<T, rfm::Matern52<T>>(c);
    case KernelId::lpq100:
      return plain_equals_vectors<T, rfm::Lpq<T, 100>>(c);
    case KernelId::lpq125:
      return plain_equals_vectors<T, rfm::Lpq<T, 125>>(c);
    case KernelId::lpq150:
      return plain_equals_vectors<T, rfm::Lpq<T, 150>>(c);
    case KernelId::lpq175:
      return plain_equals_vectors<T, rfm::Lpq<T, 175>>(c);
    case KernelId::lpq200:
      return plain_equals_vectors<T, rfm::Lpq<T, 200>>(c);
    case KernelId::nngp:
      return plain_equals_vectors<T, rfm::Network<T, rfm::NetworkLimit::gaussian_process>>(c);
    case KernelId::ntk:
      return plain_equals_vectors<T, rfm::Network<T, rfm::NetworkLimit::tangent>>(c);
    case KernelId::brownian100:
      return plain_equals_vectors<T, rfm::Brownian<T, 100>>(c);
    case KernelId::brownian150:
      return plain_equals_vectors<T, rfm::Brownian<T, 150>>(c);
    case KernelId::brownian200:
      return plain_equals_vectors<T, rfm::Brownian<T, 200>>(c);
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kernels)

BOOST_AUTO_TEST_CASE_TEMPLATE(vectors_give_the_bits_of_plain_loops, T, Scalars) {
  for (const Case& c : all_cases()) BOOST_TEST(plain_equals_vectors<T>(c), c);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_the_wanted_columns_are_written, T, Scalars) {
  const auto u = random_panel<T>(3, 71), v = random_panel<T>(3, 72);
  for (const Case& c : all_cases()) {
    const auto kernel = c.kernel<T>();
    std::vector<T> out(panel * panel, T(-77));
    kernel.functions->values(kernel.parameters, u.data(), v.data(), 3, 5, out.data());
    const auto whole = values(kernel, u, v);
    BOOST_TEST(std::equal(out.begin(), out.begin() + 5 * panel, whole.begin()), c);
    BOOST_TEST(
        std::count(out.begin() + 5 * panel, out.end(), T(-77)) == static_cast<long>(11 * panel), c);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(constructors_agree_with_the_kernel_of_their_number, T, Scalars) {
  const T q = T(0.8), L = 3, b = T(0.5);
  for (const rfm::Kernel<T>& kernel :
       {rfm::laplace<T>(L), rfm::gaussian<T>(L), rfm::matern32<T>(L), rfm::matern52<T>(L),
        rfm::lpq<T, 100>(q, L), rfm::lpq<T, 125>(q, L), rfm::lpq<T, 150>(q, L),
        rfm::lpq<T, 175>(q, L), rfm::lpq<T, 200>(q, L), rfm::nngp<T>(3), rfm::ntk<T>(2, b),
        rfm::brownian<T, 100>(q), rfm::brownian<T, 150>(q), rfm::brownian<T, 200>(q)}) {
    BOOST_TEST(rfm::valid(kernel));
    const auto again = rfm::any_kernel<T>(kernel.id, kernel.parameters);
    BOOST_TEST(again.functions == kernel.functions);
  }
  const rfm::Kernel<T> lpq = rfm::lpq<T, 150>(q, L);
  BOOST_TEST(lpq.parameters.exponent == q);
  BOOST_TEST(lpq.parameters.bandwidth == L);
  BOOST_TEST(rfm::ntk<T>(2, b).parameters.depth == 2);
  BOOST_TEST(rfm::ntk<T>(2, b).parameters.bias == b);
  BOOST_TEST(!rfm::valid(rfm::any_kernel<T>(static_cast<KernelId>(14), {})));
  BOOST_TEST(!rfm::valid(rfm::any_kernel<T>(static_cast<KernelId>(-1), {})));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(impossible_parameters_are_not_valid, T, Scalars) {
  const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  for (T L : {T(0), T(-1), nan, infinity, std::numeric_limits<T>::denorm_min()}) {
    BOOST_TEST(!rfm::valid(rfm::laplace<T>(L)));
    BOOST_TEST(!rfm::valid(rfm::gaussian<T>(L)));
    BOOST_TEST(!rfm::valid(rfm::matern32<T>(L)));
    BOOST_TEST(!rfm::valid(rfm::matern52<T>(L)));
    BOOST_TEST(!rfm::valid(rfm::lpq<T, 125>(1, L)));
  }
  for (T q : {T(0), T(-1), nan, infinity, T(2.001)})
    BOOST_TEST(!rfm::valid(rfm::lpq<T, 150>(q, 1)));
  BOOST_TEST(rfm::valid(rfm::lpq<T, 150>(2, 1)));
  for (T q : {T(0), T(-1), nan, infinity, T(1.501)})
    BOOST_TEST(!rfm::valid(rfm::brownian<T, 150>(q)));
  BOOST_TEST(rfm::valid(rfm::brownian<T, 150>(T(1.5))));
  for (int32_t hidden : {0, -1, 6}) BOOST_TEST(!rfm::valid(rfm::nngp<T>(hidden)));
  for (T b : {T(-1), nan, infinity}) BOOST_TEST(!rfm::valid(rfm::ntk<T>(1, b)));
}

BOOST_AUTO_TEST_SUITE_END()
