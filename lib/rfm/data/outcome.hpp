// How the data layer says that something could not be done: a sentence for people, and the place.
#pragma once
#include <cstddef>
#include <string>
#include <utility>

namespace rfm::data {

// Empty words mean success. `line` and `column` count from 1 and are 0 when the trouble has no such
// place.
struct [[nodiscard]] Outcome {
  std::string words;
  std::size_t line = 0;
  std::size_t column = 0;

  bool ok() const { return words.empty(); }
};

inline Outcome failure(std::string words, std::size_t line = 0, std::size_t column = 0) {
  return {std::move(words), line, column};
}

inline Outcome failure(const char* words, std::size_t line = 0, std::size_t column = 0) {
  return failure(std::string(words), line, column);
}

}  // namespace rfm::data
