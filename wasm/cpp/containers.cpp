#include "std/containers.hpp"

#include <cstring>
#include <new>

#include "std/string"

namespace rfm::wasm {
namespace {

// More than can be had where the product is too large.
std::size_t product(std::size_t count, std::size_t size) {
  std::size_t storage = 0;
  return __builtin_mul_overflow(count, size, &storage) ? SIZE_MAX : storage;
}

}  // namespace

void reserve(Storage& storage, std::size_t count, std::size_t size) {
  const std::size_t wanted = product(count, size), used = storage.used();
  if (static_cast<std::size_t>(storage.limit - storage.begin) >= wanted) return;
  auto* moved = static_cast<char*>(::operator new (wanted, std::align_val_t{container_alignment}));
  if (used > 0) std::memcpy(moved, storage.begin, used);
  release(storage);
  storage = {moved, moved + used, moved + wanted};
}

void* more(Storage& storage, std::size_t count, std::size_t size) {
  const std::size_t added = product(count, size);
  if (static_cast<std::size_t>(storage.limit - storage.end) < added) {
    const std::size_t used = storage.used(), room = static_cast<std::size_t>(storage.limit - storage.begin);
    const std::size_t least = added > SIZE_MAX - used ? SIZE_MAX : used + added;
    const std::size_t twice = room > SIZE_MAX / 2 ? SIZE_MAX : 2 * room;
    reserve(storage, least > twice ? least : twice, 1);
  }
  char* first = storage.end;
  storage.end += added;
  return first;
}

void* zeros(Storage& storage, std::size_t count, std::size_t size) {
  char* first = static_cast<char*>(more(storage, count, size));
  std::memset(first, 0, static_cast<std::size_t>(storage.end - first));
  return first;
}

void append(Storage& storage, const void* from, std::size_t size) {
  void* first = more(storage, size, 1);
  if (size > 0) std::memcpy(first, from, size);
}

void copy(Storage& to, const Storage& from) {
  if (&to == &from) return;
  to.end = to.begin;
  append(to, from.begin, from.used());
}

void take(Storage& to, Storage& from) {
  const Storage taken = from;
  from = {};
  release(to);
  to = taken;
}

void cut(Storage& storage, char* at, std::size_t size) {
  std::memmove(at, at + size, static_cast<std::size_t>(storage.end - at) - size);
  storage.end -= size;
}

void release(const Storage& storage) { ::operator delete(storage.begin); }

}  // namespace rfm::wasm

namespace std {

string operator+(string&& a, const char* b) { return move(a.append(b)); }
string operator+(string&& a, const string& b) { return move(a.append(b)); }
string operator+(string&& a, string_view b) { return move(a.append(b)); }
string operator+(string&& a, char b) { return move(a.append(b)); }

string to_string(unsigned long long value) {
  char digits[20];
  char* first = digits + sizeof(digits);
  do {
    *--first = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  return {first, static_cast<size_t>(digits + sizeof(digits) - first)};
}

}  // namespace std
