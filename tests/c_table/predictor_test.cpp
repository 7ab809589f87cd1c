// Answers from C: those of the data floor for either number type, with probabilities, intervals,
// pushes and scores; and models, tables and pointers that are refused.
#include "rfm/c_table/rfm_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/train.hpp"
#include "tests/c_table/tables.hpp"

using namespace rfm_test;
namespace data = rfm::data;

namespace {

const std::vector<std::string> quick = {"kernel=laplace", "bandwidth=5", "ridge=0.001", "rounds=1",
                                        "metric=diagonal"};

std::vector<unsigned char> trained_on(const std::string& csv, const std::string& target) {
  std::vector<std::string> options = quick;
  options.push_back("target=" + target);
  const auto training = training_with(options);
  const auto table = read(csv);
  BOOST_REQUIRE_MESSAGE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK,
                        rfm_training_words(training.get()));
  return model_of(training.get());
}

// The same by the data floor in T, for bytes of either type.
template <class T>
std::vector<unsigned char> trained_in(const std::string& csv) {
  data::TextTable text;
  BOOST_REQUIRE(data::read_csv(csv, {}, text).ok());
  data::TrainOptions options;
  options.plan.target = "price";
  options.search.wishes.kernel = rfm::KernelId::laplace;
  options.search.wishes.bandwidth = 5;
  options.search.wishes.ridge = 1e-3;
  options.search.wishes.rounds = 1;
  data::Trained trained;
  BOOST_REQUIRE(data::train<T>(text, options, trained).ok());
  return {trained.file.data(), trained.file.data() + trained.file.size()};
}

template <class T>
std::vector<double> values_of(const std::vector<unsigned char>& model, const std::string& csv) {
  data::AlignedBytes bytes(model.size());
  std::memcpy(bytes.data(), model.data(), model.size());
  data::ModelFile<T> file;
  BOOST_REQUIRE(open_model_file(bytes.data(), model.size(), false, &file) == rfm::Status::ok);
  data::TextTable text;
  BOOST_REQUIRE(data::read_csv(csv, {}, text).ok());
  data::EncodedTable<T> rows;
  BOOST_REQUIRE(encode_text(file.encoding, text, rows).ok());
  const auto outputs = outputs_of(file, rfm::Rows<T>(rows.x.data(), rows.n, rows.d), nullptr);
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.n; ++i)
    values.push_back(static_cast<double>(decoded_value(file.encoding, &outputs[i])));
  return values;
}

rfm_cell number_cell(double number) { return {nullptr, 0, number}; }
rfm_cell text_cell(const char* text) { return {text, std::strlen(text), 0}; }

std::string towns_csv(std::size_t rows) {
  std::string csv = "area,rooms,town\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t area = 40 + i * 37 % 90;
    csv += std::to_string(area) + "," + std::to_string(i * 5 % 7) + "," +
           (area < 70    ? "Gera"
            : area < 100 ? "Jena"
                         : "Ulm") +
           "\n";
  }
  return csv;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(predictor)

BOOST_AUTO_TEST_CASE_TEMPLATE(values_are_those_of_the_data_floor, T, Scalars) {
  const std::vector<unsigned char> model = trained_in<T>(houses_csv(50));
  const std::string fresh = houses_csv(9, false);
  const auto houses = opened(model);
  const auto table = read(fresh);
  std::vector<double> values(9);
  BOOST_REQUIRE(rfm_predictor_answer(houses.get(), table.get(), values.data(), nullptr) == RFM_OK);
  BOOST_TEST(values == values_of<T>(model, fresh), boost::test_tools::per_element());

  BOOST_TEST(rfm_predictor_target(houses.get()) == "price");
  BOOST_TEST(rfm_predictor_classes(houses.get()) == 0u);
  BOOST_REQUIRE(rfm_predictor_columns(houses.get()) == 3u);
  BOOST_TEST(rfm_predictor_column(houses.get(), 0) == "town");
  BOOST_TEST(rfm_predictor_column(houses.get(), 3) == "");
  BOOST_TEST(rfm_predictor_history(houses.get())[0] == '{');
  const double narrow = rfm_predictor_interval(houses.get(), 0.5),
               wide = rfm_predictor_interval(houses.get(), 0.95);
  BOOST_TEST(narrow > 0);
  BOOST_TEST(wide > narrow);
  const double where[] = {0, 1e6};
  double half[2] = {};
  BOOST_REQUIRE(rfm_predictor_intervals(houses.get(), 0.5, where, 2, half) == RFM_OK);
  BOOST_TEST(half[0] == narrow);
  BOOST_TEST(rfm_predictor_intervals(houses.get(), 0.5, nullptr, 2, half) == RFM_NULL_POINTER);
}

BOOST_AUTO_TEST_CASE(classes_have_names_and_probabilities) {
  const auto towns = opened(trained_on(towns_csv(90), "town"));
  BOOST_REQUIRE(rfm_predictor_classes(towns.get()) == 3u);
  BOOST_TEST(rfm_predictor_class(towns.get(), 1) == "Jena");
  BOOST_TEST(rfm_predictor_class(towns.get(), 3) == "");
  const auto table = read("rooms,area\n2,45\n2,85\n3,125\n");
  double picked[3], shares[9];
  BOOST_REQUIRE(rfm_predictor_answer(towns.get(), table.get(), picked, shares) == RFM_OK);
  for (size_t i = 0; i < 3; ++i) {
    BOOST_TEST(picked[i] == static_cast<double>(i));
    double sum = 0;
    for (size_t k = 0; k < 3; ++k) {
      sum += shares[3 * i + k];
      BOOST_TEST(shares[3 * i + k] <= shares[4 * i]);
    }
    BOOST_TEST(sum == 1.0, boost::test_tools::tolerance(1e-6));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_row_is_answered_as_in_a_table, T, Scalars) {
  const auto houses = opened(trained_in<T>(houses_csv(50)));
  const auto table = read("town,area,rooms\nJena,61,3\nParis,61,\n");
  double expected[2], value = 0;
  BOOST_REQUIRE(rfm_predictor_answer(houses.get(), table.get(), expected, nullptr) == RFM_OK);
  const rfm_cell jena[] = {text_cell("Jena"), number_cell(61), text_cell("3")};
  BOOST_REQUIRE(rfm_predictor_answer_row(houses.get(), jena, &value, nullptr) == RFM_OK);
  BOOST_TEST(value == expected[0]);
  const rfm_cell paris[] = {text_cell("Paris"), number_cell(61), number_cell(std::nan(""))};
  BOOST_REQUIRE(rfm_predictor_answer_row(houses.get(), paris, &value, nullptr) == RFM_OK);
  BOOST_TEST(value == expected[1]);
}

// In a table, for one row, and where the model was written without it.
BOOST_AUTO_TEST_CASE_TEMPLATE(novelty_is_told_or_refused, T, Scalars) {
  const std::vector<unsigned char> model = trained_in<T>(houses_csv(50));
  const auto houses = opened(model);
  const auto table = read("town,area,rooms\nJena,61,3\nJena,6000,3\n");
  double novelties[2], one = 0;
  BOOST_REQUIRE(rfm_predictor_novelty(houses.get(), table.get(), novelties) == RFM_OK);
  BOOST_TEST(novelties[0] < 0.9);
  BOOST_TEST(novelties[1] == 1.0);
  const rfm_cell jena[] = {text_cell("Jena"), number_cell(61), text_cell("3")};
  BOOST_REQUIRE(rfm_predictor_novelty_row(houses.get(), jena, &one) == RFM_OK);
  BOOST_TEST(one == novelties[0]);
  BOOST_TEST(rfm_predictor_novelty(houses.get(), table.get(), nullptr) == RFM_NULL_POINTER);

  std::vector<unsigned char> old = model;
  rfm::ModelHeader header;
  std::memcpy(&header, old.data(), sizeof header);
  const char tag[] = "nove";
  const auto at = std::search(old.begin(), old.end(), tag, tag + 4);
  BOOST_REQUIRE((at != old.end()));
  std::copy_n("none", 4, at);
  header.checksum = rfm::model_checksum(old.data(), old.size());
  std::memcpy(old.data(), &header, sizeof header);
  const auto before = opened(old);
  BOOST_TEST(rfm_predictor_novelty(before.get(), table.get(), novelties) == RFM_REFUSED);
  BOOST_TEST(std::string(rfm_predictor_words(before.get())).find("train it again") !=
             std::string::npos);
  BOOST_TEST(rfm_predictor_novelty_row(before.get(), jena, &one) == RFM_REFUSED);
}

BOOST_AUTO_TEST_CASE(one_row_has_the_mean_of_members_and_numbers_name_categories) {
  std::string csv = "code,area,price\n";
  const char* const codes[] = {"12", "7", "b"};
  for (std::size_t i = 0; i < 60; ++i)
    csv += std::string(codes[i * 7 % 3]) + "," + std::to_string(40 + i * 37 % 90) + "," +
           std::to_string(i * 7 % 3 * 30 + i * 37 % 90) + "\n";
  const auto training = training_with({"target=price", "members=2", "budget=1"});
  const auto table = read(csv);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const auto prices = opened(model_of(training.get()));
  const auto fresh = read("code,area\n12,77\n,50\n");
  double expected[2], value = 0;
  BOOST_REQUIRE(rfm_predictor_answer(prices.get(), fresh.get(), expected, nullptr) == RFM_OK);
  const rfm_cell twelve[] = {number_cell(12), number_cell(77)};
  BOOST_REQUIRE(rfm_predictor_answer_row(prices.get(), twelve, &value, nullptr) == RFM_OK);
  BOOST_TEST(value == expected[0]);
  const rfm_cell missing[] = {number_cell(std::nan("")), number_cell(50)};
  BOOST_REQUIRE(rfm_predictor_answer_row(prices.get(), missing, &value, nullptr) == RFM_OK);
  BOOST_TEST(value == expected[1]);
}

BOOST_AUTO_TEST_CASE(one_row_has_probabilities) {
  const auto towns = opened(trained_on(towns_csv(90), "town"));
  const auto table = read("rooms,area\n2,85\n");
  double picked = 0, expected = 0, shares[3], expected_shares[3];
  BOOST_REQUIRE(rfm_predictor_answer(towns.get(), table.get(), &expected, expected_shares) ==
                RFM_OK);
  const rfm_cell cells[] = {number_cell(85), number_cell(2)};
  BOOST_REQUIRE(rfm_predictor_answer_row(towns.get(), cells, &picked, shares) == RFM_OK);
  BOOST_TEST(picked == expected);
  for (std::size_t k = 0; k < 3; ++k) BOOST_TEST(shares[k] == expected_shares[k]);
}

BOOST_AUTO_TEST_CASE(what_a_miss_costs_decides_which_class_is_answered) {
  std::string csv = "heat,vibration,fails\n";
  for (std::size_t i = 0; i < 120; ++i) {
    const std::size_t heat = i * 37 % 101, noise = i * 53 % 97;
    csv += std::to_string(heat) + "," + std::to_string(i * 29 % 31) + "," +
           (heat + noise > 140 ? "yes" : "no") + "\n";
  }
  std::vector<std::string> options = quick;
  options.insert(options.end(), {"target=fails", "positive=yes", "cost=50"});
  const auto training = training_with(options);
  const auto table = read(csv);
  BOOST_REQUIRE_MESSAGE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK,
                        rfm_training_words(training.get()));
  const auto machines = opened(model_of(training.get()));
  double answers[120], shares[240];
  BOOST_REQUIRE(rfm_predictor_answer(machines.get(), table.get(), answers, shares) == RFM_OK);
  std::size_t unlikely = 0;  // rows that are answered yes though no is likelier
  for (std::size_t i = 0; i < 120; ++i) {
    const bool yes = answers[i] == 1, careful = shares[2 * i + 1] * 50 > shares[2 * i];
    BOOST_TEST(yes == careful);
    if (yes && shares[2 * i + 1] < shares[2 * i]) ++unlikely;
    const rfm_cell row[] = {number_cell(static_cast<double>(i * 37 % 101)),
                            number_cell(static_cast<double>(i * 29 % 31))};
    double answer = 0;
    BOOST_REQUIRE(rfm_predictor_answer_row(machines.get(), row, &answer, nullptr) == RFM_OK);
    BOOST_TEST(answer == answers[i]);
  }
  BOOST_TEST(unlikely > 5u);
}

BOOST_AUTO_TEST_CASE(models_leave_in_every_form) {
  const std::vector<unsigned char> model = trained_on(houses_csv(50), "price");
  const auto houses = opened(model);
  const auto exported = [&] {
    size_t size = 0;
    const auto* bytes = static_cast<const char*>(rfm_predictor_exported(houses.get(), &size));
    return bytes == nullptr ? std::string() : std::string(bytes, size);
  };
  BOOST_TEST(exported() == "");
  data::AlignedBytes bytes(model.size());
  std::memcpy(bytes.data(), model.data(), model.size());
  data::ModelFile<float> file;
  BOOST_REQUIRE(open_model_file(bytes.data(), model.size(), false, &file) == rfm::Status::ok);
  std::string expected;
  BOOST_REQUIRE(rfm_predictor_export(houses.get(), "c", "house") == RFM_OK);
  BOOST_REQUIRE(data::export_c(file, "house", expected).ok());
  BOOST_TEST((exported() == expected));
  BOOST_REQUIRE(rfm_predictor_export(houses.get(), "json", nullptr) == RFM_OK);
  BOOST_REQUIRE(data::export_json(file, expected).ok());
  BOOST_TEST((exported() == expected));
  BOOST_REQUIRE(rfm_predictor_export(houses.get(), "onnx", nullptr) == RFM_OK);
  BOOST_REQUIRE(data::export_onnx(file, expected).ok());
  BOOST_TEST((exported() == expected));
  BOOST_TEST(rfm_predictor_export(houses.get(), "c", "1") == RFM_REFUSED);
  BOOST_TEST(rfm_predictor_export(houses.get(), "c", nullptr) == RFM_REFUSED);
  BOOST_TEST(rfm_predictor_export(houses.get(), "poem", nullptr) == RFM_REFUSED);
  BOOST_TEST(std::string(rfm_predictor_words(houses.get())).find("poem") != std::string::npos);
  BOOST_TEST((exported() == expected));  // as before
}

BOOST_AUTO_TEST_CASE(pushes_add_up_to_the_difference_of_answers) {
  const auto houses = opened(trained_on(houses_csv(60), "price"));
  const auto table = read("town,area,rooms\nUlm,120,2\nGera,45,5\n");
  double values[2], pushes[6];
  BOOST_REQUIRE(rfm_predictor_answer(houses.get(), table.get(), values, nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_predictor_explain(houses.get(), table.get(), pushes) == RFM_OK);
  const double moved = (pushes[0] + pushes[1] + pushes[2]) - (pushes[3] + pushes[4] + pushes[5]);
  BOOST_TEST(moved == values[0] - values[1], boost::test_tools::tolerance(0.02));
}

BOOST_AUTO_TEST_CASE(scores_have_names) {
  const auto houses = opened(trained_on(houses_csv(60), "price"));
  BOOST_TEST(std::isnan(rfm_predictor_score(houses.get(), "r2")));  // nothing is scored yet
  const auto sold = read(houses_csv(30));
  BOOST_REQUIRE(rfm_predictor_evaluate(houses.get(), sold.get()) == RFM_OK);
  BOOST_TEST(rfm_predictor_score(houses.get(), "r2") > 0.9);
  BOOST_TEST(rfm_predictor_score(houses.get(), "rmse") > 0);
  BOOST_TEST(std::isnan(rfm_predictor_score(houses.get(), "accuracy")));
  BOOST_TEST(std::string(rfm_predictor_words(houses.get())).rfind("R2 ", 0) == 0u);
}

BOOST_AUTO_TEST_CASE(strange_cells_are_told) {
  const auto houses = opened(trained_on(houses_csv(60), "price"));
  const auto table = read("town,area,rooms\nParis,50,2\nUlm,60,3\n");
  double values[2];
  BOOST_REQUIRE(rfm_predictor_answer(houses.get(), table.get(), values, nullptr) == RFM_OK);
  BOOST_TEST(std::string(rfm_predictor_words(houses.get())).find("town") != std::string::npos);
  const auto plain = read("town,area,rooms\nUlm,60,3\n");
  BOOST_REQUIRE(rfm_predictor_answer(houses.get(), plain.get(), values, nullptr) == RFM_OK);
  BOOST_TEST(rfm_predictor_words(houses.get()) == "");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_answered_is_refused_in_words) {
  const std::vector<unsigned char> model = trained_on(houses_csv(60), "price");
  const auto fresh = new_predictor();
  const auto table = read(houses_csv(5));
  double values[5];
  BOOST_TEST(rfm_predictor_answer(fresh.get(), table.get(), values, nullptr) == RFM_REFUSED);
  BOOST_TEST(rfm_predictor_words(fresh.get()) == "no model is open: open one first");

  const auto houses = opened(model);
  std::vector<unsigned char> broken = model;
  broken[broken.size() / 2] ^= 1;
  BOOST_TEST(rfm_predictor_open(houses.get(), broken.data(), broken.size()) == RFM_REFUSED);
  BOOST_TEST(std::string(rfm_predictor_words(houses.get())).find("damaged") != std::string::npos);
  BOOST_TEST(rfm_predictor_open(houses.get(), model.data(), 10) == RFM_REFUSED);
  BOOST_TEST(rfm_predictor_open(houses.get(), model.data(), 0) == RFM_REFUSED);
  BOOST_TEST(rfm_predictor_columns(houses.get()) == 3u);  // the model of before is still open
  BOOST_TEST(rfm_predictor_answer(houses.get(), table.get(), values, nullptr) == RFM_OK);

  const auto without = read("town,rooms\nUlm,3\n");
  BOOST_TEST(rfm_predictor_answer(houses.get(), without.get(), values, nullptr) == RFM_REFUSED);
  BOOST_TEST(std::string(rfm_predictor_words(houses.get())).find("area") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(null_pointers) {
  const auto houses = opened(trained_on(houses_csv(60), "price"));
  const auto table = read(houses_csv(5));
  double values[5];
  BOOST_TEST(rfm_predictor_open(nullptr, values, 1) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_open(houses.get(), nullptr, 1) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_answer(houses.get(), nullptr, values, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_answer(houses.get(), table.get(), nullptr, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_explain(houses.get(), table.get(), nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_evaluate(houses.get(), nullptr) == RFM_NULL_POINTER);
  const rfm_cell cells[3] = {};
  BOOST_TEST(rfm_predictor_answer_row(nullptr, cells, values, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_answer_row(houses.get(), nullptr, values, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_answer_row(houses.get(), cells, nullptr, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_answer_row(new_predictor().get(), cells, values, nullptr) ==
             RFM_REFUSED);
  BOOST_TEST(rfm_predictor_export(houses.get(), nullptr, "a") == RFM_NULL_POINTER);
  BOOST_TEST(rfm_predictor_exported(nullptr, nullptr) == nullptr);
  BOOST_TEST(std::isnan(rfm_predictor_score(houses.get(), nullptr)));
  BOOST_TEST(rfm_predictor_interval(nullptr, 0.9) == 0);
  BOOST_TEST(rfm_predictor_target(nullptr) == "");
  BOOST_TEST(rfm_predictor_column(nullptr, 0) == "");
  BOOST_TEST(rfm_predictor_classes(nullptr) == 0u);
  rfm_predictor_free(nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
