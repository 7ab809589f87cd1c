// Raw cells by rfm.h, which has no heap: the file that the table floor trains gives the same
// answers from its bytes as a predictor does, and its cells are never taken for features.
#include <cmath>
#include <cstring>

#include "rfm/c/rfm.h"
#include "tests/c_table/tables.hpp"

using namespace rfm_test;

namespace {

struct File {
  explicit File(const std::vector<std::string>& options, const std::string& csv) {
    const auto training = training_with(options);
    rfm_training_use_doubles(training.get(), 1);
    BOOST_REQUIRE_MESSAGE(rfm_training_run(training.get(), read(csv).get(), nullptr) == RFM_OK,
                          rfm_training_words(training.get()));
    bytes = model_of(training.get());
    memory.resize(bytes.size() / 16 + 1);
    std::memcpy(memory.data(), bytes.data(), bytes.size());
  }
  struct alignas(16) Block {
    unsigned char bytes[16];
  };
  std::vector<unsigned char> bytes;
  std::vector<Block> memory;
};

rfm_cell text_of(const char* text) { return {text, std::strlen(text), 0}; }
rfm_cell number_of(double number) { return {nullptr, 0, number}; }

std::string name_of(const char* letters, std::size_t size) { return {letters, size}; }

// The answer to a row by the functions of rfm.h alone.
double answer(const File& file, const std::vector<rfm_cell>& row, double* probabilities) {
  rfm_model_f64 model;
  rfm_cells_f64 cells;
  BOOST_REQUIRE(rfm_model_open_f64(&model, file.memory.data(), file.bytes.size()) == RFM_HAS_CELLS);
  BOOST_REQUIRE(rfm_cells_open_f64(&cells, &model) == RFM_OK);
  rfm_cells_facts has;
  rfm_facts facts;
  BOOST_REQUIRE(rfm_cells_tell_f64(&cells, &has) == RFM_OK);
  BOOST_REQUIRE(rfm_model_facts_f64(&model, &facts) == RFM_OK);
  BOOST_REQUIRE(has.columns == row.size());
  std::vector<double> x(has.features), f(has.outputs);
  std::vector<File::Block> scratch(rfm_predict_bytes_f64(facts.d, facts.r, facts.c, 1) / 16);
  BOOST_REQUIRE(rfm_cells_encode_f64(&cells, row.data(), x.data(), nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_model_predict_f64(&model, rfm_rows_contiguous_f64(x.data(), 1, has.features),
                                      f.data(), scratch.data(), scratch.size() * 16,
                                      nullptr) == RFM_OK);
  double value = 0;
  BOOST_REQUIRE(rfm_cells_decode_f64(&cells, f.data(), &value, probabilities) == RFM_OK);
  return value;
}

const std::vector<std::string> one = {"members=1", "kernel=laplace", "bandwidth=5", "ridge=0.01",
                                      "rounds=1"};

std::vector<std::string> with(std::vector<std::string> options, const std::string& more) {
  options.push_back(more);
  return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cells)

BOOST_AUTO_TEST_CASE(a_row_is_answered_as_by_a_predictor) {
  const File file(with(one, "target=price"), houses_csv(50));
  const auto houses = opened(file.bytes);
  for (const std::vector<rfm_cell>& row :
       {std::vector<rfm_cell>{text_of("Jena"), number_of(61), number_of(3)},
        {text_of("Nowhere"), text_of("61"), text_of("")},
        {text_of("Gera"), number_of(std::nan("")), text_of("2")}}) {
    double expected = 0;
    BOOST_REQUIRE(rfm_predictor_answer_row(houses.get(), row.data(), &expected, nullptr) == RFM_OK);
    BOOST_TEST(answer(file, row, nullptr) == expected, boost::test_tools::tolerance(1e-9));
  }
}

BOOST_AUTO_TEST_CASE(classes_come_with_probabilities_and_names) {
  const File file(with(one, "target=town"), houses_csv(60));
  const auto towns = opened(file.bytes);
  const std::size_t count = rfm_predictor_classes(towns.get());
  BOOST_REQUIRE(count >= 2);
  std::vector<rfm_cell> row;
  for (std::size_t k = 0; k < rfm_predictor_columns(towns.get()); ++k)
    row.push_back(number_of(50 + 10 * static_cast<double>(k)));
  std::vector<double> expected(count), probabilities(count);
  double picked = 0;
  BOOST_REQUIRE(rfm_predictor_answer_row(towns.get(), row.data(), &picked, expected.data()) ==
                RFM_OK);
  BOOST_TEST(answer(file, row, probabilities.data()) == picked);
  for (std::size_t k = 0; k < count; ++k)
    BOOST_TEST(probabilities[k] == expected[k], boost::test_tools::tolerance(1e-9));

  rfm_model_f64 model;
  rfm_cells_f64 cells;
  BOOST_REQUIRE(rfm_model_open_f64(&model, file.memory.data(), file.bytes.size()) == RFM_HAS_CELLS);
  BOOST_REQUIRE(rfm_cells_open_f64(&cells, &model) == RFM_OK);
  std::size_t size = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const char* letters = rfm_cells_class_f64(&cells, k, &size);
    BOOST_TEST(name_of(letters, size) == rfm_predictor_class(towns.get(), k));
  }
  for (std::size_t k = 0; k < row.size(); ++k) {
    const char* letters = rfm_cells_column_f64(&cells, k, &size);
    BOOST_TEST(name_of(letters, size) == rfm_predictor_column(towns.get(), k));
  }
  BOOST_TEST(rfm_cells_class_f64(&cells, count, &size) == nullptr);
  double outputs[8] = {}, value = 0;
  BOOST_TEST(rfm_cells_decode_f64(&cells, outputs, &value, nullptr) == RFM_NULL_POINTER);
}

BOOST_AUTO_TEST_CASE(strange_cells_are_counted) {
  const File file(with(one, "target=price"), houses_csv(50));
  rfm_model_f64 model;
  rfm_cells_f64 cells;
  BOOST_REQUIRE(rfm_model_open_f64(&model, file.memory.data(), file.bytes.size()) == RFM_HAS_CELLS);
  BOOST_REQUIRE(rfm_cells_open_f64(&cells, &model) == RFM_OK);
  rfm_cells_facts has;
  BOOST_REQUIRE(rfm_cells_tell_f64(&cells, &has) == RFM_OK);
  std::vector<double> x(has.features);
  std::size_t strange = 9;
  const rfm_cell known[] = {text_of("Jena"), number_of(61), text_of("3")};
  BOOST_TEST(rfm_cells_encode_f64(&cells, known, x.data(), &strange) == RFM_OK);
  BOOST_TEST(strange == 0u);
  const rfm_cell odd[] = {text_of("Nowhere"), text_of("much"), text_of("3")};
  BOOST_TEST(rfm_cells_encode_f64(&cells, odd, x.data(), &strange) == RFM_OK);
  BOOST_TEST(strange == 2u);
}

BOOST_AUTO_TEST_CASE(what_is_no_single_machine_with_cells_is_refused) {
  const File averaged({"members=2", "effort=quick", "target=price"}, houses_csv(60));
  rfm_model_f64 model;
  rfm_cells_f64 cells;
  const rfm_status opened =
      rfm_model_open_f64(&model, averaged.memory.data(), averaged.bytes.size());
  BOOST_TEST(opened == RFM_HAS_CELLS);
  BOOST_TEST(std::string(rfm_words(opened)).find("raw cells") != std::string::npos);
  BOOST_TEST(rfm_cells_open_f64(&cells, &model) == RFM_SEVERAL_MEMBERS);

  const double x[] = {0, 1, 2, 3}, y[] = {0, 1, 1, 2};
  std::vector<File::Block> bytes(64), work(1024);
  rfm_machine_f64 machine;
  const rfm_data_f64 data = rfm_data_contiguous_f64(x, y, 4, 1, 1);
  const rfm_options_f64 options = rfm_options_default_f64(rfm_kernel_laplace_f64(2));
  BOOST_REQUIRE(rfm_machine_fit_f64(&machine, &data, &options, bytes.data(), bytes.size() * 16,
                                    work.data(), work.size() * 16, nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_model_open_f64(&model, bytes.data(), bytes.size() * 16) == RFM_OK);
  BOOST_TEST(rfm_cells_open_f64(&cells, &model) == RFM_NO_CELLS);
  for (const rfm_status status : {RFM_NO_CELLS, RFM_SEVERAL_MEMBERS})
    BOOST_TEST(std::string(rfm_words(status)).find("machine") +
                   std::string(rfm_words(status)).find("encoding") !=
               2 * std::string::npos);
  rfm_cells_facts has;
  std::memset(&cells, 0, sizeof cells);
  BOOST_TEST(rfm_cells_tell_f64(&cells, &has) == RFM_WRONG_ORDER);
  BOOST_TEST(rfm_cells_tell_f64(nullptr, &has) == RFM_NULL_POINTER);
}

BOOST_AUTO_TEST_SUITE_END()
