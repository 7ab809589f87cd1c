// The mathematics under the studies: kernels beside the library's own machine, the network's
// gradients beside differences, linear algebra beside sums.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "experiments/mathematics/kernels.hpp"
#include "experiments/mathematics/machine.hpp"
#include "experiments/mathematics/network.hpp"
#include "experiments/mathematics/random_numbers.hpp"

BOOST_AUTO_TEST_SUITE(mathematics)

using namespace rfm::experiments;

double largest_difference(const Matrix& a, const Matrix& b) { return xt::amax(xt::abs(a - b))(); }

// A machine's answers must be those of the kernel matrix solved here.
void agrees(rfm::KernelId kernel, int depth,
            const std::function<Matrix(const Matrix&, const Matrix&)>& ours) {
  RandomNumbers random(4);
  const Matrix x = random.normals(30, 4), y = random.normals(30, 2), z = random.normals(7, 4);
  MachineOptions options;
  options.kernel = kernel;
  options.bandwidth = 2;
  options.depth = depth;
  options.ridge = 0.1;
  const Matrix expected = times(ours(z, x), solve(ours(x, x), y, 0.1));
  BOOST_TEST(largest_difference(fitted(x, y, options, z), expected) < 1e-7);
}

BOOST_AUTO_TEST_CASE(kernels_are_those_of_the_library) {
  agrees(rfm::KernelId::laplace, 1,
         [](const Matrix& a, const Matrix& b) { return laplace_kernel(a, b, 2); });
  agrees(rfm::KernelId::gaussian, 1,
         [](const Matrix& a, const Matrix& b) { return gaussian_kernel(a, b, 2); });
  for (const int depth : {1, 3}) {
    agrees(rfm::KernelId::ntk, depth,
           [&](const Matrix& a, const Matrix& b) { return tangent_kernel(a, b, depth); });
    agrees(rfm::KernelId::nngp, depth,
           [&](const Matrix& a, const Matrix& b) { return gaussian_process_kernel(a, b, depth); });
  }
}

BOOST_AUTO_TEST_CASE(symmetric_root_and_spectrum) {
  RandomNumbers random(5);
  const Matrix a = random.normals(12, 6), m = transposed_times(a, a), root = symmetric_root(m);
  BOOST_TEST(largest_difference(times(root, root), m) < 1e-10);
  const Spectrum s = spectrum(m);
  BOOST_TEST(std::abs(xt::sum(s.values)() - xt::sum(diagonal_of(m))()) < 1e-10);
  BOOST_TEST(correlation(m, 3.0 * m - 1.0) == 1, boost::test_tools::tolerance(1e-12));
}

NetworkOptions small_network(std::size_t depth) {
  NetworkOptions options;
  options.width = 9;
  options.depth = depth;
  options.first_deviation = 0.5;
  options.steps = 1;
  options.rate = 0.01;
  return options;
}

// One step changes each weight by -rate times the derivative of the mean squared error.
BOOST_AUTO_TEST_CASE(a_step_of_descent_is_the_gradient) {
  RandomNumbers random(6);
  const Matrix x = random.normals(20, 5), y = random.normals(20, 2);
  for (const std::size_t depth : {std::size_t{1}, std::size_t{3}}) {
    Network before(5, 2, small_network(depth)), after(5, 2, small_network(depth));
    after.train(x, y);
    for (std::size_t layer = 0; layer <= depth; ++layer)
      for (const std::size_t k : {std::size_t{0}, std::size_t{4}, std::size_t{7}}) {
        constexpr float h = 1e-2f;
        Network up = before, down = before;
        up.weights[layer].flat(k) += h;
        down.weights[layer].flat(k) -= h;
        const double slope = (mean_square(up.answers(x), y) - mean_square(down.answers(x), y)) /
                             (2.0 * static_cast<double>(h));
        const auto change =
            static_cast<double>(after.weights[layer].flat(k) - before.weights[layer].flat(k));
        BOOST_TEST(std::abs(change + 0.01 * slope) < 1e-4 * (1 + std::abs(slope)));
      }
  }
}

BOOST_AUTO_TEST_CASE(gradient_outer_product_is_that_of_differences) {
  RandomNumbers random(7);
  const Matrix x = random.normals(15, 4);
  const Network network(4, 2, small_network(2));
  Matrix expected = xt::zeros<double>({4, 4});
  Matrix slopes[4];
  for (std::size_t k = 0; k < 4; ++k) {
    Matrix up = x, down = x;
    for (std::size_t i = 0; i < 15; ++i) {
      up(i, k) += 1e-3;
      down(i, k) -= 1e-3;
    }
    slopes[k] = (network.answers(up) - network.answers(down)) / 2e-3;
  }
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < 4; ++b) expected(a, b) = xt::sum(slopes[a] * slopes[b])() / 15;
  BOOST_TEST(largest_difference(network.gradient_outer_product(x), expected) <
             0.02 * xt::amax(xt::abs(expected))());
}

BOOST_AUTO_TEST_CASE(adam_learns_too) {
  RandomNumbers random(8);
  const Matrix x = random.normals(50, 3);
  Matrix y = Matrix::from_shape({50, 1});
  for (std::size_t i = 0; i < 50; ++i) y(i, 0) = x(i, 0) - x(i, 2);
  NetworkOptions options = small_network(1);
  options.width = 32;
  options.steps = 300;
  options.adam = true;
  Network network(3, 1, options);
  network.train(x, y);
  BOOST_TEST(r2(network.answers(x), y) > 0.95);
}

BOOST_AUTO_TEST_SUITE_END()
