// The Matern kernels from C. A file of its own, so that using it links no other family.
#include "rfm/core/kernels/matern.hpp"

#include "rfm/c/handles.hpp"

extern "C" {

rfm_kernel_f32 rfm_kernel_matern32_f32(float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::matern32<float>(L));
}
rfm_kernel_f64 rfm_kernel_matern32_f64(double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::matern32<double>(L));
}
rfm_kernel_f32 rfm_kernel_matern52_f32(float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::matern52<float>(L));
}
rfm_kernel_f64 rfm_kernel_matern52_f64(double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::matern52<double>(L));
}

}  // extern "C"
