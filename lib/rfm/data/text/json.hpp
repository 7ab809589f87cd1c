// Writes JSON text piece by piece; commas and quotes are taken care of, numbers read back exactly.
// What opens must be closed by the caller, in order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rfm::data {

class JsonText {
 public:
  JsonText& open_object();
  JsonText& close_object();
  JsonText& open_array();
  JsonText& close_array();

  JsonText& key(const char* name);
  JsonText& text(std::string_view value);
  JsonText& number(double value);  // null when it is not finite
  JsonText& whole(uint64_t value);
  JsonText& boolean(bool value);
  JsonText& literal(std::string_view json);  // text that is JSON already

  const std::string& written() const { return text_; }

 private:
  void separate();

  std::string text_;
  bool first_ = true;  // nothing stands before the next item of the innermost bracket
};

}  // namespace rfm::data
