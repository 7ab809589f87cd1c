// CRC-32 of bytes, as zlib has it.
const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n
})

export function crc(bytes) {
  let c = ~0
  for (const byte of bytes) c = table[(c ^ byte) & 255] ^ (c >>> 8)
  return ((~c) >>> 0).toString(16).padStart(8, '0')
}
