// The kernels of wide networks from C. A file of its own, so that using it links no other family.
#include "rfm/core/kernels/network.hpp"

#include "rfm/c/handles.hpp"

extern "C" {

rfm_kernel_f32 rfm_kernel_nngp_f32(int32_t hidden_layers, float bias) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::nngp<float>(hidden_layers, bias));
}
rfm_kernel_f64 rfm_kernel_nngp_f64(int32_t hidden_layers, double bias) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::nngp<double>(hidden_layers, bias));
}
rfm_kernel_f32 rfm_kernel_ntk_f32(int32_t hidden_layers, float bias) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::ntk<float>(hidden_layers, bias));
}
rfm_kernel_f64 rfm_kernel_ntk_f64(int32_t hidden_layers, double bias) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::ntk<double>(hidden_layers, bias));
}

}  // extern "C"
