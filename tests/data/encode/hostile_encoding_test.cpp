// The bytes of an encoding may come from anywhere: cut short or damaged in any byte they are
// refused or stay harmless.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"

BOOST_AUTO_TEST_SUITE(hostile_encoding)

namespace {

using namespace rfm::data;
using rfm::ColumnKind;
using rfm::Status;

FittedEncoding sample(rfm::Task task) {
  FittedEncoding encoding;
  encoding.task = task;
  encoding.columns = {
      {"size", ColumnKind::number, 2.5, true, {}, false, false, {1, 0.25}, {2, 1}},
      {"colour",
       ColumnKind::category,
       0,
       false,
       {"blue", "green", "red"},
       true,
       true,
       {0.1, 0.2, 0.3, 0.2, 0.2},
       {1, 1, 1, 1, 1}},
      {"flag", ColumnKind::yes_no, 0.5, false, {}, false, false, {0.5}, {2}},
      {"sex", ColumnKind::category, 0, false, {"f", "m"}, false, false, {0.5}, {2}}};
  encoding.target_name = "price";
  if (task == rfm::Task::classification) {
    encoding.classes = {"cheap", "dear", "fair"};
    encoding.prior = {0.25, 0.5, 0.25};
    encoding.offsets = {0.1, 0, -0.1};
  } else {
    encoding.interval.assign(rfm::interval_points, 1.5);
    encoding.residuals = 40;
  }
  return encoding;
}

// Applies the encoding in every way there is; sanitizers notice a byte read outside.
template <class T>
void use(const rfm::Encoding<T>& e) {
  std::vector<T> x(e.features), p(e.classes + 1), outputs(e.outputs, T{0.5});
  for (const char* text : {"", "1.5", "red", "zzz", "yes", "m"}) {
    const std::vector<rfm::Cell<T>> cells(e.columns, rfm::Cell<T>{{text, std::strlen(text)}, 0});
    (void)rfm::encode_row(e, cells.data(), x.data());
  }
  const std::vector<rfm::Cell<T>> numbers(e.columns, rfm::Cell<T>{{}, 1});
  (void)rfm::encode_row(e, numbers.data(), x.data());
  std::string names(e.target_name().data, e.target_name().size);
  for (std::size_t k = 0; k < e.columns; ++k)
    names.append(e.column_name(k).data, e.column_name(k).size);
  for (std::size_t k = 0; k < e.classes; ++k)
    names.append(e.class_name(k).data, e.class_name(k).size);
  if (e.task == rfm::Task::regression) {
    (void)rfm::decoded_value(e, outputs.data());
    for (const T coverage : {T{-1}, T{0}, T(0.5f), T(0.9f), T{1}, T{7}})
      (void)rfm::interval_width(e, coverage);
  } else {
    rfm::decoded_probabilities(e, outputs.data(), p.data());
    BOOST_TEST(rfm::likeliest(p.data(), e.classes) < e.classes);
  }
}

// A copy in memory of exactly `size` bytes (16-aligned, as malloc gives it).
struct Exact {
  explicit Exact(std::size_t size) : data(static_cast<unsigned char*>(std::malloc(size))) {}
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  ~Exact() { std::free(data); }
  unsigned char* data;
};

template <class T>
void try_all_damage(rfm::Task task) {
  const AlignedBytes bytes = encoding_bytes<T>(sample(task));
  rfm::Encoding<T> opened;
  BOOST_TEST_REQUIRE((rfm::open_encoding(bytes.data(), bytes.size(), &opened) == Status::ok));
  use(opened);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const Exact part(size);
    std::memcpy(part.data, bytes.data(), size);
    BOOST_TEST((rfm::open_encoding(part.data, size, &opened) != Status::ok), "cut to " << size);
  }
  const Exact copy(bytes.size());
  std::size_t refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      std::memcpy(copy.data, bytes.data(), bytes.size());
      copy.data[at] = static_cast<unsigned char>(copy.data[at] ^ flip);
      if (rfm::open_encoding(copy.data, bytes.size(), &opened) == Status::ok) {
        use(opened);
      } else {
        ++refused;
      }
    }
  }
  BOOST_TEST(refused > 4 * sizeof(rfm::EncodingHeader) / 2);
}

template <class Change>
Status opened_after(Change change) {
  AlignedBytes bytes = encoding_bytes<float>(sample(rfm::Task::classification));
  rfm::EncodingHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  change(header, bytes.data() + rfm::encoding_layout(header).columns);
  std::memcpy(bytes.data(), &header, sizeof header);
  rfm::Encoding<float> encoding;
  return rfm::open_encoding(bytes.data(), bytes.size(), &encoding);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cut_and_every_damaged_byte) {
  try_all_damage<float>(rfm::Task::regression);
  try_all_damage<float>(rfm::Task::classification);
  try_all_damage<double>(rfm::Task::regression);
  try_all_damage<double>(rfm::Task::classification);
}

BOOST_AUTO_TEST_CASE(counts_that_lie_are_refused) {
  using rfm::EncodingHeader;
  const auto keep = [](EncodingHeader&, unsigned char*) {};
  BOOST_TEST((opened_after(keep) == Status::ok));
  const auto lies = {
      +[](EncodingHeader& h, unsigned char*) { h.columns = UINT32_MAX; },
      +[](EncodingHeader& h, unsigned char*) { h.columns = 0; },
      +[](EncodingHeader& h, unsigned char*) { h.features = UINT32_MAX; },
      +[](EncodingHeader& h, unsigned char*) { h.classes = 1; },
      +[](EncodingHeader& h, unsigned char*) { h.outputs = 3; },
      +[](EncodingHeader& h, unsigned char*) { h.string_bytes = UINT32_MAX; },
      +[](EncodingHeader& h, unsigned char*) { h.target_name = h.string_bytes, h.target_size = 1; },
      +[](EncodingHeader& h, unsigned char*) { h.target_name = 1, h.target_size = UINT32_MAX; },
      +[](EncodingHeader& h, unsigned char*) { h.task = 2; },
      +[](EncodingHeader& h, unsigned char*) { h.bytes += 16; },
      +[](EncodingHeader&, unsigned char* column) { column[8] = 3; },   // kind
      +[](EncodingHeader&, unsigned char* column) { column[12] = 2; },  // flags
      +[](EncodingHeader&, unsigned char* column) { column[20] = 1; },  // features
      +[](EncodingHeader&, unsigned char* column) { column[28] = 1; },  // categories of a number
  };
  for (const auto lie : lies) BOOST_TEST((opened_after(lie) == Status::damaged));
  BOOST_TEST((opened_after([](EncodingHeader& h, unsigned char*) { h.version = 9; }) ==
              Status::unknown_version));
  BOOST_TEST((opened_after([](EncodingHeader& h, unsigned char*) { h.scalar_bytes = 8; }) ==
              Status::wrong_type));
}

BOOST_AUTO_TEST_CASE(null_and_misaligned_memory_is_refused) {
  AlignedBytes bytes = encoding_bytes<float>(sample(rfm::Task::regression));
  rfm::Encoding<float> encoding;
  BOOST_TEST((rfm::open_encoding<float>(nullptr, 100, &encoding) == Status::null_pointer));
  BOOST_TEST(
      (rfm::open_encoding(bytes.data() + 4, bytes.size() - 4, &encoding) == Status::misaligned));
}

BOOST_AUTO_TEST_SUITE_END()
