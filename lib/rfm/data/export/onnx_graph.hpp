// An ONNX graph that grows node by node, and the few fields of its protobuf encoding: every value
// has a name, shapes are the caller's business. Then the parts of an exported model, which
// export_onnx puts together. O(bytes).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/model/bytes.hpp"

namespace rfm::data {

// A protobuf message being written: field numbers with whole numbers, fixed 32-bit words or bytes.
class Message {
 public:
  Message& whole(uint32_t field, uint64_t value);
  Message& bytes(uint32_t field, std::string_view value);
  Message& message(uint32_t field, const Message& value) { return bytes(field, value.text_); }
  const std::string& written() const { return text_; }

 private:
  void varint(uint64_t value);
  std::string text_;
};

class OnnxGraph {
 public:
  using Name = std::string;
  using Dims = std::vector<int64_t>;

  // Constants. A scalar has no dimensions.
  Name numbers(const std::vector<float>& values, const Dims& dims);
  Name number(double value) { return numbers({static_cast<float>(value)}, {}); }
  Name precise(double value);  // in double precision
  Name wholes(const std::vector<int64_t>& values, const Dims& dims);
  Name flags(const std::vector<bool>& values, const Dims& dims);

  // The output of a new node; attributes are whole numbers.
  Name node(std::string_view op, const std::vector<Name>& inputs,
            const std::vector<std::pair<const char*, int64_t>>& attributes = {});
  // The same under a name of the caller's.
  void output_node(std::string_view op, const std::vector<Name>& inputs, const Name& output,
                   const std::vector<std::pair<const char*, int64_t>>& attributes = {});

  // Inputs and outputs of the whole graph: (rows, columns), or (rows) for 0 columns.
  void input(const Name& name, std::size_t columns);
  void output(const Name& name, std::size_t columns, bool whole_numbers = false);
  void metadata(std::string_view key, std::string_view value);

  // The whole model.
  std::string model(std::string_view producer, std::string_view version) const;

 private:
  Name constant(uint64_t type, std::string_view raw, const Dims& dims);
  Message value_info(const Name& name, std::size_t columns, bool whole_numbers) const;

  Message nodes_, constants_, ends_, properties_;
  std::size_t count_ = 0;
};

// The input `cells` (rows, columns) and the features (rows, d) made of it; metadata with the names.
template <class T>
OnnxGraph::Name onnx_features(const Encoding<T>& encoding, OnnxGraph& graph);

// Outputs f (rows, c) to `value`, or to `probabilities` and `label`.
template <class T>
void onnx_answers(const Encoding<T>& encoding, OnnxGraph& graph, const OnnxGraph::Name& f);

}  // namespace rfm::data
