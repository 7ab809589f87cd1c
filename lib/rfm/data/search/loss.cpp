#include "rfm/data/search/loss.hpp"

#include "rfm/core/algebra/elementary.hpp"

namespace rfm::data {
namespace {

// shares (c + 1) = prior + Q outputs, see core/decoding.hpp.
void class_shares_of(const SearchData& data, const float* outputs, double* shares) {
  double behind = 0;
  for (std::size_t k = data.c + 1; k-- > 0;) {
    const double j = static_cast<double>(k);
    const double here = k == 0 ? 0 : static_cast<double>(outputs[k - 1]) / square_root(j * (j + 1));
    shares[k] = data.prior[k] + (behind - j * here);
    behind += here;
  }
}

}  // namespace

void Loss::add(const Loss& other) {
  squared += other.squared;
  mistakes += other.mistakes;
  weight += other.weight;
}

void add_loss(const SearchData& data, std::size_t row, const float* outputs, double* shares,
              Loss& loss) {
  const double weight = data.weights == nullptr ? 1.0 : static_cast<double>(data.weights[row]);
  loss.weight += weight;
  for (std::size_t o = 0; o < data.c; ++o) {
    const double error =
        static_cast<double>(data.y[row * data.c + o]) - static_cast<double>(outputs[o]);
    loss.squared += weight * error * error;
  }
  if (data.labels == nullptr) return;
  class_shares_of(data, outputs, shares);
  std::size_t likeliest = 0;
  for (std::size_t k = 1; k <= data.c; ++k)
    if (shares[k] > shares[likeliest]) likeliest = k;
  if (likeliest != data.labels[row]) loss.mistakes += weight;
}

double score_of(const SearchData& data, const Loss& loss) {
  const double squared = loss.squared / loss.weight;
  return data.labels == nullptr ? squared : squared + loss.mistakes / loss.weight;
}

}  // namespace rfm::data
