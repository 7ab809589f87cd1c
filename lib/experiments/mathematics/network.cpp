#include "experiments/mathematics/network.hpp"

#include <cmath>

#include "experiments/mathematics/random_numbers.hpp"

namespace rfm::experiments {
namespace {

using Weights = MatrixOf<float>;

Weights narrow(const Matrix& a) {
  Weights out = Weights::from_shape({a.shape(0), a.shape(1)});
  for (std::size_t i = 0; i < a.size(); ++i) out.flat(i) = static_cast<float>(a.flat(i));
  return out;
}

Matrix widen(const Weights& a) {
  Matrix out = Matrix::from_shape({a.shape(0), a.shape(1)});
  for (std::size_t i = 0; i < a.size(); ++i) out.flat(i) = static_cast<double>(a.flat(i));
  return out;
}

void rectify(Weights& a) {
  for (float& x : a) x = x > 0 ? x : 0;
}

// error <- error where the layer was active, else 0.
void gate(Weights& error, const Weights& active) {
  for (std::size_t i = 0; i < error.size(); ++i)
    if (!(active.flat(i) > 0)) error.flat(i) = 0;
}

// Moments of Adam for one layer.
struct Moments {
  Weights first, second;
};

void descend(Weights& w, const Weights& gradient, float rate) {
  for (std::size_t i = 0; i < w.size(); ++i) w.flat(i) -= rate * gradient.flat(i);
}

void descend_adam(Weights& w, const Weights& gradient, double rate, std::size_t step,
                  Moments& moments) {
  constexpr float keep1 = 0.9f, keep2 = 0.999f, least = 1e-8f;
  if (moments.first.size() == 0) {
    moments.first = xt::zeros_like(w);
    moments.second = xt::zeros_like(w);
  }
  const auto t = static_cast<double>(step + 1);
  const auto factor =
      static_cast<float>(rate * std::sqrt(1 - std::pow(0.999, t)) / (1 - std::pow(0.9, t)));
  for (std::size_t i = 0; i < w.size(); ++i) {
    const float g = gradient.flat(i);
    float& m = moments.first.flat(i);
    float& v = moments.second.flat(i);
    m = keep1 * m + (1 - keep1) * g;
    v = keep2 * v + (1 - keep2) * g * g;
    w.flat(i) -= factor * m / (std::sqrt(v) + least);
  }
}

}  // namespace

Network::Network(std::size_t inputs, std::size_t outputs, const NetworkOptions& options)
    : options_(options) {
  RandomNumbers random(options.seed, 7);
  for (std::size_t layer = 0; layer <= options.depth; ++layer) {
    const std::size_t in = layer == 0 ? inputs : options.width;
    const std::size_t out = layer == options.depth ? outputs : options.width;
    const double bound = 1 / std::sqrt(static_cast<double>(in));
    weights.push_back(
        narrow(layer == 0 ? random.normals(out, in, options.first_deviation)
                          : random.table(out, in, [&] { return random.uniform(-bound, bound); })));
  }
}

// h_0 = x,  h_{l+1} = max(0, h_l W_l'),  the last without max.
std::vector<Weights> Network::forward(const Weights& x) const {
  std::vector<Weights> h{x};
  for (std::size_t layer = 0; layer < weights.size(); ++layer) {
    h.push_back(times_transposed(h.back(), weights[layer]));
    if (layer + 1 < weights.size()) rectify(h.back());
  }
  return h;
}

void Network::train(const Matrix& x, const Matrix& y,
                    const std::function<bool(std::size_t, double)>& visit) {
  const Weights inputs = narrow(x), targets = narrow(y);
  const auto scale = 2 / static_cast<float>(y.size());
  std::vector<Moments> moments(weights.size());
  for (std::size_t step = 0; step < options_.steps; ++step) {
    const std::vector<Weights> h = forward(inputs);
    Weights error = h.back() - targets;  // d loss / d h, without the factor `scale`
    double loss = 0;
    for (const float e : error) loss += static_cast<double>(e) * static_cast<double>(e);
    for (std::size_t layer = weights.size(); layer-- > 0;) {
      Weights gradient = transposed_times(error, h[layer]);
      for (float& g : gradient) g *= scale;
      if (layer > 0) {
        error = times(error, weights[layer]);
        gate(error, h[layer]);
      }
      if (options_.adam) {
        descend_adam(weights[layer], gradient, options_.rate, step, moments[layer]);
      } else {
        descend(weights[layer], gradient, static_cast<float>(options_.rate));
      }
    }
    loss /= static_cast<double>(y.size());
    if ((visit && !visit(step, loss)) || loss <= options_.enough) return;
  }
}

Matrix Network::answers(const Matrix& z) const { return widen(forward(narrow(z)).back()); }

Matrix Network::features(const Matrix& x) const {
  const std::vector<Weights> h = forward(narrow(x));
  return widen(h[h.size() - 2]);
}

Matrix Network::feature_matrix(std::size_t layer) const {
  return widen(transposed_times(weights[layer], weights[layer]));
}

Matrix Network::first_feature_matrix() const { return feature_matrix(0); }

Matrix Network::gradient_outer_product(const Matrix& x, std::size_t layer) const {
  const std::vector<Weights> h = forward(narrow(x));
  const std::size_t n = x.shape(0), c = weights.back().shape(0), d = weights[layer].shape(1);
  Matrix out = xt::zeros<double>({d, d});
  for (std::size_t o = 0; o < c; ++o) {
    Weights gradient = xt::zeros<float>({n, c});
    for (std::size_t i = 0; i < n; ++i) gradient(i, o) = 1;
    for (std::size_t l = weights.size(); l-- > layer;) {
      gradient = times(gradient, weights[l]);
      if (l > layer) gate(gradient, h[l]);
    }
    out += widen(transposed_times(gradient, gradient)) / static_cast<double>(n);
  }
  return out;
}

}  // namespace rfm::experiments
