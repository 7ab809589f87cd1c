// A raw cell of a table, as text or as a number, and the words that stand for missing, yes and no.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace rfm {

// `size` characters that need not end in a zero.
struct Text {
  const char* data = nullptr;
  size_t size = 0;
};

// Text when `text.data` is not null, else a number. NaN and the words for missing are missing. For
// a column of categories a number is the category's index as `category_name` counts them.
template <class T>
struct Cell {
  Text text{};
  T number = 0;
};

// Without blanks at both ends.
constexpr Text trimmed(Text text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (text.size > 0 && blank(text.data[0])) ++text.data, --text.size;
  while (text.size > 0 && blank(text.data[text.size - 1])) --text.size;
  return text;
}

// Equality with a word in lower case, whatever the case of `text`.
constexpr bool same_word(Text text, const char* word) {
  size_t k = 0;
  for (; k < text.size && word[k] != 0; ++k) {
    const char c = text.data[k];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != word[k]) return false;
  }
  return k == text.size && word[k] == 0;
}

// Nothing, NA, N/A, #N/A, NaN, null, ? and -, in any case. `text` is trimmed.
constexpr bool is_missing(Text text) {
  if (text.size == 0) return true;
  if (text.size > 4) return false;
  constexpr char words[][5] = {"na", "n/a", "#n/a", "nan", "null", "?", "-"};
  for (const char* word : words) {
    if (same_word(text, word)) return true;
  }
  return false;
}

// 1 for yes, true, y, t and 1; 0 for no, false, n, f and 0, in any case; -1 for everything else.
// `text` is trimmed.
constexpr int truth(Text text) {
  if (text.size == 0 || text.size > 5) return -1;
  constexpr char yes[][5] = {"yes", "true", "y", "t", "1"};
  constexpr char no[][6] = {"no", "false", "n", "f", "0"};
  for (const char* word : yes) {
    if (same_word(text, word)) return 1;
  }
  for (const char* word : no) {
    if (same_word(text, word)) return 0;
  }
  return -1;
}

}  // namespace rfm
