#include "rfm/data/export_onnx.hpp"

#include "rfm/core/centres.hpp"
#include "rfm/core/kernels/lpq.hpp"
#include "rfm/data/export_onnx_parts.hpp"
#include "rfm/data/finite_model.hpp"
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
  std::vector<float> transposed(m.d * m.r);
  for (std::size_t k = 0; k < m.r; ++k)
    for (std::size_t j = 0; j < m.d; ++j) transposed[j * m.r + k] = static_cast<float>(m.root[k * m.d + j]);
  return g.node("MatMul", {centred, g.numbers(transposed, {dim(m.d), dim(m.r)})});
}

// In double precision, and back.
Name wide(OnnxGraph& g, const Name& value) { return g.node("Cast", {value}, {{"to", 11}}); }
Name narrow(OnnxGraph& g, const Name& value) { return g.node("Cast", {value}, {{"to", 1}}); }

Name root_of(OnnxGraph& g, const Name& value) { return g.node("Sqrt", {value}); }

// a^p of |u_k - v_k|.
Name term(KernelId id, OnnxGraph& g, const Name& difference) {
  if (id < KernelId::lpq100 || id > KernelId::lpq175) return g.node("Mul", {difference, difference});
  Name a = g.node("Abs", {difference});
  if (id == KernelId::lpq100) return a;
  const Name root = root_of(g, a);
  if (id == KernelId::lpq125) return g.node("Mul", {a, root_of(g, root)});
  if (id == KernelId::lpq150) return g.node("Mul", {a, root});
  return g.node("Mul", {a, g.node("Mul", {root, root_of(g, root)})});
}

// (rows, n) sum over coordinates of the terms, from differences.
template <class T>
Name distances(const Model<T>& m, OnnxGraph& g, const Name& u) {
  std::vector<float> centres;
  for (std::size_t i = 0; i < m.n; ++i)
    for (std::size_t k = 0; k < m.r; ++k) centres.push_back(static_cast<float>(centre_coordinate(m, i, k)));
  const Name spread = g.node("Unsqueeze", {u, g.wholes({1}, {1})});
  const Name difference = g.node("Sub", {spread, g.numbers(centres, {1, dim(m.n), dim(m.r)})});
  return g.node("ReduceSum", {term(m.kernel.id, g, difference), g.wholes({2}, {1})}, {{"keepdims", 0}});
}

Name exponential_of_minus(OnnxGraph& g, const Name& t) { return g.node("Exp", {g.node("Neg", {t})}); }

// (1 + r) e^-r or (1 + r + r^2/3) e^-r,  r = sqrt(s) scale
Name matern(OnnxGraph& g, const Name& s, double scale, bool smoother) {
  const Name r = g.node("Min", {g.node("Mul", {root_of(g, s), g.number(scale)}), g.number(1000)});
  Name factor = r;
  if (smoother)
    factor = g.node("Mul", {r, g.node("Add", {g.number(1), g.node("Mul", {r, g.number(1.0 / 3)})})});
  return g.node("Mul", {g.node("Add", {g.number(1), factor}), exponential_of_minus(g, r)});
}

double norm_of(KernelId id) {
  constexpr double norms[] = {1, 1.25, 1.5, 1.75, 2};
  return norms[static_cast<int32_t>(id) - static_cast<int32_t>(KernelId::lpq100)];
}

double inverse_power(KernelId id, double inverse_L) {
  switch (id) {
    case KernelId::lpq100:
      return rooted_power<100>(inverse_L);
    case KernelId::lpq125:
      return rooted_power<125>(inverse_L);
    case KernelId::lpq150:
      return rooted_power<150>(inverse_L);
    case KernelId::lpq175:
      return rooted_power<175>(inverse_L);
    default:
      return rooted_power<200>(inverse_L);
  }
}

// e^-(|u - v|_p / L)^q from s = |u - v|_p^p
Name lpq(OnnxGraph& g, const Name& s, KernelId id, double L, double q) {
  const double p = norm_of(id);
  // L^p by square roots, as everywhere: no mathematics library may decide a bit of the file.
  Name z = g.node("Mul", {s, g.number(inverse_power(id, 1 / L))});
  if (q + q == p) {
    z = root_of(g, z);
  } else if (q != p) {
    z = g.node("Pow", {z, g.number(q / p)});
  }
  return exponential_of_minus(g, z);
}

// Networks of infinite width: the recursion of rfm/core/kernels/network.hpp on (rows, n) matrices, with the
// angle t of two points in place of its cosine. An arc cosine near 1 would turn a rounding into its square
// root; 1 - S = |u/|u| - v/|v||^2 / 2 =: away and 1 + S =: towards do not cancel:
//     t = 2 atan(sqrt(away / towards)),   kappa0 = 1 - t/pi,   away <- away - (sin t - t cos t)/pi
// These kernels grow with their points, so that large terms cancel in their sums: all is in double, but for
// the arc tangent, which runtimes have in float alone.
template <class T>
Name network(const Model<T>& m, OnnxGraph& g, const Name& u) {
  std::vector<float> centres;
  for (std::size_t i = 0; i < m.n; ++i)
    for (std::size_t k = 0; k < m.r; ++k) centres.push_back(static_cast<float>(centre_coordinate(m, i, k)));
  const Name one = g.precise(1), two = g.precise(2), tiny = g.precise(1.1754943508222875e-38),
             inverse_pi = g.precise(0.31830988618379069);
  const auto sum_of_squares = [&](const Name& of, int64_t axis, int64_t kept) {
    return g.node("ReduceSum", {g.node("Mul", {of, of}), g.wholes({axis}, {1})}, {{"keepdims", kept}});
  };
  const auto unit = [&](const Name& of, const Name& length) {
    return g.node("Div", {of, g.node("Max", {length, tiny})});
  };
  const Name rows = g.node("Unsqueeze", {wide(g, u), g.wholes({1}, {1})});
  const Name points = wide(g, g.numbers(centres, {1, dim(m.n), dim(m.r)}));
  const Name row_length = root_of(g, sum_of_squares(rows, 2, 1)),
             length_of_point = root_of(g, sum_of_squares(points, 2, 1));
  const Name u_unit = unit(rows, row_length), v_unit = unit(points, length_of_point);
  Name away = g.node("Div", {sum_of_squares(g.node("Sub", {u_unit, v_unit}), 2, 0), two});
  Name towards = g.node("Div", {sum_of_squares(g.node("Add", {u_unit, v_unit}), 2, 0), two});
  const Name length = g.node("Squeeze", {g.node("Mul", {row_length, length_of_point}), g.wholes({2}, {1})});
  const auto gaussian_process = [&] {  // |u||v| S
    return g.node("Mul", {length, g.node("Sub", {one, away})});
  };
  const Name b2 = g.precise(static_cast<double>(m.kernel.parameters.bias * m.kernel.parameters.bias));
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
  return g.node("Where", {none, g.precise(0), m.kernel.id == KernelId::ntk ? P : value});
}

bool is_network(KernelId id) { return id == KernelId::nngp || id == KernelId::ntk; }

// (rows, n), those of networks in double
template <class T>
Name kernel_values(const Model<T>& m, OnnxGraph& g, const Name& u) {
  const auto L = static_cast<double>(m.kernel.parameters.bandwidth),
             q = static_cast<double>(m.kernel.parameters.exponent);
  const KernelId id = m.kernel.id;
  if (is_network(id)) return network(m, g, u);
  const Name s = distances(m, g, u);
  if (id == KernelId::laplace)
    return exponential_of_minus(g, g.node("Mul", {root_of(g, s), g.number(1 / L)}));
  if (id == KernelId::gaussian) return exponential_of_minus(g, g.node("Mul", {s, g.number(0.5 / (L * L))}));
  if (id == KernelId::matern32) return matern(g, s, 1.7320508075688772 / L, false);
  if (id == KernelId::matern52) return matern(g, s, 2.2360679774997898 / L, true);
  return lpq(g, s, id, L, q);
}

template <class T>
Name outputs(const Model<T>& m, OnnxGraph& g, const Name& x) {
  std::vector<float> alpha;
  for (std::size_t i = 0; i < m.n; ++i)
    for (std::size_t o = 0; o < m.c; ++o) alpha.push_back(static_cast<float>(m.outputs(o)[i]));
  const Name values = kernel_values(m, g, projected(m, g, x));
  const Name weights = g.numbers(alpha, {dim(m.n), dim(m.c)});
  if (!is_network(m.kernel.id)) return g.node("MatMul", {values, weights});
  return narrow(g, g.node("MatMul", {values, wide(g, weights)}));
}

}  // namespace

template <class T>
Outcome export_onnx(const ModelFile<T>& file, std::string& onnx) {
  if (Outcome outcome = check_finite(file); !outcome.ok()) return outcome;
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
