// Fuzzes all that is made of a model file: C in floats and in integers, ONNX, JSON, smaller models,
// explanations; and answers
// to more rows than have room in 32 bits.
#include <new>
#include <stdexcept>
#include <string>

#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/score/explain.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/shrink/shrink.hpp"
#include "rfm/data/whole/whole.hpp"
#include "tests/fuzz/mutate.hpp"

namespace {

using namespace rfm::data;

void expect(bool sound) {
  if (!sound) __builtin_trap();
}

TextTable rows_for(std::size_t rows, const std::vector<std::string>& names) {
  TextTable table;
  table.names = names;
  table.columns.resize(names.size());
  for (TextColumn& column : table.columns)
    for (std::size_t i = 0; i < rows; ++i) column.append(i % 3 == 0 ? "1" : "");
  return table;
}

// Memory that ran out inside is no fault; what is left to see is whether anything was overrun.
template <class Work>
void with_memory(const Work& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
}

template <class T>
void answer(const ModelFile<T>& file) {
  std::vector<std::string> names{to_string(file.encoding.target_name())};
  for (std::size_t k = 0; k < file.encoding.columns; ++k)
    names.push_back(to_string(file.encoding.column_name(k)));
  EncodedTable<T> few;
  if (!encode_text(file.encoding, rows_for(2, names), few).ok()) return;
  const auto outputs = outputs_of(file, rfm::Rows<T>(few.x.data(), few.n, few.d), nullptr);
  expect(outputs.size() == few.n * file.model().c);
  expect(pushes(file, few.x.data(), 0).size() == file.encoding.columns);
  // As many rows as would make the features wrap where a size has 32 bits.
  const std::size_t many = (std::size_t{1} << 30) / few.d + 1;
  if (many > 70000 || file.encoding.columns > 4) return;
  EncodedTable<T> all;
  const bool encoded = encode_text(file.encoding, rows_for(many, names), all).ok();
  expect(!encoded || all.x.size() / all.d == many);
}

template <class T>
void use(const AlignedBytes& bytes, std::size_t size) {
  ModelFile<T> file;
  if (open_model_file(bytes.data(), size, true, &file) != rfm::Status::ok) return;
  if (file.encoded) with_memory([&] { answer(file); });
  std::string text;
  with_memory([&] { static_cast<void>(export_c(file, "name", text)); });
  with_memory([&] { static_cast<void>(export_json(file, text)); });
  with_memory([&] { static_cast<void>(export_onnx(file, text)); });
  if (file.model().n <= 24 && file.model().d <= 12 && file.members.size() <= 2)
    with_memory([&] {
      WholeModel whole;
      if (make_whole(file, {6000, 0}, whole).ok()) {
        expect(whole.constants + whole.code <= 6000);
        expect(export_whole(file, whole, "name", text).ok());
      }
    });
  if (file.model().n > 64 || file.model().d > 64 || file.members.size() > 2) return;
  for (const std::size_t wanted : {size / 2, size * 3 / 4})
    with_memory([&] {
      Shrunk small;
      if (!shrink_as<T>(bytes, size, {wanted, "{}"}, small).ok()) return;
      expect(small.file.size() <= wanted);
      ModelFile<T> again;
      expect(open_model_file(small.file.data(), small.file.size(), true, &again) ==
             rfm::Status::ok);
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const AlignedBytes bytes = model_of(data, size);
  with_memory([&] {
    if (number_bytes(bytes.data(), size) == sizeof(double)) {
      use<double>(bytes, size);
    } else {
      use<float>(bytes, size);
    }
  });
  return 0;
}
