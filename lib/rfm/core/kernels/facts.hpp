// Every kernel, once. A line below is all that the rest of the project knows of a kernel besides
// its mathematics, which is a functor in a file of this folder: numbers in model files, C constants
// and functions, the TypeScript union, words of the command line and its help, the search and the
// exports come from here.
//
//     X(number, name, word, title, norm, decay, takes, formula, functor)
//
// number   stored in model files: never changed, never used again
// name     of the enumerator, of the C++ function that makes it and of the C ones:
// rfm_kernel_<name>_f32 word     what people write; kernels of one word differ in their norm norm
// p of the |u|_p it measures in decay    1 - k grows with this power of distance / bandwidth; 0
// where that is the exponent q, or none takes    the parameters: `bandwidth`, `exponent` (and
// bandwidth), `power` (an exponent, but no bandwidth), or `layers` (and bias, but no bandwidth)
// formula  of a word: for --help; nothing where an earlier line has said it functor  the
// mathematics, for the number type T
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/target.hpp"

// clang-format off
#define RFM_EACH_KERNEL(X)                                                                        \
  X(0, laplace, "laplace", "Laplace", 2, 1, bandwidth,                                            \
    "exp(-D / L)",                                                                                \
    Laplace<T>)                                                                                   \
  X(1, gaussian, "gaussian", "Gaussian", 2, 2, bandwidth,                                         \
    "exp(-D^2 / (2 L^2))",                                                                        \
    Gaussian<T>)                                                                                  \
  X(2, matern32, "matern32", "Matérn 3/2", 2, 2, bandwidth,                                       \
    "(1 + a) exp(-a)             a = sqrt(3) D / L",                                              \
    Matern32<T>)                                                                                  \
  X(3, matern52, "matern52", "Matérn 5/2", 2, 2, bandwidth,                                       \
    "(1 + a + a^2 / 3) exp(-a)   a = sqrt(5) D / L",                                              \
    Matern52<T>)                                                                                  \
  X(4, lpq100, "lpq", "Lpq: powers of coordinates", 1, 0, exponent,                               \
    "exp(-(|u|_P / L)^Q)         P = 1, 1.25, 1.5, 1.75 or 2, 0 < Q <= P, "                       \
    "|u|_P^P = sum_k |u_k|^P",                                                                    \
    Lpq<T, 100>)                                                                                  \
  X(5, lpq125, "lpq", "Lpq: powers of coordinates", 1.25, 0, exponent, nullptr, Lpq<T, 125>)      \
  X(6, lpq150, "lpq", "Lpq: powers of coordinates", 1.5, 0, exponent, nullptr, Lpq<T, 150>)       \
  X(7, lpq175, "lpq", "Lpq: powers of coordinates", 1.75, 0, exponent, nullptr, Lpq<T, 175>)      \
  X(8, lpq200, "lpq", "Lpq: powers of coordinates", 2, 0, exponent, nullptr, Lpq<T, 200>)         \
  X(11, brownian100, "brownian", "Brownian, no bandwidth", 1, 0, power,                           \
    "1 + (|v|^Q + |w|^Q - |v - w|^Q) / 2   no L; v = R x, w = R z, P = 1, 1.5 or 2",        \
    Brownian<T, 100>)                                                                             \
  X(12, brownian150, "brownian", "Brownian, no bandwidth", 1.5, 0, power, nullptr,                \
    Brownian<T, 150>)                                                                             \
  X(13, brownian200, "brownian", "Brownian, no bandwidth", 2, 0, power, nullptr, Brownian<T, 200>)\
  X(9, nngp, "nngp", "Network, Gaussian process", 2, 0, layers,                                   \
    "|u||v| S   limit of a ReLU network with --layers hidden layers (1 to 5) at random "          \
    "weights",                                                                                    \
    Network<T, NetworkLimit::gaussian_process>)                                                   \
  X(10, ntk, "ntk", "Network, tangent", 2, 0, layers,                                             \
    "P          its neural tangent kernel with --bias b;  u = R x, v = R z",                      \
    Network<T, NetworkLimit::tangent>)

// What the automatic choice tries, in this order: kernel, exponent, bias, and the narrowest search that does:
// `broad` are those that are seldom the best alone but err differently. See lib/docs/SEARCH.md.
#define RFM_EACH_SEARCHED_KERNEL(X) \
  X(lpq150,      1.5,  0, narrow)   \
  X(brownian200, 1,    0, narrow)   \
  X(brownian150, 1,    0, narrow)   \
  X(brownian100, 1,    0, usual)    \
  X(gaussian,    2,    0, usual)    \
  X(ntk,         1,    0, broad)    \
  X(ntk,         1,    1, broad)    \
  X(lpq200,      0.75, 0, broad)
// clang-format on

namespace rfm {

#define RFM_ENUMERATOR(number, name, ...) name = (number),
enum class KernelId : int32_t { RFM_EACH_KERNEL(RFM_ENUMERATOR) };
#undef RFM_ENUMERATOR

enum class KernelTakes : int32_t { bandwidth, exponent, power, layers };

struct KernelFacts {
  KernelId id;
  const char* word;
  double norm;
  double decay;  // 0 where it is the exponent, and for kernels without a bandwidth
  KernelTakes takes;
  const char* formula;
};

#define RFM_FACTS(number, name, word, title, norm, decay, takes, formula, ...) \
  {KernelId::name, word, norm, decay, KernelTakes::takes, formula},
inline constexpr KernelFacts kernel_list[] = {RFM_EACH_KERNEL(RFM_FACTS)};
#undef RFM_FACTS

// Of a number that names a kernel; null for any other.
constexpr const KernelFacts* facts_of(KernelId id) {
  for (const KernelFacts& facts : kernel_list)
    if (facts.id == id) return &facts;
  return nullptr;
}

// Whether a kernel has this parameter; `exponent` stands for all that have one.
constexpr bool takes(const KernelFacts& facts, KernelTakes parameter) {
  return facts.takes == parameter ||
         (parameter == KernelTakes::exponent && facts.takes == KernelTakes::power);
}
constexpr bool takes(KernelId id, KernelTakes parameter) {
  const KernelFacts* facts = facts_of(id);
  return facts != nullptr && takes(*facts, parameter);
}
constexpr bool has_bandwidth(KernelId id) {
  return !takes(id, KernelTakes::power) && !takes(id, KernelTakes::layers);
}

}  // namespace rfm
