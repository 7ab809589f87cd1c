// Models of any bytes: cut at every length, with any byte flipped, of another kernel or type. What
// is opened answers as the model did; everything else is refused.
#include "tests/c/finished.hpp"

using namespace rfm_test;

BOOST_AUTO_TEST_SUITE(bytes)

BOOST_AUTO_TEST_CASE_TEMPLATE(models_of_another_kernel_or_type, T, Scalars) {
  using C = Api<T>;
  using Other = Api<std::conditional_t<std::is_same_v<T, float>, double, float>>;
  Finished<T> f;
  const void* bytes = f.fit.model_memory.data();
  const size_t size = C::model_size(&f.fit.machine);
  typename C::Model model;
  typename Other::Model other;
  BOOST_TEST(Other::open(&other, bytes, size) == RFM_WRONG_TYPE);
  BOOST_TEST(C::open_only(&model, bytes, size, C::gaussian(4)) == RFM_WRONG_KERNEL);
  BOOST_TEST(C::open_only(&model, bytes, size, {}) == RFM_BAD_KERNEL);
  BOOST_TEST(C::open_only(&model, bytes, size, C::laplace(-1)) ==
             RFM_OK);  // the file's parameters count
  require_ok(f.predict(model));
}

// Copies of exactly `size` bytes, so that a sanitizer sees a byte too many.
BOOST_AUTO_TEST_CASE_TEMPLATE(models_cut_at_every_length, T, Scalars) {
  using C = Api<T>;
  Finished<T> f;
  const size_t size = C::model_size(&f.fit.machine);
  for (size_t cut = 0; cut < size; ++cut) {
    Memory bytes(cut);
    std::memcpy(bytes.data(), f.fit.model_memory.data(), cut);
    typename C::Model model;
    const rfm_status status = C::open(&model, bytes.data(), cut);
    BOOST_REQUIRE_MESSAGE(status == RFM_TRUNCATED || (cut == 0 && status == RFM_NOT_A_MODEL),
                          "length " << cut);
    BOOST_REQUIRE(C::open_only(&model, bytes.data(), cut, C::laplace(4)) == status);
  }
}

// One byte flipped anywhere: refused, or, in padding that nothing reads, the same answers.
BOOST_AUTO_TEST_CASE_TEMPLATE(models_with_any_byte_flipped, T, Scalars) {
  using C = Api<T>;
  Finished<T> f;
  const size_t size = C::model_size(&f.fit.machine);
  Memory bytes(size);
  std::memcpy(bytes.data(), f.fit.model_memory.data(), size);
  require_ok(f.predict(f.model));
  const std::vector<T> answers(f.out.begin(), f.out.begin() + 20);
  size_t refused = 0;
  for (size_t place = 0; place < size; ++place) {
    for (int bit : {0, 7}) {
      bytes.data()[place] = static_cast<unsigned char>(bytes.data()[place] ^ (1 << bit));
      typename C::Model model;
      if (C::open(&model, bytes.data(), size) != RFM_OK) {
        ++refused;
      } else {
        require_ok(f.predict(model));
        BOOST_REQUIRE(same_bits(std::vector<T>(f.out.begin(), f.out.begin() + 20), answers));
      }
      bytes.data()[place] = static_cast<unsigned char>(bytes.data()[place] ^ (1 << bit));
    }
  }
  BOOST_TEST(refused == 2 * size);  // the checksum covers everything, so nothing slips through
}

BOOST_AUTO_TEST_SUITE_END()
