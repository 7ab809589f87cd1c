// Sentences with places for names and numbers: each stands in the program as one text, whatever is
// said in it.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "rfm/data/outcome.hpp"

namespace rfm::data {

// What goes into a place: a text, which must outlive the call, or a whole number.
struct Inset {
  static constexpr std::size_t to_its_end = static_cast<std::size_t>(-1);

  Inset(const char* words) : text(words), size(to_its_end) {}
  Inset(std::string_view words)
      : text(words.data() == nullptr ? "" : words.data()), size(words.size()) {}
  Inset(const std::string& words) : Inset(std::string_view(words)) {}
  Inset(std::size_t number) : text(nullptr), size(number) {}

  const char* text;  // null: a number
  std::size_t size;  // of the text, or the number
};

// The pattern with one inset in place of each '%', in order; as many as there are places.
std::string sentence(const char* pattern, std::initializer_list<Inset> insets);

// What could not be done, in such a sentence, and the place.
Outcome refusal(const char* pattern, std::initializer_list<Inset> insets, std::size_t line = 0,
                std::size_t column = 0);

// "1 row", "2 rows".
std::string count_of(std::size_t count, const char* thing);

}  // namespace rfm::data
