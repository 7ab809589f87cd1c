// A machine with memory of its own and a seeded table, as every measurement needs them.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "rfm/core/rfm.hpp"

namespace rfm_bench {

// Aligned memory that is not touched before it is used.
class Memory {
 public:
  explicit Memory(size_t bytes)
      : bytes_(bytes), data_(std::aligned_alloc(64, (bytes + 63) / 64 * 64)) {}
  ~Memory() { std::free(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  rfm::Buffer buffer() const { return {data_, bytes_}; }

 private:
  size_t bytes_;
  void* data_;
};

inline void require(rfm::Status status) {
  if (status == rfm::Status::ok) return;
  std::fprintf(stderr, "%s\n", words(status));
  std::exit(1);
}

// x (n, d) about normal, y (n, c) the signs of products of neighbouring columns.
struct Sample {
  size_t n, d, c;
  std::vector<float> x, y;
  Sample(size_t rows, size_t columns, size_t outputs)
      : n(rows), d(columns), c(outputs), x(n * d), y(n * c) {
    rfm::Random random(n + d);
    for (float& cell : x) {
      double sum = -6;
      for (int i = 0; i < 12; ++i) sum += random.unit();
      cell = static_cast<float>(sum);
    }
    for (size_t i = 0; i < n; ++i)
      for (size_t o = 0; o < c; ++o)
        y[i * c + o] = x[i * d + o % d] * x[i * d + (o + 1) % d] > 0 ? 1.0f : 0.0f;
  }
  rfm::Data<float> data() const { return {{x.data(), n, d}, {y.data(), n, c}}; }
};

class Fitted {
 public:
  Fitted(const Sample& sample, const rfm::Options<float>& options)
      : sample_(sample),
        options_(options),
        model_(rfm::model_bytes<float>(sample.n, sample.d, sample.c, options.metric)),
        workspace_(
            rfm::workspace_bytes<float>(rfm::shape_of(sample.n, sample.d, sample.c, options))) {}

  void start() {
    require(rfm::start(machine, sample_.data(), options_, model_.buffer(), workspace_.buffer()));
  }
  void fit() {
    require(rfm::fit(machine, sample_.data(), options_, model_.buffer(), workspace_.buffer()));
  }

  rfm::Machine<float> machine;

 private:
  const Sample& sample_;
  rfm::Options<float> options_;
  Memory model_, workspace_;
};

inline rfm::Options<float> usual_options(const rfm::Executor* executor) {
  rfm::Options<float> options{rfm::laplace<float>(10)};
  options.executor = executor;
  return options;
}

}  // namespace rfm_bench
