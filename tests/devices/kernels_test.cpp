// Every kernel on the device: one at zero distance where it should be, symmetric, and its gradient
// the slope that differences show, in double so that the differences say something.
#include "rfm/core/rfm.hpp"
#include "tests/devices/harness.hpp"

namespace {

constexpr size_t r = 3;

// u of lane 0, v of column 0.
struct Points {
  double u[r * rfm::panel] = {}, v[r * rfm::panel] = {};
};

rfm::Kernel<double> kernel(int32_t id) {
  return rfm::any_kernel<double>(static_cast<rfm::KernelId>(id), {1.7, 1.25, 0.5, 2});
}

double value(const rfm::Kernel<double>& k, const double* u, const double* v, double* tile) {
  k.functions->values(k.parameters, u, v, r, 1, tile);
  return tile[0];
}

// Of alpha 1 at the centre v, at u; `memory` is scratch.
void find_gradient(const rfm::Kernel<double>& k, const Points& points, void* memory,
                   double* gradient) {
  double alpha[rfm::panel] = {1.0};
  rfm::Model<double> model;
  model.kernel = k;
  model.n = 1;
  model.d = model.r = r;
  model.c = 1;
  model.metric = rfm::Metric::identity;
  model.alpha = alpha;
  model.centres = points.v;
  rfm::Arena arena(memory);
  const auto scratch = rfm::layout_gradient<double>(arena, r, 1);
  for (size_t i = 0; i < r * rfm::panel; ++i) scratch.points[i] = points.u[i];
  rfm::gradient_panel(model, 1.0, scratch);
  for (size_t i = 0; i < r; ++i) gradient[i] = scratch.sums[i * rfm::panel];
}

}  // namespace

DEVICE_CASE(kernels_are_symmetric) {
  Points p;
  auto* tile = reinterpret_cast<double*>(device::shared);
  for (size_t k = 0; k < r; ++k) {
    p.u[k * rfm::panel] = 0.3 + 0.2 * static_cast<double>(k);
    p.v[k * rfm::panel] = 0.9 - 0.5 * static_cast<double>(k);
  }
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id) {
    const double forth = value(kernel(id), p.u, p.v, tile),
                 back = value(kernel(id), p.v, p.u, tile);
    CHECK(device::near(forth, back, 1e-14));
    CHECK(forth > 0.0);
  }
}

DEVICE_CASE(kernels_of_distance_are_one_at_home) {
  Points p;
  auto* tile = reinterpret_cast<double*>(device::shared);
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::lpq200); ++id)
    CHECK(value(kernel(id), p.u, p.v, tile) == 1.0);
}

DEVICE_CASE(gradients_are_slopes) {
  constexpr double step = 1.0 / 65536;
  Points p;
  auto* tile = reinterpret_cast<double*>(device::shared + 16 * 1024);
  for (size_t k = 0; k < r; ++k) {
    p.u[k * rfm::panel] = 0.3 + 0.2 * static_cast<double>(k);
    p.v[k * rfm::panel] = 0.9 - 0.5 * static_cast<double>(k);
  }
  for (int32_t id = 0; id <= static_cast<int32_t>(rfm::KernelId::brownian200); ++id) {
    double gradient[r];
    find_gradient(kernel(id), p, device::shared, gradient);
    for (size_t k = 0; k < r; ++k) {
      double& u_k = p.u[k * rfm::panel];
      const double kept = u_k;
      u_k = kept + step;
      const double above = value(kernel(id), p.u, p.v, tile);
      u_k = kept - step;
      const double below = value(kernel(id), p.u, p.v, tile);
      u_k = kept;
      CHECK(device::near(gradient[k], (above - below) / (2 * step), 1e-8));
    }
  }
}
