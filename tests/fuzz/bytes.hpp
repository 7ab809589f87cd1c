// What the fuzz targets share: bytes from the fuzzer as a model file with a right checksum, so that
// mutations get behind it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "rfm/core/base/checksum.hpp"
#include "rfm/core/base/sections.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/data/bytes.hpp"

// Sums up again whatever claims to be a model in `size` bytes at an aligned place.
inline void sum_up(unsigned char* memory, std::size_t size) {
  rfm::ModelHeader header;
  if (size < sizeof header) return;
  std::memcpy(&header, memory, sizeof header);
  constexpr std::size_t summed = offsetof(rfm::ModelHeader, bytes);
  if (header.bytes < sizeof header || header.bytes > size) return;
  header.checksum = rfm::crc32(memory + summed, static_cast<std::size_t>(header.bytes) - summed);
  std::memcpy(memory, &header, sizeof header);
}

// An aligned copy, itself and the members of its ensemble summed up.
inline rfm::data::AlignedBytes model_of(const uint8_t* data, std::size_t size) {
  rfm::data::AlignedBytes bytes(size);
  if (size > 0) std::memcpy(bytes.data(), data, size);
  rfm::ModelHeader header;
  if (size >= sizeof header) {
    std::memcpy(&header, data, sizeof header);
    if (header.extra % rfm::alignment == 0 && header.extra < size &&
        header.extra_bytes <= size - header.extra) {
      rfm::Sections sections(bytes.data() + header.extra,
                             static_cast<std::size_t>(header.extra_bytes));
      rfm::Section section;
      while (!sections.done() && sections.next(&section) == rfm::Status::ok) {
        if (section.tag == rfm::member_section)
          sum_up(bytes.data() + (section.data - bytes.data()), section.bytes);
      }
    }
  }
  sum_up(bytes.data(), size);
  return bytes;
}
