// Sizes that no machine can address are never given, whatever the C++ library makes of them.
#include "rfm/data/bytes.hpp"

#include <boost/test/unit_test.hpp>
#include <new>

using rfm::impossible;
using rfm::data::AlignedBytes;
using rfm::data::array_size;

// The address sanitizer ends the program at such a request instead.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RFM_TEST_SANITIZED
#endif
#endif
#if !defined(RFM_TEST_SANITIZED) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

BOOST_AUTO_TEST_SUITE(bytes)

BOOST_AUTO_TEST_CASE(what_cannot_be_addressed_is_not_given) {
  const volatile std::size_t none = impossible;  // unknown to the compiler, which would warn
  for (std::size_t less : {0u, 1u, 14u, 15u, 16u, 17u}) {
    BOOST_TEST(!AlignedBytes(none - less, std::nothrow).given(), less);
    BOOST_CHECK_THROW(AlignedBytes(none - less), std::bad_alloc);
  }
  BOOST_TEST(AlignedBytes(17).size() == 32u);
  BOOST_TEST(AlignedBytes(17, std::nothrow).size() == 17u);
}

BOOST_AUTO_TEST_CASE(products_end_where_they_would_wrap) {
  constexpr std::size_t half = std::size_t{1} << (4 * sizeof(std::size_t));  // half * half wraps
  const volatile std::size_t large = half;
  BOOST_TEST(array_size<float>(3, 4) == 12u);
  BOOST_TEST(array_size<float>(3, 4, 5) == 60u);
  BOOST_TEST(array_size<float>(0, large, large) == 0u);
  BOOST_CHECK_THROW(array_size<char>(large, large), std::bad_alloc);
  BOOST_CHECK_THROW(array_size<char>(large / 16, large, 16), std::bad_alloc);
  BOOST_CHECK_THROW(array_size<double>(large / 8, large), std::bad_alloc);
  BOOST_CHECK_THROW(array_size<char>(large / 2, large), std::bad_alloc);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
