// CRC-32 as in zip and PNG (polynomial 0xEDB88320), four bits at a time: any single damaged byte is
// noticed, and standard tools compute the same number.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace rfm {

// Continues `crc` (0 to begin) over `bytes` bytes.
inline uint32_t crc32(const void* memory, size_t bytes, uint32_t crc = 0) {
  constexpr uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                  0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                  0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                  0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  const auto* byte = static_cast<const unsigned char*>(memory);
  crc = ~crc;
  for (size_t i = 0; i < bytes; ++i) {
    crc = table[(crc ^ byte[i]) & 15] ^ (crc >> 4);
    crc = table[(crc ^ (byte[i] >> 4)) & 15] ^ (crc >> 4);
  }
  return ~crc;
}

}  // namespace rfm
