// Bytes -> UTF-8 text with lines that end in LF or CRLF, whole or in pieces. One pass over text
// that is UTF-8 already.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "rfm/data/outcome.hpp"
#include "rfm/data/read/reading.hpp"

namespace rfm::data {

// Found out from the first piece when the charset is automatic: by the mark; else UTF-16 where
// every second byte of half of the text or more is zero and no other; else UTF-8 when the bytes are
// that; else Windows-1252, unless most of what is not ASCII is good UTF-8, which then is damaged.
// Refused, with line and byte: bytes that are no such text, and zero bytes.
class Decoder {
 public:
  explicit Decoder(Charset charset) : charset_(charset) {}

  // How many of these bytes end with a line; 0 when none does. What is decoded before the end of
  // the file should be cut there.
  std::size_t whole_lines(std::string_view bytes);

  // The text of the next bytes, in them or in memory that stays until the next call.
  Outcome decode(std::string_view bytes, std::string_view& text);

  Charset charset() const { return charset_; }

 private:
  void begin(std::string_view bytes);
  Outcome from_utf16(std::string_view bytes);
  Outcome from_1252(std::string_view bytes, const char* unless);
  Outcome from_any(std::string_view bytes, std::string_view& text);
  Outcome refused_at(std::string_view bytes, std::size_t bad, const char* trouble) const;

  Charset charset_;
  bool begun_ = false;
  std::size_t mark_ = 0;     // bytes of a mark that the next ones begin with
  bool guessed_ = false;     // that it is UTF-8, from bytes before these
  bool big_endian_ = false;  // of UTF-16
  std::size_t line_ = 1;     // the number of the next line
  std::string room_;
};

}  // namespace rfm::data
