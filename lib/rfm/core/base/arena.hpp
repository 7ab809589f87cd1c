// Exact sizes: one layout function both counts bytes and hands out memory, so the two can never
// disagree. An Arena without memory counts; with memory it carves. Sizes saturate at SIZE_MAX
// instead of wrapping.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace rfm {

constexpr size_t alignment = 16;  // of every buffer the caller gives and every array inside it
constexpr size_t impossible = SIZE_MAX;  // the size of a shape that cannot exist

constexpr size_t saturating_add(size_t a, size_t b) {
  return a > impossible - b ? impossible : a + b;
}
constexpr size_t saturating_multiply(size_t a, size_t b) {
  return a != 0 && b > impossible / a ? impossible : a * b;
}

// Up to the next multiple of the alignment.
constexpr size_t rounded_up(size_t bytes) {
  return bytes > impossible - (alignment - 1) ? impossible
                                              : (bytes + alignment - 1) / alignment * alignment;
}

inline bool aligned(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

// A buffer the caller lends.
struct Buffer {
  void* data = nullptr;
  size_t bytes = 0;
};

class Arena {
 public:
  constexpr Arena() = default;
  explicit Arena(void* memory) : base_(static_cast<unsigned char*>(memory)) {}

  // Room for `count` values of T, aligned; null while counting.
  template <class T>
  constexpr T* take(size_t count) {
    const size_t start = rounded_up(used_);
    used_ = saturating_add(start, saturating_multiply(count, sizeof(T)));
    if (start == impossible) used_ = impossible;
    if (used_ > peak_) peak_ = used_;
    return base_ == nullptr ? nullptr : reinterpret_cast<T*>(base_ + start);
  }

  // Two phases that never live at once share memory: mark, take for the first, rewind, take for the
  // second.
  constexpr size_t mark() const { return used_; }
  constexpr void rewind(size_t mark) { used_ = used_ == impossible ? impossible : mark; }

  constexpr size_t bytes() const { return peak_; }

 private:
  unsigned char* base_ = nullptr;
  size_t used_ = 0;
  size_t peak_ = 0;
};

}  // namespace rfm
