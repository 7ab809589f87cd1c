// Sleeping until another thread changes a number, and a lock made of it: for the build with
// threads. A page's own thread may not sleep, and never has to: no other thread runs in its memory.
#pragma once
#include <atomic>
#include <cstdint>

namespace rfm::wasm {

using Word = std::atomic<int32_t>;

// Returns at once when the word is no longer as it was seen, and sometimes for no reason.
inline void sleep_while(Word& word, int32_t seen) {
  constexpr int64_t for_ever = -1;
  __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int32_t*>(&word), seen, for_ever);
}

inline void wake_all(Word& word) {
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int32_t*>(&word), UINT32_MAX);
}

class Lock {
 public:
  void take() {
    int32_t state = open;
    if (state_.compare_exchange_strong(state, closed, std::memory_order_acquire)) return;
    while (state_.exchange(awaited, std::memory_order_acquire) != open)
      sleep_while(state_, awaited);
  }
  void give() {
    if (state_.exchange(open, std::memory_order_release) == awaited) wake_all(state_);
  }

 private:
  static constexpr int32_t open = 0, closed = 1, awaited = 2;
  Word state_{open};
};

}  // namespace rfm::wasm
