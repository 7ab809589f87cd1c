// Memory of the module. A request that cannot be met ends in JavaScript, which knows how many bytes
// were wanted and throws; only requests that ask to be told so get a null pointer.
#include <cstdlib>
#include <new>

#include "outbox.hpp"
#ifdef RFM_WASM_THREADS
#include "threads/waiting.hpp"
#endif

namespace {

#ifdef RFM_WASM_THREADS
// The allocator is not made for threads: they take turns.
class Turn {
 public:
  Turn() { lock.take(); }
  ~Turn() { lock.give(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  static inline rfm::wasm::Lock lock;
};
#else
struct Turn {};
#endif

__attribute__((import_module("rfm"), import_name("out_of_memory"))) extern "C" [[noreturn]] void
out_of_memory(std::size_t bytes);

void* plain(std::size_t bytes) {
  [[maybe_unused]] const Turn turn;
  return std::malloc(bytes);
}

void give(void* memory) {
  [[maybe_unused]] const Turn turn;
  std::free(memory);
}

void* taken(void* memory, std::size_t bytes) {
  if (memory == nullptr) out_of_memory(bytes);
  return memory;
}

void* aligned(std::size_t bytes, std::align_val_t alignment) {
  [[maybe_unused]] const Turn turn;
  void* memory = nullptr;
  return posix_memalign(&memory, static_cast<std::size_t>(alignment), bytes) == 0 ? memory
                                                                                  : nullptr;
}

}  // namespace

void* operator new(std::size_t bytes) { return taken(plain(bytes), bytes); }
void* operator new[](std::size_t bytes) { return taken(plain(bytes), bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return taken(aligned(bytes, alignment), bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return aligned(bytes, alignment);
}
void operator delete(void* memory) noexcept { give(memory); }
void operator delete[](void* memory) noexcept { give(memory); }
void operator delete(void* memory, std::size_t) noexcept { give(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give(memory); }

namespace rfm::wasm {

// Null when there is not that much.
RFM_WASM_EXPORT(take) void* take(std::size_t bytes) { return plain(bytes); }
RFM_WASM_EXPORT(give_back) void give_back(void* memory) { give(memory); }

}  // namespace rfm::wasm
