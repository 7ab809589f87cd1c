// Mutations that know a model file: one of its counts, offsets or sizes takes a value at which
// sizes wrap or end, and lengths and checksums agree again. Included by the targets that begin with
// one.
#pragma once
#include <algorithm>
#include <cstring>

#include "rfm/core/cells/encoding.hpp"
#include "tests/fuzz/bytes.hpp"

extern "C" std::size_t LLVMFuzzerMutate(uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {

// The next of a sequence that begins with the seed.
inline uint32_t drawn(uint32_t& state) {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

inline uint64_t edge(uint32_t& state, uint64_t before) {
  constexpr uint64_t edges[] = {0,          1,        2,        15,    16,         17,
                                255,        256,      65535,    65536, 0x7fffffff, 0x80000000,
                                0xffffffff, 1u << 30, 1u << 20, 46341, 0x100000000};
  const uint32_t choice = drawn(state) % (std::size(edges) + 4);
  if (choice < std::size(edges)) return edges[choice];
  return choice % 4 == 0   ? before + 1
         : choice % 4 == 1 ? before - 1
         : choice % 4 == 2 ? before * 2
                           : before + 16;
}

// Word `k` of `width` bytes at a place.
inline void set_word(uint8_t* at, std::size_t width, uint32_t& state) {
  uint64_t value = 0;
  std::memcpy(&value, at, width);
  value = edge(state, value);
  std::memcpy(at, &value, width);
}

// Where the record behind a section of this tag begins; 0 when there is none.
inline std::size_t section_at(const uint8_t* data, std::size_t size, uint32_t tag) {
  rfm::ModelHeader header;
  std::memcpy(&header, data, sizeof header);
  if (header.extra == 0 || header.extra > size || header.extra_bytes > size - header.extra)
    return 0;
  std::size_t at = static_cast<std::size_t>(header.extra);
  while (size - at >= sizeof(rfm::SectionHeader)) {
    rfm::SectionHeader section;
    std::memcpy(&section, data + at, sizeof section);
    at += sizeof section;
    if (section.tag == tag) return at;
    if (section.bytes > size - at) return 0;
    at += std::min(rfm::rounded_up(static_cast<std::size_t>(section.bytes)), size - at);
  }
  return 0;
}

inline std::size_t mutate_model(uint8_t* data, std::size_t size, std::size_t most, uint32_t seed) {
  uint32_t state = seed;
  constexpr std::size_t head = sizeof(rfm::ModelHeader), cells = sizeof(rfm::EncodingHeader);
  const uint32_t kind = drawn(state) % 4;
  if (size < head || kind == 0) {
    size = LLVMFuzzerMutate(data, size, most);
  } else if (kind == 1) {  // a count or an offset of the machine
    const bool wide = drawn(state) % 2 == 0;
    if (wide)
      set_word(data + 80 + 8 * (drawn(state) % 6), 8, state);
    else
      set_word(data + (drawn(state) % 2 == 0 ? 68 + 4 * (drawn(state) % 3)
                                             : 24 + 4 * (drawn(state) % 4)),
               4, state);
  } else if (const std::size_t at = section_at(data, size, rfm::encoding_section);
             at > 0 && size - at >= cells) {
    const std::size_t records = (size - at - cells) / 4;
    if (kind == 2) {
      set_word(data + at + 8 + 4 * (drawn(state) % 14), 4, state);
    } else if (records > 0) {  // a record of the encoding
      set_word(data + at + cells + 4 * (drawn(state) % records), 4, state);
    }
  }
  if (size >= head && drawn(state) % 8 != 0) {
    const uint64_t bytes = size;
    std::memcpy(data + 16, &bytes, sizeof bytes);
  }
  const rfm::data::AlignedBytes whole = model_of(data, size);
  if (size > 0) std::memcpy(data, whole.data(), size);
  return size;
}

}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return fuzz::mutate_model(data, size, most, seed);
}
