// A shrunk model fits its bytes, opens like any other, and answers nearly as the large one did.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "rfm/core/model/centres.hpp"
#include "rfm/data/shrink/shrink.hpp"
#include "tests/exports/models.hpp"

namespace {

using namespace rfm_test;
using rfm::data::Outcome;
using rfm::data::Shrunk;

template <class T>
struct Small {
  Shrunk shrunk;
  rfm::data::ModelFile<T> file;
};

template <class T>
void shrink_to(const TestModel<T>& model, std::size_t bytes, Small<T>& small,
               const std::string& history = "") {
  const Outcome outcome =
      rfm::data::shrink(model.bytes, model.bytes.size(), {bytes, history}, small.shrunk);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  BOOST_TEST(small.shrunk.file.size() <= bytes);
  const rfm::Status status =
      open_model_file(small.shrunk.file.data(), small.shrunk.file.size(), true, &small.file);
  BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, rfm::words(status));
}

// 1 - |a - b|^2 / |a - mean|^2
template <class T>
double agreement(const std::vector<T>& a, const std::vector<T>& b) {
  BOOST_REQUIRE_EQUAL(a.size(), b.size());
  double mean = 0, lost = 0, whole = 0;
  for (const T value : a) mean += static_cast<double>(value) / static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto left = static_cast<double>(a[i]), right = static_cast<double>(b[i]);
    lost += (left - right) * (left - right);
    whole += (left - mean) * (left - mean);
  }
  return 1 - lost / whole;
}

template <class T>
std::vector<T> plain_cells(const rfm::Encoding<T>& encoding, std::size_t rows) {
  rfm::Random random(77);
  std::vector<T> cells;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < encoding.columns; ++k) {
      const double scale = k == 0 ? 1 : k == 1 ? 90 : k == 2 ? 2 : encoding.column[k].categories;
      const double unit = random.unit() * scale;
      cells.push_back(static_cast<T>(k < 2 ? unit : std::floor(unit)));
    }
  return cells;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shrink)

BOOST_AUTO_TEST_CASE(every_kernel_and_metric) {
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id)
    for (const rfm::Metric metric :
         {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity}) {
      const auto model =
          test_model<float>(static_cast<rfm::KernelId>(id), metric, id % 2 == 0, 1, true, 200);
      const auto cells = plain_cells(model->file.encoding, 100);
      Small<float> small;
      shrink_to(*model, model->bytes.size() / 3, small);
      const double agrees =
          agreement(portable_answers(model->file, cells), portable_answers(small.file, cells));
      BOOST_TEST(agrees > 0.95,
                 "kernel " << id << " metric " << static_cast<int32_t>(metric) << ": " << agrees);
      BOOST_TEST(small.shrunk.machines[0].fidelity > 0.95);
    }
}

BOOST_AUTO_TEST_CASE(more_bytes_are_no_worse) {
  const auto model =
      test_model<double>(rfm::KernelId::laplace, rfm::Metric::full, false, 1, true, 300);
  double before = 0;
  for (const std::size_t bytes : {6000u, 12000u, 24000u}) {
    Small<double> small;
    shrink_to(*model, bytes, small);
    BOOST_TEST(small.shrunk.machines[0].fidelity > before - 1e-4);
    before = small.shrunk.machines[0].fidelity;
  }
  BOOST_TEST(before > 0.99);
}

BOOST_AUTO_TEST_CASE(averaged_models) {
  const auto model =
      test_model<float>(rfm::KernelId::lpq150, rfm::Metric::diagonal, true, 3, true, 200);
  Small<float> small;
  shrink_to(*model, 12000, small);
  BOOST_REQUIRE_EQUAL(small.file.members.size(), 3u);
  const auto cells = plain_cells(model->file.encoding, 100);
  BOOST_TEST(agreement(portable_answers(model->file, cells), portable_answers(small.file, cells)) >
             0.95);
}

// Of the centres that it has, a small model says how far a row is; where bytes are few, nothing.
BOOST_AUTO_TEST_CASE(novelty_is_that_of_the_small_model) {
  for (const rfm::KernelId id : {rfm::KernelId::laplace, rfm::KernelId::lpq150}) {
    const auto model = test_model<float>(id, rfm::Metric::full, false, 1, true, 800);
    Small<float> small, tiny;
    shrink_to(*model, 30000, small);
    shrink_to(*model, 6000, tiny);
    BOOST_TEST(!tiny.file.novelty.given());
    BOOST_REQUIRE(small.file.novelty.given());
    const auto x = features_of(model->file, plain_cells(model->file.encoding, 200));
    const rfm::Rows<float> rows(x.data(), 200, model->file.model().d);
    const auto before = novelties_of(model->file, rows, nullptr),
               after = novelties_of(small.file, rows, nullptr);
    double apart = 0;
    for (std::size_t i = 0; i < 200; ++i)
      apart += std::abs(static_cast<double>(before[i] - after[i])) / 200;
    BOOST_TEST(apart < 0.15);
  }
}

BOOST_AUTO_TEST_CASE(small_enough_already) {
  const auto model = test_model<float>(rfm::KernelId::gaussian, rfm::Metric::full, false);
  Small<float> small;
  shrink_to(*model, model->bytes.size() + 100, small, "{\"program\":\"rfm\"}");
  const auto cells = awkward_cells(model->file.encoding, 30);
  BOOST_TEST(portable_answers(model->file, cells) == portable_answers(small.file, cells),
             boost::test_tools::per_element());
  BOOST_TEST(small.file.history == "{\"program\":\"rfm\"}");
  BOOST_TEST(small.shrunk.machines[0].centre_bytes == 0u);
}

// Whole numbers take the scale into the bandwidth, which then may leave its range. A fuzzer found
// this file.
BOOST_AUTO_TEST_CASE(centres_out_of_all_scale_give_a_sound_file_or_none) {
  std::ifstream found(RFM_SOURCE_DIR "/tests/fuzz/corpus/model/centres_out_of_scale.rfm",
                      std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(found), {}};
  BOOST_REQUIRE(!text.empty());
  rfm::data::AlignedBytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  rfm::data::ModelFile<float> file;
  BOOST_REQUIRE((open_model_file(bytes.data(), text.size(), true, &file) == rfm::Status::ok));
  for (const std::size_t wanted : {text.size() / 2, text.size() * 3 / 4}) {
    Shrunk shrunk;
    const Outcome outcome = rfm::data::shrink(bytes, text.size(), {wanted, "{}"}, shrunk);
    BOOST_TEST((!outcome.ok() || open_model_file(shrunk.file.data(), shrunk.file.size(), true,
                                                 &file) == rfm::Status::ok));
  }
}

BOOST_AUTO_TEST_CASE(too_few_bytes_name_enough) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, true);
  Shrunk shrunk;
  const Outcome outcome = rfm::data::shrink(model->bytes, model->bytes.size(), {500, ""}, shrunk);
  BOOST_REQUIRE(!outcome.ok());
  BOOST_TEST(shrunk.file.size() == 0u);
  const std::size_t enough = std::stoul(outcome.words.substr(outcome.words.rfind(' ') + 1));
  Small<float> small;
  shrink_to(*model, enough, small);
}

// Predictions and gradients read whole numbers as if they were the same numbers in full.
BOOST_AUTO_TEST_CASE(whole_numbers_are_numbers) {
  for (const rfm::KernelId id :
       {rfm::KernelId::laplace, rfm::KernelId::lpq125, rfm::KernelId::ntk}) {
    const auto model = test_model<float>(id, rfm::Metric::full, true, 1, true, 200);
    Small<float> small;
    shrink_to(*model, 6000, small);
    BOOST_REQUIRE(small.file.model().centre_bytes != 0);
    rfm::data::ModelFile<float> wide = small.file;
    rfm::Model<float>& m = wide.members[0];
    std::vector<float> centres(rfm::padded(m.n) * m.r);
    for (std::size_t i = 0; i < m.n; ++i)
      for (std::size_t k = 0; k < m.r; ++k)
        centres[rfm::panel_index(i, k, m.r)] = centre_coordinate(m, i, k);
    m.centres = centres.data();
    m.whole_centres = nullptr;
    m.centre_bytes = 0;
    const auto cells = awkward_cells(wide.encoding, 50);
    BOOST_TEST(portable_answers(small.file, cells) == portable_answers(wide, cells),
               boost::test_tools::per_element());
    rfm::Random random(4);
    std::vector<float> x(20 * wide.model().d);
    for (float& value : x) value = static_cast<float>(random.unit());
    const rfm::Rows<float> rows(x.data(), 20, wide.model().d);
    BOOST_TEST(gradients_of(small.file, rows) == gradients_of(wide, rows),
               boost::test_tools::per_element());
  }
}

// With a checksum that fits, sizes that do not are still refused.
BOOST_AUTO_TEST_CASE(hostile_sizes) {
  const auto model =
      test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, true, 1, false, 200);
  Small<float> small;
  shrink_to(*model, 3000, small);
  const auto opens = [&small](std::size_t centre_bytes) {
    rfm::data::AlignedBytes bytes = small.shrunk.file.copy();
    rfm::ModelHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    header.centre_bytes = static_cast<uint16_t>(centre_bytes);
    std::memcpy(bytes.data(), &header, sizeof header);
    constexpr std::size_t summed = offsetof(rfm::ModelHeader, bytes);
    header.checksum =
        rfm::crc32(bytes.data() + summed, static_cast<std::size_t>(header.bytes) - summed);
    std::memcpy(bytes.data(), &header, sizeof header);
    rfm::Model<float> opened;
    return rfm::open(bytes.data(), bytes.size(), rfm::any_kernel<float>, &opened) ==
           rfm::Status::ok;
  };
  BOOST_TEST(opens(small.file.model().centre_bytes));
  BOOST_TEST(!opens(0));
  for (const std::size_t wrong : {3u, 4u, 8u, 255u, 65535u}) BOOST_TEST(!opens(wrong));
}

BOOST_AUTO_TEST_SUITE_END()
