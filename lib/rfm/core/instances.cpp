// The compiled core: every function of instances.hpp for float and double.
#undef RFM_LINKED
#include "rfm/core/instances.hpp"

#include "rfm/core/refine.hpp"

namespace rfm {
RFM_FOR_EACH_INSTANCE(template, float);
RFM_FOR_EACH_INSTANCE(template, double);
}  // namespace rfm
