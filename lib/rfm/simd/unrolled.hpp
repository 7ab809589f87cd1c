// Loops that must not exist at run time: arrays indexed by their counter then live in registers.
#pragma once
#include <stddef.h>

#include "rfm/core/base/target.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

template <size_t i>
struct Index {
  constexpr operator size_t() const { return i; }
};

// body(Index<0>), body(Index<1>), ... body(Index<n - 1>)
template <size_t n, size_t i = 0, class Body>
[[gnu::always_inline]] inline void unrolled(const Body& body) {
  if constexpr (i < n) {
    body(Index<i>{});
    unrolled<n, i + 1>(body);
  }
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
