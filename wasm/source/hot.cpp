// The plain loops that a search spends its time in, compiled for speed. The linker takes these before the
// library's, which are compiled for size.
#include "once.hpp"
#include "rfm/core/any_kernel.hpp"
#include "rfm/core/cholesky.hpp"

namespace rfm {

using Lanes = NativeLanes<float>;

template struct DistanceLoops<Lanes, Laplace<float>, true>;
template struct DistanceLoops<Lanes, Gaussian<float>, true>;
template struct DistanceLoops<Lanes, Lpq<float, 100>, false>;
template struct DistanceLoops<Lanes, Lpq<float, 150>, false>;
template void predict_tiles<float>(decltype(PairFunctions<float>::values), const KernelParameters<float>&,
                                   const Expansion<float>&, const float*, size_t, float*, float*);
template void gradient_tiles<float>(const PairFunctions<float>&, const KernelParameters<float>&,
                                    const Expansion<float>&, float, const GradientScratch<float>&);
#ifndef RFM_VARIANTS
template size_t factor<float>(Triangle<float>, float, const Executor*);
#endif

}  // namespace rfm
