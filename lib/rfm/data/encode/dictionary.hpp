// Different texts, numbered in the order in which they came.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rfm::data {

class Dictionary {
 public:
  static constexpr uint32_t nowhere = UINT32_MAX;

  // The number of a text; `nowhere` when it was never added.
  uint32_t find(std::string_view text) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? nowhere : found->second;
  }

  // The number of a text, which is added when it is new.
  uint32_t add(std::string_view text) {
    const auto [place, added] = numbers_.emplace(text, static_cast<uint32_t>(texts_.size()));
    if (added) texts_.emplace_back(text);
    return place->second;
  }

  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::map<std::string, uint32_t, std::less<>> numbers_;
};

}  // namespace rfm::data
