// What bytes are UTF-8, and what of it may stand on a terminal. Overlong forms, surrogates, code
// points above 10FFFF and zero bytes are no UTF-8.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace rfm::data {

// The position of the first byte that is not part of valid text; text.size() when all is well.
std::size_t first_bad_byte(std::string_view text);

// Text as it may stand on a terminal: what would move the cursor, turn the direction of writing or
// not be seen is spelled, as in \n, \x1b and \u{202e}, and so is each byte that is no UTF-8. Line
// ends and tabs stay where the text has them on purpose.
enum class LineEnds { spelled, kept };
std::string shown(std::string_view text, LineEnds ends = LineEnds::spelled);

}  // namespace rfm::data
