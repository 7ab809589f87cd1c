// The model file as lib/docs/FORMAT.md describes it, and a real file under truncation and damage.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstring>
#include <map>
#include <regex>

#include "rfm/core/base/sections.hpp"
#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/data/model_file.hpp"
#include "tests/cli/program.hpp"

namespace {

using Place = std::pair<std::size_t, std::size_t>;  // offset, bytes
using Places = std::map<std::string, Place>;

#define PLACE(structure, name)                                    \
  {                                                               \
#name, { offsetof(structure, name), sizeof(structure::name) } \
  }

const std::map<std::string, Places> structures{
    {"Header",
     {PLACE(rfm::ModelHeader, magic),
      PLACE(rfm::ModelHeader, version),
      PLACE(rfm::ModelHeader, checksum),
      PLACE(rfm::ModelHeader, bytes),
      PLACE(rfm::ModelHeader, scalar_bytes),
      PLACE(rfm::ModelHeader, centre_bytes),
      PLACE(rfm::ModelHeader, kernel),
      PLACE(rfm::ModelHeader, metric),
      PLACE(rfm::ModelHeader, depth),
      PLACE(rfm::ModelHeader, bandwidth),
      PLACE(rfm::ModelHeader, exponent),
      PLACE(rfm::ModelHeader, bias),
      PLACE(rfm::ModelHeader, n),
      PLACE(rfm::ModelHeader, d),
      PLACE(rfm::ModelHeader, r),
      PLACE(rfm::ModelHeader, c),
      PLACE(rfm::ModelHeader, origin),
      PLACE(rfm::ModelHeader, alpha),
      PLACE(rfm::ModelHeader, root),
      PLACE(rfm::ModelHeader, centres),
      PLACE(rfm::ModelHeader, extra),
      PLACE(rfm::ModelHeader, extra_bytes)}},
    {"Section",
     {PLACE(rfm::SectionHeader, tag), PLACE(rfm::SectionHeader, zero),
      PLACE(rfm::SectionHeader, bytes)}},
    {"Encoding",
     {PLACE(rfm::EncodingHeader, magic), PLACE(rfm::EncodingHeader, version),
      PLACE(rfm::EncodingHeader, scalar_bytes), PLACE(rfm::EncodingHeader, bytes),
      PLACE(rfm::EncodingHeader, task), PLACE(rfm::EncodingHeader, columns),
      PLACE(rfm::EncodingHeader, features), PLACE(rfm::EncodingHeader, outputs),
      PLACE(rfm::EncodingHeader, classes), PLACE(rfm::EncodingHeader, categories),
      PLACE(rfm::EncodingHeader, intervals), PLACE(rfm::EncodingHeader, residuals),
      PLACE(rfm::EncodingHeader, target_name), PLACE(rfm::EncodingHeader, target_size),
      PLACE(rfm::EncodingHeader, string_bytes)}},
    {"Column",
     {PLACE(rfm::EncodingColumn, name), PLACE(rfm::EncodingColumn, kind),
      PLACE(rfm::EncodingColumn, flags), PLACE(rfm::EncodingColumn, first_feature),
      PLACE(rfm::EncodingColumn, features), PLACE(rfm::EncodingColumn, first_category),
      PLACE(rfm::EncodingColumn, categories)}},
    {"Reading",
     {PLACE(rfm::EncodingReading, before), PLACE(rfm::EncodingReading, behind),
      PLACE(rfm::EncodingReading, missing), PLACE(rfm::EncodingReading, written),
      PLACE(rfm::EncodingReading, decimal), PLACE(rfm::EncodingReading, clock),
      PLACE(rfm::EncodingReading, flags), PLACE(rfm::EncodingReading, zero)}},
    {"Text", {PLACE(rfm::EncodingText, offset), PLACE(rfm::EncodingText, size)}},
};

#undef PLACE

// The tables of the specification whose rows begin with an offset and a length.
std::map<std::string, Places> written_structures() {
  std::map<std::string, Places> found;
  std::string section;
  const std::regex row(R"(\| (\d+) \| (\d+) \| (\w+) \|.*)");
  for (const std::string& line : lines_of(read_file(RFM_SOURCE_DIR "/lib/docs/FORMAT.md"))) {
    std::smatch match;
    if (line.rfind("## ", 0) == 0) section = line.substr(3);
    if (std::regex_match(line, match, row))
      found[section][match[3]] = {std::stoul(match[1]), std::stoul(match[2])};
  }
  return found;
}

// A trained file, aligned.
struct Trained {
  Folder folder;
  std::string bytes;
  rfm::data::AlignedBytes memory;

  Trained() : memory(0) {
    folder.write("flowers.csv", flowers(24, 3));
    BOOST_REQUIRE(rfm_run(folder, settled("flowers.csv", "species")).code == 0);
    bytes = folder.read("flowers.rfm");
    memory = rfm::data::AlignedBytes(bytes.size());
    std::memcpy(memory.data(), bytes.data(), bytes.size());
  }

  rfm::Status open(std::size_t size) {
    rfm::data::ModelFile<float> file;
    return open_model_file(memory.data(), size, false, &file);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(format)

BOOST_AUTO_TEST_CASE(every_offset_of_the_specification_is_that_of_the_structure) {
  const std::map<std::string, Places> written = written_structures();
  BOOST_REQUIRE(written.size() == structures.size());
  for (const auto& [name, places] : structures) {
    BOOST_REQUIRE_MESSAGE(written.count(name) == 1, name << " is not specified");
    BOOST_TEST(written.at(name).size() == places.size(), name);
    for (const auto& [field, place] : places) {
      BOOST_REQUIRE_MESSAGE(written.at(name).count(field) == 1,
                            name << "." << field << " is not specified");
      BOOST_TEST((written.at(name).at(field) == place), name << "." << field << " lies elsewhere");
    }
  }
}

BOOST_FIXTURE_TEST_CASE(a_truncated_file_is_refused_at_every_length, Trained) {
  BOOST_REQUIRE(open(bytes.size()) == rfm::Status::ok);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    BOOST_REQUIRE_MESSAGE(open(size) != rfm::Status::ok, "opened with " << size << " bytes");
}

BOOST_FIXTURE_TEST_CASE(a_flipped_byte_is_noticed_wherever_it_is, Trained) {
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    memory.data()[k] ^= 0xFFu;
    BOOST_REQUIRE_MESSAGE(open(bytes.size()) != rfm::Status::ok,
                          "byte " << k << " may be anything");
    memory.data()[k] ^= 0xFFu;
  }
  BOOST_TEST((open(bytes.size()) == rfm::Status::ok));
}

BOOST_FIXTURE_TEST_CASE(the_program_refuses_a_damaged_file_in_words, Trained) {
  folder.write("new.csv", without_target(flowers(5, 4)));
  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  folder.write("flowers.rfm", damaged);
  const Run run = rfm_run(folder, {"predict", "flowers.rfm", "new.csv"});
  BOOST_TEST(run.code == 1);
  BOOST_TEST(contains(run.err, "'flowers.rfm': the model is damaged"), run.err);
  folder.write("flowers.rfm", bytes.substr(0, bytes.size() - 16));
  BOOST_TEST(contains(rfm_run(folder, {"inspect", "flowers.rfm"}).err, "ends too early"));
}

BOOST_FIXTURE_TEST_CASE(unknown_sections_are_passed_over_and_unsound_ones_refused, Trained) {
  const unsigned char note[] = {'h', 'i'};
  rfm::data::ModelFile<float> file;
  const auto area = [&](std::vector<rfm::Section> sections) {
    rfm::data::ModelFile<float> opened;
    const rfm::data::AlignedBytes whole =
        rfm::data::model_file(memory.data(), bytes.size(), sections);
    return open_model_file(whole.data(), whole.size(), false, &opened);
  };
  BOOST_REQUIRE((open_model_file(memory.data(), bytes.size(), false, &file) == rfm::Status::ok));
  rfm::Section cells;
  BOOST_REQUIRE((find_section(file.model().extra, file.model().extra_bytes, rfm::encoding_section,
                              0, &cells) == rfm::Status::ok));
  BOOST_REQUIRE(cells.data != nullptr);
  BOOST_TEST((area({}) == rfm::Status::ok));
  BOOST_TEST((area({{rfm::section_tag("what"), note, 2}, cells}) == rfm::Status::ok));
  BOOST_TEST((area({cells, cells}) != rfm::Status::ok));
  BOOST_TEST((area({{rfm::member_section, note, 2}}) != rfm::Status::ok));
  BOOST_TEST((area({{rfm::member_section, memory.data(), bytes.size()}}) == rfm::Status::ok));
  BOOST_TEST((area({{rfm::encoding_section, note, 2}}) != rfm::Status::ok));
}

BOOST_AUTO_TEST_CASE(a_damaged_area_of_sections_ends_the_walk) {
  alignas(16) unsigned char area[48] = {};
  const rfm::SectionHeader first{rfm::history_section, 0, 3};
  std::memcpy(area, &first, sizeof first);
  rfm::Section found;
  BOOST_TEST((find_section(area, 32, rfm::history_section, 0, &found) == rfm::Status::ok));
  BOOST_TEST(found.bytes == 3u);
  BOOST_TEST((find_section(area, 32, rfm::history_section, 1, &found) == rfm::Status::ok));
  BOOST_TEST((found.data == nullptr));
  for (const std::size_t size : {8u, 16u, 24u, 40u})
    BOOST_TEST((find_section(area, size, rfm::history_section, 1, &found) == rfm::Status::damaged),
               size);
  for (const uint64_t bytes : {uint64_t{17}, uint64_t{1} << 62, ~uint64_t{0}}) {
    const rfm::SectionHeader wrong{rfm::history_section, 0, bytes};
    std::memcpy(area, &wrong, sizeof wrong);
    BOOST_TEST((find_section(area, 32, rfm::history_section, 0, &found) == rfm::Status::damaged),
               bytes);
  }
}

BOOST_AUTO_TEST_SUITE_END()
