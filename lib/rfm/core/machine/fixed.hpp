// A whole machine in one object: sizes known at compile time, no heap, on the stack or in static
// memory.
#pragma once
#include <stddef.h>

#include "rfm/core/model/predict.hpp"
#include "rfm/core/rfm.hpp"

namespace rfm {

// Room for up to N rows of D columns and C outputs.
template <class T, size_t N, size_t D, size_t C = 1, Metric metric = Metric::full>
class Fixed {
 public:
  static constexpr Shape shape{N, D, C, metric};

  // x (n, D), y (n, C), row-major; n <= N.
  Status fit(const T* x, const T* y, size_t n, const Options<T>& options,
             Report* report = nullptr) {
    return fit(Rows<T>(x, n, D), Rows<T>(y, n, C), options, report);
  }
  // The same with any strides.
  Status fit(const Rows<T>& x, const Rows<T>& y, const Options<T>& options,
             Report* report = nullptr) {
    RFM_TRY(start(x, y, options, report));
    return complete(machine_, report);
  }

  // The same step by step: start, then iterate(machine()) as often as wanted, then
  // finish(machine()).
  Status start(const T* x, const T* y, size_t n, const Options<T>& options,
               Report* report = nullptr) {
    return start(Rows<T>(x, n, D), Rows<T>(y, n, C), options, report);
  }
  // Never inlined: its share of the stack is free again when the rounds begin.
  [[gnu::noinline]] Status start(const Rows<T>& x, const Rows<T>& y, const Options<T>& options,
                                 Report* report = nullptr) {
    RFM_TRY(check(x, y, options));
    return rfm::start(machine_, Data<T>{x, y}, options, Buffer{model_, sizeof model_},
                      Buffer{work_, sizeof work_}, report);
  }

  // out (n, C) = f(z) for z (n, D).
  Status predict(const T* z, size_t n, T* out) { return predict(Rows<T>(z, n, D), out); }
  Status predict(const Rows<T>& z, T* out) {
    machine_.factored = false;
    return rfm::predict(machine_.model, z, out, work_, sizeof work_);
  }

  Machine<T>& machine() { return machine_; }
  const Model<T>& model() const { return machine_.model; }

 private:
  static Status check(const Rows<T>& x, const Rows<T>& y, const Options<T>& options) {
    if (options.metric != metric) return Status::bad_option;
    return x.d == D && y.d == C ? Status::ok : Status::shape_mismatch;
  }

  alignas(alignment) unsigned char model_[model_bytes<T>(N, D, C, metric)];
  alignas(alignment) unsigned char work_[larger_size(workspace_bytes<T>(shape),
                                                     predict_bytes<T>(D, D, C))];
  Machine<T> machine_;
};

}  // namespace rfm
