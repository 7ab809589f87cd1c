// The twelve lines of README in C++: from arrays to a prediction, sizes known at compile time, no
// heap.
#include <cstdio>

#include "rfm/core/rfm.hpp"

// A table to try it on: of ten columns two matter, through their product.
static void read_table(float x[200][10], float y[200], float z[10]) {
  rfm::Random random(1);
  for (int i = 0; i < 200; ++i) {
    for (int k = 0; k < 10; ++k) x[i][k] = static_cast<float>(2 * random.unit() - 1);
    y[i] = x[i][2] * x[i][5];
  }
  for (int k = 0; k < 10; ++k) z[k] = 0.5f;
}

int main() {
  float x[200][10], y[200], z[10], answer, importance[10];
  read_table(x, y, z);

  static rfm::Fixed<float, 200, 10> machine;  // room for 200 rows of 10 columns, no heap
  const rfm::Options<float> options{rfm::laplace(10.0f)};
  rfm::Status status = machine.fit(&x[0][0], y, 200, options);
  if (status == rfm::Status::ok) status = machine.predict(z, 1, &answer);
  if (status != rfm::Status::ok) {
    std::printf("%s\n", rfm::words(status));
    return 1;
  }
  rfm::importances(machine.model(), importance);
  for (int k = 0; k < 10; ++k)
    std::printf("column %d matters %.2f\n", k, static_cast<double>(importance[k]));

  std::printf("f(z) = %.3f, the truth is 0.250; %zu bytes\n", static_cast<double>(answer),
              sizeof machine);
  return answer > 0.2f && answer < 0.3f ? 0 : 1;
}
