// operator new of programs made for tests, which fails as failing_new.hpp has it. In the program
// rfm RFM_FAIL_AT=n lets the n-th request fail, and RFM_FAIL_AFTER=n that one and all that follow;
// RFM_REQUESTS names a file that gets the number of requests when the program ends.
#include "tests/memory/failing_new.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

unsigned long from_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
}

bool fails() {
  Requests& all = requests();
  const unsigned long request = all.made.fetch_add(1) + 1;
  return request == all.fail_at || (all.fail_after != 0 && request >= all.fail_after);
}

void* given(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Tells the number at the end.
struct Count {
  ~Count() {
    const char* path = std::getenv("RFM_REQUESTS");
    const int file = path == nullptr ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return;
    dprintf(file, "%lu", requests().made.load());
    close(file);
  }
} count;

void* plain(std::size_t bytes) { return fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes); }

void* aligned(std::size_t bytes, std::align_val_t alignment) {
  const auto each = static_cast<std::size_t>(alignment);
  return fails() ? nullptr : std::aligned_alloc(each, (bytes + each - 1) / each * each);
}

}  // namespace

Requests& requests() {
  static Requests all{{0}, from_environment("RFM_FAIL_AT"), from_environment("RFM_FAIL_AFTER")};
  return all;
}

// The JSON library loses some bytes where its constructors fail, just before the program ends; and
// what is asked of malloc may be more than there is.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:allocator_may_return_null=1";
}

// All forms, since the sanitizers have their own of each.
using std::align_val_t;
using std::nothrow_t;
using std::size_t;

void* operator new(size_t bytes) { return given(plain(bytes)); }
void* operator new[](size_t bytes) { return given(plain(bytes)); }
void* operator new(size_t bytes, const nothrow_t&) noexcept { return plain(bytes); }
void* operator new[](size_t bytes, const nothrow_t&) noexcept { return plain(bytes); }
void* operator new(size_t bytes, align_val_t at) { return given(aligned(bytes, at)); }
void* operator new[](size_t bytes, align_val_t at) { return given(aligned(bytes, at)); }
void* operator new(size_t bytes, align_val_t at, const nothrow_t&) noexcept {
  return aligned(bytes, at);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, align_val_t) noexcept { std::free(memory); }
