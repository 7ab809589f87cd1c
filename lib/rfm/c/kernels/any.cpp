// Every kernel by its number from C. A file of its own, because it refers to all of them.
#include "rfm/c/handles.hpp"

namespace rfm::c {

constexpr rfm_kernel_id number(KernelId id) { return static_cast<rfm_kernel_id>(id); }

static_assert(RFM_LAPLACE == number(KernelId::laplace) && RFM_GAUSSIAN == number(KernelId::gaussian));
static_assert(RFM_MATERN32 == number(KernelId::matern32) && RFM_MATERN52 == number(KernelId::matern52));
static_assert(RFM_LPQ100 == number(KernelId::lpq100) && RFM_LPQ125 == number(KernelId::lpq125));
static_assert(RFM_LPQ150 == number(KernelId::lpq150) && RFM_LPQ175 == number(KernelId::lpq175));
static_assert(RFM_LPQ200 == number(KernelId::lpq200));
static_assert(RFM_NNGP == number(KernelId::nngp) && RFM_NTK == number(KernelId::ntk));

}  // namespace rfm::c

extern "C" {

rfm_kernel_f32 rfm_kernel_any_f32(rfm_kernel_id id, float bandwidth, float exponent, float bias,
                                  int32_t hidden_layers) {
  return rfm::c::hidden<rfm_kernel_f32>(
      rfm::any_kernel<float>(static_cast<rfm::KernelId>(id), {bandwidth, exponent, bias, hidden_layers}));
}
rfm_kernel_f64 rfm_kernel_any_f64(rfm_kernel_id id, double bandwidth, double exponent, double bias,
                                  int32_t hidden_layers) {
  return rfm::c::hidden<rfm_kernel_f64>(
      rfm::any_kernel<double>(static_cast<rfm::KernelId>(id), {bandwidth, exponent, bias, hidden_layers}));
}

}  // extern "C"
