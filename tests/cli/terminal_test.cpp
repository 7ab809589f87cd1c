// Names and cells cannot write on the user's terminal, whatever is in the table or the model.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "rfm/data/model_file.hpp"
#include "tests/cli/program.hpp"

namespace {

// A column called by an escape sequence and a line end, categories that turn the direction of
// writing, a target that rings the bell.
const std::string escape = "\x1b[31mred\nfake: line", turned = "\xE2\x80\xAEgpj.cod",
                  bell = "\aprice";

struct Given {
  Folder folder;

  Given() {
    std::string csv = "\x1b[2Jconstant,\"" + escape + "\"," + turned + "," + bell + "\n";
    for (int i = 0; i < 40; ++i)
      csv += "1," + std::to_string(i * 7 % 20) + (i % 2 == 0 ? "," + turned : ",plain") + "," +
             std::to_string(i * 7 % 40 + i % 2) + ".5\n";
    folder.write("table.csv", csv);
    const Run run = rfm_run(folder, settled("table.csv", bell));
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    quiet(run.err);
    quiet(run.out);
    BOOST_TEST(contains(run.err, "\\x1b[31mred\\nfake: line"), run.err);
    BOOST_TEST(contains(run.err, "\\u{202e}gpj.cod"), run.err);
    BOOST_TEST(contains(run.err, "\\x07price"), run.err);
  }

  static void quiet(const std::string& printed) {
    for (const char* part : {"\x1b", "\a", "\xE2\x80\xAE", "\nfake"})
      BOOST_TEST(!contains(printed, part), printed);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(terminal, Given)

BOOST_AUTO_TEST_CASE(errors_spell_names_and_words) {
  folder.write("other.csv", "a,b\n1,2\n\x1b[31m,4\n");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"predict", "table.rfm", "other.csv"},
                                             {"evaluate", "table.rfm", "other.csv"},
                                             {"predict", "\x1b[31m\nfake.rfm", "other.csv"},
                                             {"train", "other.csv", "--target", "\x1b[31m\nfake"},
                                             {"train", "table.csv", "--\x1b\nfake"},
                                             {"train", "table.csv", "--rounds", "\x1b\nfake"},
                                             {"\x1b\nfake"}}) {
    const Run run = rfm_run(folder, words);
    BOOST_TEST(run.code != 0, words[0]);
    BOOST_TEST((contains(run.err, "\\x1b") || contains(run.err, "\\x07")), run.err);
    quiet(run.err);
  }
}

BOOST_AUTO_TEST_CASE(what_inspect_says_is_spelled) {
  const Run run = rfm_run(folder, {"inspect", "table.rfm"});
  BOOST_TEST(run.code == 0, run.err);
  BOOST_TEST(contains(run.out, "\\x1b[31mred\\nfake: line"), run.out);
  quiet(run.out);
}

// `script` gives the program a terminal. Through a pipe the data are as they are.
BOOST_AUTO_TEST_CASE(a_terminal_is_shown_data_spelled) {
  for (const std::string command :
       {"predict table.rfm table.csv --explain", "inspect table.rfm --json",
        "inspect table.rfm --matrix -", "export table.rfm --json -",
        "train table.csv --quiet --kernel laplace -o -"}) {
    const Run run = rfm_line(folder, "script -qec \"rfm " + command + "\" typescript");
    BOOST_TEST(run.code == 0, command + run.err);
    for (const char* part : {"\x1b", "\a", "\xE2\x80\xAE"})
      BOOST_TEST(!contains(run.out, part), command + ": " + run.out);
  }
  const Run piped = rfm_run(folder, {"predict", "table.rfm", "table.csv", "--explain"});
  BOOST_TEST(contains(piped.out, "\x1b[31mred\nfake: line"), piped.out);
}

BOOST_AUTO_TEST_CASE(a_model_whose_names_are_no_text_is_refused) {
  const std::string sound = folder.read("table.rfm");
  for (const std::string name : {"[31mred", "gpj.cod", "price"}) {
    std::string bytes = sound;
    const std::size_t cells = bytes.find("RFMcells"), at = bytes.find(name, cells);
    BOOST_REQUIRE(at != std::string::npos);
    bytes[at] = '\xff';
    rfm::ModelHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    header.checksum =
        rfm::model_checksum(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    folder.write("bad.rfm", bytes);
    for (const char* command : {"inspect", "shrink"}) {
      std::vector<std::string> words{command, "bad.rfm"};
      if (words[0] == "shrink") words.insert(words.end(), {"--bytes", "100000"});
      const Run run = rfm_run(folder, words);
      BOOST_TEST(run.code == 1, name);
      BOOST_TEST(contains(run.err, "damaged"), run.err);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
