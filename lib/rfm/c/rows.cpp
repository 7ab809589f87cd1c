// Merging duplicate rows from C.
#include "rfm/c/handles.hpp"

namespace rfm::c {

template <class T>
static rfm_status merge_rows(T* x, size_t n, size_t d, T* y, size_t c, T* weights, uint32_t* order,
                             size_t* distinct, rfm_report* report) {
  if (order == nullptr || distinct == nullptr) return RFM_NULL_POINTER;
  if (n > UINT32_MAX) return RFM_TOO_LARGE;
  Report told;
  const Status status =
      detail::check_data(Data<T>{Rows<T>(x, n, d), Rows<T>(y, n, c), weights}, &told);
  tell(told, report);
  if (status == Status::ok) *distinct = merge_duplicates(x, n, d, y, c, weights, order);
  return code(status);
}

}  // namespace rfm::c

extern "C" {

rfm_status rfm_rows_merge_f32(float* x, size_t n, size_t d, float* y, size_t c, float* weights,
                              uint32_t* order, size_t* distinct, rfm_report* report) {
  return rfm::c::merge_rows(x, n, d, y, c, weights, order, distinct, report);
}
rfm_status rfm_rows_merge_f64(double* x, size_t n, size_t d, double* y, size_t c, double* weights,
                              uint32_t* order, size_t* distinct, rfm_report* report) {
  return rfm::c::merge_rows(x, n, d, y, c, weights, order, distinct, report);
}

}  // extern "C"
