// A header in integers answers nearly as the model does, with the same bits from every compiler; it
// keeps to the bytes it was given, and says what it cannot carry.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "rfm/data/export/c_text.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/train.hpp"
#include "rfm/data/whole/whole.hpp"
#include "tests/exports/models.hpp"
#include "tests/exports/programs.hpp"

namespace {

using namespace rfm_test;
using rfm::KernelId;
using rfm::data::Outcome;
using rfm::data::WholeModel;
using rfm::data::WholeOptions;

constexpr std::size_t train_rows = 400, test_rows = 300;
constexpr const char* strict = " -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror";

// Four numbers, the last of them whole and sometimes missing, and a category.
struct Row {
  double number[4];
  int town;
  bool missing;
  double answer;
};

// `kind` 0 to 4 are surfaces of a different shape; noise where the kind is odd.
std::vector<Row> made_rows(int kind, std::size_t count, uint64_t seed) {
  rfm::Random random(seed);
  std::vector<Row> rows(count);
  for (Row& row : rows) {
    for (double& x : row.number) x = 4 * random.unit() - 2;
    row.number[3] = std::floor(50 + 100 * random.unit());
    row.town = static_cast<int>(3 * random.unit());
    row.missing = random.unit() < 0.05;
    const double a = row.number[0], b = row.number[1], c = row.number[2],
                 whole = row.missing ? 100 : row.number[3];
    const double noise = kind % 2 == 1 ? 0.2 * (random.unit() - 0.5) : 0;
    row.answer = kind == 0   ? a * b + c
                 : kind == 1 ? std::sin(2 * a) + 0.02 * whole
                 : kind == 2 ? std::fabs(a) + (row.town == 1 ? b : c)
                 : kind == 3 ? (a > 0 ? 2 : 0) + b * b
                             : std::exp(0.5 * a) - 0.01 * whole * b;
    row.answer += noise;
  }
  return rows;
}

std::string class_of(double answer) { return answer < 0.3 ? "low" : answer < 1.5 ? "mid" : "top"; }

std::string csv_of(const std::vector<Row>& rows, bool classes) {
  std::string csv = "a,b,c,whole,town,answer\n";
  for (const Row& row : rows) {
    for (int k = 0; k < 3; ++k) csv += std::to_string(row.number[k]) + ",";
    csv += (row.missing ? "" : std::to_string(static_cast<int>(row.number[3]))) + ",";
    csv += std::string(1, static_cast<char>('p' + row.town)) + ",";
    csv += (classes ? class_of(row.answer) : std::to_string(row.answer)) + "\n";
  }
  return csv;
}

// The cells of rows as a C array.
std::string cells_of(const std::vector<Row>& rows, const char* name) {
  std::string text = std::string("static const float ") + name + "[] = {\n";
  for (const Row& row : rows) {
    for (int k = 0; k < 3; ++k)
      text += rfm::data::c_number(std::stof(std::to_string(row.number[k]))) + ", ";
    text += (row.missing ? "NAN" : rfm::data::c_number(static_cast<float>(row.number[3]))) + ", ";
    text += std::to_string(row.town) + ",\n";
  }
  return text + "};\n";
}

struct Made {
  rfm::data::Trained trained;
  rfm::data::ModelFile<float> file;
};

void train(const std::vector<Row>& rows, bool classes, KernelId kernel, Made& made) {
  rfm::data::TextTable text;
  BOOST_REQUIRE(rfm::data::read_csv(csv_of(rows, classes), {}, text).ok());
  rfm::data::TrainOptions options;
  options.search.wishes.kernel = kernel;
  const Outcome outcome = rfm::data::train<float>(text, options, made.trained);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  BOOST_REQUIRE((open_model_file(made.trained.file.data(), made.trained.file.size(), true,
                                 &made.file) == rfm::Status::ok));
}

WholeModel whole_of(const rfm::data::ModelFile<float>& file, const WholeOptions& options = {}) {
  WholeModel whole;
  const Outcome outcome = make_whole(file, options, whole);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  return whole;
}

std::string header_of(const rfm::data::ModelFile<float>& file, const WholeModel& whole,
                      const std::string& name) {
  std::string header;
  const Outcome outcome = export_whole(file, whole, name, header);
  BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
  return header;
}

double r2(const std::vector<Row>& rows, const std::vector<double>& answers) {
  double mean = 0, lost = 0, whole = 0;
  for (const Row& row : rows) mean += row.answer / static_cast<double>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    lost += std::pow(rows[i].answer - answers[i], 2);
    whole += std::pow(rows[i].answer - mean, 2);
  }
  return 1 - lost / whole;
}

// What the program printed: a line a row, the answer of floats and that of integers.
std::vector<std::vector<double>> printed(const std::string& text) {
  std::vector<std::vector<double>> both(2);
  std::istringstream in(text);
  for (double a = 0, b = 0; in >> a >> b;) {
    both[0].push_back(a);
    both[1].push_back(b);
  }
  return both;
}

constexpr KernelId kernels[] = {KernelId::lpq150, KernelId::brownian200, KernelId::laplace,
                                KernelId::lpq100, KernelId::gaussian};

}  // namespace

BOOST_AUTO_TEST_SUITE(integers)

// Five tables of numbers and five of classes: R2 within .01 on new rows, as many classes right
// but for one of 100, and on rows of training no answer farther away than the header says.
BOOST_AUTO_TEST_CASE(near_the_model_on_ten_tables) {
  for (int kind = 0; kind < 5; ++kind)
    for (const bool classes : {false, true}) {
      const auto known = made_rows(kind, train_rows, 7), fresh = made_rows(kind, test_rows, 8);
      Made made;
      train(known, classes, kernels[kind], made);
      const Folder folder;
      std::string floats;
      BOOST_REQUIRE(export_c(made.file, "floats", floats).ok());
      folder.write("floats.h", floats);
      folder.write("whole.h", header_of(made.file, whole_of(made.file), "whole"));
      folder.write("main.c", "#include \"floats.h\"\n#include \"whole.h\"\n#include <stdio.h>\n" +
                                 cells_of(fresh, "fresh") + cells_of(known, "known") + R"(
static int compare(const float* cells, size_t count) {
  static float a[1000], b[1000];
  size_t i;
  if (floats_predict(cells, count, a, 1000) != 0 || whole_predict(cells, count, b, 1000) != 0) return 1;
  for (i = 0; i < count / WHOLE_COLUMNS; ++i) printf("%.9g %.9g\n", (double)a[i], (double)b[i]);
  return 0;
}
int main(int argc, char** argv) {
  (void)argv;
#ifdef WHOLE_LARGEST_DIFFERENCE
  if (argc > 2) return printf("%.9g 0\n", (double)WHOLE_LARGEST_DIFFERENCE) < 0;
#endif
  return argc > 1 ? compare(known, sizeof known / sizeof *known) : compare(fresh, sizeof fresh / sizeof *fresh);
}
)");
      const bool built =
          folder.run(std::string("gcc -std=c99 -O1") + strict + " main.c -o program -lm");
      BOOST_REQUIRE_MESSAGE(built, folder.read("words", 2000));
      BOOST_REQUIRE(folder.run("./program"));
      const auto both = printed(folder.read("words"));
      BOOST_REQUIRE_EQUAL(both[0].size(), test_rows);
      if (classes) {
        std::size_t same = 0, right[2] = {0, 0};
        for (std::size_t i = 0; i < test_rows; ++i) {
          same += both[0][i] == both[1][i] ? 1 : 0;
          const std::string name = class_of(fresh[i].answer);
          const double wanted = name == "low" ? 0 : name == "mid" ? 1 : 2;
          for (std::size_t k = 0; k < 2; ++k) right[k] += both[k][i] == wanted ? 1 : 0;
        }
        BOOST_TEST(right[0] > test_rows * 3 / 4);
        BOOST_TEST(right[1] + test_rows / 100 >= right[0],
                   "table " << kind << ": " << right[1] << " right, not " << right[0]);
        BOOST_TEST(same >= test_rows * 98 / 100, "table " << kind << ": " << same << " the same");
        continue;
      }
      const double before = r2(fresh, both[0]), after = r2(fresh, both[1]);
      BOOST_TEST(before > 0.8);
      BOOST_TEST(after > before - 0.01, "table " << kind << ": " << after << ", not " << before);
      BOOST_REQUIRE(folder.run("./program known"));
      const auto trained = printed(folder.read("words"));
      BOOST_REQUIRE_EQUAL(trained[0].size(), train_rows);
      BOOST_REQUIRE(folder.run("./program the bound"));
      const double bound = printed(folder.read("words"))[0].at(0);
      for (std::size_t i = 0; i < train_rows; ++i)
        BOOST_TEST(std::fabs(trained[0][i] - trained[1][i]) <= bound,
                   "table " << kind << ", row " << i << ": " << trained[1][i] << ", not "
                            << trained[0][i] << " within " << bound);
    }
}

// Every kernel and metric, categories of all sorts, cells that are none: the same bits from every
// compiler, without a warning, in C and in C++.
BOOST_AUTO_TEST_CASE(same_bits_from_every_compiler) {
  const Folder folder;
  std::string all, program = "#include \"all.h\"\n#include <stdio.h>\nint main(void) {\n";
  int count = 0;
  for (int32_t id = 0; id <= static_cast<int32_t>(KernelId::brownian200); ++id) {
    const auto metric = static_cast<rfm::Metric>(id % 3);
    const auto model =
        test_model<float>(static_cast<KernelId>(id), metric, id % 2 == 0, id % 2 == 0 ? 1 : 2, true,
                          80, {id % 4 == 0, false, id % 3 == 0, id % 2 == 1});
    const std::string name = "m" + std::to_string(count++);
    folder.write(name + ".h", header_of(model->file, whole_of(model->file), name));
    all += "#include \"" + name + ".h\"\n";
    const std::vector<float> cells = awkward_cells(model->file.encoding, 40);
    program += "  {\n    static const float cells[] = {";
    for (const float cell : cells)
      program += (cell != cell   ? "(float)NAN"
                  : cell > 1e35f ? "(float)INFINITY"
                                 : rfm::data::c_number(cell)) +
                 ",";
    const std::string size = std::to_string(cells.size());
    program += "0};\n    static float a[200];\n    int i;\n    if (" + name + "_predict(cells, " +
               size + ", a, 40) != 0) return 1;\n" +
               "    for (i = 0; i < 40; ++i) printf(\"%a\\n\", (double)a[i]);\n";
    if (id % 2 == 0)
      program += "    if (" + name + "_predict_proba(cells, " + size +
                 ", a, 200) != 0) return 2;\n    for (i = 0; i < 120; ++i) printf(\"%a\\n\", "
                 "(double)a[i]);\n";
    program += "    if (" + name + "_predict(cells, " + size + " - 1, a, 40) != 1 || " + name +
               "_predict(cells, " + size + ", a, 39) != 1) return 3;\n  }\n";
  }
  folder.write("all.h", all);
  folder.write("main.c", program + "  return 0;\n}\n");
  const auto answers = [&folder](const std::string& compiler) {
    const bool built = folder.run(compiler + strict + " main.c -o program -lm");
    BOOST_REQUIRE_MESSAGE(built, compiler << ": " << folder.read("words", 2000));
    BOOST_TEST(folder.run("./program"), compiler);
    return folder.read("words");
  };
  const std::string wanted = answers("gcc -std=c99 -O0");
  BOOST_TEST(wanted.size() > 1000u);
  BOOST_TEST((answers("gcc -std=gnu11 -O3") == wanted));
  BOOST_TEST((answers("g++ -x c++ -std=c++11 -O2") == wanted));
  BOOST_TEST((answers("gcc -std=gnu11 -Ofast") == wanted));
  if (installed("clang")) {
    BOOST_TEST((answers("clang -std=c99 -O2") == wanted));
    BOOST_TEST(
        (answers("clang -std=c99 -O1 -fsanitize=undefined,address -fno-sanitize-recover=all") ==
         wanted));
  }
}

// Whole cells give the answers of the same floats, in steps of NAME_STEP; the least is a missing
// one.
BOOST_AUTO_TEST_CASE(integers_in_and_out) {
  for (const bool classes : {false, true}) {
    Made made;
    train(made_rows(0, train_rows, 3), classes, KernelId::lpq150, made);
    const Folder folder;
    folder.write("whole.h", header_of(made.file, whole_of(made.file), "whole"));
    folder.write("main.c", std::string("#include \"whole.h\"\n#define STEP ") +
                               (classes ? "1.0f" : "WHOLE_STEP") + R"(
int main(void) {
  int32_t cells[WHOLE_COLUMNS], answer;
  float numbers[WHOLE_COLUMNS], wanted;
  int32_t i, k;
  for (i = 0; i < 500; ++i) {
    for (k = 0; k < 5; ++k) {
      cells[k] = (i * 37 + k * 11) % (k == 3 ? 200 : 5) - (k < 3 ? 2 : 0);
      numbers[k] = (float)cells[k];
    }
    if (i % 7 == 0) cells[3] = WHOLE_MISSING, numbers[3] = NAN;
    if (i % 11 == 0) cells[4] = WHOLE_MISSING, numbers[4] = NAN;
    if (i % 13 == 0) cells[0] = INT32_MAX, numbers[0] = 2147483648.0f;
    if (i % 17 == 0) cells[1] = -INT32_MAX, numbers[1] = -2147483648.0f;
    if (whole_predict(numbers, 5, &wanted, 1) != 0 || whole_predict_integers(cells, 5, &answer, 1) != 0) return 1;
    if ((float)answer * STEP != wanted) return 2;
  }
  return 0;
}
)");
    const bool built = folder.run(std::string("gcc -std=c99 -O1") + strict + " main.c -o program");
    BOOST_REQUIRE_MESSAGE(built, folder.read("words", 2000));
    BOOST_TEST(folder.run("./program"));
  }
}

// What it says fits does: the linked constants and functions of Cortex-M0+ are counted where its
// compiler is installed. More bytes repeat no less.
BOOST_AUTO_TEST_CASE(keeps_to_its_bytes) {
  Made made;
  train(made_rows(2, train_rows, 5), false, KernelId::brownian200, made);
  double before = -1;
  for (const std::size_t flash : {2800u, 4096u, 8192u}) {
    const WholeModel whole = whole_of(made.file, {flash, 1024});
    BOOST_TEST(whole.constants + whole.code <= flash);
    BOOST_TEST(whole.ram <= 1024u);
    BOOST_TEST(whole.agreement.fidelity > before - 0.01);
    before = whole.agreement.fidelity;
    if (!installed("arm-none-eabi-gcc")) continue;
    const Folder folder;
    folder.write("whole.h", header_of(made.file, whole, "whole"));
    folder.write("main.c",
                 "#include \"whole.h\"\nfloat cells[WHOLE_COLUMNS], answer;\nint one(void);\n"
                 "int one(void) { return whole_predict(cells, WHOLE_COLUMNS, &answer, 1); }\n");
    BOOST_REQUIRE_MESSAGE(folder.run("arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -Os -nostdlib "
                                     "-Wl,--gc-sections -Wl,-e,one main.c -o program -lc -lgcc && "
                                     "arm-none-eabi-size -A program"),
                          folder.read("words", 2000));
    std::istringstream lines(folder.read("words"));
    std::size_t total = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name;
      std::size_t size = 0;
      if (words >> name >> size && (name == ".text" || name == ".rodata")) total += size;
    }
    BOOST_TEST(total > 1000u);
    BOOST_TEST(total <= flash);
  }
  BOOST_TEST(before > 0.99);
}

BOOST_AUTO_TEST_CASE(too_few_bytes_name_enough) {
  for (const bool classes : {false, true}) {
    const auto model =
        test_model<float>(KernelId::lpq150, rfm::Metric::full, classes, 2, true, 150);
    WholeModel whole;
    const Outcome flash = make_whole(model->file, {300, 0}, whole);
    BOOST_TEST(flash.words.rfind("--flash 300 is too small", 0) == 0u, flash.words);
    const Outcome ram = make_whole(model->file, {0, 20}, whole);
    BOOST_TEST(ram.words.rfind("--ram 20 is too small", 0) == 0u, ram.words);
    const auto named = [](const Outcome& outcome) {
      return std::stoul(outcome.words.substr(outcome.words.rfind(" take") + 6));
    };
    const std::size_t enough = named(flash), stack = named({ram.words + " "});
    whole = whole_of(model->file, {enough, stack});
    BOOST_TEST(whole.machine.centres() >= 1u);
    BOOST_TEST(whole.constants + whole.code <= enough);
    BOOST_TEST(whole.ram <= stack);
    BOOST_TEST(!make_whole(model->file, {enough - 1, 0}, whole).ok());
  }
}

BOOST_AUTO_TEST_CASE(what_it_cannot_carry) {
  WholeModel whole;
  const auto dates = test_model<float>(KernelId::laplace, rfm::Metric::full, false, 1, true, 60,
                                       {false, true, false, false});
  BOOST_TEST(make_whole(dates->file, {}, whole).words.find("no dates") != std::string::npos);
  const auto plain = test_model<float>(KernelId::laplace, rfm::Metric::full, false, 1, false);
  BOOST_TEST(make_whole(plain->file, {}, whole).words.find("no encoding") != std::string::npos);
  const auto model = test_model<float>(KernelId::laplace, rfm::Metric::full, false);
  std::string header = "as it was";
  const WholeModel made = whole_of(model->file);
  BOOST_TEST(!export_whole(model->file, made, "my model", header).ok());
  BOOST_TEST(header == "as it was");
}

BOOST_AUTO_TEST_SUITE_END()
