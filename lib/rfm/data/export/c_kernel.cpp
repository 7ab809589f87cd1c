// The arithmetic of a generated C header: the elementary functions and the one kernel that its
// model uses.
#include <algorithm>
#include <string>
#include <vector>

#include "rfm/data/export/c_parts.hpp"
#include "rfm/data/export/expression.hpp"

namespace rfm::data {
namespace {

constexpr const char* exponential_single = R"(
/* e^x within 1 ulp. */
static inline float $n_exp(float x) {
  const float rounded = x * 1.44269502f + 12582912.0f; /* 1.5 * 2^23: its last bits are round(x / ln 2) */
  const float k = rounded - 12582912.0f;
  const float high = k * -0.693145752f + x, low = k * 1.42860677e-06f, r = high - low;
  const float series =
      0.5f + r * (0.166666672f +
                  r * (0.0416664667f + r * (0.00833331048f + r * (0.00139336498f + r * 0.000198909911f))));
  const float sum = 1.0f + high;
  float result = sum + ((high - (sum - 1.0f)) + (r * r * series - low));
  uint32_t bits, shift;
  memcpy(&bits, &result, sizeof bits);
  memcpy(&shift, &rounded, sizeof shift);
  bits += shift << 23;
  memcpy(&result, &bits, sizeof bits);
  if (x > 88.7228317f) return (float)INFINITY;
  return x < -87.3365402f ? 0.0f : result;
}
)";

constexpr const char* exponential_double = R"(
/* e^x within 1 ulp. */
static inline double $n_exp(double x) {
  const double rounded = x * 1.4426950408889634 + 6755399441055744.0; /* 1.5 * 2^52 */
  const double k = rounded - 6755399441055744.0;
  const double high = k * -0.69314718055966296 + x, low = k * 2.8235290563031577e-13, r = high - low;
  static const double c[11] = {0.5, 0.16666666666666671, 0.041666666666666671, 0.0083333333333261254,
      0.001388888888888287, 0.00019841269874851559, 2.4801587327894661e-05, 2.7557255360980869e-06,
      2.7557271127809506e-07, 2.5105233325420758e-08, 2.0915618510554166e-09};
  const double sum = 1.0 + high;
  double series = c[10], result;
  uint64_t bits, shift;
  int i;
  for (i = 9; i >= 0; --i) series = r * series + c[i];
  result = sum + ((high - (sum - 1.0)) + (r * r * series - low));
  memcpy(&bits, &result, sizeof bits);
  memcpy(&shift, &rounded, sizeof shift);
  bits += shift << 52;
  memcpy(&result, &bits, sizeof bits);
  if (x > 709.78271289338397) return (double)INFINITY;
  return x < -708.3964185322641 ? 0.0 : result;
}
)";

constexpr const char* logarithm_single = R"(
/* log x of x >= 0 within 1 ulp. */
static inline float $n_log(float x) {
  const int subnormal = x < 1.17549435e-38f;
  float exponent, fraction, k, f, s, z, h, R, result;
  uint32_t bits, top;
  fraction = subnormal ? x * 16777216.0f : x;
  memcpy(&bits, &fraction, sizeof bits);
  bits += 0x3f800000u - 0x3f3504f3u;
  top = bits >> 23 | 0x4b000000u;
  memcpy(&exponent, &top, sizeof exponent);
  bits = (bits & 0x7fffffu) + 0x3f3504f3u;
  memcpy(&fraction, &bits, sizeof fraction);
  exponent -= 8388735.0f;
  k = subnormal ? exponent - 24.0f : exponent;
  f = fraction - 1.0f;
  s = f / (2.0f + f);
  z = s * s;
  h = 0.5f * f * f;
  R = z * (0.666666687f + z * (0.400001228f + z * (0.285507798f + z * 0.233316138f)));
  result = k * 0.693145752f - ((h - (s * (h + R) + k * 1.42860677e-06f)) - f);
  if (!(x <= 3.40282347e+38f)) return x; /* infinity or no number */
  return x > 0.0f ? result : -(float)INFINITY;
}
)";

constexpr const char* logarithm_double = R"(
/* log x of x >= 0 within 1 ulp. */
static inline double $n_log(double x) {
  static const double c[8] = {0.66666666666666663, 0.40000000000000885, 0.28571428570799784,
      0.22222222392581045, 0.18181795547521132, 0.15386244737621896, 0.13268638369261609, 0.13088034850974767};
  const int subnormal = x < 2.2250738585072014e-308;
  double exponent, fraction, k, f, s, z, h, R, result;
  uint64_t bits, top;
  int i;
  fraction = subnormal ? x * 18014398509481984.0 : x;
  memcpy(&bits, &fraction, sizeof bits);
  bits += 0x3ff0000000000000u - 0x3fe6a09e667f3bcdu;
  top = bits >> 52 | 0x4330000000000000u;
  memcpy(&exponent, &top, sizeof exponent);
  bits = (bits & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu;
  memcpy(&fraction, &bits, sizeof fraction);
  exponent -= 4503599627371519.0;
  k = subnormal ? exponent - 54.0 : exponent;
  f = fraction - 1.0;
  s = f / (2.0 + f);
  z = s * s;
  h = 0.5 * f * f;
  R = c[7];
  for (i = 6; i >= 0; --i) R = z * R + c[i];
  R = z * R;
  result = k * 0.69314718055966296 - ((h - (s * (h + R) + k * 2.8235290563031577e-13)) - f);
  if (!(x <= 1.7976931348623157e+308)) return x; /* infinity or no number */
  return x > 0.0 ? result : -(double)INFINITY;
}
)";

constexpr const char* arc_cosine_single = R"(
/* The angle whose cosine is x, -1 <= x <= 1, within 1.5 ulp. */
static inline float $n_acos(float x) {
  const float size = x < 0.0f ? -x : x;
  const int outer = size > 0.5f;
  const float z = outer ? (1.0f - size) * 0.5f : x * x, y = outer ? sqrtf(z) : x;
  const float series = 0.166666657f + z * (0.0750009418f + z * (0.0445994027f + z * (0.0311006624f +
                       z * (0.0171492379f + z * 0.0336908475f))));
  const float rest = y * z * series;
  const float complement = 1.57079637f - (y + (rest - -4.37113883e-08f));
  return !outer ? complement : x > 0.0f ? 2.0f * (y + rest) : 2.0f * complement;
}
)";

constexpr const char* arc_cosine_double = R"(
/* The angle whose cosine is x, -1 <= x <= 1, within 1.5 ulp. */
static inline double $n_acos(double x) {
  static const double c[13] = {0.16666666666666669, 0.074999999999984329, 0.044642857146355429,
      0.030381944138531247, 0.022372172942149889, 0.017352392720869945, 0.013971212973553311,
      0.011479177415181617, 0.0103228143502052, 0.0054575067185637822, 0.017400879442887152,
      -0.014851887071528912, 0.028757851367602328};
  const double size = x < 0.0 ? -x : x;
  const int outer = size > 0.5;
  const double z = outer ? (1.0 - size) * 0.5 : x * x, y = outer ? sqrt(z) : x;
  double series = c[12], rest, complement;
  int i;
  for (i = 11; i >= 0; --i) series = z * series + c[i];
  rest = y * z * series;
  complement = 1.5707963267948966 - (y + (rest - 6.123233995736766e-17));
  return !outer ? complement : x > 0.0 ? 2.0 * (y + rest) : 2.0 * complement;
}
)";

constexpr const char* distance_opening = R"(
static inline $t $m_kernel(const $c* centre, const $t* u) {
  $t s = 0;
  size_t k;
  for (k = 0; k != $M_RANK; ++k) {
)";

// What is anchored at the origin: behind the functions of a term and of the growth.
constexpr const char* anchored_kernel = R"(
static inline $t $m_kernel(const $c* centre, const $t* u) {
  $t own = 0, row = 0, s = 0;
  size_t k;
  for (k = 0; k != $M_RANK; ++k) {
    const $t v = ($t)$r(centre[k]);
    own += $m_term(v);
    row += $m_term(u[k]);
    s += $m_term(u[k] - v);
  }
  return 1 + ($t)0.5 * (($m_growth(own) + $m_growth(row)) - $m_growth(s));
}
)";

constexpr const char* network_opening = R"(
static inline $t $m_kernel(const $c* centre, const $t* u) {
  $t uu = 0, vv = 0, uv = 0, longer, shorter, norms, S;
  size_t k;
  int layer;
  for (k = 0; k != $M_RANK; ++k) {
    const $t v = ($t)$r(centre[k]);
    uu += v * v;
    vv += u[k] * u[k];
    uv += v * u[k];
  }
  longer = uu > vv ? uu : vv;
  shorter = uu < vv ? uu : vv;
  norms = longer * sqrt$f(shorter / (longer > 0 ? longer : 1));
  if (norms < norm_min) return 0;
  S = uv / norms;
  S = -1 > S ? -1 : S;
  S = 1 < S ? 1 : S;
)";

constexpr const char* network_layers = R"(  for (layer = 0; layer < layers; ++layer) {
    const $t k0 = $n_acos(-S) * inverse_pi;
    S = S * k0 + sqrt$f((1 - S) * (1 + S)) * inverse_pi;
    S = 1 < S ? 1 : S;
)";

template <class T>
std::string constant(const char* name, T value) {
  return std::string("  const $t ") + name + " = " + c_number(value) + ";\n";
}

// An expression as C: what is used twice, or must be a name where it is used, becomes a constant of
// its own.
template <class T>
class Arithmetic {
 public:
  Arithmetic(const Expression& steps, const char* input, const char* indent)
      : steps_(steps), indent_(indent), uses_(steps.size(), 0), texts_(steps.size()) {
    texts_[0] = {input, atom};
    for (const Step& step : steps_) {
      const bool named =
          step.operation == Operation::minimum || step.operation == Operation::magnitude;
      if (operands(step.operation) > 0) uses_[step.first] += named ? 2 : 1;
      if (operands(step.operation) > 1) uses_[step.second] += named ? 2 : 1;
    }
    for (std::size_t i = 1; i < steps_.size(); ++i) write(i);
  }

  // Declarations of the constants, and the value.
  const std::string& constants() const { return constants_; }
  const std::string& value() const { return texts_.back().words; }

 private:
  enum Binding { choice, sum, product, sign, atom };  // loosest first
  struct Text {
    std::string words;
    Binding binding;
  };

  // In parentheses where it binds less than `least`.
  std::string part(std::size_t i, Binding least) const {
    const Text& text = texts_[i];
    return text.binding >= least ? text.words : "(" + text.words + ")";
  }

  Text text_of(const Step& step) const {
    const std::size_t a = step.first, b = step.second;
    switch (step.operation) {
      case Operation::add:
        return {part(a, sum) + " + " + part(b, product), sum};
      case Operation::subtract:
        return {part(a, sum) + " - " + part(b, product), sum};
      case Operation::multiply:
        return {part(a, product) + " * " + part(b, sign), product};
      case Operation::divide:
        return {part(a, product) + " / " + part(b, sign), product};
      case Operation::minimum:
        return {
            part(a, atom) + " < " + part(b, atom) + " ? " + part(a, atom) + " : " + part(b, atom),
            choice};
      case Operation::power:
        return {"$n_exp($n_log(" + part(a, choice) + ") * " +
                    c_number(static_cast<T>(step.number)) + ")",
                atom};
      case Operation::negate:
        return {"-" + part(a, atom), sign};
      case Operation::magnitude:
        return {part(a, atom) + " < 0 ? -" + part(a, atom) + " : " + part(a, atom), choice};
      case Operation::root:
        return {"sqrt$f(" + part(a, choice) + ")", atom};
      case Operation::exponential:
        return {"$n_exp(" + part(a, choice) + ")", atom};
      case Operation::constant:
      case Operation::input:
        break;
    }
    const std::string number = c_number(static_cast<T>(step.number));
    return {number, number[0] == '-' ? sign : atom};
  }

  void write(std::size_t i) {
    texts_[i] = text_of(steps_[i]);
    const bool plain = steps_[i].operation == Operation::constant;
    if (plain || (uses_[i] < 2 && (texts_[i].binding != choice || i + 1 == steps_.size()))) return;
    const std::string name(1, static_cast<char>('a' + names_++));
    constants_ += indent_ + ("const $t " + name) + " = " + texts_[i].words + ";\n";
    texts_[i] = {name, atom};
  }

  const Expression& steps_;
  const std::string indent_;
  std::vector<int> uses_;
  std::vector<Text> texts_;
  std::string constants_;
  int names_ = 0;
};

bool is_distance(KernelId id) { return shape_of(id) != PairShape::inner_product; }

bool uses(const Expression& steps, Operation operation) {
  return std::any_of(steps.begin(), steps.end(),
                     [operation](const Step& step) { return step.operation == operation; });
}

}  // namespace

template <class T>
void add_kernel_needs(const Kernel<T>& kernel, CFunctions& needs) {
  if (!is_distance(kernel.id)) {
    needs.arc_cosine = true;
    return;
  }
  const Expression value = value_of(kernel);
  needs.logarithm = needs.logarithm || uses(value, Operation::power);
  needs.exponential = needs.exponential || needs.logarithm || uses(value, Operation::exponential);
}

void add_elementary(const CFunctions& needs, bool single, CText& c) {
  if (needs.exponential) c.add(single ? exponential_single : exponential_double);
  if (needs.logarithm) c.add(single ? logarithm_single : logarithm_double);
  if (needs.arc_cosine) c.add(single ? arc_cosine_single : arc_cosine_double);
}

template <class T>
void add_kernel(const Model<T>& model, CText& c) {
  const KernelId id = model.kernel.id;
  const KernelParameters<T>& parameters = model.kernel.parameters;
  if (!is_distance(id)) {
    const bool tangent = is_tangent(id);
    std::string text = network_opening;
    std::string constants = constant("norm_min", smallest_normal<T>);
    constants += constant("inverse_pi", T(0.31830988618379069));
    constants += "  const int layers = " + std::to_string(parameters.depth) + ";\n";
    if (tangent) constants += constant("bias2", parameters.bias * parameters.bias) + "  $t P;\n";
    text.insert(text.find("  $t uu"), constants);
    if (tangent) text += "  P = norms * S + bias2;\n";
    text += network_layers;
    if (tangent) text += "    P = P * k0 + bias2 + norms * S;\n";
    c.add(text).add(tangent ? "  }\n  return P;\n}\n" : "  }\n  return norms * S;\n}\n");
    return;
  }
  const Expression term = term_of<T>(id), value = value_of(model.kernel);
  const Arithmetic<T> in_loop(term, "difference", "    "), after(value, "s", "  ");
  if (shape_of(id) == PairShape::anchored) {
    const Arithmetic<T> of_term(term, "difference", "  ");
    c.add("\nstatic inline $t $m_term($t difference) {\n" + of_term.constants());
    c.add("  return " + of_term.value() + ";\n}\n");
    c.add("\nstatic inline $t $m_growth($t s) {\n" + after.constants());
    c.add("  return " + after.value() + ";\n}\n").add(anchored_kernel);
    return;
  }
  c.add(distance_opening).add("    const $t difference = u[k] - ($t)$r(centre[k]);\n");
  c.add(in_loop.constants()).add("    s += " + in_loop.value() + ";\n  }\n");
  c.add(after.constants()).add("  return " + after.value() + ";\n}\n");
}

template <class T>
void add_distance_term(KernelId id, CText& c) {
  const Arithmetic<T> term(term_of<T>(id), "difference", "      ");
  c.add(term.constants()).add("      s += " + term.value() + ";\n");
}

template void add_distance_term<float>(KernelId, CText&);
template void add_distance_term<double>(KernelId, CText&);
template void add_kernel_needs(const Kernel<float>&, CFunctions&);
template void add_kernel_needs(const Kernel<double>&, CFunctions&);
template void add_kernel(const Model<float>&, CText&);
template void add_kernel(const Model<double>&, CText&);

}  // namespace rfm::data
