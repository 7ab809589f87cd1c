// The Gaussian kernel from C. A file of its own, so that using it links no other family.
#include "rfm/core/kernels/gaussian.hpp"

#include "rfm/c/handles.hpp"

extern "C" {

rfm_kernel_f32 rfm_kernel_gaussian_f32(float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::gaussian<float>(L));
}
rfm_kernel_f64 rfm_kernel_gaussian_f64(double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::gaussian<double>(L));
}

}  // extern "C"
