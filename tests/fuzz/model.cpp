// Fuzzes the model loader and everything that reads an opened model: encoding, prediction,
// decoding, gradients, directions.
#include <algorithm>
#include <string>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/score/scores.hpp"
#include "tests/fuzz/mutate.hpp"

namespace {

constexpr std::size_t rows = 3;

template <class T>
std::vector<T> features_of(const rfm::Encoding<T>& encoding, const std::string& text) {
  std::vector<T> x(rows * encoding.features);
  std::vector<rfm::Cell<T>> cells(encoding.columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < encoding.columns; ++k) {
      const std::size_t begin = (i * 7 + k * 3) % (text.size() + 1);
      cells[k].text = {text.data() + begin,
                       std::min<std::size_t>(text.size() - begin, 4 + begin % 20)};
      if ((i + k) % 3 == 0) cells[k] = {{}, static_cast<T>(k)};
    }
    rfm::encode_row(encoding, cells.data(), x.data() + i * encoding.features);
  }
  return x;
}

template <class T>
void decode(const rfm::Encoding<T>& encoding, const std::vector<T>& outputs) {
  std::vector<T> p(encoding.classes);
  for (std::size_t i = 0; i < rows; ++i) {
    const T* f = outputs.data() + i * encoding.outputs;
    if (encoding.task == rfm::Task::regression) {
      const T value = rfm::decoded_value(encoding, f);
      if (rfm::width_around(encoding, T(0.9), value) < 0) __builtin_trap();
    } else {
      rfm::decoded_probabilities(encoding, f, p.data());
      if (rfm::answered_class(encoding, p.data()) >= p.size()) __builtin_trap();
    }
  }
  rfm::data::feature_names(encoding);
  rfm::data::feature_columns(encoding);
}

template <class T>
void inspect(const rfm::Model<T>& model) {
  constexpr std::size_t widest = 24;
  std::vector<T> diagonal(model.d);
  rfm::importances(model, diagonal.data());
  if (model.d > widest) return;
  std::vector<T> values(model.d), vectors(model.d * model.d),
      scratch(rfm::directions_scratch(model.d));
  rfm::directions(model, values.data(), vectors.data(), scratch.data());
}

template <class T>
void use(const rfm::data::AlignedBytes& bytes, std::size_t size, const std::string& text) {
  rfm::data::ModelFile<T> file;
  if (open_model_file(bytes.data(), size, (size & 1) != 0, &file) != rfm::Status::ok) return;
  std::vector<T> x(rows * file.model().d, T(1));
  if (file.encoded) x = features_of(file.encoding, text);
  const rfm::Rows<T> z(x.data(), rows, file.model().d);
  const std::vector<T> outputs = outputs_of(file, z, nullptr);
  if (outputs.size() != rows * file.model().c) __builtin_trap();
  if (file.encoded) decode(file.encoding, outputs);
  gradients_of(file, z);
  for (const T novelty : novelties_of(file, z, nullptr))
    if (novelty < 0 || novelty > 1) __builtin_trap();
  inspect(file.model());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const rfm::data::AlignedBytes bytes = model_of(data, size);
  const std::string text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 64));
  if (rfm::data::number_bytes(bytes.data(), size) == sizeof(double)) {
    use<double>(bytes, size, text);
  } else {
    use<float>(bytes, size, text);
  }
  return 0;
}
