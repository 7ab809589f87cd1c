// Memory for a fit that the machine may refuse without ending the program.
#pragma once
#include <cstddef>
#include <memory>
#include <new>

#include "rfm/core/machine/check.hpp"

namespace rfm::data {

class Memory {
 public:
  explicit Memory(std::size_t bytes)
      : bytes_(bytes),
        data_(static_cast<unsigned char*>(
            ::operator new (bytes, std::align_val_t{alignment}, std::nothrow))) {}

  bool given() const { return data_ != nullptr; }
  Buffer buffer() const { return {data_.get(), bytes_}; }
  const unsigned char* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(unsigned char* data) const {
      ::operator delete (data, std::align_val_t{alignment});
    }
  };
  std::size_t bytes_;
  std::unique_ptr<unsigned char, Free> data_;
};

}  // namespace rfm::data
