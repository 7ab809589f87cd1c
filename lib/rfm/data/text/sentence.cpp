#include "rfm/data/text/sentence.hpp"

namespace rfm::data {

std::string sentence(const char* pattern, std::initializer_list<Inset> insets) {
  std::string words;
  const Inset* next = insets.begin();
  for (; *pattern != '\0'; ++pattern) {
    if (*pattern != '%') {
      words += *pattern;
      continue;
    }
    const Inset inset = *next++;
    if (inset.text == nullptr) {
      words += std::to_string(inset.size);
    } else if (inset.size == Inset::to_its_end) {
      words += inset.text;
    } else {
      words.append(inset.text, inset.size);
    }
  }
  return words;
}

Outcome refusal(const char* pattern, std::initializer_list<Inset> insets, std::size_t line,
                std::size_t column) {
  return failure(sentence(pattern, insets), line, column);
}

std::string count_of(std::size_t count, const char* thing) {
  return sentence("% %%", {count, thing, count == 1 ? "" : "s"});
}

}  // namespace rfm::data
