// Pieces of C source: templates with placeholders, numbers that read back exactly, strings and
// identifiers that any compiler takes. O(length).
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "rfm/data/text/numbers.hpp"

namespace rfm::data {

// 0.1f -> "0.1f", 5.0 -> "5.0".
inline std::string c_number(float value) {
  const std::string text = format_number(value);
  return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
}
inline std::string c_number(double value) {
  const std::string text = format_number(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// A string literal: bytes that are no printable ASCII, quotes and what could be a trigraph are
// escaped.
std::string c_string(std::string_view text);

// Letters, digits and underscores of `text` in upper case, the rest as one underscore.
std::string c_word(std::string_view text);

// Whether a name can begin the names of functions: a letter, then letters, digits and underscores.
bool c_name(std::string_view name);

// Source that grows. In templates $n stands for the name, $N for it in upper case, $m and $M for
// those of the member in hand, $c for the type of its centres and $r for what reads one, $t for
// that of numbers and $f for the suffix of their literals.
class CText {
 public:
  CText(std::string name, bool single);

  void use_member(const std::string& suffix, const char* centre_type);  // "" or "_1", "_2", ...
  CText& add(std::string_view text);                                    // with placeholders
  CText& define(std::string_view name, uint64_t value);

  // static const TYPE MEMBER_NAME[count] NAME_FLASH = {...}; an array of none gets one zero. `text`
  // makes the items.
  template <class Make>
  void array(std::string_view declaration, std::size_t count, const Make& text) {
    open_array(declaration, count);
    for (std::size_t i = 0; i < count; ++i) item(text(i));
    close_array();
  }

  // A name in upper case that was not handed out before: NAME_GROUP_WORD, then NAME_GROUP_WORD_2,
  // ...
  std::string enumerator(std::string_view group, std::string_view word);

  const std::string& written() const { return text_; }

 private:
  void open_array(std::string_view declaration, std::size_t count);
  void item(const std::string& text);
  void close_array();

  std::string name_, upper_, member_, member_upper_, centre_type_, text_;
  bool single_;
  std::size_t line_ = 0;  // where the current line of items begins
  bool first_ = true;
  std::set<std::string> taken_;
};

}  // namespace rfm::data
