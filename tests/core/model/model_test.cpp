// The model's bytes: they say the same wherever they are opened, and hostile ones are refused.
#include <algorithm>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include "rfm/core/model/novelty.hpp"
#include "tests/core/fitted.hpp"

using rfm::Status;
using rfm_test::Fitted;
using rfm_test::Memory;
using rfm_test::Sample;
using Types = boost::mpl::list<float, double>;

namespace {

template <class T>
std::vector<T> answers_of(const rfm::Model<T>& model, const rfm::Rows<T>& z) {
  Memory scratch(rfm::predict_bytes(model));
  std::vector<T> out(z.n * model.c);
  BOOST_REQUIRE((predict(model, z, out.data(), scratch.data(), scratch.bytes()) == Status::ok));
  return out;
}

// A fitted model's bytes, in memory that ends where they end.
template <class T>
Memory bytes_of(Fitted<T>& fitted) {
  Memory copy(model_size(fitted.machine));
  std::memcpy(copy.data(), fitted.model_memory.data(), copy.bytes());
  return copy;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model)

BOOST_AUTO_TEST_CASE(checksum_is_the_standard_one) {
  BOOST_TEST(rfm::crc32("123456789", 9) == 0xCBF43926u);
  BOOST_TEST(rfm::crc32("6789", 4, rfm::crc32("12345", 5)) == 0xCBF43926u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(opened_bytes_predict_the_same_bits, T, Types) {
  const Sample<T> sample(40, 5, 2), other(20, 5, 1, 9);
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id)
    for (const rfm::Metric metric :
         {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity}) {
      rfm::Options<T> options{
          rfm::any_kernel<T>(static_cast<rfm::KernelId>(id), {T(3), T(1), T(0.5), 2})};
      options.metric = metric;
      options.rounds = 2;
      Fitted<T> fitted(sample.data(), options);
      const auto expected = fitted.require_fit().predict(other.rows());
      Memory copy = bytes_of(fitted);
      rfm::Model<T> opened;
      BOOST_REQUIRE((open(copy.data(), copy.bytes(), rfm::any_kernel<T>, &opened) == Status::ok));
      BOOST_TEST(answers_of(opened, other.rows()) == expected, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_model_of_low_rank_is_smaller) {
  Sample<double> sample(100, 12);
  for (size_t i = 0; i < 100; ++i) sample.y[i] = sample.x[i * 12] * sample.x[i * 12 + 1];
  rfm::Options<double> options{rfm::gaussian(2.0)};
  options.rounds = 12;
  Fitted<double> fitted(sample.data(), options);
  fitted.require_fit();
  BOOST_REQUIRE_LT(fitted.machine.model.r, 12u);
  BOOST_TEST(model_size(fitted.machine) < fitted.model_memory.bytes());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_truncation_is_an_error, T, Types) {
  const Sample<T> sample(17, 3);
  Fitted<T> fitted(sample.data(), {rfm::laplace(T(3))});
  Memory copy = bytes_of(fitted.require_fit());
  rfm::Model<T> opened;
  for (size_t bytes = 0; bytes < copy.bytes(); ++bytes) {
    const Status status = open(copy.data(), bytes, rfm::any_kernel<T>, &opened);
    BOOST_REQUIRE((status == Status::truncated || (bytes == 0 && status == Status::not_a_model)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_flipped_byte_is_an_error, T, Types) {
  const Sample<T> sample(17, 3);
  Fitted<T> fitted(sample.data(), {rfm::laplace(T(3))});
  Memory copy = bytes_of(fitted.require_fit());
  rfm::Model<T> opened;
  for (size_t i = 0; i < copy.bytes(); ++i)
    for (const int mask : {0x01, 0x80, 0xFF}) {
      copy.data()[i] = static_cast<unsigned char>(copy.data()[i] ^ mask);
      BOOST_REQUIRE((open(copy.data(), copy.bytes(), rfm::any_kernel<T>, &opened) != Status::ok));
      copy.data()[i] = static_cast<unsigned char>(copy.data()[i] ^ mask);
    }
}

// With the checksum made right again, every field of the header is still verified before a pointer
// is formed.
BOOST_AUTO_TEST_CASE(hostile_headers_with_a_good_checksum_stay_inside) {
  const Sample<float> sample(17, 3);
  Fitted<float> fitted(sample.data(), {rfm::laplace(3.0f)});
  const Memory good = bytes_of(fitted.require_fit());
  constexpr size_t summed = offsetof(rfm::ModelHeader, bytes);
  rfm::Random random(5);
  size_t opened_anyway = 0;
  for (size_t trial = 0; trial < 20000; ++trial) {
    Memory copy = good;
    const size_t at = 16 + random.below(sizeof(rfm::ModelHeader) - 16);
    for (size_t i = at; i < sizeof(rfm::ModelHeader) && i < at + 1 + trial % 8; ++i)
      copy.data()[i] = static_cast<unsigned char>(trial % 3 == 0 ? 0xFF : random.below(256));
    uint64_t total;
    std::memcpy(&total, copy.data() + summed, 8);
    if (total > copy.bytes() || total < sizeof(rfm::ModelHeader)) continue;
    const uint32_t sum = rfm::crc32(copy.data() + summed, static_cast<size_t>(total) - summed);
    std::memcpy(copy.data() + 12, &sum, 4);
    rfm::Model<float> opened;
    if (open(copy.data(), copy.bytes(), rfm::any_kernel<float>, &opened) != Status::ok) continue;
    ++opened_anyway;
    const unsigned char* end = copy.data() + copy.bytes();
    BOOST_REQUIRE(reinterpret_cast<const unsigned char*>(opened.centres +
                                                         rfm::padded(opened.n) * opened.r) <= end);
    BOOST_REQUIRE(reinterpret_cast<const unsigned char*>(opened.alpha +
                                                         rfm::padded(opened.n) * opened.c) <= end);
    BOOST_REQUIRE(reinterpret_cast<const unsigned char*>(opened.origin + opened.d) <= end);
    if (opened.d < 100) {
      std::vector<float> z(opened.d, 0.5f);
      answers_of(opened, {z.data(), 1, opened.d});
    }
  }
  BOOST_TEST(opened_anyway > 0);
}

// Where sections begin is where the machine ends, also when they are empty: whoever copies a
// machine goes by that.
BOOST_AUTO_TEST_CASE(sections_lie_behind_the_arrays_and_inside_the_file) {
  const Sample<float> sample(17, 3);
  Fitted<float> fitted(sample.data(), {rfm::laplace(3.0f)});
  const Memory good = bytes_of(fitted.require_fit());
  rfm::ModelHeader h;
  Memory all(good.bytes() + 64, 0);
  const auto opened = [&](uint64_t extra, uint64_t bytes) {
    Memory copy = good;
    std::memcpy(all.data(), copy.data(), copy.bytes());
    std::memcpy(&h, all.data(), sizeof h);
    h.bytes = all.bytes();
    h.extra = extra;
    h.extra_bytes = bytes;
    std::memcpy(all.data(), &h, sizeof h);
    h.checksum = rfm::model_checksum(all.data(), all.bytes());
    std::memcpy(all.data(), &h, sizeof h);
    rfm::Model<float> model;
    return open(all.data(), all.bytes(), rfm::any_kernel<float>, &model);
  };
  const uint64_t end = rfm::rounded_up(good.bytes());
  BOOST_TEST((opened(0, 0) == Status::ok));
  BOOST_TEST((opened(end, 32) == Status::ok));
  BOOST_TEST((opened(end, 0) == Status::ok));
  for (const uint64_t extra :
       {uint64_t{0x7ffffff0}, uint64_t{1} << 63, end + 80, end - 16, uint64_t{128}, uint64_t{16}})
    BOOST_TEST((opened(extra, 0) == Status::damaged), "sections at " << extra);
  BOOST_TEST((opened(0, 16) == Status::damaged));
  BOOST_TEST((opened(end, 80) == Status::damaged));
  BOOST_TEST((opened(end - 16, 16) == Status::damaged));
}

BOOST_AUTO_TEST_CASE(the_wrong_kind_of_model_is_named) {
  const Sample<float> sample(17, 3);
  Fitted<float> fitted(sample.data(), {rfm::laplace(3.0f)});
  Memory copy = bytes_of(fitted.require_fit());
  rfm::Model<double> wide;
  rfm::Model<float> opened;
  BOOST_TEST(
      (open(copy.data(), copy.bytes(), rfm::any_kernel<double>, &wide) == Status::wrong_type));
  const auto only_gaussian = [](rfm::KernelId id, const rfm::KernelParameters<float>& p) {
    return id == rfm::KernelId::gaussian ? rfm::gaussian(p.bandwidth) : rfm::Kernel<float>{};
  };
  BOOST_TEST((rfm::open<float>(copy.data(), copy.bytes(), only_gaussian, &opened) ==
              Status::wrong_kernel));
  const char text[64] = "sepal_length,sepal_width,petal_length,petal_width,species\n5.1,3";
  Memory csv(64);
  std::memcpy(csv.data(), text, 64);
  BOOST_TEST((open(csv.data(), 64, rfm::any_kernel<float>, &opened) == Status::not_a_model));
  BOOST_TEST(
      (rfm::open<float>(nullptr, 64, rfm::any_kernel<float>, &opened) == Status::null_pointer));
}

// The distance to the nearest centre is what the kernel measures in: |u - v|_p^p.
BOOST_AUTO_TEST_CASE_TEMPLATE(nearest_centres_by_the_norm_of_the_kernel, T, Types) {
  const Sample<T> sample(20, 3), others(40, 3, 1, 9);
  const std::pair<rfm::Kernel<T>, double> cases[] = {{rfm::lpq<T, 100>(T(1), T(3)), 1},
                                                     {rfm::lpq<T, 125>(T(1), T(3)), 1.25},
                                                     {rfm::lpq<T, 150>(T(1), T(3)), 1.5},
                                                     {rfm::lpq<T, 175>(T(1), T(3)), 1.75},
                                                     {rfm::laplace(T(3)), 2},
                                                     {rfm::ntk<T>(1), 2}};
  for (const auto& [kernel, p] : cases) {
    rfm::Options<T> options{kernel};
    options.metric = rfm::Metric::identity;
    Fitted<T> fitted(sample.data(), options);
    const rfm::Model<T>& model = fitted.require_fit().machine.model;
    Memory scratch(rfm::predict_bytes(model));
    std::vector<T> near(2 * others.n);
    BOOST_REQUIRE((nearest_centres(model, others.rows(), near.data(), scratch.data(),
                                   scratch.bytes()) == Status::ok));
    for (size_t i = 0; i < others.n; ++i) {
      std::vector<double> distances;
      for (size_t k = 0; k < sample.n; ++k) {
        double sum = 0;
        for (size_t j = 0; j < 3; ++j)
          sum += std::pow(std::fabs(static_cast<double>(others.x[i * 3 + j]) -
                                    static_cast<double>(sample.x[k * 3 + j])),
                          p);
        distances.push_back(sum);
      }
      std::sort(distances.begin(), distances.end());
      for (size_t k = 0; k < 2; ++k)
        BOOST_TEST(std::fabs(static_cast<double>(near[2 * i + k]) - distances[k]) < 1e-4, p);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
