#include "experiments/studies/images.hpp"

#include <algorithm>

namespace rfm::experiments {

void smooth_field(RandomNumbers& random, std::size_t side, std::size_t channels, double* out) {
  constexpr std::size_t grid = 8;
  for (std::size_t c = 0; c < channels; ++c) {
    double knots[grid][grid];
    for (auto& row : knots)
      for (double& knot : row) knot = random.uniform();
    const double tint = random.uniform(-0.3, 0.3);
    for (std::size_t i = 0; i < side; ++i)
      for (std::size_t k = 0; k < side; ++k) {
        const double scale = static_cast<double>(grid - 1) / static_cast<double>(side - 1);
        const double u = scale * static_cast<double>(i), v = scale * static_cast<double>(k);
        const std::size_t a = std::min<std::size_t>(static_cast<std::size_t>(u), grid - 2);
        const std::size_t b = std::min<std::size_t>(static_cast<std::size_t>(v), grid - 2);
        const double du = u - static_cast<double>(a), dv = v - static_cast<double>(b);
        const double smooth = (1 - du) * ((1 - dv) * knots[a][b] + dv * knots[a][b + 1]) +
                              du * ((1 - dv) * knots[a + 1][b] + dv * knots[a + 1][b + 1]);
        out[(i * side + k) * channels + c] =
            std::min(1.0, std::max(0.0, smooth + tint + 0.05 * random.normal()));
      }
  }
}

void digit(std::size_t number, RandomNumbers& random, double* out) {
  // Five columns of seven rows a digit, one bit a pixel, the left one highest.
  constexpr unsigned font[10][7] = {{14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},
                                    {14, 17, 1, 2, 4, 8, 31},     {31, 2, 4, 2, 1, 17, 14},
                                    {2, 6, 10, 18, 31, 2, 2},     {31, 16, 30, 1, 1, 17, 14},
                                    {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},
                                    {14, 17, 17, 14, 17, 17, 14}, {14, 17, 17, 15, 1, 2, 12}};
  constexpr std::size_t side = 8, rows = 7, columns = 5;
  const std::size_t down = random.below(2), along = random.below(3);
  for (std::size_t i = 0; i < side * side; ++i) out[i] = 0.1 * random.normal();
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < columns; ++k)
      if ((font[number][i] >> (columns - 1 - k) & 1u) != 0)
        out[(i + down) * side + k + along] += random.uniform(0.6, 1);
}

void fill(double* pixels, std::size_t side, std::size_t channels, std::size_t top, std::size_t left,
          std::size_t bottom, std::size_t right, const std::vector<double>& value) {
  for (std::size_t i = top; i < bottom; ++i)
    for (std::size_t k = left; k < right; ++k)
      for (std::size_t c = 0; c < channels; ++c) pixels[(i * side + k) * channels + c] = value[c];
}

}  // namespace rfm::experiments
