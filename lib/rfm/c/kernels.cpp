// Kernels from C, a function for each line of core/kernels/facts.hpp. Each refers to its own kernel
// alone, so that linking with --gc-sections brings no other.
#include "rfm/c/handles.hpp"

#define RFM_SAME_NUMBER(number, name, ...) \
  static_assert(static_cast<rfm_kernel_id>(rfm::KernelId::name) == (number));
RFM_EACH_KERNEL(RFM_SAME_NUMBER)

extern "C" {

#define RFM_MAKE_bandwidth(opaque, number, name, suffix, ...) \
  opaque rfm_kernel_##name##_##suffix(number L) {             \
    return rfm::c::hidden<opaque>(rfm::name<number>(L));      \
  }
#define RFM_MAKE_exponent(opaque, number, name, suffix, ...)                            \
  opaque rfm_kernel_##name##_##suffix(number q, number L) {                             \
    using T = number;                                                                   \
    return rfm::c::hidden<opaque>(rfm::make_kernel<T, rfm::__VA_ARGS__>({L, q, 0, 0})); \
  }
#define RFM_MAKE_power(opaque, number, name, suffix, ...)                               \
  opaque rfm_kernel_##name##_##suffix(number q) {                                       \
    using T = number;                                                                   \
    return rfm::c::hidden<opaque>(rfm::make_kernel<T, rfm::__VA_ARGS__>({1, q, 0, 0})); \
  }
#define RFM_MAKE_layers(opaque, number, name, suffix, ...)                  \
  opaque rfm_kernel_##name##_##suffix(int32_t hidden_layers, number bias) { \
    return rfm::c::hidden<opaque>(rfm::name<number>(hidden_layers, bias));  \
  }
#define RFM_MAKE(number, name, word, title, norm, decay, takes, formula, ...) \
  RFM_MAKE_##takes(rfm_kernel_f32, float, name, f32, __VA_ARGS__)             \
      RFM_MAKE_##takes(rfm_kernel_f64, double, name, f64, __VA_ARGS__)
RFM_EACH_KERNEL(RFM_MAKE)

rfm_kernel_f32 rfm_kernel_any_f32(rfm_kernel_id id, float bandwidth, float exponent, float bias,
                                  int32_t hidden_layers) {
  return rfm::c::hidden<rfm_kernel_f32>(rfm::any_kernel<float>(
      static_cast<rfm::KernelId>(id), {bandwidth, exponent, bias, hidden_layers}));
}
rfm_kernel_f64 rfm_kernel_any_f64(rfm_kernel_id id, double bandwidth, double exponent, double bias,
                                  int32_t hidden_layers) {
  return rfm::c::hidden<rfm_kernel_f64>(rfm::any_kernel<double>(
      static_cast<rfm::KernelId>(id), {bandwidth, exponent, bias, hidden_layers}));
}

}  // extern "C"
