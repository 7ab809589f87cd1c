// A machine with memory of its own for tests: exactly as many bytes as the size functions ask for,
// data from a seed.
#pragma once
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "rfm/core/rfm.hpp"

namespace rfm_test {

// Aligned memory of exactly `bytes` bytes, filled with a pattern.
class Memory {
 public:
  explicit Memory(size_t bytes, unsigned char pattern = 0xA5)
      : bytes_(bytes), blocks_(bytes / 16 + 2) {
    std::memset(blocks_.data(), pattern, blocks_.size() * 16);
  }
  rfm::Buffer buffer() { return {blocks_.data(), bytes_}; }
  unsigned char* data() { return reinterpret_cast<unsigned char*>(blocks_.data()); }
  size_t bytes() const { return bytes_; }
  // The bytes behind the end still hold the pattern.
  bool intact(unsigned char pattern = 0xA5) {
    for (size_t i = bytes_; i < blocks_.size() * 16; ++i)
      if (data()[i] != pattern) return false;
    return true;
  }

 private:
  struct alignas(16) Block {
    unsigned char bytes[16];
  };
  size_t bytes_;
  std::vector<Block> blocks_;
};

// A seeded table: x uniform in [-1, 1], y a product, a sine-free curve and a little noise.
template <class T>
struct Sample {
  size_t n, d, c;
  std::vector<T> x, y;
  Sample(size_t rows, size_t columns, size_t outputs = 1, uint64_t seed = 7)
      : n(rows), d(columns), c(outputs), x(rows * columns), y(rows * outputs) {
    rfm::Random random(seed);
    for (T& cell : x) cell = static_cast<T>(2 * random.unit() - 1);
    for (size_t i = 0; i < n; ++i)
      for (size_t o = 0; o < c; ++o) {
        const T a = x[i * d + o % d], b = x[i * d + (o + 1) % d];
        y[i * c + o] = a * b * T(2) + a - b * b + T(0.1) * static_cast<T>(random.unit());
      }
  }
  rfm::Rows<T> rows() const { return {x.data(), n, d}; }
  rfm::Rows<T> targets() const { return {y.data(), n, c}; }
  rfm::Data<T> data() const { return {rows(), targets()}; }
};

template <class T>
class Fitted {
 public:
  Fitted(const rfm::Data<T>& data, const rfm::Options<T>& options)
      : shape(rfm::shape_of(data.x.n, data.x.d, data.y.d, options)),
        model_memory(rfm::model_bytes<T>(shape.n, shape.d, shape.c, shape.metric)),
        workspace(rfm::workspace_bytes<T>(shape)),
        data_(data),
        options_(options) {}

  rfm::Status start() {
    return rfm::start(machine, data_, options_, model_memory.buffer(), workspace.buffer(), &report);
  }
  rfm::Status fit() {
    RFM_TRY(start());
    while (machine.round < rfm::rounds_of(options_)) RFM_TRY(rfm::iterate(machine));
    return rfm::finish(machine);
  }
  Fitted& require_fit() {
    const rfm::Status status = fit();
    BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, rfm::words(status));
    return *this;
  }
  std::vector<T> predict(const rfm::Rows<T>& z) {
    Memory scratch(rfm::predict_bytes(machine.model));
    std::vector<T> out(z.n * machine.model.c);
    const rfm::Status status =
        rfm::predict(machine.model, z, out.data(), scratch.data(), scratch.bytes());
    BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, rfm::words(status));
    return out;
  }
  // y minus what a fit without the row would say.
  std::vector<T> leave_one_out() {
    Memory scratch(rfm::leave_one_out_bytes<T>(machine.model.n));
    std::vector<T> out(machine.model.n * machine.model.c);
    const rfm::Status status = rfm::leave_one_out(machine, out.data(), scratch.buffer());
    BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, rfm::words(status));
    BOOST_TEST(scratch.intact());
    return out;
  }
  // M as a full square.
  std::vector<T> metric() {
    std::vector<T> packed(rfm::packed_size(shape.d)), full(shape.d * shape.d);
    rfm::metric_matrix(machine.model, packed.data());
    rfm::unpack(packed.data(), shape.d, full.data());
    return full;
  }

  rfm::Shape shape;
  rfm::Machine<T> machine;
  rfm::Report report;
  Memory model_memory, workspace;

 private:
  rfm::Data<T> data_;
  rfm::Options<T> options_;
};

template <class T>
double largest_gap(const std::vector<T>& a, const std::vector<T>& b) {
  BOOST_REQUIRE_EQUAL(a.size(), b.size());
  double gap = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double difference = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    gap = difference > gap || std::isnan(difference) ? difference : gap;
  }
  return gap;
}

template <class T>
constexpr double epsilon = static_cast<double>(rfm::machine_epsilon<T>);

}  // namespace rfm_test
