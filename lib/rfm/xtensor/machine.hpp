// A machine that owns its memory and takes tables of xtensor. Memory comes from the heap in start,
// as much as the core's size functions ask for; what is given in place is read in place. When there
// is no memory, std::bad_alloc comes from the allocator; every other failure is a Status.
#pragma once
#include <cstddef>

#include "rfm/core/machine/threshold.hpp"
#include "rfm/core/rfm.hpp"
#include "rfm/xtensor/model.hpp"

namespace rfm::xtensor {

// Movable, not copyable. Tables are given as lvalues or views of such that stay until the machine
// is done with them; temporaries and expressions are copied and kept.
template <class T>
class Machine {
 public:
  // x (n, d), y (n, c) or (n): start, all rounds, finish.
  template <class X, class Y>
  Status fit(X&& x, Y&& y, const Options<T>& options, Report* report = nullptr) {
    RFM_TRY(start(std::forward<X>(x), std::forward<Y>(y), options, report));
    while (machine_.round < rounds_of(options)) RFM_TRY(iterate());
    if (report != nullptr) report->jitter = static_cast<double>(machine_.jitter);
    return finish();
  }

  template <class X, class Y>
  Status start(X&& x, Y&& y, const Options<T>& options, Report* report = nullptr) {
    machine_ = {};
    RFM_TRY(x_.hold(std::forward<X>(x)));
    RFM_TRY(y_.hold(std::forward<Y>(y)));
    Data<T> data{x_.rows(), y_.rows()};
    if (weights_.size() != 0) {
      if (weights_.size() != data.x.n) return Status::shape_mismatch;
      data.weights = weights_.data();
    }
    const Shape shape = shape_of(data.x.n, data.x.d, data.y.d, options);
    const std::size_t model = model_bytes<T>(shape.n, shape.d, shape.c, shape.metric);
    const std::size_t workspace = workspace_bytes<T>(shape);
    if (model == impossible || workspace == impossible) return Status::too_large;
    model_.resize(blocks_of(model));
    workspace_.resize(blocks_of(workspace));
    return rfm::start(machine_, data, options, buffer_of(model_), buffer_of(workspace_), report);
  }
  Status iterate() { return rfm::iterate(machine_); }
  Status finish() { return rfm::finish(machine_); }

  // For every start after it: weights (n) of the rows, copied; none gives each row the same.
  template <class W>
  Status weigh(const W& weights) {
    if (weights.dimension() != 1) return Status::shape_mismatch;
    weights_ = xt::cast<T>(weights);
    return Status::ok;
  }

  // out (n, c), or (n) for one output, = f(z) for z (n, d). See predict of model.hpp.
  template <class Z, class Out>
  Status predict(const Z& z, Out&& out) const {
    return rfm::xtensor::predict(machine_.model, z, out, machine_.options.executor);
  }

  // out (n, c): y_i minus what a fit without row i would predict there; directly after a round.
  Status leave_one_out(xt::xtensor<T, 2>& out) {
    if (!machine_.factored) return Status::wrong_order;
    Memory scratch(blocks_of(leave_one_out_bytes<T>(machine_.model.n)));
    out.resize({machine_.model.n, machine_.model.c});
    return rfm::leave_one_out(machine_, out.data(), buffer_of(scratch));
  }

  // The paper's RFM-T, see threshold.hpp; then finish again.
  Status keep_features(T share, std::size_t* kept = nullptr) {
    return rfm::keep_features(machine_, share, kept);
  }

  rfm::Machine<T>& machine() { return machine_; }
  // For importances, metric, directions and gradients: see model.hpp.
  const Model<T>& model() const { return machine_.model; }
  // The finished model's bytes, to be saved; none before.
  const unsigned char* data() const {
    return reinterpret_cast<const unsigned char*>(model_.data());
  }
  std::size_t size() const { return model_size(machine_); }

 private:
  rfm::Machine<T> machine_{};
  Memory model_, workspace_;
  Table<T> x_, y_;
  xt::xtensor<T, 1> weights_;
};

}  // namespace rfm::xtensor
