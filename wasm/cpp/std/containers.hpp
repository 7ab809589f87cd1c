// What vectors and strings of every type have in common: memory that belongs to somebody. Functions, not
// templates, so that there is one of each in the module; what is in a container moves with its bytes.
#pragma once
#include <cstddef>

namespace rfm::wasm {

// Of every container's first element.
constexpr std::size_t container_alignment = 16;

// From `begin` to `end` they are in use, up to `limit` there is room.
struct Storage {
  char* begin = nullptr;
  char* end = nullptr;
  char* limit = nullptr;

  std::size_t used() const { return static_cast<std::size_t>(end - begin); }
};

// Takes `count` times `size` bytes more into use and returns the first of them, with nothing in it.
void* more(Storage& storage, std::size_t count, std::size_t size);

// The same with zeros.
void* zeros(Storage& storage, std::size_t count, std::size_t size);

// The same with these bytes, which are not its own.
void append(Storage& storage, const void* from, std::size_t size);

// Room for so many bytes in all.
void reserve(Storage& storage, std::size_t count, std::size_t size);

// In place of what `to` had; it takes no more memory than it must.
void copy(Storage& to, const Storage& from);

// What `from` had, which has nothing then.
void take(Storage& to, Storage& from);

// Takes `size` bytes at `at` out and closes the gap.
void cut(Storage& storage, char* at, std::size_t size);

void release(const Storage& storage);

}  // namespace rfm::wasm
