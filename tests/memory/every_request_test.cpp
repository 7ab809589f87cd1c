// Every request for memory of a command made to fail, in turn: the command ends with a sentence and
// exit code 1, or without harm; what was in its output file stays there, or is there anew as a
// whole; and no other file is left behind.
#include <stdlib.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace {

// The first ones and the last, in which answers are written, and so many of the rest.
constexpr unsigned long dense = 200, last = 40, spread = 100;

struct Given {
  Folder folder;

  Given() {
    forget();
    folder.write("houses.csv", houses(40, 1));
    folder.write("flowers.csv", flowers(40, 1));
    folder.write("new.csv", without_target(houses(20, 2)));
    std::vector<std::string> words = settled("houses.csv", "price");
    words.insert(words.end(), {"--metric=full", "--quiet"});
    words.erase(words.begin() + 12, words.begin() + 14);  // --metric diagonal
    BOOST_REQUIRE_MESSAGE(rfm_run(folder, words).code == 0, rfm_run(folder, words).err);
    BOOST_REQUIRE(rfm_run(folder, settled("flowers.csv", "species")).code == 0);
  }
  ~Given() { forget(); }

  static void forget() {
    for (const char* name : {"RFM_FAIL_AT", "RFM_FAIL_AFTER", "RFM_REQUESTS"}) unsetenv(name);
  }

  // How often the command asks for memory when all goes well; leaves its output.
  unsigned long requests(const std::vector<std::string>& words) const {
    const Folder count;
    setenv("RFM_REQUESTS", count.path("count").c_str(), 1);
    const Run run = rfm_run(folder, words);
    BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
    forget();
    return std::stoul(count.read("count"));
  }

  // One run in which the request of that number fails, and perhaps all that follow.
  void fail(const std::vector<std::string>& words, const char* variable, unsigned long request,
            const std::string& output, const std::string& whole) const {
    if (!output.empty()) folder.write(output, "old");
    const std::vector<std::string> before = folder.names();
    setenv(variable, std::to_string(request).c_str(), 1);
    const Run run = rfm_run(folder, words);
    forget();
    const std::string place = words[0] + ", " + variable + "=" + std::to_string(request) + ": " +
                              std::to_string(run.code) + ", " + run.err;
    BOOST_TEST((run.code == 0 || (run.code == 1 && contains(run.err, "rfm: "))), place);
    BOOST_TEST(!contains(run.err, "std::"), place);
    BOOST_TEST((folder.names() == before), "debris of " + place);
    if (output.empty()) return;
    const std::string left = folder.read(output);
    BOOST_TEST((left == whole || (run.code != 0 && left == "old")), "output of " + place);
  }

  void fail_in_turn(const std::vector<std::string>& words, const std::string& output = "") const {
    const unsigned long all = requests(words);
    const std::string whole = output.empty() ? "" : folder.read(output);
    const unsigned long stride = all > dense ? (all - dense) / spread + 1 : 1;
    BOOST_TEST_MESSAGE(words[0] + ": " + std::to_string(all) + " requests");
    const unsigned long end = all > last ? all - last : 0;
    for (unsigned long request = 1; request <= all;
         request += request < dense || request > end ? 1 : std::min(stride, end + 1 - request)) {
      fail(words, "RFM_FAIL_AT", request, output, whole);
      if (request % 4 == 0) fail(words, "RFM_FAIL_AFTER", request, output, whole);
    }
  }

  void with_threads(const std::vector<std::string>& words, const std::string& output = "") const {
    for (const char* threads : {"1", "2", "4"}) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--threads", threads});
      fail_in_turn(all, output);
    }
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(every_request, Given)

BOOST_AUTO_TEST_CASE(train) {
  with_threads({"train", "houses.csv", "--target", "price", "--kernel", "laplace", "--rounds", "1",
                "--metric", "diagonal", "-o", "out.rfm"},
               "out.rfm");
}

BOOST_AUTO_TEST_CASE(predict) {
  with_threads({"predict", "houses.rfm", "new.csv", "--explain", "-o", "answers.csv"},
               "answers.csv");
  with_threads({"predict", "flowers.rfm", "flowers.csv", "--probabilities", "-o", "answers.csv"},
               "answers.csv");
}

BOOST_AUTO_TEST_CASE(evaluate) {
  with_threads({"evaluate", "houses.rfm", "houses.csv"});
  with_threads({"evaluate", "flowers.rfm", "flowers.csv", "--json"});
}

BOOST_AUTO_TEST_CASE(inspect) {
  fail_in_turn({"inspect", "houses.rfm"});
  fail_in_turn({"inspect", "flowers.rfm", "--json"});
  fail_in_turn({"inspect", "houses.rfm", "--matrix", "metric.csv"}, "metric.csv");
}

BOOST_AUTO_TEST_CASE(report) {
  fail_in_turn({"report", "houses.rfm", "-o", "page.html", "--table", "houses.csv"}, "page.html");
}

BOOST_AUTO_TEST_CASE(shrink) {
  fail_in_turn({"shrink", "houses.rfm", "--bytes", "3000", "-o", "small.rfm", "--test",
                "houses.csv", "--json"},
               "small.rfm");
}

BOOST_AUTO_TEST_CASE(exports) {
  fail_in_turn({"export", "houses.rfm", "--c", "houses.h"}, "houses.h");
  fail_in_turn({"export", "flowers.rfm", "--json", "flowers.json"}, "flowers.json");
  fail_in_turn({"export", "flowers.rfm", "--onnx", "flowers.onnx"}, "flowers.onnx");
}

BOOST_AUTO_TEST_SUITE_END()
