#include "rfm/data/export/c_text.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t widest_line = 100;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string upper(std::string text) {
  for (char& c : text) c = upper(c);
  return text;
}

}  // namespace

std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += '\\';
      for (int shift = 6; shift >= 0; shift -= 3)
        out += static_cast<char>('0' + (byte >> shift & 7));
    }
  }
  return out + "\"";
}

std::string c_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c)) {
      word += upper(c);
    } else if (!word.empty() && word.back() != '_') {
      word += '_';
    }
  }
  while (!word.empty() && word.back() == '_') word.pop_back();
  return word.empty() ? "UNNAMED" : word;
}

bool c_name(std::string_view name) {
  if (name.empty() || !is_letter(name[0])) return false;
  for (const char c : name)
    if (!is_letter(c) && !is_digit(c) && c != '_') return false;
  return true;
}

CText::CText(std::string name, bool single)
    : name_(std::move(name)),
      upper_(upper(name_)),
      member_(name_),
      member_upper_(upper_),
      single_(single) {}

void CText::use_member(const std::string& suffix, const char* centre_type) {
  centre_type_ = centre_type;
  member_ = name_ + suffix;
  member_upper_ = upper_ + suffix;
}

CText& CText::add(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size()) {
      text_ += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n':
        text_ += name_;
        break;
      case 'N':
        text_ += upper_;
        break;
      case 'm':
        text_ += member_;
        break;
      case 'M':
        text_ += member_upper_;
        break;
      case 'c':
        text_ += centre_type_;
        break;
      case 'r':
        add(centre_type_ == "int8_t"    ? "$N_INT8"
            : centre_type_ == "int16_t" ? "$N_INT16"
                                        : "$N_NUMBER");
        break;
      case 't':
        text_ += single_ ? "float" : "double";
        break;
      case 'f':
        text_ += single_ ? "f" : "";
        break;
      default:
        text_ += text[i];
    }
  }
  return *this;
}

CText& CText::define(std::string_view name, uint64_t value) {
  return add("#define ").add(name).add(" " + std::to_string(value) + "u\n");
}

std::string CText::enumerator(std::string_view group, std::string_view word) {
  const std::string base = upper_ + "_" + std::string(group) + "_" + c_word(word);
  std::string name = base;
  for (std::size_t copy = 2; !taken_.insert(name).second; ++copy)
    name = base + "_" + std::to_string(copy);
  return name;
}

void CText::open_array(std::string_view declaration, std::size_t count) {
  const bool names = declaration.substr(0, 4) == "char";  // their characters lie elsewhere
  add("static const ")
      .add(declaration)
      .add("[" + std::to_string(count == 0 ? 1 : count) + "]" + (names ? "" : " $N_FLASH") +
           " = {\n ");
  line_ = text_.size() - 1;
  first_ = true;
  if (count == 0) text_ += "0";
}

void CText::item(const std::string& text) {
  if (!first_) text_ += ',';
  if (!first_ && text_.size() - line_ + text.size() > widest_line) {
    text_ += "\n ";
    line_ = text_.size() - 1;
  }
  first_ = false;
  text_ += ' ';
  text_ += text;
}

void CText::close_array() { text_ += "};\n"; }

}  // namespace rfm::data
