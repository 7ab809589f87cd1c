// How much memory there is, for limits that suit the machine.
#pragma once
#include <cstddef>

namespace rfm::host {

// Bytes that this process may hope for: of the machine, or of the container or limit that it runs
// in where that is less. Zero where nothing is known.
std::size_t machine_memory();

}  // namespace rfm::host
