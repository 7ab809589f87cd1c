// The formulas of the kernels and the defaults of training, as --help shows them.
#pragma once

namespace rfm::cli {

inline constexpr const char* kernel_help =
    R"(Kernels: k(x, z) of u = R (x - z), D = |u|, with M = R'R the learned metric and L the bandwidth
  laplace      exp(-D / L)
  gaussian     exp(-D^2 / (2 L^2))
  matern32     (1 + a) exp(-a)             a = sqrt(3) D / L
  matern52     (1 + a + a^2 / 3) exp(-a)   a = sqrt(5) D / L
  lpq-P-Q      exp(-(|u|_P / L)^Q)         P = 1, 1.25, 1.5, 1.75 or 2, 0 < Q <= P, |u|_P^P = sum_k |u_k|^P
  nngp         |u||v| S   limit of a ReLU network with --layers hidden layers (1 to 5) at random weights
  ntk          P          its neural tangent kernel with --bias b;  u = R x, v = R z
               S = cos(u, v), P = u.v + b^2; a layer: P <- P k0(S) + b^2 + |u||v| k1(S), S <- k1(S)
               k0(S) = 1 - acos(S) / pi, k1(S) = S k0(S) + sqrt(1 - S^2) / pi
The machine: f(x) = sum_i alpha_i k(x_i, x), (K + ridge I) alpha = y; each round then replaces M by the average of
grad f grad f' over the training rows, divided by its largest entry. Numbers are centred and scaled to unit variance.)";

inline constexpr const char* train_examples = R"(
Examples
  rfm train houses.csv --target price
  rfm train houses.csv --target price --test 0.2 --seed 7 -o houses.rfm
  rfm train houses.csv --target price --kernel lpq-1.5-1.5 --metric diagonal --iterations 3 --json
  rfm train - --target price -o - < houses.csv > houses.rfm)";

}  // namespace rfm::cli
