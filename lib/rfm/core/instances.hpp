// The core compiled once: programs that link the library take these functions from it, with the
// arithmetic flags they need, instead of compiling them again. Programs that only include the
// headers compile what they use.
#pragma once
#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/core/machine/leave_one_out.hpp"
#include "rfm/core/machine/threshold.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/core/model/novelty.hpp"
#include "rfm/core/model/predict.hpp"
#include "rfm/core/rfm.hpp"

#define RFM_FOR_EACH_INSTANCE(prefix, T)                                                           \
  prefix Status start<T>(Machine<T>&, const Data<T>&, const Options<T>&, Buffer, Buffer, Report*); \
  prefix Status iterate<T>(Machine<T>&);                                                           \
  prefix Status finish<T>(Machine<T>&);                                                            \
  prefix Status fit<T>(Machine<T>&, const Data<T>&, const Options<T>&, Buffer, Buffer, Report*);   \
  prefix Status leave_one_out<T>(const Machine<T>&, T*, Buffer);                                   \
  prefix Status keep_features<T>(Machine<T>&, T, size_t*);                                         \
  prefix Status predict<T>(const Model<T>&, const Rows<T>&, T*, void*, size_t, const Executor*);   \
  prefix Status gradient<T>(const Model<T>&, const Rows<T>&, T*, void*, size_t);                   \
  prefix Status nearest_centres<T>(const Model<T>&, const Rows<T>&, T*, void*, size_t,             \
                                   const Executor*);                                               \
  prefix Status open<T>(const void*, size_t, KernelFinder<T>, Model<T>*);                          \
  prefix void importances<T>(const Model<T>&, T*);                                                 \
  prefix void directions<T>(const Model<T>&, T*, T*, T*);                                          \
  prefix Kernel<T> any_kernel<T>(KernelId, const KernelParameters<T>&)

#ifdef RFM_LINKED
namespace rfm {
RFM_FOR_EACH_INSTANCE(extern template, float);
RFM_FOR_EACH_INSTANCE(extern template, double);
}  // namespace rfm
#endif
