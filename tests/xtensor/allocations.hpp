// Counts what this program takes from the heap.
#pragma once
#include <cstddef>

namespace rfm_test {
std::size_t allocations();
}
