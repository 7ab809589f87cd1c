// How long two threads take to hand each other a word: what their memories have to do with each
// other.
#pragma once

namespace rfm_bench {

// Seconds there and back, the median of a few tries. Some 0.1 us where both processors share a
// cache; several times that where they do not, or where a virtual machine moves them about.
double handover_seconds();

}  // namespace rfm_bench
