// Fuzzes the module of prediction alone, built for this machine, as wasm/ts/model/predictor.ts uses
// it.
#include <new>
#include <vector>

#include "tests/fuzz/mutate.hpp"
#include "wasm/cpp/predict/module.cpp"

namespace {

using namespace rfm::wasm;

void answer_rows(const std::vector<char>& text) {
  constexpr std::size_t rows = 3;
  if (facts.encoded == 0) return;
  std::vector<float> x(rows * facts.features), outputs(rows * facts.outputs), one(outputs),
      values(rows), probabilities(rows * facts.classes);
  const rfm::data::AlignedBytes scratch(facts.scratch_bytes);
  const std::vector<double> numbers(rows, 1.5);
  for (std::size_t k = 0; k < facts.columns; ++k) {
    CellCounts counts{};
    const bool text_cells = k % 2 == 0 || facts.column[k].kind == 2;
    if (text_cells)
      encode_text(k, text.data(), rows, x.data(), counts);
    else
      encode_numbers(k, numbers.data(), 1, rows, x.data(), counts);
    if (counts.unseen + counts.unreadable > rows) __builtin_trap();
  }
  answer(x.data(), rows, outputs.data(), one.data(), const_cast<unsigned char*>(scratch.data()));
  decode(outputs.data(), rows, values.data(), probabilities.data());
  if (interval(0.9f, values[0]) < 0) __builtin_trap();
  for (std::size_t k = 0; k < facts.classes; ++k) {
    const rfm::EncodingText name = facts.class_text[k];
    for (std::size_t i = 0; i < name.size; ++i)
      if (facts.strings[name.offset + i] == '\xff') values[0] = 0;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const rfm::data::AlignedBytes bytes = model_of(data, size);
  member_count = 0;
  facts = {};
  try {
    rfm::data::AlignedBytes room(size + 128);
    if (open_model(bytes.data(), size, reinterpret_cast<rfm::Model<float>*>(room.data())) !=
        rfm::Status::ok)
      return 0;
    std::vector<char> text(data, data + std::min<std::size_t>(size, 40));
    text.insert(text.end(), 3, '\0');
    answer_rows(text);
  } catch (const std::bad_alloc&) {
  }
  return 0;
}
