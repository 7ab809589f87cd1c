// The bytes of an encoding may come from anywhere: cut short or damaged in any byte they are
// refused or stay harmless.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"

BOOST_AUTO_TEST_SUITE(hostile_encoding)

namespace {

using namespace rfm::data;
using rfm::ColumnKind;
using rfm::EncodingColumn;
using rfm::Status;

FittedEncoding sample(rfm::Task task) {
  FittedEncoding encoding;
  encoding.task = task;
  encoding.columns = {{"size", ColumnKind::number, 2.5, true, {}, false, false, {1, 0.25}, {2, 1}},
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
                      {"sex", ColumnKind::category, 0, false, {"f", "m"}, false, false, {0.5}, {2}},
                      {"day",
                       ColumnKind::date,
                       19839,
                       true,
                       {},
                       false,
                       false,
                       {-1e6, 0.1, 0.2, 0.1, 0.3, 0.25},
                       {1e-6, 1, 1, 1, 1, 1}}};
  encoding.columns[0].notation = {true, ',',  rfm::Clock::none, true, false, false, "$",
                                  "kg", "x\n"};
  encoding.columns[1].notation.folded = true;
  encoding.columns[4].notation.date.month_first = true;
  encoding.columns[4].cycles = EncodingColumn::has_cycle | 8 * EncodingColumn::has_cycle;
  const std::size_t c = task == rfm::Task::classification ? 2 : 1;
  FittedColumn town;
  town.name = "town";
  town.kind = ColumnKind::category;
  town.categories = {"a", "b", "c"};
  town.missing_level = true;
  town.mean.assign(c, 0);
  town.factor.assign(c, 1);
  town.level_means.assign(4 * c, 0.25);
  encoding.columns.push_back(town);
  encoding.target_name = "price";
  if (task == rfm::Task::classification) {
    encoding.classes = {"cheap", "dear", "fair"};
    encoding.prior = {0.25, 0.5, 0.25};
    encoding.offsets = {0.1, 0, -0.1};
    encoding.weighing = {1, 2, 0.5};
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
  for (const char* text :
       {"", "1.5", "$1.234,5k", "(1:2", "RED", "zzz", "yes", "m", "x", "4/26/2024 2:30 pm"}) {
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
    BOOST_TEST(rfm::answered_class(e, p.data()) < e.classes);
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
Status opened_after(Change change, rfm::Task task = rfm::Task::classification) {
  AlignedBytes bytes = encoding_bytes<float>(sample(task));
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

// What a model was trained on when none was a category stays one.
BOOST_AUTO_TEST_CASE(encodings_of_version_1_keep_their_words) {
  FittedEncoding encoding;
  encoding.columns = {
      {"garage", ColumnKind::category, 0, false, {"None", "attached"}, false, false, {0.5}, {2}}};
  encoding.target_name = "price";
  const auto level_of = [](const FittedEncoding& fitted, uint32_t version, const char* text) {
    const AlignedBytes bytes = encoding_bytes<float>(fitted);
    rfm::EncodingHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    BOOST_TEST(header.version == version);
    rfm::Encoding<float> opened;
    BOOST_TEST_REQUIRE((rfm::open_encoding(bytes.data(), bytes.size(), &opened) == Status::ok));
    float x = 0;
    return rfm::encode_cell(opened, 0, rfm::Cell<float>{{text, std::strlen(text)}, 0}, &x);
  };
  BOOST_TEST((level_of(encoding, 1, "None") == rfm::CellNote::read));
  BOOST_TEST((level_of(encoding, 1, "none") == rfm::CellNote::unseen));
  BOOST_TEST((level_of(encoding, 1, "NA") == rfm::CellNote::missing));
  encoding.columns[0].notation.folded = true;
  std::swap(encoding.columns[0].categories[0], encoding.columns[0].categories[1]);
  BOOST_TEST((level_of(encoding, 2, " ATTACHED") == rfm::CellNote::read));
  BOOST_TEST((level_of(encoding, 2, "None") == rfm::CellNote::missing));
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
      +[](EncodingHeader& h, unsigned char*) { h.version = 1; },  // which weighs no classes
      +[](EncodingHeader& h, unsigned char*) { h.intervals = 2; },
      +[](EncodingHeader& h, unsigned char*) { h.bytes += 16; },
      +[](EncodingHeader&, unsigned char* column) { column[8] = 4; },  // kind
      +[](EncodingHeader&, unsigned char* column) {
        column[4 * 32 + 12] ^= 64;
      },  // cycles of a date
      +[](EncodingHeader&, unsigned char* column) { column[4 * 32 + 12] ^= 2; },
      +[](EncodingHeader&, unsigned char* column) { column[5 * 32 + 12] ^= 4; },  // means and other
      +[](EncodingHeader&, unsigned char* column) { column[32 + 13] ^= 2; },  // means of too many
      +[](EncodingHeader& h, unsigned char*) { h.version = 2; },              // which has no means
      +[](EncodingHeader& h, unsigned char* column) {
        const float none = std::numeric_limits<float>::infinity();
        const auto at = rfm::encoding_layout(h);
        std::memcpy(column - at.columns + at.level_mean, &none, sizeof none);
      },
      +[](EncodingHeader& h, unsigned char* column) {
        float day = 19839.5f;  // the last of a date is a whole number
        const auto at = rfm::encoding_layout(h);
        std::memcpy(column - at.columns + at.fill + 4 * sizeof day, &day, sizeof day);
      },
      +[](EncodingHeader&, unsigned char* column) { column[12] = 2; },  // flags
      +[](EncodingHeader&, unsigned char* column) { column[20] = 1; },  // features
      +[](EncodingHeader&, unsigned char* column) { column[28] = 1; },  // categories of a number
  };
  for (const auto lie : lies) BOOST_TEST((opened_after(lie) == Status::damaged));
  const auto no_weight = [](EncodingHeader& h, unsigned char* column) {
    unsigned char* base = column - rfm::encoding_layout(h).columns;
    const float nothing = 0;
    std::memcpy(base + rfm::encoding_layout(h).interval, &nothing, sizeof nothing);
  };
  BOOST_TEST((opened_after(no_weight) == Status::damaged));
  BOOST_TEST((opened_after([](EncodingHeader& h, unsigned char*) { h.version = 9; }) ==
              Status::unknown_version));
  BOOST_TEST((opened_after([](EncodingHeader& h, unsigned char*) { h.scalar_bytes = 8; }) ==
              Status::wrong_type));
}

// A wider coverage has no narrower interval, and none is narrower than nothing.
BOOST_AUTO_TEST_CASE(half_widths_that_are_none_are_refused) {
  const auto opened_with = [](std::size_t k, float width) {
    const auto change = [&](rfm::EncodingHeader& h, unsigned char* column) {
      const auto at = rfm::encoding_layout(h);
      std::memcpy(column - at.columns + at.interval + k * sizeof width, &width, sizeof width);
    };
    return opened_after(change, rfm::Task::regression);
  };
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const std::size_t last = rfm::interval_points - 1;
  BOOST_TEST((opened_with(0, 0.0f) == Status::ok));
  BOOST_TEST((opened_with(last, 2.0f) == Status::ok));
  BOOST_TEST((opened_with(0, -1e-6f) == Status::damaged));
  BOOST_TEST((opened_with(50, 1.25f) == Status::damaged));
  BOOST_TEST((opened_with(50, std::numeric_limits<float>::quiet_NaN()) == Status::damaged));
  BOOST_TEST((opened_with(last, infinite) == Status::damaged));
}

BOOST_AUTO_TEST_CASE(null_and_misaligned_memory_is_refused) {
  AlignedBytes bytes = encoding_bytes<float>(sample(rfm::Task::regression));
  rfm::Encoding<float> encoding;
  BOOST_TEST((rfm::open_encoding<float>(nullptr, 100, &encoding) == Status::null_pointer));
  BOOST_TEST(
      (rfm::open_encoding(bytes.data() + 4, bytes.size() - 4, &encoding) == Status::misaligned));
}

BOOST_AUTO_TEST_SUITE_END()
