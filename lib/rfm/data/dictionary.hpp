// Different texts, numbered in the order in which they came. A look-up costs one pass over the text.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rfm::data {

class Dictionary {
 public:
  static constexpr uint32_t nowhere = UINT32_MAX;

  // The number of a text; `nowhere` when it was never added.
  uint32_t find(std::string_view text) const;

  // The number of a text, which is added when it is new.
  uint32_t add(std::string_view text);

  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::size_t place_of(std::string_view text) const;

  std::vector<std::string> texts_;
  std::vector<uint32_t> numbers_;  // by hash, then the next free place; a power of two, at most half full
};

}  // namespace rfm::data
