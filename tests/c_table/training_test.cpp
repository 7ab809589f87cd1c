// Training from C gives what the data floor gives, takes every option of its list, can be watched,
// ended and given threads, and refuses with words.
#include <cmath>

#include "rfm/core/kernels/facts.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/options.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/train.hpp"
#include "tests/c_table/tables.hpp"

using namespace rfm_test;
namespace data = rfm::data;

namespace {

const std::vector<std::string> quick = {"target=price", "kernel=laplace", "bandwidth=5",
                                        "ridge=0.001",  "rounds=1",       "metric=diagonal"};

bool contains(const std::string& words, const std::string& piece) {
  return words.find(piece) != std::string::npos;
}

// A value that an option takes.
std::string sample_value(const rfm_training_option& option) {
  const std::string type = option.type;
  if (type == "flag") return "true";
  if (type == "text" || type == "list") return "price";
  if (type == "bytes") return "500M";
  if (option.choices != nullptr) {
    const std::string choices = option.choices;
    return choices.substr(0, choices.find_first_of(", "));
  }
  const double most = option.most < 100 ? option.most : 100;
  return std::to_string(static_cast<int>(type == "number" ? option.least : most));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(training)

BOOST_AUTO_TEST_CASE(the_model_is_that_of_the_data_floor) {
  const std::string csv = houses_csv(60);
  data::TextTable text;
  BOOST_REQUIRE(data::read_csv(csv, {}, text).ok());
  data::TrainOptions options;
  for (const std::string& option : quick) {
    const std::size_t middle = option.find('=');
    const data::Option* found = data::find_option(option.substr(0, middle), data::both);
    BOOST_REQUIRE(found != nullptr);
    BOOST_REQUIRE(read_option(*found, option.substr(middle + 1), options).ok());
  }
  BOOST_REQUIRE(settle_options(options).ok());
  data::Trained trained;
  BOOST_REQUIRE(data::train<float>(text, options, trained).ok());

  const auto training = training_with(quick);
  const auto table = read(csv);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const std::vector<unsigned char> model = model_of(training.get());
  BOOST_TEST(model == std::vector<unsigned char>(trained.file.data(),
                                                 trained.file.data() + trained.file.size()),
             boost::test_tools::per_element());
  const std::string words = rfm_training_words(training.get());
  BOOST_TEST(words.rfind("R2 ", 0) == 0u, words);
  BOOST_TEST(contains(words, "by cross-validation"), words);
}

BOOST_AUTO_TEST_CASE(machines_of_doubles) {
  const auto training = training_with(quick);
  const auto table = read(houses_csv(40));
  BOOST_REQUIRE(rfm_training_use_doubles(training.get(), 1) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const std::vector<unsigned char> wide = model_of(training.get());
  BOOST_TEST(data::number_bytes(wide.data(), wide.size()) == sizeof(double));
  BOOST_REQUIRE(rfm_training_use_doubles(training.get(), 0) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const std::vector<unsigned char> narrow = model_of(training.get());
  BOOST_TEST(data::number_bytes(narrow.data(), narrow.size()) == sizeof(float));
  BOOST_TEST(rfm_training_use_doubles(nullptr, 1) == RFM_NULL_POINTER);
}

BOOST_AUTO_TEST_CASE(cells_given_one_by_one_are_those_of_a_csv) {
  const double areas[] = {50, 0, 61, 0, 72, 0, 80, 0, 91, 0, 45, 0};  // every second one counts
  const char* const towns[] = {"Jena", "Gera", nullptr, "Gera", "Jena", "Gera"};
  const double prices[] = {100, 130, 145, 160, 190, 95};
  const auto table = new_table();
  BOOST_REQUIRE(rfm_table_add_numbers(table.get(), "area", areas, 6, 2) == RFM_OK);
  BOOST_REQUIRE(rfm_table_add_text(table.get(), "town", towns, 6) == RFM_OK);
  BOOST_REQUIRE(rfm_table_add_numbers(table.get(), "price", prices, 6, 1) == RFM_OK);
  BOOST_TEST(rfm_table_rows(table.get()) == 6u);
  BOOST_TEST(rfm_table_columns(table.get()) == 3u);
  const auto same = read(
      "area,town,price\n50,Jena,100\n61,Gera,130\n72,,145\n80,Gera,160\n91,Jena,190\n"
      "45,Gera,95\n");
  const auto a = training_with(quick), b = training_with(quick);
  BOOST_REQUIRE(rfm_training_run(a.get(), table.get(), nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(b.get(), same.get(), nullptr) == RFM_OK);
  BOOST_TEST(model_of(a.get()) == model_of(b.get()), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_option_of_the_list_is_known) {
  BOOST_TEST(rfm_training_options() == data::option_count);
  for (size_t k = 0; k < rfm_training_options(); ++k) {
    const rfm_training_option option = rfm_training_option_at(k);
    BOOST_TEST_CONTEXT(option.word) {
      BOOST_TEST(std::string(option.word) == data::all_options[k].word);
      BOOST_TEST(std::string(option.sentence).size() > 5);
      BOOST_TEST(!contains(option.sentence, "{"));
      BOOST_TEST(option.standard != nullptr);
      const auto training = new_training();
      BOOST_TEST(rfm_training_set(training.get(), option.word, sample_value(option).c_str()) ==
                 RFM_OK);
      BOOST_TEST(rfm_training_words(training.get()) == "");
    }
  }
  BOOST_TEST(rfm_training_option_at(rfm_training_options()).word == nullptr);
}

BOOST_AUTO_TEST_CASE(wrong_options_are_refused_in_words) {
  const auto training = new_training();
  const auto refusal = [&](const char* option, const char* value) {
    BOOST_TEST(rfm_training_set(training.get(), option, value) == RFM_REFUSED);
    return std::string(rfm_training_words(training.get()));
  };
  BOOST_TEST(refusal("colour", "red") == "there is no option 'colour'");
  BOOST_TEST(refusal("rounds", "1.5") ==
             "rounds: '1.5' is neither auto nor a whole number from 0 "
             "to 100");
  BOOST_TEST(refusal("metric", "round") ==
             "metric: 'round' is none of auto, full, diagonal, "
             "identity");
  BOOST_REQUIRE(rfm_training_set(training.get(), "layers", "2") == RFM_OK);
  const auto table = read(houses_csv(20));
  BOOST_TEST(rfm_training_run(training.get(), table.get(), nullptr) == RFM_REFUSED);
  BOOST_TEST(contains(rfm_training_words(training.get()), "layers: goes with kernel "));
}

BOOST_AUTO_TEST_CASE(a_failure_leaves_the_model_of_before) {
  const auto training = training_with(quick);
  const auto table = read(houses_csv(40)), other = read("a,b\n1,2\n3,4\n");
  size_t size = 1;
  BOOST_TEST(rfm_training_model(training.get(), &size) == nullptr);
  BOOST_TEST(size == 0u);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const std::vector<unsigned char> before = model_of(training.get());
  BOOST_TEST(rfm_training_run(training.get(), other.get(), nullptr) == RFM_REFUSED);
  BOOST_TEST(contains(rfm_training_words(training.get()), "price"));
  BOOST_TEST(model_of(training.get()) == before, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_for_a_test_take_no_part) {
  const auto alone = training_with(quick), tested = training_with(quick);
  const auto table = read(houses_csv(40)), test = read(houses_csv(12));
  BOOST_REQUIRE(rfm_training_run(alone.get(), table.get(), nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(tested.get(), table.get(), test.get()) == RFM_OK);
  BOOST_TEST(contains(rfm_training_words(tested.get()), "on 12 test rows"));
}

BOOST_AUTO_TEST_CASE(a_watch_hears_of_progress_and_may_end_the_search) {
  struct Heard {
    std::vector<double> done;
    bool end = false;
  };
  const auto hear = [](void* context, double done, const char* best) {
    auto& heard = *static_cast<Heard*>(context);
    BOOST_TEST((best != nullptr));
    heard.done.push_back(done);
    return heard.end && heard.done.size() > 2 ? 1 : 0;
  };
  const auto table = read(houses_csv(60));
  Heard all, some;
  some.end = true;
  const auto training = training_with({"target=price", "metric=diagonal", "kernel=laplace"});
  BOOST_REQUIRE(rfm_training_watch(training.get(), hear, &all) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_training_watch(training.get(), hear, &some) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  BOOST_TEST(all.done.size() > 3);
  BOOST_TEST(some.done.size() == 3u);
  for (std::size_t k = 1; k < all.done.size(); ++k) BOOST_TEST(all.done[k] >= all.done[k - 1]);
}

BOOST_AUTO_TEST_CASE(a_search_is_ended_from_elsewhere) {
  struct Ending {
    rfm_training* training;
    size_t heard = 0;
  };
  const auto end = [](void* context, double, const char* best) {
    auto& ending = *static_cast<Ending*>(context);
    ++ending.heard;
    if (best[0] != 0) rfm_training_end(ending.training);
    return 0;
  };
  const auto table = read(houses_csv(60));
  const auto training = training_with({"target=price", "metric=diagonal", "kernel=laplace"});
  Ending ending{training.get()};
  rfm_training_end(training.get());  // nothing runs: nothing is ended
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const std::vector<unsigned char> whole = model_of(training.get());
  BOOST_REQUIRE(rfm_training_watch(training.get(), end, &ending) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(training.get(), table.get(), nullptr) == RFM_OK);
  const std::string history = rfm_predictor_history(opened(model_of(training.get())).get());
  BOOST_TEST(contains(history, "\"interrupted\""));
  BOOST_TEST(!contains(rfm_predictor_history(opened(whole).get()), "\"interrupted\""));
  rfm_training_end(nullptr);
}

BOOST_AUTO_TEST_CASE(lent_threads_change_no_bit) {
  struct Lender {
    size_t jobs = 0;
  } lender;
  rfm_executor executor{};
  executor.context = &lender;
  executor.workers = 3;
  executor.run = [](void* context, size_t tasks, void (*task)(void*, size_t, size_t),
                    void* argument) {
    ++static_cast<Lender*>(context)->jobs;
    for (size_t index = tasks; index-- > 0;) task(argument, index, index % 3);  // in any order
  };
  const auto table = read(houses_csv(60));
  const auto alone = training_with(quick), helped = training_with(quick);
  BOOST_REQUIRE(rfm_training_lend(helped.get(), &executor) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(alone.get(), table.get(), nullptr) == RFM_OK);
  BOOST_REQUIRE(rfm_training_run(helped.get(), table.get(), nullptr) == RFM_OK);
  BOOST_TEST(lender.jobs > 0u);
  BOOST_TEST(model_of(alone.get()) == model_of(helped.get()), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(null_pointers) {
  const auto training = new_training();
  const auto table = read(houses_csv(20));
  BOOST_TEST(rfm_training_set(nullptr, "rounds", "1") == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_set(training.get(), nullptr, "1") == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_set(training.get(), "rounds", nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_words(training.get()) == "a pointer that is required is null");
  BOOST_TEST(rfm_training_run(nullptr, table.get(), nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_run(training.get(), nullptr, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_watch(nullptr, nullptr, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_lend(nullptr, nullptr) == RFM_NULL_POINTER);
  BOOST_TEST(rfm_training_model(nullptr, nullptr) == nullptr);
  BOOST_TEST(rfm_training_words(nullptr) == "");
  rfm_training_free(nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
