// One heavy loop of the baseline engine, run once, for instructions.py to count: rfm_instructions
// NAME. Inputs are smooth and deterministic; the answer goes to a volatile so that nothing is left
// out.
#include <cstdio>
#include <cstring>
#include <vector>

#include "rfm/core/algebra/cholesky.hpp"
#include "rfm/core/rfm.hpp"

namespace {

volatile double kept;

template <class T>
const rfm::Engine<T>& baseline() {
  const rfm::Engine<T>* engine = nullptr;
  (void)rfm::find_engine(rfm::EngineId::baseline, &engine);
  return *engine;
}

template <class T>
std::vector<T> numbers(size_t count) {
  std::vector<T> all(count);
  for (size_t i = 0; i < count; ++i) all[i] = static_cast<T>(i % 17) / T(17) - T(0.5);
  return all;
}

template <class T>
struct Matrix {
  std::vector<T> all;
  rfm::Triangle<T> triangle;
  explicit Matrix(size_t n) : all(numbers<T>(rfm::triangle_size(n))), triangle{all.data(), n} {
    for (size_t i = 0; i < n; ++i) triangle.at(i, i) = static_cast<T>(n);
  }
};

}  // namespace

// Only what happens inside this function is counted.
template <class Work>
[[gnu::noinline]] void counted(const Work& work) {
  work();
}

namespace {

template <class T>
void cholesky() {
  const Matrix<T> a(128);
  const auto factor = baseline<T>().factor;
  counted([&] { kept = static_cast<double>(factor(a.triangle, T(0), nullptr)); });
}

void substitution() {
  const Matrix<float> a(128);
  std::vector<float> b = numbers<float>(128 * 2);
  const auto& engine = baseline<float>();
  (void)engine.factor(a.triangle, 0.0f, nullptr);
  counted([&] { engine.substitute(a.triangle, b.data(), 128, 2, nullptr); });
  kept = static_cast<double>(b[0]);
}

// 64 tiles of pair values.
void values(rfm::KernelId id) {
  constexpr size_t r = 10;
  const std::vector<float> points = numbers<float>(2 * rfm::panel * r);
  std::vector<float> tile(rfm::tile_size);
  const auto* functions = baseline<float>().pairs(id);
  const rfm::KernelParameters<float> parameters{3, 1.5f, 0, 1};
  counted([&] {
    for (int i = 0; i < 64; ++i)
      functions->values(parameters, points.data(), points.data() + rfm::panel * r, r, rfm::panel,
                        tile.data());
  });
  kept = static_cast<double>(tile[0]);
}

// The gradients of 16 points against 256 centres.
void gradients() {
  constexpr size_t r = 10, n = 256, c = 2;
  const std::vector<float> centres = numbers<float>(n * r), alpha = numbers<float>(n * c);
  rfm::Arena counting;
  rfm::layout_gradient<float>(counting, r, c);
  std::vector<float> memory(counting.bytes() / sizeof(float) + 16);
  rfm::Arena arena(memory.data());
  const auto scratch = rfm::layout_gradient<float>(arena, r, c);
  memcpy(scratch.points, centres.data() + 5, rfm::panel * r * sizeof(float));
  const auto* functions = baseline<float>().pairs(rfm::KernelId::laplace);
  const rfm::KernelParameters<float> parameters{3, 1, 0, 1};
  counted([&] {
    functions->gradients(parameters, {centres.data(), alpha.data(), n, r, c, n}, 1.0f, scratch);
  });
  kept = static_cast<double>(scratch.sums[0]);
}

void projection() {
  constexpr size_t d = 32;
  const std::vector<float> x = numbers<float>(rfm::panel * d), root = numbers<float>(d * d),
                           origin(d, 0.5f);
  std::vector<float> scratch(rfm::panel * d), u(rfm::panel * d);
  counted([&] {
    baseline<float>().project_panel({x.data(), rfm::panel, d}, 0, origin.data(), rfm::Metric::full,
                                    root.data(), d, scratch.data(), u.data());
  });
  kept = static_cast<double>(u[0]);
}

}  // namespace

int main(int count, char** arguments) {
  const struct {
    const char* name;
    void (*run)();
  } works[] = {
      {"cholesky_float_128", cholesky<float>},
      {"cholesky_double_128", cholesky<double>},
      {"solve_float_128_2", substitution},
      {"laplace_values_64_tiles", [] { values(rfm::KernelId::laplace); }},
      {"lpq150_values_64_tiles", [] { values(rfm::KernelId::lpq150); }},
      {"laplace_gradients_256_centres", gradients},
      {"projection_32_columns", projection},
  };
  for (const auto& work : works) {
    if (count != 2) std::printf("%s\n", work.name);
    if (count == 2 && std::strcmp(arguments[1], work.name) == 0) return work.run(), 0;
  }
  return count == 2 ? 2 : 0;
}
