// The description of an encoding -> the block of bytes that the core opens, devices read and the
// model file carries.
#pragma once
#include <cstddef>
#include <cstring>
#include <vector>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"

namespace rfm::data {

// Bytes that begin at a multiple of 16; the size is one too.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size) : blocks_((size + 15) / 16) {}

  std::size_t size() const { return blocks_.size() * sizeof(Block); }
  unsigned char* data() { return reinterpret_cast<unsigned char*>(blocks_.data()); }
  const unsigned char* data() const {
    return reinterpret_cast<const unsigned char*>(blocks_.data());
  }

 private:
  struct alignas(16) Block {
    unsigned char bytes[16] = {};
  };
  std::vector<Block> blocks_;
};

// Layout: rfm/core/cells/encoding_layout.hpp. Empty when the encoding is too large for it (4 GiB)
// or a number for T.
template <class T>
AlignedBytes encoding_bytes(const FittedEncoding& encoding);

// An encoding ready for use: its bytes, opened. Moves keep what was opened valid; copies are not
// made.
template <class T>
class Encoder {
 public:
  explicit Encoder(const FittedEncoding& encoding);
  Encoder(Encoder&&) noexcept = default;
  Encoder& operator=(Encoder&&) noexcept = default;

  bool ok() const { return status_ == Status::ok; }
  Status status() const { return status_; }
  const Encoding<T>& encoding() const { return encoding_; }
  const AlignedBytes& bytes() const { return bytes_; }

 private:
  AlignedBytes bytes_;
  Encoding<T> encoding_;
  Status status_;
};

}  // namespace rfm::data
