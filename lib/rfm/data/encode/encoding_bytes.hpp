// The description of an encoding -> the block of bytes that the core opens, devices read and the
// model file carries.
#pragma once
#include "rfm/core/cells/encoding.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/encode/fitted_encoding.hpp"

namespace rfm::data {

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
