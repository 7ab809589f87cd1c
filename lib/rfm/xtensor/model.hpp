// What a model says, as tensors: predictions, gradients, M, importances and directions, of a
// machine's model or of one opened from bytes. Scratch comes from the heap for the length of a
// call.
#pragma once
#include <cstddef>
#include <vector>
#include <xtensor/xstorage.hpp>

#include "rfm/core/machine/start.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/core/model/predict.hpp"
#include "rfm/xtensor/answers.hpp"

namespace rfm::xtensor {

// Aligned memory from the heap, not initialised, in xtensor's own container for that.
struct alignas(alignment) Block {
  unsigned char bytes[alignment];
};
using Memory = xt::uvector<Block>;

constexpr std::size_t blocks_of(std::size_t bytes) { return bytes / alignment + 1; }
inline Buffer buffer_of(Memory& memory) { return {memory.data(), memory.size() * sizeof(Block)}; }

// out (n, c), or (n) for one output, = f(z) for z (n, d): any strides, straight into place.
template <class T, class Z, class Out>
Status predict(const Model<T>& model, const Z& z, Out&& out, const Executor* executor = nullptr) {
  Table<T> rows;
  Answers<T> answers;
  if (model.alpha == nullptr) return Status::wrong_order;
  RFM_TRY(rows.hold(z));
  if (rows.rows().d != model.d) return Status::shape_mismatch;
  RFM_TRY(place_for(out, rows.rows().n, model.c, &answers));
  Memory memory(blocks_of(predict_bytes(model, executor == nullptr ? 1 : executor->workers)));
  const Buffer scratch = buffer_of(memory);
  std::vector<T> some(answers.contiguous() ? 0 : panel * model.c);
  return predict_into(rows.rows(), answers, some.data(), [&](const Rows<T>& few, T* to) {
    return rfm::predict(model, few, to, scratch.data, scratch.bytes, executor);
  });
}

// out (n, c, d): how much each output changes with a unit of each column at each row of z (n, d).
template <class T, class Z>
Status gradient(const Model<T>& model, const Z& z, xt::xtensor<T, 3>& out) {
  Table<T> rows;
  if (model.alpha == nullptr) return Status::wrong_order;
  RFM_TRY(rows.hold(z));
  if (rows.rows().d != model.d) return Status::shape_mismatch;
  out.resize({rows.rows().n, model.c, model.d});
  Memory memory(blocks_of(gradient_bytes<T>(model.d, model.r, model.c)));
  const Buffer scratch = buffer_of(memory);
  return rfm::gradient(model, rows.rows(), out.data(), scratch.data, scratch.bytes);
}

// (d): the diagonal of M.
template <class T>
xt::xtensor<T, 1> importances(const Model<T>& model) {
  auto out = xt::xtensor<T, 1>::from_shape({model.d});
  rfm::importances(model, out.data());
  return out;
}

// (d, d): M.
template <class T>
xt::xtensor<T, 2> metric(const Model<T>& model) {
  auto out = xt::xtensor<T, 2>::from_shape({model.d, model.d});
  metric_matrix(model, out.data());
  unpack(out.data(), model.d, out.data());
  return out;
}

// Eigenvalues (d) of M, largest first, and its eigenvectors (d, d), one a row.
template <class T>
struct Directions {
  xt::xtensor<T, 1> values;
  xt::xtensor<T, 2> vectors;
};

template <class T>
Directions<T> directions(const Model<T>& model) {
  Directions<T> out{xt::xtensor<T, 1>::from_shape({model.d}),
                    xt::xtensor<T, 2>::from_shape({model.d, model.d})};
  auto scratch = xt::xtensor<T, 1>::from_shape({directions_scratch(model.d)});
  rfm::directions(model, out.values.data(), out.vectors.data(), scratch.data());
  return out;
}

}  // namespace rfm::xtensor
