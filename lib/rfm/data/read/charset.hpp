// Bytes -> UTF-8 text with lines that end in LF or CRLF. One pass over text that is UTF-8 already.
#pragma once
#include <string>
#include <string_view>

#include "rfm/data/outcome.hpp"
#include "rfm/data/read/reading.hpp"

namespace rfm::data {

struct Decoded {
  std::string_view text;  // in the bytes that were given, or in `room`
  std::string room;
  Charset charset = Charset::utf8;
  bool big_endian = false;  // of UTF-16
  bool mark = false;        // a byte order mark, which is no part of the text
  bool old_ends = false;    // lines ended in CR alone
};

// Found out when `charset` is automatic: by the mark; else UTF-16 where every second byte of half
// of the text or more is zero and no other; else UTF-8 when the bytes are that; else Windows-1252,
// unless most of what is not ASCII is good UTF-8, which then is damaged. Refused, with line and
// byte: bytes that are no such text, and zero bytes. `decoded` must outlive its text.
Outcome decode(std::string_view bytes, Charset charset, Decoded& decoded);

}  // namespace rfm::data
