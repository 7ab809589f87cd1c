// The ends of an exported ONNX graph: raw cells to features, outputs to answers, as
// rfm/core/cells/encoding.hpp and decoding.hpp do it, a block of features of one kind at a time.
#include "rfm/core/cells/decoding.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/onnx_graph.hpp"
#include "rfm/data/text/json.hpp"

namespace rfm::data {
namespace {

using Name = OnnxGraph::Name;

// Features of one kind, where they come from and where they go.
struct Block {
  std::vector<int64_t> column, feature;
  std::vector<float> mean, factor, fill, categories, missing, other, level;
  std::vector<bool> any_number;  // not yes/no

  OnnxGraph::Dims dims() const { return {1, static_cast<int64_t>(column.size())}; }
};

template <class T>
void add_feature(const Encoding<T>& e, std::size_t k, std::size_t j, Block& block) {
  const EncodingColumn& column = e.column[k];
  const bool has_missing = (column.flags & EncodingColumn::has_missing) != 0;
  const bool has_other = (column.flags & EncodingColumn::has_other) != 0;
  const std::size_t feature = column.first_feature + j;
  const auto categories = static_cast<float>(column.categories);
  block.column.push_back(static_cast<int64_t>(k));
  block.feature.push_back(static_cast<int64_t>(feature));
  block.mean.push_back(static_cast<float>(e.mean[feature]));
  block.factor.push_back(static_cast<float>(e.factor[feature]));
  block.fill.push_back(static_cast<float>(e.fill[k]));
  block.any_number.push_back(column.kind == static_cast<uint32_t>(ColumnKind::number));
  block.categories.push_back(categories);
  block.missing.push_back(has_missing ? categories : -1);
  block.other.push_back(has_other ? categories + (has_missing ? 1.0f : 0.0f) : -1);
  block.level.push_back(column.features == 1 ? 1 : static_cast<float>(j));
}

Name scaled(OnnxGraph& g, const Block& block, const Name& raw) {
  const Name x = g.node("Mul", {g.node("Sub", {raw, g.numbers(block.mean, block.dims())}),
                                g.numbers(block.factor, block.dims())});
  return g.node("Clip", {x, g.number(-static_cast<double>(largest_feature)),
                         g.number(static_cast<double>(largest_feature))});
}

// Whether a cell holds a number its column can read.
Name present(OnnxGraph& g, const Block& block, const Name& raw) {
  const Name finite =
      g.node("Not", {g.node("Or", {g.node("IsNaN", {raw}), g.node("IsInf", {raw})})});
  const Name boolean =
      g.node("Or", {g.node("Equal", {raw, g.number(0)}), g.node("Equal", {raw, g.number(1)})});
  return g.node("And", {finite, g.node("Or", {g.flags(block.any_number, block.dims()), boolean})});
}

Name gathered(OnnxGraph& g, const Block& block, const Name& cells) {
  return g.node("Gather",
                {cells, g.wholes(block.column, {static_cast<int64_t>(block.column.size())})},
                {{"axis", 1}});
}

Name number_features(OnnxGraph& g, const Block& block, const Name& cells) {
  const Name raw = gathered(g, block, cells);
  const Name filled =
      g.node("Where", {present(g, block, raw), raw, g.numbers(block.fill, block.dims())});
  return scaled(g, block, filled);
}

Name indicator_features(OnnxGraph& g, const Block& block, const Name& cells) {
  const Name raw = gathered(g, block, cells);
  return scaled(g, block, g.node("Where", {present(g, block, raw), g.number(0), g.number(1)}));
}

Name category_features(OnnxGraph& g, const Block& block, const Name& cells) {
  const Name raw = gathered(g, block, cells), none = g.number(-1);
  const Name inside =
      g.node("And", {g.node("GreaterOrEqual", {raw, g.number(0)}),
                     g.node("Less", {raw, g.numbers(block.categories, block.dims())})});
  const Name known = g.node("And", {inside, g.node("Equal", {g.node("Floor", {raw}), raw})});
  const Name unknown =
      g.node("Where", {g.node("IsNaN", {raw}), g.numbers(block.missing, block.dims()),
                       g.numbers(block.other, block.dims())});
  const Name level = g.node("Where", {known, raw, unknown});
  const Name on =
      g.node("Cast", {g.node("Equal", {level, g.numbers(block.level, block.dims())})}, {{"to", 1}});
  return g.node("Where", {g.node("Equal", {level, none}), g.number(0), scaled(g, block, on)});
}

// (rows, outputs) of a column by means of the target: a row of its levels, then of missing cells
// and of unseen categories.
template <class T>
Name mean_features(const Encoding<T>& e, std::size_t k, OnnxGraph& g, const Name& cells) {
  const EncodingColumn& column = e.column[k];
  const auto levels = static_cast<std::size_t>(encoding_levels(column));
  std::vector<float> table;
  for (std::size_t level = 0; level <= levels; ++level)
    for (std::size_t o = 0; o < e.outputs; ++o) {
      const T raw = level < levels ? e.level_means(k, level)[o] : T(0);
      table.push_back(
          static_cast<float>(rfm::detail::scaled_feature(e, column.first_feature + o, raw)));
    }
  const double unseen = static_cast<double>(levels), categories = column.categories;
  const Name raw =
      g.node("Gather", {cells, g.wholes({static_cast<int64_t>(k)}, {})}, {{"axis", 1}});
  const Name inside = g.node("And", {g.node("GreaterOrEqual", {raw, g.number(0)}),
                                     g.node("Less", {raw, g.number(categories)})});
  const Name known = g.node("And", {inside, g.node("Equal", {g.node("Floor", {raw}), raw})});
  const Name missing = g.number(column.has(EncodingColumn::has_missing) ? categories : unseen);
  const Name other = g.node("Where", {g.node("IsNaN", {raw}), missing, g.number(unseen)});
  const Name level = g.node("Cast", {g.node("Where", {known, raw, other})}, {{"to", 7}});
  const Name means =
      g.numbers(table, {static_cast<int64_t>(levels + 1), static_cast<int64_t>(e.outputs)});
  return g.node("Gather", {means, level}, {{"axis", 0}});
}

template <class T>
void add_metadata(const Encoding<T>& e, OnnxGraph& g) {
  JsonText columns, classes;
  columns.open_array();
  for (std::size_t k = 0; k < e.columns; ++k) {
    columns.open_object()
        .key("name")
        .text(to_string(e.column_name(k)))
        .key("kind")
        .text(word(static_cast<ColumnKind>(e.column[k].kind)));
    columns.key("categories").open_array();
    for (std::size_t j = 0; j < e.column[k].categories; ++j)
      columns.text(to_string(e.category_name(k, j)));
    columns.close_array().close_object();
  }
  columns.close_array();
  g.metadata("columns", columns.written());
  g.metadata("target", to_string(e.target_name()));
  if (e.classes == 0) return;
  classes.open_array();
  for (std::size_t k = 0; k < e.classes; ++k) classes.text(to_string(e.class_name(k)));
  g.metadata("classes", classes.close_array().written());
}

// pi = prior + f Q': the rows of class_shares.
template <class T>
Name shares(const Encoding<T>& e, OnnxGraph& g, const Name& f) {
  std::vector<float> basis(array_size<float>(e.outputs, e.classes)), prior;
  for (std::size_t k = 0; k < e.classes; ++k) {
    prior.push_back(static_cast<float>(e.prior[k]));
    if (k > 0)
      basis[(k - 1) * e.classes + k] = static_cast<float>(-static_cast<T>(k) * e.basis[k - 1]);
    for (std::size_t j = k; j < e.outputs; ++j)
      basis[j * e.classes + k] = static_cast<float>(e.basis[j]);
  }
  const auto classes = static_cast<int64_t>(e.classes);
  const Name product =
      g.node("MatMul", {f, g.numbers(basis, {static_cast<int64_t>(e.outputs), classes})});
  return g.node("Add", {product, g.numbers(prior, {1, classes})});
}

}  // namespace

template <class T>
Name onnx_features(const Encoding<T>& e, OnnxGraph& g) {
  Block numbers, indicators, categories;
  for (std::size_t k = 0; k < e.columns; ++k)
    for (std::size_t j = 0; j < e.column[k].features; ++j) {
      if (e.column[k].has(EncodingColumn::by_target)) continue;
      const bool category = e.column[k].kind == static_cast<uint32_t>(ColumnKind::category);
      add_feature(e, k, j, category ? categories : j == 0 ? numbers : indicators);
    }
  g.input("cells", e.columns);
  add_metadata(e, g);
  std::vector<Name> parts;
  std::vector<int64_t> place(e.features);
  int64_t next = 0;
  const auto add = [&](const Block& block, Name (*make)(OnnxGraph&, const Block&, const Name&)) {
    if (block.column.empty()) return;
    parts.push_back(make(g, block, "cells"));
    for (const int64_t feature : block.feature) place[static_cast<std::size_t>(feature)] = next++;
  };
  add(numbers, number_features);
  add(indicators, indicator_features);
  add(categories, category_features);
  for (std::size_t k = 0; k < e.columns; ++k) {
    if (!e.column[k].has(EncodingColumn::by_target)) continue;
    parts.push_back(mean_features(e, k, g, "cells"));
    for (std::size_t j = 0; j < e.outputs; ++j) place[e.column[k].first_feature + j] = next++;
  }
  const Name together = parts.size() == 1 ? parts[0] : g.node("Concat", parts, {{"axis", 1}});
  return g.node("Gather", {together, g.wholes(place, {static_cast<int64_t>(e.features)})},
                {{"axis", 1}});
}

template <class T>
void onnx_answers(const Encoding<T>& e, OnnxGraph& g, const Name& f) {
  if (e.task == Task::regression) {
    const Name product = g.node("Mul", {f, g.number(static_cast<double>(e.target[1]))});
    g.output_node("Add", {product, g.number(static_cast<double>(e.target[0]))}, "value");
    g.output("value", 1);
    return;
  }
  const Name pi = shares(e, g, f);
  std::vector<float> offsets;
  for (std::size_t k = 0; k < e.classes; ++k)
    offsets.push_back(static_cast<float>(e.calibration[2 + k]));
  const Name share = g.node("Clip", {pi, g.number(-1), g.number(2)});
  const Name logs = g.node(
      "Log", {g.node("Clip", {pi, g.number(static_cast<double>(smallest_share)), g.number(2)})});
  const Name linear = g.node("Mul", {share, g.number(static_cast<double>(e.calibration[0]))});
  const Name sum = g.node(
      "Add", {linear, g.node("Mul", {logs, g.number(static_cast<double>(e.calibration[1]))})});
  const Name z = g.node("Add", {sum, g.numbers(offsets, {1, static_cast<int64_t>(e.classes)})});
  g.output_node("Softmax", {z}, "probabilities", {{"axis", 1}});
  Name weighed = "probabilities";
  if (e.weighing != nullptr) {
    const std::vector<float> weighing(e.weighing, e.weighing + e.classes);
    weighed = g.node("Mul", {weighed, g.numbers(weighing, {1, static_cast<int64_t>(e.classes)})});
  }
  g.output_node("ArgMax", {weighed}, "label", {{"axis", 1}, {"keepdims", 0}});
  g.output("probabilities", e.classes);
  g.output("label", 0, true);
}

template Name onnx_features(const Encoding<float>&, OnnxGraph&);
template Name onnx_features(const Encoding<double>&, OnnxGraph&);
template void onnx_answers(const Encoding<float>&, OnnxGraph&, const Name&);
template void onnx_answers(const Encoding<double>&, OnnxGraph&, const Name&);

}  // namespace rfm::data
