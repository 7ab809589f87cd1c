// Memory in the data layer. Bytes begin at a multiple of 16, as the core wants them, and have one
// owner. Sizes that come from files and tables are multiplied here, where no product wraps: a
// size_t may have 32 bits.
#pragma once
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "rfm/core/base/arena.hpp"

namespace rfm::data {

// What operator new for aligned memory can be asked for. The C++ library of g++ 12 rounds a larger
// request up to nothing, and gives that.
constexpr std::size_t largest_request = impossible - impossible % alignment;

constexpr std::size_t requested(std::size_t bytes) {
  return bytes < largest_request ? bytes : largest_request;
}

// Ends as every request of the C++ library for more memory than there is.
[[noreturn]] void no_memory();

// How many things there are in an array (n, d, c) of things of `each` bytes; ends in no_memory()
// where that is more than can be addressed.
std::size_t array_size(std::size_t each, std::size_t n, std::size_t d, std::size_t c = 1);

template <class T>
std::size_t array_size(std::size_t n, std::size_t d, std::size_t c = 1) {
  return array_size(sizeof(T), n, d, c);
}

class AlignedBytes {
 public:
  AlignedBytes() = default;

  // Zeros, up to the next multiple of 16. Without memory it ends as every request of the C++
  // library does.
  explicit AlignedBytes(std::size_t size)
      : size_(rounded_up(size)),
        data_(static_cast<unsigned char*>(
            ::operator new (requested(size_), std::align_val_t{alignment}))) {
    std::memset(data_.get(), 0, size_);
  }

  // Memory for a fit, whatever it holds, which may be more than there is: ask `given` first.
  AlignedBytes(std::size_t size, std::nothrow_t ask)
      : size_(size),
        data_(static_cast<unsigned char*>(
            ::operator new (requested(size), std::align_val_t{alignment}, ask))) {}

  AlignedBytes copy() const {
    AlignedBytes same(size());
    if (given()) std::memcpy(same.data(), data(), size());
    return same;
  }

  bool given() const { return data_ != nullptr; }
  std::size_t size() const { return given() ? size_ : 0; }
  unsigned char* data() { return data_.get(); }
  const unsigned char* data() const { return data_.get(); }
  Buffer buffer() const { return {data_.get(), size()}; }

 private:
  struct Free {
    void operator()(unsigned char* data) const {
      ::operator delete (data, std::align_val_t{alignment});
    }
  };
  std::size_t size_ = 0;
  std::unique_ptr<unsigned char, Free> data_;
};

}  // namespace rfm::data
