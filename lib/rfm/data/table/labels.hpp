// Different texts numbered as they come, and class names: how a cell finds its class, by its text,
// else by its number, else as a word for yes or no.
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

// Numbers before text and by value, text by its bytes: "2" < "10" < "a".
bool label_before(std::string_view a, std::string_view b);

// The same label in another spelling: "1" and "1.0", "Yes", "y" and "1".
bool same_label(std::string_view a, std::string_view b);

// Finds classes by name, in one or two look-ups.
class Labels {
 public:
  static constexpr uint32_t unknown = UINT32_MAX;

  Labels() = default;
  // `folded`: letter case and blanks make no difference where no name is just so.
  explicit Labels(const std::vector<std::string>& names, bool folded = false);

  // The class of a cell; `unknown` when no class has that name.
  uint32_t find(std::string_view cell);

  // The class of a cell, which becomes a class of its own when it has none.
  uint32_t find_or_add(std::string_view cell);

  // Brings the names into ascending order; entry k is the new index of what was class k.
  std::vector<uint32_t> sort();

  const std::vector<std::string>& names() const { return names_; }

 private:
  void remember(uint32_t index);

  std::vector<std::string> names_;
  std::map<double, uint32_t> by_number_;  // of the classes that are numbers, yes and no among them
  Dictionary spellings_;                  // every one met
  std::vector<uint32_t> class_of_;        // of each spelling, `unknown` too
  bool folded_ = false;
};

}  // namespace rfm::data
