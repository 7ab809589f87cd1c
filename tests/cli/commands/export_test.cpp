// What leaves the program: a header that a C compiler takes and that answers as predict does, the
// model as JSON, a graph, a smaller model, a page.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>

#include "tests/cli/program.hpp"

namespace {

struct Trained {
  Folder folder;
  Trained() {
    folder.write("houses.csv", houses(300, 1));
    folder.write("sold.csv", houses(60, 2));
    BOOST_REQUIRE(rfm_run(folder, settled("houses.csv", "price")).code == 0);
  }

  Run done(const std::string& line) {
    Run run = rfm_line(folder, line);
    BOOST_REQUIRE_MESSAGE(run.code == 0, line << " says: " << run.err);
    return run;
  }
  std::string model() const {
    for (const std::string& name : folder.names())
      if (name.size() > 4 && name.substr(name.size() - 4) == ".rfm") return name;
    return {};
  }
};

double score(const std::string& words) {
  return std::strtod(words.c_str() + words.find("R2 ") + 3, nullptr);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(exports, Trained)

// The array is the file, where rfm.h can read it, in C99 and in C++.
BOOST_AUTO_TEST_CASE(bytes_are_the_model_file) {
  done("rfm export " + model() + " --bytes my-house.h");
  folder.write("main.c",
               "#include \"my-house.h\"\n#include <stdint.h>\n#include <stdio.h>\n"
               "int main(void) {\n  if ((uintptr_t)my_house % 16 != 0) return 1;\n"
               "  return fwrite(my_house, 1, sizeof my_house, stdout) != sizeof my_house;\n}\n");
  for (const char* compiler : {"gcc -std=c99", "g++ -x c++ -std=c++17"}) {
    done(std::string(compiler) + " -pedantic -Wall -Wextra -Werror main.c -o main");
    done("./main > copy && cmp copy " + model());
  }
  BOOST_TEST(rfm_line(folder, "rfm export " + model() + " --bytes a.h --name '1'").code == 2);
}

BOOST_AUTO_TEST_CASE(header_answers_as_predict_does) {
  done("rfm export " + model() + " --c my-house.h");
  folder.write("main.c",
               "#include \"my-house.h\"\n#include <stdio.h>\nint main(void) {\n"
               "  float cells[MY_HOUSE_COLUMNS], answer;\n  size_t k;\n"
               "  for (k = 0; k < MY_HOUSE_COLUMNS; ++k) cells[k] = NAN;\n"
               "  cells[MY_HOUSE_COLUMN_AREA] = 100;\n"
               "  if (my_house_predict(cells, MY_HOUSE_COLUMNS, &answer, 1) != 0) return 1;\n"
               "  printf(\"%.9g\\n\", (double)answer);\n  return 0;\n}\n");
  done("gcc -std=c99 -pedantic -Wall -Wextra -Wdouble-promotion -Werror main.c -o main -lm");
  const double from_c = std::strtod(done("./main").out.c_str(), nullptr);
  const std::string header = lines_of(without_target(houses(1, 3)))[0];
  std::string row;
  bool first = true;
  for (std::size_t at = 0; at <= header.size();) {
    const std::size_t end = std::min(header.find(',', at), header.size());
    row += (first ? "" : ",");
    if (header.substr(at, end - at) == "area") row += "100";
    first = false;
    at = end + 1;
  }
  folder.write("one.csv", header + "\n" + row + "\n");
  const std::string answers =
      done("rfm predict " + model() + " one.csv --portable --quiet --digits full").out;
  BOOST_TEST(static_cast<float>(std::strtod(lines_of(answers)[1].c_str(), nullptr)) ==
                 static_cast<float>(from_c),
             answers << from_c);
}

BOOST_AUTO_TEST_CASE(json_holds_the_model) {
  done("rfm export " + model() + " --json house.json");
  const std::string json = folder.read("house.json");
  for (const char* part :
       {"{\"format\":\"rfm\"", "\"target\":\"price\"", "\"centres\":[[", "\"alpha\":[["})
    BOOST_TEST(contains(json, part), part << " is missing");
}

BOOST_AUTO_TEST_CASE(shrinking_costs_little) {
  const double before = score(done("rfm evaluate " + model() + " sold.csv --quiet").out);
  const Run run = done("rfm shrink " + model() + " --bytes 12000 -o small.rfm --test sold.csv");
  BOOST_TEST(folder.read("small.rfm").size() <= 12000u);
  BOOST_TEST(contains(run.err, "after: R2 "), run.err);
  const double after = score(done("rfm evaluate small.rfm sold.csv --quiet").out);
  BOOST_TEST(after > before - 0.03, before << " became " << after);
  BOOST_TEST(contains(done("rfm inspect small.rfm").out, "price"));
  done("rfm export small.rfm --c small.h");
  BOOST_TEST(contains(folder.read("small.h"), "static const int"));
}

// The best model of 8 KB, with its score beside the whole one's; and where nothing fits, the fewest
// bytes that do.
BOOST_AUTO_TEST_CASE(integers_cost_little) {
  const std::string into = "rfm export " + model() + " --c small.h --int8 ";
  const Run run = done(into + "--flash 8k --ram 1k --test sold.csv");
  const std::size_t whole = run.err.find("the whole model: R2 "),
                    small = run.err.find("in integers: R2 ");
  BOOST_REQUIRE_MESSAGE(small != std::string::npos && whole < small, run.err);
  BOOST_TEST(score(run.err.substr(small)) > score(run.err.substr(whole)) - 0.01, run.err);
  BOOST_TEST(contains(folder.read("small.h"), "small_predict_integers("));
  const Run none = rfm_line(folder, into + "--flash 1k");
  BOOST_TEST(none.code == 2);
  BOOST_REQUIRE_MESSAGE(contains(none.err, "--flash 1024 is too small"), none.err);
  const std::string least = none.err.substr(none.err.find(" take ") + 6);
  done(into + "--flash " + least.substr(0, least.find(' ')) + " --quiet");
}

BOOST_AUTO_TEST_CASE(report_is_one_page_that_asks_for_nothing) {
  done("rfm report " + model() + " -o report.html --table sold.csv");
  const std::string page = folder.read("report.html");
  for (const char* part :
       {"<!doctype html>", "Predicting price", "<svg", "area", "prefers-color-scheme"})
    BOOST_TEST(contains(page, part), part << " is missing");
  for (const char* part : {"http:", "https:", "<script", "<link", "src=", "@import", "url("})
    BOOST_TEST(!contains(page, part), part << " is there");
}

BOOST_AUTO_TEST_CASE(names_are_escaped_in_the_page) {
  std::string csv = houses(80, 1);
  csv.replace(csv.find("area"), 4, "\"<b>&\"\"x\"");
  folder.write("odd.csv", csv);
  std::vector<std::string> words = settled("odd.csv", "price");
  words.insert(words.end(), {"-o", "odd.rfm"});
  const Run run = rfm_run(folder, words);
  BOOST_REQUIRE_MESSAGE(run.code == 0, run.err);
  done("rfm report " + model() + " -o alone.html");
  BOOST_TEST(contains(folder.read("alone.html"), "Answers by cross-validation"));
  done("rfm report odd.rfm -o odd.html");
  BOOST_TEST(!contains(folder.read("odd.html"), "<b>"));
  BOOST_TEST(contains(folder.read("odd.html"), "&lt;b&gt;&amp;&quot;x"));
}

BOOST_AUTO_TEST_CASE(misuse_is_told) {
  BOOST_TEST(rfm_line(folder, "rfm export " + model()).code == 2);
  BOOST_TEST(rfm_line(folder, "rfm export " + model() + " --c house.h --name '1 house'").code == 2);
  for (const char* wrong : {"--flash 8k", "--ram 1k", "--test x.csv", "--int8 --flash 8x",
                            "--int8 --flash 0", "--int8 --ram k", "--int8 --flash 9999999k"})
    BOOST_TEST(rfm_line(folder, "rfm export " + model() + " --c house.h " + wrong).code == 2,
               wrong);
  BOOST_TEST(rfm_line(folder, "rfm export " + model() + " --json house.json --int8").code == 2);
  BOOST_TEST(!folder.has("house.h"));
  const Run small = rfm_line(folder, "rfm shrink " + model() + " --bytes 100 -o small.rfm");
  BOOST_TEST(small.code == 1);
  BOOST_TEST(contains(small.err, "too few"));
  BOOST_TEST(!folder.has("small.rfm"));
  folder.write("bad.json", "{\"format\":\"rfm\"}");
  const Run bad = rfm_line(folder, "rfm inspect bad.json");
  BOOST_TEST(bad.code == 1);
  BOOST_TEST(contains(bad.err, "bad.json"));
  BOOST_TEST(rfm_line(folder, "rfm report " + model() + " -o /nowhere/report.html").code == 1);
}

BOOST_AUTO_TEST_SUITE_END()
