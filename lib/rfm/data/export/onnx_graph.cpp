#include "rfm/data/export/onnx_graph.hpp"

#include <cstring>

namespace rfm::data {
namespace {

// Field numbers of onnx.proto.
namespace model_field {
constexpr uint32_t ir_version = 1, producer_name = 2, producer_version = 3, graph = 7, opset = 8,
                   metadata = 14;
}
namespace graph_field {
constexpr uint32_t node = 1, name = 2, initializer = 5, input = 11, output = 12;
}
namespace node_field {
constexpr uint32_t input = 1, output = 2, op_type = 4, attribute = 5;
}
namespace tensor_field {
constexpr uint32_t dims = 1, data_type = 2, name = 8, raw_data = 9;
}
constexpr uint64_t float_type = 1, int64_type = 7, bool_type = 9, double_type = 11,
                   whole_attribute = 2;
constexpr uint64_t ir_version = 7, opset_version = 13;

template <class Number>
std::string raw(const std::vector<Number>& values) {
  std::string bytes(values.size() * sizeof(Number), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

}  // namespace

void Message::varint(uint64_t value) {
  for (; value >= 128; value >>= 7) text_ += static_cast<char>(value | 128);
  text_ += static_cast<char>(value);
}

Message& Message::whole(uint32_t field, uint64_t value) {
  varint(uint64_t{field} << 3);
  varint(value);
  return *this;
}

Message& Message::bytes(uint32_t field, std::string_view value) {
  varint(uint64_t{field} << 3 | 2);
  varint(value.size());
  text_ += value;
  return *this;
}

OnnxGraph::Name OnnxGraph::constant(uint64_t type, std::string_view raw_data, const Dims& dims) {
  Name name = "constant_" + std::to_string(++count_);
  Message tensor;
  for (const int64_t dim : dims) tensor.whole(tensor_field::dims, static_cast<uint64_t>(dim));
  tensor.whole(tensor_field::data_type, type).bytes(tensor_field::name, name);
  tensor.bytes(tensor_field::raw_data, raw_data);
  constants_.message(graph_field::initializer, tensor);
  return name;
}

OnnxGraph::Name OnnxGraph::numbers(const std::vector<float>& values, const Dims& dims) {
  return constant(float_type, raw(values), dims);
}

OnnxGraph::Name OnnxGraph::precise(double value) {
  return constant(double_type, raw(std::vector<double>{value}), {});
}

OnnxGraph::Name OnnxGraph::wholes(const std::vector<int64_t>& values, const Dims& dims) {
  return constant(int64_type, raw(values), dims);
}

OnnxGraph::Name OnnxGraph::flags(const std::vector<bool>& values, const Dims& dims) {
  std::string bytes;
  for (const bool value : values) bytes += static_cast<char>(value ? 1 : 0);
  return constant(bool_type, bytes, dims);
}

OnnxGraph::Name OnnxGraph::node(std::string_view op, const std::vector<Name>& inputs,
                                const std::vector<std::pair<const char*, int64_t>>& attributes) {
  Name name = "value_" + std::to_string(++count_);
  output_node(op, inputs, name, attributes);
  return name;
}

void OnnxGraph::output_node(std::string_view op, const std::vector<Name>& inputs,
                            const Name& output,
                            const std::vector<std::pair<const char*, int64_t>>& attributes) {
  Message node;
  for (const Name& input : inputs) node.bytes(node_field::input, input);
  node.bytes(node_field::output, output).bytes(node_field::op_type, op);
  for (const auto& [name, value] : attributes) {
    Message attribute;
    attribute.bytes(1, name).whole(3, static_cast<uint64_t>(value)).whole(20, whole_attribute);
    node.message(node_field::attribute, attribute);
  }
  nodes_.message(graph_field::node, node);
}

Message OnnxGraph::value_info(const Name& name, std::size_t columns, bool whole_numbers) const {
  Message rows, shape, tensor, type, info;
  rows.bytes(2, "rows");
  shape.message(1, rows);
  if (columns > 0) {
    Message width;
    width.whole(1, columns);
    shape.message(1, width);
  }
  tensor.whole(1, whole_numbers ? int64_type : float_type).message(2, shape);
  type.message(1, tensor);
  info.bytes(1, name).message(2, type);
  return info;
}

void OnnxGraph::input(const Name& name, std::size_t columns) {
  ends_.message(graph_field::input, value_info(name, columns, false));
}

void OnnxGraph::output(const Name& name, std::size_t columns, bool whole_numbers) {
  ends_.message(graph_field::output, value_info(name, columns, whole_numbers));
}

void OnnxGraph::metadata(std::string_view key, std::string_view value) {
  Message entry;
  entry.bytes(1, key).bytes(2, value);
  properties_.message(model_field::metadata, entry);
}

std::string OnnxGraph::model(std::string_view producer, std::string_view version) const {
  Message name, opset, model;
  name.bytes(graph_field::name, "rfm");
  opset.bytes(1, "").whole(2, opset_version);
  model.whole(model_field::ir_version, ir_version).bytes(model_field::producer_name, producer);
  model.bytes(model_field::producer_version, version).message(model_field::opset, opset);
  model.bytes(model_field::graph,
              name.written() + nodes_.written() + constants_.written() + ends_.written());
  return model.written() + properties_.written();
}

}  // namespace rfm::data
