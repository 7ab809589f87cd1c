// A generated header compiles everywhere without a warning, from several files at once, and answers
// with the bits of the portable predictor, whatever the compiler and its optimisation.
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "rfm/data/export/c_text.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/shrink/shrink.hpp"
#include "rfm/data/train.hpp"
#include "tests/exports/models.hpp"
#include "tests/exports/programs.hpp"

namespace {

using namespace rfm_test;

constexpr std::size_t rows = 40;

template <class T>
std::string bits(const std::vector<T>& numbers) {
  std::string text;
  for (const T number : numbers) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof number);
    char word[3 * sizeof(T)];
    for (std::size_t k = 0; k < sizeof(T); ++k) snprintf(word + 2 * k, 3, "%02x", bytes[k]);
    text += std::string(word) + "\n";
  }
  return text;
}

// One program for many models: headers, a C file that prints the bits of all answers, and what they
// should be.
class Programs {
 public:
  explicit Programs(const Folder& folder) : folder_(folder) {
    main_ =
        "#include \"all.h\"\n#include <stdio.h>\nsize_t elsewhere(void);\n"
        "static void print(const void* numbers, size_t count, size_t size) {\n"
        "  const unsigned char* byte = (const unsigned char*)numbers;\n  size_t i, k;\n"
        "  for (i = 0; i < count; ++i, printf(\"\\n\"))\n"
        "    for (k = 0; k < size; ++k) printf(\"%02x\", (unsigned)*byte++);\n}\n"
        "int main(void) {\n  int failed = elsewhere() == 0;\n";
  }

  template <class T>
  void add(const rfm::data::ModelFile<T>& file) {
    const std::string name = "model" + std::to_string(count_++);
    std::string header;
    const rfm::data::Outcome outcome = rfm::data::export_c(file, name, header);
    BOOST_REQUIRE_MESSAGE(outcome.ok(), outcome.words);
    folder_.write(name + ".h", header);
    all_ += "#include \"" + name + ".h\"\n";
    if (count_ < 6) other_ += "#include \"" + name + ".h\"\n";
    std::vector<T> cells;
    if (file.encoded) {
      cells = awkward_cells(file.encoding, rows);
    } else {
      rfm::Random random(3);
      for (std::size_t k = 0; k < rows * file.model().d; ++k)
        cells.push_back(static_cast<T>(random.unit()));
    }
    const std::vector<T> answers = portable_answers(file, cells);
    wanted_ += bits(answers);
    if (file.encoding.classes > 0) wanted_ += bits(class_numbers(file.encoding, answers));
    const bool novelty = file.novelty.given();
    if (novelty) {
      const std::vector<T> x = features_of(file, cells);
      wanted_ += bits(novelties_of(file, rfm::Rows<T>(x.data(), rows, file.model().d), nullptr));
    }
    const std::string type = sizeof(T) == 4 ? "float" : "double",
                      answers_text = std::to_string(answers.size());
    const char* function = file.encoding.classes > 0 ? "_predict_proba" : "_predict";
    main_ += "  {\n    static const " + type + " cells[] = {";
    for (const T cell : cells)
      main_ += (cell != cell     ? "(" + type + ")NAN"
                : cell > T(1e35) ? "(" + type + ")INFINITY"
                                 : rfm::data::c_number(cell)) +
               ",";
    main_ += "0};\n    " + type + " answers[" + answers_text + "];\n    failed |= " + name +
             function + "(cells, " + std::to_string(cells.size()) + ", answers, " + answers_text +
             ");\n    print(answers, " + answers_text + ", sizeof(" + type + "));\n";
    if (file.encoding.classes > 0)
      main_ += "    failed |= " + name + "_predict(cells, " + std::to_string(cells.size()) +
               ", answers, " + std::to_string(rows) + ");\n    print(answers, " +
               std::to_string(rows) + ", sizeof(" + type + "));\n";
    if (novelty)
      main_ += "    failed |= " + name + "_novelty(cells, " + std::to_string(cells.size()) +
               ", answers, " + std::to_string(rows) + ");\n    print(answers, " +
               std::to_string(rows) + ", sizeof(" + type + "));\n";
    main_ += "  }\n";
  }

  void write() {
    folder_.write("all.h", all_);
    folder_.write("main.c", main_ + "  return failed;\n}\n");
    folder_.write(
        "other.c",
        other_ +
            "size_t elsewhere(void);\nsize_t elsewhere(void) { return MODEL1_FLASH_BYTES; }\n");
    folder_.write("wanted", wanted_);
  }

  void check(const std::string& compiler) const {
    BOOST_TEST(folder_.run(compiler + " main.c other.c -o program -lm"),
               compiler << ": " << folder_.read("words", 2000));
    BOOST_TEST(folder_.run("./program > answers && cmp answers wanted"), compiler);
  }

 private:
  const Folder& folder_;
  std::size_t count_ = 0;
  std::string main_, other_, all_, wanted_;
};

constexpr const char* strict = " -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror";

template <class T>
void add_everything(Programs& programs) {
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id)
    for (const rfm::Metric metric :
         {rfm::Metric::full, rfm::Metric::diagonal, rfm::Metric::identity}) {
      if (sizeof(T) == sizeof(double) && (id + static_cast<int32_t>(metric)) % 3 != 0)
        continue;  // a third will do
      programs.add(test_model<T>(static_cast<rfm::KernelId>(id), metric,
                                 (id + static_cast<int32_t>(metric)) % 2 == 0)
                       ->file);
    }
  programs.add(test_model<T>(rfm::KernelId::laplace, rfm::Metric::full, true, 3)->file);
  programs.add(
      test_model<T>(rfm::KernelId::laplace, rfm::Metric::full, true, 1, true, 60, {true})->file);
  programs.add(test_model<T>(rfm::KernelId::lpq150, rfm::Metric::diagonal, false, 2)->file);
  programs.add(test_model<T>(rfm::KernelId::matern52, rfm::Metric::full, true, 1, false)->file);
  for (const bool classes : {false, true})
    for (const bool means : {false, true})
      programs.add(test_model<T>(rfm::KernelId::laplace, rfm::Metric::full, classes, 1, true, 60,
                                 {false, true, means})
                       ->file);
  // Centres in one and in two bytes.
  for (const std::size_t bytes : {5000u, 8000u, 36000u}) {
    const auto large = test_model<T>(rfm::KernelId::laplace, rfm::Metric::full, false, 1, true,
                                     bytes > 8000 ? 600 : 150);
    rfm::data::Shrunk small;
    BOOST_REQUIRE(rfm::data::shrink(large->bytes, large->bytes.size(), {bytes, ""}, small).ok());
    rfm::data::ModelFile<T> file;
    BOOST_REQUIRE(
        (open_model_file(small.file.data(), small.file.size(), true, &file) == rfm::Status::ok));
    programs.add(file);
  }
}

template <class T>
void check_everything() {
  const Folder folder;
  Programs programs(folder);
  add_everything<T>(programs);
  programs.write();
  programs.check(std::string("gcc -std=c99 -O1") + strict);
  programs.check(std::string("g++ -x c++ -std=c++11 -O0") + strict);
  if (installed("clang")) programs.check(std::string("clang -std=c99 -O1") + strict);
  const std::string board = "arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=soft -std=c99 -O1";
  if (installed("arm-none-eabi-gcc"))
    BOOST_TEST(folder.run(board + strict + " -c other.c"), folder.read("words", 2000));
#ifdef __x86_64__
  // Options that would let sums be taken in another order, which no macro tells of with clang.
  for (const std::string loose :
       {" -funsafe-math-optimizations", " -fassociative-math -fno-signed-zeros -fno-trapping-math",
        " -freciprocal-math"}) {
    programs.check("gcc -std=c99 -O2" + loose + strict);
    if (installed("clang")) programs.check("clang -std=c99 -O2" + loose + strict);
    if (sizeof(T) == sizeof(double)) break;
  }
  if (sizeof(T) == sizeof(double)) return;
  // A target with fused multiplication and addition, in the mode that would use it.
  programs.check(std::string("gcc -std=gnu11 -O2 -mfma") + strict);
  if (installed("clang")) programs.check(std::string("clang -std=gnu11 -O2 -mfma") + strict);
#endif
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_header)

BOOST_AUTO_TEST_CASE(same_bits_in_float) { check_everything<float>(); }
BOOST_AUTO_TEST_CASE(same_bits_in_double) { check_everything<double>(); }

// Where a header could not keep its word, the compiler says what to change.
BOOST_AUTO_TEST_CASE(refused_where_arithmetic_is_not_strict) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::diagonal, true);
  const Folder folder;
  std::string header;
  BOOST_REQUIRE(rfm::data::export_c(model->file, "shape", header).ok());
  folder.write("shape.h", header);
  folder.write("main.c", "#include \"shape.h\"\nint main(void) { return 0; }\n");
  const auto refused = [&folder](const std::string& command, const char* sentence) {
    BOOST_TEST(!folder.run(command + " -c main.c"), command);
    BOOST_TEST(folder.read("words").find(sentence) != std::string::npos, folder.read("words", 500));
  };
  const char* missing = "compile without -ffast-math and -ffinite-math-only";
  for (const std::string compiler : {"gcc", "clang", "g++ -x c++", "arm-none-eabi-gcc"}) {
    if (!installed(compiler.substr(0, compiler.find(' ')))) continue;
    BOOST_TEST(folder.run(compiler + " -c main.c"), folder.read("words", 500));
    for (const char* option : {" -ffast-math", " -Ofast", " -ffinite-math-only"})
      refused(compiler + option, missing);
  }
#ifdef __x86_64__
  refused("gcc -mfpmath=387", "compile with -msse2 -mfpmath=sse");
#endif
}

// What an application does with the names, one row at a time.
BOOST_AUTO_TEST_CASE(classes_by_name) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::diagonal, true);
  const Folder folder;
  std::string header;
  BOOST_REQUIRE(rfm::data::export_c(model->file, "shape", header).ok());
  folder.write("shape.h", header);
  folder.write("main.c", R"(#include "shape.h"
int main(void) {
  float cells[2 * SHAPE_COLUMNS], p[2 * SHAPE_CLASSES], best[2];
  size_t i, k;
  for (i = 0; i < 2; ++i) {
    cells[i * SHAPE_COLUMNS + SHAPE_COLUMN_SIZE] = 0.5f;
    cells[i * SHAPE_COLUMNS + SHAPE_COLUMN_AGE] = i == 0 ? 10 : NAN;
    cells[i * SHAPE_COLUMNS + SHAPE_COLUMN_NEW] = 1;
    cells[i * SHAPE_COLUMNS + SHAPE_COLUMN_COLOUR] = SHAPE_COLOUR_RED;
    cells[i * SHAPE_COLUMNS + SHAPE_COLUMN_CITY] = shape_category(SHAPE_COLUMN_CITY, "c1");
  }
  if (shape_category(SHAPE_COLUMN_COLOUR, "red") != SHAPE_COLOUR_RED) return 1;
  if (shape_category(SHAPE_COLUMN_COLOUR, "purple") != -1) return 2;
  if (shape_predict(cells, 2 * SHAPE_COLUMNS, best, 2) != 0) return 3;
  if (shape_predict_proba(cells, 2 * SHAPE_COLUMNS, p, 2 * SHAPE_CLASSES) != 0) return 4;
  for (i = 0; i < 2; ++i)
    for (k = 0; k < SHAPE_CLASSES; ++k)
      if (p[i * SHAPE_CLASSES + (size_t)best[i]] < p[i * SHAPE_CLASSES + k]) return 5;
  if (shape_predict(cells, SHAPE_COLUMNS + 1, best, 2) != 1) return 6;
  if (shape_predict_proba(cells, SHAPE_COLUMNS, p, SHAPE_CLASSES - 1) != 1) return 7;
  return strcmp(shape_column_names[SHAPE_COLUMN_AGE], "age") != 0 || strcmp(shape_class_names[SHAPE_CLASS_LOW], "low") != 0;
}
)");
  BOOST_TEST(folder.run(std::string("gcc -std=c99") + strict + " main.c -o program -lm"),
             folder.read("words", 2000));
  BOOST_TEST(folder.run("./program"));
}

// What no column needs is not in the header.
BOOST_AUTO_TEST_CASE(only_what_is_needed) {
  const auto plain = test_model<float>(rfm::KernelId::laplace, rfm::Metric::diagonal, false);
  std::string header;
  BOOST_REQUIRE(rfm::data::export_c(plain->file, "shape", header).ok());
  BOOST_TEST(header.find("shape_category(") != std::string::npos);
  BOOST_TEST(header.find("shape_same(") == std::string::npos);
}

// Categories that training had in several spellings are found in any.
BOOST_AUTO_TEST_CASE(folded_categories_by_name) {
  std::string csv = "town,size,price\n";
  const char* towns[] = {"York", "YORK", "Łódź", "łódź ", "New York", "Hull"};
  for (int i = 0; i < 60; ++i)
    csv += std::string(towns[i % 6]) + "," + std::to_string(i * i % 37) + ".5," +
           std::to_string(i % 6 * 10 + i % 5) + ".25\n";
  rfm::data::TextTable text;
  BOOST_REQUIRE(rfm::data::read_csv(csv, {}, text).ok());
  rfm::data::TrainOptions options;
  options.search.wishes.rounds = 0;
  options.search.wishes.kernel = rfm::KernelId::laplace;
  rfm::data::Trained trained;
  BOOST_REQUIRE(rfm::data::train<float>(text, options, trained).ok());
  rfm::data::ModelFile<float> file;
  BOOST_REQUIRE(
      (open_model_file(trained.file.data(), trained.file.size(), true, &file) == rfm::Status::ok));
  const Folder folder;
  std::string header;
  BOOST_REQUIRE(rfm::data::export_c(file, "shape", header).ok());
  folder.write("shape.h", header);
  std::string program = "#include \"shape.h\"\nint main(void) {\n";
  for (const char* town : {"york", " YORK", "ŁÓDŹ", "łódź", "new  york", "NEW\u00a0YORK ", "Hull",
                           "Bath", "Yorkshire", "Yor", ""}) {
    const std::string name = town;
    const std::size_t there = rfm::find_category(file.encoding, 0, {name.data(), name.size()});
    const std::string wanted = there == rfm::no_category ? "-1" : std::to_string(there);
    program += "  if (shape_category(0, \"" + name + "\") != " + wanted + ") return 1;\n";
  }
  BOOST_TEST(program.find("!= 2)") != std::string::npos);
  folder.write("main.c", program + "  return 0;\n}\n");
  BOOST_TEST(folder.run(std::string("gcc -std=c99") + strict + " main.c -o program -lm"),
             folder.read("words", 2000));
  BOOST_TEST(folder.run("./program"));
  BOOST_TEST(folder.run(std::string("g++ -x c++ -std=c++17") + strict + " main.c -o program -lm"),
             folder.read("words", 2000));
  BOOST_TEST(folder.run("./program"));
  std::string json;
  BOOST_REQUIRE(rfm::data::export_json(file, json).ok());
  BOOST_TEST(json.find("\"folded\":true") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(intervals) {
  for (const bool difficult : {false, true}) {
    const auto model = test_model<float>(rfm::KernelId::gaussian, rfm::Metric::full, false, 1, true,
                                         60, {false, false, false, difficult});
    const Folder folder;
    std::string header;
    BOOST_REQUIRE(rfm::data::export_c(model->file, "shape", header).ok());
    folder.write("shape.h", header);
    folder.write("main.c",
                 "#include \"shape.h\"\n#include <stdio.h>\nint main(void) {\n  int i;\n"
                 "  for (i = -5; i <= 105; ++i) printf(\"%.9g\\n\", "
                 "(double)shape_interval((float)i / 100));\n"
                 "#ifdef SHAPE_DIFFICULTIES\n  for (i = -5; i <= 105; ++i)\n"
                 "    printf(\"%.9g\\n\", (double)shape_interval_around((float)i / 13, 0.9f));\n"
                 "#endif\n  return 0;\n}\n");
    std::string wanted;
    for (int i = -5; i <= 105; ++i) {
      char line[40];
      snprintf(line, sizeof line, "%.9g\n",
               static_cast<double>(
                   rfm::interval_width(model->file.encoding, static_cast<float>(i) / 100)));
      wanted += line;
    }
    for (int i = -5; difficult && i <= 105; ++i) {
      char line[40];
      snprintf(line, sizeof line, "%.9g\n",
               static_cast<double>(
                   rfm::width_around(model->file.encoding, 0.9f, static_cast<float>(i) / 13)));
      wanted += line;
    }
    BOOST_TEST(folder.run(std::string("gcc -std=c99") + strict + " main.c -o program -lm"),
               folder.read("words", 2000));
    BOOST_TEST(folder.run("./program"));
    BOOST_TEST(folder.read("words") == wanted);
  }
}

// The day and the second of the day, as a header takes them.
std::string two_cells(const std::string& text) {
  rfm::Moment at;
  if (!rfm::read_date({text.data(), text.size()}, {}, at)) return "NAN, 0";
  return std::to_string(at.day) + ", " + std::to_string(at.second);
}

// Cells written out in C become the features that training made of the same text.
template <class T>
void check_features_of_training() {
  const std::vector<std::string> hard = {"0.5000000298023224",
                                         "16777217.0",
                                         "1e-45",
                                         "0.1",
                                         "0.333333333333333333333333333333333333",
                                         "16777217.0000000000000000000000001",
                                         "9007199254740993.0",
                                         "NA"};
  std::string csv = "wide,narrow,flag,when,y\n", cells;
  const std::string suffix = sizeof(T) == 4 ? "f" : "";
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string wide = hard[i * 5 % hard.size()],
                      narrow = std::to_string(i % 7) + ".0000000298023224";
    csv += wide + "," + narrow + "," + (i % 3 == 0 ? "yes," : "no,") + moment(i) + "," +
           std::to_string(i) + "\n";
    cells += (wide == "NA" ? "NAN" : wide + suffix) + ", " + narrow + suffix + ", " +
             (i % 3 == 0 ? "1" : "0") + ", " + two_cells(moment(i)) + ",\n";
  }
  using namespace rfm::data;
  TextTable text;
  Plan plan;
  Table table;
  FittedEncoding fitted;
  BOOST_REQUIRE(read_csv(csv, {}, text).ok());
  BOOST_REQUIRE(plan_table(text, {}, plan).ok());
  BOOST_REQUIRE(make_table(text, plan, table).ok());
  BOOST_REQUIRE(fit_encoding(table, all_rows(table.rows), {}, fitted).ok());
  const Encoder<T> encoder(fitted);
  const auto trained = encode_table(encoder.encoding(), text, table, all_rows(table.rows));
  const AlignedBytes machine = fitted_machine<T>(
      trained, rfm::any_kernel<T>(rfm::KernelId::laplace, {10, 1, 0, 1}), rfm::Metric::identity, 1);
  const AlignedBytes bytes =
      model_file(machine.data(), machine.size(),
                 {{rfm::encoding_section, encoder.bytes().data(), encoder.bytes().size()}});
  ModelFile<T> file;
  BOOST_REQUIRE((open_model_file(bytes.data(), bytes.size(), true, &file) == rfm::Status::ok));
  std::string header;
  BOOST_REQUIRE(export_c(file, "shape", header).ok());
  const Folder folder;
  folder.write("shape.h", header);
  const std::string type = sizeof(T) == 4 ? "float" : "double",
                    features = std::to_string(trained.d);
  folder.write("main.c", "#include \"shape.h\"\n#include <stdio.h>\nstatic const " + type +
                             " cells[] = {\n" + cells +
                             "0};\nint main(void) {\n  size_t i, k, j;\n"
                             "  for (i = 0; i < 40; ++i) {\n    " +
                             type + " x[" + features +
                             "];\n    shape_encode(cells + i * SHAPE_COLUMNS, x);\n"
                             "    for (k = 0; k < " +
                             features +
                             "; ++k, printf(\"\\n\"))\n"
                             "      for (j = 0; j < sizeof x[0]; ++j)\n"
                             "        printf(\"%02x\", (unsigned)((unsigned char*)&x[k])[j]);\n"
                             "  }\n  return 0;\n}\n");
  BOOST_TEST(folder.run("gcc -std=c99 -O1 main.c -o program -lm"), folder.read("words", 2000));
  BOOST_TEST(folder.run("./program"));
  BOOST_TEST((folder.read("words") == bits(trained.x)));
}

BOOST_AUTO_TEST_CASE(features_have_the_bits_of_training) {
  check_features_of_training<float>();
  check_features_of_training<double>();
}

// Where a double has 32 bits a model of doubles is refused, with a sentence; one of floats
// compiles.
BOOST_AUTO_TEST_CASE(short_doubles_are_refused,
                     *boost::unit_test::precondition([](auto) { return installed("avr-gcc"); })) {
  const Folder folder;
  const auto compiles = [&folder](const auto& model) {
    std::string header;
    BOOST_REQUIRE(rfm::data::export_c(model->file, "shape", header).ok());
    folder.write("shape.c", header);
    return folder.run("avr-gcc -mmcu=atmega328p -std=c99 -Wall -Wextra -Werror -c shape.c");
  };
  BOOST_TEST(compiles(test_model<float>(rfm::KernelId::lpq150, rfm::Metric::full, true)));
  BOOST_TEST(!compiles(test_model<double>(rfm::KernelId::lpq150, rfm::Metric::full, true)));
  BOOST_TEST(folder.read("words").find("double has 32 bits here") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_that_are_none) {
  const auto model = test_model<float>(rfm::KernelId::laplace, rfm::Metric::full, false);
  std::string header = "as it was";
  for (const char* name : {"", "1st", "my model", "a-b", "_hidden", "x;"})
    BOOST_TEST(!rfm::data::export_c(model->file, name, header).ok(), name);
  BOOST_TEST(header == "as it was");
}

BOOST_AUTO_TEST_SUITE_END()
