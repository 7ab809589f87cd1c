// Every request for memory of the C interface to tables made to fail, in turn: the call ends with a
// status and a sentence, objects keep what they had, and all works once there is memory again.
#include <string>

#include "tests/c_table/tables.hpp"
#include "tests/memory/failing_new.hpp"

using namespace rfm_test;

namespace {

// Calls work() with each of its requests failing in turn, until one run has none that fails. It
// returns its status; `words` are then those of the object.
template <class Work, class Words>
void fail_in_turn(const char* name, const Work& work, const Words& words) {
  Requests& all = requests();
  unsigned long failed = 0;
  for (unsigned long request = 1;; request += request < 300 ? 1 : 7) {
    all.fail_at = all.made + request;
    const rfm_status status = work();
    const bool reached = all.made >= all.fail_at;
    all.fail_at = 0;
    if (status == RFM_NO_MEMORY) {
      ++failed;
      BOOST_TEST(std::string(words()) == "out of memory", name);
    } else {
      // Where it can do with less, such as fewer landmarks, it does.
      BOOST_TEST((status == RFM_OK || (reached && status == RFM_REFUSED)), name << ": " << words());
    }
    if (!reached) break;
  }
  BOOST_TEST(failed > 0u, name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_table)

BOOST_AUTO_TEST_CASE(every_request_of_every_call) {
  const std::string csv = houses_csv(30);
  const Own<rfm_table> table = read(csv);
  fail_in_turn(
      "read", [&] { return rfm_table_read_csv(table.get(), csv.data(), csv.size()); },
      [&] { return rfm_table_words(table.get()); });
  BOOST_TEST(rfm_table_rows(table.get()) == 30u);

  const std::string cell(100, 'x');
  const char* const cells[] = {cell.c_str(), nullptr};
  fail_in_turn(
      "add",
      [&] {
        const Own<rfm_table> own = new_table();
        return own == nullptr ? rfm_status{RFM_NO_MEMORY}
                              : rfm_table_add_text(own.get(), "a column", cells, 2);
      },
      [] { return "out of memory"; });

  const Own<rfm_training> training =
      training_with({"target=price", "kernel=laplace", "bandwidth=5", "ridge=0.001", "rounds=1"});
  fail_in_turn(
      "set", [&] { return rfm_training_set(training.get(), "drop", "a column that is not there"); },
      [&] { return rfm_training_words(training.get()); });
  const Own<rfm_training> other =
      training_with({"target=price", "kernel=laplace", "bandwidth=5", "ridge=0.001", "rounds=1"});
  rfm_executor executor{};  // what its tasks throw may not pass through run
  executor.workers = 2;
  executor.run = [](void*, size_t tasks, void (*task)(void*, size_t, size_t), void* argument) {
    const auto each = [&]() noexcept {
      for (size_t index = 0; index < tasks; ++index) task(argument, index, index % 2);
    };
    each();
  };
  BOOST_REQUIRE(rfm_training_lend(other.get(), &executor) == RFM_OK);
  fail_in_turn(
      "run", [&] { return rfm_training_run(other.get(), table.get(), nullptr); },
      [&] { return rfm_training_words(other.get()); });

  const std::vector<unsigned char> model = model_of(other.get());
  const Own<rfm_predictor> predictor = opened(model);
  double values[30], pushes[90];
  const auto words = [&] { return rfm_predictor_words(predictor.get()); };
  fail_in_turn(
      "open", [&] { return rfm_predictor_open(predictor.get(), model.data(), model.size()); },
      words);
  fail_in_turn(
      "answer", [&] { return rfm_predictor_answer(predictor.get(), table.get(), values, nullptr); },
      words);
  const rfm_cell row[] = {{nullptr, 0, 1234.5678901234567}, {nullptr, 0, 50}, {nullptr, 0, 3}};
  fail_in_turn(
      "answer_row",
      [&] {  // opened anew, so that there is no room yet for the number as a text
        const Own<rfm_predictor> own = new_predictor();
        if (own == nullptr) return rfm_status{RFM_NO_MEMORY};
        const rfm_status status = rfm_predictor_open(own.get(), model.data(), model.size());
        return status != RFM_OK ? status
                                : rfm_predictor_answer_row(own.get(), row, values, nullptr);
      },
      [] { return "out of memory"; });
  for (const char* form : {"c", "json", "onnx"})
    fail_in_turn(
        form, [&] { return rfm_predictor_export(predictor.get(), form, "house"); }, words);
  fail_in_turn(
      "explain", [&] { return rfm_predictor_explain(predictor.get(), table.get(), pushes); },
      words);
  fail_in_turn(
      "evaluate", [&] { return rfm_predictor_evaluate(predictor.get(), table.get()); }, words);
  BOOST_TEST(rfm_predictor_score(predictor.get(), "r2") > 0.9);
}

BOOST_AUTO_TEST_SUITE_END()
