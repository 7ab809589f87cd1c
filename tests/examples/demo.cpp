// The demonstration of `make demo`: a table of 400 rows and ten columns whose answer is hidden in
// three of them, learned round by round, in memory reserved at compile time.
#include <stdio.h>

#include "rfm/core/rfm.hpp"

namespace {

constexpr size_t rows = 400, fresh_rows = 400, columns = 10;
float x[rows][columns], y[rows];
float fresh_x[fresh_rows][columns], fresh_y[fresh_rows], answers[fresh_rows];
rfm::Fixed<float, rows, columns> machine;

// y = 2 x2 x5 where x7 > 0, else x2^2: columns 2, 5 and 7 matter, the other seven are noise.
void make_table(float (*table)[columns], float* target, size_t n, uint64_t seed) {
  rfm::Random random(seed);
  for (size_t i = 0; i < n; ++i) {
    for (float& cell : table[i]) cell = static_cast<float>(2 * random.unit() - 1);
    const float* row = table[i];
    target[i] = row[7] > 0 ? 2 * row[2] * row[5] : row[2] * row[2];
  }
}

double share_explained() {
  double mean = 0, left = 0, all = 0;
  for (float target : fresh_y) mean += static_cast<double>(target) / fresh_rows;
  for (size_t i = 0; i < fresh_rows; ++i) {
    const double error = static_cast<double>(fresh_y[i] - answers[i]),
                 spread = static_cast<double>(fresh_y[i]) - mean;
    left += error * error;
    all += spread * spread;
  }
  return 1 - left / all;
}

void show_importances() {
  float importance[columns];
  rfm::importances(machine.model(), importance);
  for (size_t k = 0; k < columns; ++k) {
    printf("  column %zu  %5.3f  ", k, static_cast<double>(importance[k]));
    for (float mark = 0.02f; mark < importance[k]; mark += 0.025f) printf("#");
    printf("\n");
  }
}

int fail(rfm::Status status) {
  fprintf(stderr, "demo: %s\n", words(status));
  return 1;
}

}  // namespace

int main() {
  make_table(x, y, rows, 1);
  make_table(fresh_x, fresh_y, fresh_rows, 2);
  rfm::Options<float> options{rfm::laplace(3.0f)};
  options.rounds = 4;
  printf(
      "400 rows, 10 columns; the answer depends on columns 2, 5 and 7. The whole machine takes %zu "
      "bytes.\n",
      sizeof machine);
  rfm::Status status = machine.start(&x[0][0], y, rows, options);
  while (status == rfm::Status::ok && machine.machine().round <= options.rounds) {
    status = iterate(machine.machine());
    if (status == rfm::Status::ok) status = machine.predict(&fresh_x[0][0], fresh_rows, answers);
    if (status != rfm::Status::ok) break;
    printf("round %zu: R2 %.3f on 400 fresh rows%s\n", machine.machine().round - 1,
           share_explained(),
           machine.machine().round == 1 ? "  (plain kernel ridge: no features learned yet)" : "");
  }
  if (status != rfm::Status::ok) return fail(status);
  printf("What was learned, the diagonal of M:\n");
  show_importances();
  return share_explained() > 0.85 ? 0 : 1;
}
