// The formulas of the kernels and the defaults of training, as --help shows them.
#pragma once
#include <string>

#include "rfm/core/kernels/facts.hpp"

namespace rfm::cli {

// A line for each word of core/kernels/facts.hpp between these two.
inline constexpr const char* kernels_opening =
    "Kernels: k(x, z) of u = R (x - z), D = |u|, with M = R'R the learned metric and L the "
    "bandwidth\n";
inline constexpr const char* kernels_closing =
    R"(               S = cos(u, v), P = u.v + b^2; a layer: P <- P k0(S) + b^2 + |u||v| k1(S), S <- k1(S)
               k0(S) = 1 - acos(S) / pi, k1(S) = S k0(S) + sqrt(1 - S^2) / pi
The machine: f(x) = sum_i alpha_i k(x_i, x), (K + ridge I) alpha = y; each round then replaces M by the average of
grad f grad f' over the training rows, divided by its largest entry. Numbers are centred and scaled to unit variance.)";

inline std::string kernel_help() {
  std::string text = kernels_opening;
  for (const KernelFacts& facts : detail::kernel_list) {
    if (facts.formula == nullptr) continue;
    std::string name = facts.word;
    if (facts.takes == KernelTakes::exponent) name += "-P-Q";
    text += "  " + name + std::string(name.size() < 13 ? 13 - name.size() : 1, ' ') +
            facts.formula + "\n";
  }
  return text + kernels_closing;
}

inline constexpr const char* train_examples = R"(
Examples
  rfm train houses.csv --target price
  rfm train houses.csv --target price --test 0.2 --seed 7 -o houses.rfm
  rfm train houses.csv --target price --kernel lpq-1.5-1.5 --metric diagonal --iterations 3 --json
  rfm train - --target price -o - < houses.csv > houses.rfm)";

}  // namespace rfm::cli
