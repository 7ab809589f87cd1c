#include "rfm/data/dictionary.hpp"

namespace rfm::data {

// Where its number is or belongs. The hash is that of Fowler, Noll and Vo.
std::size_t Dictionary::place_of(std::string_view text) const {
  uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  const std::size_t mask = numbers_.size() - 1;
  std::size_t place = hash & mask;
  while (numbers_[place] != nowhere && texts_[numbers_[place]] != text) place = (place + 1) & mask;
  return place;
}

uint32_t Dictionary::find(std::string_view text) const {
  return texts_.empty() ? nowhere : numbers_[place_of(text)];
}

uint32_t Dictionary::add(std::string_view text) {
  if (const uint32_t known = find(text); known != nowhere) return known;
  texts_.emplace_back(text);
  if (2 * texts_.size() > numbers_.size()) {
    numbers_.assign(numbers_.empty() ? 16 : 2 * numbers_.size(), nowhere);
    for (uint32_t k = 0; k < texts_.size(); ++k) numbers_[place_of(texts_[k])] = k;
  } else {
    numbers_[place_of(text)] = static_cast<uint32_t>(texts_.size() - 1);
  }
  return static_cast<uint32_t>(texts_.size() - 1);
}

}  // namespace rfm::data
