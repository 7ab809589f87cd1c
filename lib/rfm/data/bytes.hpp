// Bytes in the data layer: they begin at a multiple of 16, as the core wants them, and have one
// owner.
#pragma once
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "rfm/core/base/arena.hpp"

namespace rfm::data {

class AlignedBytes {
 public:
  AlignedBytes() = default;

  // Zeros, up to the next multiple of 16. Without memory it ends as every request of the C++
  // library does.
  explicit AlignedBytes(std::size_t size)
      : size_(rounded_up(size)),
        data_(static_cast<unsigned char*>(::operator new (size_, std::align_val_t{alignment}))) {
    std::memset(data_.get(), 0, size_);
  }

  // Memory for a fit, whatever it holds, which may be more than there is: ask `given` first.
  AlignedBytes(std::size_t size, std::nothrow_t ask)
      : size_(size),
        data_(
            static_cast<unsigned char*>(::operator new (size, std::align_val_t{alignment}, ask))) {}

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
