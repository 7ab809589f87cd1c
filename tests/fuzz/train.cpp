// Fuzzes the whole way of a table: training with a clock that soon runs out, the model file,
// answers to the same rows, scores.
#include <new>
#include <string_view>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/train.hpp"
#include "tests/fuzz/bytes.hpp"

namespace {

using namespace rfm::data;

void expect(bool sound) {
  if (!sound) __builtin_trap();
}

// The first byte chooses what is wished for.
TrainOptions options_of(unsigned chosen, double& clock) {
  constexpr rfm::KernelId kernels[] = {rfm::KernelId::laplace, rfm::KernelId::gaussian,
                                       rfm::KernelId::lpq150, rfm::KernelId::ntk};
  TrainOptions options;
  options.search.wishes.kernel = kernels[chosen & 3];
  if ((chosen & 4) != 0) options.search.wishes.metric = rfm::Metric::full;
  if ((chosen & 8) != 0) options.test_share = 0.3;
  if ((chosen & 16) != 0) options.plan.task = rfm::Task::classification;
  if ((chosen & 32) != 0) options.members = 3;
  if ((chosen & 64) != 0) options.search.wishes.rounds = 1;
  options.search.wishes.depth = (chosen & 3) == 3 ? std::optional<int32_t>(1) : std::nullopt;
  options.memory = std::size_t{64} << 20;
  options.search.budget = 1;
  options.search.context = &clock;
  options.search.now = [](void* context) { return *static_cast<double*>(context) += 1e-3; };
  return options;
}

void train_on(unsigned chosen, std::string_view csv) {
  TextTable text;
  if (!read_csv(csv, {}, text).ok() || text.rows() > 60 || text.names.size() > 20) return;
  double clock = 0;
  const TrainOptions options = options_of(chosen, clock);
  Trained trained;
  if (!train<float>(text, options, trained).ok()) return;
  ModelFile<float> file;
  expect(open_model_file(trained.file.data(), trained.file.size(), false, &file) ==
         rfm::Status::ok);
  expect(file.encoded);
  EncodedTable<float> rows;
  expect(encode_labelled_text(file.encoding, text, rows).ok() || options.test_share > 0);
  expect(encode_text(file.encoding, text, rows).ok());
  const auto outputs = outputs_of(file, rfm::Rows<float>(rows.x.data(), rows.n, rows.d), nullptr);
  expect(outputs.size() == rows.n * file.model().c);
  for (const float output : outputs) expect(output - output == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    train_on(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const std::bad_alloc&) {
  }
  return 0;
}
