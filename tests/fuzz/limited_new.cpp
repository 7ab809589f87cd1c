// Memory of the fuzz targets: what is asked for beyond some megabytes is refused as where there is
// no more, by the exception of the C++ library, which the sanitizers' own operators never throw.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t most = std::size_t{128} << 20;

void* taken(std::size_t bytes, std::size_t alignment) noexcept {
  void* memory = nullptr;
  if (bytes > most || posix_memalign(&memory, alignment, bytes) != 0) return nullptr;
  return memory;
}

void* given(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return given(taken(bytes, alignof(std::max_align_t))); }
void* operator new[](std::size_t bytes) { return given(taken(bytes, alignof(std::max_align_t))); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return given(taken(bytes, static_cast<std::size_t>(alignment)));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return taken(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return taken(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
