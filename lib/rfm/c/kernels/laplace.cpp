// The Laplace kernel from C. A file of its own, so that using it links no other family.
#include "rfm/core/kernels/laplace.hpp"

#include "rfm/c/handles.hpp"

extern "C" {

rfm_kernel_f32 rfm_kernel_laplace_f32(float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::laplace<float>(L));
}
rfm_kernel_f64 rfm_kernel_laplace_f64(double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::laplace<double>(L));
}

}  // extern "C"
