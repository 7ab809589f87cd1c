// Generated pictures for the studies, so that none needs outside data: smooth coloured fields,
// digits of eight by eight, and marks put into them. Row-major, channels innermost.
#pragma once
#include <cstddef>
#include <vector>

#include "experiments/mathematics/random_numbers.hpp"

namespace rfm::experiments {

struct Images {
  Matrix x, y;                      // (n, side * side * channels), (n, classes) one-hot
  std::vector<std::size_t> labels;  // (n)
};

// A field of `side`^2 pixels in [0, 1]: an 8 x 8 grid of uniform numbers made smooth, a tint, and
// noise.
void smooth_field(RandomNumbers& random, std::size_t side, std::size_t channels, double* out);

// `per_class[k]` pictures of class k, in the order of the classes: draw(k, random, pixels) makes
// one.
template <class Draw>
Images images_of(const std::vector<std::size_t>& per_class, std::size_t pixels,
                 RandomNumbers& random, Draw draw) {
  std::size_t n = 0;
  for (const std::size_t count : per_class) n += count;
  Images out{xt::zeros<double>({n, pixels}), xt::zeros<double>({n, per_class.size()}), {}};
  for (std::size_t k = 0; k < per_class.size(); ++k)
    for (std::size_t i = 0; i < per_class[k]; ++i) {
      const std::size_t row = out.labels.size();
      draw(k, random, out.x.data() + row * pixels);
      out.y(row, k) = 1;
      out.labels.push_back(k);
    }
  return out;
}

// A digit 0..9 as eight by eight pixels, its strokes of uneven strength, moved by at most one, with
// noise.
void digit(std::size_t number, RandomNumbers& random, double* out);

// value where (row, column) is in the rectangle [top, bottom) x [left, right).
void fill(double* pixels, std::size_t side, std::size_t channels, std::size_t top, std::size_t left,
          std::size_t bottom, std::size_t right, const std::vector<double>& value);

}  // namespace rfm::experiments
