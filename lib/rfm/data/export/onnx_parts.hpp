// The parts of an exported ONNX graph; export_onnx puts them together.
#pragma once
#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/data/export/onnx_graph.hpp"

namespace rfm::data {

// The input `cells` (rows, columns) and the features (rows, d) made of it; metadata with the names.
template <class T>
OnnxGraph::Name onnx_features(const Encoding<T>& encoding, OnnxGraph& graph);

// Outputs f (rows, c) to `value`, or to `probabilities` and `label`.
template <class T>
void onnx_answers(const Encoding<T>& encoding, OnnxGraph& graph, const OnnxGraph::Name& f);

}  // namespace rfm::data
