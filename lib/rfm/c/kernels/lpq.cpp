// The Lpq kernels from C. A file of its own, so that using it links no other family.
#include "rfm/core/kernels/lpq.hpp"

#include "rfm/c/handles.hpp"

extern "C" {

rfm_kernel_f32 rfm_kernel_lpq100_f32(float q, float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::lpq<float, 100>(q, L));
}
rfm_kernel_f64 rfm_kernel_lpq100_f64(double q, double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::lpq<double, 100>(q, L));
}
rfm_kernel_f32 rfm_kernel_lpq125_f32(float q, float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::lpq<float, 125>(q, L));
}
rfm_kernel_f64 rfm_kernel_lpq125_f64(double q, double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::lpq<double, 125>(q, L));
}
rfm_kernel_f32 rfm_kernel_lpq150_f32(float q, float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::lpq<float, 150>(q, L));
}
rfm_kernel_f64 rfm_kernel_lpq150_f64(double q, double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::lpq<double, 150>(q, L));
}
rfm_kernel_f32 rfm_kernel_lpq175_f32(float q, float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::lpq<float, 175>(q, L));
}
rfm_kernel_f64 rfm_kernel_lpq175_f64(double q, double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::lpq<double, 175>(q, L));
}
rfm_kernel_f32 rfm_kernel_lpq200_f32(float q, float L) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::lpq<float, 200>(q, L));
}
rfm_kernel_f64 rfm_kernel_lpq200_f64(double q, double L) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::lpq<double, 200>(q, L));
}

}  // extern "C"
