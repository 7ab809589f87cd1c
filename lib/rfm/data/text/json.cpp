#include "rfm/data/text/json.hpp"

#include "rfm/data/text/numbers.hpp"

namespace rfm::data {
namespace {

void append_quoted(std::string_view value, std::string& out) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

void JsonText::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

JsonText& JsonText::open_object() {
  separate();
  text_ += '{';
  first_ = true;
  return *this;
}

JsonText& JsonText::close_object() {
  text_ += '}';
  first_ = false;
  return *this;
}

JsonText& JsonText::open_array() {
  separate();
  text_ += '[';
  first_ = true;
  return *this;
}

JsonText& JsonText::close_array() {
  text_ += ']';
  first_ = false;
  return *this;
}

JsonText& JsonText::key(const char* name) {
  separate();
  append_quoted(name, text_);
  text_ += ':';
  first_ = true;
  return *this;
}

JsonText& JsonText::text(std::string_view value) {
  separate();
  append_quoted(value, text_);
  return *this;
}

JsonText& JsonText::number(double value) {
  separate();
  text_ += value - value == 0 ? format_number(value) : "null";
  return *this;
}

JsonText& JsonText::whole(uint64_t value) {
  separate();
  text_ += std::to_string(value);
  return *this;
}

JsonText& JsonText::boolean(bool value) { return literal(value ? "true" : "false"); }

JsonText& JsonText::literal(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

}  // namespace rfm::data
