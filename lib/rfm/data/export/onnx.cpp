#include "rfm/data/bytes.hpp"
#include "rfm/data/export/export.hpp"

#include "rfm/core/model/centres.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/expression.hpp"
#include "rfm/data/export/onnx_graph.hpp"
#include "rfm/data/text/sentence.hpp"
#include "rfm/version.h"

namespace rfm::data {
namespace {

using Name = OnnxGraph::Name;
using Dims = OnnxGraph::Dims;

template <class T>
std::vector<float> singles(const T* values, std::size_t count) {
  std::vector<float> result;
  for (std::size_t k = 0; k < count; ++k) result.push_back(static_cast<float>(values[k]));
  return result;
}

int64_t dim(std::size_t size) { return static_cast<int64_t>(size); }

// u = R (x - origin), (rows, r).
template <class T>
Name projected(const Model<T>& m, OnnxGraph& g, const Name& x) {
  Name centred = g.node("Sub", {x, g.numbers(singles(m.origin, m.d), {1, dim(m.d)})});
  if (m.metric == Metric::identity) return centred;
  if (m.metric == Metric::diagonal)
    return g.node("Mul", {centred, g.numbers(singles(m.root, m.d), {1, dim(m.d)})});
  std::vector<float> transposed(array_size<float>(m.d, m.r));
  for (std::size_t k = 0; k < m.r; ++k)
    for (std::size_t j = 0; j < m.d; ++j)
      transposed[j * m.r + k] = static_cast<float>(m.root[k * m.d + j]);
  return g.node("MatMul", {centred, g.numbers(transposed, {dim(m.d), dim(m.r)})});
}

// In double precision, and back.
Name wide(OnnxGraph& g, const Name& value) { return g.node("Cast", {value}, {{"to", 11}}); }
Name narrow(OnnxGraph& g, const Name& value) { return g.node("Cast", {value}, {{"to", 1}}); }

Name root_of(OnnxGraph& g, const Name& value) { return g.node("Sqrt", {value}); }

// The steps of an expression as nodes, in double where the input is.
Name value_in_graph(OnnxGraph& g, const Expression& steps, const Name& input, bool in_double) {
  const auto number = [&g, in_double](double value) {
    return in_double ? g.precise(value) : g.number(value);
  };
  constexpr const char* words[] = {"",    "",    "Add", "Sub", "Mul",  "Div",
                                   "Min", "Pow", "Neg", "Abs", "Sqrt", "Exp"};
  std::vector<Name> names{input};
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const char* word = words[static_cast<std::size_t>(step.operation)];
    if (step.operation == Operation::constant) {
      names.push_back(number(step.number));
    } else if (step.operation == Operation::power) {
      names.push_back(g.node(word, {names[step.first], number(step.number)}));
    } else if (operands(step.operation) == 1) {
      names.push_back(g.node(word, {names[step.first]}));
    } else {
      names.push_back(g.node(word, {names[step.first], names[step.second]}));
    }
  }
  return names.back();
}

// (1, n, r)
template <class T>
Name centres(const Model<T>& m, OnnxGraph& g) {
  std::vector<float> numbers;
  for (std::size_t i = 0; i < m.n; ++i)
    for (std::size_t k = 0; k < m.r; ++k)
      numbers.push_back(static_cast<float>(centre_coordinate(m, i, k)));
  return g.numbers(numbers, {1, dim(m.n), dim(m.r)});
}

// (rows, 1, r)
Name spread(OnnxGraph& g, const Name& u) { return g.node("Unsqueeze", {u, g.wholes({1}, {1})}); }

// The value of the kernel, or its growth, of the sum over coordinates of the terms.
template <class T>
Name value_of_sum(const Model<T>& m, OnnxGraph& g, const Name& difference, bool in_double) {
  const Name terms = value_in_graph(g, term_of<T>(m.kernel.id), difference, in_double);
  const Name sum = g.node("ReduceSum", {terms, g.wholes({2}, {1})}, {{"keepdims", 0}});
  return value_in_graph(g, value_of(m.kernel), sum, in_double);
}

// 1 + (growth(u) + growth(v) - growth(u - v)) / 2, which grows with its points: in double, as
// networks are.
template <class T>
Name anchored(const Model<T>& m, OnnxGraph& g, const Name& u) {
  const Name rows = spread(g, wide(g, u)), points = wide(g, centres(m, g));
  const Name both =
      g.node("Add", {value_of_sum(m, g, points, true), value_of_sum(m, g, rows, true)});
  const Name between = value_of_sum(m, g, g.node("Sub", {rows, points}), true);
  const Name halved = g.node("Mul", {g.node("Sub", {both, between}), g.precise(0.5)});
  return g.node("Add", {halved, g.precise(1)});
}

// Networks of infinite width: the recursion of rfm/core/kernels/network.hpp on (rows, n) matrices,
// with the angle t of two points in place of its cosine. An arc cosine near 1 would turn a rounding
// into its square root; 1 - S = |u/|u| - v/|v||^2 / 2 =: away and 1 + S =: towards do not cancel:
//     t = 2 atan(sqrt(away / towards)),   kappa0 = 1 - t/pi,   away <- away - (sin t - t cos t)/pi
// These kernels grow with their points, so that large terms cancel in their sums: all is in double,
// but for the arc tangent, which runtimes have in float alone.
template <class T>
Name network(const Model<T>& m, OnnxGraph& g, const Name& u) {
  const Name one = g.precise(1), two = g.precise(2), tiny = g.precise(1.1754943508222875e-38),
             inverse_pi = g.precise(0.31830988618379069);
  const auto sum_of_squares = [&](const Name& of, int64_t axis, int64_t kept) {
    return g.node("ReduceSum", {g.node("Mul", {of, of}), g.wholes({axis}, {1})},
                  {{"keepdims", kept}});
  };
  const auto unit = [&](const Name& of, const Name& length) {
    return g.node("Div", {of, g.node("Max", {length, tiny})});
  };
  const Name rows = spread(g, wide(g, u));
  const Name points = wide(g, centres(m, g));
  const Name row_length = root_of(g, sum_of_squares(rows, 2, 1)),
             length_of_point = root_of(g, sum_of_squares(points, 2, 1));
  const Name u_unit = unit(rows, row_length), v_unit = unit(points, length_of_point);
  Name away = g.node("Div", {sum_of_squares(g.node("Sub", {u_unit, v_unit}), 2, 0), two});
  Name towards = g.node("Div", {sum_of_squares(g.node("Add", {u_unit, v_unit}), 2, 0), two});
  const Name length =
      g.node("Squeeze", {g.node("Mul", {row_length, length_of_point}), g.wholes({2}, {1})});
  const auto gaussian_process = [&] {  // |u||v| S
    return g.node("Mul", {length, g.node("Sub", {one, away})});
  };
  const Name b2 =
      g.precise(static_cast<double>(m.kernel.parameters.bias * m.kernel.parameters.bias));
  Name value = gaussian_process();
  Name P = g.node("Add", {value, b2});
  for (int32_t layer = 0; layer < m.kernel.parameters.depth; ++layer) {
    const Name tangent = root_of(g, g.node("Div", {away, g.node("Max", {towards, tiny})}));
    const Name t = g.node("Mul", {wide(g, g.node("Atan", {narrow(g, tangent)})), two});
    const Name k0 = g.node("Sub", {one, g.node("Mul", {t, inverse_pi})});
    const Name sine = root_of(g, g.node("Mul", {away, towards}));
    const Name gain = g.node("Sub", {sine, g.node("Mul", {t, g.node("Sub", {one, away})})});
    away = g.node("Max", {g.precise(0), g.node("Sub", {away, g.node("Mul", {gain, inverse_pi})})});
    towards = g.node("Sub", {two, away});
    value = gaussian_process();
    P = g.node("Add", {g.node("Add", {g.node("Mul", {P, k0}), b2}), value});
  }
  const Name none = g.node("Less", {length, tiny});
  return g.node("Where", {none, g.precise(0), is_tangent(m.kernel.id) ? P : value});
}

// Whether values grow with the points, so that large terms cancel in sums over them.
bool grows(KernelId id) {
  return shape_of(id) == PairShape::inner_product || shape_of(id) == PairShape::anchored;
}

// (rows, n), those that grow in double
template <class T>
Name kernel_values(const Model<T>& m, OnnxGraph& g, const Name& u) {
  if (shape_of(m.kernel.id) == PairShape::inner_product) return network(m, g, u);
  if (shape_of(m.kernel.id) == PairShape::anchored) return anchored(m, g, u);
  return value_of_sum(m, g, g.node("Sub", {spread(g, u), centres(m, g)}), false);
}

template <class T>
Name outputs(const Model<T>& m, OnnxGraph& g, const Name& x) {
  std::vector<float> alpha;
  for (std::size_t i = 0; i < m.n; ++i)
    for (std::size_t o = 0; o < m.c; ++o) alpha.push_back(static_cast<float>(m.outputs(o)[i]));
  const Name values = kernel_values(m, g, projected(m, g, x));
  const Name weights = g.numbers(alpha, {dim(m.n), dim(m.c)});
  if (!grows(m.kernel.id)) return g.node("MatMul", {values, weights});
  return narrow(g, g.node("MatMul", {values, wide(g, weights)}));
}

}  // namespace

template <class T>
Outcome export_onnx(const ModelFile<T>& file, std::string& onnx) {
  if (Outcome outcome = check_finite(file); !outcome.ok()) return outcome;
  for (std::size_t k = 0; file.encoded && k < file.encoding.columns; ++k)
    if (file.encoding.column[k].kind == static_cast<uint32_t>(ColumnKind::date))
      return refusal("column '%' holds dates, and ONNX has no calendar: export a C header or JSON",
                     {to_string(file.encoding.column_name(k))});
  OnnxGraph g;
  Name x = "features", sum;
  if (file.encoded) {
    x = onnx_features(file.encoding, g);
  } else {
    g.input(x, file.model().d);
  }
  for (const Model<T>& member : file.members) {
    if (member.r == 0) return failure("a machine of rank 0 is a constant, and has no graph");
    const Name f = outputs(member, g, x);
    sum = sum.empty() ? f : g.node("Add", {sum, f});
  }
  if (file.members.size() > 1)
    sum = g.node("Mul", {sum, g.number(1.0 / static_cast<double>(file.members.size()))});
  if (file.encoded) {
    onnx_answers(file.encoding, g, sum);
  } else {
    g.output_node("Identity", {sum}, "outputs");
    g.output("outputs", file.model().c);
  }
  onnx = g.model("rfm", RFM_VERSION);
  return {};
}

template Outcome export_onnx(const ModelFile<float>&, std::string&);
template Outcome export_onnx(const ModelFile<double>&, std::string&);

}  // namespace rfm::data
