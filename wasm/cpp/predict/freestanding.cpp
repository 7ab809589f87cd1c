// The three functions of <string.h> that the core may call, for a module without the C library.
// Compiled with -fno-builtin, or a compiler would make each a call of itself.
#include <string.h>

extern "C" {

void* memcpy(void* __restrict to, const void* __restrict from, size_t bytes) {
  auto* target = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  for (size_t i = 0; i < bytes; ++i) target[i] = source[i];
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  auto* target = static_cast<unsigned char*>(to);
  for (size_t i = 0; i < bytes; ++i) target[i] = static_cast<unsigned char>(value);
  return to;
}

int memcmp(const void* a, const void* b, size_t bytes) {
  const auto* left = static_cast<const unsigned char*>(a);
  const auto* right = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < bytes; ++i)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return 0;
}

// There is nothing to begin with; the linker asks for it.
void _initialize() {}
}
