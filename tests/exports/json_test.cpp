// A model goes to JSON and comes back as the same bytes; text that is no model is refused with words.
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "rfm/data/export_json.hpp"
#include "rfm/host/import_json.hpp"
#include "tests/exports/models.hpp"

namespace {

using namespace rfm_test;
using rfm::data::AlignedBytes;
using rfm::data::Outcome;

template <class T>
std::string json_of(const rfm::data::ModelFile<T>& file) {
  std::string json;
  const Outcome outcome = export_json(file, json);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  return json;
}

template <class T>
void check_round_trip(const TestModel<T>& model) {
  AlignedBytes back;
  std::size_t size = 0;
  const Outcome outcome = rfm::host::import_json(json_of(model.file), back, size);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  BOOST_REQUIRE_EQUAL(size, model.bytes.size());
  BOOST_TEST(std::memcmp(back.data(), model.bytes.data(), size) == 0);
}

// Opens like any file that came from somewhere, or is refused; never anything else.
void import_hostile(const std::string& json) {
  AlignedBytes bytes;
  std::size_t size = 0;
  if (!rfm::host::import_json(json, bytes, size).ok()) return;
  rfm::data::ModelFile<float> narrow;
  rfm::data::ModelFile<double> wide;
  (void)open_model_file(bytes.data(), size, true, &narrow);
  (void)open_model_file(bytes.data(), size, true, &wide);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(same_bytes_back) {
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::ntk); ++id) {
    const auto kernel = static_cast<rfm::KernelId>(id);
    const auto metric = static_cast<rfm::Metric>(id % 3);
    check_round_trip(*test_model<float>(kernel, metric, id % 2 == 0));
    check_round_trip(*test_model<double>(kernel, metric, id % 2 == 1));
  }
  check_round_trip(*test_model<float>(rfm::KernelId::lpq150, rfm::Metric::diagonal, true, 3));
  check_round_trip(*test_model<double>(rfm::KernelId::laplace, rfm::Metric::full, false, 2));
  check_round_trip(*test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false, 1, false));
}

BOOST_AUTO_TEST_CASE(numbers_that_are_none_are_not_written) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false);
  std::vector<float> origin(model->file.model().d, std::numeric_limits<float>::quiet_NaN());
  model->file.members[0].origin = origin.data();
  std::string json = "as it was";
  BOOST_TEST(!export_json(model->file, json).ok());
  BOOST_TEST(json == "as it was");
}

BOOST_AUTO_TEST_CASE(text_that_is_no_model) {
  AlignedBytes bytes;
  std::size_t size = 0;
  const std::string good = json_of(test_model<float>(rfm::KernelId::lpq150, rfm::Metric::full, true)->file);
  for (const std::string& bad : {std::string(), std::string("{}"), std::string("[1,2]"), std::string("null"),
                                 std::string("{\"format\":\"rfm\",\"version\":2}"),
                                 good.substr(0, good.size() / 2), std::string(100000, '[')}) {
    const Outcome outcome = rfm::host::import_json(bad, bytes, size);
    BOOST_TEST(!outcome.ok(), bad.substr(0, 40));
    BOOST_TEST(!outcome.words.empty());
  }
}

BOOST_AUTO_TEST_CASE(damaged_text_is_refused_or_opens) {
  const std::string good =
      json_of(test_model<float>(rfm::KernelId::matern32, rfm::Metric::diagonal, true)->file);
  rfm::Random random(8);
  const char replacements[] = "[]{},:\"0-9.eE nt";
  for (int trial = 0; trial < 300; ++trial) {
    std::string bad = good;
    const auto at = static_cast<std::size_t>(random.unit() * static_cast<double>(bad.size()));
    bad[at] = replacements[static_cast<std::size_t>(random.unit() * 15)];
    import_hostile(bad);
  }
  // Whole values replaced by others.
  for (const char* key :
       {"\"rank\":", "\"outputs\":", "\"features\":", "\"centre_bytes\":", "\"layers\":", "\"bandwidth\":"})
    for (const char* value : {"0", "1", "2", "-1", "7", "4294967295", "1e400", "null", "[]", "\"x\""}) {
      std::string bad = good;
      const std::size_t at = bad.find(key) + std::strlen(key);
      bad.replace(at, bad.find_first_of(",}", at) - at, value);
      import_hostile(bad);
    }
}

BOOST_AUTO_TEST_SUITE_END()
