// The compiled core: every function of instances.hpp for float and double.
#undef RFM_LINKED
#include "rfm/core/instances.hpp"

namespace rfm {
RFM_FOR_EACH_INSTANCE(template, float);
RFM_FOR_EACH_INSTANCE(template, double);
}  // namespace rfm
