// A fully connected ReLU network without biases, trained by full-batch gradient descent on the
// squared error, as the paper's figures use it. A step costs three matrix products a layer.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "experiments/mathematics/linear.hpp"

namespace rfm::experiments {

struct NetworkOptions {
  std::size_t width = 1024, depth = 1;  // hidden layers
  double first_deviation = 1e-3;        // of the first layer's weights; small ones learn features
  double rate = 0.1;
  std::size_t steps = 1000;
  double enough = 0;  // training ends when the mean squared error is not above this
  bool adam = false;  // else plain gradient descent
  uint64_t seed = 1;
};

class Network {
 public:
  Network(std::size_t inputs, std::size_t outputs, const NetworkOptions& options);

  // y (n, c); visit, if given, after every step with the mean squared error before it; false ends
  // the training.
  void train(const Matrix& x, const Matrix& y,
             const std::function<bool(std::size_t step, double loss)>& visit = nullptr);
  Matrix answers(const Matrix& z) const;
  // W1' W1 (d, d): what the first layer looks at.
  Matrix first_feature_matrix() const;
  // W' W of hidden layer `layer`, 0 first.
  Matrix feature_matrix(std::size_t layer) const;
  // The mean over rows of the outer product of the gradient at the input of layer `layer`.
  Matrix gradient_outer_product(const Matrix& x, std::size_t layer = 0) const;
  // The last hidden layer's outputs (n, width).
  Matrix features(const Matrix& x) const;

  // W_l (out, in), one more than there are hidden layers.
  std::vector<MatrixOf<float>> weights;

 private:
  std::vector<MatrixOf<float>> forward(const MatrixOf<float>& x) const;
  NetworkOptions options_;
};

}  // namespace rfm::experiments
