// Options and sizes from C.
#include "rfm/c/handles.hpp"

namespace rfm::c {

static_assert(RFM_FULL == static_cast<rfm_metric>(Metric::full));
static_assert(RFM_DIAGONAL == static_cast<rfm_metric>(Metric::diagonal));
static_assert(RFM_IDENTITY == static_cast<rfm_metric>(Metric::identity));
static_assert(RFM_SCALE_LARGEST == static_cast<rfm_metric_scale>(MetricScale::largest));
static_assert(RFM_SCALE_ROWS == static_cast<rfm_metric_scale>(MetricScale::rows));

// The defaults are those of C++, so that they are written down once.
template <class T>
static typename Types<T>::Options default_options(const typename Types<T>::Kernel& kernel) {
  const Options<T> from{};
  typename Types<T>::Options to = {};
  to.kernel = kernel;
  to.ridge = from.ridge;
  to.metric = static_cast<rfm_metric>(from.metric);
  to.rounds = from.rounds;
  to.scale = static_cast<rfm_metric_scale>(from.scale);
  to.centre_gradients = from.centre_gradients ? 1 : 0;
  to.agop_rows = from.agop_rows;
  to.seed = from.seed;
  to.engine = RFM_FASTEST;
  return to;
}

template <class T>
static size_t workspace_size(size_t n, size_t d, size_t c,
                             const typename Types<T>::Options* options) {
  if (options == nullptr) return impossible;
  Options<T> wanted = options_of<T>(*options);
  const Executor executor = executor_of(options->executor);
  wanted.executor = lent(executor);
  return workspace_bytes<T>(shape_of(n, d, c, wanted));
}

}  // namespace rfm::c

extern "C" {

rfm_options_f32 rfm_options_default_f32(rfm_kernel_f32 kernel) {
  return rfm::c::default_options<float>(kernel);
}
rfm_options_f64 rfm_options_default_f64(rfm_kernel_f64 kernel) {
  return rfm::c::default_options<double>(kernel);
}

size_t rfm_model_bytes_f32(size_t n, size_t d, size_t c, rfm_metric metric) {
  return rfm::model_bytes<float>(n, d, c, static_cast<rfm::Metric>(metric));
}
size_t rfm_model_bytes_f64(size_t n, size_t d, size_t c, rfm_metric metric) {
  return rfm::model_bytes<double>(n, d, c, static_cast<rfm::Metric>(metric));
}

size_t rfm_workspace_bytes_f32(size_t n, size_t d, size_t c, const rfm_options_f32* options) {
  return rfm::c::workspace_size<float>(n, d, c, options);
}
size_t rfm_workspace_bytes_f64(size_t n, size_t d, size_t c, const rfm_options_f64* options) {
  return rfm::c::workspace_size<double>(n, d, c, options);
}

size_t rfm_predict_bytes_f32(size_t d, size_t r, size_t c, size_t workers) {
  return rfm::predict_bytes<float>(d, r, c, workers);
}
size_t rfm_predict_bytes_f64(size_t d, size_t r, size_t c, size_t workers) {
  return rfm::predict_bytes<double>(d, r, c, workers);
}
size_t rfm_leave_one_out_bytes_f32(size_t n) { return rfm::leave_one_out_bytes<float>(n); }
size_t rfm_leave_one_out_bytes_f64(size_t n) { return rfm::leave_one_out_bytes<double>(n); }
size_t rfm_gradient_bytes_f32(size_t d, size_t r, size_t c) {
  return rfm::gradient_bytes<float>(d, r, c);
}
size_t rfm_gradient_bytes_f64(size_t d, size_t r, size_t c) {
  return rfm::gradient_bytes<double>(d, r, c);
}
size_t rfm_directions_bytes_f32(size_t d) {
  return rfm::saturating_multiply(rfm::directions_scratch(d), sizeof(float));
}
size_t rfm_directions_bytes_f64(size_t d) {
  return rfm::saturating_multiply(rfm::directions_scratch(d), sizeof(double));
}

}  // extern "C"
