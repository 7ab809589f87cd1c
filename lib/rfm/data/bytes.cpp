#include "rfm/data/bytes.hpp"

#include <cstdlib>

namespace rfm::data {

void no_memory() {
  const volatile std::size_t all = largest_request;  // no compiler shall think about it
  ::operator delete (::operator new (all, std::align_val_t{alignment}),
                     std::align_val_t{alignment});
  std::abort();
}

std::size_t array_size(std::size_t each, std::size_t n, std::size_t d, std::size_t c) {
  const std::size_t count = saturating_multiply(saturating_multiply(n, d), c);
  if (saturating_multiply(count, each) > impossible / 2) no_memory();
  return count;
}

}  // namespace rfm::data
