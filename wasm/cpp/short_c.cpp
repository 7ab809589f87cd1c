// Two functions of <string.h> for the texts of tables, which are short: the C library's look at four bytes at
// a time and take six times the room. Compiled with -fno-builtin, or a compiler would make each a call of
// itself.
#include <string.h>

extern "C" {

size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length] != 0) ++length;
  return length;
}

void* memchr(const void* from, int value, size_t bytes) {
  const auto* at = static_cast<const unsigned char*>(from);
  for (; bytes > 0; --bytes, ++at)
    if (*at == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(at);
  return nullptr;
}
}
