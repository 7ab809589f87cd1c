#include "experiments/mathematics/machine.hpp"

#include <stdexcept>

#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/host/threads.hpp"
#include "rfm/xtensor/machine.hpp"

namespace rfm::experiments {
namespace {

void require(Status status) {
  if (status != Status::ok) throw std::runtime_error(words(status));
}

class Fitted : public MachineRound {
 public:
  std::size_t round() const override { return number; }
  Matrix answers(const Matrix& z) const override {
    auto out = Matrix::from_shape({z.shape(0), machine.model().c});
    require(machine.predict(z, out));
    return out;
  }
  Matrix metric() const override { return xtensor::metric(machine.model()); }
  Vector diagonal() const override { return xtensor::importances(machine.model()); }
  Matrix alpha() const override {
    const Model<double>& model = machine.model();
    auto out = Matrix::from_shape({model.n, model.c});
    for (std::size_t o = 0; o < model.c; ++o)
      for (std::size_t i = 0; i < model.n; ++i) out(i, o) = model.outputs(o)[i];
    return out;
  }

  xtensor::Machine<double> machine;
  std::size_t number = 0;
};

}  // namespace

void fit_rounds(const Matrix& x, const Matrix& y, const MachineOptions& wanted,
                const std::function<void(const MachineRound&)>& visit) {
  const Threads threads;
  Options<double> options{
      any_kernel<double>(wanted.kernel, {wanted.bandwidth, 1, 0, wanted.depth})};
  options.ridge = wanted.ridge;
  options.rounds = wanted.rounds;
  options.metric = wanted.rounds == 0 ? Metric::identity : wanted.metric;
  options.scale = wanted.scale;
  options.executor = threads.executor();
  Fitted fitted;
  require(fitted.machine.start(x, y, options));
  for (; fitted.number <= wanted.rounds; ++fitted.number) {
    require(fitted.machine.iterate());
    visit(fitted);
  }
}

Matrix fitted(const Matrix& x, const Matrix& y, const MachineOptions& options, const Matrix& z) {
  Matrix out;
  fit_rounds(x, y, options, [&](const MachineRound& machine) {
    if (machine.round() == options.rounds) out = machine.answers(z);
  });
  return out;
}

}  // namespace rfm::experiments
